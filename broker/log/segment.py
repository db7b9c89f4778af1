"""One segment of a log: a file of record batches and its indexes.

    00000000000000001500.log          batches, back to back, the first with base offset ≥ 1500
    00000000000000001500.index        offset → position       (offset_index.py)
    00000000000000001500.timeindex    timestamp → offset      (time_index.py)
    00000000000000001500.txnindex     aborted transactions    (txn_index.py)

The newest segment of a log is active: it takes appends. The others are sealed, which means immutable but for a
follower's truncation. Here is what makes, changes, repairs and removes the files; reading them is `segment_reader`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kavka.broker.log.damage import contradiction_at
from kavka.broker.log.reservation import RESERVE_FROM, reserve_ahead
from kavka.broker.log.segment_reader import SegmentReader
from kavka.common.filesystem import Buffer, FileSystem
from kavka.protocol.disk.file_names import DELETED_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX
from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, read_header, validate_batch
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import NO_TIMESTAMP
from kavka.timer.moments import WallMs

SEGMENT_BYTES_MAX = 2**31 - 1
"""Positions in the index are 32 bits."""


class LogSegment(SegmentReader):
    """One segment. Its `Log` decides when to roll, seal, truncate and delete it.

    Attributes:
        rolling_timestamp: the first batch's maximum timestamp, from which `segment.ms` counts; None until known.
        created_ms: when it was made here, from which `segment.ms` counts while it has no timestamps.
        jitter_ms: how much earlier than `segment.ms` it rolls.

    Args:
        suffix: what its files have behind their names until it is put in place; see `file_names`.
    """

    __slots__ = ("_reserved_end", "created_ms", "jitter_ms", "rolling_timestamp")

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
        super().__init__(
            directory,
            base_offset,
            filesystem=filesystem,
            index_interval_bytes=index_interval_bytes,
            index_bytes_max=index_bytes_max,
            suffix=suffix,
        )
        self.rolling_timestamp: int | None = None
        self.created_ms = created_ms
        self.jitter_ms = jitter_ms
        self._reserved_end = RESERVE_FROM

    # ---- life -------------------------------------------------------------------------------------------------------

    def create(self) -> None:
        """Begins the segment without records; the indexes' files come with the first of them.

        So does the log's own, at offset 0: there it says nothing, as a directory without segments is opened as a log
        that begins at 0, by Kafka too. Elsewhere it is what remembers the log's end when everything before it is gone.
        """
        if self.base_offset == 0 and not self._suffix:
            self._is_file_due = True
        else:
            self._filesystem.create_empty(self.path)
        self._is_index_due = True
        self._is_index_in_memory = True

    def open_existing(self) -> None:
        """Opens the existing file for its size; indexes are read when first used."""
        self.size = self._filesystem.file_size(self.path)
        self.is_sealed = True

    def seal(self) -> None:
        """Seals the segment: the last time index entry is written, files that only writing needs are closed."""
        self.finish_files()
        self._close_indexes()
        self.is_sealed = True

    def unseal(self) -> None:
        """Makes the segment active again, after truncation of the ones behind it."""
        self.is_sealed = False

    def finish_files(self) -> None:
        """Completes the indexes, and truncates the log to its size.

        The greatest timestamp becomes the time index's last entry; what was reserved is given back.

        Where nothing was ever appended there is nothing to complete, and no file.
        """
        if self._is_file_due:
            return
        self._finish_indexes()
        if self.size > RESERVE_FROM and not self.is_sealed:
            self._filesystem.truncate_fd(self._log_fd(), self.size)

    def close_files(self) -> None:
        """Closes every file and writes nothing: all there is to do when the disk has failed."""
        self._close_indexes()
        self._close_log()

    def _close_indexes(self) -> None:
        if self._offset_index is not None:
            self._offset_index.close()
        if self._time_index is not None:
            self._time_index.close()

    def release_if_idle(self) -> None:
        """Frees the file and index entries of an idle sealed segment. Idle: nobody has read it since the last call."""
        if not self.is_sealed:
            return
        indexes = [index for index in (self._offset_index, self._time_index) if index is not None]
        if self._is_used or any(index.is_used for index in indexes):
            self._is_used = False
            for index in indexes:
                index.is_used = False
            return
        self._close_log()
        self._is_index_in_memory = False
        self._hints = None
        for index in indexes:
            index.unload()
        if self._txn_index is not None:
            self._txn_index.unload()

    def move_to(self, directory: str) -> None:
        """Notes that the segment's files are in another directory; those that are open stay so."""
        self._directory = directory
        if self._offset_index is not None:
            self._offset_index.path = self._path(OFFSET_INDEX_SUFFIX)
        if self._time_index is not None:
            self._time_index.path = self._path(TIME_INDEX_SUFFIX)
        if self._txn_index is not None:
            self._txn_index.move_to(self.path)

    def rename_deleted(self) -> list[str]:
        """Renames its files to `.deleted`, to be removed later; returns the new paths. What was read lives on."""
        self.close_files()
        renamed: list[str] = []
        for path in self.paths:
            try:
                self._filesystem.rename(path, path + DELETED_SUFFIX)
            except FileNotFoundError:
                continue  # a crash in an earlier deletion, or an index that was never made
            renamed.append(path + DELETED_SUFFIX)
        return renamed

    def rename_files(self, suffix: str, new_suffix: str) -> None:
        """Gives its files another suffix, the log first: what it is called is what the segment is."""
        self.close_files()
        assert self._suffix == suffix, f"{self.path} has no suffix {suffix}"
        indexes, txn_index = (self.offset_index, self.time_index), self.txn_index  # which are called as before
        self._filesystem.rename(self.path, self.path.removesuffix(suffix) + new_suffix)
        self._suffix = new_suffix
        for index in indexes:
            index.rename_to(index.path.removesuffix(suffix) + new_suffix)
        txn_index.rename_to(new_suffix)

    def remove(self) -> None:
        """Removes its files at once."""
        self.close_files()
        for path in self.paths:
            self._filesystem.remove(path)

    @property
    def paths(self) -> list[str]:
        """Returns the paths of all the segment's files."""
        paths = [self.path, self._path(OFFSET_INDEX_SUFFIX), self._path(TIME_INDEX_SUFFIX)]
        return [*paths, self.txn_index.path] if self.has_txn_index else paths

    def fd_for_flush(self) -> int:
        """Duplicates the log's descriptor, for a flush that may outlive this segment. The flush closes it."""
        return self._filesystem.dup(self._log_fd())

    # ---- appending --------------------------------------------------------------------------------------------------

    def append(self, buffers: Sequence[Buffer], size: int, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        """Appends batches that are complete and numbered; nothing changes in memory before the page cache has them.

        Args:
            buffers: the bytes, in pieces.
            size: their sum.
            batches: each batch's position within them, and its header as it will be read back.

        Raises:
            OSError: the disk refused; the file may have grown behind `size`, which is as if it had not.
        """
        start, end = self.size, self.size + size
        assert end <= SEGMENT_BYTES_MAX, f"{end} bytes in one segment"
        fd = self._fd if self._fd >= 0 else self._log_fd()
        if end > self._reserved_end:
            self._reserved_end = reserve_ahead(self._filesystem, fd, end)
        self._filesystem.pwritev(fd, buffers, start, size)
        if start == 0:
            self.write_indexes()
            self.rolling_timestamp = batches[0][1].max_timestamp
        for position, header in batches:
            self._note_batch(start + position, header)
        self.size = end

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
        return self.created_ms if self._is_file_due else WallMs(self._filesystem.modified_ms(self.path))

    def first_timestamp(self) -> int:
        """Returns the first batch's maximum timestamp, from which `segment.ms` counts; −1 for none."""
        if self.rolling_timestamp is None:
            if not self.size:
                return NO_TIMESTAMP
            self.rolling_timestamp = self.header_at(0).max_timestamp
        return self.rolling_timestamp

    # ---- repair -----------------------------------------------------------------------------------------------------

    def recover(
        self, on_batch: Callable[[int, BatchHeader], None], on_cut: Callable[[int, memoryview], None] = lambda *_: None
    ) -> int:
        """Validates every batch, cuts the file at the first broken one, rebuilds the indexes.

        Args:
            on_batch: gets position and header of every batch that stays, in order; of transactions it knows more than
                the segment, so the index of the aborted ones is its to fill.
            on_cut: gets, before the file is cut, where that will be, and what the file holds.

        Returns:
            Bytes cut off.
        """
        self.open_existing()
        file_size = self.size
        self.size = 0
        self._begin_rebuild()
        if self.has_txn_index:
            self.txn_index.replace([], sync=False)
        if file_size:
            mapped = self._filesystem.map_read_only(self._log_fd(), file_size)
            with memoryview(mapped) as view:
                self._recover_from(view, on_batch)
                if self.size != file_size:
                    on_cut(self.size, view)
            mapped.close()
        if self.size != file_size:
            self._filesystem.truncate_fd(self._log_fd(), self.size)
        self._close_log()
        self.seal()
        return file_size - self.size

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
            self._note_batch(position, header)
            on_batch(position, header)
            last_offset = header.last_offset
            position += header.size_in_bytes
            self.size = position

    def truncate_to(self, offset: int) -> int:
        """Removes the batch that holds `offset` and all behind it; returns the bytes removed. It is active then."""
        found = self.find(offset)
        if found is None:
            return self.cut_at(self.size, offset)
        return self.cut_at(found[0], found[1].base_offset)

    def cut_at(self, position: int, offset: int) -> int:
        """Removes the bytes from a position on, whatever they are; `offset` is that of the batch there."""
        removed = self.size - position
        if removed > 0:
            self.load_indexes()
            self._filesystem.truncate_fd(self._log_fd(), position)
            self.offset_index.truncate_to_position(position)
            self.time_index.truncate_to_offset(offset)
            if self.has_txn_index:
                self.txn_index.truncate_to(offset)
            self.size = position
        self._hints = None
        self.unseal()
        self.find_next_offset()  # for the maximum timestamp of what is left
        if self.size == 0:
            self.rolling_timestamp = None
        return removed
