"""Reads a log's files as they lie on disk, for people and without a broker: what `kavka log dump` and `verify` show.

Nothing here opens a file for writing, and nothing of a running log is touched; the last segment of one that is being
written to may end in half a batch, which is no error (`Finding.is_error` is false).

What `verify` holds true of a partition's directory::

    segments     begin where the name says or later, follow one another, overlap nowhere
    batches      whole, checksum right, offsets growing, leader epochs never falling
    .index       every entry names a batch and where it begins
    .timeindex   times and offsets grow; nothing before an entry's offset is younger than its time
    .txnindex    every entry names a marker that aborts a transaction of its producer
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kavka.broker.log.offset_index import OffsetIndex
from kavka.broker.log.producer_state import read_marker
from kavka.broker.log.time_index import TimeIndex
from kavka.common.filesystem import FileSystem
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import LOG_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, TXN_INDEX_SUFFIX
from kavka.protocol.disk.indexes import TXN_ENTRY_BYTES, decode_txn_index
from kavka.protocol.records.batch import BatchHeader, read_header, validate_batch
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import HEADER_SIZE

INDEX_BYTES_MAX = 1 << 31
"""No index is larger; the limits of a broker's configuration do not matter to a reader."""


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


class SegmentFile:
    """The bytes of one `.log` file, mapped. Use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("rb")
        size = path.stat().st_size
        self._map = mmap.mmap(self._file.fileno(), size, access=mmap.ACCESS_READ) if size else None
        self.size = size

    def __enter__(self) -> SegmentFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._map is not None:
            self._map.close()
        self._file.close()

    def read(self, position: int, size: int) -> bytes:
        """Copies bytes out of the file."""
        return b"" if self._map is None else self._map[position : position + size]

    def batches(self, *, check: bool = True) -> Iterator[tuple[int, BatchHeader, Buffer]]:
        """Yields position, header and bytes of every whole batch.

        Raises:
            CorruptRecords: at the first that is none, or whose checksum differs; a cut-off end ends it in silence.
        """
        position = 0
        while self.size - position >= HEADER_SIZE:
            header = read_header(self.read(position, HEADER_SIZE))
            data = self.read(position, header.size_in_bytes)
            if len(data) < header.size_in_bytes:
                return
            if check:
                validate_batch(data, 0, header, from_client=False)
            yield position, header, data
            position += header.size_in_bytes


def segment_paths(directory: Path) -> list[Path]:
    """Lists a partition's `.log` files, oldest first."""
    return sorted(path for path in directory.glob(f"*{LOG_SUFFIX}") if path.stem.isdigit())


def offset_index_entries(path: Path) -> list[tuple[int, int]]:
    """Reads the (offset, position) entries of a `.index` file.

    Raises:
        CorruptIndex: its entries contradict each other.
    """
    index = OffsetIndex(str(path), base_offset=int(path.stem), max_bytes=INDEX_BYTES_MAX, filesystem=FileSystem())
    return index.entries


def time_index_entries(path: Path) -> list[tuple[int, int]]:
    """Reads the (timestamp, offset) entries of a `.timeindex` file.

    Raises:
        CorruptIndex: its entries contradict each other.
    """
    index = TimeIndex(str(path), base_offset=int(path.stem), max_bytes=INDEX_BYTES_MAX, filesystem=FileSystem())
    return index.entries


def verify_partition(directory: Path) -> Report:
    """Reads everything in a partition's directory and holds it against itself."""
    walk = _Walk()
    paths = segment_paths(directory)
    for path in paths:
        walk.segment(path, is_last=path == paths[-1])
    return Report(
        segments=len(paths),
        batches=walk.batches,
        records=walk.records,
        size_bytes=sum(path.stat().st_size for path in paths),
        log_start_offset=int(paths[0].stem) if paths else 0,
        log_end_offset=walk.end_offset,
        findings=walk.findings,
    )


