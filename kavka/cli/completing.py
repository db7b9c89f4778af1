"""Completes names of topics, groups, brokers, keys and contexts, in a process that lives for that.

    shell ─▶ _KAVKA_COMPLETE=bash_complete kavka ─▶ wanted() ─▶ names ─▶ click's format for the shell

It goes around the verbs' modules and the event loop, whose import alone takes longer than a person wants to wait: one
blocking socket drives `wire.connection_core`, with deadlines, and nothing is said when nothing is found. A cluster that
wants TLS or a login is asked by the client itself, and its names are kept for some seconds.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.cli import completion_table as table
from kavka.timer.readings import MachineReadings

if TYPE_CHECKING:
    from kavka.cli.contexts import Context
    from kavka.wire.connection_core import ConnectionCore

VARIABLE: Final = "_KAVKA_COMPLETE"

TIMEOUT_MS: Final = 500
"""How long the cluster may take, all of it. A shell stands still meanwhile."""

KEPT_MS: Final = 10_000
"""How long the names of a cluster with logins are kept: asking takes long there."""

_READINGS: Final = MachineReadings()

INTERNAL: Final = "__"
"""How the brokers' own topics begin; they are shown to whoever types as much."""


def complete_names() -> bool:
    """Prints the names that the word at the cursor may become; False where it is the beginning of no name."""
    shell, _, what = os.environ[VARIABLE].partition("_")
    if what != "complete":
        return False
    import click
    from click.shell_completion import CompletionItem, get_completion_class

    maker = get_completion_class(shell)
    if maker is None:
        return False
    completer = maker(click.Command("kavka"), {}, "kavka", VARIABLE)
    wanted = table.wanted(*completer.get_completion_args())
    if wanted is None:
        return False
    for name in sorted({name for name in _names(wanted) if name.startswith(wanted.word) and _is_plain(name)}):
        click.echo(completer.format_completion(CompletionItem(f"{wanted.glued}{name}")))
    return True


def _is_plain(name: str) -> bool:
    """Whether a shell takes a name for one word; groups may be called anything."""
    return name.isprintable() and not set(name) & set(" \t\"'\\$`!&|;<>()*?[]{}#~")


def _names(wanted: table.UnfinishedName) -> list[str]:
    from kavka.cli.cli_error import CliError
    from kavka.protocol.errors import DecodeError, KafkaError

    try:
        if wanted.kind == table.CONTEXT:
            from kavka.cli.contexts import read_contexts

            return list(read_contexts().by_name)
        if wanted.kind in table.KEYS:
            return list(_keys(wanted.kind))
        if wanted.kind == table.BROKER_HERE:
            return list(_brokers_here(wanted))
        return list(_of_cluster(wanted))
    except (CliError, KafkaError, DecodeError, OSError, ValueError):
        return []


def _keys(kind: str) -> Iterator[str]:
    if kind == table.GROUP_KEY:
        from kavka.broker.config.group_configs import GROUP_KEYS

        yield from GROUP_KEYS
    if kind == table.SUBSCRIPTION_KEY:
        from kavka.broker.config.client_metrics import SUBSCRIPTION_KEYS

        yield from SUBSCRIPTION_KEYS
    if kind in (table.TOPIC_KEY, table.ANY_KEY):
        from kavka.broker.config.topic_keys import TOPIC_KEYS

        yield from TOPIC_KEYS
    if kind in (table.BROKER_KEY, table.ANY_KEY):
        from kavka.broker.config.all_keys import KEYS

        yield from KEYS


def _brokers_here(wanted: table.UnfinishedName) -> Iterator[str]:
    from kavka.cli.options import default_data_dir
    from kavka.local.state import read_state

    typed = wanted.option("--data-dir")
    state = read_state(Path(typed) if typed else default_data_dir())
    yield from () if state is None else (str(broker.id) for broker in state.brokers)


# ---------------------------------------------------------------- which cluster


class _Cluster(NamedTuple):
    """Whom to ask, by the rules of `chosen_context`, and as whom."""

    bootstrap: str
    context: Context | None
    command_config: str | None

    @property
    def is_plain(self) -> bool:
        """Tells whether it is asked without TLS or a login, as far as is known."""
        return self.command_config is None and (
            self.context is None or (not self.context.properties and self.context.command_config is None)
        )


def _cluster(wanted: table.UnfinishedName) -> _Cluster | None:
    """None where nothing runs on the directory that was typed."""
    from kavka.cli.chosen_context import named_context, untyped_context
    from kavka.cli.options import DEFAULT_BOOTSTRAP, default_data_dir, running_cluster

    typed, name, directory = (wanted.option(*table.BOOTSTRAP), wanted.option("--context"), wanted.option("--data-dir"))
    config = wanted.option("--command-config") or os.environ.get("KAVKA_COMMAND_CONFIG") or None
    chosen = None if name is None else named_context(name)
    if typed is None and directory is not None:
        found = running_cluster(Path(directory))
        return None if found is None else _Cluster(found, None, config)
    bootstrap = typed or (chosen.bootstrap if chosen else os.environ.get("KAVKA_BOOTSTRAP"))
    if not bootstrap:
        chosen = untyped_context()
        bootstrap = chosen.bootstrap if chosen else running_cluster(default_data_dir()) or DEFAULT_BOOTSTRAP
    return _Cluster(bootstrap, chosen, config)


def _of_cluster(wanted: table.UnfinishedName) -> Iterable[str]:
    cluster = _cluster(wanted)
    if cluster is None:
        return ()
    if not cluster.is_plain:
        return _of_secured(wanted.kind, cluster)
    names = _Plain(cluster.bootstrap)
    if wanted.kind == table.TOPIC:
        return names.topics(with_internal=wanted.word.startswith(INTERNAL[0]))
    return names.groups() if wanted.kind == table.GROUP else names.brokers()


