"""Writes one record batch v2: what the bundled producer fills, and what conversions and markers are made with.

Not a queue: when a batch is full enough is the producer's decision, which `size_estimate` serves. Records are encoded
as they are appended; compression, header and checksum are made in `build`. Layouts: `header.py` and `record.py`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.records.compression import Compression, compress
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.header import CONTROL_FLAG, CRC_START, HEADER_SIZE, LENGTH_END, TRANSACTIONAL_FLAG
from kavka.protocol.records.varint import ENCODED_MAX, encode_varint, encoding_table

_OUTSIDE_CRC = struct.Struct(">qiibI")
_INSIDE_CRC = struct.Struct(">hiqqqhii")
_NULL = b"\x01"  # −1 in zigzag
_NO_ATTRIBUTES = b"\x00"
_NO_HEADERS = b"\x00"


class BatchBuilder:
    """Collects records and builds their batch.

    The producer's fields are plain attributes: an idempotent producer knows its sequence only when it sends.
    """

    __slots__ = (
        "_base_timestamp",
        "_encoded",
        "_last_offset_delta",
        "_max_timestamp",
        "_records",
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
        partition_leader_epoch: LeaderEpoch = NO_LEADER_EPOCH,
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
        self._records = bytearray()  # not a list of parts, which for millions of small records takes ten times as much
        self._encoded = encoding_table()
        self._base_timestamp = -1
        self._last_offset_delta = -1
        self._max_timestamp = -1

    def append(
        self,
        *,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Iterable[tuple[str, bytes | None]] = (),
        offset_delta: int | None = None,
    ) -> None:
        """Adds a record.

        Args:
            timestamp: ms since the epoch; −1 for none, as records converted from magic 0 have.
            key: `None` for a record without a key.
            value: `None` for a tombstone.
            headers: pairs of name and value, in order, duplicates allowed.
            offset_delta: its offset less the base offset, where compaction has left gaps; otherwise the next one.

        Raises:
            ValueError: an offset delta that is not beyond the last one.
        """
        if not self.record_count:
            self._base_timestamp = self._max_timestamp = timestamp
        elif timestamp > self._max_timestamp:
            self._max_timestamp = timestamp
        delta = timestamp - self._base_timestamp
        number = self._last_offset_delta + 1
        if offset_delta is not None:
            if offset_delta < number:
                raise ValueError(f"offset delta {offset_delta} behind {number - 1}")
            number = offset_delta
        # A look into the table in place of a call: five calls would cost as much as all the rest.
        encoded = self._encoded
        body = b"".join(
            (
                _NO_ATTRIBUTES,
                encoded[delta] if 0 <= delta < ENCODED_MAX else encode_varint(delta),
                encoded[number] if number < ENCODED_MAX else encode_varint(number),
                _NULL if key is None else encoded[size] if (size := len(key)) < ENCODED_MAX else encode_varint(size),
                key or b"",
                _NULL
                if value is None
                else encoded[size]
                if (size := len(value)) < ENCODED_MAX
                else encode_varint(size),
                value or b"",
                _encode_headers(headers) if headers else _NO_HEADERS,
            )
        )
        size = len(body)
        length = encoded[size] if size < ENCODED_MAX else encode_varint(size)
        records = self._records
        records += length
        records += body
        self._last_offset_delta = number
        self.record_count += 1
        self.size_estimate += len(length) + size

    def build(self, *, last_offset_delta: int | None = None) -> bytes:
        """Builds the whole batch, compressed and checksummed.

        Args:
            last_offset_delta: what the header is to say where compaction removed the last records: the batch goes on
                to cover their offsets, so that the log has no hole; otherwise that of the last record.

        Raises:
            ValueError: there is no record in it, or one behind `last_offset_delta`.
        """
        if not self.record_count:
            raise ValueError("a batch needs at least one record")
        if last_offset_delta is None:
            last_offset_delta = self._last_offset_delta
        elif last_offset_delta < self._last_offset_delta:
            raise ValueError(
                f"last offset delta {last_offset_delta} before that of a record, {self._last_offset_delta}"
            )
        records: Buffer = self._records
        if self.compression:
            records = compress(self.compression, records)
        attributes = int(self.compression)
        if self.is_transactional:
            attributes |= TRANSACTIONAL_FLAG
        if self.is_control:
            attributes |= CONTROL_FLAG
        inside = _INSIDE_CRC.pack(
            attributes,
            last_offset_delta,
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


def _encode_headers(headers: Iterable[tuple[str, bytes | None]]) -> bytes:
    """Headers as they stand at a record's end, their count first."""
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
