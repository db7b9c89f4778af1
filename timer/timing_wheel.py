"""A hierarchical timing wheel: O(1) add and cancel for any number of outstanding timers. Kafka's, slot by slot.

It is not a scheduler: it knows no clock and runs nobody's code. `timer.timer.Timer` passes it the time and runs
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
cost nothing, and the heap never holds more than 120. A bucket is a doubly linked circle that begins and ends at the
`Bucket` itself. An entry is its own list node; off the wheel its links point to `NOWHERE`, never at itself or a
neighbour, so that a dropped entry is freed at once, without the garbage collector. Cancelling therefore touches an
entry, its two neighbours, and nothing else: three lines of the processor's cache.

What has expired is moved to one more circle, `expired`, in the order of expirations, and taken from there one by one:
until it is taken it can be cancelled like any other.

Typed and free of dynamic tricks: mypyc compiles it as it stands (`make compiled`, docs/decisions/0011).
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

_BUCKET_BITS: Final = 7
_BUCKET_MASK: Final = 127
_NOT_QUEUED: Final = -(1 << 60)
"""A bucket's turn while it is not in the heap: no clock counts that far back."""


class TimerEntry:
    """One timer, and the list node by which its bucket holds it.

    It has no `__init__`: whoever makes one sets all four, which takes half the time.
    """

    __slots__ = ("callback", "expiration_ms", "next", "previous")

    expiration_ms: int
    callback: Callable[[], None] | None
    """None once it ran or was cancelled."""
    previous: TimerEntry
    next: TimerEntry

    @property
    def is_pending(self) -> bool:
        """Tells whether the entry can still run: neither cancelled nor run yet."""
        return self.callback is not None


class Bucket(TimerEntry):
    """What its entries' circle begins and ends at. Its `expiration_ms` is the bucket's own: when it has to be emptied.

    Args:
        index: its place among all buckets, 0 to 119: the level and the slot.
        tick_ms: how long it spans.
    """

    __slots__ = ("index", "tick_ms", "turn")

    def __init__(self, index: int, tick_ms: int) -> None:
        self.index = index
        self.tick_ms = tick_ms
        self.turn = _NOT_QUEUED
        """Which of its level's ticks, counted from time 0, it stands for at present."""
        self.expiration_ms = _NOT_QUEUED
        self.callback = None
        self.previous = self.next = self


def _nowhere() -> TimerEntry:
    entry = TimerEntry()
    entry.expiration_ms = _NOT_QUEUED
    entry.callback = None
    return entry


NOWHERE: Final = _nowhere()
"""What the links of an entry that lies in no bucket point to."""


def _count(bucket: Bucket) -> int:
    """Counts the entries in a bucket."""
    count = 0
    entry = bucket.next
    while entry is not bucket:
        count += 1
        entry = entry.next
    return count


