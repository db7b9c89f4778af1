"""What compaction does to one batch v2: some of its records are left out, all else stays as it was.

    batch ─▶ payload, inflated ─▶ iter_spans ─▶ those that stay ─▶ rebuilt_batch ─▶ deflated, new checksum
                                                └─ none of them ─▶ empty_batch: a header that keeps the offsets and the
                                                                   producer's last sequence

A record's bytes hold only differences to the header, so those that stay are copied as they are: nothing is decoded but
where a record ends, its key, and whether it has a value. Base offset, last offset delta and sequence stay, for offsets
and sequences are counted from them; the maximum timestamp becomes that of what is left. Only the delete horizon, which
takes the base timestamp's place (KIP-534), makes the time differences be written anew, once in a batch's life.

Which records stay is not decided here. Precedents: Kafka's `MemoryRecords.filterTo`, `DefaultRecordBatch.
writeEmptyHeader`; Kafka takes the first remaining record's timestamp for the base, which no reader can tell.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import (
    COMPRESSION_MASK,
    CRC_START,
    DELETE_HORIZON_FLAG,
    LENGTH_END,
    LOG_APPEND_TIME_FLAG,
    BatchHeader,
)
from kavka.protocol.records.record import NO_TIMESTAMP
from kavka.protocol.records.varint import VARINT_BITS, VARLONG_BITS, encode_varint, finish_uvarint

_OUTSIDE_CRC = struct.Struct(">qiibI")
_INSIDE_CRC = struct.Struct(">hiqqqhii")


class Span(NamedTuple):
    """Where one record is within its batch's payload, and what compaction asks about it.

    Attributes:
        start: of its first byte, the length's.
        end: behind its last byte.
        timestamp_delta: to the header's base timestamp.
        offset_delta: to the header's base offset.
        key: None for a record without one.
        has_value: False for a tombstone.
    """

    start: int
    end: int
    timestamp_delta: int
    offset_delta: int
    key: bytes | None
    has_value: bool


def iter_spans(payload: bytes, count: int) -> Iterator[Span]:  # noqa: C901 (a call per field would cost more)
    """Yields the records of a batch, one after the other.

    Args:
        payload: everything behind the header, inflated.
        count: records that the header promises.

    Raises:
        CorruptRecords: records end early or late, or contradict their lengths.
    """
    pos = done = 0
    new, span = tuple.__new__, Span
    try:
        for done in range(count):
            start = pos
            raw = payload[pos]
            if raw < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                raw = raw & 127 | high << 7
                pos += 2
            else:
                raw, pos = finish_uvarint(payload, pos + 1, raw, VARINT_BITS)
            end = pos + (raw >> 1)
            delta = payload[pos + 1]  # behind the attributes, which mean nothing yet
            if delta < 128:
                pos += 2
            else:
                delta, pos = finish_uvarint(payload, pos + 2, delta, VARLONG_BITS)
            offset = payload[pos]
            if offset < 128:
                pos += 1
            elif (high := payload[pos + 1]) < 128:
                offset = offset & 127 | high << 7
                pos += 2
            else:
                offset, pos = finish_uvarint(payload, pos + 1, offset, VARINT_BITS)
            size = payload[pos]
            if size < 128:
                pos += 1
            else:
                size, pos = finish_uvarint(payload, pos + 1, size, VARINT_BITS)
            if size & 1:
                key = None
            else:
                at, pos = pos, pos + (size >> 1)
                key = payload[at:pos]
            # An odd length is negative, and −1 stands for null; only null's one byte is a tombstone's.
            if pos >= end or (raw | offset) & 1 or (size & 1 and size != 1):
                raise CorruptRecords(f"record {done} contradicts its length")
            yield new(span, (start, end, (delta >> 1) ^ -(delta & 1), offset >> 1, key, payload[pos] != 1))
            pos = end
    except IndexError:
        raise CorruptRecords(f"records end after {done} of {count}") from None
    if pos != len(payload):
        raise CorruptRecords(f"records end at byte {pos} of {len(payload)}")


def rebuilt_batch(
    header: BatchHeader, payload: bytes, spans: list[Span], *, delete_horizon_ms: int | None = None
) -> bytes:
    """Rebuilds the batch with only some of its records.

    Args:
        header: as the batch has it.
        payload: its records, inflated.
        spans: those that stay, at least one, in order.
        delete_horizon_ms: when its tombstones or its marker may go, ms since the epoch, where that is decided now;
            None leaves what the header says.
    """
    assert spans
    max_timestamp = header.max_timestamp
    if not header.attributes & LOG_APPEND_TIME_FLAG:
        max_timestamp = header.base_timestamp + max(span.timestamp_delta for span in spans)
    attributes, base_timestamp = header.attributes, header.base_timestamp
    if delete_horizon_ms is None:
        records = b"".join(_runs(payload, spans))
    else:
        records = b"".join(_with_deltas(payload, spans, base_timestamp - delete_horizon_ms))
        attributes |= DELETE_HORIZON_FLAG
        base_timestamp = delete_horizon_ms
    codec = attributes & COMPRESSION_MASK
    packed = compress(Compression(codec), records) if codec else records
    return _assembled(header, attributes, base_timestamp, max_timestamp, len(spans), packed)


def empty_batch(header: BatchHeader) -> bytes:
    """Rebuilds the batch without records.

    It goes on to take its offsets, and to say what its producer wrote last.
    """
    attributes = header.attributes & ~(COMPRESSION_MASK | DELETE_HORIZON_FLAG)
    return _assembled(header, attributes, NO_TIMESTAMP, header.max_timestamp, 0, b"")


def _assembled(
    header: BatchHeader, attributes: int, base_timestamp: int, max_timestamp: int, count: int, records: Buffer
) -> bytes:
    inside = _INSIDE_CRC.pack(
        attributes,
        header.last_offset_delta,
        base_timestamp,
        max_timestamp,
        header.producer_id,
        header.producer_epoch,
        header.base_sequence,
        count,
    )
    outside = _OUTSIDE_CRC.pack(
        header.base_offset,
        CRC_START - LENGTH_END + len(inside) + len(records),
        header.partition_leader_epoch,
        header.magic,
        crc32c(records, crc32c(inside)),
    )
    return b"".join((outside, inside, records))


def _runs(payload: bytes, spans: Iterable[Span]) -> Iterator[bytes]:
    """Yields the records' bytes, neighbours as one piece."""
    start = end = -1
    for span in spans:
        if span.start != end:
            if end >= 0:
                yield payload[start:end]
            start = span.start
        end = span.end
    yield payload[start:end]


def _with_deltas(payload: bytes, spans: Iterable[Span], shift: int) -> Iterator[bytes]:
    """Yields the records' bytes with other time differences, `shift` ms greater."""
    for start, end, delta, *_ in spans:
        at = _behind_varint(payload, start) + 1
        rest = payload[_behind_varint(payload, at) : end]
        written = encode_varint(delta + shift)
        yield encode_varint(1 + len(written) + len(rest))
        yield payload[at - 1 : at]
        yield written
        yield rest


def _behind_varint(payload: bytes, pos: int) -> int:
    while payload[pos] > 127:
        pos += 1
    return pos + 1
