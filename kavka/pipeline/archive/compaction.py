"""Joins the small files of an archive: many batches of a minute become one file of a size that readers like.

    a-b.parquet  b-c.parquet  c-d.parquet        1  .a-d.merged is written, whole
                     │                           2  the three are deleted
                     ▼                           3  .a-d.merged becomes a-d.parquet
                a-d.parquet

Killed in between, the next run finishes: a `.merged` is whole, so whatever it covers may go. A reader that looks
between 2 and 3 misses those records for a moment; none sees them twice.

Only files of batches that Spark has committed are touched: a batch that may be run again writes its files again, and
beside a joined file they would be doubles. Spark itself is not needed here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.archive.layout import (
    MERGED_SUFFIX,
    ArchiveFile,
    directory_of,
    file_of,
    files_in,
    offsets_in,
    partitions_in,
)
from kavka.pipeline.archive.parquet_file import read_file, write_merged
from kavka.pipeline.failures import PipelineError
from kavka.pipeline.source.offsets import Positions, from_json

TARGET_BYTES: Final = 256 * 1024 * 1024
BATCH_ROWS: Final = 65_536
OFFSETS_LINE: Final = 2
"""In a file of Spark's offset log: the version, settings, then a line for each source."""


class Compacted(NamedTuple):
    """What one join did."""

    file: ArchiveFile
    joined: int


def compact(out: Path, checkpoint: Path, *, compression: str, target_bytes: int = TARGET_BYTES) -> Iterator[Compacted]:
    """Joins neighbouring files until each has about `target_bytes`.

    Args:
        out: the archive.
        checkpoint: of the query that writes it.
        compression: of the files that are written.
        target_bytes: files of this size and more are left alone.

    Yields:
        Each join, when it is done.

    Raises:
        PipelineError: the checkpoint does not say what is committed.
    """
    committed = committed_positions(checkpoint)
    for tp in partitions_in(out):
        finish(out, tp)
        for group in groups(files_in(out, tp), committed.get(tp, 0), target_bytes):
            yield Compacted(_join(out, tp, group, compression), len(group))


def groups(files: Sequence[ArchiveFile], committed: int, target_bytes: int) -> list[list[ArchiveFile]]:
    """Groups neighbouring small files to be joined.

    A group's files are each below the target, together not above it, and at least two.

    Args:
        files: of one partition, by offset.
        committed: the offset up to which nothing is written again.
        target_bytes: the size to reach.
    """
    found: list[list[ArchiveFile]] = []
    group: list[ArchiveFile] = []
    size = 0
    for file in files:
        own = file.path.stat().st_size
        if file.end > committed or own >= target_bytes or (group and size + own > target_bytes):
            found.append(group)
            group, size = [], 0
        if file.end <= committed and own < target_bytes:
            group.append(file)
            size += own
    found.append(group)
    return [group for group in found if len(group) > 1]


def _join(out: Path, tp: TopicPartition, group: Sequence[ArchiveFile], compression: str) -> ArchiveFile:
    target = file_of(out, tp, group[0].start, group[-1].end)
    rows = (batch for file in group for batch in read_file(file.path, batch_rows=BATCH_ROWS))
    write_merged(target, rows, compression=compression)
    finish(out, tp)
    return target


def finish(out: Path, tp: TopicPartition) -> None:
    """Replaces joined files: deletes what they cover, then renames them into place."""
    for merged in sorted(directory_of(out, tp).glob(f".*{MERGED_SUFFIX}")):
        offsets = offsets_in(merged.name)
        assert offsets is not None, merged
        start, end = offsets
        for file in files_in(out, tp):
            if start <= file.start and file.end <= end:
                file.path.unlink()
        merged.replace(file_of(out, tp, start, end).path)


def committed_positions(checkpoint: Path) -> Positions:
    """Reads the end positions of the last batch committed in Spark's checkpoint.

    Raises:
        PipelineError: it is no checkpoint of one source, or no batch is committed.
    """
    batches = [int(path.name) for path in (checkpoint / "commits").glob("[0-9]*") if path.name.isdigit()]
    if not batches:
        raise PipelineError(f"{checkpoint} is no checkpoint with a committed batch; say where it is with --checkpoint")
    path = checkpoint / "offsets" / str(max(batches))
    try:
        return from_json(json.loads(path.read_text(encoding="utf-8").splitlines()[OFFSETS_LINE]))
    except (OSError, ValueError, IndexError, AttributeError) as error:
        raise PipelineError(f"{path} does not say how far batch {max(batches)} went: {error}") from None
