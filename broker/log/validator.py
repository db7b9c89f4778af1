"""Looks at what a producer sent before it is appended, and changes it where the topic says so.

    bytes ─▶ format (v0, v1 → v2) ─▶ header, checksum ─▶ what clients may not send ─▶ keys ─▶ timestamps ─▶ compression

Nearly every batch is plain and passes with one look at its header and its checksum (`read_plain_batch`); whatever that
does not know to be sound takes the steps above, which say what is wrong. Records are only decoded where a rule is about
records: keys of compacted topics, a limit on timestamps, another compression. Sequences are `producer_state`'s,
offsets are `log`'s: nothing here knows the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from broker.log.log_config import TIMESTAMP_DIFFERENCE_UNLIMITED, LogConfig
from protocol.errors import CorruptMessage, InvalidRecord, InvalidTimestamp, MessageTooLarge, RecordListTooLarge
from protocol.records.batch import (
    BatchBuilder,
    BatchHeader,
    iter_headers,
    iter_records,
    read_header,
    read_plain_batch,
    scan_batch,
    validate_batch,
    with_log_append_time,
)
from protocol.records.crc32c import Buffer
from protocol.records.errors import CorruptRecords
from protocol.records.legacy import magic_of, up_convert

RECORD_ERRORS_MAX = 100
"""Records named in an answer; a batch may hold millions of bad ones."""


class RejectedRecords(InvalidRecord):
    """Some records of a batch are not acceptable, and with them the batch (KIP-467).

    Attributes:
        record_errors: index within the batch and reason, for the first `RECORD_ERRORS_MAX` of them.
    """

    def __init__(self, message: str, record_errors: Sequence[tuple[int, str]]) -> None:
        super().__init__(message)
        self.record_errors = list(record_errors[:RECORD_ERRORS_MAX])


class RejectedTimestamps(InvalidTimestamp):
    """Like `RejectedRecords`, for records whose time is too far from the broker's."""

    def __init__(self, message: str, record_errors: Sequence[tuple[int, str]]) -> None:
        super().__init__(message)
        self.record_errors = list(record_errors[:RECORD_ERRORS_MAX])


