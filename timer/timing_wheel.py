"""A hierarchical timing wheel: O(1) add and cancel for any number of outstanding timers. Kafka's, slot by slot.

It is not a scheduler: it knows no clock and runs nobody's code. `timer.timer.Timer` tells it what time it is and runs
what has expired; `timer.reaper` sleeps in between.

A level is a circle of 20 buckets. A bucket of the first level spans one tick (1 ms), so the level spans 20 ms; a bucket
of the next level spans all of the one below. The level's own time is the wheel's, cut down to the level's tick:

    level      1      2       3       4         5           6
    tick       1 ms   20 ms   400 ms  8 s       160 s       53 min
    spans      20 ms  400 ms  8 s     160 s     53 min      17.8 h

An entry goes to the first level whose span, counted from the level's own time, still covers its expiration, and there
into slot `expiration // tick % 20`. With the wheel at 0 (then at 400, then at 440):

    expires at   level, slot, the bucket's own expiration
         2       1     2      2
       350       2    17      340
       450       3     1      400     → at 400: level 2, slot 2, 440     → at 440: level 1, slot 10, 450

When a bucket of a higher level is due its entries are added again and so fall to a lower level, at most five times in
all. What lies beyond the last level waits in its furthest bucket and is looked at again when that one is due, so no
delay is too long. Kafka makes levels on demand and without end; six levels allocated ahead behave alike, and faster.

Buckets that hold something stand in a heap of plain ints (`expiration << 7 | bucket`), each at most once: empty ticks
cost nothing, and the heap never holds more than 120. A bucket is a doubly linked circle, its sentinel a `TimerEntry`
whose `expiration_ms` is the bucket's own. An entry is its own list node; off the wheel its links point to `NOWHERE`,
never at itself or a neighbour, so that a dropped entry is freed at once, without the garbage collector.

Typed and free of dynamic tricks, so that mypyc can compile it as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

TICK_MS: Final = 1
SLOTS: Final = 20
LEVELS: Final = 6

_TICK_2: Final = 20
_TICK_3: Final = 400
_TICK_4: Final = 8_000
_TICK_5: Final = 160_000
_TICK_6: Final = 3_200_000
_FURTHEST: Final = _TICK_6 * (SLOTS - 1)
"""The last level's furthest bucket, counted from the last level's own time."""

_BUCKET_BITS: Final = 7
_BUCKET_MASK: Final = 127
_NOT_QUEUED: Final = -1
"""A bucket's expiration while it is not in the heap."""

MAX_DELAY_MS: Final = 1 << 53
"""Longer delays are cut to this (285,000 years): `now + delay` then fits 63 bits whatever a client asks for."""


class TimerEntry:
    """One timer, and the list node by which its bucket holds it."""

    __slots__ = ("callback", "expiration_ms", "next", "previous")

    expiration_ms: int
    callback: Callable[[], None] | None
    """None once it ran or was cancelled."""
    previous: TimerEntry
    next: TimerEntry

    def __init__(self, expiration_ms: int, callback: Callable[[], None] | None) -> None:
        self.expiration_ms = expiration_ms
        self.callback = callback

    @property
    def is_pending(self) -> bool:
        """Whether it can still run: neither cancelled nor run yet."""
        return self.callback is not None


NOWHERE: Final = TimerEntry(_NOT_QUEUED, None)
"""What the links of an entry that lies in no bucket point to."""