class _Walk:
    """Goes through the segments of a partition in order, and remembers what the next one must follow."""

    def __init__(self) -> None:
        self.batches = 0
        self.records = 0
        self.end_offset = 0
        self.findings: list[Finding] = []
        self._epoch = -1
        self._positions: dict[int, int] = {}
        """Position → last offset, of the batches of the segment at hand."""
        self._aborts: dict[int, int] = {}
        """Offset → producer id, of the same segment's markers that abort."""
        self._times: list[tuple[int, int]] = []
        """(last offset, max timestamp) of the same."""

    def segment(self, path: Path, *, is_last: bool) -> None:
        """Checks one segment with its indexes."""
        base_offset = int(path.stem)
        if base_offset < self.end_offset:
            self._error(path, -1, f"begins at {base_offset}, the segment before ends at {self.end_offset}")
        self.end_offset = max(self.end_offset, base_offset)
        self._positions, self._times, self._aborts = {}, [], {}
        end = 0
        with SegmentFile(path) as file:
            try:
                for position, header, data in file.batches():
                    self._batch(path, position, header)
                    marker = read_marker(data, header) if header.is_control else None
                    if marker is not None and marker.is_abort:
                        self._aborts[header.base_offset] = header.producer_id
                    end = position + header.size_in_bytes
            except CorruptRecords as error:
                self._error(path, end, str(error))
                return
            if end < file.size:
                text = f"{file.size - end} bytes behind the last whole batch"
                self.findings.append(Finding(str(path), end, text, is_error=not is_last))
        self._check_offset_index(path.with_suffix(OFFSET_INDEX_SUFFIX), is_last=is_last)
        self._check_time_index(path.with_suffix(TIME_INDEX_SUFFIX), is_last=is_last)
        self._check_txn_index(path.with_suffix(TXN_INDEX_SUFFIX))

    def _batch(self, path: Path, position: int, header: BatchHeader) -> None:
        self.batches += 1
        self.records += header.record_count
        if header.base_offset < self.end_offset:
            self._error(path, position, f"offset {header.base_offset} where {self.end_offset} or more is due")
        if header.partition_leader_epoch < self._epoch:
            self._error(path, position, f"leader epoch {header.partition_leader_epoch} behind {self._epoch}")
        self.end_offset = header.next_offset
        self._epoch = max(self._epoch, header.partition_leader_epoch)
        self._positions[position] = header.last_offset
        self._times.append((header.last_offset, header.max_timestamp))

    def _check_offset_index(self, path: Path, *, is_last: bool) -> None:
        try:
            entries = offset_index_entries(path)
        except FileNotFoundError:
            self._index_missing(path, is_last=is_last)
            return
        except CorruptIndex as error:
            self._error(path, -1, str(error))
            return
        for number, (offset, position) in enumerate(entries):
            if self._positions.get(position) != offset:
                self._error(path, number * OffsetIndex.ENTRY_BYTES, f"no batch at {position} ends with offset {offset}")

    def _check_txn_index(self, path: Path) -> None:
        try:
            entries = decode_txn_index(path.read_bytes(), base_offset=int(path.stem))
        except FileNotFoundError:
            return  # nearly every segment has none
        except CorruptIndex as error:
            self._error(path, -1, str(error))
            return
        for number, txn in enumerate(entries):
            if self._aborts.get(txn.last_offset) != txn.producer_id:
                text = f"no marker at offset {txn.last_offset} aborts a transaction of producer {txn.producer_id}"
                self._error(path, number * TXN_ENTRY_BYTES, text)

    def _check_time_index(self, path: Path, *, is_last: bool) -> None:
        try:
            entries = time_index_entries(path)
        except FileNotFoundError:
            self._index_missing(path, is_last=is_last)
            return
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
                at = number * TimeIndex.ENTRY_BYTES
                self._error(path, at, f"a record before offset {offset} has time {youngest}, after {timestamp}")

    def _index_missing(self, path: Path, *, is_last: bool) -> None:
        # A running broker's last segment has the file once it has entries to write.
        if not is_last:
            self.findings.append(Finding(str(path), -1, "missing; a broker makes it anew", is_error=False))

    def _error(self, path: Path, position: int, text: str) -> None:
        self.findings.append(Finding(str(path), position, text, is_error=True))
