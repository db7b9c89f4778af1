"""How often something took how long: counts in slots of growing width, cheap enough for every request.

    1 ns  2  3  4  6  8  12  16  24  32 …      two slots for each doubling: a quantile is exact to a third

Plain integers and no library: what shows them reads the slots when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TIME_SLOTS: Final = 128
"""Two for each doubling of nanoseconds."""

RECENT_MS: Final = 300_000
"""What `RecentTimes` calls recent: at least so long, at most twice: Kafka's reservoirs forget as fast."""


def time_slot(time_ns: int) -> int:
    """Returns the slot of a time: twice the position of its highest bit, plus the bit below it."""
    bits = time_ns.bit_length()
    return 2 * bits + (time_ns >> (bits - 2) & 1) if bits > 1 else bits


def slot_end_ns(slot: int) -> int:
    """Returns the exclusive end of a slot, where the next one begins."""
    bits, half = divmod(slot, 2)
    return (3 + half) << (bits - 2) if bits > 1 else 1 << max(bits, half)


def quantile_ns(times: Sequence[int], quantile: float) -> float:
    """Returns a quantile of the counted times, interpolated in its slot. 0.0 without any times."""
    total = sum(times)
    left = quantile * total
    for slot, count in enumerate(times):
        if count and count >= left:
            start = slot_end_ns(slot - 1) if slot else 0
            return start + (slot_end_ns(slot) - start) * left / count
        left -= count
    return 0.0


class TimeCounts:
    """One thing that takes time.

    Attributes:
        total_ns: over all `count` of them.
        times: how many took how long, by `time_slot`.
    """

    __slots__ = ("count", "max_ns", "times", "total_ns")

    def __init__(self) -> None:
        self.count = 0
        self.total_ns = 0
        self.max_ns = 0
        self.times = [0] * TIME_SLOTS

    def note(self, time_ns: int) -> None:
        """Counts a time."""
        self.count += 1
        self.total_ns += time_ns
        self.times[time_slot(time_ns)] += 1
        if time_ns > self.max_ns:
            self.max_ns = time_ns


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """One moment of a `RecentTimes`."""

    count: int
    """How many there ever were."""
    total_ns: int
    """Over all `count` of them."""
    recent: tuple[int, ...]
    """How many of the latest took how long, by `time_slot`."""


class RecentTimes:
    """Counts all of what takes time, and sorts by length what was lately.

    Two generations of slots take turns, so what was long ago leaves quantiles at a bounded cost in memory.

    Attributes:
        count: how many there ever were.
        total_ns: over all `count` of them.
    """

    __slots__ = ("_before", "_began_ms", "_now", "count", "total_ns")

    def __init__(self) -> None:
        self.count = 0
        self.total_ns = 0
        self._began_ms: int | None = None  # of `_now`; None: nothing was counted yet
        self._now = [0] * TIME_SLOTS
        self._before = [0] * TIME_SLOTS

    def note(self, time_ns: int, now_ms: int) -> None:
        """Counts a time, at a moment of a monotonic clock."""
        self._turn(now_ms)
        self.count += 1
        self.total_ns += time_ns
        self._now[time_slot(time_ns)] += 1

    def at(self, now_ms: int) -> Timed:
        """Returns the counts at a moment. The slots hold the last `RECENT_MS`, or up to twice as long."""
        self._turn(now_ms)
        recent = tuple(one + other for one, other in zip(self._now, self._before, strict=True))
        return Timed(count=self.count, total_ns=self.total_ns, recent=recent)

    def _turn(self, now_ms: int) -> None:
        if self._began_ms is None:
            self._began_ms = now_ms
        age_ms = now_ms - self._began_ms
        if age_ms < RECENT_MS:
            return
        self._before = self._now if age_ms < 2 * RECENT_MS else [0] * TIME_SLOTS
        self._now = [0] * TIME_SLOTS
        self._began_ms = now_ms
