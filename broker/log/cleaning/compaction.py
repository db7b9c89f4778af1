"""One round of cleaning of one log, start to end: reads its segments, writes what is left of them beside them.

    1  dirty segments ─▶ OffsetMap: each key's last offset      until it is full, then the round is shorter
    2  all segments up to there, a group at a time ─▶ RecordFilter ─▶ <base>.log.cleaned, .index, .timeindex, .txnindex
                                                                       fsynced ─▶ GroupCleaned

Nothing that the log knows is touched: putting a new segment in place of the old ones is `LogFiles.replace_segments`,
which whoever hears of a group calls, on the loop. So this may run anywhere, and be killed at any point; what it leaves
is removed by name (`recovery`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Protocol

from kavka.broker.log.cleaning.grouping import SourceSegment, group_segments
from kavka.broker.log.cleaning.job import Finished, GroupCleaned, Job, Mapped, Report
from kavka.broker.log.cleaning.offset_map import OffsetMap
from kavka.broker.log.cleaning.retained import ActiveProducer, RecordFilter
from kavka.broker.log.cleaning.transactions import TransactionReader
from kavka.broker.log.segment import LogSegment
from kavka.common.filesystem import Buffer, FileSystem
from kavka.protocol.disk.file_names import (
    CLEANED_SUFFIX,
    LOG_SUFFIX,
    OFFSET_INDEX_SUFFIX,
    TIME_INDEX_SUFFIX,
    segment_name,
)
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, iter_headers, read_header
from kavka.protocol.records.compaction import iter_spans
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.reader import batch_payload


class CleaningAborted(Exception):
    """The round is not wanted any more."""


class Control(Protocol):
    """Who wants the round."""

    def moved(self, size: int) -> None:
        """Counts bytes that were read or written, and throttles: it takes its time, if there is a limit.

        Raises:
            CleaningAborted: the round shall end.
        """

    def report(self, report: Report) -> None:
        """Takes a report of the job."""


class Compaction:
    """One round.

    Args:
        job: what to do.
        filesystem: the disk.
        control: checks whether the round is wanted, and takes reports.

    Attributes:
        reading: base offset of the segment that was read last; −1 before the first.
    """

    def __init__(self, job: Job, filesystem: FileSystem, control: Control) -> None:
        self._job = job
        self._filesystem = filesystem
        self._control = control
        self.reading = -1
        self._segments: list[SourceSegment] = []
        self._ends: dict[int, int] = {}
        """Base offset → what follows the segment."""
        self._bytes_read = 0
        self._bytes_written = 0

    def run(self) -> None:
        """Compacts the job's segments, and reports each group, then the end.

        Raises:
            CleaningAborted: see `Control`.
            CorruptRecords: a batch is damaged.
            OSError: the disk failed.
        """
        job = self._job
        self._segments = [self._source(base_offset, size) for base_offset, size in job.segments]
        self._ends = {segment.base_offset: self._end_of(number) for number, segment in enumerate(self._segments)}
        offset_map = self._build_map()
        end_offset = offset_map.latest_offset + 1
        sources = [segment for segment in self._segments if segment.base_offset < end_offset]
        transactions = TransactionReader(job.aborted)
        record_filter = RecordFilter(
            offset_map,
            transactions,
            now_ms=job.now_ms,
            delete_retention_ms=job.delete_retention_ms,
            active_producers={
                producer_id: ActiveProducer(last_offset, epoch)
                for producer_id, (last_offset, epoch) in job.active_producers.items()
            },
            end_offset=job.end_offset,
        )
        self._bytes_read = 0
        for group in group_segments(
            sources,
            end_offset=self._end_of(len(sources) - 1),
            bytes_max=job.segment_bytes,
            index_bytes_max=job.index_bytes_max,
        ):
            self._clean_group(group, record_filter, transactions)
        self._control.report(
            Finished(
                bytes_read=self._bytes_read,
                bytes_written=self._bytes_written,
                records_read=record_filter.records_read,
                records_retained=record_filter.records_retained,
                records_invalid=record_filter.records_invalid,
            )
        )

    # ---- the map --------------------------------------------------------------------------------------------------

    def _build_map(self) -> OffsetMap:
        job = self._job
        offset_map = OffsetMap(job.map_bytes_max)
        offset_map.latest_offset = job.first_dirty_offset - 1
        transactions = TransactionReader(job.aborted)
        for number, segment in enumerate(self._segments):
            end_offset = self._end_of(number)
            if end_offset <= job.first_dirty_offset:
                continue
            if not self._map_segment(segment, offset_map, transactions):
                break
            # Behind the last batch there may be a gap; without this the log would be found dirty again and again
            # (KAFKA-8764, KAFKA-9826).
            offset_map.latest_offset = max(offset_map.latest_offset, end_offset - 1)
        self._control.report(
            Mapped(
                end_offset=offset_map.latest_offset + 1,
                bytes_read=self._bytes_read,
                keys=len(offset_map),
                utilization=offset_map.utilization,
            )
        )
        return offset_map

    def _map_segment(self, segment: SourceSegment, offset_map: OffsetMap, transactions: TransactionReader) -> bool:
        """Puts a segment's keys into the map; False when it is full before the segment's end."""
        first_dirty_offset, put = self._job.first_dirty_offset, offset_map.put
        for buf, pos, header in self._batches(segment):
            if header.last_offset < first_dirty_offset:
                continue
            # A marker's key is no key of a record (KAFKA-14055), and what was aborted replaces nothing.
            if not header.is_control and not transactions.is_aborted(header):
                base_offset = header.base_offset
                for span in iter_spans(batch_payload(buf, pos, header), header.record_count):
                    offset = base_offset + span.offset_delta
                    if span.key is not None and offset >= first_dirty_offset:
                        if not put(span.key, offset):
                            return False
                        offset_map.latest_offset = offset
            offset_map.latest_offset = header.last_offset
        return True

    # ---- groups ---------------------------------------------------------------------------------------------------

    def _clean_group(
        self, group: Sequence[SourceSegment], record_filter: RecordFilter, transactions: TransactionReader
    ) -> None:
        job, filesystem = self._job, self._filesystem
        cleaned = LogSegment(
            job.directory,
            group[0].base_offset,
            filesystem=filesystem,
            index_interval_bytes=job.index_interval_bytes,
            index_bytes_max=job.index_bytes_max,
            created_ms=job.now_ms,
            suffix=CLEANED_SUFFIX,
        )
        is_done = False
        try:
            cleaned.create()
            for source in group:
                self._clean_into(cleaned, source, record_filter)
            cleaned.seal()
            cleaned.txn_index.replace(transactions.take_retained(), sync=False)
            for path in cleaned.paths:  # the directory is synced after the renames, by whoever does them
                filesystem.fsync_path(path)
            # Retention by time goes on to see the time of what was here before.
            filesystem.set_modified_ms(cleaned.path, group[-1].modified_ms)
            is_done = True
        finally:
            cleaned.close_files()
            if not is_done:
                cleaned.remove()
        self._control.report(
            GroupCleaned(
                base_offsets=[source.base_offset for source in group],
                size=cleaned.size,
                has_txn_index=cleaned.txn_index.has_file,
            )
        )

    def _clean_into(self, cleaned: LogSegment, source: SourceSegment, record_filter: RecordFilter) -> None:
        pending: list[Buffer] = []
        batches: list[tuple[int, BatchHeader]] = []
        size = 0
        for buf, pos, header in self._batches(source):
            if not cleaned.fits_offset(header.last_offset):
                raise CorruptRecords(f"offset {header.last_offset} in {cleaned.path}")
            left = record_filter.retained(buf, pos, header)
            if left is None:
                continue
            pending.append(left)
            batches.append((size, read_header(left)))
            size += len(left)
            if size >= self._job.read_bytes:
                self._write(cleaned, pending, size, batches)
                pending, batches, size = [], [], 0
        if size:
            self._write(cleaned, pending, size, batches)

    def _write(
        self, cleaned: LogSegment, pending: list[Buffer], size: int, batches: list[tuple[int, BatchHeader]]
    ) -> None:
        joined = b"".join(pending)  # a vector of thousands of pieces is more than one call to the system takes
        cleaned.append([joined], size, batches)
        self._bytes_written += size
        self._control.moved(size)

    # ---- reading --------------------------------------------------------------------------------------------------

    def _source(self, base_offset: int, size: int) -> SourceSegment:
        path, filesystem = self._path(base_offset), self._filesystem
        sizes = []
        for suffix in (OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX):
            index_path = self._path(base_offset, suffix)
            sizes.append(filesystem.file_size(index_path) if filesystem.exists(index_path) else 0)
        return SourceSegment(base_offset, size, sizes[0], sizes[1], filesystem.modified_ms(path))

    def _path(self, base_offset: int, suffix: str = LOG_SUFFIX) -> str:
        return os.path.join(self._job.directory, segment_name(base_offset, suffix))

    def _end_of(self, number: int) -> int:
        """Returns the offset behind a segment."""
        return self._segments[number + 1].base_offset if number + 1 < len(self._segments) else self._job.end_offset

    def _batches(self, segment: SourceSegment) -> Iterator[tuple[bytes, int, BatchHeader]]:
        """Yields every batch of a segment: the bytes that it lies in, where, and its header.

        Raises:
            CorruptRecords: an offset goes back, or is another segment's: no checksum covers it. In the map it would
                make newer values look older.
        """
        next_offset, end_offset = segment.base_offset, self._ends[segment.base_offset]
        for buf, pos, header in self._read(segment):
            if header.base_offset < next_offset or header.last_offset >= end_offset:
                found = f"offsets {header.base_offset} to {header.last_offset}"
                raise CorruptRecords(f"{found} in {self._path(segment.base_offset)} at {next_offset} of {end_offset}")
            next_offset = header.next_offset
            yield buf, pos, header

    def _read(self, segment: SourceSegment) -> Iterator[tuple[bytes, int, BatchHeader]]:
        filesystem, size = self._filesystem, segment.size
        self.reading = segment.base_offset
        path = self._path(segment.base_offset)
        fd = filesystem.open(path)
        try:
            position = 0
            while position < size:
                data = filesystem.pread(fd, min(self._job.read_bytes, size - position), position)
                end = 0
                for pos, header in iter_headers(data):
                    yield data, pos, header
                    end = pos + header.size_in_bytes
                if not end:  # one batch is larger than what is read at once (KAFKA-5431)
                    data = self._large_batch(fd, position, size, path)
                    yield data, 0, read_header(data)
                    end = len(data)
                self._bytes_read += end
                self._control.moved(end)
                position += end
        finally:
            filesystem.close_fd(fd)

    def _large_batch(self, fd: int, position: int, size: int, path: str) -> bytes:
        header = read_header(self._filesystem.pread(fd, min(HEADER_SIZE, size - position), position))
        if header.size_in_bytes > size - position:
            raise CorruptRecords(f"the batch at {position} of {path} runs past its end")
        data = self._filesystem.pread(fd, header.size_in_bytes, position)
        if len(data) != header.size_in_bytes:
            raise CorruptRecords(f"{path} ends at {position + len(data)}, it had {size} bytes")
        return data
