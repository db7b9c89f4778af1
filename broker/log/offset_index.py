"""The sparse index of a segment from offsets to file positions: `<base offset>.index`.

One entry about every `index.interval.bytes` of log names a batch: its last offset, and where it begins. Offsets and
positions both grow strictly, so either can be searched: readers look for an offset, and for the last batch that still
begins within the bytes they may send. The entries' bytes are `protocol.disk.indexes`'.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import ClassVar

from kavka.broker.log.index_file import IndexFile
from kavka.common.filesystem import FileSystem
from kavka.protocol.disk.indexes import (
    OFFSET_ENTRY_BYTES,
    RELATIVE_OFFSET_MAX,
    decode_offset_index,
    encode_offset_index,
)


class OffsetIndex(IndexFile):
    """Relative offset → position, of one segment."""

    ENTRY_BYTES: ClassVar[int] = OFFSET_ENTRY_BYTES

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
        self._offsets, self._positions = decode_offset_index(data)

    def _encode(self, start: int) -> bytes:
        return encode_offset_index(self._offsets[start:], self._positions[start:])

    def _clear(self) -> None:
        self._offsets = array("i")
        self._positions = array("i")
