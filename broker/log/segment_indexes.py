"""The indexes of one segment, and its greatest timestamp: caches over the `.log` file, rebuilt from it when they lie.

    offset ─▶ offset_index ─▶ a batch shortly before it          a batch in every index.interval.bytes has an entry
    time   ─▶ time_index ───▶ an offset not behind it
    read_committed ─▶ txn_index ─▶ what was aborted

Read when they are first used, and made then, too: most segments of a broker with many partitions never see a record.
What is missing or contradicts itself is rebuilt from the batches' headers; what contradicts the log is found by who
looks there (`segment_reader`).
"""

from __future__ import annotations

import os
from functools import partial

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.log.file_records import LENGTH_END, FileRecords
from kavka.broker.log.offset_index import OffsetIndex
from kavka.broker.log.time_index import TimeIndex
from kavka.broker.log.txn_index import TxnIndex
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, segment_name
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.records.batch import BatchHeader
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import NO_TIMESTAMP


class SegmentIndexes:
    """The indexes of one segment.

    Args:
        file: the segment's batches.
        interval_bytes: between two entries.
        bytes_max: of either index.
        is_new: whether there are no files yet: what is made first is empty.

    Attributes:
        are_full: whether the segment must roll before another entry fits into both. Asked for every append, so noted
            with every entry.
        max_timestamp: the greatest of all batches, −1 for none, with `max_timestamp_offset` the last offset of the
            first batch that has it: always changed together (KAFKA-12981).
    """

    __slots__ = (
        "_bytes_max",
        "_bytes_since_entry",
        "_file",
        "_interval_bytes",
        "_is_in_memory",
        "_is_new",
        "_offset_index",
        "_time_index",
        "_txn_index",
        "are_full",
        "max_timestamp",
        "max_timestamp_offset",
    )

    def __init__(self, file: FileRecords, *, interval_bytes: int, bytes_max: int, is_new: bool) -> None:
        self._file = file
        self._interval_bytes = interval_bytes
        self._bytes_max = bytes_max
        self._is_new = is_new
        self._is_in_memory = is_new
        self._bytes_since_entry = 0
        self._offset_index: OffsetIndex | None = None
        self._time_index: TimeIndex | None = None
        self._txn_index: TxnIndex | None = None
        self._note_entries()
        self.max_timestamp = NO_TIMESTAMP
        self.max_timestamp_offset = file.base_offset

    @property
    def offset_index(self) -> OffsetIndex:
        """Returns the index from offsets to positions."""
        index = self._offset_index
        if index is None:
            file = self._file
            path = file.path_with(OFFSET_INDEX_SUFFIX)
            index = self._offset_index = OffsetIndex(
                path, base_offset=file.base_offset, max_bytes=self._bytes_max, filesystem=file.filesystem
            )
            if self._is_new:
                index.create()
            self._note_entries()
        return index

    @property
    def time_index(self) -> TimeIndex:
        """Returns the index from timestamps to offsets."""
        index = self._time_index
        if index is None:
            file = self._file
            path = file.path_with(TIME_INDEX_SUFFIX)
            index = self._time_index = TimeIndex(
                path, base_offset=file.base_offset, max_bytes=self._bytes_max, filesystem=file.filesystem
            )
            if self._is_new:
                index.create()
            self._note_entries()
        return index

    @property
    def txn_index(self) -> TxnIndex:
        """Returns the transaction index."""
        index = self._txn_index
        if index is None:
            file = self._file
            index = self._txn_index = TxnIndex(
                os.path.join(file.directory, segment_name(file.base_offset)),
                base_offset=file.base_offset,
                filesystem=file.filesystem,
                suffix=file.suffix,
            )
        return index

    @property
    def has_txn_index(self) -> bool:
        """Tells whether there is a file of aborted transactions."""
        return self._txn_index is not None and self._txn_index.has_file

    # ---- loading --------------------------------------------------------------------------------------------------

    def load(self, may_wait: bool = True) -> bool:
        """Reads both indexes if need be, and rebuilds them where missing or broken; returns whether that was so.

        Of a segment found on disk the time index's last entry also is the greatest timestamp: sealing wrote it.

        Raises:
            ColdRead: they are not in memory, and this may not wait.
            CorruptRecords: the log itself is damaged.
        """
        offset_index, time_index = self.offset_index, self.time_index
        if offset_index.is_loaded and time_index.is_loaded:
            return False
        self._check_in_memory(may_wait)
        is_rebuilt = False
        try:
            offset_index.load()
            time_index.load()
        except (CorruptIndex, FileNotFoundError):
            self.rebuild()
            is_rebuilt = True
        self._note_entries()
        if self.max_timestamp < 0 and self._file.is_sealed:
            self.max_timestamp, self.max_timestamp_offset = time_index.last_entry
        return is_rebuilt

    def load_offsets(self, may_wait: bool) -> bool:
        """Reads the index of offsets, likewise."""
        if self.offset_index.is_loaded:
            return False
        self._check_in_memory(may_wait)
        try:
            self.offset_index.load()
        except (CorruptIndex, FileNotFoundError):
            self.rebuild()
            return True
        self._note_entries()
        return False

    def _check_in_memory(self, may_wait: bool) -> None:
        if not may_wait and not self._is_in_memory:
            raise ColdRead(self._load_pages, size=0, loaded=partial(setattr, self, "_is_in_memory", True))

    def _load_pages(self) -> None:
        file = self._file
        file.filesystem.read_file(file.path_with(OFFSET_INDEX_SUFFIX))  # in a thread: the indexes are the loop's
        file.filesystem.read_file(file.path_with(TIME_INDEX_SUFFIX))

    def collect_aborted(
        self, start_offset: int, end_offset: int, found: list[AbortedTxn], may_wait: bool = True
    ) -> bool:
        """Collects aborted transactions from the segment's index, like `TxnIndex.collect`.

        Raises:
            ColdRead: the index is not in memory, and the read may not wait.
            CorruptIndex: it is none.
        """
        index = self.txn_index
        if not index.is_loaded and not may_wait and not self._is_in_memory:
            raise ColdRead(index.load_pages, size=0, loaded=partial(setattr, self, "_is_in_memory", True))
        return index.collect(start_offset, end_offset, found)

    def known_max_timestamp(self, may_wait: bool = True) -> int:
        """Returns the greatest record timestamp, −1 for none."""
        if self.max_timestamp < 0 and self._file.size and self._file.is_sealed:
            self.load(may_wait)
        return self.max_timestamp

    def find_next_offset(self) -> int:
        """Finds the offset behind the last batch, or the base offset. Timestamps not yet indexed are taken note of.

        Raises:
            CorruptRecords: the log itself is damaged, or ends within a batch.
        """
        self.load()
        try:
            return self._find_next_offset()
        except (CorruptIndex, CorruptRecords):
            self.rebuild()
            return self._find_next_offset()

    def _find_next_offset(self) -> int:
        size = self._file.size
        position = self.offset_index.last_position
        timestamp, timestamp_offset = self.time_index.last_entry
        if position >= size > 0 or (position and not size):
            raise CorruptIndex(f"entry for position {position} in {size} bytes")
        next_offset = self._file.base_offset
        for _, header in self._file.walk(position, size):
            next_offset = header.next_offset
            if header.max_timestamp > timestamp:
                timestamp, timestamp_offset = header.max_timestamp, header.last_offset
        if timestamp_offset >= next_offset and timestamp >= 0:
            raise CorruptIndex(f"timestamp of offset {timestamp_offset}, the segment ends at {next_offset}")
        self.max_timestamp, self.max_timestamp_offset = timestamp, timestamp_offset
        self._bytes_since_entry = size - position
        return next_offset

    # ---- changes --------------------------------------------------------------------------------------------------

    def note_batch(self, position: int, header: BatchHeader) -> None:
        """Remembers timestamp and index entries of a batch; it was just written, or read in a rebuild."""
        last_offset = header.base_offset + header.last_offset_delta
        if header.max_timestamp > self.max_timestamp:
            self.max_timestamp = header.max_timestamp
            self.max_timestamp_offset = last_offset
        if self._bytes_since_entry > self._interval_bytes:
            self.offset_index.append(last_offset, position)
            self.time_index.maybe_append(self.max_timestamp, self.max_timestamp_offset)
            self._bytes_since_entry = 0
            self._note_entries()
        self._bytes_since_entry += header.batch_length + LENGTH_END

    def _note_entries(self) -> None:
        offsets, times = self._offset_index, self._time_index
        self.are_full = (offsets is not None and offsets.is_full) or (times is not None and times.is_full)

    def begin_rebuild(self) -> None:
        """Empties both indexes; every batch is to be noted again."""
        self.offset_index.reset()
        self.time_index.reset()
        self._note_entries()
        self.max_timestamp, self.max_timestamp_offset = NO_TIMESTAMP, self._file.base_offset
        self._bytes_since_entry = 0

    def rebuild(self) -> None:
        """Rebuilds both indexes from the batches' headers.

        Raises:
            CorruptRecords: the log itself is damaged; the indexes end where it begins to be.
        """
        self.begin_rebuild()
        for position, header in self._file.walk(0, self._file.size):
            self.note_batch(position, header)
        if self._file.is_sealed:
            self.finish()
            self.close()

    def truncate_to(self, position: int, offset: int) -> None:
        """Drops what belongs to batches from `position` on, the first of them with `offset`."""
        self.offset_index.truncate_to_position(position)
        self.time_index.truncate_to_offset(offset)
        self._note_entries()
        if self.has_txn_index:
            self.txn_index.truncate_to(offset)

    def write(self) -> None:
        """Brings the index files up to date with the entries in memory."""
        self.offset_index.write_pending()
        self.time_index.write_pending()

    def finish(self) -> None:
        """Writes what is pending, the greatest timestamp as the last entry."""
        if self.max_timestamp >= 0:
            self.time_index.maybe_append(self.max_timestamp, self.max_timestamp_offset)
            self._note_entries()
        self.write()

    # ---- files ----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Closes the files that are open; the entries stay usable."""
        for index in self._made:
            index.close()

    @property
    def _made(self) -> list[OffsetIndex | TimeIndex]:
        return [index for index in (self._offset_index, self._time_index) if index is not None]

    def take_use(self) -> bool:
        """Tells whether an index was used since the last call."""
        used = [index for index in self._made if index.is_used]
        for index in used:
            index.is_used = False
        return bool(used)

    def unload(self) -> None:
        """Frees the entries; the next use reads them again, and has to wait for it."""
        self._is_in_memory = False
        for index in self._made:
            index.unload()
        self._note_entries()
        if self._txn_index is not None:
            self._txn_index.unload()

    def move_to_directory(self) -> None:
        """Notes that the segment's files are in another directory; those that are open stay so."""
        if self._offset_index is not None:
            self._offset_index.path = self._file.path_with(OFFSET_INDEX_SUFFIX)
        if self._time_index is not None:
            self._time_index.path = self._file.path_with(TIME_INDEX_SUFFIX)
        if self._txn_index is not None:
            self._txn_index.move_to(self._file.path)
