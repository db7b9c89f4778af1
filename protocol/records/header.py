"""The fixed head of a record batch v2: read it, check it, re-stamp it, and never touch the records behind it.

This is all that a broker does with a batch on its way in and out. Reading records is `record.py`, writing them
`builder.py`; the front door to all three is `batch.py`. The layout, in bytes::

     0        8        12        16    17    21         23                27
     | base   | batch  | leader  | ma- | crc | attri-   | last offset     |
     | offset | length | epoch   | gic |     | butes    | delta           |
     |  i64   |  i32   |  i32    | i8  | u32 |  i16     |  i32            |
    27           35           43         51         53         57        61
     | base      | max       | producer  | producer | base     | record  |
     | timestamp | timestamp | id        | epoch    | sequence | count   | records …
     |   i64     |   i64     |  i64      |  i16     |  i32     |  i32    |

The length counts from the leader epoch on. The checksum covers everything from the attributes on, so the broker may
stamp offset and leader epoch into the first 17 bytes without reading the rest. Attributes: bits 0–2 compression,
3 timestamp type, 4 transactional, 5 control, 6 "the base timestamp is the delete horizon" (KIP-534): until then
compaction keeps the batch's tombstones, or its marker.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.errors import CorruptRecords

HEADER_SIZE = 61
HEAD_SIZE = 17
"""The part outside the checksum up to and with the magic byte: what `stamp` writes anew."""
LENGTH_END = 12
MAGIC_OFFSET = 16
_ATTRIBUTES_LOW = 22
"""The attributes' second byte, where the compression is."""
CRC_START = 21
"""The checksum covers the batch from here, the attributes, to its end."""
RECORD_SIZE_MIN = 7
"""Length, attributes, two deltas, null key, null value, no headers: a byte each."""

COMPRESSION_MASK = 0x07
LOG_APPEND_TIME_FLAG = 0x08
TRANSACTIONAL_FLAG = 0x10
CONTROL_FLAG = 0x20
DELETE_HORIZON_FLAG = 0x40

HEADER = struct.Struct(">qiibIhiqqqhii")
HEAD = struct.Struct(">qiib")
OFFSET_AND_LENGTH = struct.Struct(">qi")
_LENGTH_MIN = HEADER_SIZE - LENGTH_END
_COMPRESSION_MAX = int(max(Compression))
EXPANSION_MAX = (1, 1032, 22, 255, 32768)
"""Bytes that one byte may inflate to, by codec: what the formats can express at best (deflate's 258 bytes in two bits,
snappy's 64 in three bytes, lz4's 255 for each byte of a length, zstd's block of 128 KiB in four bytes). A count beyond
it is a lie that would leave a hole of up to 2³¹ offsets in the log; it is found without inflating anything."""


_FIELDS: Final = (
    "attributes",
    "base_offset",
    "base_sequence",
    "base_timestamp",
    "batch_length",
    "crc",
    "last_offset_delta",
    "magic",
    "max_timestamp",
    "partition_leader_epoch",
    "producer_epoch",
    "producer_id",
    "record_count",
)


