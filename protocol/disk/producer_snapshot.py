"""A producer snapshot's bytes: what a log knew of its producers before an offset, which names the file. Big-endian.

    | version i16 = 1 | crc32c u32 of all behind it | count i32 |
    per producer: | producer id i64 | epoch i16 | last sequence i32 | last offset i64 | offset delta i32 |
                  | timestamp i64 | coordinator epoch i32 | first offset of the open transaction i64, −1: none |

Not here: which snapshots a log has, when one is written, and in which slices (`broker.log.producer_snapshots`).
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable
from typing import Final

from kavka.protocol.disk.errors import CorruptSnapshot
from kavka.protocol.disk.producer_entry import NO_OFFSET, NO_SEQUENCE, SEQUENCE_MODULUS, CachedBatch, ProducerEntry
from kavka.protocol.records.crc32c import crc32c

SNAPSHOT_VERSION: Final = 1

_SNAPSHOT_HEAD = struct.Struct(">hIi")
_SNAPSHOT_CRC_START = 6
_SNAPSHOT_ENTRY = struct.Struct(">qhiqiqiq")
_SNAPSHOT_ID = struct.Struct(f">q{_SNAPSHOT_ENTRY.size - 8}x")


def encode_snapshot(entries: Iterable[ProducerEntry]) -> bytes:
    """Encodes a snapshot; of the cached batches only each producer's last."""
    return join_snapshot([encode_entry(entry) for entry in entries])


def encode_entry(entry: ProducerEntry) -> bytes:
    """Encodes one producer of a snapshot."""
    last = entry.batches[-1] if entry.batches else CachedBatch(NO_SEQUENCE, NO_SEQUENCE, NO_OFFSET, 0, -1)
    return _SNAPSHOT_ENTRY.pack(
        entry.producer_id,
        entry.epoch,
        last.last_sequence,
        last.last_offset,
        last.offset_delta,
        entry.last_timestamp,
        entry.coordinator_epoch,
        entry.txn_first_offset,
    )


def join_snapshot(rows: list[bytes]) -> bytes:
    """Joins encoded producers to a snapshot: version, checksum and count go before them."""
    body = struct.pack(">i", len(rows)) + b"".join(rows)
    return struct.pack(">hI", SNAPSHOT_VERSION, crc32c(body)) + body


def decode_snapshot(data: bytes, wanted: Collection[int] | None = None) -> list[ProducerEntry]:
    """Decodes a snapshot's entries.

    Args:
        data: its bytes.
        wanted: only these producers' entries are made, which is most of the work; None: all.

    Raises:
        CorruptSnapshot: another version, a wrong checksum or length.
    """
    if len(data) < _SNAPSHOT_HEAD.size:
        raise CorruptSnapshot(f"{len(data)} bytes")
    version, crc, count = _SNAPSHOT_HEAD.unpack_from(data)
    if version != SNAPSHOT_VERSION:
        raise CorruptSnapshot(f"version {version}, only {SNAPSHOT_VERSION} is known")
    if crc32c(memoryview(data)[_SNAPSHOT_CRC_START:]) != crc:
        raise CorruptSnapshot("the checksum differs")
    if len(data) - _SNAPSHOT_HEAD.size != count * _SNAPSHOT_ENTRY.size:
        raise CorruptSnapshot(f"{count} entries in {len(data)} bytes")
    body = memoryview(data)[_SNAPSHOT_HEAD.size :]
    if wanted is None:
        return [_entry(fields) for fields in _SNAPSHOT_ENTRY.iter_unpack(body)]
    return [
        _entry(_SNAPSHOT_ENTRY.unpack_from(body, number * _SNAPSHOT_ENTRY.size))
        for number, (producer_id,) in enumerate(_SNAPSHOT_ID.iter_unpack(body))
        if producer_id in wanted
    ]


def _entry(fields: tuple[int, ...]) -> ProducerEntry:
    producer_id, epoch, last, last_offset, delta, timestamp, coordinator_epoch, txn_first_offset = fields
    batches: tuple[CachedBatch, ...] = ()
    if last_offset >= 0:
        first = (last - delta) % SEQUENCE_MODULUS if last >= 0 else NO_SEQUENCE
        batches = (CachedBatch(first, last, last_offset, delta, timestamp),)
    return ProducerEntry(producer_id, epoch, batches, timestamp, timestamp, coordinator_epoch, txn_first_offset)
