"""`kavka start`: a cluster on localhost, in the foreground or, with --detach, behind the shell.

The flags are fixed, because scripts rely on them. Foreground: prints where it listens and how to stop, and leaves with
0 on Ctrl-C, SIGTERM or SIGHUP. It restarts nothing: when a broker ends by itself, it says so with the broker's last log
lines, stops the rest and exits with 7.

--detach forks before there is a loop or a thread. The child becomes a session of its own and does the same as the
foreground; the parent waits for its one line (the state, or an error), prints it and leaves.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, parse_settings
from kavka.cli.signals import until_signal
from kavka.cli.zookeeper_login import checked_hosts
from kavka.common import log_output
from kavka.common.descriptors import raise_soft_limit
from kavka.common.private_files import make_private_directory, open_private
from kavka.local.cluster import BrokerDied, DataDirBusy, LocalCluster, LocalClusterError
from kavka.local.control import ControlServer, Supervision
from kavka.local.ports import PortTaken
from kavka.local.secrets import console_url, read_secret
from kavka.timer.clock import SystemClock
from kavka.zk.server import StorageCorrupt, StorageInUse

DEFAULT_PORT = 9092
SUPERVISOR_LOG = "kavka.log"
REGISTRY_KEY = "kavka.console.registry.url"


def _without_login(context: click.Context, parameter: click.Parameter, url: str | None) -> str | None:
    """Refuses a login that everybody on this machine could read for as long as the cluster runs."""
    if url and "@" in url and context.get_parameter_source("registry_url") is ParameterSource.COMMANDLINE:
        raise click.BadParameter(
            "everybody on this machine can read a command line: set KAVKA_REGISTRY instead, which may hold a login"
        )
    return url


@click.command()
@click.option("-n", "brokers", metavar="N", type=click.IntRange(min=1), default=1, show_default=True, help="Brokers.")
@click.option(
    "--port",
    metavar="P",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Broker i listens on P+i; 0: any free port.",
)
@data_dir_option
@click.option(
    "--zookeeper",
    metavar="HOST:PORT",
    callback=checked_hosts,
    help="A real ZooKeeper ensemble instead of the embedded server.",
)
@click.option(
    "--zookeeper-port",
    metavar="P",
    type=click.IntRange(0, 65535),
    default=0,
    help="The embedded server's; 0: any free.",
)
@click.option(
    "--config",
    "settings",
    metavar="K=V",
    multiple=True,
    help="A property of server.properties; repeatable. A secret's V is @FILE or env:NAME.",
)
@click.option(
    "--config-file",
    metavar="FILE",
    type=click.Path(dir_okay=False, exists=True, allow_dash=True, path_type=Path),
    help="A server.properties for all brokers, - reads a pipe; --config wins.",
)
@click.option("--dev-clock", is_flag=True, help="Let `kavka clock` stop the brokers' clocks and move them.")
@click.option("--detach", is_flag=True, help="Return when every broker answers, and leave them running.")
@click.option(
    "--console", "with_console", is_flag=True, help="Print the address of the console, a page that shows it all."
)
@click.option(
    "--registry",
    "registry_url",
    metavar="URL",
    envvar="KAVKA_REGISTRY",
    show_envvar=True,
    callback=_without_login,
    help="A schema registry, by whose schemas the console shows keys and values; a login in it by the variable alone.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON when ready, everything else to stderr.")
def start(
    *,
    brokers: int,
    port: int,
    data_dir: Path,
    zookeeper: str | None,
    zookeeper_port: int,
    settings: tuple[str, ...],
    config_file: Path | None,
    dev_clock: bool,
    detach: bool,
    with_console: bool,
    registry_url: str | None,
    as_json: bool,
) -> int:
    """Start a broker on localhost; Ctrl-C stops it."""
    if zookeeper is not None and zookeeper_port:
        raise click.UsageError("--zookeeper-port names the embedded server's port; with --zookeeper there is none")
    config = {**_read_properties(config_file), **parse_settings(settings, option="--config")}
    if registry_url:
        config.setdefault(REGISTRY_KEY, registry_url)

    def make() -> LocalCluster:
        return LocalCluster(
            brokers,
            port=port,
            data_dir=data_dir,
            zookeeper=zookeeper,
            zookeeper_port=zookeeper_port,
            config=config,
            notify=_tell,
            is_command=True,
            dev_clock=dev_clock,
        )

    def report(state: dict[str, Any]) -> None:
        if as_json:
            click.echo(json.dumps(state))
        else:
            _describe(state, is_detached=detach, is_embedded=zookeeper is None, with_console=with_console)

    if detach:
        return _detached(make, data_dir, report)
    return supervise(make, report)


def _tell(text: str) -> None:
    click.echo(f"kavka: {text}", err=True)


def _read_properties(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    from kavka.broker.config.properties import parse_properties

    try:
        return parse_properties(sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{file}: {error}", param_hint="--config-file") from None


def supervise(make: Callable[[], LocalCluster], report: Callable[[dict[str, Any]], None]) -> int:
    """Runs a cluster until a signal, or until its last broker has ended by itself; that one ends is said.

    Raises:
        CliError: it cannot be started, or a broker died.
    """
    log_output.set_up(logging.WARNING, now_ms=SystemClock().monotonic_ms)
    raise_soft_limit()  # the embedded ZooKeeper's sessions; brokers inherit it, too
    try:
        asyncio.run(until_signal(_supervise(make, report)))
    except (PortTaken, DataDirBusy, StorageInUse) as error:
        raise CliError(str(error), ExitCode.BUSY) from error
    except BrokerDied as error:
        raise CliError(str(error), ExitCode.BROKER_DIED) from error
    except (LocalClusterError, StorageCorrupt, TimeoutError, OSError) as error:
        raise CliError(str(error)) from error
    return ExitCode.OK


async def _supervise(make: Callable[[], LocalCluster], report: Callable[[dict[str, Any]], None]) -> None:
    async with make() as cluster:
        supervision = Supervision(cluster)
        async with ControlServer(cluster.data_dir, supervision, notify=_tell):
            report(cluster.state.public())
            await wait_for_last_exit(cluster, supervision)


async def wait_for_last_exit(cluster: LocalCluster, supervision: Supervision | None = None) -> NoReturn:
    """Prints each broker's end until no broker is left.

    Args:
        cluster: whose brokers.
        supervision: knows whose end was asked for, which is no news; None: nobody's.

    Raises:
        BrokerDied: none is left, and nobody asked for that.
    """
    supervision = supervision or Supervision(cluster)
    down, count = supervision.down, len(cluster.brokers)
    while True:
        dead = await cluster.wait_for_exit(down.keys(), changed=supervision.changed)
        down[dead.broker_id] = False
        if supervision.is_over:
            raise BrokerDied(dead.obituary())
        click.echo(f"kavka: {dead.obituary()}", err=True)
        click.echo(f"kavka: {count - len(down)} of {count} brokers go on", err=True)


def _describe(state: dict[str, Any], *, is_detached: bool, is_embedded: bool, with_console: bool) -> None:
    data_dir = state["data_dir"]
    stop = f"kavka stop --data-dir {data_dir}"
    count = len(state["brokers"])
    lines = [
        f"kavka runs: {count} broker{'' if count == 1 else 's'}",
        f"  bootstrap  {state['bootstrap']}",
        f"  zookeeper  {state['zookeeper']}{' (embedded)' if is_embedded else ''}",
        *(f"  metrics    {url}" for url in state["metrics"]),
        *([f"  console    {_console(state)}"] if with_console else []),
        f"  data       {data_dir}",
        f"  stop       {stop if is_detached else 'Ctrl-C, or: ' + stop}",
    ]
    click.echo("\n".join(lines))


def _console(state: dict[str, Any]) -> str:
    return console_url(state["admin"], read_secret(state["admin_token_file"])) if state["admin"] else "none"


# ---------------------------------------------------------------- --detach


def _detached(make: Callable[[], LocalCluster], data_dir: Path, report: Callable[[dict[str, Any]], None]) -> int:
    try:
        make_private_directory(data_dir)
        log = open_private(data_dir / SUPERVISOR_LOG)
    except OSError as error:
        raise CliError(f"{data_dir} cannot be used: {error.strerror}; choose another one with --data-dir") from error
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    if os.fork() == 0:
        os.close(reader)
        os._exit(_run_detached(make, log=log, writer=writer))
    os.close(writer)
    os.close(log)
    with os.fdopen(reader) as pipe:
        line = pipe.readline()
    if not line:
        raise CliError(f"the background process ended without a word; see {data_dir / SUPERVISOR_LOG}")
    answer = json.loads(line)
    if "error" in answer:
        raise CliError(answer["error"], ExitCode(answer["exit_code"]))
    report(answer)
    return ExitCode.OK


def _run_detached(make: Callable[[], LocalCluster], *, log: int, writer: int) -> int:
    """The child's life: no terminal, its output in a file, one line to the parent."""
    os.setsid()
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)

    def tell(answer: dict[str, Any]) -> None:
        nonlocal writer
        if writer >= 0:
            os.write(writer, json.dumps(answer).encode() + b"\n")
            os.close(writer)
            writer = -1

    try:
        return supervise(make, tell)
    except CliError as error:
        error.show()
        tell({"error": error.format_message(), "exit_code": int(error.code)})
        return error.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
