"""`kavka top`: what a cluster does now, refreshed in place; on anything but a terminal, once and as lines.

q or Ctrl-C ends it. What is shown, and of what it is made, `top_sample` says. rich is imported for a terminal only.
"""

from __future__ import annotations

import asyncio
import sys
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kavka.cli.admin_endpoint import Endpoint, find_endpoints, token_option
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, named_bootstrap_option
from kavka.cli.output import print_table, print_value
from kavka.cli.top_sample import COLUMNS, Look, Section, look, rates
from kavka.timer.readings import MachineReadings

if TYPE_CHECKING:
    from rich.console import RenderableType

ROWS_MAX = 10
"""Rows of a section on the screen; -o json has them all."""
TITLES = {
    "brokers": "brokers",
    "topics": "hot topics",
    "partitions": "hot partitions",
    "groups": "groups by lag",
    "purgatories": "purgatories",
    "apis": "slowest requests",
}
_BYTES = ("bytes_in_per_s", "bytes_out_per_s")


@click.command()
@click.option(
    "--admin", metavar="URL", multiple=True, help="A broker's admin endpoint; repeatable. Default: --data-dir's."
)
@token_option
@named_bootstrap_option
@data_dir_option
@click.option(
    "--interval", metavar="S", type=click.FloatRange(0.2, 3600), default=2, show_default=True, help="Seconds."
)
@click.option("--once", is_flag=True, help="Look twice, print what was between, and end.")
@click.option(
    "-o",
    "--output",
    type=click.Choice(("table", "json", "yaml")),
    default="table",
    show_default=True,
    help="Of --once.",
)
def top(
    *,
    admin: tuple[str, ...],
    token: str | None,
    bootstrap: str | None,
    data_dir: Path,
    interval: float,
    once: bool,
    output: str,
) -> int:
    """Watch brokers, hot partitions, groups by lag, purgatories and the slowest requests."""
    endpoints = [
        endpoint
        for url in admin or (None,)
        for endpoint in find_endpoints(admin=url, token=token, broker_id=None, data_dir=data_dir, bootstrap=bootstrap)
    ]
    # Looks are distinguished by broker; where only addresses are known, their place stands for the id.
    endpoints = [
        Endpoint(number if one.broker is None else one.broker, one.http) for number, one in enumerate(endpoints)
    ]
    try:
        if once or output != "table" or not sys.stdout.isatty():
            asyncio.run(_once(endpoints, interval, output))
        else:
            asyncio.run(_watch(endpoints, interval))
    except KeyboardInterrupt:
        return ExitCode.OK  # the way to end it
    return ExitCode.OK


async def _look(endpoints: list[Endpoint], earlier: Look | None = None) -> Look:
    taken = await asyncio.to_thread(look, endpoints, MachineReadings(), earlier)
    if all(one.state is None for one in taken.brokers):
        urls = ", ".join(endpoint.http.url for endpoint in endpoints)
        raise CliError(f"no broker answers at {urls}; kavka status tells what runs", ExitCode.UNREACHABLE)
    return taken


async def _once(endpoints: list[Endpoint], interval: float, output: str) -> None:
    earlier = await _look(endpoints)
    await asyncio.sleep(interval)
    sections = rates(earlier, await _look(endpoints, earlier))
    if output != "table":
        print_value(sections, output)
        return
    for number, (name, rows) in enumerate(sections.items()):
        click.echo(("\n" if number else "") + TITLES[name])
        print_table(rows, COLUMNS[name])


async def _watch(endpoints: list[Endpoint], interval: float) -> None:
    from rich.live import Live
    from rich.text import Text

    ended = asyncio.Event()
    earlier = await _look(endpoints)
    with (
        _keys(ended),
        Live(Text("looking …"), screen=True, auto_refresh=False, vertical_overflow="ellipsis") as live,
    ):
        while True:
            try:
                async with asyncio.timeout(interval):
                    await ended.wait()
                return
            except TimeoutError:
                later = await _look(endpoints, earlier)
                live.update(_screen(rates(earlier, later)), refresh=True)
                earlier = later


@contextmanager
def _keys(ended: asyncio.Event) -> Iterator[None]:
    """Sets `ended` at q; the terminal hands over single keys meanwhile, and is left as it was."""
    if not sys.stdin.isatty():
        yield
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)

    def on_key() -> None:
        if sys.stdin.read(1) in ("q", "Q", ""):
            ended.set()

    tty.setcbreak(number)
    asyncio.get_running_loop().add_reader(number, on_key)
    try:
        yield
    finally:
        asyncio.get_running_loop().remove_reader(number)
        termios.tcsetattr(number, termios.TCSADRAIN, before)


# ---- the screen ---------------------------------------------------------------------------------------------------


def _screen(sections: Mapping[str, Section]) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    def side(*names: str) -> Group:
        return Group(*(_table(name, sections[name]) for name in names))

    halves = Table.grid(expand=True, padding=(0, 3))
    halves.add_column(ratio=1)
    halves.add_column(ratio=1)
    halves.add_row(side("topics", "partitions"), side("groups", "apis", "purgatories"))
    return Group(_table("brokers", sections["brokers"]), halves, Text("q ends", style="dim"))


def _table(name: str, rows: Section) -> RenderableType:
    from rich.table import Table

    columns = COLUMNS[name]
    table = Table(title=TITLES[name], title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for column in columns:
        is_number = any(isinstance(row[column], int | float) for row in rows)
        table.add_column(
            column.removesuffix("_per_s").replace("_", " ") + ("/s" if column.endswith("_per_s") else ""),
            justify="right" if is_number else "left",
            style="",
            header_style="dim",
            no_wrap=True,
        )
    for row in rows[:ROWS_MAX]:
        table.add_row(*(_cell(row[column], column) for column in columns), style=_style(row))
    if not rows:
        table.add_row("–", *("" for _ in columns[1:]), style="dim")
    return table


def _cell(value: Any, column: str) -> str:
    if value is None:
        return "–"
    if column in _BYTES:
        return _bytes(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}"
    if isinstance(value, int):
        return f"{value:,}"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _bytes(value: float) -> str:
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:,.0f} {unit}"
        value /= 1000
    return f"{value:,.1f} GB"


def _style(row: Mapping[str, Any]) -> str:
    """Red where a look is worth it."""
    is_bad = row.get("state") in ("does not answer", "Dead") or bool(row.get("under_replicated"))
    return "red" if is_bad else ""
