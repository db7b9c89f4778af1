"""The indexes of a segment: offsets to positions, timestamps to offsets, and the aborted transactions. Big-endian.

    .index       | relative offset i32 | position i32 |                                                          8 bytes
    .timeindex   | timestamp i64 | relative offset i32 |                                                        12 bytes
    .txnindex    | version i16 = 0 | producer id i64 | first offset i64 | last offset i64 | last stable offset i64 |  34

Relative offsets count from the segment's base offset. An entry of the offset index names a batch: its last offset, and
where it begins; both columns grow strictly. An entry (t, o) of the time index says that t is the greatest timestamp so
far, and o the last offset of the first batch that has it; timestamps grow strictly.

An entry of the transaction index is a transaction whose ABORT marker stands in the segment, `last offset` being the
marker's. There is no checksum, so what can be checked is: versions, and that offsets grow.

Kafka preallocates the first two with zeros, which a crash leaves behind their entries: they are no entries.

Not here: what keeps entries in memory, and searches them (`broker.log`).
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable
from operator import lt
from typing import Final, NamedTuple

from kavka.protocol.disk.errors import CorruptIndex

RELATIVE_OFFSET_MAX: Final = 2**31 - 1
TXN_INDEX_VERSION: Final = 0

_OFFSET_ENTRY = struct.Struct(">ii")
_TIME_ENTRY = struct.Struct(">qi")
_TXN_ENTRY = struct.Struct(">hqqqq")
OFFSET_ENTRY_BYTES: Final = _OFFSET_ENTRY.size
TIME_ENTRY_BYTES: Final = _TIME_ENTRY.size
TXN_ENTRY_BYTES: Final = _TXN_ENTRY.size


class AbortedTxn(NamedTuple):
    """One aborted transaction.

    Attributes:
        first_offset: of its first record.
        last_offset: of its marker.
        last_stable_offset: before it no transaction was open once this one had ended.
    """

    producer_id: int
    first_offset: int
    last_offset: int
    last_stable_offset: int


def encode_offset_index(relative_offsets: Iterable[int], positions: Iterable[int]) -> bytes:
    """Encodes entries of an offset index, given as its two columns."""
    return b"".join(map(_OFFSET_ENTRY.pack, relative_offsets, positions))


def decode_offset_index(data: bytes) -> tuple[array[int], array[int]]:
    """Decodes an offset index: its relative offsets, and the position of each.

    Raises:
        CorruptIndex: no whole number of entries, or they do not grow.
    """
    if len(data) % OFFSET_ENTRY_BYTES:
        raise CorruptIndex(f"{len(data)} bytes are no whole number of entries")
    fields = array("i", data)
    if sys.byteorder == "little":  # pragma: no branch
        fields.byteswap()
    # Zeros behind the last entry are preallocation; (0, 0) is never an entry, since a first batch gets none.
    count = -(-len(data.rstrip(b"\0")) // OFFSET_ENTRY_BYTES)
    offsets, positions = fields[0 : 2 * count : 2], fields[1 : 2 * count : 2]
    if offsets and (offsets[0] < 0 or positions[0] < 0):
        raise CorruptIndex(f"first entry ({offsets[0]}, {positions[0]})")
    if not all(map(lt, offsets, offsets[1:])) or not all(map(lt, positions, positions[1:])):
        raise CorruptIndex("entries do not grow")
    return offsets, positions


def offset_index_entries(data: bytes, *, base_offset: int) -> list[tuple[int, int]]:
    """Decodes an offset index: its (offset, position) entries, oldest first.

    Raises:
        CorruptIndex: see `decode_offset_index`.
    """
    return [(base_offset + offset, position) for offset, position in zip(*decode_offset_index(data), strict=True)]


def encode_time_index(timestamps: Iterable[int], relative_offsets: Iterable[int]) -> bytes:
    """Encodes entries of a time index, given as its two columns."""
    return b"".join(map(_TIME_ENTRY.pack, timestamps, relative_offsets))


def decode_time_index(data: bytes) -> tuple[array[int], array[int]]:
    """Decodes a time index: its timestamps, and the relative offset of each.

    Raises:
        CorruptIndex: no whole number of entries, or they do not grow.
    """
    if len(data) % TIME_ENTRY_BYTES:
        raise CorruptIndex(f"{len(data)} bytes are no whole number of entries")
    # Zeros behind the last entry are preallocation, unless there is one entry: a record may have timestamp 0.
    count = -(-len(data.rstrip(b"\0")) // TIME_ENTRY_BYTES) or (1 if len(data) == TIME_ENTRY_BYTES else 0)
    timestamps, offsets = array("q"), array("i")
    for timestamp, offset in _TIME_ENTRY.iter_unpack(data[: count * TIME_ENTRY_BYTES]):
        timestamps.append(timestamp)
        offsets.append(offset)
    if timestamps and (timestamps[0] < 0 or offsets[0] < 0):
        raise CorruptIndex(f"first entry ({timestamps[0]}, {offsets[0]})")
    if not all(map(lt, timestamps, timestamps[1:])) or any(map(lt, offsets[1:], offsets)):
        raise CorruptIndex("entries do not grow")
    return timestamps, offsets


def time_index_entries(data: bytes, *, base_offset: int) -> list[tuple[int, int]]:
    """Decodes a time index: its (timestamp, offset) entries, oldest first.

    Raises:
        CorruptIndex: see `decode_time_index`.
    """
    return [(timestamp, base_offset + offset) for timestamp, offset in zip(*decode_time_index(data), strict=True)]


def encode_txn_index(txns: Iterable[AbortedTxn]) -> bytes:
    """Encodes entries of a transaction index."""
    return b"".join([_TXN_ENTRY.pack(TXN_INDEX_VERSION, *txn) for txn in txns])


def decode_txn_index(data: bytes, *, base_offset: int = 0) -> list[AbortedTxn]:
    """Decodes a transaction index's entries.

    Raises:
        CorruptIndex: a length, a version or offsets that cannot be.
    """
    if len(data) % _TXN_ENTRY.size:
        raise CorruptIndex(f"{len(data)} bytes are no whole entries")
    entries: list[AbortedTxn] = []
    last = base_offset - 1
    for version, *fields in _TXN_ENTRY.iter_unpack(data):
        txn = AbortedTxn(*fields)
        if version != TXN_INDEX_VERSION:
            raise CorruptIndex(f"version {version}, only {TXN_INDEX_VERSION} is known")
        is_ordered = 0 <= txn.first_offset <= txn.last_offset and last < txn.last_offset
        if not is_ordered or not 0 <= txn.last_stable_offset <= txn.last_offset + 1 or txn.producer_id < 0:
            raise CorruptIndex(f"{txn} behind offset {last}")
        entries.append(txn)
        last = txn.last_offset
    return entries
