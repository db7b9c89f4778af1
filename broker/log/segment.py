"""One segment of a log: a file of record batches and its indexes.

    00000000000000001500.log          batches, back to back, the first with base offset ≥ 1500
    00000000000000001500.index        offset → position       (offset_index.py)
    00000000000000001500.timeindex    timestamp → offset      (time_index.py)
    00000000000000001500.txnindex     aborted transactions    (txn_index.py)

The newest segment of a log is active: it takes appends. The others are sealed, which means immutable but for a
follower's truncation. Here is what makes, changes, repairs and removes the files:

    LogSegment ─┬─▶ SegmentReader ─▶ SegmentIndexes ─▶ FileRecords
                └─▶ both             caches            the batches
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kavka.broker.log.damage import contradiction_at
from kavka.broker.log.file_records import FileRecords
from kavka.broker.log.offset_index import OffsetIndex
from kavka.broker.log.reservation import RESERVE_FROM, reserve_ahead
from kavka.broker.log.segment_indexes import SegmentIndexes
from kavka.broker.log.segment_reader import SegmentReader
from kavka.broker.log.time_index import TimeIndex
from kavka.broker.log.txn_index import TxnIndex
from kavka.common.filesystem import Buffer, DiskWrite, FileSystem, OnWritten
from kavka.protocol.disk.file_names import DELETED_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX
from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, read_header, validate_batch
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import NO_TIMESTAMP
from kavka.timer.moments import WallMs

SEGMENT_BYTES_MAX = 2**31 - 1
"""Positions in the index are 32 bits."""


class LogSegment:
    """One segment. Its `Log` decides when to roll, seal, truncate and delete it.

    Attributes:
        base_offset: where it begins, at the earliest.
        file: its batches.
        rolling_timestamp: the first batch's maximum timestamp, from which `segment.ms` counts; None until known.
        created_ms: when it was made here, from which `segment.ms` counts while it has no timestamps.
        jitter_ms: how much earlier than `segment.ms` it rolls.

    Args:
        suffix: what its files have behind their names until it is put in place; see `file_names`.
    """

    __slots__ = (
        "_index_bytes_max",
        "_index_interval_bytes",
        "_indexes",
        "_is_new",
        "_reader",
        "_reserved_end",
        "base_offset",
        "created_ms",
        "file",
        "jitter_ms",
        "rolling_timestamp",
    )

    def __init__(
        self,
        directory: str,
        base_offset: int,
        *,
        filesystem: FileSystem,
        index_interval_bytes: int,
        index_bytes_max: int,
        created_ms: WallMs,
        jitter_ms: int = 0,
        suffix: str = "",
    ) -> None:
        self.base_offset = base_offset
        self.file = FileRecords(directory, base_offset, filesystem=filesystem, suffix=suffix)
        self._index_interval_bytes = index_interval_bytes
        self._index_bytes_max = index_bytes_max
        self._is_new = False
        # Made when they are first used: most segments of a broker with many partitions never see a record.
        self._indexes: SegmentIndexes | None = None
        self._reader: SegmentReader | None = None
        self.rolling_timestamp: int | None = None
        self.created_ms = created_ms
        self.jitter_ms = jitter_ms
        self._reserved_end = RESERVE_FROM

    # ---- its parts --------------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Returns the bytes of whole batches."""
        return self.file.size

    @property
    def path(self) -> str:
        """Returns the path of the file with the batches."""
        return self.file.path

    @property
    def is_sealed(self) -> bool:
        """Tells whether it takes no appends."""
        return self.file.is_sealed

    @property
    def indexes(self) -> SegmentIndexes:
        """Returns the indexes, and the greatest timestamp."""
        indexes = self._indexes
        if indexes is None:
            indexes = self._indexes = SegmentIndexes(
                self.file,
                interval_bytes=self._index_interval_bytes,
                bytes_max=self._index_bytes_max,
                is_new=self._is_new,
            )
        return indexes

    @property
    def offset_index(self) -> OffsetIndex:
        """Returns the index from offsets to positions."""
        return self.indexes.offset_index

    @property
    def time_index(self) -> TimeIndex:
        """Returns the index from timestamps to offsets."""
        return self.indexes.time_index

    @property
    def txn_index(self) -> TxnIndex:
        """Returns the segment's transaction index."""
        return self.indexes.txn_index

    @property
    def has_txn_index(self) -> bool:
        """Tells whether there is a file of aborted transactions."""
        return self._indexes is not None and self._indexes.has_txn_index

    @property
    def reader(self) -> SegmentReader:
        """Returns who finds batches by offset, and reads them."""
        reader = self._reader
        if reader is None:
            reader = self._reader = SegmentReader(self.file, self.indexes)
        return reader

    def find(self, offset: int) -> tuple[int, BatchHeader] | None:
        """Finds the first batch whose last offset is not below `offset`, as position and header."""
        return self.reader.find(offset)

    def position_of(self, offset: int) -> int:
        """Finds where the batch with `offset` begins; the segment's size when it is behind the last."""
        return self.reader.position_of(offset)

    def header_at(self, position: int) -> BatchHeader:
        """Reads the header of the batch that begins at `position`."""
        return self.file.header_at(position)

    def batches(self, position: int = 0, may_wait: bool = True) -> Iterator[tuple[int, BatchHeader]]:
        """Yields position and header of every batch from `position` on.

        Raises:
            CorruptRecords: something else stands where a batch should.
        """
        return self.file.walk(position, self.file.size, may_wait)

    def bytes_at(self, position: int, length: int) -> Buffer:
        """Reads bytes of the file, whatever they are."""
        return self.file.read(position, length)

    def batch_bytes(self, position: int, header: BatchHeader, may_wait: bool = True) -> Buffer:
        """Reads one whole batch."""
        return self.file.read(position, header.size_in_bytes, may_wait)

    def known_max_timestamp(self, may_wait: bool = True) -> int:
        """Returns the greatest record timestamp, −1 for none."""
        return self.indexes.known_max_timestamp(may_wait) if self.file.size else NO_TIMESTAMP

    def load_indexes(self, may_wait: bool = True) -> None:
        """Reads both indexes if need be, and rebuilds them where missing or broken."""
        if self.indexes.load(may_wait):
            self._forget_positions()

    def rebuild_indexes(self) -> None:
        """Rebuilds both indexes from the batches' headers."""
        self.reader.rebuild_indexes()

    def write_indexes(self) -> None:
        """Brings the index files up to date with the entries in memory."""
        self.indexes.write()

    def find_next_offset(self) -> int:
        """Finds the offset behind the last batch, or the base offset."""
        return self.indexes.find_next_offset()

    def _forget_positions(self) -> None:
        if self._reader is not None:
            self._reader.forget()

    # ---- life -------------------------------------------------------------------------------------------------------

    def create(self) -> None:
        """Begins the segment without records; the indexes' files come with the first of them.

        So does the log's own, at offset 0: there it says nothing, as a directory without segments is opened as a log
        that begins at 0, by Kafka too. Elsewhere it is what remembers the log's end when everything before it is gone.
        """
        if self.base_offset == 0 and not self.file.suffix:
            self.file.is_due = True
        else:
            self.file.filesystem.create_empty(self.path)
        self._is_new = True
        self._indexes = self._reader = None

    def open_existing(self) -> None:
        """Opens the existing file for its size; indexes are read when first used."""
        self.file.open_existing()
        self.file.is_sealed = True

    def seal(self) -> None:
        """Seals the segment: the last time index entry is written, files that only writing needs are closed."""
        self.finish_files()
        self._close_indexes()
        self.file.is_sealed = True

    def unseal(self) -> None:
        """Makes the segment active again, after truncation of the ones behind it."""
        self.file.is_sealed = False

    def finish_files(self) -> None:
        """Completes the indexes, and truncates the log to its size.

        The greatest timestamp becomes the time index's last entry; what was reserved is given back.

        Where nothing was ever appended there is nothing to complete, and no file.
        """
        file = self.file
        if file.is_due:
            return
        self.indexes.finish()
        if file.size > RESERVE_FROM and not file.is_sealed:
            file.truncate(file.size)

    def close_files(self) -> None:
        """Closes every file and writes nothing: all there is to do when the disk has failed."""
        self._close_indexes()
        self.file.close()

    def _close_indexes(self) -> None:
        if self._indexes is not None:
            self._indexes.close()

    def release_if_idle(self) -> None:
        """Frees the file and index entries of an idle sealed segment. Idle: nobody has read it since the last call."""
        file, indexes = self.file, self._indexes
        if not file.is_sealed:
            return
        is_used = indexes is not None and indexes.take_use()
        if file.is_used or is_used:
            file.is_used = False
            return
        file.close()
        self._forget_positions()
        if indexes is not None:
            indexes.unload()

    def move_to(self, directory: str) -> None:
        """Notes that the segment's files are in another directory; those that are open stay so."""
        self.file.directory = directory
        if self._indexes is not None:
            self._indexes.move_to_directory()

    def rename_deleted(self) -> list[str]:
        """Renames its files to `.deleted`, to be removed later; returns the new paths. What was read lives on."""
        self.close_files()
        renamed: list[str] = []
        for path in self.paths:
            try:
                self.file.filesystem.rename(path, path + DELETED_SUFFIX)
            except FileNotFoundError:
                continue  # a crash in an earlier deletion, or an index that was never made
            renamed.append(path + DELETED_SUFFIX)
        return renamed

    def rename_files(self, suffix: str, new_suffix: str) -> None:
        """Gives its files another suffix, the log first: what it is called is what the segment is."""
        self.close_files()
        assert self.file.suffix == suffix, f"{self.path} has no suffix {suffix}"
        indexes, txn_index = (self.offset_index, self.time_index), self.txn_index  # which are called as before
        self.file.rename(new_suffix)
        for index in indexes:
            index.rename_to(index.path.removesuffix(suffix) + new_suffix)
        txn_index.rename_to(new_suffix)

    def remove(self) -> None:
        """Removes its files at once."""
        self.close_files()
        for path in self.paths:
            self.file.filesystem.remove(path)

    @property
    def paths(self) -> list[str]:
        """Returns the paths of all the segment's files."""
        paths = [self.path, self.file.path_with(OFFSET_INDEX_SUFFIX), self.file.path_with(TIME_INDEX_SUFFIX)]
        return [*paths, self.txn_index.path] if self.has_txn_index else paths

    def fd_for_flush(self) -> int:
        """Duplicates the log's descriptor, for a flush that may outlive this segment. The flush closes it."""
        return self.file.filesystem.dup(self.file.open())

    # ---- appending --------------------------------------------------------------------------------------------------

    def begin_append(self, buffers: Sequence[Buffer], size: int, on_done: OnWritten) -> DiskWrite:
        """Hands batches over to a disk thread; once it is done, `note` takes note of them.

        Args:
            buffers: the bytes, in pieces.
            size: their sum.
            on_done: see `FileSystem.begin_pwritev`.

        Raises:
            OSError: the disk refused.
        """
        fd, file = self._reserve(size), self.file
        return file.filesystem.begin_pwritev(fd, buffers, file.size, size, on_done)

    def append(self, buffers: Sequence[Buffer], size: int, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        """Appends batches that are complete and numbered; nothing changes in memory before the page cache has them.

        Args:
            buffers: the bytes, in pieces.
            size: their sum.
            batches: each batch's position within them, and its header as it will be read back.

        Raises:
            OSError: the disk refused; the file may have grown behind `size`, which is as if it had not.
        """
        fd, file = self._reserve(size), self.file
        file.filesystem.pwritev(fd, buffers, file.size, size)
        self.note(size, batches)

    def _reserve(self, size: int) -> int:
        """Makes room behind the last batch; returns the descriptor to write there."""
        file = self.file
        end = file.size + size
        assert end <= SEGMENT_BYTES_MAX, f"{end} bytes in one segment"
        assert not file.is_sealed, f"{file.path} is sealed"
        fd = file.fd if file.fd >= 0 else file.open()
        if end > self._reserved_end:
            self._reserved_end = reserve_ahead(file.filesystem, fd, end)
        return fd

    def note(self, size: int, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        """Takes note of batches that the page cache has, by `append` or by `begin_append`.

        Args:
            size: their bytes.
            batches: each batch's position within them, and its header.

        Raises:
            OSError: a file of indexes cannot be begun.
        """
        start = self.file.size
        indexes = self._indexes
        if indexes is None:
            indexes = self.indexes
        if start == 0:
            indexes.write()
            self.rolling_timestamp = batches[0][1].max_timestamp
        for position, header in batches:
            indexes.note_batch(start + position, header)
        self.file.size = start + size

    def fits_offset(self, offset: int) -> bool:
        """Tells whether the index can express the offset: 2³¹ behind the base it cannot (KAFKA-5413)."""
        return 0 <= offset - self.base_offset <= RELATIVE_OFFSET_MAX

    def largest_timestamp_ms(self) -> WallMs:
        """Returns the timestamp that retention compares.

        The greatest of a record, or when the file was written if there is none.
        """
        timestamp = self.known_max_timestamp()
        return WallMs(timestamp) if timestamp >= 0 else self.modified_ms()

    def modified_ms(self) -> WallMs:
        """Returns the modification time of the log's file."""
        file = self.file
        return self.created_ms if file.is_due else WallMs(file.filesystem.modified_ms(file.path))

    def first_timestamp(self) -> int:
        """Returns the first batch's maximum timestamp, from which `segment.ms` counts; −1 for none."""
        if self.rolling_timestamp is None:
            if not self.size:
                return NO_TIMESTAMP
            self.rolling_timestamp = self.header_at(0).max_timestamp
        return self.rolling_timestamp

    # ---- repair -----------------------------------------------------------------------------------------------------

    def recover(
        self,
        on_batch: Callable[[int, BatchHeader], None],
        on_cut: Callable[[int, memoryview], None] = lambda _position, _view: None,
    ) -> int:
        """Validates every batch, cuts the file at the first broken one, rebuilds the indexes.

        Args:
            on_batch: gets position and header of every batch that stays, in order; of transactions it knows more than
                the segment, so the index of the aborted ones is its to fill.
            on_cut: gets, before the file is cut, where that will be, and what the file holds.

        Returns:
            Bytes cut off.
        """
        file, indexes = self.file, self.indexes
        self.open_existing()
        file_size = file.size
        file.size = 0
        indexes.begin_rebuild()
        self._forget_positions()
        if indexes.has_txn_index:
            indexes.txn_index.replace([], sync=False)
        if file_size:
            mapped = file.filesystem.map_read_only(file.open(), file_size)
            with memoryview(mapped) as view:
                self._recover_from(view, on_batch)
                if file.size != file_size:
                    on_cut(file.size, view)
            mapped.close()
        if file.size != file_size:
            file.truncate(file.size)
        file.close()
        self.seal()
        return file_size - file.size

    def _recover_from(self, view: memoryview, on_batch: Callable[[int, BatchHeader], None]) -> None:
        last_offset = self.base_offset - 1
        position = 0
        contradiction = contradiction_at(view)
        if contradiction is not None:
            view = view[:contradiction]
        while len(view) - position >= HEADER_SIZE:
            try:
                header = read_header(view, position)
                validate_batch(view, position, header, from_client=False)
            except CorruptRecords:
                break
            if header.base_offset <= last_offset or not self.fits_offset(header.last_offset):
                break
            self.indexes.note_batch(position, header)
            on_batch(position, header)
            last_offset = header.last_offset
            position += header.size_in_bytes
            self.file.size = position

    def truncate_to(self, offset: int) -> int:
        """Removes the batch that holds `offset` and all behind it; returns the bytes removed. It is active then."""
        found = self.find(offset)
        if found is None:
            return self.cut_at(self.size, offset)
        return self.cut_at(found[0], found[1].base_offset)

    def cut_at(self, position: int, offset: int) -> int:
        """Removes the bytes from a position on, whatever they are; `offset` is that of the batch there."""
        file = self.file
        removed = file.size - position
        if removed > 0:
            self.load_indexes()
            file.truncate(position)
            self.indexes.truncate_to(position, offset)
            file.size = position
        self._forget_positions()
        self.unseal()
        self.find_next_offset()  # for the maximum timestamp of what is left
        if file.size == 0:
            self.rolling_timestamp = None
        return removed
