"""Records into one Parquet file, whole or not at all: written beside its place, flushed to the disk, renamed.

Offsets and timestamps are stored as differences, which makes them nearly free; keys and values as they are, since
finding out that they do not repeat would cost more than it saves. Statistics are kept of what is searched for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from kavka.pipeline.archive.layout import MERGED_SUFFIX, TEMPORARY_SUFFIX, ArchiveFile, stem
from kavka.pipeline.columns.schema import schema

COLUMNS: Final = ("key", "value", "offset", "timestamp", "timestampType", "headers")
COMPRESSIONS: Final = ("snappy", "zstd", "gzip", "lz4", "none")
ROW_GROUP_BYTES: Final = 64 * 1024 * 1024
"""Of records in memory; a row group is what readers take at a time."""

_DELTAS: Final = {"offset": "DELTA_BINARY_PACKED", "timestamp": "DELTA_BINARY_PACKED"}


def write_file(
    file: ArchiveFile, batches: Iterable[pa.RecordBatch], *, compression: str, metadata: Mapping[str, str] | None = None
) -> int:
    """Writes a file; no file where there are no records.

    Args:
        file: its name says which records `batches` are.
        batches: of `COLUMNS`, in the order of their offsets.
        compression: one of `COMPRESSIONS`.
        metadata: for the file's footer.

    Returns:
        How many records.
    """
    return _write(file, batches, file.path, compression=compression, metadata=metadata or {})


def write_merged(file: ArchiveFile, batches: Iterable[pa.RecordBatch], *, compression: str) -> Path:
    """Writes a file that is not seen yet; `compaction` puts it into its place."""
    path = file.path.with_name(f".{stem(file.start, file.end)}{MERGED_SUFFIX}")
    _write(file, batches, path, compression=compression, metadata={})
    return path


def _write(
    file: ArchiveFile,
    batches: Iterable[pa.RecordBatch],
    path: Path,
    *,
    compression: str,
    metadata: Mapping[str, str],
) -> int:
    directory = path.parent
    directory.mkdir(parents=True, exist_ok=True)
    prefix = f".{stem(file.start, file.end)}."
    for left in directory.glob(f"{prefix}*{TEMPORARY_SUFFIX}"):
        left.unlink(missing_ok=True)  # of an attempt that died; one that still writes fails when it renames
    temporary = directory / f"{prefix}{uuid4().hex}{TEMPORARY_SUFFIX}"
    told = {"kavka.topic": file.tp.topic, "kavka.partition": str(file.tp.partition)}
    told |= {"kavka.start": str(file.start), "kavka.end": str(file.end), **metadata}
    try:
        count = _write_rows(temporary, batches, compression, told)
        if count:
            _flush(temporary)
            temporary.replace(path)
            _flush(directory)
        else:
            temporary.unlink()
    except BaseException:
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise
    return count


def _write_rows(path: Path, batches: Iterable[pa.RecordBatch], compression: str, metadata: Mapping[str, str]) -> int:
    written = schema(COLUMNS).with_metadata(dict(metadata))
    count = 0
    with pq.ParquetWriter(
        path,
        written,
        compression=compression,
        use_dictionary=["timestampType"],
        column_encoding=_DELTAS,
        write_statistics=["offset", "timestamp"],
    ) as writer:
        waiting: list[pa.RecordBatch] = []
        size = 0
        for batch in batches:
            waiting.append(batch)
            size += batch.nbytes
            count += batch.num_rows
            if size >= ROW_GROUP_BYTES:
                writer.write_table(pa.Table.from_batches(waiting).cast(written))
                waiting, size = [], 0
        if waiting:
            writer.write_table(pa.Table.from_batches(waiting).cast(written))
    return count


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_file(path: Path, *, batch_rows: int, offset_min: int = 0) -> Iterable[pa.RecordBatch]:
    """Reads the records of a file from an offset on.

    Args:
        path: of a file of an archive.
        batch_rows: how many at a time, at most.
        offset_min: earlier ones are left out.
    """
    import pyarrow.compute as pc

    with pq.ParquetFile(path) as opened:
        for batch in opened.iter_batches(batch_size=batch_rows, columns=list(COLUMNS)):
            kept = batch
            if offset_min and batch.num_rows and batch.column("offset")[0].as_py() < offset_min:
                kept = batch.filter(pc.greater_equal(batch.column("offset"), offset_min))
            if kept.num_rows:
                yield kept
