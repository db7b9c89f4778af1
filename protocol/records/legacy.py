"""Old message sets into batches v2, and back: what lets clients from before Kafka 0.11 produce and fetch.

The log only ever holds batches v2. Produce 0–2 brings message sets of magic 0 or 1, converted up before they are
appended; Fetch 0–1 wants magic 0 and Fetch 2–3 magic 1, converted down on the way out. Formats: `message_set.py`,
`header.py`, `record.py`.

What does not survive a way down: headers, producer ids, transaction markers; and timestamps in magic 0.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import chain

from kavka.protocol.errors import InvalidTimestamp, UnsupportedCompressionType
from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.compression import DECOMPRESSED_BYTES_MAX, Compression
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import MAGIC_OFFSET, BatchHeader, iter_headers, with_log_append_time
from kavka.protocol.records.message_set import encode_message_set, iter_messages, open_message
from kavka.protocol.records.reader import read_in_parts
from kavka.protocol.records.record import LOG_APPEND_TIME, NO_TIMESTAMP, Record

MAGIC_MAX = 2
TIMESTAMP_MAX = 2**63 - 1


def magic_of(buf: Buffer, pos: int = 0) -> int:
    """Returns the magic of the batch or message at `pos`; all three formats have it at the same place.

    Raises:
        CorruptRecords: there are too few bytes, or it is no magic that Kafka has.
    """
    if not 0 <= pos < len(buf) - MAGIC_OFFSET:
        raise CorruptRecords(f"{len(buf) - pos} bytes are too few to hold a message")
    magic = buf[pos + MAGIC_OFFSET]
    if magic > MAGIC_MAX:
        raise CorruptRecords(f"magic {magic} is unknown")
    return magic


def up_convert(
    message_set: Buffer,
    *,
    now_ms: int = -1,
    log_append_time: bool = False,
    max_bytes: int = DECOMPRESSED_BYTES_MAX,
) -> bytes:
    """Converts a whole message set, as a produce request brings it, to one batch v2.

    Offsets count from 0, whatever the set says: the leader stamps them. The compression is that of the last compressed
    message. Timestamps are kept; those of magic 0 are −1. A partial message at the end is left out, as Kafka does.

    Args:
        message_set: messages of magic 0 or 1, mixed or not.
        now_ms: the broker's time, ms since the epoch; used with `log_append_time` only.
        log_append_time: stamp the batch with `now_ms`, as topics with `message.timestamp.type=LogAppendTime` want.
        max_bytes: bytes that the whole set may inflate to.

    Raises:
        CorruptRecords: no message in it, or a damaged one; DecompressedTooLarge above `max_bytes`.
        InvalidTimestamp: a producer claims LogAppendTime.
    """
    builder = BatchBuilder()
    earliest, latest = TIMESTAMP_MAX, NO_TIMESTAMP
    remaining = max_bytes
    for message in iter_messages(message_set):
        if message.timestamp_type == LOG_APPEND_TIME:
            raise InvalidTimestamp("only a broker may set LogAppendTime")
        records, inflated_bytes = open_message(message, max_bytes=remaining)
        remaining -= inflated_bytes
        if message.codec:
            builder.compression = Compression(message.codec)
        for record in records:
            timestamp = record.timestamp
            earliest = min(earliest, timestamp)
            latest = max(latest, timestamp)
            # A batch stores timestamps as differences of 64 bits; two that are further apart do not fit into one.
            if earliest < NO_TIMESTAMP or latest - earliest > TIMESTAMP_MAX:
                raise CorruptRecords(f"timestamps from {earliest} to {latest}")
            builder.append(timestamp=timestamp, key=record.key, value=record.value)
    if not builder.record_count:
        raise CorruptRecords(f"no message in {len(message_set)} bytes")
    batch = builder.build()
    return with_log_append_time(batch, now_ms) if log_append_time else batch


def down_convert(
    batches: Buffer,
    magic: int,
    *,
    start_offset: int = 0,
    size_max: int | None = None,
    max_bytes: int = DECOMPRESSED_BYTES_MAX,
) -> bytes:
    """Converts batches v2, as a fetch reads them, for an older client.

    The result is a message set. Offsets and compression stay; each compressed batch becomes one wrapper. Control
    batches and a partial batch at the end are left out.

    Args:
        batches: any number of batches.
        magic: 0 or 1.
        start_offset: what the client asked for; uncompressed records before it are left out.
        size_max: bytes after which no further batch is converted; the client fetches on from where it was left. A set
            is larger than the batches it comes from: up to five times, for empty records.
        max_bytes: bytes that any one batch may inflate to, and that it may have when it is converted.

    Raises:
        UnsupportedCompressionType: the first batch is compressed with zstd, which the old formats cannot say; a later
            one ends the set before it.
        CorruptRecords: a batch that is none; DecompressedTooLarge above `max_bytes`.
    """
    if magic not in (0, 1):
        raise ValueError(f"nothing to convert down to: magic {magic}")
    converted: list[bytes] = []
    size = 0
    for pos, header in iter_headers(batches):
        if header.is_control:
            continue
        if size_max is not None and size >= size_max:
            break
        if converted and header.compression == Compression.ZSTD:
            break  # as in Kafka: what can be read is, the error comes to the fetch that begins here
        converted.append(_batch_down(batches, pos, header, magic, start_offset, max_bytes))
        size += len(converted[-1])
    return b"".join(converted)


def _batch_down(batches: Buffer, pos: int, header: BatchHeader, magic: int, start_offset: int, max_bytes: int) -> bytes:
    compression = header.compression
    if compression == Compression.ZSTD:
        raise UnsupportedCompressionType("zstd needs a client that fetches record format 2 (Fetch 10 or later)")
    records: Iterable[Record] = chain.from_iterable(read_in_parts(batches, pos, header, max_bytes=max_bytes))
    if not compression and header.base_offset < start_offset:
        records = (record for record in records if record.offset >= start_offset)
    try:
        return encode_message_set(
            records, magic, codec=compression, timestamp_type=header.timestamp_type, max_bytes=max_bytes
        )
    except struct.error:  # deltas of a batch can add up to more than a message's fields hold
        raise CorruptRecords("offset or timestamp beyond 64 bits") from None
