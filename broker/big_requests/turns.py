"""Turns on the event loop: of all that big requests have to do, one slice is done in each pass of the loop.

    a pass of the loop                           a pass                    a pass
    │ sockets, timers, small requests, slice of A │ sockets, …, slice of B │ sockets, …, slice of A │

However many big requests there are, whoever is small waits for one slice at most. In order: whoever has had a turn
queues up behind the others.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from kavka.common.pace import SLICE_NS


class Turns:
    """Gives turns, one a pass of the loop.

    Args:
        ticks: a monotonic clock in nanoseconds.
        turn_ns: how long a turn should last at most.
    """

    __slots__ = ("_ends_ns", "_is_giving", "_ticks", "_turn_ns", "_waiting")

    def __init__(self, ticks: Callable[[], int], turn_ns: int = SLICE_NS) -> None:
        self._ticks = ticks
        self._turn_ns = turn_ns
        self._ends_ns = 0
        self._waiting: deque[asyncio.Future[None]] = deque()  # at most one of each big request that runs
        self._is_giving = False

    async def take(self) -> None:
        """Waits for a turn, which lasts until the caller next awaits something."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if not self._is_giving:
            self._is_giving = True
            loop.call_soon(self._give, loop)
        await turn
        self._ends_ns = self._ticks() + self._turn_ns

    def is_over(self) -> bool:
        """Whether the turn that the caller has should end: it takes another one, then, before it goes on."""
        return self._ticks() >= self._ends_ns

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever gave up has cancelled it
                turn.set_result(None)
                break
        if self._waiting:
            loop.call_soon(self._give, loop)
        else:
            self._is_giving = False
