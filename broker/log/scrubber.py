"""Reads closed segments again, slowly, to find what a disk has changed since they were written.

    every log's sealed segments, one after another ─┐
    verify_soon: a follower keeps refusing one ─────┴▶ a slice in a thread, with checksums ─▶ pause, by the rate ─▶ …
                                                        └▶ damage: read once more ─▶ Log.mark_damaged

What follows from damage is not decided here: the log counts as not complete, the broker says so, others lead, and the
replica copies what it lacks (docs/decisions/0031). A segment that compaction or retention takes away meanwhile is left.

A slice that was not in memory is dropped from it again: a scrub shall not push out what consumers read. The checksum
covers everything of a batch but its offset, length, leader epoch and magic byte; length and magic byte show in what
follows, offsets and epochs must not go back, and where they do the batch is wrong that leapt ahead before.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.log.damage import DamagedPlace, LogDamage
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import KafkaStorageError
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import HEADER_SIZE, read_header, validate_batch
from kavka.timer.moments import MonotonicMs
from kavka.timer.waiting import wait_event

if TYPE_CHECKING:
    from kavka.broker.log.data_dirs import DataDirs
    from kavka.broker.log.log import Log
    from kavka.broker.log.segment import LogSegment
    from kavka.broker.metrics import ScrubMetrics
    from kavka.common.filesystem import FileSystem
    from kavka.timer.clock import Clock

SLICE_BYTES: Final = 1024 * 1024
"""Read and checked at a time; a larger batch is read whole."""
FIRST_PASS_MS: Final = 60_000
"""How long after startup the first pass begins: a startup has other things to read."""
REQUESTS_MAX: Final = 100
REQUEST_AGAIN_MS: Final = 60_000
"""How soon a segment that was just found whole is read again because somebody refuses it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Slice:
    """Where a reader of a segment is.

    Attributes:
        position: the next batch's first byte.
        next_offset: it begins there or behind.
        epoch: its leader epoch is not below.
        leap: where the batch before it began and what was known there, if its offset or epoch leapt from that.
        damage: why it is none; None: it may be one.
    """

    position: int
    next_offset: int
    epoch: int = -1
    leap: Slice | None = None
    damage: str | None = None


