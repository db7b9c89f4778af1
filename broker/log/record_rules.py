"""A topic's rules about single records, and the error that names the rejected ones to a producer (KIP-467).

    keys (compacted topics) ─▶ whose time ─▶ how far from the broker's clock

Order, codes and words are Kafka's (`LogValidator.validateRecord`, `processRecordErrors`): a record has one fault at
most, its missing key before its time; if any record's time is at fault the whole is about timestamps. The records are
sound already (`validator`); none is made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kavka.broker.config.topic_config import LogConfig
from kavka.protocol.errors import InvalidRecord, InvalidTimestamp
from kavka.protocol.records.batch import BatchHeader
from kavka.protocol.records.record import LOG_APPEND_TIME, NO_TIMESTAMP, scan_records
from kavka.protocol.records.refusal import iter_sizes
from kavka.timer.moments import WallMs

RECORD_ERRORS_MAX = 100
"""Records named in a response; a batch may hold millions of bad ones."""
_SHOWN = 3
"""Records that Kafka names in the message."""


class RejectedRecords(InvalidRecord):
    """Some records of a batch are not acceptable, and with them the batch (KIP-467).

    Attributes:
        record_errors: index within the batch and reason, for the first `RECORD_ERRORS_MAX` of them.
    """

    def __init__(self, count: int, record_errors: Sequence[tuple[int, str]]) -> None:
        shown = (f"RecordError(batchIndex={index}, message='{reason}')" for index, reason in record_errors[:_SHOWN])
        super().__init__(
            f"One or more records have been rejected due to {count} record errors in total, "
            f"and only showing the first three errors at most: [{', '.join(shown)}]"
        )
        self.record_errors = list(record_errors)


class RejectedTimestamps(InvalidTimestamp):
    """Like `RejectedRecords`, for records whose timestamps are too far from the broker's time.

    Or they were not theirs to set.
    """

    def __init__(self, record_errors: Sequence[tuple[int, str]]) -> None:
        super().__init__("One or more records have been rejected due to invalid timestamp")
        self.record_errors = list(record_errors)


def look_at_records(config: LogConfig) -> bool:
    """Tells whether a topic has rules about single records at all."""
    return config.is_compacted or config.limits_timestamps


def check_records(header: BatchHeader, payload: bytes, partition: str, config: LogConfig, now_ms: WallMs) -> None:
    """Checks a batch's records by the topic's rules about single ones.

    Args:
        header: the batch's.
        payload: its records, inflated and sound.
        partition: its name, for messages.
        config: the topic's.
        now_ms: wall clock.

    Raises:
        RejectedRecords: records of a compacted topic have no key.
        RejectedTimestamps: times are too far from the broker's, or a client says that a broker set them.
    """
    claims_append_time = header.timestamp_type == LOG_APPEND_TIME and (
        config.is_log_append_time or header.max_timestamp == NO_TIMESTAMP
    )
    if not (claims_append_time or look_at_records(config)):
        return
    count, is_about_time = 0, False
    first: list[tuple[int, str]] = []
    for index, error, about_time in _errors(header, payload, partition, config, now_ms, claims_append_time):
        count += 1
        is_about_time = is_about_time or about_time
        if len(first) < RECORD_ERRORS_MAX:
            first.append((index, error))
    if is_about_time:
        raise RejectedTimestamps(first)
    if count:
        raise RejectedRecords(count, first)


def _errors(
    header: BatchHeader, payload: bytes, partition: str, config: LogConfig, now_ms: WallMs, claims_append_time: bool
) -> Iterator[tuple[int, str, bool]]:
    """Yields index, reason and whether that is its time, of each record that is not acceptable."""
    needs_key = config.is_compacted
    is_timed = config.limits_timestamps
    earliest, latest = now_ms - config.timestamp_before_ms_max, now_ms + config.timestamp_after_ms_max
    sizes = iter_sizes(payload, header.record_count) if claims_append_time else None
    records = scan_records(
        payload,
        header.record_count,
        base_offset=header.base_offset,
        base_timestamp=header.base_timestamp,
        append_timestamp=header.max_timestamp if header.timestamp_type == LOG_APPEND_TIME else None,
    )
    for index, (offset, timestamp, has_key) in enumerate(records):
        size = None if sizes is None else next(sizes)
        if needs_key and not has_key:
            yield index, f"Compacted topic cannot accept message without key in topic partition {partition}", False
        elif size is not None:
            # Kafka reads compressed records in part where it stores them as they are, and its words show that.
            is_partial = header.compression and config.compression in (None, header.compression)
            yield (
                index,
                f"Invalid timestamp type in message {'Partial' if is_partial else ''}DefaultRecord(offset={offset}, "
                f"timestamp={timestamp}, key={size[0]} bytes, value={size[1]} bytes). "
                f"Producer should not set timestamp type to LogAppendTime.",
                True,
            )
        elif is_timed and timestamp != NO_TIMESTAMP and not earliest <= timestamp <= latest:
            yield (
                index,
                f"Timestamp {timestamp} of message with offset {offset} is out of range. "
                f"The timestamp should be within [{earliest}, {latest}]",
                True,
            )
