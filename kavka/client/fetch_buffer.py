"""What a consumer knows of each partition: its position, and fetched bytes that were not handed out. No I/O.

    response ──► data: bytes of whole batches, checked ──take()──► records, decoded and cut at the position ──► user
                                                               the position moves here, not when bytes arrive

Bytes stay bytes until they are taken: a prefetched megabyte costs a megabyte, not ten thousand objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.records.batch import Record, iter_headers, iter_records, validate_batch
from kavka.timer.moments import MonotonicMs
from kavka.wire.read_committed import Aborted, committed_records

Buffer = bytes | memoryview


class ConsumerRecord(Record):
    """A record with the partition that it came from; key and value as the deserializers made them."""

    __slots__ = ("partition", "topic")

    key: Any
    value: Any

    def __init__(self, tp: TopicPartition, record: Record) -> None:
        super().__init__(
            record.offset, record.timestamp, record.timestamp_type, record.key, record.value, record.headers
        )
        self.topic = tp.topic
        self.partition = tp.partition

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConsumerRecord):
            return NotImplemented
        return (self.topic, self.partition) == (other.topic, other.partition) and all(
            getattr(self, name) == getattr(other, name) for name in Record.__slots__
        )

    __hash__ = None  # as Record's: keys and values may be anything


class PartitionState:
    """One assigned partition.

    Attributes:
        tp: Which.
        position: Offset of the next record to hand out; −1 while `start` has to be resolved first.
        start: `offsets.EARLIEST` or `LATEST`: what to resolve when `position` is −1.
        generation: Grows with every seek; responses to fetches of an older generation are dropped.
        high_watermark: The last one heard of; −1 before the first response.
        retry_at_ms: Monotonic time before which it is not fetched again, after an error.
        retry_count: Failed fetches in a row.
        is_paused: Whether it is neither fetched nor handed out.
        topic_id: Of the topic that the position is of; of zeros: unknown. A seek is to the topic that is there then.
    """

    __slots__ = (
        "_aborted",
        "_data",
        "_data_end",
        "_records",
        "_taken",
        "generation",
        "high_watermark",
        "is_paused",
        "log_start_offset",
        "position",
        "retry_at_ms",
        "retry_count",
        "start",
        "topic_id",
        "tp",
    )

    def __init__(self, tp: TopicPartition, *, start: int) -> None:
        self.tp = tp
        self.position = -1
        self.start = start
        self.generation = 0
        self.high_watermark = -1
        self.log_start_offset = -1
        self.retry_at_ms = MonotonicMs(0)
        self.retry_count = 0
        self.is_paused = False
        self.topic_id = ZERO_TOPIC_ID
        self._data: Buffer | None = None
        self._aborted: Sequence[Aborted] = ()
        self._data_end = -1
        self._records: list[Record] = []
        self._taken = 0
        # Invariant: _records[_taken:] have offsets >= position; when they are used up, position becomes _data_end.

    def seek(self, position: int, *, start: int) -> None:
        """Moves the position. Everything fetched, or being fetched, for the old position is dropped."""
        self.generation += 1
        self.position = position
        self.topic_id = ZERO_TOPIC_ID
        self.start = start
        self.retry_at_ms = MonotonicMs(0)
        self._data = None
        self._records = []
        self._taken = 0
        self._data_end = -1

    def pause(self) -> None:
        """Keeps position and fetched data where they are, until `resume`."""
        self.is_paused = True

    def resume(self) -> None:
        """Ends a pause."""
        self.is_paused = False

    def resolve(self, offset: int, *, generation: int) -> None:
        """Takes the offset that `start` stands for, unless it was sought since that generation."""
        if self.generation == generation and self.position < 0:
            self.position = max(0, offset)

    def is_of(self, topic_id: bytes) -> None:
        """Takes the id of the topic that the position is of."""
        assert self.topic_id == ZERO_TOPIC_ID, f"{self.tp} has an id already"
        self.topic_id = topic_id

    def fail(self, retry_at_ms: MonotonicMs) -> None:
        """Counts a failed fetch; the next one is not before a time."""
        self.retry_at_ms = retry_at_ms
        self.retry_count += 1

    def succeed(self) -> None:
        """Counts failures from 0 again."""
        self.retry_at_ms = MonotonicMs(0)
        self.retry_count = 0

    def hear(self, *, high_watermark: int, log_start_offset: int) -> None:
        """Takes the log's bounds as the leader has them."""
        self.high_watermark = high_watermark
        self.log_start_offset = log_start_offset

    @property
    def has_data(self) -> bool:
        """Tells whether `take` has buffered data to look at. It may turn out to hold no record for this position."""
        return self._data is not None or self._taken < len(self._records)

    @property
    def has_position_and_end(self) -> bool:
        """Tells whether its position and its high watermark are known."""
        return self.position >= 0 and self.high_watermark >= 0

    def offer(self, data: Buffer, aborted: Sequence[Aborted] = ()) -> bool:
        """Takes a fetch response's bytes; returns whether they hold a whole batch.

        Args:
            data: whole batches.
            aborted: the transactions whose records are not to be handed out, as the response has them.

        Raises:
            protocol.records.CorruptRecords: a checksum or a length is wrong.
        """
        assert not self.has_data
        end = -1
        for pos, header in iter_headers(data):
            validate_batch(data, pos, header, from_client=False)  # compaction leaves gaps in a batch
            end = header.next_offset
        if end <= self.position:
            return False
        self._data = data
        self._aborted = aborted
        self._data_end = end
        return True

    def take(self, count_max: int) -> list[Record]:
        """Hands out up to `count_max` records in order and moves the position past them.

        An empty list means that the batches held nothing for this position (control batches, aborted ones, or
        everything compacted away); the position moved past them all the same.
        """
        if self._data is not None:
            position = self.position
            records = list(committed_records(self._data, self._aborted) if self._aborted else iter_records(self._data))
            if records and records[0].offset < position:  # the first batch may begin before the position
                records = [record for record in records if record.offset >= position]
            self._records = records
            self._taken = 0
            self._data = None
        if self._taken == 0 and len(self._records) <= count_max:
            taken, self._records = self._records, []
        else:
            taken = self._records[self._taken : self._taken + count_max]
            self._taken += len(taken)
        if self._taken >= len(self._records):
            self._records = []
            self._taken = 0
            self.position = self._data_end
        else:
            self.position = taken[-1].offset + 1
        return taken
