"""Holds the files of a partition's directory against each other: what `kavka log verify` shows. Bytes in, findings out.

What is held true::

    segments     begin where the name says or later, follow one another, overlap nowhere
    batches      whole, checksum right, offsets growing, leader epochs never falling
    .index       every entry names a batch and where it begins
    .timeindex   times and offsets grow; nothing before an entry's offset is younger than its time
    .txnindex    every entry names a marker that aborts a transaction of its producer

The last segment of a log that is being written to may end in half a batch, which is no error (`Finding.is_error` is
false). Not here: the same of all replicas, compared (`kavka.pipeline.audit`); what a broker does about a damaged log
(`broker.log.recovery`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import LOG_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, TXN_INDEX_SUFFIX
from kavka.protocol.disk.indexes import (
    OFFSET_ENTRY_BYTES,
    TIME_ENTRY_BYTES,
    TXN_ENTRY_BYTES,
    decode_txn_index,
    offset_index_entries,
    time_index_entries,
)
from kavka.protocol.records.batch import BatchHeader, read_header, read_marker, validate_batch
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import HEADER_SIZE


class Contents(Protocol):
    """A file's bytes, read or mapped: whatever pieces can be copied out of."""

    def __len__(self) -> int:
        """Returns the number of bytes."""

    def __getitem__(self, piece: slice, /) -> bytes:
        """Copies a piece."""


class SegmentFiles(NamedTuple):
    """What the files of one segment hold; an index is None where there is no file.

    Attributes:
        path: of the `.log`, for messages; those of the others follow from it.
    """

    path: str
    base_offset: int
    log: Contents
    offset_index: bytes | None
    time_index: bytes | None
    txn_index: bytes | None

    def beside(self, suffix: str) -> str:
        """Returns the path of an index."""
        return self.path.removesuffix(LOG_SUFFIX) + suffix


class Finding(NamedTuple):
    """Something about a file that a person should know."""

    path: str
    position: int
    """Bytes from the file's beginning; −1 where it is about the file as a whole."""
    text: str
    is_error: bool


class Report(NamedTuple):
    """What a partition's directory holds."""

    segments: int
    batches: int
    records: int
    size_bytes: int
    log_start_offset: int
    log_end_offset: int
    findings: list[Finding]

    @property
    def is_good(self) -> bool:
        """Tells whether nothing is wrong with the partition's files."""
        return not any(finding.is_error for finding in self.findings)


def whole_batches(log: Contents) -> Iterator[tuple[int, BatchHeader, bytes]]:
    """Yields position, header and bytes of every whole batch of a segment's log.

    Raises:
        CorruptRecords: at the first that is none, or whose checksum differs; a cut-off end ends it in silence.
    """
    position, size = 0, len(log)
    while size - position >= HEADER_SIZE:
        header = read_header(log[position : position + HEADER_SIZE])
        data = log[position : position + header.size_in_bytes]
        if len(data) < header.size_in_bytes:
            return
        validate_batch(data, 0, header, from_client=False)
        yield position, header, data
        position += header.size_in_bytes