class TimingWheel:
    """The levels, the heap of buckets, and the wheel's own time.

    Invariant: every bucket with an entry in it is in the heap; its expiration ≤ that of each of its entries, and lies
    within one turn of its level from the level's own time, so no two turns ever share a bucket.
    """

    __slots__ = ("_end_1", "_end_2", "_end_3", "_end_4", "_end_5", "buckets", "current_ms", "due")

    def __init__(self, start_ms: int) -> None:
        self.buckets: list[TimerEntry] = []
        for _ in range(LEVELS * SLOTS):
            bucket = TimerEntry(_NOT_QUEUED, None)
            bucket.previous = bucket.next = bucket
            self.buckets.append(bucket)
        self.due: list[int] = []
        self._set_clock(start_ms)

    def _set_clock(self, now_ms: int) -> None:
        """Moves the wheel's time, and with it where each level's span ends. Kept ready: `add` only compares."""
        self.current_ms = now_ms
        self._end_1 = now_ms + _TICK_2
        self._end_2 = now_ms - now_ms % _TICK_2 + _TICK_3
        self._end_3 = now_ms - now_ms % _TICK_3 + _TICK_4
        self._end_4 = now_ms - now_ms % _TICK_4 + _TICK_5
        self._end_5 = now_ms - now_ms % _TICK_5 + _TICK_6

    def add(self, entry: TimerEntry) -> bool:
        """Puts an entry into its bucket; False, and nothing done, when its time has come already."""
        expiration = entry.expiration_ms
        if expiration < self._end_2:
            if expiration < self._end_1:
                if expiration <= self.current_ms:
                    return False
                slot = expiration % 20
                start = expiration
            else:
                turn = expiration // _TICK_2
                slot = 20 + turn % 20
                start = turn * _TICK_2
        elif expiration < self._end_3:
            turn = expiration // _TICK_3
            slot = 40 + turn % 20
            start = turn * _TICK_3
        elif expiration < self._end_4:
            turn = expiration // _TICK_4
            slot = 60 + turn % 20
            start = turn * _TICK_4
        elif expiration < self._end_5:
            turn = expiration // _TICK_5
            slot = 80 + turn % 20
            start = turn * _TICK_5
        else:
            turn = min(expiration, self.current_ms - self.current_ms % _TICK_6 + _FURTHEST) // _TICK_6
            slot = 100 + turn % 20
            start = turn * _TICK_6
        bucket = self.buckets[slot]
        if bucket.expiration_ms != start:
            bucket.expiration_ms = start
            heappush(self.due, start << _BUCKET_BITS | slot)
        last = bucket.previous
        entry.next = bucket
        entry.previous = last
        last.next = entry
        bucket.previous = entry
        return True

    def remove(self, entry: TimerEntry) -> bool:
        """Takes an entry out of its bucket, wherever it lies; False when it lies in none.

        The bucket stays in the heap even when this leaves it empty: finding it there would not be O(1).
        """
        following = entry.next
        if following is NOWHERE:
            return False
        preceding = entry.previous
        preceding.next = following
        following.previous = preceding
        entry.next = entry.previous = NOWHERE
        return True

    def advance(self, now_ms: int) -> list[TimerEntry]:
        """Moves the time to `now_ms` and takes out all that has expired, the earliest first.

        A jump is walked bucket by bucket, in the order of their expirations, so the order holds whatever its size.
        Time that stands still, or goes back, changes nothing.
        """
        expired: list[TimerEntry] = []
        due = self.due
        while due and due[0] >> _BUCKET_BITS <= now_ms:
            head = heappop(due)
            start = head >> _BUCKET_BITS
            if start > self.current_ms:
                self._set_clock(start)
            bucket = self.buckets[head & _BUCKET_MASK]
            bucket.expiration_ms = _NOT_QUEUED
            entry = bucket.next
            # Emptied before anything is added again: an entry from beyond the last level may return to this bucket.
            bucket.next = bucket.previous = bucket
            while entry is not bucket:
                following = entry.next
                if not self.add(entry):
                    entry.next = entry.previous = NOWHERE
                    expired.append(entry)
                entry = following
        if now_ms > self.current_ms:
            self._set_clock(now_ms)
        return expired

    def next_expiration_ms(self) -> int | None:
        """When the next bucket that holds something is due; None when none does.

        A bucket of a higher level is due before its first entry expires: it has to be spread over the level below.
        """
        due = self.due
        while due:
            head = due[0]
            bucket = self.buckets[head & _BUCKET_MASK]
            if bucket.next is not bucket:
                return head >> _BUCKET_BITS
            heappop(due)
            bucket.expiration_ms = _NOT_QUEUED
        return None
