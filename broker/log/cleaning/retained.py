"""Which batches and records of a compacted log stay: the rules, without any file.

Of a batch of records, each record with offset o and key k stays if

    Case A  o is behind what the offset map covers       it has not been compared with what follows
    Case B  the map has no later record of k, and        (later than o: at o or before, or none)
            it has a value, or is a tombstone whose batch has no delete horizon yet, or one that is not over
    else it goes; so does one without a key, and every record of an aborted transaction.

A tombstone is not kept for ever: the first time that its batch is cleaned, the batch gets its delete horizon, now +
`delete.retention.ms`, and a reader that began before that has seen it (KIP-534, KAFKA-4529). Likewise the marker of a
transaction of which nothing is left.

A batch of which no record stays goes altogether, unless

    Case C  it is its producer's last                    its sequence is what the next one is checked against
                                                         (KAFKA-5490); a marker, if the producer wrote nothing since
    Case D  it is the last before the cleaned part ends  the log's end would be forgotten with it (KAFKA-17076)

then its header stays. Precedents: Kafka's `Cleaner.cleanInto`, `MemoryRecords.filterTo`.
"""

from __future__ import annotations

from collections.abc import Mapping

from kavka.broker.log.cleaning.offset_map import OffsetMap
from kavka.broker.log.cleaning.transactions import TransactionReader
from kavka.protocol.records.batch import BatchHeader, ControlType, decode_control_key
from kavka.protocol.records.compaction import Span, empty_batch, iter_spans, rebuilt_batch
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import LENGTH_END
from kavka.protocol.records.reader import batch_payload
from kavka.timer.moments import WallMs


class ActiveProducer:
    """What a producer that the log still remembers wrote last.

    Attributes:
        last_offset: of its last record; None when it has written none in its epoch, only a marker.
        epoch: its epoch.
    """

    __slots__ = ("epoch", "last_offset")

    def __init__(self, last_offset: int | None, epoch: int) -> None:
        self.last_offset = last_offset
        self.epoch = epoch


class RecordFilter:
    """Says of one batch after the other, in order, what is left of it.

    Args:
        offset_map: where each key's last record is.
        transactions: gets every batch in this order.
        now_ms: wall clock.
        delete_retention_ms: how long tombstones and markers stay once they could go.
        active_producers: by producer id.
        end_offset: behind the part of the log that is cleaned (Case D).
    """

    __slots__ = (
        "_active_producers",
        "_delete_retention_ms",
        "_end_offset",
        "_now_ms",
        "_offset_map",
        "_transactions",
        "records_invalid",
        "records_read",
        "records_retained",
    )

    def __init__(
        self,
        offset_map: OffsetMap,
        transactions: TransactionReader,
        *,
        now_ms: WallMs,
        delete_retention_ms: int,
        active_producers: Mapping[int, ActiveProducer],
        end_offset: int,
    ) -> None:
        self._offset_map = offset_map
        self._transactions = transactions
        self._now_ms = now_ms
        self._delete_retention_ms = delete_retention_ms
        self._active_producers = active_producers
        self._end_offset = end_offset
        self.records_read = 0
        self.records_retained = 0
        self.records_invalid = 0

    def retained(self, buf: Buffer, pos: int, header: BatchHeader) -> Buffer | None:
        """Returns the bytes that are left of the batch at `pos`, unchanged or rebuilt; None for nothing.

        Raises:
            CorruptRecords: the batch is damaged. Nothing that is damaged is rewritten with a sound checksum.
        """
        payload = batch_payload(buf, pos, header, check_crc=True)
        self.records_read += header.record_count
        if header.is_control:
            left = self._retained_marker(buf, pos, header, payload)
        elif self._transactions.is_aborted(header):
            left = None
        else:
            left = self._retained_records(buf, pos, header, payload)
        if left is None and self._must_stay(header):
            return empty_batch(header)
        return left

    def _retained_marker(self, buf: Buffer, pos: int, header: BatchHeader, payload: bytes) -> Buffer | None:
        spans = list(iter_spans(payload, header.record_count))
        if not spans:
            return None
        if not self._transactions.is_done(header, marker_type(spans)):
            left = _whole(buf, pos, header)
        elif header.delete_horizon_ms is None:
            left = rebuilt_batch(header, payload, spans, delete_horizon_ms=self._now_ms + self._delete_retention_ms)
        elif header.delete_horizon_ms > self._now_ms:
            left = _whole(buf, pos, header)
        else:
            return None
        self.records_retained += len(spans)
        return left

    def _retained_records(self, buf: Buffer, pos: int, header: BatchHeader, payload: bytes) -> Buffer | None:
        if header.base_offset > self._offset_map.latest_offset:  # Case A for all of them
            self.records_retained += header.record_count
            return _whole(buf, pos, header) if header.record_count else None
        left, has_tombstones = self._retained_spans(header, payload)
        if not left:
            return None
        self.records_retained += len(left)
        sets_horizon = has_tombstones and header.delete_horizon_ms is None
        if len(left) == header.record_count and not sets_horizon:
            return _whole(buf, pos, header)
        horizon_ms = self._now_ms + self._delete_retention_ms if sets_horizon else None
        return rebuilt_batch(header, payload, left, delete_horizon_ms=horizon_ms)

    def _retained_spans(self, header: BatchHeader, payload: bytes) -> tuple[list[Span], bool]:
        """Selects the records that stay, and says whether there are tombstones among them."""
        latest_of, latest_offset = self._offset_map.get, self._offset_map.latest_offset
        horizon_ms, base_offset = header.delete_horizon_ms, header.base_offset
        keeps_tombstones = horizon_ms is None or horizon_ms > self._now_ms
        left: list[Span] = []
        has_tombstones = False
        for span in iter_spans(payload, header.record_count):
            offset = base_offset + span.offset_delta
            if offset <= latest_offset:
                key = span.key
                if key is None:
                    self.records_invalid += 1
                    continue
                if offset < latest_of(key) or not (span.has_value or keeps_tombstones):
                    continue
            left.append(span)
            has_tombstones = has_tombstones or not span.has_value
        return left, has_tombstones

    def _must_stay(self, header: BatchHeader) -> bool:
        if header.next_offset == self._end_offset:  # Case D
            return True
        producer = self._active_producers.get(header.producer_id) if header.producer_id >= 0 else None
        if producer is None:
            return False
        if producer.last_offset is not None:  # Case C
            return header.last_offset == producer.last_offset
        return header.is_control and header.producer_epoch == producer.epoch


def marker_type(spans: list[Span]) -> ControlType | None:
    """Reads the type of a control batch's marker; None for one of a later Kafka."""
    if len(spans) != 1:
        raise CorruptRecords(f"a control batch of {len(spans)} records")
    return decode_control_key(spans[0].key)


def _whole(buf: Buffer, pos: int, header: BatchHeader) -> Buffer:
    return memoryview(buf)[pos : pos + header.batch_length + LENGTH_END]
