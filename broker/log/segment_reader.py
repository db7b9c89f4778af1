"""A segment as those see it who read it: batches found by offset, and whole batches copied out.

    offset ─▶ _hints ─┬─ known ─────────────────────────────▶ position ─▶ read ─▶ bytes, next offset
                      └─ not ─▶ offset_index ─▶ walk headers ─┘

All is read by copying out of the page cache, never through a memory map: measured, the faults of a map cost more than
the copy (1 MB fetches: 137 against 226 µs of CPU), and a truncated map is a SIGBUS. The copy also shows whether bytes
are in memory at all: a fetch's reads raise `ColdRead` rather than wait for the device.

Batches are never taken apart here. To find an offset the index gives a batch shortly before it, and headers are walked
from there; a reader that goes on where its last read ended skips both (`_hints`). The indexes are caches over the log:
where they are missing or contradict it, they are rebuilt from it.

Not here: everything that changes the file (`segment`).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from functools import partial

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.log.offset_index import OffsetIndex
from kavka.broker.log.time_index import TimeIndex
from kavka.broker.log.txn_index import TxnIndex
from kavka.common.filesystem import Buffer, FileSystem
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import LOG_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, segment_name
from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX, AbortedTxn
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, read_header
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import NO_TIMESTAMP

SCAN_CHUNK_BYTES = 8 * 1024
"""Read at once while walking headers to an offset: about two index intervals."""
WALK_BYTES_MAX = 64 * 1024  # up to this much, batches are walked from the first on, above it from an index entry
HINTS_MAX = 16
"""Readers whose next position is remembered, for each segment."""

_OFFSET_LENGTH = struct.Struct(">qi")
_LENGTH_END = 12  # a batch's length counts from behind its first two fields
_LENGTH_MIN = HEADER_SIZE - _LENGTH_END


class SegmentReader:
    """The reading half of a segment; `LogSegment` is built on it.

    Attributes:
        size: bytes of whole batches. Read it once per operation: an append moves it (KAFKA-9835).
        max_timestamp: the greatest of all batches, −1 for none, with `max_timestamp_offset` the last offset of the
            first batch that has it: always changed together (KAFKA-12981).
        is_sealed: whether it takes no appends.
    """

    __slots__ = (
        "_bytes_since_index_entry",
        "_directory",
        "_fd",
        "_filesystem",
        "_hints",
        "_index_bytes_max",
        "_index_interval_bytes",
        "_is_file_due",
        "_is_index_due",
        "_is_index_in_memory",
        "_is_used",
        "_offset_index",
        "_suffix",
        "_time_index",
        "_txn_index",
        "base_offset",
        "is_sealed",
        "max_timestamp",
        "max_timestamp_offset",
        "size",
    )

    def __init__(
        self,
        directory: str,
        base_offset: int,
        *,
        filesystem: FileSystem,
        index_interval_bytes: int,
        index_bytes_max: int,
        suffix: str = "",
    ) -> None:
        self._directory = directory
        self._suffix = suffix
        self.base_offset = base_offset
        self.size = 0
        self.max_timestamp = NO_TIMESTAMP
        self.max_timestamp_offset = base_offset
        self.is_sealed = False
        # Made when they are first used: most segments of a broker with many partitions never see a record.
        self._offset_index: OffsetIndex | None = None
        self._time_index: TimeIndex | None = None
        self._txn_index: TxnIndex | None = None
        self._filesystem = filesystem
        self._index_interval_bytes = index_interval_bytes
        self._index_bytes_max = index_bytes_max
        self._bytes_since_index_entry = 0
        self._fd = -1
        self._is_file_due = False  # there is none until something is appended
        self._is_index_due = False  # there are none: what is made first is empty
        self._is_used = False
        self._is_index_in_memory = False
        self._hints: dict[int, int] | None = None

    @property
    def path(self) -> str:
        """Returns the path of the file with the batches."""
        return self._path(LOG_SUFFIX)

    @property
    def offset_index(self) -> OffsetIndex:
        """Returns the index from offsets to positions."""
        index = self._offset_index
        if index is None:
            path = self._path(OFFSET_INDEX_SUFFIX)
            index = self._offset_index = OffsetIndex(
                path, base_offset=self.base_offset, max_bytes=self._index_bytes_max, filesystem=self._filesystem
            )
            if self._is_index_due:
                index.create()
        return index

    @property
    def time_index(self) -> TimeIndex:
        """Returns the index from timestamps to offsets."""
        index = self._time_index
        if index is None:
            path = self._path(TIME_INDEX_SUFFIX)
            index = self._time_index = TimeIndex(
                path, base_offset=self.base_offset, max_bytes=self._index_bytes_max, filesystem=self._filesystem
            )
            if self._is_index_due:
                index.create()
        return index

    @property
    def txn_index(self) -> TxnIndex:
        """Returns the segment's transaction index."""
        index = self._txn_index
        if index is None:
            index = self._txn_index = TxnIndex(
                os.path.join(self._directory, segment_name(self.base_offset)),
                base_offset=self.base_offset,
                filesystem=self._filesystem,
                suffix=self._suffix,
            )
        return index

    @property
    def has_txn_index(self) -> bool:
        """Tells whether there is a file of aborted transactions."""
        return self._txn_index is not None and self._txn_index.has_file

    def _path(self, suffix: str) -> str:
        return os.path.join(self._directory, segment_name(self.base_offset, suffix) + self._suffix)

    # ---- reading --------------------------------------------------------------------------------------------------

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
        size = self.size  # once: an append between two looks would show what is above max_offset (KAFKA-9835)
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
        else:
            records = self._slice(position, length, may_wait)
        self._remember(next_offset, position + length)
        return records, next_offset

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
        records = self._slice(position, min(max_bytes + _LENGTH_END, size - position), may_wait)
        available = len(records)
        at = 0 if max_bytes <= WALK_BYTES_MAX else self._boundary_in(records, position, max_bytes, may_wait)
        next_offset = -1
        while available - at >= _LENGTH_END:
            next_offset, length = _OFFSET_LENGTH.unpack_from(records, at)
            if length < _LENGTH_MIN:
                raise CorruptRecords(f"batch of length {length} at {position + at}")
            if at + length + _LENGTH_END > max_bytes:
                break
            at += length + _LENGTH_END
        if at == 0:
            if not min_one_message:
                return b"", -1, 0
            header = self.header_at(position, size, may_wait)
            return self._slice(position, header.size_in_bytes, may_wait), header.next_offset, header.size_in_bytes
        # A view keeps all that was read for as long as nobody reads it; a small part of it is copied instead.
        return records[:at] if at * 2 < available else memoryview(records)[:at], next_offset, at

    def _boundary_in(self, records: Buffer, position: int, max_bytes: int, may_wait: bool) -> int:
        """Finds where in `records` a batch begins, as near to `max_bytes` as the index knows without being wrong."""
        self._use_indexes(may_wait)
        boundary = self.offset_index.floor_position(position + max_bytes) - position
        if boundary <= 0 or len(records) - boundary < HEADER_SIZE:  # a batch that begins there does not fit anyway
            return 0
        try:
            read_header(records, boundary)
        except CorruptRecords:
            self.rebuild_indexes()
            return max(self.offset_index.floor_position(position + max_bytes) - position, 0)
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
            position = self.size if found is None else found[0]
        return position

    def find(self, offset: int, size: int | None = None, may_wait: bool = True) -> tuple[int, BatchHeader] | None:
        """Finds the first batch whose last offset is not below `offset`.

        It is given as position and header; None behind the last.
        """
        limit = self.size if size is None else size
        self._use_indexes(may_wait)
        try:
            position = self.offset_index.lookup(offset)
            return self._find_from(position, offset, limit, may_wait)
        except (CorruptIndex, CorruptRecords):
            # Either index or log is damaged. The index is the cache: rebuild it, and let the log speak if it is not.
            self.rebuild_indexes()
            return self._find_from(self.offset_index.lookup(offset), offset, limit, may_wait)

    def _find_from(self, position: int, offset: int, limit: int, may_wait: bool) -> tuple[int, BatchHeader] | None:
        is_first = position > 0
        for at, header in self._walk(position, limit, may_wait):
            if is_first and header.base_offset > offset:
                raise CorruptIndex(f"entry for {offset} names the batch of {header.base_offset}")
            is_first = False
            if header.base_offset + header.last_offset_delta >= offset:
                return at, header
        return None

    def header_at(self, position: int, size: int | None = None, may_wait: bool = True) -> BatchHeader:
        """Reads the header of the batch that begins at `position`."""
        assert position < (self.size if size is None else size)
        return read_header(self._slice(position, HEADER_SIZE, may_wait))

    def batches(self, position: int = 0, may_wait: bool = True) -> Iterator[tuple[int, BatchHeader]]:
        """Yields position and header of every batch from `position` on.

        Raises:
            CorruptRecords: something else stands where a batch should.
        """
        return self._walk(position, self.size, may_wait)

    def bytes_at(self, position: int, length: int) -> Buffer:
        """Reads bytes of the file, whatever they are."""
        return self._slice(position, length)

    def batch_bytes(self, position: int, header: BatchHeader, may_wait: bool = True) -> Buffer:
        """Reads one whole batch."""
        return self._slice(position, header.size_in_bytes, may_wait)

    def _walk(self, position: int, limit: int, may_wait: bool = True) -> Iterator[tuple[int, BatchHeader]]:
        """Yields whole batches in [position, limit), a chunk of file at a time."""
        chunk: Buffer = b""
        chunk_at = position
        last_offset = self.base_offset - 1
        while limit - position >= HEADER_SIZE:
            if position - chunk_at + HEADER_SIZE > len(chunk):
                chunk = self._slice(position, min(SCAN_CHUNK_BYTES, limit - position), may_wait)
                chunk_at = position
            header = read_header(chunk, position - chunk_at)
            end = position + header.batch_length + _LENGTH_END
            if end > limit:
                raise CorruptRecords(f"batch at {position} ends at {end}, the segment at {limit}")
            # No checksum covers a base offset, and all indexes, epochs and transactions rely on its growing.
            if header.base_offset <= last_offset or header.last_offset - self.base_offset > RELATIVE_OFFSET_MAX:
                raise CorruptRecords(f"batch at {position} has offset {header.base_offset} behind {last_offset}")
            last_offset = header.last_offset
            yield position, header
            position = end
        if position != limit:
            raise CorruptRecords(f"{limit - position} bytes at {position} are no batch")

    def _slice(self, position: int, length: int, may_wait: bool = True) -> Buffer:
        """Reads bytes of the file, or raises ColdRead."""
        filesystem, fd = self._filesystem, self._fd if self._fd >= 0 else self._log_fd()
        self._is_used = True
        found = filesystem.pread(fd, length, position) if may_wait else filesystem.pread_resident(fd, length, position)
        if found is None:
            raise ColdRead(partial(filesystem.load_pages, self.path, length, position), size=length)
        return found

    # ---- indexes --------------------------------------------------------------------------------------------------

    def known_max_timestamp(self, may_wait: bool = True) -> int:
        """Returns the greatest record timestamp, −1 for none."""
        if self.max_timestamp < 0 and self.size and self.is_sealed:
            self.load_indexes(may_wait)
        return self.max_timestamp

    def load_indexes(self, may_wait: bool = True) -> None:
        """Reads both indexes if need be, and rebuilds them where missing or broken.

        Of a segment found on disk the time index's last entry also is the greatest timestamp: sealing wrote it.
        """
        if self.offset_index.is_loaded and self.time_index.is_loaded:
            return
        self._check_index_in_memory(may_wait)
        try:
            self.offset_index.load()
            self.time_index.load()
        except (CorruptIndex, FileNotFoundError):
            self.rebuild_indexes()
        if self.max_timestamp < 0 and self.is_sealed:
            self.max_timestamp, self.max_timestamp_offset = self.time_index.last_entry

    def _use_indexes(self, may_wait: bool) -> None:
        """Loads the index of offsets if it is not; its file is brought into memory first where one must not wait."""
        if self.offset_index.is_loaded:
            return
        self._check_index_in_memory(may_wait)
        try:
            self.offset_index.load()
        except (CorruptIndex, FileNotFoundError):
            self.rebuild_indexes()

    def _check_index_in_memory(self, may_wait: bool) -> None:
        if not may_wait and not self._is_index_in_memory:
            raise ColdRead(self._load_index_pages, size=0, loaded=partial(setattr, self, "_is_index_in_memory", True))

    def collect_aborted(
        self, start_offset: int, end_offset: int, found: list[AbortedTxn], may_wait: bool = True
    ) -> bool:
        """Collects aborted transactions from the segment's index, like `TxnIndex.collect`.

        Raises:
            ColdRead: the index is not in memory, and the read may not wait.
            CorruptIndex: it is none.
        """
        index = self.txn_index
        if not index.is_loaded and not may_wait and not self._is_index_in_memory:
            raise ColdRead(index.load_pages, size=0, loaded=partial(setattr, self, "_is_index_in_memory", True))
        return index.collect(start_offset, end_offset, found)

    def _load_index_pages(self) -> None:
        self._filesystem.read_file(self._path(OFFSET_INDEX_SUFFIX))  # in a thread: the indexes are the loop's
        self._filesystem.read_file(self._path(TIME_INDEX_SUFFIX))

    def find_next_offset(self) -> int:
        """Finds the offset behind the last batch, or the base offset. Timestamps not yet indexed are taken note of.

        Raises:
            CorruptRecords: the log itself is damaged, or ends within a batch.
        """
        self.load_indexes()
        try:
            return self._find_next_offset()
        except (CorruptIndex, CorruptRecords):
            self.rebuild_indexes()
            return self._find_next_offset()

    def _find_next_offset(self) -> int:
        position = self.offset_index.last_position
        timestamp, timestamp_offset = self.time_index.last_entry
        if position >= self.size > 0 or (position and not self.size):
            raise CorruptIndex(f"entry for position {position} in {self.size} bytes")
        next_offset = self.base_offset
        for _, header in self._walk(position, self.size):
            next_offset = header.next_offset
            if header.max_timestamp > timestamp:
                timestamp, timestamp_offset = header.max_timestamp, header.last_offset
        if timestamp_offset >= next_offset and timestamp >= 0:
            raise CorruptIndex(f"timestamp of offset {timestamp_offset}, the segment ends at {next_offset}")
        self.max_timestamp, self.max_timestamp_offset = timestamp, timestamp_offset
        self._bytes_since_index_entry = self.size - position
        return next_offset

    def _note_batch(self, position: int, header: BatchHeader) -> None:
        """Remembers timestamps and index entries of a batch that was just written, or read in a rebuild."""
        last_offset = header.base_offset + header.last_offset_delta
        if header.max_timestamp > self.max_timestamp:
            self.max_timestamp = header.max_timestamp
            self.max_timestamp_offset = last_offset
        if self._bytes_since_index_entry > self._index_interval_bytes:
            self.offset_index.append(last_offset, position)
            self.time_index.maybe_append(self.max_timestamp, self.max_timestamp_offset)
            self._bytes_since_index_entry = 0
        self._bytes_since_index_entry += header.batch_length + _LENGTH_END

    def write_indexes(self) -> None:
        """Brings the index files up to date with the entries in memory."""
        self.offset_index.write_pending()
        self.time_index.write_pending()

    def _finish_indexes(self) -> None:
        """Writes what is pending, the greatest timestamp as the last entry."""
        if self.max_timestamp >= 0:
            self.time_index.maybe_append(self.max_timestamp, self.max_timestamp_offset)
        self.write_indexes()

    def rebuild_indexes(self) -> None:
        """Rebuilds both indexes from the batches' headers.

        Raises:
            CorruptRecords: the log itself is damaged; the indexes end where it begins to be.
        """
        self._begin_rebuild()
        for position, header in self._walk(0, self.size):
            self._note_batch(position, header)
        if self.is_sealed:
            self._finish_indexes()
            self.offset_index.close()
            self.time_index.close()

    def _begin_rebuild(self) -> None:
        self.offset_index.reset()
        self.time_index.reset()
        self.max_timestamp, self.max_timestamp_offset = NO_TIMESTAMP, self.base_offset
        self._bytes_since_index_entry = 0
        self._hints = None

    # ---- the file -------------------------------------------------------------------------------------------------

    def _log_fd(self) -> int:
        if self._fd < 0:
            self._fd = self._filesystem.open(self.path, create=self._is_file_due)
            self._is_file_due = False
        return self._fd

    def _close_log(self) -> None:
        if self._fd >= 0:
            self._filesystem.close_fd(self._fd)
            self._fd = -1