class TimingWheel:
    """The levels, the heap of buckets, and the wheel's own time.

    Invariant: every bucket with an entry in it is in the heap; its expiration ≤ that of each of its entries, and lies
    within one turn of its level from the level's own time, so no two turns ever share a bucket.

    Args:
        start_ms: the time at which the wheel begins.
    """

    __slots__ = (
        "_cancelled",
        "_end_1",
        "_end_2",
        "_end_3",
        "_end_4",
        "_end_5",
        "_level_1",
        "_level_2",
        "_level_3",
        "_level_4",
        "_level_5",
        "_level_6",
        "buckets",
        "current_ms",
        "due",
        "expired",
    )

    def __init__(self, start_ms: int) -> None:
        ticks = [TICK_MS, _TICK_2, _TICK_3, _TICK_4, _TICK_5, _TICK_6]
        self.buckets = [Bucket(index, ticks[index // SLOTS]) for index in range(LEVELS * SLOTS)]
        self._level_1 = self.buckets[0:20]
        self._level_2 = self.buckets[20:40]
        self._level_3 = self.buckets[40:60]
        self._level_4 = self.buckets[60:80]
        self._level_5 = self.buckets[80:100]
        self._level_6 = self.buckets[100:120]
        self.expired = Bucket(LEVELS * SLOTS, 0)
        self.due: list[int] = []
        self._cancelled = 0
        self._set_clock(start_ms)

    def _set_clock(self, now_ms: int) -> None:
        """Moves the wheel's time, and with it where each level's span ends. Kept ready: `place` only compares."""
        self.current_ms = now_ms
        self._end_1 = now_ms + _TICK_2
        self._end_2 = now_ms - now_ms % _TICK_2 + _TICK_3
        self._end_3 = now_ms - now_ms % _TICK_3 + _TICK_4
        self._end_4 = now_ms - now_ms % _TICK_4 + _TICK_5
        self._end_5 = now_ms - now_ms % _TICK_5 + _TICK_6

    def place(self, entry: TimerEntry) -> bool:
        """Puts an entry into its bucket; False, and nothing done, when its time has come already.

        `timer.timer.Timer.add` has this written out once more: a call would be a tenth of it.
        """
        expiration = entry.expiration_ms
        if expiration < self._end_3:
            if expiration < self._end_2:
                if expiration < self._end_1:
                    if expiration <= self.current_ms:
                        return False
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
        last = bucket.previous
        entry.next = bucket
        entry.previous = last
        last.next = entry
        bucket.previous = entry
        return True

    def _furthest_turn(self, expiration_ms: int) -> int:
        """Returns the turn of the last level in which an entry waits: its own, or the last that there is."""
        return min(expiration_ms // _TICK_6, self.current_ms // _TICK_6 + SLOTS - 1)

    def _queue(self, bucket: Bucket, turn: int) -> None:
        """Gives a bucket its turn, and its place in the heap."""
        bucket.turn = turn
        bucket.expiration_ms = turn * bucket.tick_ms
        heappush(self.due, bucket.expiration_ms << _BUCKET_BITS | bucket.index)

    def cancel(self, entry: TimerEntry) -> bool:
        """Removes an entry, wherever it lies, so that it never runs; False when it ran or was cancelled before.

        The bucket stays in the heap even when this leaves it empty: finding it there would not be O(1).
        """
        following = entry.next
        if following is NOWHERE:
            return False
        preceding = entry.previous
        preceding.next = following
        following.previous = preceding
        entry.next = entry.previous = NOWHERE
        entry.callback = None
        self._cancelled += 1
        return True

    def advance_clock(self, now_ms: int) -> None:
        """Moves the time to `now_ms` and all expired entries to the circle `expired`.

        The earliest comes first: a jump is walked bucket by bucket, in the order of their expirations, so the order
        holds whatever its size. Time that does not advance, or goes back, changes nothing.
        """
        due = self.due
        while due and due[0] >> _BUCKET_BITS <= now_ms:
            head = heappop(due)
            start = head >> _BUCKET_BITS
            if start > self.current_ms:
                self._set_clock(start)
            bucket = self.buckets[head & _BUCKET_MASK]
            bucket.turn = _NOT_QUEUED
            first = bucket.next
            if first is not bucket:
                last = bucket.previous
                bucket.next = bucket.previous = bucket
                if bucket.index < SLOTS:
                    self._expire_all(first, last)
                else:
                    self._spread(first, bucket)
        if now_ms > self.current_ms:
            self._set_clock(now_ms)

    def _expire_all(self, first: TimerEntry, last: TimerEntry) -> None:
        """Expires a bucket of the first level as it hangs together: it spans one tick, so all of it is due."""
        expired = self.expired
        before = expired.previous
        before.next = first
        first.previous = before
        last.next = expired
        expired.previous = last

    def _spread(self, entry: TimerEntry, bucket: Bucket) -> None:
        """Adds a higher bucket's entries again, from `entry` up to the bucket's own end."""
        while entry is not bucket:
            following = entry.next
            if not self.place(entry):
                self._expire_all(entry, entry)
            entry = following

    def levels(self) -> list[list[int]]:
        """Counts the entries of each bucket, level by level, in the order of the slots; walks every entry."""
        counts = [_count(bucket) for bucket in self.buckets]
        return [counts[start : start + SLOTS] for start in range(0, len(counts), SLOTS)]

    def take_expired(self) -> TimerEntry | None:
        """Takes out the earliest entry that has expired, with its callback still in it; None: no more."""
        expired = self.expired
        entry = expired.next
        if entry is expired:
            return None
        following = entry.next
        expired.next = following
        following.previous = expired
        entry.next = entry.previous = NOWHERE
        return entry

    def next_expiration_ms(self) -> int | None:
        """Returns the moment at which the next non-empty bucket is due; None when none is.

        A bucket of a higher level is due before its first entry expires: it has to be spread over the level below.
        """
        due = self.due
        while due:
            head = due[0]
            bucket = self.buckets[head & _BUCKET_MASK]
            if bucket.next is not bucket:
                return head >> _BUCKET_BITS
            heappop(due)
            bucket.turn = _NOT_QUEUED
        return None
