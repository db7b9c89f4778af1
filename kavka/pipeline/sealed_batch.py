"""An encoded record batch that only lacks its producer: what `columns.encode` makes and `wire.producer` sends.

The records are encoded and compressed once; the header, whose checksum covers the producer's id, epoch and sequence, is
made by `seal` when those are known, so that encoding can run ahead of sending. Layout: `protocol.records.header`.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import Buffer, crc32c
from kavka.protocol.records.header import CRC_START, HEADER_SIZE, LENGTH_END, TRANSACTIONAL_FLAG

_OUTSIDE_CRC = struct.Struct(">qiibI")
_INSIDE_CRC = struct.Struct(">hiqqqhii")


class Producer(NamedTuple):
    """The producer of a batch; by default none in particular."""

    producer_id: int = -1
    producer_epoch: int = -1
    base_sequence: int = -1
    is_transactional: bool = False


class EncodedBatch(NamedTuple):
    """Records of one partition that travel together, dense in offsets."""

    records: Buffer
    """Everything behind the header, compressed."""
    record_count: int
    base_timestamp: int
    max_timestamp: int
    compression: Compression

    @property
    def size_in_bytes(self) -> int:
        """Returns the size of the whole batch."""
        return HEADER_SIZE + len(self.records)

    def seal(self, producer: Producer = Producer()) -> bytes:  # noqa: B008 (immutable)
        """Encodes the batch for the wire, with base offset 0: the leader assigns offsets."""
        inside = _INSIDE_CRC.pack(
            int(self.compression) | (TRANSACTIONAL_FLAG if producer.is_transactional else 0),
            self.record_count - 1,
            self.base_timestamp,
            self.max_timestamp,
            producer.producer_id,
            producer.producer_epoch,
            producer.base_sequence,
            self.record_count,
        )
        length = CRC_START - LENGTH_END + len(inside) + len(self.records)
        crc = crc32c(self.records, crc32c(inside))
        return b"".join((_OUTSIDE_CRC.pack(0, length, -1, 2, crc), inside, self.records))
