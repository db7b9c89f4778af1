"""Message sets of magic 0 and 1, the format before Kafka 0.11: reading and writing, wrappers included.

What turns them into batches v2 and back is `legacy.py`; this module only knows the old format. A set is messages one
after the other, without a head of its own::

    0: | offset i64 | size i32 | crc u32 | 00 | attrs i8 |               | key len i32 | key | value len i32 | value |
    1: | offset i64 | size i32 | crc u32 | 01 | attrs i8 | timestamp i64 | key len i32 | key | value len i32 | value |

The size counts from the checksum on; the checksum, zlib's CRC-32, covers everything behind itself. Attributes: bits 0–2
compression, bit 3 (magic 1) log append time. −1 is the length of null.

Compression wraps: the value of a wrapper message is a whole compressed set of the same magic, one level deep.

=====  ===================  ==========================================================================
magic  inner offsets        timestamps of inner messages
=====  ===================  ==========================================================================
0      absolute             none
1      relative, from 0     their own; the wrapper's if the wrapper has log append time
=====  ===================  ==========================================================================

A magic 1 wrapper carries the offset of its last inner message, so that the broker stamps one number: absolute =
wrapper − last relative + relative. That also reads producers that wrote all inner offsets as they liked.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator

from kavka.protocol.records.compression import Compression, compress, decompress
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords, DecompressedTooLarge, UnreadableContents
from kavka.protocol.records.header import (
    COMPRESSION_MASK,
    LENGTH_END,
    LOG_APPEND_TIME_FLAG,
    MAGIC_OFFSET,
    OFFSET_AND_LENGTH,
)
from kavka.protocol.records.record import CREATE_TIME, LOG_APPEND_TIME, NO_TIMESTAMP, NO_TIMESTAMP_TYPE, Record

_CRC_MAGIC_ATTRIBUTES = struct.Struct(">IbB")
_INT32 = struct.Struct(">i")
_INT64 = struct.Struct(">q")
_UINT32 = struct.Struct(">I")
_CHECKED_FROM = MAGIC_OFFSET  # the checksum covers the message from its magic byte on
_SIZE_MIN = (14, 22)
"""By magic: checksum, magic, attributes, timestamp, two lengths."""
_KEY_AT = (18, 26)
"""By magic: where the key's length stands, from the beginning of the message."""


class Message:
    """One message of a set, not looked into: a wrapper is a message whose value is compressed."""

    __slots__ = ("attributes", "key", "magic", "offset", "timestamp", "value")

    def __init__(
        self, offset: int, magic: int, attributes: int, timestamp: int, key: bytes | None, value: bytes | None
    ) -> None:
        self.offset = offset
        self.magic = magic
        self.attributes = attributes
        self.timestamp = timestamp
        self.key = key
        self.value = value

    @property
    def codec(self) -> int:
        """Returns the compression bits, known or not."""
        return self.attributes & COMPRESSION_MASK

    @property
    def timestamp_type(self) -> int:
        """Returns −1: no timestamp, 0: create time, or 1: log append time."""
        if self.magic == 0:
            return NO_TIMESTAMP_TYPE
        return LOG_APPEND_TIME if self.attributes & LOG_APPEND_TIME_FLAG else CREATE_TIME


def read_message(buf: Buffer, pos: int, end: int) -> tuple[Message, int] | None:
    """Reads and checks the message at `pos`.

    Returns:
        The message and the position behind it; `None` if `buf[pos:end]` ends within it.

    Raises:
        CorruptRecords: a size, magic or length that cannot be, or a checksum that differs.
    """
    if end - pos <= MAGIC_OFFSET:
        return None
    offset, size = OFFSET_AND_LENGTH.unpack_from(buf, pos)
    magic = buf[pos + MAGIC_OFFSET]
    if magic > 1:
        raise CorruptRecords(f"magic {magic} in a message set")
    if size < _SIZE_MIN[magic]:
        raise CorruptRecords(f"message of {size} bytes")
    stop = pos + LENGTH_END + size
    if stop > end:
        return None
    crc, _, attributes = _CRC_MAGIC_ATTRIBUTES.unpack_from(buf, pos + LENGTH_END)
    actual = zlib.crc32(memoryview(buf)[pos + _CHECKED_FROM : stop])
    if crc != actual:
        raise CorruptRecords(f"checksum is {actual:08x}, the message says {crc:08x}")
    timestamp = _INT64.unpack_from(buf, pos + 18)[0] if magic else NO_TIMESTAMP
    key, at = _read_bytes(buf, pos + _KEY_AT[magic], stop)
    value, at = _read_bytes(buf, at, stop)
    if at != stop:
        raise CorruptRecords(f"message has {stop - at} bytes behind its value")
    return Message(offset, magic, attributes, timestamp, key, value), stop


def _read_bytes(buf: Buffer, at: int, stop: int) -> tuple[bytes | None, int]:
    if stop - at < 4:
        raise CorruptRecords("message ends within a length")
    (size,) = _INT32.unpack_from(buf, at)
    at += 4
    if size == -1:
        return None, at
    if not 0 <= size <= stop - at:
        raise CorruptRecords(f"length {size} where {stop - at} bytes are left")
    return bytes(buf[at : at + size]), at + size


