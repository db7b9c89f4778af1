"""The words that a board is declared in: panels with expressions in rows, and what can be chosen above them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RATE: Final = "$__rate_interval"
"""Grafana puts a span here that holds at least four scrapes."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of a board.

    Attributes:
        title: what a person reads.
        queries: (expression, legend), each a set of lines.
        unit: Grafana's id of a unit.
        help: behind the i: what it means, and what to do.
        is_number: the newest value in large instead of lines.
    """

    title: str
    queries: tuple[tuple[str, str], ...]
    unit: str = "short"
    help: str = ""
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that is chosen above a board and stands as `$name` in its expressions.

    Attributes:
        name: of the variable.
        metric: whose label's values are offered.
        label: which label.
    """

    name: str
    metric: str
    label: str


@dataclass(frozen=True, slots=True)
class Board:
    """One dashboard.

    Attributes:
        name: `kavka generate grafana NAME`; also a part of its uid.
        title: what Grafana lists.
        rows: (title, panels).
        choices: what can be chosen.
    """

    name: str
    title: str
    rows: tuple[tuple[str, tuple[Panel, ...]], ...]
    choices: tuple[Choice, ...] = ()

    def panels(self) -> tuple[Panel, ...]:
        """Returns all panels of the board."""
        return tuple(panel for _, panels in self.rows for panel in panels)


def lines(title: str, *queries: tuple[str, str], unit: str = "short", text: str = "") -> Panel:
    """Returns a panel of lines over time."""
    return Panel(title, queries, unit, text)


def number(title: str, expression: str, unit: str = "short", text: str = "") -> Panel:
    """Returns a panel of the newest value."""
    return Panel(title, ((expression, ""),), unit, text, is_number=True)


def rate(metric: str, by: str, labels: str = "") -> str:
    """Returns the PromQL of a counter's rate, summed by labels."""
    selector = f"{{{labels}}}" if labels else ""
    return f"sum by ({by}) (rate({metric}{selector}[{RATE}]))"


def quantile(share: float, metric: str, by: str, labels: str = "") -> str:
    """Returns the PromQL of a histogram's quantile, over the time shown."""
    return f"histogram_quantile({share}, {rate(f'{metric}_bucket', f'le, {by}', labels)})"
