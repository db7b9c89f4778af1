"""The records that pass a filter, looked for through partitions in either direction: for GET /messages.

    partition   log start ──────────────┤ window ├──────── at ──── end        back: the newest first
                                          read forwards, what passes is kept; then the window before it

One request looks at `SCANNED_MAX` records or for `SCAN_MS_MAX`; it says how many it looked at, how many are left, and
where to go on. A window that time cuts off is read again by the next request, so nothing is left out. Whoever wants the
whole log asks again and again, and may stop at any time: nothing of a search is kept here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kavka.console.contents import shown
from kavka.console.windows import read_windows
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.client.consumer import Consumer
    from kavka.common.types import TopicPartition
    from kavka.console.filters import Filter
    from kavka.console.places import Places
    from kavka.protocol.records.batch import Record
    from kavka.timer.clock import Clock

SCANNED_MAX: Final = 20_000
"""Records that one request looks through, give or take a window."""
SCAN_MS_MAX: Final = 5_000
"""How long it looks, whatever it has found."""
WINDOW_MS_MAX: Final = 15_000
"""How long its first window may take: every request gets somewhere."""
WINDOW_OFFSETS: Final = 1_000
"""Offsets of one partition that are read in one go."""


class Search:
    """One request's look through the partitions of a topic.

    Args:
        consumer: reads; it is assigned by this.
        places: where to look; moved on by this.
        wanted: what is looked for.
        limit: how many records are wanted.
        clock: ends it.

    Attributes:
        scanned: records looked at.
        found: those that pass, as JSON shows them.
    """

    def __init__(self, consumer: Consumer, places: Places, *, wanted: Filter, limit: int, clock: Clock) -> None:
        self._consumer = consumer
        self._places = places
        self._wanted = wanted
        self._limit = limit
        self._clock = clock
        self.scanned = 0
        self.found: list[dict[str, Any]] = []

    async def run(self) -> None:
        """Searches until enough is found, all is looked at, or it is time to respond."""
        began_ms = self._clock.monotonic_ms()
        is_first = True
        while left := self._places.left():
            for tp in left:
                time_ms = WINDOW_MS_MAX if is_first else SCAN_MS_MAX
                if not await self._look(tp, share=max(1, self._limit // len(left)), until_ms=began_ms + time_ms):
                    return
                is_first = False
                if self.scanned >= SCANNED_MAX:
                    return
            if len(self.found) >= self._limit:
                return

    async def _look(self, tp: TopicPartition, *, share: int, until_ms: MonotonicMs) -> bool:
        """Looks through a partition's next window; False: time was over first."""
        places = self._places
        stretch = places.stretch(tp, WINDOW_OFFSETS)
        read = await read_windows(self._consumer, {tp: stretch}, self._judged, clock=self._clock, until_ms=until_ms)
        if read is None:
            return False
        matching = [record for _, record in read[tp] if record is not None]
        kept = matching[-share:] if places.is_back else matching[:share]
        edge = places.edge_behind(stretch)
        if len(kept) < len(matching):
            edge = kept[0]["offset"] if places.is_back else kept[-1]["offset"] + 1
        places.at[tp] = edge
        # What lies behind the last one that is kept is the next request's.
        self.scanned += sum(offset >= edge if places.is_back else offset < edge for offset, _ in read[tp])
        self.found += kept
        return True

    def _judged(self, tp: TopicPartition, record: Record) -> tuple[int, dict[str, Any] | None]:
        return record.offset, shown(record, tp.partition) if self._wanted.takes(record) else None
