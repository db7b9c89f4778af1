"""`kavka transcript`: what clients and brokers say to each other, decoded, as it is said.

    kavka transcript follow --api produce --client-id orders
    kavka transcript on --topic t --for 10m        kavka transcript show        kavka transcript off

`follow` switches the transcript on for as long as it runs. It has an end anyway: nobody who forgets it pays for ever.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import click

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.cli.admin_endpoint import Endpoint, ask_each, endpoint_options, explained, find_endpoints
from kavka.cli.cli_error import CliError
from kavka.cli.clock import milliseconds
from kavka.cli.options import output_option
from kavka.cli.output import print_csv, print_rows, print_value
from kavka.cli.verb_group import VerbGroup

STATE_COLUMNS = ("broker", "is_on", "left_ms", "apis", "client_id", "topic")
COLUMNS = ("broker", "number", "time_ms", "kind", "api", "version", "correlation_id", "client_id", "peer", "body")
FOLLOW_MS: Final = 3_600_000
QUEUE_MAX: Final = 10_000
POLL_SECONDS: Final = 0.2
"""How soon Ctrl-C is noticed."""


def filter_options(function: Any) -> Any:
    """Adds --api, --client-id, --topic and --for to a command."""
    for option in (
        click.option("--for", "duration", metavar="DURATION", default=None, help="Go off after this time: 30s, 10m."),
        click.option("--topic", metavar="T", help="Only requests that name this topic."),
        click.option("--client-id", metavar="ID", help="Only of this client."),
        click.option("--api", "apis", metavar="NAME", multiple=True, help="Only this API; repeatable."),
    ):
        function = option(function)
    return function


@click.group(cls=VerbGroup)
def transcript() -> None:
    """Show what clients and brokers say to each other, decoded."""


@transcript.command()
@filter_options
@endpoint_options
@output_option
def on(*, apis: Sequence[str], client_id: str | None, topic: str | None, duration: str | None, **rest: Any) -> None:
    """Begin to write down."""
    output = rest.pop("output")
    wanted = _wanted(apis, client_id, topic, duration, default_ms=None)
    _show_state(ask_each(find_endpoints(**rest), partial(AdminHttp.post, path="/transcript", body=wanted)), output)


@transcript.command()
@endpoint_options
@output_option
def off(*, output: str, **where: Any) -> None:
    """Write down no more; what was is kept."""
    _show_state(ask_each(find_endpoints(**where), partial(AdminHttp.delete, path="/transcript")), output)


@transcript.command()
@click.option("-n", "--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="Entries a broker.")
@endpoint_options
@output_option
def show(*, limit: int, output: str, **where: Any) -> None:
    """Show the latest of what was written down."""
    answers = ask_each(find_endpoints(**where), partial(AdminHttp.get, path="/transcript", query={"limit": limit}))
    entries = [{"broker": broker, **entry} for broker, answer in answers for entry in answer["entries"]]
    entries.sort(key=lambda entry: (entry["time_ms"], entry["broker"] or 0, entry["number"]))
    if output == "csv":
        print_csv([{**entry, "body": json.dumps(entry["body"])} for entry in entries], COLUMNS)
    elif output != "table":
        print_value(entries, output)
    else:
        for entry in entries:
            click.echo(line_of(entry))


@transcript.command()
@filter_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@endpoint_options
def follow(
    *,
    apis: Sequence[str],
    client_id: str | None,
    topic: str | None,
    duration: str | None,
    as_json: bool,
    **where: Any,
) -> None:
    """Write down and show, until Ctrl-C or the end of --for (default: an hour)."""
    endpoints = find_endpoints(**where)
    wanted = _wanted(apis, client_id, topic, duration, default_ms=FOLLOW_MS)
    try:
        with _followed(endpoints, wanted) as entries:
            for entry in entries:
                click.echo(json.dumps(entry) if as_json else line_of(entry))
    finally:
        with contextlib.suppress(CliError):
            ask_each(endpoints, partial(AdminHttp.delete, path="/transcript"))


@contextlib.contextmanager
def _followed(endpoints: Sequence[Endpoint], wanted: Mapping[str, Any]) -> Iterator[Iterator[dict[str, Any]]]:
    """Entries of all brokers, as they come: a thread for each, which ends with the process."""
    arrived: queue.Queue[dict[str, Any] | Exception] = queue.Queue(QUEUE_MAX)
    answers = ask_each(endpoints, partial(AdminHttp.get, path="/transcript", query={"limit": 1}))
    for endpoint, (_, answer) in zip(endpoints, answers, strict=True):
        last = answer["entries"][-1]["number"] if answer["entries"] else -1
        threading.Thread(target=_read, args=(endpoint, last, arrived), daemon=True).start()
    ask_each(endpoints, partial(AdminHttp.post, path="/transcript", body=wanted))
    yield _taken(arrived, wanted["for_ms"] / 1000)


def _read(endpoint: Endpoint, since: int, arrived: queue.Queue[dict[str, Any] | Exception]) -> None:
    try:
        for kind, entry in endpoint.http.follow("/transcript", {"follow": "true", "since": since}):
            if kind == "refused":
                raise CliError(entry["error"])
            if kind in ("request", "response"):
                arrived.put({"broker": endpoint.broker, **entry})
        arrived.put(CliError(f"the broker at {endpoint.http.url} has ended"))
    except (AdminUnreachable, AdminRefused) as error:
        arrived.put(explained(error, endpoint))
    except (CliError, OSError) as error:
        arrived.put(error)


def _taken(arrived: queue.Queue[dict[str, Any] | Exception], seconds: float) -> Iterator[dict[str, Any]]:
    rounds = max(1, int(seconds / POLL_SECONDS))
    while rounds > 0:
        try:
            entry = arrived.get(timeout=POLL_SECONDS)
        except queue.Empty:
            rounds -= 1
            continue
        if isinstance(entry, Exception):
            raise entry
        yield entry


def line_of(entry: Mapping[str, Any]) -> str:
    """Formats one entry as a line: when, which broker, which way, what."""
    time = datetime.fromtimestamp(entry["time_ms"] / 1000, UTC).strftime("%H:%M:%S.%f")[:-3]
    broker = "" if entry["broker"] is None else f" broker {entry['broker']}"
    arrow = "◀─" if entry["kind"] == "request" else "─▶"
    took = f" {entry['took_ms']} ms" if "took_ms" in entry else ""
    return (
        f"{time}{broker} {arrow} {entry['client_id'] or '-'} {entry['api']} v{entry['version']} "
        f"#{entry['correlation_id']}{took} {json.dumps(entry['body'], ensure_ascii=False)}"
    )


def _wanted(
    apis: Sequence[str], client_id: str | None, topic: str | None, duration: str | None, *, default_ms: int | None
) -> dict[str, Any]:
    wanted: dict[str, Any] = {"client_id": client_id, "topic": topic, "apis": list(apis) or None}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    for_ms = default_ms if duration is None else milliseconds(duration)
    return wanted if for_ms is None else {**wanted, "for_ms": for_ms}


def _show_state(answers: Sequence[tuple[int | None, Any]], output: str) -> None:
    print_rows([{"broker": broker, **answer} for broker, answer in answers], STATE_COLUMNS, output)
