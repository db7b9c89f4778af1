"""Reads of one segment: batches found by offset, and whole batches copied out.

    offset ─▶ _hints ─┬─ known ─────────────────────────────▶ position ─▶ read ─▶ bytes, next offset
                      └─ not ─▶ offset_index ─▶ walk headers ─┘

To find an offset the index gives a batch shortly before it, and headers are walked from there; a reader that goes on
where its last read ended skips both (`_hints`). An index that contradicts the log is rebuilt.

Followers that wait get the same bytes one after the other. Who reads what the last one has read, while that is still on
its way out, gets the same buffer (`_shared`); nothing is kept for it.

Not here: how bytes are read (`file_records`), and everything that changes the file (`segment`).
"""

from __future__ import annotations

import struct
import weakref

from kavka.broker.log.file_records import LENGTH_END, FileRecords
from kavka.broker.log.segment_indexes import SegmentIndexes
from kavka.common.filesystem import Buffer
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, read_header
from kavka.protocol.records.errors import CorruptRecords

WALK_BYTES_MAX = 64 * 1024  # up to this much, batches are walked from the first on, above it from an index entry
AHEAD_BYTES = 1024
"""Read beyond a reader's limit where its first batch comes whatever its size: one that is hardly larger than the limit,
as where producer and consumer have the same one, need not be read twice."""
HINTS_MAX = 16
"""Readers whose next position is remembered, for each segment."""
SHARED_BYTES_MIN = 4 * 1024
"""Reads above this are shared; below it a copy is cheaper than to look for one."""

_OFFSET_LENGTH = struct.Struct(">qi")
_LENGTH_MIN = HEADER_SIZE - LENGTH_END


