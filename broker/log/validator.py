"""Looks at what a producer sent before it is appended, and changes it where the topic says so.

    bytes ─▶ format (v0, v1 → v2) ─▶ sizes, checksum ─▶ what clients may not send ─▶ records: sound? keys, times
                                                                                     ─▶ compression, the broker's time

Nearly every batch is plain: one look at its header and its checksum (`read_plain_batch`) and a walk over its records'
lengths (`protocol.records.walk`) let it pass. Whatever these do not know to be sound takes the steps above, which say
what is wrong, in Kafka's order. Records are inflated once. Sequences are `producer_state`'s, offsets are `log`'s:
nothing here knows the log.

What takes long is not done at once where the caller cannot wait: `LongCheck` brings what to do in a thread. What came
of that, `CheckedRecords`, is appended in the records' place, with every check of the append.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, final

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.record_rules import check_records, look_at_records
from kavka.protocol.errors import (
    CorruptMessage,
    InvalidRecord,
    KafkaError,
    MessageTooLarge,
    RecordListTooLarge,
    UnknownServerError,
)
from kavka.protocol.records.batch import (
    HEADER_SIZE,
    LENGTH_END,
    BatchBuilder,
    BatchHeader,
    iter_headers,
    iter_records,
    read_header,
    read_plain_batch,
    validate_batch,
    with_create_time,
    with_log_append_time,
)
from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX, Compression, decompress
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.errors import CorruptRecords, DecompressedTooLarge, NotDecompressed, UnreadableContents
from kavka.protocol.records.field_walk import TooManyHeaders
from kavka.protocol.records.header import (
    COMPRESSION_MASK,
    CRC_START,
    EXPANSION_MAX,
    HEADER,
    MAGIC_OFFSET,
    OFFSET_AND_LENGTH,
    RECORD_SIZE_MIN,
)
from kavka.protocol.records.legacy import MAGIC_MAX, up_convert
from kavka.protocol.records.record import LOG_APPEND_TIME
from kavka.protocol.records.refusal import first_fault
from kavka.protocol.records.walk import are_sound
from kavka.timer.moments import WallMs

LOOP_RECORDS_MAX: Final = 8_192
"""Records, and headers of records, that are walked at once: at worst 10 ms, of records that are all built differently;
mostly 2."""
LOOP_WRITTEN_RECORDS_MAX: Final = 1_024
"""Records that are rewritten at once, into another compression: 8 µs each."""
LOOP_OLD_BYTES_MAX: Final = 32 * 1024
"""Message sets, as they come and inflated, that are converted at once: 1,200 messages, 8 µs each."""
LOOP_INFLATED_BYTES_MAX: Final = 256 * 1024
"""What records may inflate to that are looked at at once: 1 ms to inflate, at worst 10 ms to deflate again."""
LOOP_BYTES_MAX: Final = 128 * 1024
"""The largest batch that is looked at closely, or inflated, at once; a plain one is only walked, whatever its size."""
OLD_RECORD_SIZE_MIN: Final = 14
"""Below it a length cannot be that of a batch or message of any format."""


class ValidRecords:
    """Batches v2 that may be appended: their bytes, and position and header of each."""

    __slots__ = ("batches", "buffer")

    def __init__(self, buffer: Buffer, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        self.buffer = buffer
        self.batches = batches


@final
class CheckedRecords:
    """What a `LongCheck` found good: valid as long as the topic's configuration is the one it was checked against."""

    __slots__ = ("config", "sent", "valid")

    def __init__(self, sent: Buffer, valid: ValidRecords, config: LogConfig) -> None:
        self.sent = sent
        self.valid = valid
        self.config = config

    def __len__(self) -> int:
        return len(self.sent)


class LongCheck(Exception):
    """Records that take long to look at.

    Attributes:
        check: looks at them; belongs into a thread, touches nothing but these records, and raises what
            `validate_for_leader` would have raised.
    """

    def __init__(self, check: Callable[[], CheckedRecords]) -> None:
        super().__init__("these records take long to look at")
        self.check = check


