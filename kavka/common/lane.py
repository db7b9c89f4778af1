"""Lets all large work of a process share one slice of each turn of the event loop, in turns.

    turn of the loop      │ 1        │ 2        │ 3        │ 4
    fetch of 200,000      │ ▓ 5 ms   │          │ ▓ 5 ms   │
    metadata of all       │          │ ▓ 5 ms   │          │ ▓ 5 ms
    small requests        │  ░░░     │  ░░░     │  ░░░     │  ░░░

`kavka.common.pace` bounds how long one piece of work holds the loop; fifty of them at once would still hold it fifty
slices long. Whoever enters here gets a pace whose `breathe` also lets the next in line have the next slice, so that
small requests wait for one slice however many large ones are in progress, and a small paced request overtakes large
ones.

A turn lasts until whoever has it awaits something: nobody holds the lane, so nobody can forget to give it back, and
work that awaits other work of the same lane (a slice of a request whose handler paces itself) does not wait for itself.

Not here: how large work is found and cut (`broker.big_requests`, the handlers), and how much of it there may be.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Final, TypeVar

from kavka.common.pace import SLICE_NS, Pace
from kavka.common.steps import Steps, at_once, in_slices

T = TypeVar("T")


ITEMS_IN_ONE_STEP_MAX: Final = 1_000
"""Items that are described, listed or looked through at once: a thousand take some milliseconds."""

ITEMS_IN_A_ROW_MAX: Final = 200
"""Items that are worked through at once by who does one such work after another: a dozen of them are to take no more
than a few milliseconds."""


class Lane:
    """Grants large work one slice of each turn of the loop.

    Args:
        ticks: a monotonic clock in nanoseconds.
        slice_ns: how long the loop may be held at a time, in nanoseconds.
    """

    __slots__ = ("_is_giving", "_slice_ns", "_ticks", "_waiting")

    def __init__(self, ticks: Callable[[], int] = time.perf_counter_ns, slice_ns: int = SLICE_NS) -> None:
        self._ticks = ticks
        self._slice_ns = slice_ns
        # First come, first served. Each piece of work stands in it once at most: connections bound them.
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._is_giving = False

    def enter(self) -> LanePace:
        """Returns a pace for a piece of work, for `async with`.

        It is to be left while the work waits for anything else.
        """
        return LanePace(self, self._ticks, self._slice_ns)

    def do_in_time(self, steps: Steps[T], *, items: int) -> T | Coroutine[Any, Any, T]:
        """Runs all steps: at once where items are few, else in slices.

        Args:
            steps: the work, some for each item.
            items: how many there are, at least.
        """
        return at_once(steps) if items <= ITEMS_IN_ONE_STEP_MAX else self.do(steps)

    async def do_for(self, steps: Steps[T], *, items: int) -> T:
        """Runs all steps as `do_in_time`, for a caller that is a coroutine already."""
        return at_once(steps) if items <= ITEMS_IN_ONE_STEP_MAX else await self.do(steps)

    async def carry_out(self, steps: Steps[T], *, items: int) -> T:
        """Runs all steps, at once where items are few, for a series of works.

        The bound is lower than `do_in_time`'s: many such works may follow each other.
        """
        return at_once(steps) if items <= ITEMS_IN_A_ROW_MAX else await self.do(steps)

    async def do(self, steps: Steps[T]) -> T:
        """Runs all steps in slices of this lane; returns the result."""
        async with self.enter() as pace:
            return await in_slices(steps, pace)

    async def wait_turn(self) -> None:
        """Waits for a turn, which lasts until the caller next awaits something."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if not self._is_giving:
            self._is_giving = True
            loop.call_soon(self._give, loop)
        await turn

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives the first in line its turn; the next has the next turn of the loop."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # it is where whoever stood in line was cancelled
                turn.set_result(None)
                break
        if self._waiting:
            loop.call_soon(self._give, loop)
        else:
            self._is_giving = False


class Lanes:
    """The lanes of a broker: what the controller and brokers say to each other waits for no client's work.

    Args:
        ticks: a monotonic clock in nanoseconds.

    Attributes:
        clients: for whatever clients ask for, and fetches of followers.
        control: for requests of controllers, and to them.
    """

    __slots__ = ("clients", "control")

    def __init__(self, ticks: Callable[[], int] = time.perf_counter_ns) -> None:
        self.clients = Lane(ticks)
        self.control = Lane(ticks)


class LanePace(Pace):
    """A pace that shares its slices with all others of its lane.

    Attributes:
        held_ns: how long the work has held the loop, in nanoseconds, in all its turns.
    """

    __slots__ = ("_began_ns", "_is_in", "_lane", "held_ns")

    def __init__(self, lane: Lane, ticks: Callable[[], int], slice_ns: int) -> None:
        super().__init__(ticks, slice_ns)
        self._lane = lane
        self._is_in = False
        self._began_ns = 0
        self.held_ns = 0

    async def __aenter__(self) -> LanePace:
        await self.turn()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    async def turn(self) -> None:
        """Waits for the next turn, however much of the slice is left."""
        self._end()
        await self._lane.wait_turn()
        self._is_in = True
        self._began_ns = self._ticks()
        self._ends_ns = self._began_ns + self._slice_ns

    async def breathe(self) -> None:
        """Gives the loop a turn, and the others of the lane theirs; does nothing while the slice is not used up."""
        if self.is_due():
            # Work of this size makes objects by the hundred thousand and frees others at the same rate. The collector
            # counts the difference, so it comes when all of them are young, and holds the loop for 0.1 s. Looked
            # through slice by slice they are few, and old by the next: no later collection looks at them again.
            gc.collect(1)
            await self.turn()

    async def away(self, waited_for: Awaitable[T]) -> T:
        """Awaits something else, whose time does not count as the work's."""
        self._end()
        result = await waited_for
        await self.turn()
        return result

    def _end(self) -> None:
        if self._is_in:
            self._is_in = False
            self.held_ns += self._ticks() - self._began_ns


def in_passes(steps: Steps[None], *, a_pass: int) -> None:
    """Runs some steps in each pass of the running loop, until none is left.

    It begins with the next pass, and is for cheap steps that nobody waits for and that cannot fail.

    Args:
        steps: the work.
        a_pass: how many are done in a pass.
    """
    loop = asyncio.get_running_loop()
    end = object()

    def go() -> None:
        for _ in range(a_pass):
            if next(steps, end) is end:
                return
        loop.call_soon(go)

    loop.call_soon(go)