class Inspection:
    """Inspects a partition's segments, oldest first, and collects what is wrong with them."""

    def __init__(self) -> None:
        self._segments = 0
        self._batches = 0
        self._records = 0
        self._size_bytes = 0
        self._start_offset = 0
        self._end_offset = 0
        self._findings: list[Finding] = []
        self._epoch = -1
        self._positions: dict[int, int] = {}
        """Position → last offset, of the batches of the segment at hand."""
        self._aborts: dict[int, int] = {}
        """Offset → producer id, of the same segment's markers that abort."""
        self._times: list[tuple[int, int]] = []
        """(last offset, max timestamp) of the same."""

    def report(self) -> Report:
        """Returns what the segments hold, and what is wrong with them."""
        return Report(
            segments=self._segments,
            batches=self._batches,
            records=self._records,
            size_bytes=self._size_bytes,
            log_start_offset=self._start_offset,
            log_end_offset=self._end_offset,
            findings=self._findings,
        )

    def add(self, files: SegmentFiles, *, is_last: bool) -> None:
        """Checks the next segment with its indexes."""
        base_offset = files.base_offset
        if not self._segments:
            self._start_offset = base_offset
        self._segments += 1
        self._size_bytes += len(files.log)
        if base_offset < self._end_offset:
            self._error(files.path, -1, f"begins at {base_offset}, the segment before ends at {self._end_offset}")
        self._end_offset = max(self._end_offset, base_offset)
        self._positions, self._times, self._aborts = {}, [], {}
        if self._check_log(files, is_last=is_last):
            self._check_offset_index(files, is_last=is_last)
            self._check_time_index(files, is_last=is_last)
            self._check_txn_index(files)

    def _check_log(self, files: SegmentFiles, *, is_last: bool) -> bool:
        """Checks the batches; returns whether all can be read, so that indexes can be held against them."""
        end = 0
        try:
            for position, header, data in whole_batches(files.log):
                self._batch(files.path, position, header)
                marker = read_marker(data, header) if header.is_control else None
                if marker is not None and marker.is_abort:
                    self._aborts[header.base_offset] = header.producer_id
                end = position + header.size_in_bytes
        except CorruptRecords as error:
            self._error(files.path, end, str(error))
            return False
        if end < len(files.log):
            text = f"{len(files.log) - end} bytes behind the last whole batch"
            self._findings.append(Finding(files.path, end, text, is_error=not is_last))
        return True

    def _batch(self, path: str, position: int, header: BatchHeader) -> None:
        self._batches += 1
        self._records += header.record_count
        if header.base_offset < self._end_offset:
            self._error(path, position, f"offset {header.base_offset} where {self._end_offset} or more is due")
        if header.partition_leader_epoch < self._epoch:
            self._error(path, position, f"leader epoch {header.partition_leader_epoch} behind {self._epoch}")
        self._end_offset = header.next_offset
        self._epoch = max(self._epoch, header.partition_leader_epoch)
        self._positions[position] = header.last_offset
        self._times.append((header.last_offset, header.max_timestamp))

    def _check_offset_index(self, files: SegmentFiles, *, is_last: bool) -> None:
        path = files.beside(OFFSET_INDEX_SUFFIX)
        if files.offset_index is None:
            self._index_missing(path, is_last=is_last)
            return
        try:
            entries = offset_index_entries(files.offset_index, base_offset=files.base_offset)
        except CorruptIndex as error:
            self._error(path, -1, str(error))
            return
        for number, (offset, position) in enumerate(entries):
            if self._positions.get(position) != offset:
                self._error(path, number * OFFSET_ENTRY_BYTES, f"no batch at {position} ends with offset {offset}")

    def _check_txn_index(self, files: SegmentFiles) -> None:
        if files.txn_index is None:
            return  # nearly every segment has none
        path = files.beside(TXN_INDEX_SUFFIX)
        try:
            entries = decode_txn_index(files.txn_index, base_offset=files.base_offset)
        except CorruptIndex as error:
            self._error(path, -1, str(error))
            return
        for number, txn in enumerate(entries):
            if self._aborts.get(txn.last_offset) != txn.producer_id:
                text = f"no marker at offset {txn.last_offset} aborts a transaction of producer {txn.producer_id}"
                self._error(path, number * TXN_ENTRY_BYTES, text)

    def _check_time_index(self, files: SegmentFiles, *, is_last: bool) -> None:
        path = files.beside(TIME_INDEX_SUFFIX)
        if files.time_index is None:
            self._index_missing(path, is_last=is_last)
            return
        try:
            entries = time_index_entries(files.time_index, base_offset=files.base_offset)
        except CorruptIndex as error:
            self._error(path, -1, str(error))
            return
        times = iter(self._times)
        youngest = -1
        following = next(times, None)
        for number, (timestamp, offset) in enumerate(entries):
            while following is not None and following[0] < offset:
                youngest = max(youngest, following[1])
                following = next(times, None)
            if youngest > timestamp:
                at = number * TIME_ENTRY_BYTES
                self._error(path, at, f"a record before offset {offset} has time {youngest}, after {timestamp}")

    def _index_missing(self, path: str, *, is_last: bool) -> None:
        # A running broker's last segment has the file once it has entries to write.
        if not is_last:
            self._findings.append(Finding(path, -1, "missing; a broker makes it anew", is_error=False))

    def _error(self, path: str, position: int, text: str) -> None:
        self._findings.append(Finding(path, position, text, is_error=True))
