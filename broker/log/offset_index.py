"""The sparse index of a segment from offsets to file positions: `<base offset>.index`.

One entry about every `index.interval.bytes` of log, eight bytes, big-endian::

    | relative offset i32 | position i32 |

It names a batch: the batch's last offset, less the segment's base offset, and where the batch begins. Offsets and
positions both grow strictly, so either can be searched: readers look for an offset, and for the last batch that still
begins within the bytes they may send.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left, bisect_right
from operator import lt
from typing import ClassVar

from kavka.broker.log.index_file import CorruptIndex, IndexFile
from kavka.common.filesystem import FileSystem

RELATIVE_OFFSET_MAX = 2**31 - 1

_ENTRY = struct.Struct(">ii")


class OffsetIndex(IndexFile):
    """Relative offset → position, of one segment."""

    ENTRY_BYTES: ClassVar[int] = _ENTRY.size

    __slots__ = ("_offsets", "_positions")

    def __init__(self, path: str, *, base_offset: int, max_bytes: int, filesystem: FileSystem) -> None:
        super().__init__(path, base_offset=base_offset, max_bytes=max_bytes, filesystem=filesystem)
        self._offsets = array("i")
        self._positions = array("i")

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def is_full(self) -> bool:
        """Tells whether the segment must roll before another entry fits."""
        return len(self._offsets) >= self.entries_max

    @property
    def last_position(self) -> int:
        """Returns the position of the last indexed batch; 0 without entries."""
        self.load()
        return self._positions[-1] if self._positions else 0

    @property
    def entries(self) -> list[tuple[int, int]]:
        """Returns the (offset, position) entries, oldest first."""
        self.load()
        return [
            (self.base_offset + offset, position)
            for offset, position in zip(self._offsets, self._positions, strict=True)
        ]

    def append(self, offset: int, position: int) -> None:
        """Adds an entry behind all others: a batch's last offset, and where the batch begins."""
        if not self.is_loaded:
            self.load()
        relative = offset - self.base_offset
        assert 0 <= relative <= RELATIVE_OFFSET_MAX, f"offset {offset} in the segment of {self.base_offset}"
        assert not self._offsets or (relative > self._offsets[-1] and position > self._positions[-1]), (
            f"entry ({relative}, {position}) behind ({self._offsets[-1]}, {self._positions[-1]})"
        )
        self._offsets.append(relative)
        self._positions.append(position)
        if len(self._offsets) >= self._due:
            self.write_pending()

    def lookup(self, offset: int) -> int:
        """Finds the position of an indexed batch at or before `offset`; 0 when no entry is that early."""
        if not self.is_loaded:
            self.load()
        self.is_used = True
        relative = offset - self.base_offset
        if relative > RELATIVE_OFFSET_MAX:
            return self._positions[-1] if self._positions else 0
        index = bisect_right(self._offsets, relative) - 1
        return self._positions[index] if index >= 0 else 0

    def floor_position(self, position: int) -> int:
        """Finds the greatest indexed position that is not above `position`; 0 when there is none."""
        if not self.is_loaded:
            self.load()
        index = bisect_right(self._positions, min(position, RELATIVE_OFFSET_MAX)) - 1
        return self._positions[index] if index >= 0 else 0

    def truncate_to_position(self, position: int) -> None:
        """Drops the entries of batches that begin at or behind `position`."""
        self.load()
        keep = bisect_left(self._positions, position)
        del self._offsets[keep:]
        del self._positions[keep:]
        self._trim_file()

    def _decode(self, data: bytes) -> None:
        if len(data) % self.ENTRY_BYTES:
            raise CorruptIndex(f"{len(data)} bytes are no whole number of entries")
        fields = array("i", data)
        if sys.byteorder == "little":
            fields.byteswap()
        # Zeros behind the last entry are preallocation; (0, 0) is never an entry, since a first batch gets none.
        count = -(-len(data.rstrip(b"\0")) // self.ENTRY_BYTES)
        offsets, positions = fields[0 : 2 * count : 2], fields[1 : 2 * count : 2]
        if offsets and (offsets[0] < 0 or positions[0] < 0):
            raise CorruptIndex(f"first entry ({offsets[0]}, {positions[0]})")
        if not all(map(lt, offsets, offsets[1:])) or not all(map(lt, positions, positions[1:])):
            raise CorruptIndex("entries do not grow")
        self._offsets, self._positions = offsets, positions

    def _encode(self, start: int) -> bytes:
        return b"".join(map(_ENTRY.pack, self._offsets[start:], self._positions[start:]))

    def _clear(self) -> None:
        self._offsets = array("i")
        self._positions = array("i")