class Scrubber:
    """Looks after all logs of a broker.

    Args:
        dirs: whose logs.
        clock: for pauses.
        filesystem: reads, in its threads.
        metrics: where it counts.
        rng: where a pass begins, so that a broker that restarts often checks not always the same.
        supervisor: keeps one log's failure from the others.
    """

    def __init__(
        self,
        dirs: DataDirs,
        *,
        clock: Clock,
        filesystem: FileSystem,
        metrics: ScrubMetrics,
        rng: random.Random,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._dirs = dirs
        self._clock = clock
        self._filesystem = filesystem
        self._metrics = metrics
        self._rng = rng
        self._supervisor = supervisor or Supervisor()
        self._requests: deque[tuple[Log, LogSegment]] = deque()
        self._verified_ms: dict[LogSegment, MonotonicMs] = {}
        self._wake = asyncio.Event()

    @property
    def _rate(self) -> int:
        return self._dirs.settings().kavka_scrub_bytes_per_second

    def verify_soon(self, log: Log, offset: int) -> None:
        """Checks the segment that holds an offset before all others: somebody refuses what it was given of it."""
        segment = log.segments[log.segments.floor_index(offset)]
        verified_ms = self._verified_ms.get(segment)
        now_ms = self._clock.monotonic_ms()
        if verified_ms is not None and now_ms - verified_ms < REQUEST_AGAIN_MS:
            return
        if len(self._requests) < REQUESTS_MAX and (log, segment) not in self._requests:
            if len(self._verified_ms) >= REQUESTS_MAX:
                del self._verified_ms[next(iter(self._verified_ms))]
            self._verified_ms[segment] = now_ms
            self._requests.append((log, segment))
            self._wake.set()

    # ---- rounds ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs passes, and the checks asked for in between, until cancelled."""
        await self._pause(FIRST_PASS_MS)
        while True:
            if self._rate > 0:
                await self.run_pass()
                self._metrics.passes += 1
            hours = max(1, self._dirs.settings().kavka_scrub_interval_hours)
            due_ms = self._clock.monotonic_ms() + hours * 3_600_000
            while self._clock.monotonic_ms() < due_ms:
                await self._pause(due_ms - self._clock.monotonic_ms())

    async def run_pass(self) -> None:
        """Reads every closed segment once."""
        logs = self._dirs.logs
        first = self._rng.randrange(len(logs)) if logs else 0
        for log in logs[first:] + logs[:first]:
            with self._supervisor.item("scrub", log):
                for segment in log.segments:
                    if segment.is_sealed and segment.size:
                        await self._verify(log, segment, paced=True)
                        await self.run_requests()

    async def run_requests(self) -> None:
        """Verifies the segments asked for."""
        while self._requests:
            log, segment = self._requests.popleft()
            with self._supervisor.item("scrub", log):
                await self._verify(log, segment, paced=False)

    async def _pause(self, wait_ms: int) -> None:
        """Waits, or verifies what was asked for meanwhile."""
        self._wake.clear()
        if not self._requests:
            await wait_event(self._clock, self._wake, min(wait_ms, FIRST_PASS_MS))
        await self.run_requests()

    # ---- one segment ----------------------------------------------------------------------------------------------

    async def _verify(self, log: Log, segment: LogSegment, *, paced: bool) -> None:
        at, size = Slice(0, segment.base_offset), segment.size
        index = log.segments.floor_index(segment.base_offset)
        end_offset = log.segments.end_of(index, log.log_end_offset)
        verify = partial(verify_slice, self._filesystem, segment.path, end_offset, size)
        while at.position < size:
            before = at
            try:
                at = await self._filesystem.run(verify, at)
                if at.damage is not None:  # once more: memory and cables err, too
                    at = await self._filesystem.run(verify, before)
            except FileNotFoundError:
                return  # retention, compaction, or a moved directory
            except OSError as error:
                log.log_dir.fail(error, f"reading {log}")
                return
            self._metrics.bytes_read += max(at.position - before.position, 0)
            if at.damage is not None:
                self._found(log, segment, at)
                return
            if paced and not await self._wait_for_rate(at.position - before.position):
                return
        self._metrics.segments += 1

    async def _wait_for_rate(self, size: int) -> bool:
        """Waits as long as `size` bytes may take; False when nothing shall be read any more."""
        rate = self._rate
        if rate <= 0:
            return False
        await self._clock.sleep(size * 1000 // rate + 1)
        return True

    def _found(self, log: Log, segment: LogSegment, at: Slice) -> None:
        is_there = any(known is segment for known in log.segments)
        if not is_there or at.position >= segment.size or not log.log_dir.is_online:
            return  # it went while it was read
        self._metrics.damaged_segments += 1
        reason = f"{segment.path} is damaged at byte {at.position}, offset {at.next_offset}: {at.damage}"
        known = None if log.damage is None else log.damage.place
        if known is not None and known.offset <= at.next_offset:
            _log.error("%s is not complete still: %s", log, reason)
            return
        _log.error("%s is not complete: %s; another replica leads while one is in sync, and it is copied", log, reason)
        place = DamagedPlace(base_offset=segment.base_offset, position=at.position, offset=at.next_offset)
        try:
            log.mark_damaged(LogDamage(reason=reason, place=place))
        except KafkaStorageError as error:
            _log.debug("%s is not marked: %s", log, error)  # the directory has said so


def verify_slice(filesystem: FileSystem, path: str, end_offset: int, size: int, at: Slice) -> Slice:
    """Checks the batches of about a slice; for threads.

    Args:
        filesystem: reads.
        path: of the segment's log.
        end_offset: what follows the segment: no batch of it reaches that.
        size: of the segment: how far whole batches go.
        at: where to begin.

    Raises:
        OSError: the disk failed, or the file is gone.
    """
    fd = filesystem.open(path)
    try:
        length = min(SLICE_BYTES, size - at.position)
        was_in_memory = filesystem.pread_resident(fd, min(length, HEADER_SIZE), at.position) is not None
        data = filesystem.pread(fd, length, at.position)
        found = _checked(data, at, size, end_offset)
        if _is_at_large_batch(found, at, data):
            whole = read_header(data).size_in_bytes
            data = filesystem.pread(fd, whole, at.position)
            found = _checked(data, at, size, end_offset)
        if found.position == at.position and found.damage is None:
            # Cut short, or compaction has put a smaller file in its place: the caller knows which.
            found = replace(at, damage=f"the file ends at byte {at.position + len(data)}, not at {size}")
        if not was_in_memory:
            filesystem.drop_pages(fd, at.position, len(data))
        return found
    finally:
        filesystem.close_fd(fd)


def _is_at_large_batch(found: Slice, at: Slice, data: bytes) -> bool:
    """Tells whether a slice holds the begin of a batch and not all of it."""
    return found.position == at.position and found.damage is None and len(data) >= HEADER_SIZE


def _checked(data: bytes, at: Slice, size: int, end_offset: int) -> Slice:
    view = memoryview(data)
    start = at.position
    while at.position < size:
        offset = at.position - start
        is_end = start + len(data) >= size
        if len(data) - offset < HEADER_SIZE and not is_end:
            return at
        try:
            header = read_header(view, offset)
            if header.size_in_bytes > len(data) - offset and start + offset + header.size_in_bytes <= size:
                return at
            validate_batch(view, offset, header, from_client=False)
        except CorruptRecords as error:
            return replace(at, damage=str(error))
        epoch = header.partition_leader_epoch
        if header.base_offset < at.next_offset or -1 < epoch < at.epoch:
            text = f"offset {header.base_offset} and leader epoch {epoch} behind {at.next_offset} and {at.epoch}"
            return replace(at.leap or at, damage=text)
        if header.next_offset > end_offset:
            return replace(at, damage=f"offset {header.last_offset}, the segment ends before {end_offset}")
        leap = replace(at, leap=None) if header.base_offset > at.next_offset or epoch > at.epoch else None
        at = Slice(at.position + header.size_in_bytes, header.next_offset, max(epoch, at.epoch), leap)
    return at