class SegmentReader:
    """Reads one segment.

    Args:
        file: its batches.
        indexes: where they are.
    """

    __slots__ = ("_file", "_hints", "_indexes", "_shared")

    def __init__(self, file: FileRecords, indexes: SegmentIndexes) -> None:
        self._file = file
        self._indexes = indexes
        self._hints: dict[int, int] | None = None
        self._shared: tuple[int, int, weakref.ref[memoryview]] | None = None
        """Position and length of the last read, and what it has brought while somebody has that."""

    def forget(self) -> None:
        """Forgets where readers go on: the file, or what is known of it, is not what it was."""
        self._hints = None
        self._shared = None

    def read(
        self,
        start_offset: int,
        max_bytes: int,
        max_offset: int | None,
        min_one_message: bool,
        end_offset: int,
        may_wait: bool = True,
    ) -> tuple[Buffer, int] | None:
        """Reads whole batches from the one that holds `start_offset`, or the first behind it.

        Args:
            start_offset: at or above the base offset.
            max_bytes: at most this much, but for the first batch if `min_one_message`.
            max_offset: batches that reach it are left out; None where the whole segment may be read.
            min_one_message: give the first batch even if it is larger than `max_bytes`.
            end_offset: what follows this segment's last batch.
            may_wait: whether to wait for the device.

        Returns:
            The bytes, and the offset behind them; None when every batch of the segment ends before `start_offset`.

        Raises:
            ColdRead: the bytes are not in memory and the read may not wait.
        """
        size = self._file.size  # once: an append between two looks would show what is above max_offset (KAFKA-9835)
        position = None if self._hints is None else self._hints.get(start_offset)
        if position is None:
            found = self.find(start_offset, size, may_wait)
            if found is None:
                return None
            position = found[0]
        elif position >= size:
            return None  # remembered as the end; what follows begins the next segment, perhaps behind a gap
        next_offset = end_offset
        if max_offset is not None:
            limit = self._find_limit(max_offset, size, may_wait)
            if limit is not None:
                size, next_offset = limit
        if position >= size:
            return b"", start_offset
        length = size - position
        if length > max_bytes:
            records, next_offset, length = self._cut(position, size, max_bytes, min_one_message, may_wait)
            if not length:
                return b"", start_offset
        elif length < SHARED_BYTES_MIN:
            records = self._file.read(position, length, may_wait)
        else:
            records = self._read_shared(position, length, may_wait)
        self._remember(next_offset, position + length)
        return records, next_offset

    def _read_shared(self, position: int, length: int, may_wait: bool) -> memoryview:
        """Reads, or returns what the last reader has read, where that is the same, and not gone yet."""
        shared = self._shared
        if shared is not None and shared[0] == position and shared[1] == length:
            records = shared[2]()
            if records is not None:
                return records
        records = memoryview(self._file.read(position, length, may_wait))
        self._shared = position, length, weakref.ref(records)
        return records

    def _find_limit(self, max_offset: int, size: int, may_wait: bool) -> tuple[int, int] | None:
        position = None if self._hints is None else self._hints.get(max_offset)
        if position is not None:
            return position, max_offset
        found = self.find(max_offset, size, may_wait)
        if found is None:
            return None
        self._remember(found[1].base_offset, found[0])
        return found[0], found[1].base_offset

    def _cut(
        self, position: int, size: int, max_bytes: int, min_one_message: bool, may_wait: bool
    ) -> tuple[Buffer, int, int]:
        """Reads as many whole batches as fit into `max_bytes`.

        Read once, and the end found from the index's last entry.

        A little more is read: the offset of the batch that does not fit shows where the reader goes on.
        """
        ahead = AHEAD_BYTES if min_one_message else LENGTH_END
        records = self._file.read(position, min(max_bytes + ahead, size - position), may_wait)
        available = len(records)
        at = 0 if max_bytes <= WALK_BYTES_MAX else self._boundary_in(records, position, max_bytes, may_wait)
        next_offset = -1
        while available - at >= LENGTH_END:
            next_offset, length = _OFFSET_LENGTH.unpack_from(records, at)
            if length < _LENGTH_MIN:
                raise CorruptRecords(f"batch of length {length} at {position + at}")
            if at + length + LENGTH_END > max_bytes:
                break
            at += length + LENGTH_END
        if at == 0:
            if not min_one_message:
                return b"", -1, 0
            is_read = available >= HEADER_SIZE
            header = read_header(records) if is_read else self._file.header_at(position, size, may_wait)
            next_offset, at = header.next_offset, header.size_in_bytes
            if at > available:
                return self._file.read(position, at, may_wait), next_offset, at
        # A view keeps all that was read for as long as nobody reads it; a small part of it is copied instead.
        return records[:at] if at * 2 < available else memoryview(records)[:at], next_offset, at

    def _boundary_in(self, records: Buffer, position: int, max_bytes: int, may_wait: bool) -> int:
        """Finds where in `records` a batch begins, as near to `max_bytes` as the index knows without being wrong."""
        offset_index = self._indexes.offset_index
        if not offset_index.is_loaded:
            self._use_indexes(may_wait)
        boundary = offset_index.floor_position(position + max_bytes) - position
        if boundary <= 0 or len(records) - boundary < HEADER_SIZE:  # a batch that begins there does not fit anyway
            return 0
        try:
            read_header(records, boundary)
        except CorruptRecords:
            self.rebuild_indexes()
            return max(self._indexes.offset_index.floor_position(position + max_bytes) - position, 0)
        return boundary

    def _remember(self, offset: int, position: int) -> None:
        """Remembers the position of the batch that begins with `offset`: the likely start of somebody's next read."""
        hints = self._hints
        if hints is None:
            self._hints = {offset: position}
        elif offset not in hints:
            if len(hints) >= HINTS_MAX:
                del hints[next(iter(hints))]
            hints[offset] = position

    def position_of(self, offset: int) -> int:
        """Finds where the batch with `offset` begins; the segment's size when it is behind the last."""
        position = None if self._hints is None else self._hints.get(offset)
        if position is None:
            found = self.find(offset)
            position = self._file.size if found is None else found[0]
        return position

    def find(self, offset: int, size: int | None = None, may_wait: bool = True) -> tuple[int, BatchHeader] | None:
        """Finds the first batch whose last offset is not below `offset`.

        It is given as position and header; None behind the last.
        """
        limit = self._file.size if size is None else size
        offset_index = self._indexes.offset_index
        if not offset_index.is_loaded:
            self._use_indexes(may_wait)
        try:
            position = offset_index.lookup(offset)
            return self._find_from(position, offset, limit, may_wait)
        except (CorruptIndex, CorruptRecords):
            # Either index or log is damaged. The index is the cache: rebuild it, and let the log speak if it is not.
            self.rebuild_indexes()
            return self._find_from(self._indexes.offset_index.lookup(offset), offset, limit, may_wait)

    def _find_from(self, position: int, offset: int, limit: int, may_wait: bool) -> tuple[int, BatchHeader] | None:
        is_first = position > 0
        for at, header in self._file.walk(position, limit, may_wait):
            if is_first and header.base_offset > offset:
                raise CorruptIndex(f"entry for {offset} names the batch of {header.base_offset}")
            is_first = False
            if header.base_offset + header.last_offset_delta >= offset:
                return at, header
        return None

    def _use_indexes(self, may_wait: bool) -> None:
        if self._indexes.load_offsets(may_wait):
            self._hints = None

    def rebuild_indexes(self) -> None:
        """Rebuilds the indexes from the log, and forgets what was found by them."""
        self._hints = None
        self._indexes.rebuild()
