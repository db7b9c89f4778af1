"""Writes one record batch v2: what the bundled producer fills, and what conversions and markers are made with.

Not a queue: when a batch is full enough is the producer's decision, which `size_estimate` serves. Records are encoded
as they are appended; compression, header and checksum are made in `build`. Layouts: `header.py` and `record.py`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from protocol.records.compression import Compression, compress
from protocol.records.crc32c import crc32c
from protocol.records.header import CONTROL_FLAG, CRC_START, HEADER_SIZE, LENGTH_END, TRANSACTIONAL_FLAG

_OUTSIDE_CRC = struct.Struct(">qiibI")
_INSIDE_CRC = struct.Struct(">hiqqqhii")
_ONE_BYTE = tuple(bytes((value,)) for value in range(128))
_NULL = b"\x01"  # −1 in zigzag
_NO_ATTRIBUTES = b"\x00"
_NO_HEADERS = b"\x00"


class BatchBuilder:
    """Collects records and builds their batch.

    The producer's fields are plain attributes: an idempotent producer knows its sequence only when it sends.
    """

    __slots__ = (
        "_base_timestamp",
        "_max_timestamp",
        "_parts",
        "base_offset",
        "base_sequence",
        "compression",
        "is_control",
        "is_transactional",
        "partition_leader_epoch",
        "producer_epoch",
        "producer_id",
        "record_count",
        "size_estimate",
    )

    def __init__(
        self,
        *,
        compression: Compression = Compression.NONE,
        base_offset: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
        base_sequence: int = -1,
        is_transactional: bool = False,
        is_control: bool = False,
        partition_leader_epoch: int = -1,
    ) -> None:
        self.compression = compression
        self.base_offset = base_offset
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.base_sequence = base_sequence
        self.is_transactional = is_transactional
        self.is_control = is_control
        self.partition_leader_epoch = partition_leader_epoch
        self.record_count = 0
        self.size_estimate = HEADER_SIZE  # bytes of the batch so far, uncompressed: exact without compression
        self._parts: list[bytes] = []
        self._base_timestamp = -1
        self._max_timestamp = -1

    def append(
        self,
        *,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Iterable[tuple[str, bytes | None]] = (),
    ) -> None:
        """Add a record.

        Args:
            timestamp: ms since the epoch; −1 for none, as records converted from magic 0 have.
            key: `None` for a record without a key.
            value: `None` for a tombstone.
            headers: pairs of name and value, in order, duplicates allowed.
        """
        count = self.record_count
        if count == 0:
            self._base_timestamp = self._max_timestamp = timestamp
        elif timestamp > self._max_timestamp:
            self._max_timestamp = timestamp
        delta = timestamp - self._base_timestamp
        body = b"".join(
            (
                _NO_ATTRIBUTES,
                _ONE_BYTE[delta << 1] if 0 <= delta < 64 else encode_varint(delta),
                _ONE_BYTE[count << 1] if count < 64 else encode_varint(count),
                _NULL if key is None else encode_varint(len(key)),
                key or b"",
                _NULL if value is None else encode_varint(len(value)),
                value or b"",
                _encode_headers(headers) if headers else _NO_HEADERS,
            )
        )
        size = encode_varint(len(body))
        self._parts.append(size)
        self._parts.append(body)
        self.record_count = count + 1
        self.size_estimate += len(size) + len(body)

    def build(self) -> bytes:
        """The whole batch, compressed and checksummed.

        Raises:
            ValueError: there is no record in it.
        """
        if not self.record_count:
            raise ValueError("a batch needs at least one record")
        records = b"".join(self._parts)
        if self.compression:
            records = compress(self.compression, records)
        attributes = int(self.compression)
        if self.is_transactional:
            attributes |= TRANSACTIONAL_FLAG
        if self.is_control:
            attributes |= CONTROL_FLAG
        inside = _INSIDE_CRC.pack(
            attributes,
            self.record_count - 1,
            self._base_timestamp,
            self._max_timestamp,
            self.producer_id,
            self.producer_epoch,
            self.base_sequence,
            self.record_count,
        )
        length = CRC_START - LENGTH_END + len(inside) + len(records)
        crc = crc32c(records, crc32c(inside))
        return b"".join(
            (_OUTSIDE_CRC.pack(self.base_offset, length, self.partition_leader_epoch, 2, crc), inside, records)
        )


def encode_varint(value: int) -> bytes:
    """Zigzag varint of up to 64 bits."""
    raw = value << 1 if value >= 0 else ~(value << 1)
    if raw < 128:
        return _ONE_BYTE[raw]
    if raw < 16384:
        return bytes((raw & 127 | 128, raw >> 7))
    encoded = bytearray()
    while raw > 127:
        encoded.append(raw & 127 | 128)
        raw >>= 7
    encoded.append(raw)
    return bytes(encoded)


def _encode_headers(headers: Iterable[tuple[str, bytes | None]]) -> bytes:
    parts: list[bytes] = []
    count = 0
    for name, value in headers:
        encoded = name.encode()
        parts.append(encode_varint(len(encoded)))
        parts.append(encoded)
        if value is None:
            parts.append(_NULL)
        else:
            parts.append(encode_varint(len(value)))
            parts.append(value)
        count += 1
    return encode_varint(count) + b"".join(parts)
