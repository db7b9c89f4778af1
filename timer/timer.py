"""Timers for one owner: add, cancel, advance, and a count of what is outstanding. Kafka's SystemTimer.

It stands between the wheel, which only sorts entries by time, and the reaper, which only sleeps. It runs the callbacks
itself, one after the other, when it is told to advance; nothing here waits, and no thread is involved.

    Purgatory.try_complete_else_watch ─add→ Timer ─→ TimingWheel
                                            Timer ←advance─ Reaper ←woken by add, when the new timer is the earliest
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from timer.clock import Clock
from timer.completions import run_isolated
from timer.timing_wheel import MAX_DELAY_MS, NOWHERE, TimerEntry, TimingWheel

NEVER_MS: Final = 1 << 62
"""Later than any expiration."""


class TimerStatistics(NamedTuple):
    """What a timer held and did, at one moment."""

    outstanding: int
    added: int
    cancelled: int
    expired: int
    buckets_queued: int


class Timer:
    """Runs callbacks after a delay, from `advance` only, in the order of their expirations.

    Two timers of the same millisecond run in no promised order.

    Args:
        clock: read when a timer is added and when `advance` is called without a time.
    """

    __slots__ = ("_alarm", "_alarm_ms", "_cancelled", "_clock", "_expired", "_outstanding", "wheel")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.wheel = TimingWheel(clock.monotonic_ms())
        self._outstanding = 0
        self._cancelled = 0
        self._expired = 0
        self._alarm: Callable[[], None] | None = None
        self._alarm_ms = -1

    def __len__(self) -> int:
        """How many timers are outstanding: added, and neither run nor cancelled."""
        return self._outstanding

    def add(self, delay_ms: int, callback: Callable[[], None]) -> TimerEntry:
        """Runs `callback` once `delay_ms` has passed; at once, before this returns, when the delay is ≤ 0.

        Returns:
            The handle by which to cancel it.
        """
        if delay_ms <= 0:
            return self._expire_at_once(callback)
        if delay_ms > MAX_DELAY_MS:
            delay_ms = MAX_DELAY_MS
        expiration_ms = self._clock.monotonic_ms() + delay_ms
        entry = TimerEntry(expiration_ms, callback)
        # Never refused: the wheel's time is a past reading of the same clock.
        self.wheel.add(entry)
        self._outstanding += 1
        if expiration_ms < self._alarm_ms:
            self._ring()
        return entry

    def cancel(self, entry: TimerEntry) -> bool:
        """Stops a timer, also from within another's callback; False when it ran or was cancelled before."""
        if entry.callback is None:
            return False
        entry.callback = None
        self._cancelled += 1
        if self.wheel.remove(entry):
            self._outstanding -= 1
        return True

    def advance(self, now_ms: int | None = None) -> int:
        """Runs everything that has expired by now, the earliest first.

        What a callback adds waits for the next call, however short its delay, so a timer that renews itself cannot
        hold the loop. What a callback cancels does not run, even when it had expired as well.

        Returns:
            How many callbacks ran.
        """
        expired = self.wheel.advance(self._clock.monotonic_ms() if now_ms is None else now_ms)
        self._outstanding -= len(expired)
        ran = 0
        for entry in expired:
            callback = entry.callback
            if callback is not None:
                entry.callback = None
                ran += 1
                self._run(callback)
        return ran

    def next_expiration_ms(self) -> int | None:
        """The moment (of the monotonic clock) at which `advance` next has something to do; None: nothing is waiting."""
        return self.wheel.next_expiration_ms()

    def set_alarm(self, before_ms: int, alarm: Callable[[], None]) -> None:
        """Calls `alarm` once, when a timer is added that expires before `before_ms`: the sleeper must get up."""
        self._alarm_ms = before_ms
        self._alarm = alarm

    def clear_alarm(self) -> None:
        """Nobody sleeps: additions ring no alarm."""
        self._alarm_ms = -1
        self._alarm = None

    def statistics(self) -> TimerStatistics:
        """A snapshot of the counters."""
        return TimerStatistics(
            outstanding=self._outstanding,
            added=self._outstanding + self._cancelled + self._expired,
            cancelled=self._cancelled,
            expired=self._expired,
            buckets_queued=len(self.wheel.due),
        )

    def _ring(self) -> None:
        alarm = self._alarm
        self.clear_alarm()
        if alarm is not None:
            alarm()

    def _expire_at_once(self, callback: Callable[[], None]) -> TimerEntry:
        entry = TimerEntry(self._clock.monotonic_ms(), None)
        entry.next = entry.previous = NOWHERE
        self._run(callback)
        return entry

    def _run(self, callback: Callable[[], None]) -> None:
        self._expired += 1
        run_isolated(callback, "a timer's callback")
