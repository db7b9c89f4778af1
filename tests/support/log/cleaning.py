"""Compacted logs for tests, a worker that works at once, and what a reader sees of a log."""

from __future__ import annotations

from collections import deque
from typing import Any

from kavka.broker.log.cleaning.candidates import candidate
from kavka.broker.log.cleaning.compaction import Compaction
from kavka.broker.log.cleaning.job import WorkLimits, decode_job, decode_report, encode_report
from kavka.broker.log.cleaning.round import CleaningRound, make_job
from kavka.broker.log.cleaning.statistics import CleanerMetrics
from kavka.broker.log.cleaning.worker import do_job
from kavka.broker.log.log import Log
from kavka.broker.log.log_types import COORDINATOR
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.epochs import FIRST_LEADER_EPOCH
from kavka.protocol.records.batch import BatchBuilder, ControlType, iter_headers, iter_records, marker_batch
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import WallMs
from tests.support.log.building import NOW_MS, FailingDisk

COMPACTED = {
    "cleanup.policy": "compact",
    "segment.bytes": 1000,
    "min.cleanable.dirty.ratio": 0,
    "delete.retention.ms": 1000,
    "index.interval.bytes": 100,
}
LIMITS = WorkLimits(map_bytes_max=1 << 20, read_bytes=4096, bytes_per_second_max=None)


class Reports:
    """Keeps what a compaction reports."""

    def __init__(self) -> None:
        self.reports: list[Any] = []
        self.bytes_moved = 0

    def moved(self, size: int) -> None:
        self.bytes_moved += size

    def report(self, report: Any) -> None:
        self.reports.append(decode_report(encode_report(report)))


class WorkerHere:
    """A worker that does a job when it is told to, in this thread, over the same lines of text."""

    def __init__(self, filesystem: MachineFileSystem) -> None:
        self._filesystem = filesystem
        self.jobs: list[Any] = []
        self.reports: deque[Any] = deque()
        self.is_closed = False

    async def begin(self, job: Any) -> None:
        self.jobs.append(job)
        control = Reports()
        do_job(decode_job(job.encode()), self._filesystem, control)
        self.reports.extend(control.reports)

    async def report(self) -> Any:
        return self.reports.popleft()

    async def close(self) -> None:
        self.is_closed = True


def clean(
    log: Log, checkpointed: int | None = None, *, now_ms: int = NOW_MS, **settings: Any
) -> tuple[Any, CleaningRound]:
    """One round, start to end, as the cleaner does it; returns the offset up to which the log is clean, and reports."""
    found = candidate(log, checkpointed, WallMs(now_ms))
    aborted = log.aborted_transactions(found.segments[0].base_offset, found.end_offset)
    job = make_job(found, aborted=aborted, now_ms=WallMs(now_ms), limits=LIMITS._replace(**settings))
    job = decode_job(job.encode())
    cleaning = CleaningRound(found, is_here=lambda _: True, metrics=CleanerMetrics())
    control = Reports()
    Compaction(job, log.context.filesystem, control).run()
    for report in control.reports:
        cleaning.take(report, WallMs(now_ms))
    cleaning.close()
    return cleaning.clean_end_offset, cleaning


def put(
    log: Log,
    *pairs: tuple[bytes | None, bytes | None],
    timestamp: int = NOW_MS,
    producer: tuple[int, int, int] = (-1, -1, -1),
    compression: Compression = Compression.NONE,
    now_ms: int = NOW_MS,
    **flags: Any,
) -> int:
    """Appends one batch of (key, value) pairs, committed at once."""
    builder = BatchBuilder(
        compression=compression,
        producer_id=producer[0],
        producer_epoch=producer[1],
        base_sequence=producer[2],
        **flags,
    )
    for number, (key, value) in enumerate(pairs):
        builder.append(timestamp=timestamp + number, key=key, value=value)
    info = log.append_as_leader(builder.build(), leader_epoch=FIRST_LEADER_EPOCH, now_ms=WallMs(now_ms))
    log.update_high_watermark(log.log_end_offset)
    return info.first_offset


def put_marker(log: Log, producer_id: int, epoch: int, *, commit: bool, timestamp: int = NOW_MS) -> int:
    """Ends a transaction."""
    marker = marker_batch(
        ControlType.COMMIT if commit else ControlType.ABORT,
        timestamp=timestamp,
        producer_id=producer_id,
        producer_epoch=epoch,
        coordinator_epoch=0,
    )
    info = log.append_as_leader(marker, leader_epoch=FIRST_LEADER_EPOCH, now_ms=WallMs(timestamp), origin=COORDINATOR)
    log.update_high_watermark(log.log_end_offset)
    return info.first_offset


def batches(log: Log) -> list[tuple[Any, bytes]]:
    """Every batch of a log: (header, bytes)."""
    found = []
    for segment in log.segments:
        data = bytes(segment.bytes_at(0, segment.size)) if segment.size else b""
        found += [(header, data[pos : pos + header.size_in_bytes]) for pos, header in iter_headers(data)]
    return found


def records(log: Log, *, include_control: bool = False) -> list[Any]:
    """Every record of a log."""
    return [record for _, data in batches(log) for record in iter_records(data, include_control=include_control)]


def pairs(log: Log) -> list[tuple[int, bytes | None, bytes | None]]:
    """(offset, key, value) of every record."""
    return [(record.offset, record.key, record.value) for record in records(log)]


def view(log: Log) -> dict[bytes | None, bytes]:
    """What a reader from the beginning ends with."""
    seen: dict[bytes | None, bytes] = {}
    for record in records(log):
        if record.value is None:
            seen.pop(record.key, None)
        else:
            seen[record.key] = record.value
    return seen


class HastyDisk(FailingDisk):
    """Says that it is done before the device is; rounds of many segments would take seconds otherwise."""

    __slots__ = ()

    def fsync(self, fd: int) -> None:
        self._maybe_fail("fsync")
