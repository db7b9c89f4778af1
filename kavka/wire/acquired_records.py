"""The records that a ShareFetch acquired in one partition, read out of its response. No I/O.

    acquired       10 ─── 13 (count 1)   20 ── 21 (count 3)
    records     8  10  11     13              [20 21: a checksum is wrong]
                ┆  │   │   ┆  │                ┆  ┆
                ┆  delivered, count 1          REJECT both, and the user hears of it
                ┆          GAP: compacted away, or a marker
                not acquired: another member's, or done

Every acquired offset comes out once: as a record, or acknowledged here. What lies behind the last batch of the
response is released: nobody can say that there is no record.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.errors import CorruptMessage, DecodeError
from kavka.protocol.messages import ShareFetchResponse
from kavka.protocol.records.batch import BatchHeader, Record, iter_headers, read_records, validate_batch
from kavka.wire.acknowledgements import AcknowledgeType

Buffer = bytes | memoryview

ACQUIRED_MAX = 1_000_000
"""More records than any leader gives at once: of a partition it has 2,000 acquired for all members by default."""


class AcquiredRecord(NamedTuple):
    """A record, and how often it was delivered, this time included."""

    record: Record
    delivery_count: int


class AcquiredPartition(NamedTuple):
    """What a response has of a partition.

    Attributes:
        records: In the order of their offsets.
        settled: Offset → acknowledgement, of those acquired offsets that have no record to hand out.
        failure: What is to be told of them; None: nothing is wrong.
    """

    records: list[AcquiredRecord]
    settled: dict[int, AcknowledgeType]
    failure: CorruptMessage | None


def read_acquired(
    tp: TopicPartition, data: Buffer, acquired: Iterable[ShareFetchResponse.AcquiredRecords]
) -> AcquiredPartition:
    """Reads a partition's acquired records.

    Args:
        tp: Which, for the failure's text.
        data: Whole batches.
        acquired: Ranges of offsets with their delivery counts.

    Raises:
        DecodeError: the ranges cannot be.
    """
    counts = _counts(tp, acquired)
    records: list[AcquiredRecord] = []
    settled: dict[int, AcknowledgeType] = {}
    failure: CorruptMessage | None = None
    end = -1
    try:
        for pos, header in iter_headers(data):
            end = header.next_offset
            try:
                found = _records_of(data, pos, header)
            except DecodeError as error:
                failure = failure or _damaged(tp, header, error)
                settled |= dict.fromkeys(_taken(counts, header), AcknowledgeType.REJECT)
                continue
            for record in found:
                count = counts.pop(record.offset, None)
                if count is not None:
                    records.append(AcquiredRecord(record, count))
    except DecodeError as error:
        failure = failure or CorruptMessage(f"{tp}: what was acquired cannot be read ({error}); it was released")
    for offset in counts:
        settled[offset] = AcknowledgeType.GAP if offset < end else AcknowledgeType.RELEASE
    return AcquiredPartition(records, settled, failure)


def _counts(tp: TopicPartition, acquired: Iterable[ShareFetchResponse.AcquiredRecords]) -> dict[int, int]:
    """Returns offset → delivery count."""
    counts: dict[int, int] = {}
    for part in acquired:
        if not 0 <= part.last_offset - part.first_offset < ACQUIRED_MAX - len(counts):
            raise DecodeError(f"{tp}: offsets {part.first_offset} to {part.last_offset} are said to be acquired")
        counts.update(dict.fromkeys(range(part.first_offset, part.last_offset + 1), part.delivery_count))
    return counts


def _records_of(data: Buffer, pos: int, header: BatchHeader) -> list[Record]:
    """Returns a batch's records, none of a marker's.

    Raises:
        DecodeError: it is damaged.
    """
    validate_batch(data, pos, header, from_client=False)  # compaction leaves gaps in a batch
    return [] if header.is_control else read_records(data, pos, header, check_crc=False)


def _taken(counts: dict[int, int], header: BatchHeader) -> list[int]:
    """Takes the acquired offsets of a batch out of those that are left."""
    offsets = [offset for offset in counts if header.base_offset <= offset < header.next_offset]
    for offset in offsets:
        del counts[offset]
    return offsets


def _damaged(tp: TopicPartition, header: BatchHeader, error: DecodeError) -> CorruptMessage:
    span = f"{header.base_offset} to {header.last_offset}"
    return CorruptMessage(f"{tp} is damaged at offsets {span} ({error}); what was acquired of them was rejected")