def validate_for_leader(
    records: Buffer,
    partition: str,
    config: LogConfig,
    now_ms: WallMs,
    single_batch: bool,
    from_client: bool,
    may_take_long: bool = True,
) -> ValidRecords:
    """Validates the records that a leader will append, and converts them where necessary.

    Args:
        records: batches v2, or message sets of magic 0 and 1.
        partition: its name, for messages.
        config: the topic's.
        now_ms: wall clock.
        single_batch: whether exactly one batch v2 is allowed (Produce 3 and later).
        from_client: whether control batches are refused, and records looked at.
        may_take_long: False on the event loop.

    Raises:
        CorruptMessage: a checksum or length is wrong.
        InvalidRecord: the checksum is right, but records are not sound or not allowed; RejectedRecords when single
            records are to blame.
        UnknownServerError: the records cannot be inflated; Kafka's code for it.
        RejectedTimestamps: times are too far away, or a client claims LogAppendTime.
        MessageTooLarge: a batch is larger than max.message.bytes.
        RecordListTooLarge: all together are larger than a segment.
        LongCheck: it would take long, and may not.
    """
    plain = read_plain_batch(records, config.plain_batch_bytes_max)
    is_long = LOOP_BYTES_MAX < len(records) <= config.max_message_bytes
    if plain is not None:
        try:
            if not from_client or _is_sound(records, plain, config):
                return ValidRecords(records, ((0, plain),))
        except _TooLong:
            is_long = True
    check = partial(_validate, records, partition, config, now_ms, single_batch, from_client)
    if may_take_long or not from_client:
        return check(DECOMPRESSED_BYTES_MAX)
    long = LongCheck(lambda: CheckedRecords(records, check(DECOMPRESSED_BYTES_MAX), config))
    if is_long:
        raise long
    try:
        return check(LOOP_INFLATED_BYTES_MAX)
    except _TooLong:
        raise long from None


def plain_header(records: Buffer, config: LogConfig) -> BatchHeader | None:
    """Returns the header of one sound batch that is appended as it is; None where `validate_for_leader` finds out."""
    plain = read_plain_batch(records, config.plain_batch_bytes_max)
    try:
        return plain if plain is not None and _is_sound(records, plain, config) else None
    except _TooLong:
        return None


class _TooLong(Exception):
    """Records are more, or inflate to more, than was allowed."""


def _is_sound(records: Buffer, header: BatchHeader, config: LogConfig) -> bool:
    """Tells whether a plain batch needs no more checks; _TooLong where finding out would take long."""
    if header.base_offset:
        return False
    if not config.validates_records:
        return True
    if header.record_count > LOOP_RECORDS_MAX:
        raise _TooLong
    payload: Buffer = memoryview(records)[HEADER_SIZE:]
    try:
        if header.attributes:  # of a plain batch that is its compression
            if len(records) > LOOP_BYTES_MAX:
                raise _TooLong
            payload = decompress(header.attributes, payload, max_bytes=LOOP_INFLATED_BYTES_MAX)
        return are_sound(payload, header.record_count, LOOP_RECORDS_MAX)
    except (DecompressedTooLarge, TooManyHeaders):
        raise _TooLong from None
    except CorruptRecords:
        return False


def _validate(
    records: Buffer,
    partition: str,
    config: LogConfig,
    now_ms: WallMs,
    single_batch: bool,
    from_client: bool,
    inflated_max: int,
) -> ValidRecords:
    """`validate_for_leader`, step by step; _TooLong above `inflated_max`, if that is not all that is allowed."""
    try:
        if _magic(records) == 2:
            valid = _found_batches(records, partition, single_batch=single_batch)
            for position, header in valid.batches:
                if not from_client:
                    validate_batch(valid.buffer, position, header)
                    continue
                _check_header(valid.buffer, position, header, partition, config)
                _check_one(valid.buffer, position, header, partition, config, now_ms, inflated_max)
        elif single_batch:
            raise InvalidRecord(f"{partition}: this version of Produce takes record batches with magic 2 only")
        else:
            valid = _up_converted(records, partition, config, now_ms, inflated_max)
        valid = _converted(valid, config, now_ms, from_client=from_client)
    except DecompressedTooLarge as error:
        if inflated_max < DECOMPRESSED_BYTES_MAX:
            raise _TooLong from None
        raise InvalidRecord(f"{partition}: {error}") from None
    except CorruptRecords as error:
        raise _kafka_error(error, partition) from None
    _check_sizes(valid, partition, config)
    return valid


