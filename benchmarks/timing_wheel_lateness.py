"""How late timers run: a real-time run with the reaper, and its histogram (`benchmarks.timing_wheel --plot`).

Lateness is the moment at which a callback ran less the moment at which its timer was to expire, by the same monotonic
clock, in fractions of a millisecond. A timer never runs early; a tick of 1 ms and the event loop's own resolution make
up to 2 ms of lateness on an idle machine.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kavka.timer.clock import SystemClock
from kavka.timer.moments import MonotonicMs
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 60
ADDED_AT_ONCE = 50
"""Timers added before the event loop turns again."""


def require_matplotlib() -> type[Figure]:
    """Returns the class that draws; ends the program with a sentence when matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        sys.exit("--plot needs matplotlib. Install it with:  pip install 'kavka[plot]'")
    return Figure


def measure(delays_ms: Sequence[int]) -> list[float]:
    """Runs one timer for each delay in real time; returns their lateness in milliseconds, in order of expiry."""
    return asyncio.run(_measure(delays_ms))


async def _measure(delays_ms: Sequence[int]) -> list[float]:
    clock = SystemClock()
    timer = Timer(clock)
    late_ms: list[float] = []
    done = asyncio.Event()

    def expire(at_ms: MonotonicMs) -> None:
        late_ms.append(time.monotonic() * 1000 - int(at_ms))
        if len(late_ms) == len(delays_ms):
            done.set()

    async with asyncio.TaskGroup() as group:
        reaping = group.create_task(Reaper(timer, clock).run())
        for number, delay_ms in enumerate(delays_ms):
            if number % ADDED_AT_ONCE == 0:
                await asyncio.sleep(0)  # as a broker does: adding all in one go would itself make the first ones late
            at_ms = clock.monotonic_ms() + delay_ms
            timer.add(delay_ms, partial(expire, at_ms))
        await done.wait()
        reaping.cancel()
    return late_ms


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def plot(figure_class: Any, late_ms: Sequence[float], path: Path, title: str) -> None:
    """Writes the histogram; the count is logarithmic, so that a single late one shows."""
    figure = figure_class(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.hist(late_ms, bins=BINS, log=True, color="#33617f")
    for share in (0.5, 0.99):
        at = percentile(late_ms, share)
        axes.axvline(at, color="#c0504d", linewidth=1)
        axes.annotate(f" p{share * 100:.0f} {at:.2f} ms", (at, 1), xycoords=("data", "axes fraction"), va="top")
    axes.set(title=title, xlabel="lateness against the schedule, ms", ylabel="timers")
    figure.savefig(path, dpi=150)
