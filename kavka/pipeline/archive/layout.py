"""The names of an archive's files: which offsets are in a file is known without opening it.

    topic=T/partition=P/START-END.parquet          offsets from START up to, not including, END; 20 digits each
    topic=T/partition=P/.START-END.ID.tmp          being written; an orphan after a crash
    topic=T/partition=P/.START-END.merged          joined from smaller files, about to replace them (`compaction`)

Names that begin with a dot or an underscore are passed over by readers of Parquet directories. An archive is in a file
system that all workers share; a rename must replace a file at once, as POSIX says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition

CHECKPOINT: Final = "_checkpoint"
SUFFIX: Final = ".parquet"
MERGED_SUFFIX: Final = ".merged"
TEMPORARY_SUFFIX: Final = ".tmp"
_NAME: Final = re.compile(r"(\d{20})-(\d{20})")
_DIRECTORY: Final = re.compile(r"topic=([A-Za-z0-9._-]+)")
_PARTITION: Final = re.compile(r"partition=(\d+)")


class ArchiveFile(NamedTuple):
    """One file: which records, and where."""

    tp: TopicPartition
    start: int
    end: int
    path: Path


def directory_of(out: Path, tp: TopicPartition) -> Path:
    """Returns the directory of a partition's files."""
    return out / f"topic={tp.topic}" / f"partition={tp.partition}"


def stem(start: int, end: int) -> str:
    """Formats the offsets of a file's name, without its suffix."""
    return f"{start:020d}-{end:020d}"


def file_of(out: Path, tp: TopicPartition, start: int, end: int) -> ArchiveFile:
    """Returns the archive file of an offset range."""
    return ArchiveFile(tp, start, end, directory_of(out, tp) / f"{stem(start, end)}{SUFFIX}")


def offsets_in(name: str) -> tuple[int, int] | None:
    """Parses the offsets in a file's name; None for a name that is not an archive file's."""
    match = _NAME.match(name.lstrip("."))
    return (int(match[1]), int(match[2])) if match else None


def partitions_in(out: Path) -> Iterator[TopicPartition]:
    """Yields every partition that has a directory in an archive, sorted."""
    found = []
    for topic in out.iterdir():
        match = _DIRECTORY.fullmatch(topic.name)
        if match is None or not topic.is_dir():
            continue
        for partition in topic.iterdir():
            if number := _PARTITION.fullmatch(partition.name):
                found.append(TopicPartition(match[1], int(number[1])))
    yield from sorted(found)


def files_in(out: Path, tp: TopicPartition) -> list[ArchiveFile]:
    """Lists a partition's files, by first offset."""
    found = []
    for path in directory_of(out, tp).iterdir():
        offsets = offsets_in(path.name) if path.suffix == SUFFIX and not path.name.startswith(".") else None
        if offsets is not None:
            found.append(ArchiveFile(tp, *offsets, path))
    return sorted(found)