# ---------------------------------------------------------------- asked on one socket


class _Plain:
    """A cluster that is asked without TLS or a login.

    Args:
        bootstrap: Its addresses; the first that responds is enough.
    """

    def __init__(self, bootstrap: str) -> None:
        from kavka.wire.cluster_view import parse_bootstrap

        self._addresses = [(address.host, address.port) for address in parse_bootstrap(bootstrap)]
        self._deadline_ms = _READINGS.monotonic_ms() + TIMEOUT_MS

    def topics(self, *, with_internal: bool) -> Iterator[str]:
        """Yields the names of topics."""
        for topic in self._metadata(every_topic=True).topics:
            if topic.name and (with_internal or not topic.is_internal):
                yield topic.name

    def brokers(self) -> Iterator[str]:
        """Yields the ids of live brokers."""
        for broker in self._metadata(every_topic=False).brokers:
            yield str(broker.node_id)

    def groups(self) -> Iterator[str]:
        """Yields the groups of every broker that responds: each knows those that it coordinates."""
        from kavka.protocol.errors import DecodeError
        from kavka.protocol.messages import ListGroupsRequest

        brokers = self._metadata(every_topic=False).brokers
        for broker in brokers:
            try:
                for group in self._ask((broker.host, broker.port), ListGroupsRequest(), share=len(brokers)).groups:
                    yield group.group_id
            except (OSError, DecodeError):
                continue

    def _metadata(self, *, every_topic: bool) -> Any:
        from kavka.protocol.errors import DecodeError
        from kavka.protocol.messages import MetadataRequest

        failure: Exception = OSError("no address")
        for address in self._addresses:
            try:
                request = MetadataRequest(topics=None if every_topic else [], allow_auto_topic_creation=False)
                return self._ask(address, request, share=len(self._addresses))
            except (OSError, DecodeError) as error:
                failure = error
        raise failure

    def _ask(self, address: tuple[str, int], message: Any, *, share: int) -> Any:
        """Asks one broker, which may take its share of the time that is left."""
        from kavka.wire.connection_core import ConnectionCore
        from kavka.wire.versions import choose_version

        now_ms = _READINGS.monotonic_ms()
        until_ms = now_ms + max(10, (self._deadline_ms - now_ms) // min(share, 3))
        with closing(socket.create_connection(address, timeout=(until_ms - now_ms) / 1_000)) as sock:
            core = ConnectionCore(*address, client_id="kavka-completion")
            conversation = core.negotiation()
            ask = next(conversation)
            while True:
                response = _exchange(sock, core, ask.message, ask.version, until_ms)
                try:
                    ask = conversation.send(response)
                except StopIteration:
                    break
            version = choose_version(message.API_KEY, core.api_versions, broker=core.where)
            return _exchange(sock, core, message, version, until_ms)


def _exchange(sock: socket.socket, core: ConnectionCore, message: Any, version: int, until_ms: int) -> Any:
    """Sends a request and returns its response, by a moment of the monotonic clock."""
    now_ms = _READINGS.monotonic_ms()
    sock.settimeout(max(1, until_ms - now_ms) / 1_000)
    sock.sendall(b"".join(core.start(message, version=version, timeout_ms=TIMEOUT_MS, now_ms=now_ms)))
    while True:
        sock.settimeout(max(1, until_ms - _READINGS.monotonic_ms()) / 1_000)
        data = sock.recv(256 * 1024)
        if not data:
            raise ConnectionError(f"{core.where} closed the connection")
        for _, response in core.receive(data):
            return response
        if core.close_reason is not None:
            raise core.close_reason


# ---------------------------------------------------------------- asked by the client


def _of_secured(kind: str, cluster: _Cluster) -> Iterable[str]:
    """The names of a cluster that wants TLS or a login, some seconds old at most."""
    import json

    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    path = root / "kavka" / "completion.json"
    where = [kind, cluster.bootstrap, cluster.command_config, cluster.context and cluster.context.command_config]
    try:
        kept = json.loads(path.read_bytes())
        if kept["where"] == where and 0 <= _READINGS.now_ms() - kept["at_ms"] < KEPT_MS:
            return [str(name) for name in kept["names"]]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    names = _asked_by_client(kind, cluster)
    from kavka.common.private_files import make_private_directory, write_private

    make_private_directory(path.parent)
    write_private(path, json.dumps({"where": where, "at_ms": _READINGS.now_ms(), "names": names}).encode())
    return names


def _asked_by_client(kind: str, cluster: _Cluster) -> list[str]:
    import asyncio

    from kavka.broker.config.properties import parse_properties
    from kavka.cli.chosen_context import context_properties
    from kavka.client import groups
    from kavka.client.cluster import Cluster

    if cluster.command_config is not None:
        security = parse_properties(Path(cluster.command_config).read_text(encoding="utf-8"))
    else:
        assert cluster.context is not None
        security = context_properties(cluster.context)

    async def ask() -> list[str]:
        timeout_ms = 4 * TIMEOUT_MS  # a login has its price
        async with Cluster(cluster.bootstrap, api_timeout_ms=timeout_ms, security=security) as there:
            if kind == table.GROUP:
                return [listing.group for listing in await groups.list_groups(there)]
            known = await there.refresh(None if kind == table.TOPIC else [])
            if kind == table.TOPIC:
                return list(known.topics)
            return [str(broker_id) for broker_id in known.brokers]

    return asyncio.run(ask())