class BatchHeader:
    """The header's fields as they stand. Only `stamp` changes them."""

    __slots__ = _FIELDS

    def __init__(
        self,
        base_offset: int,
        batch_length: int,
        partition_leader_epoch: LeaderEpoch,
        magic: int,
        crc: int,
        attributes: int,
        last_offset_delta: int,
        base_timestamp: int,
        max_timestamp: int,
        producer_id: int,
        producer_epoch: int,
        base_sequence: int,
        record_count: int,
    ) -> None:
        self.base_offset = base_offset
        self.batch_length = batch_length
        self.partition_leader_epoch = partition_leader_epoch
        self.magic = magic
        self.crc = crc
        self.attributes = attributes
        self.last_offset_delta = last_offset_delta
        self.base_timestamp = base_timestamp
        self.max_timestamp = max_timestamp
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.base_sequence = base_sequence
        self.record_count = record_count

    def stamp(self, base_offset: int, partition_leader_epoch: LeaderEpoch) -> bytes:
        """Stamps the batch with base offset and leader epoch, both outside the checksum.

        Returns:
            The first `HEAD_SIZE` bytes: written before the rest of the batch, they make it complete without a copy.
        """
        self.base_offset = base_offset
        self.partition_leader_epoch = partition_leader_epoch
        return HEAD.pack(base_offset, self.batch_length, partition_leader_epoch, self.magic)

    @property
    def size_in_bytes(self) -> int:
        """Returns the size of the whole batch, offset and length fields included."""
        return self.batch_length + LENGTH_END

    @property
    def last_offset(self) -> int:
        """Returns the offset of the last record, whether or not compaction has left it there."""
        return self.base_offset + self.last_offset_delta

    @property
    def next_offset(self) -> int:
        """Returns the offset at which the following batch begins."""
        return self.base_offset + self.last_offset_delta + 1

    @property
    def compression(self) -> Compression:
        """Names the records' compression; CorruptRecords for an id that Kafka does not have."""
        codec = self.attributes & COMPRESSION_MASK
        if codec > _COMPRESSION_MAX:
            raise CorruptRecords(f"compression {codec} is unknown")
        return Compression(codec)

    @property
    def timestamp_type(self) -> int:
        """Returns 0: set by the producer (create time), or 1: set by the broker (log append time)."""
        return (self.attributes & LOG_APPEND_TIME_FLAG) >> 3

    @property
    def is_transactional(self) -> bool:
        """Tells whether the batch belongs to a transaction."""
        return bool(self.attributes & TRANSACTIONAL_FLAG)

    @property
    def is_control(self) -> bool:
        """Tells whether the batch holds a transaction marker rather than records."""
        return bool(self.attributes & CONTROL_FLAG)

    @property
    def delete_horizon_ms(self) -> int | None:
        """Returns the time for compaction to remove the tombstones or the marker; None while undecided."""
        return self.base_timestamp if self.attributes & DELETE_HORIZON_FLAG else None

    @property
    def has_producer_id(self) -> bool:
        """Tells whether an idempotent or transactional producer wrote the batch."""
        return self.producer_id >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BatchHeader):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"BatchHeader({', '.join(f'{name}={getattr(self, name)}' for name in _FIELDS)})"


def read_header(buf: Buffer, pos: int = 0) -> BatchHeader:
    """Reads the header of the batch that begins at `pos`; the batch itself need not be complete.

    Raises:
        CorruptRecords: fewer bytes than a header, another magic than 2, or a length or count that cannot be.
    """
    try:
        fields = HEADER.unpack_from(buf, pos)
    except struct.error:
        raise CorruptRecords(f"{len(buf) - pos} bytes are too few for a batch header") from None
    # By index rather than by attribute: this runs once for every batch in and out.
    if fields[3] != 2 or fields[1] < _LENGTH_MIN or fields[6] < 0 or fields[12] < 0:
        raise CorruptRecords(
            f"not a batch: magic {fields[3]}, length {fields[1]}, last offset delta {fields[6]}, count {fields[12]}"
        )
    return BatchHeader(*fields)


def iter_headers(buf: Buffer, pos: int = 0, end: int | None = None) -> Iterator[tuple[int, BatchHeader]]:
    """Walks the complete batches in `buf[pos:end]`.

    Yields:
        Position and header of each batch. A batch that runs past the end is where it stops, without an error: a fetch
        response may be cut anywhere.

    Raises:
        CorruptRecords: what stands at a batch's place is not a batch.
    """
    stop = len(buf) if end is None else end
    while stop - pos >= HEADER_SIZE:
        header = read_header(buf, pos)
        size = header.batch_length + LENGTH_END
        if size > stop - pos:
            return
        yield pos, header
        pos += size


