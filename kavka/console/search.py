"""The newest records that contain a text, looked for from the end of one partition or of all: for GET /messages.

    ?topic=T&partition=0&contains=text            from the end backwards
    ?topic=T&partition=all&contains=text          in every partition
    …&before=0:1200,2:88                          goes on where the last response's `before` stands

    partition   log start ──────────────┤ window ├──────── before ──── end
                                          read forwards, what it holds is kept; then the window before it

One request looks at `SCANNED_MAX` records or for `SCAN_MS_MAX`; it says how many it looked at, how many are left, and
where to go on. A window that time cuts off is read again by the next request, so nothing is left out.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError
from kavka.common.types import TopicPartition
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.client.consumer import Consumer
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
PARTITIONS_MAX: Final = 1_000
"""Partitions of a topic that are looked through; of more, one has to be named."""
POLL_MS: Final = 500

Found = list[tuple[TopicPartition, "Record"]]


class Search:
    """One request's look through the partitions of a topic.

    Args:
        consumer: reads; it is assigned by this.
        contains: what is looked for in keys and values.
        limit: how many records are wanted.
        clock: ends it.

    Attributes:
        scanned: records looked at.
        found: those that contain it.
        before: by partition, up to where it is still to be looked at, exclusive.
        beginnings: by partition, its log start offset.
    """

    def __init__(self, consumer: Consumer, *, contains: bytes, limit: int, clock: Clock) -> None:
        self._consumer = consumer
        self._contains = contains
        self._limit = limit
        self._clock = clock
        self.scanned = 0
        self.found: Found = []
        self.before: dict[TopicPartition, int] = {}
        self.beginnings: dict[TopicPartition, int] = {}

    async def run(self, partitions: list[TopicPartition], before: dict[int, int]) -> None:
        """Searches until enough is found, all is looked at, or it is time to respond.

        Args:
            partitions: where to look.
            before: by partition, where an earlier search stood; one that is not there is done, unless it is empty.
        """
        await self._consumer.assign(partitions)
        self.beginnings = await self._consumer.beginning_offsets(partitions)
        for tp, end in (await self._consumer.end_offsets(partitions)).items():
            stood = before.get(tp.partition, self.beginnings[tp]) if before else end
            self.before[tp] = max(self.beginnings[tp], min(stood, end))
        began_ms = self._clock.monotonic_ms()
        is_first = True
        while left := [tp for tp in partitions if self.before[tp] > self.beginnings[tp]]:
            for tp in left:
                time_ms = WINDOW_MS_MAX if is_first else SCAN_MS_MAX
                if not await self._look_back(tp, share=max(1, self._limit // len(left)), until_ms=began_ms + time_ms):
                    return
                is_first = False
                if self.scanned >= SCANNED_MAX:
                    return
            if len(self.found) >= self._limit:
                return

    async def _look_back(self, tp: TopicPartition, *, share: int, until_ms: MonotonicMs) -> bool:
        """Looks through the window before what was looked at; False: time was over first."""
        end = self.before[tp]
        position = max(self.beginnings[tp], end - WINDOW_OFFSETS)
        start = position
        await self._consumer.assign([tp])
        self._consumer.seek(tp, position)
        matching: list[Record] = []
        looked_at: list[int] = []
        while position < end:
            if self._clock.monotonic_ms() >= until_ms:
                return False
            got = (await self._consumer.poll(timeout_ms=POLL_MS, records_max=WINDOW_OFFSETS)).get(tp, [])
            if not got:  # transaction markers, what compaction took, or a slow broker
                position = max(position, await self._consumer.position(tp))
            for record in got:
                position = record.offset + 1
                if record.offset < end:
                    looked_at.append(record.offset)
                    if is_in(record, self._contains):
                        matching.append(record)
        kept = matching[-share:]
        self.before[tp] = kept[0].offset if len(kept) < len(matching) else start
        self.scanned += sum(offset >= self.before[tp] for offset in looked_at)  # the others are the next one's
        self.found += [(tp, record) for record in kept]
        return True

    def told(self) -> dict[str, Any]:
        """Describes how far the search got, so that a client can go on."""
        left = {tp: before - self.beginnings[tp] for tp, before in self.before.items() if before > self.beginnings[tp]}
        return {
            "scanned": self.scanned,
            "left": sum(left.values()),
            "before": ",".join(f"{tp.partition}:{self.before[tp]}" for tp in left) or None,
        }


def is_in(record: Record, contains: bytes) -> bool:
    """Tells whether a text stands in the key or the value; an empty one does in all."""
    return not contains or contains in (record.value or b"") or contains in (record.key or b"")


def parse_before(text: str) -> dict[int, int]:
    """Reads PARTITION:OFFSET,… as a response's `before` has it.

    Raises:
        HttpError: it is not that.
    """
    places: dict[int, int] = {}
    for part in filter(None, text.split(",")):
        partition, colon, offset = part.partition(":")
        if not (colon and partition.isdecimal() and offset.isdecimal() and len(partition) <= 9 and len(offset) <= 18):
            raise HttpError(HTTPStatus.BAD_REQUEST, f"before={text[:100]} is not PARTITION:OFFSET,…")
        places[int(partition)] = int(offset)
    return places
