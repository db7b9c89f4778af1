"""Charts as SVG inside a page: no script, no font, nothing loaded; readable without colours and by a screen reader.

Each has a title and a description that says in words what it shows, and stands beside a table of the same numbers.
Colours come from the page's variables, so that they follow light and dark. States are shapes as well: what differs is
hatched, what fails its checksum has a mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 900
LABEL_WIDTH: Final = 210
TEXT_WIDTH: Final = 220
ROW_HEIGHT: Final = 22
BAR_HEIGHT: Final = 14
COLUMNS_HEIGHT: Final = 150
TICKS: Final = 4
LABEL_CHARS_MAX: Final = 32


class Bar(NamedTuple):
    """One bar: its label, its length, and what stands behind it."""

    label: str
    value: float
    text: str


class StripCell(NamedTuple):
    """One cell of a strip.

    Attributes:
        state: ok, differs or crc.
    """

    cell: int
    state: str
    text: str


class Strip(NamedTuple):
    """One replica, from its first window to its last.

    Attributes:
        width: how many cells the whole width is.
    """

    label: str
    width: int
    cells: Sequence[StripCell]


def bars(title: str, description: str, rows: Sequence[Bar]) -> str:
    """Draws horizontal bars in the rows' order, each with its number."""
    longest = max((row.value for row in rows), default=0) or 1
    room = WIDTH - LABEL_WIDTH - TEXT_WIDTH
    parts = []
    for number, row in enumerate(rows):
        y = number * ROW_HEIGHT
        width = max(1.0, row.value / longest * room)
        parts.append(
            f'<text x="{LABEL_WIDTH - 8}" y="{y + 15}" text-anchor="end">{_short(row.label)}</text>'
            f'<rect class="bar" x="{LABEL_WIDTH}" y="{y + 4}" width="{width:.1f}" height="{BAR_HEIGHT}" rx="2">'
            f"<title>{escape(row.label)}: {escape(row.text)}</title></rect>"
            f'<text class="value" x="{LABEL_WIDTH + width + 6:.1f}" y="{y + 15}">{escape(row.text)}</text>'
        )
    return _svg(title, description, len(rows) * ROW_HEIGHT, parts)


def columns(title: str, description: str, rows: Sequence[Bar]) -> str:
    """Draws columns over time, labelled below at the ends and some places between."""
    highest = max((row.value for row in rows), default=0) or 1
    step = WIDTH / max(1, len(rows))
    parts = [f'<line class="axis" x1="0" y1="{COLUMNS_HEIGHT}" x2="{WIDTH}" y2="{COLUMNS_HEIGHT}"/>']
    for number, row in enumerate(rows):
        height = max(1.0, row.value / highest * (COLUMNS_HEIGHT - 6))
        parts.append(
            f'<rect class="bar" x="{number * step:.2f}" y="{COLUMNS_HEIGHT - height:.1f}" '
            f'width="{max(0.5, min(step * 0.86, 40)):.2f}" height="{height:.1f}">'
            f"<title>{escape(row.label)}: {escape(row.text)}</title></rect>"
        )
    labelled = sorted({round(tick * (len(rows) - 1) / TICKS) for tick in range(TICKS + 1)}) if rows else []
    for number in labelled:
        anchor = "start" if number == 0 else "end" if number == len(rows) - 1 else "middle"
        x = number * step if anchor != "end" else min(WIDTH, number * step + 40)
        parts.append(
            f'<text x="{x:.1f}" y="{COLUMNS_HEIGHT + 18}" text-anchor="{anchor}">{escape(rows[number].label)}</text>'
        )
    return _svg(title, description, COLUMNS_HEIGHT + 24, parts)


def strips(title: str, description: str, rows: Sequence[Strip]) -> str:
    """Draws a line of cells for each replica; lines of the same width have equally wide cells."""
    parts = []
    for number, row in enumerate(rows):
        y = number * ROW_HEIGHT
        width = (WIDTH - LABEL_WIDTH) / max(1, row.width)
        parts.append(f'<text x="{LABEL_WIDTH - 8}" y="{y + 15}" text-anchor="end">{_short(row.label)}</text>')
        parts += (_strip_cell(one, LABEL_WIDTH + one.cell * width, y + 3, width) for one in _joined(row.cells))
    return _svg(title, description, len(rows) * ROW_HEIGHT, parts)


class _Wide(NamedTuple):
    """Neighbouring sound cells are one shape: a page of thousands of rectangles is slow."""

    cell: int
    cells: int
    state: str
    text: str


def _joined(cells: Iterable[StripCell]) -> list[_Wide]:
    joined: list[_Wide] = []
    for one in cells:
        last = joined[-1] if joined else None
        if last and one.state == last.state == "ok" and one.cell == last.cell + last.cells:
            joined[-1] = last._replace(cells=last.cells + 1, text="sound, and the same on all brokers")
        else:
            joined.append(_Wide(one.cell, 1, one.state, one.text))
    return joined


_FILLS: Final[Mapping[str, str]] = {"ok": "cell-ok", "differs": "cell-differs", "crc": "cell-crc"}


def _strip_cell(one: _Wide, x: float, y: float, width: float) -> str:
    wide = max(1.0, width * one.cells)
    shape = (
        f'<rect class="{_FILLS[one.state]}" x="{x:.2f}" y="{y}" width="{wide:.2f}" height="16">'
        f"<title>{escape(one.text)}</title></rect>"
    )
    if one.state == "crc":
        middle = x + wide / 2
        shape += f'<path class="mark" d="M{middle - 3:.1f} {y + 5}l6 6m0 -6l-6 6"/>'
    return shape


def _svg(title: str, description: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {max(height, 10):.0f}" preserveAspectRatio="xMinYMin meet" '
        f'aria-label="{escape(title, quote=True)}. {escape(description, quote=True)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
    )


def _short(label: str) -> str:
    shown = label if len(label) <= LABEL_CHARS_MAX else label[: LABEL_CHARS_MAX - 1] + "…"
    return escape(shown)