def validate_batch(buf: Buffer, pos: int, header: BatchHeader, *, from_client: bool = True) -> None:
    """Checks a batch as far as that is possible without looking at its records.

    Args:
        buf: where the batch is.
        pos: where it begins.
        header: what `read_header(buf, pos)` gave.
        from_client: whether offsets must be dense, as a producer numbers them. Batches from the log (recovery,
            replication) may have lost records to compaction, and may be empty.

    Raises:
        CorruptRecords: it runs past the buffer, the checksum differs, or the counts contradict each other.
    """
    size = header.batch_length + LENGTH_END
    if size > len(buf) - pos:
        raise CorruptRecords(f"batch of {size} bytes where {len(buf) - pos} are left")
    count = header.record_count
    if from_client:
        if count <= 0 or count != header.last_offset_delta + 1:
            raise CorruptRecords(f"{count} records for last offset delta {header.last_offset_delta}")
    elif count > header.last_offset_delta + 1:
        raise CorruptRecords(f"{count} records for last offset delta {header.last_offset_delta}")
    codec = header.attributes & COMPRESSION_MASK
    if codec > _COMPRESSION_MAX:
        raise CorruptRecords(f"compression {codec} is unknown")
    if count * RECORD_SIZE_MIN > (size - HEADER_SIZE) * EXPANSION_MAX[codec]:
        raise CorruptRecords(f"{count} records in {size - HEADER_SIZE} bytes")
    crc = crc32c(memoryview(buf)[pos + CRC_START : pos + size])
    if crc != header.crc:
        raise CorruptRecords(f"checksum is {crc:08x}, the batch says {header.crc:08x}")


def read_plain_batch(buf: Buffer, bytes_max: int) -> BatchHeader | None:
    """Reads the header of one sound, plain batch that fills `buf`, as most producers send.

    It is short for `read_header` and `validate_batch`, and never gives a batch that those refuse: no flags but the
    compression, dense offsets, a producer id with epoch and sequence or none.

    Returns:
        None if the batch is anything else, be it larger than `bytes_max`, unusual or broken.
    """
    if not HEADER_SIZE < len(buf) <= bytes_max:
        return None
    fields = HEADER.unpack_from(buf)
    (_, length, _, magic, crc, attributes, last_offset_delta, _, _, producer_id, epoch, sequence, count) = fields
    if (
        magic != 2
        or length + LENGTH_END != len(buf)
        or not 0 <= attributes <= _COMPRESSION_MAX
        or not 0 < count == last_offset_delta + 1
        or count * RECORD_SIZE_MIN > (length - _LENGTH_MIN) * EXPANSION_MAX[attributes]
        or (producer_id >= 0 and (epoch < 0 or sequence < 0))
        or crc32c(memoryview(buf)[CRC_START:]) != crc
    ):
        return None
    return BatchHeader(*fields)


def with_log_append_time(batch_bytes: Buffer, timestamp: int) -> bytes:
    """Stamps the one batch in `batch_bytes` with the broker's time: type, maximum timestamp, checksum.

    The records keep their deltas; a reader of a log-append-time batch takes the maximum timestamp for all of them.
    """
    stamped = bytearray(batch_bytes)
    (attributes,) = struct.unpack_from(">h", stamped, CRC_START)
    struct.pack_into(">h", stamped, CRC_START, attributes | LOG_APPEND_TIME_FLAG)
    struct.pack_into(">q", stamped, 35, timestamp)
    struct.pack_into(">I", stamped, 17, crc32c(memoryview(stamped)[CRC_START:]))
    return bytes(stamped)


def with_create_time(batch_bytes: Buffer) -> bytes:
    """Strips the claim to log append time off the one batch in `batch_bytes`.

    The checksum follows.
    """
    stamped = bytearray(batch_bytes)
    (attributes,) = struct.unpack_from(">h", stamped, CRC_START)
    struct.pack_into(">h", stamped, CRC_START, attributes & ~LOG_APPEND_TIME_FLAG)
    struct.pack_into(">I", stamped, 17, crc32c(memoryview(stamped)[CRC_START:]))
    return bytes(stamped)
