"""The sparse index of a segment from timestamps to offsets: `<base offset>.timeindex`.

An entry (t, o) says: t is the greatest timestamp so far, and o the last offset of the first batch that has it. Up to
the moment it was written no record is younger than t, so a search for something younger may begin at o. Timestamps
grow strictly and the pair is made in one step (KAFKA-12981). When a segment rolls or closes, its last entry is its
greatest timestamp (KAFKA-4734). The entries' bytes are `protocol.disk.indexes`'.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import ClassVar

from kavka.broker.log.index_file import IndexFile
from kavka.common.filesystem import FileSystem
from kavka.protocol.disk.indexes import TIME_ENTRY_BYTES, decode_time_index, encode_time_index
from kavka.protocol.records.record import NO_TIMESTAMP


class TimeIndex(IndexFile):
    """Timestamp → relative offset, of one segment."""

    ENTRY_BYTES: ClassVar[int] = TIME_ENTRY_BYTES

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
        self._timestamps, self._offsets = decode_time_index(data)

    def _encode(self, start: int) -> bytes:
        return encode_time_index(self._timestamps[start:], self._offsets[start:])

    def _clear(self) -> None:
        self._timestamps = array("q")
        self._offsets = array("i")
