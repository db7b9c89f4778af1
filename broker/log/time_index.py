"""The sparse index of a segment from timestamps to offsets: `<base offset>.timeindex`.

Twelve bytes an entry, big-endian::

    | timestamp i64 | relative offset i32 |

An entry (t, o) says: t is the greatest timestamp so far, and o the last offset of the first batch that has it. Up to
the moment it was written no record is younger than t, so a search for something younger may begin at o. Timestamps
grow strictly and the pair is made in one step (KAFKA-12981). When a segment rolls or closes, its last entry is its
greatest timestamp (KAFKA-4734).
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left
from operator import lt
from typing import ClassVar

from kavka.broker.log.index_file import CorruptIndex, IndexFile
from kavka.common.filesystem import FileSystem

NO_TIMESTAMP = -1

_ENTRY = struct.Struct(">qi")


class TimeIndex(IndexFile):
    """Timestamp → relative offset, of one segment."""

    ENTRY_BYTES: ClassVar[int] = _ENTRY.size

    __slots__ = ("_offsets", "_timestamps")

    def __init__(self, path: str, *, base_offset: int, max_bytes: int, filesystem: FileSystem) -> None:
        super().__init__(path, base_offset=base_offset, max_bytes=max_bytes, filesystem=filesystem)
        self._timestamps = array("q")
        self._offsets = array("i")

    def __len__(self) -> int:
        return len(self._timestamps)

    @property
    def is_full(self) -> bool:
        """Tells whether the segment must roll: one place is always left for the entry that rolling adds."""
        return len(self._timestamps) >= self.entries_max - 1

    @property
    def entries(self) -> list[tuple[int, int]]:
        """Returns the (timestamp, offset) entries, oldest first."""
        self.load()
        return [
            (timestamp, self.base_offset + offset)
            for timestamp, offset in zip(self._timestamps, self._offsets, strict=True)
        ]

    @property
    def last_entry(self) -> tuple[int, int]:
        """Returns the greatest timestamp and its offset; (−1, base offset) without entries."""
        self.load()
        if not self._timestamps:
            return NO_TIMESTAMP, self.base_offset
        return self._timestamps[-1], self.base_offset + self._offsets[-1]

    def maybe_append(self, timestamp: int, offset: int) -> None:
        """Adds an entry if `timestamp` is greater than the last one's; nothing otherwise."""
        last_timestamp, last_offset = self.last_entry
        if timestamp <= last_timestamp:
            return
        assert offset >= last_offset, f"offset {offset} behind {last_offset}"
        self._timestamps.append(timestamp)
        self._offsets.append(offset - self.base_offset)
        if len(self._timestamps) >= self._due:
            self.write_pending()

    def lookup_before(self, timestamp: int) -> int:
        """Finds an offset before which every record is older than `timestamp`."""
        self.load()
        self.is_used = True
        index = bisect_left(self._timestamps, timestamp) - 1
        return self.base_offset + self._offsets[index] if index >= 0 else self.base_offset

    def truncate_to_offset(self, offset: int) -> None:
        """Drops the entries at or behind `offset`."""
        self.load()
        keep = bisect_left(self._offsets, offset - self.base_offset)
        del self._timestamps[keep:]
        del self._offsets[keep:]
        self._trim_file()

    def _decode(self, data: bytes) -> None:
        if len(data) % self.ENTRY_BYTES:
            raise CorruptIndex(f"{len(data)} bytes are no whole number of entries")
        # Zeros behind the last entry are preallocation, unless there is one entry: a record may have timestamp 0.
        count = -(-len(data.rstrip(b"\0")) // self.ENTRY_BYTES) or (1 if len(data) == self.ENTRY_BYTES else 0)
        timestamps, offsets = array("q"), array("i")
        for timestamp, offset in _ENTRY.iter_unpack(data[: count * self.ENTRY_BYTES]):
            timestamps.append(timestamp)
            offsets.append(offset)
        if timestamps and (timestamps[0] < 0 or offsets[0] < 0):
            raise CorruptIndex(f"first entry ({timestamps[0]}, {offsets[0]})")
        if not all(map(lt, timestamps, timestamps[1:])) or any(map(lt, offsets[1:], offsets)):
            raise CorruptIndex("entries do not grow")
        self._timestamps, self._offsets = timestamps, offsets

    def _encode(self, start: int) -> bytes:
        return b"".join(map(_ENTRY.pack, self._timestamps[start:], self._offsets[start:]))

    def _clear(self) -> None:
        self._timestamps = array("q")
        self._offsets = array("i")