def _kafka_error(error: CorruptRecords, partition: str) -> KafkaError:
    if isinstance(error, NotDecompressed):
        return UnknownServerError(f"{partition}: Failed to decompress record stream: {error}")
    if isinstance(error, UnreadableContents):
        return InvalidRecord(f"{partition}: {error}")
    return CorruptMessage(f"{partition}: {error}")


def _up_converted(
    records: Buffer, partition: str, config: LogConfig, now_ms: WallMs, inflated_max: int
) -> ValidRecords:
    """Converts a message set to one batch v2."""
    if inflated_max < DECOMPRESSED_BYTES_MAX:
        inflated_max = LOOP_OLD_BYTES_MAX
        if len(records) > LOOP_OLD_BYTES_MAX:
            raise _TooLong
    batch = up_convert(records, max_bytes=inflated_max)
    header = read_header(batch)
    if look_at_records(config):
        _check_one(batch, 0, header, partition, config, now_ms, inflated_max)
    return ValidRecords(batch, [(0, header)])


def _magic(records: Buffer) -> int:
    """Reads the format of the first batch or message, which is there whole.

    Raises:
        InvalidRecord: it is not. CorruptMessage: no batch can have this length, or magic.
    """
    if len(records) >= LENGTH_END:
        size = OFFSET_AND_LENGTH.unpack_from(records)[1]
        if size < OLD_RECORD_SIZE_MIN:
            raise CorruptMessage(f"Record size {size} is less than the minimum record overhead ({OLD_RECORD_SIZE_MIN})")
        if len(records) > MAGIC_OFFSET:
            magic = records[MAGIC_OFFSET]
            if magic > MAGIC_MAX:
                raise CorruptMessage(f"Invalid magic found in record: {magic if magic < 128 else magic - 256}")
            if len(records) >= LENGTH_END + size:
                return magic
    raise InvalidRecord(f"{len(records)} bytes hold no whole record batch, and there must be one for each partition")


def _found_batches(records: Buffer, partition: str, *, single_batch: bool) -> ValidRecords:
    """Finds the whole batches; what may follow the last, a part of one, is left out, as in Kafka."""
    fields = HEADER.unpack_from(records) if len(records) >= HEADER_SIZE else None
    if fields is None or fields[1] < HEADER_SIZE - LENGTH_END:
        raise CorruptRecords(f"a batch of {len(records)} bytes, the least that it can have is {HEADER_SIZE}")
    header = BatchHeader(*fields)
    if header.size_in_bytes == len(records):
        return ValidRecords(records, [(0, header)])
    batches = list(iter_headers(records))
    if single_batch and len(batches) > 1:
        raise InvalidRecord(f"{partition}: this version of Produce takes exactly one record batch for each partition")
    end = batches[-1][0] + batches[-1][1].size_in_bytes
    return ValidRecords(memoryview(records)[:end], batches)


def _check_header(buffer: Buffer, position: int, header: BatchHeader, partition: str, config: LogConfig) -> None:
    """Checks the header of a client's batch."""
    size = header.size_in_bytes
    if header.base_offset != 0:
        raise InvalidRecord(
            f"The baseOffset of the record batch in the append to {partition} should be 0, but it is "
            f"{header.base_offset}"
        )
    if size > config.max_message_bytes:
        raise _too_large(size, partition, config)
    if crc32c(memoryview(buffer)[position + CRC_START : position + size]) != header.crc:
        raise CorruptMessage(f"Record is corrupt (stored crc = {header.crc}) in topic partition {partition}.")
    codec = header.attributes & COMPRESSION_MASK
    if codec > max(Compression):
        raise UnknownServerError(f"{partition}: Unknown compression type id: {codec}")
    _check_count(header, partition)
    if header.is_control:
        raise InvalidRecord(f"Clients are not allowed to write control records in topic partition {partition}")
    if header.producer_id >= 0 and header.base_sequence < 0:
        raise InvalidRecord(
            f"Invalid sequence number {header.base_sequence} in record batch with producerId {header.producer_id} "
            f"in topic partition {partition}"
        )
    if header.producer_id >= 0 and header.producer_epoch < 0:
        raise InvalidRecord(f"{partition}: producer {header.producer_id} has the epoch {header.producer_epoch}")
    if header.producer_id < 0 and header.is_transactional:
        raise InvalidRecord(f"{partition}: a transactional batch without a producer id")