class ValidRecords:
    """Batches v2 that may be appended: their bytes, and position and header of each."""

    __slots__ = ("batches", "buffer")

    def __init__(self, buffer: Buffer, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        self.buffer = buffer
        self.batches = batches


def validate_for_leader(
    records: Buffer, partition: str, config: LogConfig, now_ms: int, single_batch: bool, from_client: bool
) -> ValidRecords:
    """Checks, and converts where necessary, what is to be appended by the leader.

    Args:
        records: batches v2, or message sets of magic 0 and 1.
        partition: its name, for messages.
        config: the topic's.
        now_ms: wall clock.
        single_batch: whether exactly one batch v2 is allowed (Produce 3 and later).
        from_client: whether control batches are refused.

    Raises:
        CorruptMessage: a checksum, length, count or compressed block is wrong.
        InvalidRecord: well-formed, but not allowed; RejectedRecords when single records are to blame.
        InvalidTimestamp: LogAppendTime claimed by a client, or RejectedTimestamps.
        MessageTooLarge: a batch is larger than max.message.bytes.
        RecordListTooLarge: all together are larger than a segment.
    """
    plain = read_plain_batch(records, config.plain_batch_bytes_max)
    if plain is not None:
        return ValidRecords(records, ((0, plain),))
    try:
        if magic_of(records) != 2:
            if single_batch:
                raise InvalidRecord(f"{partition}: this version of Produce takes record format 2 only")
            records = up_convert(records, now_ms=now_ms, log_append_time=config.is_log_append_time)
        batches = _found_batches(records, partition, single_batch=single_batch)
        for position, header in batches:
            validate_batch(records, position, header)
            _check_allowed(header, partition, config, from_client=from_client)
        valid = ValidRecords(records, batches)
        if config.is_compacted and from_client:
            _check_keys(valid, partition)
        _check_timestamps(valid, partition, config, now_ms)
        if config.compression is not None or config.is_log_append_time:
            valid = _converted(valid, config, now_ms)
    except CorruptRecords as error:
        raise CorruptMessage(f"{partition}: {error}") from None
    _check_sizes(valid, partition, config)
    return valid


def _found_batches(records: Buffer, partition: str, *, single_batch: bool) -> list[tuple[int, BatchHeader]]:
    header = read_header(records)
    if header.size_in_bytes == len(records):
        return [(0, header)]
    batches = [] if single_batch else list(iter_headers(records))
    if not batches:
        raise _not_one_batch(records, header, partition)
    return batches


def _not_one_batch(records: Buffer, header: BatchHeader, partition: str) -> CorruptMessage | InvalidRecord:
    if header.size_in_bytes > len(records):
        return CorruptMessage(f"{partition}: a batch of {header.size_in_bytes} bytes, of which {len(records)} came")
    return InvalidRecord(f"{partition}: this version of Produce takes exactly one batch for each partition")


def _check_allowed(header: BatchHeader, partition: str, config: LogConfig, *, from_client: bool) -> None:
    if not from_client:
        return
    if header.is_control:
        raise InvalidRecord(f"{partition}: clients may not write control records")
    if header.producer_id >= 0:
        if header.base_sequence < 0 or header.producer_epoch < 0:
            raise InvalidRecord(
                f"{partition}: producer {header.producer_id} with epoch {header.producer_epoch}, "
                f"sequence {header.base_sequence}"
            )
    elif header.is_transactional:
        raise InvalidRecord(f"{partition}: a transactional batch without a producer id")
    if header.timestamp_type == 1 and not config.is_log_append_time:
        raise InvalidTimestamp(f"{partition}: the topic has CreateTime, only a broker may set LogAppendTime")


def _check_keys(valid: ValidRecords, partition: str) -> None:
    count, errors = _first_errors(
        (index, "a record of a compacted topic needs a key") for index, _, has_key in _scanned(valid) if not has_key
    )
    if count:
        raise RejectedRecords(f"{partition} is compacted: {count} records have no key", errors)


def _scanned(valid: ValidRecords) -> Iterator[tuple[int, int, bool]]:
    """Number, timestamp and whether there is a key, of each record that is not a marker; no record is made for it."""
    scans = (
        scan_batch(valid.buffer, position, header, check_crc=False)
        for position, header in valid.batches
        if not header.is_control
    )
    for index, (_, timestamp, has_key) in enumerate(chain.from_iterable(scans)):
        yield index, timestamp, has_key


def _first_errors(errors: Iterator[tuple[int, str]]) -> tuple[int, list[tuple[int, str]]]:
    """How many there are, and those that an answer names."""
    first = list(islice(errors, RECORD_ERRORS_MAX))
    return len(first) + sum(1 for _ in errors), first


def _check_timestamps(valid: ValidRecords, partition: str, config: LogConfig, now_ms: int) -> None:
    limit = config.message_timestamp_difference_max_ms
    if config.is_log_append_time or limit >= TIMESTAMP_DIFFERENCE_UNLIMITED:
        return
    count, errors = _first_errors(
        (index, f"timestamp {timestamp} is more than {limit} ms from the broker's {now_ms}")
        for index, timestamp, _ in _scanned(valid)
        if timestamp >= 0 and abs(now_ms - timestamp) > limit
    )
    if count:
        raise RejectedTimestamps(
            f"{partition}: {count} timestamps are beyond message.timestamp.difference.max.ms={limit}", errors
        )


def _converted(valid: ValidRecords, config: LogConfig, now_ms: int) -> ValidRecords:
    """The batches in the topic's compression and with the broker's time, where they are not so already."""
    parts: list[Buffer] = []
    batches: list[tuple[int, BatchHeader]] = []
    position = 0
    for at, header in valid.batches:
        part: Buffer = memoryview(valid.buffer)[at : at + header.size_in_bytes]
        if config.compression is not None and header.compression != config.compression and not header.is_control:
            part = _recompressed(part, header, config)
        if config.is_log_append_time:
            part = with_log_append_time(part, now_ms)
        parts.append(part)
        batches.append((position, read_header(part)))
        position += len(part)
    return ValidRecords(parts[0] if len(parts) == 1 else b"".join(parts), batches)


def _recompressed(batch: Buffer, header: BatchHeader, config: LogConfig) -> bytes:
    assert config.compression is not None
    builder = BatchBuilder(
        compression=config.compression,
        base_offset=header.base_offset,
        producer_id=header.producer_id,
        producer_epoch=header.producer_epoch,
        base_sequence=header.base_sequence,
        is_transactional=header.is_transactional,
        partition_leader_epoch=header.partition_leader_epoch,
    )
    for record in iter_records(batch):
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value, headers=record.headers)
    return builder.build()


def _check_sizes(valid: ValidRecords, partition: str, config: LogConfig) -> None:
    limit = config.max_message_bytes
    for _, header in valid.batches:
        if header.size_in_bytes > limit:
            raise MessageTooLarge(f"{partition}: a batch of {header.size_in_bytes} bytes, max.message.bytes is {limit}")
    if len(valid.buffer) > config.segment_bytes:
        raise RecordListTooLarge(
            f"{partition}: {len(valid.buffer)} bytes at once, segment.bytes is {config.segment_bytes}"
        )


def validate_for_follower(records: Buffer, *, partition: str) -> ValidRecords:
    """Checks what a leader sent: checksums, and that offsets grow. A batch cut off at the end is left out.

    Raises:
        CorruptMessage: a batch is not what its header and checksum say.
    """
    batches: list[tuple[int, BatchHeader]] = []
    end = 0
    try:
        for position, header in iter_headers(records):
            validate_batch(records, position, header, from_client=False)
            if batches and header.base_offset <= batches[-1][1].last_offset:
                raise CorruptRecords(f"offset {header.base_offset} behind {batches[-1][1].last_offset}")
            batches.append((position, header))
            end = position + header.size_in_bytes
    except CorruptRecords as error:
        raise CorruptMessage(f"{partition}: {error}") from None
    if end < len(records):
        records = memoryview(records)[:end]
    return ValidRecords(records, batches)