def iter_messages(buf: Buffer, pos: int = 0, end: int | None = None) -> Iterator[Message]:
    """Yields the complete messages of `buf[pos:end]`, wrappers unopened; a partial one at the end is left out."""
    stop = len(buf) if end is None else end
    while (found := read_message(buf, pos, stop)) is not None:
        message, pos = found
        yield message


def open_message(message: Message, *, max_bytes: int) -> tuple[Iterator[Record], int]:
    """Returns the records of a message: itself, or what its compressed set holds.

    Returns:
        The records with absolute offsets, made one by one as they are asked for, and how many bytes were inflated.

    Raises:
        CorruptRecords: the wrapper holds nothing, another wrapper, or another magic, or does not inflate; some of it
            only when the record is asked for.
    """
    if not message.codec:
        record = Record(message.offset, message.timestamp, message.timestamp_type, message.key, message.value, [])
        return iter((record,)), 0
    if message.value is None:
        raise UnreadableContents("compressed message without a value")
    inflated = decompress(message.codec, message.value, max_bytes=max_bytes, magic=message.magic)
    return _inner_records(message, inflated), len(inflated)


def _inner_records(wrapper: Message, inflated: Buffer) -> Iterator[Record]:
    base = wrapper.offset - _last_offset(inflated) if wrapper.magic else 0
    timestamp_type = wrapper.timestamp_type
    stamped = timestamp_type == LOG_APPEND_TIME
    for inner in _inner_messages(inflated, wrapper.magic):
        timestamp = wrapper.timestamp if stamped else inner.timestamp
        yield Record(base + inner.offset, timestamp, timestamp_type, inner.key, inner.value, [])


def _last_offset(messages: Buffer) -> int:
    """Finds the offset of the last message of a set by their sizes alone; reading them checks them."""
    pos = offset = 0
    while pos + LENGTH_END <= len(messages):
        offset, size = OFFSET_AND_LENGTH.unpack_from(messages, pos)
        if size < _SIZE_MIN[0]:
            raise CorruptRecords(f"message of {size} bytes")
        pos += LENGTH_END + size
    return offset


def _inner_messages(inflated: Buffer, magic: int) -> Iterator[Message]:
    pos = 0
    while pos < len(inflated):
        found = read_message(inflated, pos, len(inflated))
        if found is None:
            raise CorruptRecords("compressed message set ends early")
        message, pos = found
        if message.magic != magic:
            raise UnreadableContents(f"magic {message.magic} within magic {magic}")
        if message.codec:
            raise UnreadableContents("compressed message within a compressed message")
        yield message
    if not pos:
        raise UnreadableContents("compressed message holds no message")


def encode_message(
    magic: int,
    *,
    offset: int,
    timestamp: int = NO_TIMESTAMP,
    key: bytes | None,
    value: Buffer | None,
    codec: Compression = Compression.NONE,
    timestamp_type: int = CREATE_TIME,
) -> bytes:
    """Writes one message; `codec` only says what `value` already is."""
    attributes = int(codec)
    if magic and timestamp_type == LOG_APPEND_TIME:
        attributes |= LOG_APPEND_TIME_FLAG
    checked = b"".join(
        (
            bytes((magic, attributes)),
            _INT64.pack(timestamp) if magic else b"",
            _INT32.pack(-1 if key is None else len(key)),
            key or b"",
            _INT32.pack(-1 if value is None else len(value)),
            value or b"",
        )
    )
    return b"".join((OFFSET_AND_LENGTH.pack(offset, 4 + len(checked)), _UINT32.pack(zlib.crc32(checked)), checked))


def encode_message_set(
    records: Iterable[Record],
    magic: int,
    *,
    codec: Compression = Compression.NONE,
    timestamp_type: int = CREATE_TIME,
    max_bytes: int | None = None,
) -> bytes:
    """Writes records as a set, in one wrapper if `codec` compresses.

    Headers have no place in it and are dropped.

    Args:
        records: in order of offset; nothing comes of none.
        magic: 0 or 1.
        codec: not zstd, which came later.
        timestamp_type: of the wrapper, and of messages without one.
        max_bytes: bytes that a wrapper's messages may have before they are compressed: the old formats need 19 to 27
            bytes more for a record than batches do, which a bomb of empty records makes use of.

    Raises:
        DecompressedTooLarge: above `max_bytes`.
        struct.error: an offset or timestamp beyond 64 bits.
    """
    messages = bytearray()
    first_offset = last_offset = max_timestamp = -1
    # Inner messages are always marked create time, even under a wrapper of log append time (as Kafka writes them).
    inner_type = CREATE_TIME if codec else timestamp_type
    for record in records:
        last_offset = record.offset
        if not messages:
            first_offset = last_offset
        max_timestamp = max(max_timestamp, record.timestamp)
        messages += encode_message(
            magic,
            offset=last_offset - first_offset if magic and codec else last_offset,
            timestamp=record.timestamp,
            key=record.key,
            value=record.value,
            timestamp_type=inner_type,
        )
        if codec and max_bytes is not None and len(messages) > max_bytes:
            raise DecompressedTooLarge(f"records have more than {max_bytes} bytes in format {magic}")
    if not codec or not messages:
        return bytes(messages)
    return encode_message(
        magic,
        offset=last_offset,
        timestamp=max_timestamp,
        key=None,
        value=compress(codec, messages, magic=magic),
        codec=codec,
        timestamp_type=timestamp_type,
    )
