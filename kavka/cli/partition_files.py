"""Reads a partition's files as they lie on disk, without a broker, for `kavka log dump` and `verify`.

    orders-0/…1500.log         mapped    ─┐
             …1500.index       read       ├─▶ `protocol.disk.inspection`: what they hold, and what is wrong
             …1500.timeindex   read       │
             …1500.txnindex    read      ─┘

Nothing is opened for writing, and nothing of a running log is touched. Not here: what the bytes mean (`protocol.disk`).
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

from kavka.protocol.disk.file_names import LOG_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, TXN_INDEX_SUFFIX
from kavka.protocol.disk.inspection import Contents, Inspection, Report, SegmentFiles, whole_batches
from kavka.protocol.records.batch import BatchHeader


class SegmentFile:
    """The bytes of one `.log` file, mapped. Use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        size = path.stat().st_size
        self._map = mmap.mmap(self._file.fileno(), size, access=mmap.ACCESS_READ) if size else None

    def __enter__(self) -> SegmentFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._map is not None:
            self._map.close()
        self._file.close()

    @property
    def contents(self) -> Contents:
        """Returns the bytes, as long as the file is open."""
        return b"" if self._map is None else self._map

    def batches(self) -> Iterator[tuple[int, BatchHeader, bytes]]:
        """Yields position, header and bytes of every whole batch.

        Raises:
            CorruptRecords: see `whole_batches`.
        """
        return whole_batches(self.contents)


def segment_paths(directory: Path) -> list[Path]:
    """Lists a partition's `.log` files, oldest first."""
    return sorted(path for path in directory.glob(f"*{LOG_SUFFIX}") if path.stem.isdigit())


def verify_partition(directory: Path) -> Report:
    """Reads everything in a partition's directory and holds it against itself."""
    inspection = Inspection()
    paths = segment_paths(directory)
    for path in paths:
        with SegmentFile(path) as file:
            files = SegmentFiles(
                path=str(path),
                base_offset=int(path.stem),
                log=file.contents,
                offset_index=_read(path.with_suffix(OFFSET_INDEX_SUFFIX)),
                time_index=_read(path.with_suffix(TIME_INDEX_SUFFIX)),
                txn_index=_read(path.with_suffix(TXN_INDEX_SUFFIX)),
            )
            inspection.add(files, is_last=path == paths[-1])
    return inspection.report()


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
