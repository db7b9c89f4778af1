"""Lets all paced work of a process share one slice of each turn of the event loop, in turns.

    turn of the loop      │ 1        │ 2        │ 3        │ 4
    fetch of 200,000      │ ▓ 5 ms   │          │ ▓ 5 ms   │
    metadata of all       │          │ ▓ 5 ms   │          │ ▓ 5 ms
    small requests        │  ░░░     │  ░░░     │  ░░░     │  ░░░

`kavka.common.pace` bounds how long one piece of work holds the loop; fifty of them at once would still hold it fifty
slices long. Whoever enters here gets a pace whose `breathe` also lets the next in line have the next slice, so that
small requests wait for one slice however many large ones are in progress, and a small paced request overtakes large
ones.

Not here: how many large requests there may be (each connection has one in progress).
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Final, TypeVar

from kavka.common.pace import SLICE_NS, Pace
from kavka.common.steps import Steps, at_once, in_slices

T = TypeVar("T")


ITEMS_IN_ONE_STEP_MAX: Final = 1_000
"""Items that are described, listed or looked through at once: a thousand take some milliseconds."""


class Lane:
    """Hands out the one slice that paced work may have in each turn of the loop.

    Args:
        ticks: a monotonic clock in nanoseconds.
        slice_ns: how long the loop may be held at a time, in nanoseconds.
    """

    __slots__ = ("_slice_ns", "_ticks", "_turn")

    def __init__(self, ticks: Callable[[], int] = time.perf_counter_ns, slice_ns: int = SLICE_NS) -> None:
        self._ticks = ticks
        self._slice_ns = slice_ns
        # First come, first served: who gives its turn back stands at the end of the line.
        self._turn = asyncio.Semaphore(1)

    def enter(self) -> LanePace:
        """The pace of one piece of work, to be used with `async with`, and left while it waits for anything else."""
        return LanePace(self._ticks, self._slice_ns, self._turn)

    def do_in_time(self, steps: Steps[T], *, items: int) -> T | Coroutine[Any, Any, T]:
        """Does all steps, at once where there are few items.

        Args:
            steps: the work, some for each item.
            items: how many there are, at least.
        """
        return at_once(steps) if items <= ITEMS_IN_ONE_STEP_MAX else self.do(steps)

    async def do(self, steps: Steps[T]) -> T:
        """Does all steps in slices of this lane; returns their result."""
        async with self.enter() as pace:
            return await in_slices(steps, pace)


class LanePace(Pace):
    """A pace that shares its slices with all others of its lane.

    Attributes:
        held_ns: how long the work has held the loop, in nanoseconds, in all the times that it was entered.
    """

    __slots__ = ("_began_ns", "_is_in", "_turn", "held_ns")

    def __init__(self, ticks: Callable[[], int], slice_ns: int, turn: asyncio.Semaphore) -> None:
        super().__init__(ticks, slice_ns)
        self._turn = turn
        self._is_in = False
        self._began_ns = 0
        self.held_ns = 0

    async def __aenter__(self) -> LanePace:
        await self._begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_in:
            self._pause()
        self._end()

    async def breathe(self) -> None:
        """Gives the loop a turn, and the others of the lane theirs; does nothing while the slice is not used up."""
        if self.is_due():
            # Work of this size makes objects by the hundred thousand and frees others at the same rate. The collector
            # counts the difference, so it comes when all of them are young, and holds the loop for 0.1 s. Looked
            # through slice by slice they are few, and old by the next: no later collection looks at them again.
            gc.collect(1)
            # First the loop's turn, then the others': given up before, the next slice would be in this same turn.
            self._pause()
            await asyncio.sleep(0)
            self._end()
            await self._begin()

    async def away(self, waited_for: Awaitable[T]) -> T:
        """Waits for something else, and lets the others of the lane go on meanwhile."""
        self._pause()
        self._end()
        result = await waited_for
        await self._begin()
        return result

    async def _begin(self) -> None:
        await self._turn.acquire()
        self._is_in = True
        self._began_ns = self._ticks()
        self._ends_ns = self._began_ns + self._slice_ns

    def _pause(self) -> None:
        now_ns = self._ticks()
        self.held_ns += now_ns - self._began_ns
        self._began_ns = now_ns

    def _end(self) -> None:
        if self._is_in:  # not where it was cancelled while it stood in line
            self._is_in = False
            self._turn.release()