def _check_count(header: BatchHeader, partition: str) -> None:
    count = header.record_count
    offsets = f"[{header.base_offset}, {header.last_offset}]"
    if header.last_offset_delta < 0:
        raise InvalidRecord(f"Batch has an invalid offset range: {offsets} in topic partition {partition}")
    if count <= 0:
        raise InvalidRecord(f"Invalid reported count for record batch: {count} in topic partition {partition}")
    if count != header.last_offset_delta + 1:
        raise InvalidRecord(
            f"Inconsistent batch offset range {offsets} and count of records {count} in topic partition {partition}"
        )
    room = header.size_in_bytes - HEADER_SIZE
    codec = header.attributes & COMPRESSION_MASK
    if count * RECORD_SIZE_MIN > room * EXPANSION_MAX[codec] and (room or not codec):
        raise InvalidRecord(f"{partition}: Incorrect declared batch size, {count} records in {room} bytes")


def _check_one(
    buffer: Buffer,
    position: int,
    header: BatchHeader,
    partition: str,
    config: LogConfig,
    now_ms: WallMs,
    inflated_max: int,
) -> None:
    """Checks a batch's records: first that they are sound, then what the topic wants of each."""
    if not (config.validates_records or look_at_records(config)):
        return
    at_once = inflated_max < DECOMPRESSED_BYTES_MAX
    is_rewritten = config.compression is not None and config.compression != header.attributes & COMPRESSION_MASK
    if at_once and header.record_count > (LOOP_WRITTEN_RECORDS_MAX if is_rewritten else LOOP_RECORDS_MAX):
        raise _TooLong
    payload: Buffer = memoryview(buffer)[position + HEADER_SIZE : position + header.size_in_bytes]
    codec = header.attributes & COMPRESSION_MASK
    if codec and len(payload):
        payload = decompress(codec, payload, max_bytes=inflated_max)
    elif codec and codec != Compression.ZSTD:
        raise NotDecompressed("there is nothing to decompress")
    payload = bytes(payload)
    try:
        sound = are_sound(payload, header.record_count, headers_max=LOOP_RECORDS_MAX if at_once else None)
    except TooManyHeaders:
        raise _TooLong from None
    fault = (
        None
        if sound
        else first_fault(payload, header.record_count, is_compressed=bool(codec), is_rewritten=is_rewritten)
    )
    if fault is not None:
        error: type[KafkaError] = UnknownServerError if fault.is_unexpected else InvalidRecord
        raise error(f"{partition}: {fault.reason}")
    check_records(header, payload, partition, config, now_ms)


def _converted(valid: ValidRecords, config: LogConfig, now_ms: WallMs, *, from_client: bool) -> ValidRecords:
    """Converts batches to the topic's compression and to the broker's time, where they are not so already."""
    parts: list[Buffer] = []
    batches: list[tuple[int, BatchHeader]] = []
    position = 0
    is_changed = False
    for at, header in valid.batches:
        part: Buffer = memoryview(valid.buffer)[at : at + header.size_in_bytes]
        if config.compression is not None and header.compression != config.compression and not header.is_control:
            part = _recompressed(part, header, config)
            is_changed = True
        if config.is_log_append_time:
            part = with_log_append_time(part, now_ms)
            is_changed = True
        elif from_client and header.timestamp_type == LOG_APPEND_TIME:
            part = with_create_time(part)
            is_changed = True
        parts.append(part)
        batches.append((position, read_header(part) if is_changed else header))
        position += len(part)
    if not is_changed:
        return valid
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
    for _, header in valid.batches:
        if header.size_in_bytes > config.max_message_bytes:
            raise _too_large(header.size_in_bytes, partition, config)
    if len(valid.buffer) > config.segment_bytes:
        raise RecordListTooLarge(
            f"{partition}: {len(valid.buffer)} bytes at once, segment.bytes is {config.segment_bytes}"
        )


def _too_large(size: int, partition: str, config: LogConfig) -> MessageTooLarge:
    return MessageTooLarge(f"{partition}: a batch of {size} bytes, max.message.bytes is {config.max_message_bytes}")


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
