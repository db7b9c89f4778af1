"""Timers for one owner: add, cancel, advance, and a count of what is outstanding. Kafka's SystemTimer.

It is a timing wheel that has a clock and runs callbacks, one after the other, when `advance` is called; nothing here
waits, and no thread is involved. The reaper only sleeps until the next bucket is due.

    Purgatory.try_complete_else_watch ─add→ Timer, a TimingWheel
                                            Timer ←advance─ Reaper ←woken by add, when the new timer is the earliest
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from kavka.timer.completions import run_each_isolated
from kavka.timer.moments import MonotonicMs
from kavka.timer.readings import Readings
from kavka.timer.timing_wheel import NOWHERE, TimerEntry, TimingWheel

NEVER_MS: Final = 1 << 62
"""Later than any expiration."""


class TimerStatistics(NamedTuple):
    """What a timer held and did, at one moment."""

    outstanding: int
    added: int
    cancelled: int
    expired: int
    buckets_queued: int
    late_ms_total: int
    """How much later than asked for callbacks ran, summed; a tick of the first level is not late."""
    late_ms_max: int


class Timer(TimingWheel):
    """Runs callbacks after a delay, from `advance` only, in the order of their expirations.

    Two timers of the same millisecond run in no promised order.

    Args:
        clock: read when a timer is added and when `advance` is called without a time.
    """

    __slots__ = ("_added", "_alarm", "_alarm_ms", "_clock", "_late_ms_max", "_late_ms_total", "_ran")

    def __init__(self, clock: Readings) -> None:
        super().__init__(clock.monotonic_ms())
        self._clock = clock
        # Three counters, one for each thing that can happen to a timer: how many are outstanding follows from them.
        self._added = 0
        self._ran = 0
        self._late_ms_total = 0
        self._late_ms_max = 0
        self._alarm: Callable[[], None] | None = None
        self._alarm_ms = -1

    def __len__(self) -> int:
        """Counts the outstanding timers: added, and neither run nor cancelled."""
        return self._added - self._cancelled - self._ran

    def now_ms(self) -> MonotonicMs:
        """Returns the monotonic reading of the timer's clock."""
        return self._clock.monotonic_ms()

    def add(self, delay_ms: int, callback: Callable[[], None]) -> TimerEntry:
        """Runs `callback` once `delay_ms` has passed; at once, before this returns, when the delay is ≤ 0.

        No delay is too long, and none is refused: the wheel's time is a past reading of the same clock.

        Returns:
            The handle by which to cancel it.
        """
        if delay_ms <= 0:
            return self._expire_at_once(callback)
        expiration: int = self._clock.monotonic_ms() + delay_ms
        # TimingWheel.place, written out: the one call that a broker makes for each request that waits.
        if expiration < self._end_3:
            if expiration < self._end_2:
                if expiration < self._end_1:
                    turn = expiration
                    bucket = self._level_1[turn % 20]
                else:
                    turn = expiration // 20
                    bucket = self._level_2[turn % 20]
            else:
                turn = expiration // 400
                bucket = self._level_3[turn % 20]
        elif expiration < self._end_4:
            turn = expiration // 8_000
            bucket = self._level_4[turn % 20]
        elif expiration < self._end_5:
            turn = expiration // 160_000
            bucket = self._level_5[turn % 20]
        else:
            turn = self._furthest_turn(expiration)
            bucket = self._level_6[turn % 20]
        if bucket.turn != turn:
            self._queue(bucket, turn)
            # Whoever sleeps until a later bucket is due has seen no earlier one: only a bucket that is new can be it.
            if expiration < self._alarm_ms:
                self._ring()
        entry = TimerEntry()
        entry.expiration_ms = expiration
        entry.callback = callback
        entry.next = bucket
        entry.previous = last = bucket.previous
        last.next = entry
        bucket.previous = entry
        self._added += 1
        return entry

    def advance(self, now_ms: MonotonicMs | None = None, *, callbacks_max: int = NEVER_MS) -> int:
        """Runs everything that has expired by now, the earliest first.

        What a callback adds waits for the next call, however short its delay, so a timer that renews itself cannot
        hold the loop. What a callback cancels does not run, even when it had expired as well.

        Args:
            now_ms: of the timer's clock; None: what that says.
            callbacks_max: how many callbacks run at most; others that have expired are left to the next call.

        Returns:
            How many callbacks ran.
        """
        if now_ms is None:
            now_ms = self._clock.monotonic_ms()
        self.advance_clock(now_ms)
        return run_each_isolated(self._expired_callbacks(now_ms, callbacks_max), "a timer's callback")

    def _expired_callbacks(self, now_ms: MonotonicMs, callbacks_max: int) -> Iterator[Callable[[], None]]:
        count = 0
        while count < callbacks_max and (entry := self.take_expired()) is not None:
            callback = entry.callback
            entry.callback = None
            assert callback is not None, "a cancelled entry is in no list"
            self._ran += 1
            late_ms = now_ms - entry.expiration_ms
            self._late_ms_total += late_ms
            if late_ms > self._late_ms_max:
                self._late_ms_max = late_ms
            count += 1
            yield callback

    def set_alarm(self, alarm: Callable[[], None]) -> MonotonicMs | None:
        """Sets the callback for earlier additions, and returns when `advance` next has work.

        `alarm` is called once, when a timer is added that is due before all others: the task that sleeps must wake up.

        Returns:
            How long to sleep: the moment (of the monotonic clock) at which `advance` next has something to do; None:
            nothing is waiting.
        """
        next_ms = self.next_expiration_ms()
        self._alarm_ms = NEVER_MS if next_ms is None else next_ms
        self._alarm = alarm
        return None if next_ms is None else MonotonicMs(next_ms)

    def clear_alarm(self) -> None:
        """Removes the alarm, since no task sleeps: additions ring none."""
        self._alarm_ms = -1
        self._alarm = None

    def statistics(self) -> TimerStatistics:
        """Returns a snapshot of the counters."""
        return TimerStatistics(
            outstanding=len(self),
            added=self._added,
            cancelled=self._cancelled,
            expired=self._ran,
            buckets_queued=len(self.due),
            late_ms_total=self._late_ms_total,
            late_ms_max=self._late_ms_max,
        )

    def _ring(self) -> None:
        alarm = self._alarm
        assert alarm is not None, "no moment is due before that of no alarm"
        self.clear_alarm()
        alarm()

    def _expire_at_once(self, callback: Callable[[], None]) -> TimerEntry:
        entry = TimerEntry()
        entry.expiration_ms = self._clock.monotonic_ms()
        entry.callback = None
        entry.next = entry.previous = NOWHERE
        self._added += 1
        self._ran += 1
        run_each_isolated((callback,), "a timer's callback")
        return entry
