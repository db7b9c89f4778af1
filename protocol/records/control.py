"""Control records: the transaction markers that end a transaction in a partition's log.

A control batch holds one record whose key says which marker it is; consumers skip it, but it takes an offset::

    key:   | version i16 = 0 | type i16: 0 abort, 1 commit |
    value: | version i16 = 0 | coordinator epoch i32 |

Readers must accept longer keys and values of later versions, so only the known prefix is looked at.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import NamedTuple

from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import BatchHeader
from kavka.protocol.records.reader import read_records

CONTROL_VERSION = 0

_KEY = struct.Struct(">hh")
_VALUE = struct.Struct(">hi")


class ControlType(IntEnum):
    """The markers that partitions of a ZooKeeper-mode cluster see."""

    ABORT = 0
    COMMIT = 1


class Marker(NamedTuple):
    """What a control batch says."""

    is_abort: bool
    coordinator_epoch: int
    timestamp: int


def encode_control_key(control_type: ControlType) -> bytes:
    """Encodes the key of a marker record."""
    return _KEY.pack(CONTROL_VERSION, control_type)


def decode_control_key(key: bytes | None) -> ControlType | None:
    """Reads a marker's type from a control record's key.

    `None` for a type of a later Kafka that this one does not know.

    Raises:
        CorruptRecords: no key, too short, or a negative version.
    """
    if key is None or len(key) < _KEY.size:
        raise CorruptRecords("control record without a whole key")
    version, control_type = _KEY.unpack_from(key)
    if version < 0:
        raise CorruptRecords(f"control record of version {version}")
    return ControlType(control_type) if control_type in (0, 1) else None


def encode_marker_value(coordinator_epoch: int) -> bytes:
    """Encodes the value of a marker record: its coordinator's epoch, which fences an older one."""
    return _VALUE.pack(CONTROL_VERSION, coordinator_epoch)


def decode_marker_value(value: bytes | None) -> int:
    """Reads the coordinator epoch of a marker record.

    Raises:
        CorruptRecords: no value, too short, or a negative version.
    """
    if value is None or len(value) < _VALUE.size:
        raise CorruptRecords("transaction marker without a whole value")
    version, coordinator_epoch = _VALUE.unpack_from(value)
    if version < 0:
        raise CorruptRecords(f"transaction marker of version {version}")
    return int(coordinator_epoch)


def marker_batch(
    control_type: ControlType, *, timestamp: int, producer_id: int, producer_epoch: int, coordinator_epoch: int
) -> bytes:
    """Builds the batch that ends a producer's transaction in one partition.

    The leader stamps offset and leader epoch.
    """
    builder = BatchBuilder(
        producer_id=producer_id, producer_epoch=producer_epoch, is_transactional=True, is_control=True
    )
    builder.append(
        timestamp=timestamp, key=encode_control_key(control_type), value=encode_marker_value(coordinator_epoch)
    )
    return builder.build()


def read_marker(batch: Buffer, header: BatchHeader) -> Marker | None:
    """Reads the marker in a control batch. None when compaction has emptied it, or for one of a later Kafka.

    Args:
        batch: all of it, its checksum known to be right.
        header: its header.

    Raises:
        CorruptRecords: it cannot be read.
    """
    for record in read_records(batch, 0, header, check_crc=False):
        control_type = decode_control_key(record.key)
        if control_type is None:
            return None
        return Marker(control_type is ControlType.ABORT, decode_marker_value(record.value), record.timestamp)
    return None
