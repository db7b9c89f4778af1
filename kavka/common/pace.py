"""Lets the event loop run whenever a piece of work has held it for long enough.

    for item in items:                                        ┌ slice ┐turn┌ slice ┐turn┌ sl
        …                                                     │ 5 ms  │ of │ 5 ms  │ of │ …
        if pace.is_due():                                     └───────┘all └───────┘all └──
            await pace.breathe()

Work that grows with what a peer asked for (items of a request, partitions of a cluster) is done in slices of time, not
of items: an item is cheap on one machine and dear on another. Small work never reaches the end of its first slice and
pays one reading of the clock a check. Between two slices anything may happen: what was checked before `breathe` is
checked again behind it.

Not here: work that blocks (that belongs to an executor), and how much of it there may be (that is whoever begins it).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

SLICE_NS: Final = 5_000_000
"""How long one slice may hold the loop: a quarter of the 20 ms that nobody shall wait for another's request, since an
item begun at the slice's end is finished, and other paced work has its slice in the same turn of the loop."""


async def pass_turn() -> None:
    """Lets whatever else is ready run before the caller goes on."""
    await asyncio.sleep(0)


class Pace:
    """Lets the loop run whenever a piece of work has held it for long enough.

    Args:
        ticks: a monotonic clock in nanoseconds.
        slice_ns: how long the loop may be held at a time, in nanoseconds.
    """

    __slots__ = ("_ends_ns", "_slice_ns", "_ticks")

    def __init__(self, ticks: Callable[[], int], slice_ns: int = SLICE_NS) -> None:
        self._ticks = ticks
        self._slice_ns = slice_ns
        self._ends_ns = ticks() + slice_ns

    def is_due(self) -> bool:
        """Tells whether the slice is used up. For loops that keep their fast path free of awaits."""
        return self._ticks() >= self._ends_ns

    async def breathe(self) -> None:
        """Gives the loop a turn and begins a new slice; does nothing while the slice is not used up."""
        if self._ticks() >= self._ends_ns:
            await asyncio.sleep(0)
            self._ends_ns = self._ticks() + self._slice_ns
