"""Figures against n, and how they grow: the exponent of the straight line through them in logarithms.

    figure ~ n^e        e = 0: costs what changes, not what is there      e = 1: the work of n things      e > 1: worse

Not here: measuring (`growth`, `growth_idle`, `growth_coordinators`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

RIVAL: Final = "Kafka"
TOTAL_EXPONENT_MAX: Final = 1.05
"""What all of n things may grow with."""
IDLE_EXPONENT_MAX: Final = 0.1
"""What n things that are only there may grow with: 0, and what a noisy machine adds."""


@dataclass(frozen=True, slots=True)
class Series:
    """One figure at several n.

    Attributes:
        name: what was measured.
        unit: of the figures.
        is_idle: whether n counts what is only there, so that the figure should not grow.
        figures: by n; n > 0.
        rival: Apache Kafka's of the same run, where it was there.
    """

    name: str
    unit: str
    is_idle: bool
    figures: Mapping[int, float]
    rival: Mapping[int, float] = field(default_factory=dict)

    @property
    def aim(self) -> float:
        """Returns the exponent that the series should not exceed."""
        return IDLE_EXPONENT_MAX if self.is_idle else TOTAL_EXPONENT_MAX


def exponent(figures: Mapping[int, float]) -> float | None:
    """Returns the slope of log(figure) over log(n), by least squares; None where no line can be drawn."""
    points = [(math.log(n), math.log(figure)) for n, figure in figures.items() if n > 0 and figure > 0]
    if len({x for x, _ in points}) < 2:
        return None
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    above = sum((x - middle_x) * (y - middle_y) for x, y in points)
    return above / sum((x - middle_x) ** 2 for x, _ in points)


def table(series: Sequence[Series]) -> str:
    """Renders the figures by n, and what they grow with."""
    lines = ["| what | unit | figures by n | exponent | aim |", "|---|---|---|---:|---:|"]
    for one in series:
        lines.append(_line(one.name, one.unit, one.figures, f"{one.aim:g}"))
        if one.rival:
            lines.append(_line(f"{one.name}, {RIVAL}", one.unit, one.rival, ""))
    return "\n".join(lines)


def _line(name: str, unit: str, figures: Mapping[int, float], aim: str) -> str:
    by_n = ", ".join(f"{n:,}: {figure:,.3g}" for n, figure in figures.items())
    grows = exponent(figures)
    return f"| {name} | {unit} | {by_n} | {'' if grows is None else f'{grows:.2f}'} | {aim} |"
