"""Room on a connection: how many requests may be in flight, whether the socket takes more, and who waits for either.

More requests wait for their turn here, they do not pile up in the socket's buffer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from kavka.timer.clock import Clock


class Room:
    """The room of one connection.

    Args:
        in_flight_max: Requests without a response.
        clock: What deadlines go by.

    Attributes:
        waiters: Who waits for room, the first who came first.
    """

    __slots__ = ("_clock", "_in_flight_max", "_is_write_paused", "waiters")

    def __init__(self, in_flight_max: int, clock: Clock) -> None:
        assert in_flight_max > 0
        self.waiters: deque[asyncio.Future[None]] = deque()
        self._in_flight_max = in_flight_max
        self._clock = clock
        self._is_write_paused = False

    def is_there(self, in_flight: int) -> bool:
        """Tells whether another request may be written."""
        return not self._is_write_paused and in_flight < self._in_flight_max

    def pause(self) -> None:
        """Has everybody wait: the socket's buffer is full."""
        self._is_write_paused = True

    def resume(self) -> None:
        """Lets requests on again: the socket's buffer has room."""
        self._is_write_paused = False
        self.wake()

    def wake(self) -> None:
        """Has everybody who waits look again."""
        while self.waiters:
            waiter = self.waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)

    async def wait(self, must_wait: Callable[[], bool], *, timeout_ms: int) -> None:
        """Waits as long as one must.

        Args:
            must_wait: Asked each time that there may be room.
            timeout_ms: The deadline.

        Raises:
            TimeoutError: there was no room in time.
        """
        loop = asyncio.get_running_loop()
        async with self._clock.timeout(timeout_ms):
            while must_wait():
                waiter: asyncio.Future[None] = loop.create_future()
                self.waiters.append(waiter)
                await waiter
