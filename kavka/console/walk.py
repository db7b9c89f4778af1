"""Records of several partitions as one list by time, the newest or the oldest first: for GET /messages.

    t-0  … 12:00:07  12:00:09 ┐
    t-1  … 12:00:02  12:00:08 ├─▶ 12:00:09 t-0, 12:00:08 t-1, 12:00:07 t-0, …
    t-2            … 11:40:00 ┘

A few records of each partition are at hand, all of one kind read in one go; the next by time is taken until the page is
full, and whichever partition runs out is read on. Within a partition the order is that of offsets, whatever its
records' timestamps say. What was read and not taken is the next page's.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from kavka.console.contents import CONTENT_BYTES_MAX, shown
from kavka.console.search import SCAN_MS_MAX, WINDOW_MS_MAX, WINDOW_OFFSETS
from kavka.console.windows import read_windows
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.client.consumer import Consumer
    from kavka.common.types import TopicPartition
    from kavka.console.places import Places
    from kavka.protocol.records.batch import Record
    from kavka.timer.clock import Clock

AT_HAND_MIN: Final = 5
"""Offsets of a partition that are read in one go, at least."""


class MergedWalk:
    """One page of records.

    Args:
        consumer: reads; it is assigned by this.
        places: where to read; moved on by this.
        limit: how many records are wanted.
        clock: ends it.
        bytes_max: of a key or value.

    Attributes:
        found: the page's records in order, as JSON shows them.
    """

    def __init__(
        self,
        consumer: Consumer,
        places: Places,
        *,
        limit: int,
        clock: Clock,
        bytes_max: int = CONTENT_BYTES_MAX,
    ) -> None:
        self._consumer = consumer
        self._places = places
        self._limit = limit
        self._clock = clock
        self._bytes_max = bytes_max
        self._at_hand: dict[TopicPartition, deque[dict[str, Any]]] = {tp: deque() for tp in places.at}
        self._edges = dict(places.at)
        self.found: list[dict[str, Any]] = []

    async def run(self) -> None:
        """Takes records until the page is full, all are taken, or time is over."""
        began_ms = self._clock.monotonic_ms()
        size = min(self._limit, max(AT_HAND_MIN, 2 * self._limit // max(1, len(self._at_hand))))
        time_ms = WINDOW_MS_MAX
        while len(self.found) < self._limit:
            while dry := [tp for tp, at_hand in self._at_hand.items() if not at_hand and self._is_more(tp)]:
                if not await self._read(dry, size, began_ms + time_ms):
                    return
                size, time_ms = min(size * 2, WINDOW_OFFSETS), SCAN_MS_MAX
            if not self._take():
                return

    def _is_more(self, tp: TopicPartition) -> bool:
        return self._places.is_left(tp, self._edges[tp])

    async def _read(self, partitions: list[TopicPartition], size: int, until_ms: MonotonicMs) -> bool:
        """Reads partitions on that have nothing at hand; False: time was over first."""
        stretches = {tp: self._places.stretch(tp, size, self._edges[tp]) for tp in partitions}
        read = await read_windows(self._consumer, stretches, self._shown, clock=self._clock, until_ms=until_ms)
        if read is None:
            return False
        for tp, stretch in stretches.items():
            self._at_hand[tp].extend(read[tp])
            self._edges[tp] = self._places.edge_behind(stretch)
            if not read[tp]:  # nothing that is shown: transaction markers, what compaction took
                self._places.at[tp] = self._edges[tp]
        return True

    def _take(self) -> bool:
        """Takes the next record by time; False: there is none."""
        is_back = self._places.is_back
        heads = [(at_hand[-1 if is_back else 0], tp) for tp, at_hand in self._at_hand.items() if at_hand]
        if not heads:
            return False
        best = max if is_back else min
        record, tp = best(heads, key=lambda head: (head[0]["timestamp_ms"], head[0]["offset"]))
        at_hand = self._at_hand[tp]
        if is_back:
            at_hand.pop()
        else:
            at_hand.popleft()
        self.found.append(record)
        taken_up_to = record["offset"] if is_back else record["offset"] + 1
        self._places.at[tp] = taken_up_to if at_hand else self._edges[tp]
        return True

    def _shown(self, tp: TopicPartition, record: Record) -> dict[str, Any]:
        return shown(record, tp.partition, bytes_max=self._bytes_max)
