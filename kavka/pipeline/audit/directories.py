"""Which segments there are: data directories of brokers, by path, with what their small files say.

A path is a broker's data directory (one of `log.dirs`), a directory of one partition, or a directory that holds several
brokers' data directories, as `kavka start --data-dir` makes them::

    kafka-logs/meta.properties                         broker.id: the label of its rows
              /cleaner-offset-checkpoint               below these offsets compaction has been
              /replication-offset-checkpoint           high watermarks: above them a replica may be truncated
              /orders-0/00000000000000000000.log …     segments
                       /leader-epoch-checkpoint        which epoch began where

              /.kafka_cleanshutdown                    it was stopped in order: nothing can be torn

Several directories of one broker are one broker. Two of the same id that hold the same partition are distinguished by
their paths, because copies of one broker's disk are worth comparing, too. Directories that a broker is moving or
deleting (-future, -delete, -stray) are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.audit.targets import FileTarget, Place
from kavka.protocol.disk.checkpoint import decode_epochs, decode_offsets
from kavka.protocol.disk.directory_names import parse_directory_name
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.file_names import (
    CLEAN_SHUTDOWN_FILE,
    CLEANER_OFFSET_FILE,
    HIGH_WATERMARK_FILE,
    LEADER_EPOCH_FILE,
    LOG_SUFFIX,
    META_PROPERTIES_FILE,
    PARTITION_METADATA_FILE,
)
from kavka.protocol.disk.property_files import decode_properties

DEPTH_MAX: Final = 3
"""Directories between a path that was given and a data directory below it."""


class Replica(NamedTuple):
    """One partition's directory.

    Attributes:
        segments: .log files, oldest first.
        epochs: leader epoch → where it began, by the checkpoint; None: there is none that makes sense.
        epochs_error: why not.
        high_watermark: by the checkpoint; None: it does not say.
        cleaned_to: see `WindowBuilder`.
        is_stopped: whether the broker says that it stopped in order.
    """

    broker: str
    partition: TopicPartition
    path: str
    segments: tuple[str, ...]
    epochs: tuple[tuple[int, int], ...] | None
    epochs_error: str | None
    high_watermark: int | None
    cleaned_to: int
    is_stopped: bool

    def targets(self) -> Iterator[FileTarget]:
        """Yields a task for each segment."""
        for path in self.segments:
            place = Place(self.broker, self.partition.topic, self.partition.partition, int(Path(path).stem))
            yield FileTarget(place, path, path == self.segments[-1], self.cleaned_to)


class NoLog(ValueError):
    """A path that holds nothing to audit."""


def find_replicas(paths: Iterable[Path], *, topics: Iterable[str] = ()) -> list[Replica]:
    """Finds all partitions below the paths, sorted.

    Args:
        paths: see above.
        topics: only these; all if empty.

    Raises:
        NoLog: a path holds no partition's directory, or does not exist.
    """
    wanted = frozenset(topics)
    found: list[Replica] = []
    for path in paths:
        here = list(_below(path, DEPTH_MAX))
        if not here:
            raise NoLog(f"{path}: no partitions of Kafka are there; name a directory of log.dirs")
        found += (replica for replica in here if not wanted or replica.partition.topic in wanted)
    return _told_apart(sorted(found, key=lambda one: (one.partition, one.broker, one.path)))


def _below(path: Path, depth: int) -> Iterator[Replica]:
    if not path.is_dir():
        raise NoLog(f"{path}: there is no such directory")
    if _is_partition(path):
        yield _replica(path, _DataDir(path.parent))
        return
    children = sorted(child for child in path.iterdir() if child.is_dir())
    partitions = [child for child in children if _is_partition(child)]
    if partitions:
        data_dir = _DataDir(path)
        yield from (_replica(child, data_dir) for child in partitions)
    elif depth:
        for child in children:
            yield from _below(child, depth - 1)


def _is_partition(path: Path) -> bool:
    if parse_directory_name(path.name) is None:
        return False
    return (path / PARTITION_METADATA_FILE).exists() or any(path.glob(f"*{LOG_SUFFIX}"))


class _DataDir:
    """What the files of a data directory say."""

    def __init__(self, path: Path) -> None:
        self.broker = _broker(path)
        self.is_stopped = (path / CLEAN_SHUTDOWN_FILE).exists()
        self.cleaned = _offsets(path / CLEANER_OFFSET_FILE)
        self.high_watermarks = _offsets(path / HIGH_WATERMARK_FILE)


def _broker(path: Path) -> str:
    try:
        said = decode_properties((path / META_PROPERTIES_FILE).read_bytes())
    except (OSError, CorruptCheckpoint):
        return str(path)
    return said.get("broker.id") or said.get("node.id") or str(path)


def _offsets(path: Path) -> Mapping[tuple[str, int], int]:
    try:
        data = path.read_bytes()
        return decode_offsets(data) if data else {}
    except (OSError, CorruptCheckpoint):
        return {}  # it is a cache, which a broker recreates


def _replica(path: Path, data_dir: _DataDir) -> Replica:
    partition = parse_directory_name(path.name)
    assert partition is not None, "looked at before"
    segments = tuple(str(one) for one in sorted(path.glob(f"*{LOG_SUFFIX}")) if one.stem.isdigit())
    epochs, error = _epochs(path / LEADER_EPOCH_FILE)
    high_watermark = data_dir.high_watermarks.get(partition)
    cleaned_to = data_dir.cleaned.get(partition, 0)
    return Replica(
        broker=data_dir.broker,
        partition=TopicPartition(*partition),
        path=str(path),
        segments=segments,
        epochs=epochs,
        epochs_error=error,
        high_watermark=high_watermark,
        cleaned_to=cleaned_to,
        is_stopped=data_dir.is_stopped,
    )


def _epochs(path: Path) -> tuple[tuple[tuple[int, int], ...] | None, str | None]:
    try:
        data = path.read_bytes()
        return tuple(decode_epochs(data)) if data else (), None
    except FileNotFoundError:
        return None, None  # logs that were written before leader epochs, or no batch yet
    except (OSError, CorruptCheckpoint) as error:
        return None, str(error)


def _told_apart(replicas: list[Replica]) -> list[Replica]:
    """Labels with paths where one label would stand for two copies of a partition."""
    seen: dict[tuple[str, TopicPartition], int] = {}
    for one in replicas:
        key = one.broker, one.partition
        seen[key] = seen.get(key, 0) + 1
    return [
        one._replace(broker=f"{one.broker} ({Path(one.path).parent})") if seen[one.broker, one.partition] > 1 else one
        for one in replicas
    ]
