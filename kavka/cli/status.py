"""`kavka status`: what runs on a data directory, and whether each broker answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kavka.broker.config.properties import parse_properties
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, output_option
from kavka.cli.output import print_csv, print_table, print_value
from kavka.cli.runner import run_async
from kavka.client.connection import Connection
from kavka.client.errors import DecodeError
from kavka.local.listeners import where_to_knock
from kavka.local.state import BrokerInfo, ProcessIdentity, read_state

if TYPE_CHECKING:
    from kavka.client.security import ConnectionSecurity

PROBE_TIMEOUT_MS = 2_000


@click.command()
@data_dir_option
@output_option
def status(*, data_dir: Path, output: str) -> int:
    """Show what runs on a data directory; exits with 3 when nothing does."""
    state = read_state(data_dir)
    if state is None:
        raise CliError(f"nothing runs on {data_dir}; start a broker with: kavka start", ExitCode.UNREACHABLE)
    rows = run_async(_look(tuple(zip(state.brokers, state.processes, strict=True))))
    columns = ["id", "host", "port", "pid", "state"]
    if output == "csv":
        print_csv(rows, columns)
    elif output != "table":
        print_value({**state.public(), "brokers": rows}, output)
    else:
        click.echo(f"bootstrap  {state.bootstrap}\nzookeeper  {state.zookeeper}\ndata       {state.data_dir}\n")
        print_table(rows, columns)
    return ExitCode.OK if any(row["state"] == "answers" for row in rows) else ExitCode.UNREACHABLE


async def _look(brokers: tuple[tuple[BrokerInfo, ProcessIdentity], ...]) -> list[dict[str, Any]]:
    return [{**broker._asdict(), "state": await _state_of(broker, process)} for broker, process in brokers]


async def _state_of(broker: BrokerInfo, process: ProcessIdentity) -> str:
    """ "answers", "runs" (its process is there and does not answer), "paused" or "gone"."""
    if not process.is_alive():
        return "gone"
    if process.is_paused():
        return "paused"
    try:
        host, port, security = _where(broker)
        connection = await Connection.open(
            host, port, client_id="kavka-status", connect_timeout_ms=PROBE_TIMEOUT_MS, security=security
        )
        async with connection:
            await connection.negotiate(PROBE_TIMEOUT_MS)
    except (OSError, TimeoutError, DecodeError):
        return "runs"
    return "answers"


def _where(broker: BrokerInfo) -> tuple[str, int, ConnectionSecurity | None]:
    """How to reach it: with its own keys, where it refuses connections without."""
    directory = Path(broker.data_dir)
    try:
        text = directory.with_name(f"{directory.name}.properties").read_text(encoding="utf-8")
        return where_to_knock(parse_properties(text))
    except (OSError, ValueError, KeyError):
        return broker.host, broker.port, None  # it runs in its supervisor's loop, or with other files than it began
