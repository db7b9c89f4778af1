"""Batches and logs for the log's tests, and a disk that fails when told to."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.log import Log
from kavka.broker.log.log_context import LogContext, LogEffects
from kavka.broker.log.log_dir import LogDir
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.recovery import LogOpener
from kavka.common.filesystem import FILE_MODE
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import WallMs

TP = TopicPartition("orders", 0)
NOW_MS = 1_700_000_000_000


def batch(
    *values: bytes,
    timestamp: int | list[int] = NOW_MS,
    key: bytes | None = b"k",
    producer: tuple[int, int, int] = (-1, -1, -1),
    compression: Compression = Compression.NONE,
    base_offset: int = 0,
    epoch: int = -1,
    **flags: bool,
) -> bytes:
    """One batch; `producer` is (id, epoch, first sequence)."""
    values = values or (b"v",)
    builder = BatchBuilder(
        compression=compression,
        base_offset=base_offset,
        producer_id=producer[0],
        producer_epoch=producer[1],
        base_sequence=producer[2],
        partition_leader_epoch=LeaderEpoch(epoch),
        **flags,
    )
    times = timestamp if isinstance(timestamp, list) else [timestamp] * len(values)
    for value, time in zip(values, times, strict=True):
        builder.append(timestamp=time, key=key, value=value)
    return builder.build()


def sized(size: int, **kwargs: Any) -> bytes:
    """A batch of one record and exactly `size` bytes."""
    for length in range(max(size - 90, 0), size):
        data = batch(bytes(length), **kwargs)
        if len(data) == size:
            return data
    raise AssertionError(f"no batch has {size} bytes")


class FailingDisk(MachineFileSystem):
    """The machine's disk, until one of `failing` (method names) is called."""

    __slots__ = ("calls", "errno", "failing", "on_written", "partial")

    def __init__(self) -> None:
        super().__init__()
        self.failing: set[str] = set()
        self.errno = errno.EIO
        self.partial = False
        self.on_written: Callable[[], object] = lambda: None
        self.calls: list[tuple[str, str]] = []

    def _maybe_fail(self, name: str, *what: object) -> None:
        self.calls.append((name, str(what[0]) if what else ""))
        if name in self.failing:
            raise OSError(self.errno, "injected")

    def pwritev(self, fd: int, buffers: Any, position: int, size: int) -> None:
        if "pwritev" in self.failing and self.partial:
            super().pwrite(fd, b"".join(buffers)[: size // 2], position)
        self._maybe_fail("pwritev")
        super().pwritev(fd, buffers, position, size)

    def pread(self, fd: int, size: int, position: int) -> bytes:
        self._maybe_fail("pread")
        return super().pread(fd, size, position)

    def fsync(self, fd: int) -> None:
        self._maybe_fail("fsync")
        super().fsync(fd)

    def rename(self, source: str, target: str) -> None:
        self._maybe_fail("rename", source)
        super().rename(source, target)

    def remove(self, path: str) -> None:
        self._maybe_fail("remove", path)
        super().remove(path)

    def list_directory(self, path: str) -> Any:
        self._maybe_fail("list_directory", path)
        return super().list_directory(path)

    def write_unsynced(self, path: str, data: bytes, *, mode: int = FILE_MODE) -> None:
        self._maybe_fail("write_unsynced", path)
        super().write_unsynced(path, data, mode=mode)

    def write_atomically(self, path: str, data: bytes) -> None:
        self._maybe_fail("write_atomically", path)
        super().write_atomically(path, data)
        self.on_written()


class LogBench:
    """One partition's directory, opened again and again."""

    def __init__(self, path: Path) -> None:
        self.filesystem = FailingDisk()
        self.log_dir = LogDir(str(path), self.filesystem)
        self.directory = path / str(TP)
        self.directory.mkdir(parents=True)
        self.config = LogConfig()
        self.rng = random.Random(1)
        self.effects: LogEffects | None = None
        self._open_logs: list[Log] = []

    def open(
        self,
        *,
        clean: bool = False,
        config: Mapping[str, object] | None = None,
        recovery_point: int = 0,
        log_start_offset: int = 0,
        high_watermark: int = 0,
        now_ms: int = NOW_MS,
    ) -> Log:
        if config is not None:
            self.config = LogConfig({name: str(value) for name, value in config.items()})
        effects = self.effects or LogEffects.alone(self.filesystem, lambda limit: self.rng.randint(0, limit))
        log = LogOpener(
            LogContext(LogIdentity.of(TP, self.log_dir), str(self.directory), self.config, effects),
            was_clean=clean,
            now_ms=WallMs(now_ms),
            log_start_offset=log_start_offset,
            recovery_point=recovery_point,
            high_watermark=high_watermark,
        ).open()
        self._open_logs.append(log)
        return log

    def crash(self) -> None:
        """What kill -9 leaves: the files as they are."""
        for log in self._open_logs:
            log.abandon("killed")
        self._open_logs.clear()

    def close(self) -> None:
        self.crash()
        self.filesystem.close()

    def names(self, suffix: str = "") -> list[str]:
        return sorted(path.name for path in self.directory.iterdir() if path.name.endswith(suffix))

    def path(self, base_offset: int, suffix: str) -> Path:
        return self.directory / f"{base_offset:020d}{suffix}"


def append(log: Log, *values: bytes, epoch: int = 0, now_ms: int = NOW_MS, **kwargs: Any) -> Any:
    """Appends one batch as the leader."""
    return log.append_as_leader(
        batch(*values, **kwargs), leader_epoch=LeaderEpoch(epoch), now_ms=WallMs(now_ms), single_batch=True
    )


def read_all(
    log: Log, start: int | None = None, *, max_bytes: int = 1 << 20, max_offset: int | None = None
) -> list[tuple[int, bytes | None]]:
    """Every record from `start` on, as (offset, value), by as many reads as it takes."""
    offset = log.log_start_offset if start is None else start
    end = log.log_end_offset if max_offset is None else max_offset
    found = []
    while offset < end:
        info = log.read(offset, max_bytes=max_bytes, max_offset=end, min_one_message=True)
        records = [record for record in iter_records(info.records) if record.offset >= offset]
        found += [(record.offset, record.value) for record in records]
        assert info.next_offset > offset or not len(info.records)
        if info.next_offset <= offset:
            break
        offset = info.next_offset
    return found
