"""Draws how everything grows: a panel a family, each series against its first figure, both axes logarithmic.

    times the first │        ╱ n: the work of n things may rise so
                    │      ╱
                    │    ╱ ___ what is only there should stay flat
                    └────────────── n

Not here: the figures and their exponents (`growth_fit`), what is measured (`growth`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.growth_fit import RIVAL, Series, exponent

PANEL_INCHES: Final = (6.5, 4.2)
COLUMNS: Final = 2
SHARED_PREFIX_MIN: Final = 2
"""So many series whose names begin with the same words before a colon share a panel."""
OTHERS: Final = "others"


def plot(figure_class: Any, series: Sequence[Series], path: Path) -> None:
    """Draws every family of series into one picture."""
    panels = families(series)
    rows = math.ceil(len(panels) / COLUMNS)
    figure = figure_class(figsize=(PANEL_INCHES[0] * COLUMNS, PANEL_INCHES[1] * rows), layout="constrained")
    for place, (title, members) in enumerate(panels.items()):
        axes = figure.add_subplot(rows, COLUMNS, place + 1)
        axes.set(title=title, xlabel="n", ylabel="times the first", xscale="log", yscale="log")
        _guides(axes, members)
        for one in members:
            name = one.name.removeprefix(f"{title}: ")
            _draw(axes, name, one.figures, "--" if one.is_idle else "-")
            _draw(axes, f"{name}, {RIVAL}", one.rival, ":")
        axes.legend(fontsize=6, loc="upper left")
    figure.savefig(path, dpi=120)


def families(series: Sequence[Series]) -> dict[str, list[Series]]:
    """Groups series by the words before their names' first colon, in the order in which they come."""
    found: dict[str, list[Series]] = {}
    for one in series:
        prefix, colon, _ = one.name.partition(": ")
        found.setdefault(prefix if colon else OTHERS, []).append(one)
    alone = [name for name, members in found.items() if len(members) < SHARED_PREFIX_MIN and name != OTHERS]
    for name in alone:
        found.setdefault(OTHERS, []).extend(found.pop(name))
    return found


def _guides(axes: Any, members: Sequence[Series]) -> None:
    """Draws what the panel is read against: flat, and as steep as n."""
    places = [n for one in members for n in one.figures if n > 0]
    if len(set(places)) > 1:
        first, last = min(places), max(places)
        axes.plot([first, last], [1, 1], color="0.8", linewidth=4, zorder=0)
        axes.plot([first, last], [1, last / first], color="0.8", linewidth=4, zorder=0)


def _draw(axes: Any, name: str, figures: Mapping[int, float], style: str) -> None:
    points = [(n, figure) for n, figure in figures.items() if n > 0 and figure > 0]
    grows = exponent(figures)
    if points:
        label = name if grows is None else f"{name}: {grows:.2f}"
        axes.plot(
            [n for n, _ in points], [figure / points[0][1] for _, figure in points], style, marker=".", label=label
        )
