"""How late timers run: a real-time run with the reaper, and its histogram.

Lateness is the moment at which a callback ran less the moment at which its timer was to expire, by the same monotonic
clock, in fractions of a millisecond. A timer never runs early; a tick of 1 ms and the event loop's own resolution make
up to 2 ms of lateness on an idle machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kavka.common.pace import pass_turn
from kavka.timer.clock import SystemClock
from kavka.timer.moments import MonotonicMs
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 60
ADDED_AT_ONCE = 50
"""Timers added before the event loop turns again."""


class PlotUnavailable(Exception):
    """What draws is not installed; the message says what to do."""


def require_matplotlib() -> type[Figure]:
    """Returns the class that draws.

    Raises:
        PlotUnavailable: matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotUnavailable("--plot needs matplotlib. Install it with:  pip install 'kavka[plot]'") from None
    return Figure


def measure(delays_ms: Sequence[int]) -> list[float]:
    """Runs one timer for each delay in real time; returns their lateness in ms."""
    return asyncio.run(_measure(delays_ms))


async def _measure(delays_ms: Sequence[int]) -> list[float]:
    clock = SystemClock()
    timer = Timer(clock)
    late_ms: list[float] = []
    done = asyncio.Event()

    def expire(at_ms: MonotonicMs) -> None:
        late_ms.append(time.monotonic_ns() / 1e6 - int(at_ms))
        if len(late_ms) == len(delays_ms):
            done.set()

    async with asyncio.TaskGroup() as group:
        reaping = group.create_task(Reaper(timer, clock).run())
        for number, delay_ms in enumerate(delays_ms):
            if number % ADDED_AT_ONCE == 0:
                await pass_turn()  # as a broker does: adding all in one go would itself make the first ones late
            at_ms = clock.monotonic_ms() + delay_ms
            timer.add(delay_ms, partial(expire, at_ms))
        await done.wait()
        reaping.cancel()
    return late_ms


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def percentiles_text(values_ms: Sequence[float]) -> str:
    """Returns the percentiles for a reader."""
    shares = ((0.5, "p50"), (0.99, "p99"), (0.999, "p99.9"), (1.0, "max"))
    return ", ".join(f"{name} {percentile(values_ms, share):.2f} ms" for share, name in shares)


def plot(figure_class: Any, values_ms: Sequence[float], path: Path, *, title: str, x: str, y: str) -> None:
    """Writes a histogram; the count is logarithmic, so that a single late one shows.

    Args:
        figure_class: what draws.
        values_ms: of what.
        path: the picture's file.
        title: stands above it.
        x: what the values are.
        y: what is counted.
    """
    figure = figure_class(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.hist(values_ms, bins=BINS, log=True, color="#33617f")
    for share in (0.5, 0.99):
        at = percentile(values_ms, share)
        axes.axvline(at, color="#c0504d", linewidth=1)
        axes.annotate(f" p{share * 100:.0f} {at:.2f} ms", (at, 1), xycoords=("data", "axes fraction"), va="top")
    axes.set(title=title, xlabel=x, ylabel=y)
    figure.savefig(path, dpi=150)
