"""`kavka clock`: the time of a cluster that was started with --dev-clock, stopped, moved forward and set going.

kavka clock freeze
kavka clock advance 10m          what is due in the next ten minutes happens now, in its order
kavka clock run
"""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from kavka.admin_http import AdminHttp
from kavka.cli.admin_endpoint import ask_each, endpoint_options, find_endpoints
from kavka.cli.options import output_option
from kavka.cli.output import print_rows
from kavka.cli.verb_group import VerbGroup

COLUMNS = ("broker", "state", "now_ms", "skipped_ms")
ADVANCE_TIMEOUT_MS = 120_000
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@click.group(cls=VerbGroup)
def clock() -> None:
    """Stop and move the time of a development cluster."""


@clock.command()
@endpoint_options
@output_option
def show(*, output: str, **where: Any) -> None:
    """Show what each broker's clock says, and how far it is before the machine's."""
    _show(ask_each(find_endpoints(**where), partial(AdminHttp.get, path="/clock")), output)


@clock.command()
@endpoint_options
@output_option
def freeze(*, output: str, **where: Any) -> None:
    """Stop the clocks: no timeout ends, nothing expires."""
    _move({"action": "freeze"}, where, output)


@clock.command()
@endpoint_options
@output_option
def run(*, output: str, **where: Any) -> None:
    """Let the clocks go on from where they stand."""
    _move({"action": "run"}, where, output)


@clock.command()
@click.argument("duration", metavar="DURATION")
@endpoint_options
@output_option
def advance(*, duration: str, output: str, **where: Any) -> None:
    """Move the clocks forward by DURATION, such as 500ms, 30s, 10m, 7d."""
    _move({"action": "advance", "ms": milliseconds(duration)}, where, output)


def milliseconds(text: str) -> int:
    """Reads a number with its unit; a bare number is milliseconds.

    Raises:
        click.BadParameter: it is none.
    """
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = text[len(number) :] or "ms"
    try:
        value = float(number) * _UNITS[unit]
    except (ValueError, KeyError):
        raise click.BadParameter(f"{text!r} is no duration; write 500ms, 30s, 10m, 2h or 7d") from None
    if not 0 <= value < 1e15:
        raise click.BadParameter(f"{text!r}: time goes forward, and not that far")
    return int(value)


def _move(body: dict[str, Any], where: dict[str, Any], output: str) -> None:
    ask = partial(AdminHttp.post, path="/clock", body=body, timeout_ms=ADVANCE_TIMEOUT_MS)
    _show(ask_each(find_endpoints(**where), ask), output)


def _show(answers: list[tuple[int | None, Any]], output: str) -> None:
    rows = [{"broker": broker, "state": _state(answer), **answer} for broker, answer in answers]
    print_rows(rows, COLUMNS, output)


def _state(answer: dict[str, Any]) -> str:
    if not answer["is_dev"]:
        return "the machine's"
    return "frozen" if answer["is_frozen"] else "runs"
