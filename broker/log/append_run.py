"""What several Produce requests bring one after another, as one append: whose batches may be written together.

    request 1 ─▶ plain, sound, next in its sequence, needs no roll ─┐
    request 2 ─▶ likewise, behind request 1 ────────────────────────┼─▶ stamped, back to back ─▶ one write
    request 3 ─▶ anything else ─▶ is appended by itself, as ever    ┘

A client with several requests in flight has them in one read of its connection, and a write of a hundred bytes costs
nearly what one of a thousand does. The outcome is that of appends one by one: the same bytes, segments, offsets, index
entries and producers. A run ends before whatever may not be so: that is appended by itself, which also says what is
wrong with it. So all that is here is a look ahead; the log appends a run as it appends a follower's batches.
"""

from __future__ import annotations

from collections.abc import Sequence

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.rolling import must_roll
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.validator import ValidRecords, plain_header
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.protocol.disk.producer_entry import SEQUENCE_MODULUS, last_sequence
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import KafkaError
from kavka.protocol.records.batch import HEAD_SIZE, BatchHeader
from kavka.protocol.records.crc32c import Buffer
from kavka.timer.moments import WallMs


def run_of(
    sent: Sequence[Buffer],
    offset: int,
    leader_epoch: LeaderEpoch,
    now_ms: WallMs,
    segment: LogSegment,
    config: LogConfig,
    producers: ProducerState,
) -> ValidRecords:
    """Numbers the batches that may be appended together, from the first on; perhaps none.

    Args:
        sent: what each request brings, in their order.
        offset: of the first record.
        leader_epoch: what the batches are stamped with.
        now_ms: wall clock.
        segment: the active one.
        config: the topic's.
        producers: of the log.
    """
    parts: list[Buffer] = []
    batches: list[tuple[int, BatchHeader]] = []
    position = 0
    if not segment.file.size:  # from its first batch on a segment's age counts, which the others are held against
        return ValidRecords(b"", batches)
    previous: BatchHeader | None = None
    for records in sent:
        header = plain_header(records, config)
        if header is None or not _may_follow(header, previous, producers):
            break
        end = position + len(records)
        last_offset = offset + header.last_offset_delta
        if must_roll(segment, config, end, last_offset, header.max_timestamp, now_ms):
            break
        parts.append(header.stamp(offset, leader_epoch))
        parts.append(records[HEAD_SIZE:])
        batches.append((position, header))
        previous, position, offset = header, end, last_offset + 1
    return ValidRecords(b"".join(parts), batches)


def _may_follow(header: BatchHeader, previous: BatchHeader | None, producers: ProducerState) -> bool:
    """Tells whether a batch is news, and in its producer's sequence behind the one before it."""
    if previous is not None:
        if header.producer_id != previous.producer_id:
            return False
        return header.producer_id < 0 or (
            header.producer_epoch == previous.producer_epoch
            and header.base_sequence == (last_sequence(previous) + 1) % SEQUENCE_MODULUS
        )
    if header.producer_id >= 0:
        try:
            if producers.find_duplicate(header) is not None:
                return False
            producers.check(header, NO_VERIFICATION)
        except KafkaError:
            return False
    return True
