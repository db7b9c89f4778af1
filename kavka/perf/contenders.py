"""What a wheel is compared with: kavka's timer, asyncio's, and a heap with lazy deletion.

Each does the same with the same delays: adds timers, cancels them by their handles, runs those that are due. All read
the machine's clock once for each addition, and none keeps a cancelled timer's callback alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, Protocol

from kavka.timer.clock import SystemClock
from kavka.timer.timer import Timer

Handle = Any
"""What cancels a timer: each contender's own kind."""


class Contender(Protocol):
    """One way of keeping timers."""

    name: str

    def adder(self) -> Callable[[Any, Callable[[], None]], Handle]:
        """Returns the function that adds one timer, given its delay and its callback."""

    def delays(self, delays_ms: Sequence[int]) -> Sequence[float]:
        """Returns the delays in the unit that `adder` takes."""

    def canceller(self) -> Callable[[Handle], object]:
        """Returns the function that cancels one timer."""

    def sweep(self) -> None:
        """Forgets cancelled timers, where cancelling alone does not."""

    def expire_all(self, latest_ms: int) -> None:
        """Jumps beyond `latest_ms` from now and runs everything."""

    def close(self) -> None:
        """Releases the timers and whatever runs them."""


class Wheel:
    """kavka's: `Timer.add` and `Timer.cancel`, the public way."""

    name = "kavka"

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.timer = Timer(self.clock)

    def adder(self) -> Callable[[Any, Callable[[], None]], Handle]:
        """Returns the timer's own method."""
        return self.timer.add

    def delays(self, delays_ms: Sequence[int]) -> Sequence[float]:
        """Returns the milliseconds as they are."""
        return delays_ms

    def canceller(self) -> Callable[[Handle], object]:
        """Returns the timer's own method."""
        return self.timer.cancel

    def sweep(self) -> None:
        """Returns at once: cancelling is all."""

    def expire_all(self, latest_ms: int) -> None:
        """Expires all timers by one jump of the clock."""
        self.timer.advance(self.clock.monotonic_ms() + latest_ms + 1)
        assert len(self.timer) == 0

    def close(self) -> None:
        """Closes nothing."""


class Asyncio:
    """The event loop's `call_later` and `TimerHandle.cancel`; its heap is swept when the loop turns."""

    name = "asyncio"

    def __init__(self) -> None:
        self.loop = asyncio.SelectorEventLoop()

    def adder(self) -> Callable[[Any, Callable[[], None]], Handle]:
        """Returns the loop's own method."""
        return self.loop.call_later

    def delays(self, delays_ms: Sequence[int]) -> Sequence[float]:
        """Returns the delays in seconds."""
        return [delay / 1000 for delay in delays_ms]

    def canceller(self) -> Callable[[Handle], object]:
        """Returns the handle's own method."""
        return asyncio.TimerHandle.cancel

    def sweep(self) -> None:
        """Runs one turn of the loop: it drops cancelled handles when they are more than half."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def expire_all(self, latest_ms: int) -> None:
        """Expires all timers by one turn of the loop, with its clock set ahead."""
        later = self.loop.time() + latest_ms / 1000 + 1
        self.loop.time = lambda: later  # type: ignore[method-assign]
        self.sweep()

    def close(self) -> None:
        """Closes the loop."""
        self.loop.close()


class Heap:
    """`heapq` with lazy deletion: a cancelled record stays until it comes up, or until more are dead than alive."""

    name = "heapq"

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.heap: list[list[Any]] = []
        self.added = 0
        self.dead = 0

    def adder(self) -> Callable[[Any, Callable[[], None]], Handle]:
        """Returns what pushes a record [when, number, callback]."""
        return self._add

    def _add(self, delay_ms: int, callback: Callable[[], None]) -> list[Any]:
        self.added += 1
        record = [self.clock.monotonic_ms() + delay_ms, self.added, callback]
        heappush(self.heap, record)
        return record

    def delays(self, delays_ms: Sequence[int]) -> Sequence[float]:
        """Returns the milliseconds as they are."""
        return delays_ms

    def canceller(self) -> Callable[[Handle], object]:
        """Returns what takes the callback out of a record."""
        return self._cancel

    def _cancel(self, record: list[Any]) -> bool:
        if record[2] is None:
            return False
        record[2] = None
        self.dead += 1
        if self.dead * 2 > len(self.heap):
            self.heap = [alive for alive in self.heap if alive[2] is not None]
            heapify(self.heap)
            self.dead = 0
        return True

    def sweep(self) -> None:
        """Returns at once: the heap is swept while timers are cancelled."""

    def expire_all(self, latest_ms: int) -> None:
        """Pops everything that is due."""
        now_ms = self.clock.monotonic_ms() + latest_ms + 1
        heap = self.heap
        while heap and heap[0][0] <= now_ms:
            callback = heappop(heap)[2]
            if callback is not None:
                callback()

    def close(self) -> None:
        """Closes nothing."""


CONTENDERS: tuple[Callable[[], Contender], ...] = (Wheel, Asyncio, Heap)
