"""How often something took how long: counts in slots of growing width, cheap enough for every request.

    1 ns  2  3  4  6  8  12  16  24  32 …      two slots for each doubling: a quantile is exact to a third

Plain integers and no library: what shows them reads the slots when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TIME_SLOTS: Final = 128
"""Two for each doubling of nanoseconds."""


def time_slot(time_ns: int) -> int:
    """Where a time is counted: the position of its highest bit, twice, and the bit below it."""
    bits = time_ns.bit_length()
    return 2 * bits + (time_ns >> (bits - 2) & 1) if bits > 1 else bits


def slot_end_ns(slot: int) -> int:
    """The time at which a slot ends, exclusive: that of the next one."""
    bits, half = divmod(slot, 2)
    return (3 + half) << (bits - 2) if bits > 1 else 1 << max(bits, half)


def quantile_ns(times: Sequence[int], quantile: float) -> float:
    """The time that so many stayed below: between the ends of the slot where that is; 0 when there were none."""
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
        """Once more."""
        self.count += 1
        self.total_ns += time_ns
        self.times[time_slot(time_ns)] += 1
        if time_ns > self.max_ns:
            self.max_ns = time_ns
