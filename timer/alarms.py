"""Who waits for a clock that is moved by hand: calls that are due at some reading of it, and waiting over them.

    call_later ─▶ Alarm ─▶ Alarms, by due time, then by insertion ─▶ ring_next / ring_due, by whoever moves the clock
    sleep   ─▶ a future that an alarm resolves
    timeout ─▶ asyncio's own, that an alarm sets off: whoever hangs within gets its TimeoutError

`AlarmClock` is what `timer.manual_clock.ManualClock` and `timer.dev_clock.DevClock` have in common. Not here: their
readings, and who moves them.
"""

from __future__ import annotations

import asyncio
import heapq
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from math import ceil
from types import TracebackType

from kavka.timer.moments import MonotonicMs


class Alarm:
    """A call that is due at some time of a clock."""

    __slots__ = ("_callback", "due_ms")

    def __init__(self, due_ms: MonotonicMs, callback: Callable[[], object]) -> None:
        self.due_ms = due_ms
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Cancels the alarm, so that it does not ring any more. After it has rung nothing happens."""
        self._callback = None

    @property
    def is_cancelled(self) -> bool:
        """Tells whether the alarm was cancelled or has rung."""
        return self._callback is None

    def ring(self) -> None:
        """Runs the alarm's callback, once."""
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


class Alarms:
    """The alarms of one clock, the next one first."""

    __slots__ = ("_count", "_heap")

    def __init__(self) -> None:
        self._heap: list[tuple[MonotonicMs, int, Alarm]] = []
        self._count = 0

    def add(self, alarm: Alarm) -> None:
        """Adds an alarm, behind those of the same moment."""
        self._count += 1
        heapq.heappush(self._heap, (alarm.due_ms, self._count, alarm))

    def next_due_ms(self) -> MonotonicMs | None:
        """Returns when the next alarm is due; None: there is none."""
        while self._heap and self._heap[0][2].is_cancelled:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def ring_next(self) -> None:
        """Rings the next alarm, due or not."""
        assert self._heap
        heapq.heappop(self._heap)[2].ring()

    def ring_due(self, now_ms: MonotonicMs) -> int:
        """Rings what is due by now, and counts it; what that adds waits for the next call."""
        due = []
        while self._heap and self._heap[0][0] <= now_ms:
            due.append(heapq.heappop(self._heap)[2])
        for alarm in due:
            alarm.ring()
        return len(due)


class AlarmClock(ABC):
    """Waits by alarms; a subclass has the readings and rings."""

    __slots__ = ("_alarms",)

    def __init__(self) -> None:
        self._alarms = Alarms()

    @abstractmethod
    def monotonic_ms(self) -> MonotonicMs:
        """Returns the reading that alarms go by."""

    def call_later(self, delay_ms: float, callback: Callable[[], object]) -> Alarm:
        """Calls `callback` when this clock has advanced by `delay_ms`; see `Clock`."""
        alarm = Alarm(self.monotonic_ms() + max(0, ceil(delay_ms)), callback)
        if delay_ms <= 0:  # no time has to pass, so a clock that stands does not hold it up
            asyncio.get_running_loop().call_soon(alarm.ring)
        else:
            self._alarms.add(alarm)
            self._added()
        return alarm

    def _added(self) -> None:  # noqa: B027 - a clock that only its owner moves has nothing to do
        """Is called after an alarm was added, which may be the next."""

    async def sleep(self, delay_ms: float) -> None:
        """Sleeps until this clock has advanced by `delay_ms`."""
        waiter = asyncio.get_running_loop().create_future()
        alarm = self.call_later(delay_ms, lambda: None if waiter.done() else waiter.set_result(None))
        try:
            await waiter
        finally:
            alarm.cancel()

    def timeout(self, delay_ms: float | None) -> AbstractAsyncContextManager[object]:
        """Raises TimeoutError in whoever is within when this clock has advanced by `delay_ms`."""
        if delay_ms is None or delay_ms <= 0:
            return asyncio.timeout(delay_ms)
        return _AlarmTimeout(self, delay_ms)


class _AlarmTimeout:
    """asyncio's timeout without a time of its own: an alarm sets it off."""

    __slots__ = ("_alarm", "_clock", "_delay_ms", "_timeout")

    def __init__(self, clock: AlarmClock, delay_ms: float) -> None:
        self._clock = clock
        self._delay_ms = delay_ms
        self._timeout = asyncio.timeout(None)
        self._alarm: Alarm | None = None

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._alarm = self._clock.call_later(self._delay_ms, self._expire)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._alarm is not None
        self._alarm.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _expire(self) -> None:
        self._timeout.reschedule(asyncio.get_running_loop().time())
