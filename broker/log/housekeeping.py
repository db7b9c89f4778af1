"""The periodic work of a log manager: what is due when, and the disk work of it in the executor.

    retention     every log.retention.check.interval.ms: old segments, idle maps
    producers     every producer.id.expiration.check.interval.ms: those that have been silent for too long
    flush         segments that rolled, at once, behind the producers' snapshots that rolls put off; logs whose flush.ms
                  is over, every log.flush.scheduler.interval.ms
    checkpoints   recovery points and log start offsets, each at its interval; high watermarks when asked
    removals      deleted files and directories, when their delay is over

`run_due` does one round by the clock; `run` repeats it and sleeps in between, until the next thing is due or somebody
asks for something. Decisions are made on the loop, a few microseconds a log, and in slices where a log has very many
producers; fsyncs, snapshots, checkpoint writes and removals go to the executor.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from broker.log.checkpoint_files import OffsetCheckpoint
from broker.log.filesystem import FileSystem
from broker.log.log_files import LogFiles
from kavka.common.pace import Pace
from kavka.common.steps import in_slices
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from protocol.errors import KafkaStorageError
from timer.clock import Clock
from timer.sleeping import wait_event

if TYPE_CHECKING:
    from broker.log.dir_state import DirState
    from broker.log.log_manager import LogManager

CheckpointSource = Callable[["DirState"], tuple[OffsetCheckpoint, Mapping[TopicPartition, int]]]

PRODUCER_EXPIRATION: Final = ("producer.id.expiration.ms", 86_400_000)
"""The key and its default."""
LOGS_PER_SLICE: Final = 100
"""Logs looked at before others get their turn on the loop."""
SLEEP_MS_MAX: Final = 60_000
CHECKPOINTS_PENDING_MAX: Final = 16
_NEVER: Final = 2**62
WORK: Final = "housekeeping"
"""Its name where failures are counted."""

_log = logging.getLogger(__name__)


class Housekeeping:
    """What a log manager does by itself.

    Args:
        manager: whose logs.
        clock: what time it is.
        filesystem: whose executor waits for the disk.
        supervisor: keeps one log's failure from the others.

    Attributes:
        writing: the directory of which a checkpoint is being written, in a thread.
    """

    def __init__(
        self, manager: LogManager, clock: Clock, filesystem: FileSystem, supervisor: Supervisor | None = None
    ) -> None:
        self._manager = manager
        self._supervisor = supervisor or Supervisor()
        self._clock = clock
        self._filesystem = filesystem
        self._removals: list[tuple[int, int, list[str]]] = []
        self._removals_count = 0
        self._to_flush: dict[LogFiles, None] = {}
        self._to_write: list[CheckpointSource] = []
        self._wake: asyncio.Event | None = None
        self._is_stopped = False
        self.writing: DirState | None = None
        value = manager.default_config.broker_value
        self._tasks: list[_Periodic] = [
            _Periodic(name, function, int(value(key, default_ms)))
            for name, function, key, default_ms in (
                ("retention", self._apply_retention, "log.retention.check.interval.ms", 300_000),
                ("producers", self._expire_producers, "producer.id.expiration.check.interval.ms", 600_000),
                ("flushes", self._flush_overdue, "log.flush.scheduler.interval.ms", _NEVER),
                ("recovery points", self._write_recovery_points, "log.flush.offset.checkpoint.interval.ms", 60_000),
                ("start offsets", self._write_start_offsets, "log.flush.start.offset.checkpoint.interval.ms", 60_000),
            )
        ]

    # ---- what others ask for --------------------------------------------------------------------------------------

    def remove_later(self, paths: list[str], delay_ms: int) -> None:
        """Removes files or directories when the delay is over."""
        self._removals_count += 1
        heapq.heappush(self._removals, (self._clock.monotonic_ms() + delay_ms, self._removals_count, paths))
        self._notify()

    def flush_soon(self, log: LogFiles) -> None:
        """Flushes a log at the next round: a segment of it was sealed."""
        self._to_flush[log] = None
        self._notify()

    def write_checkpoints(self, source: CheckpointSource) -> None:
        """Writes one checkpoint of every directory: in the next round while `run` runs, otherwise now."""
        if self._wake is not None:
            if source in self._to_write:
                return  # it gathers when its turn comes
            if len(self._to_write) >= CHECKPOINTS_PENDING_MAX:
                del self._to_write[0]  # the disk is slow; the next interval asks again
            self._to_write.append(source)
            self._notify()
            return
        for state, checkpoint, path, data in self._gather(source):
            self._take_result(state, checkpoint, data, self._write(path, data))

    def stop(self) -> None:
        """Begins nothing any more; `run` returns. Whoever stops then waits for the executor, and has the disk alone."""
        self._is_stopped = True
        self._notify()

    def _notify(self) -> None:
        if self._wake is not None:
            self._wake.set()

    # ---- rounds ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """One round after another; until cancelled or stopped."""
        self._wake = asyncio.Event()
        try:
            while not self._is_stopped:
                self._wake.clear()
                await self.run_due()
                await wait_event(self._clock, self._wake, self._sleep_ms())
        finally:
            self._wake = None

    async def run_due(self) -> None:
        """Everything that is due by now."""
        now_ms = self._clock.monotonic_ms()
        for task in self._tasks:
            if task.is_due(now_ms) and not self._is_stopped:
                with self._supervisor.item(WORK, task.name):
                    await task.function()
        while self._to_flush and not self._is_stopped:
            log = next(iter(self._to_flush))
            del self._to_flush[log]
            await self._flush(log)
        while self._to_write and not self._is_stopped:
            with self._supervisor.item(WORK, "a checkpoint"):
                await self._write_in_executor(self._to_write.pop(0))
        while self._removals and self._removals[0][0] <= now_ms and not self._is_stopped:
            paths = heapq.heappop(self._removals)[2]
            with self._supervisor.item("removal", paths[:1]):
                await self._filesystem.run(self._remove, paths)

    def _sleep_ms(self) -> int:
        now_ms = self._clock.monotonic_ms()
        due_ms = min(task.due_ms(now_ms) for task in self._tasks)
        if self._removals:
            due_ms = min(due_ms, self._removals[0][0])
        return max(0, min(due_ms - now_ms, SLEEP_MS_MAX))

    # ---- retention ------------------------------------------------------------------------------------------------

    async def _apply_retention(self) -> None:
        for number, log in enumerate(self._manager.logs, 1):
            now_ms = self._clock.now_ms()
            with self._supervisor.item("retention", log):
                try:
                    if self._manager.is_configured(log):
                        log.delete_old_segments(now_ms)
                    log.release_idle()
                except KafkaStorageError as error:
                    _log.debug("no retention for %s: %s", log, error)
            if number % LOGS_PER_SLICE == 0:
                await asyncio.sleep(0)
        for copy in list(self._manager.futures):
            with self._supervisor.item("retention", copy):
                copy.release_idle()  # where it begins is the business of the log that it is a copy of

    async def _expire_producers(self) -> None:
        pace = Pace(self._filesystem.ticks)
        for log in self._manager.logs:
            expiration_ms = int(self._manager.default_config.broker_value(*PRODUCER_EXPIRATION))
            with self._supervisor.item("expiry of producers", log):
                await in_slices(log.producer_state.expire(self._clock.now_ms(), expiration_ms), pace)
            await pace.breathe()

    def _remove(self, paths: list[str]) -> None:
        for path in paths:
            try:
                if path.endswith("-delete"):
                    self._filesystem.remove_tree(path)
                else:
                    self._filesystem.remove(path)
            except OSError as error:
                _log.warning("%s is deleted but could not be removed: %s", path, error)

    # ---- flushes --------------------------------------------------------------------------------------------------

    async def _flush_overdue(self) -> None:
        for log in self._manager.logs:
            if not self._is_stopped:
                with self._supervisor.item("flush", log):
                    if log.is_flush_due(self._clock.now_ms()):
                        await self._flush(log)

    async def _flush(self, log: LogFiles) -> None:
        with self._supervisor.item("producer snapshots", log), contextlib.suppress(KafkaStorageError):
            await log.write_snapshots(Pace(self._filesystem.ticks))
        with self._supervisor.item("flush", log):
            try:
                await log.flush_async(now_ms=self._clock.now_ms())
            except KafkaStorageError as error:
                _log.debug("%s is not flushed: %s", log, error)  # the directory has logged it

    # ---- checkpoints ----------------------------------------------------------------------------------------------

    async def _write_recovery_points(self) -> None:
        self._manager.checkpoint_recovery_points()

    async def _write_start_offsets(self) -> None:
        self._manager.checkpoint_log_start_offsets()

    async def _write_in_executor(self, source: CheckpointSource) -> None:
        for state, checkpoint, path, data in self._gather(source):
            if not self._is_stopped and state.log_dir.is_online:
                self.writing = state
                try:
                    error = await self._filesystem.run(self._write, path, data)
                finally:
                    self.writing = None
                self._take_result(state, checkpoint, data, error)

    def _gather(self, source: CheckpointSource) -> list[tuple[DirState, OffsetCheckpoint, str, bytes]]:
        found = []
        for state in self._manager.dirs:
            if state.is_loaded and state.log_dir.is_online:
                checkpoint, offsets = source(state)
                content = checkpoint.merge(offsets)
                if content is not None:
                    found.append((state, checkpoint, *content))
        return found

    def _write(self, path: str, data: bytes) -> OSError | None:
        try:
            self._filesystem.write_atomically(path, data)
        except OSError as error:
            return error
        return None

    def _take_result(self, state: DirState, checkpoint: OffsetCheckpoint, data: bytes, error: OSError | None) -> None:
        if error is None:
            checkpoint.note_written(data)
        else:
            state.log_dir.fail(error, "writing a checkpoint")


class _Periodic:
    """Something that is done every so often, first one interval after the first look."""

    __slots__ = ("_interval_ms", "_next_ms", "function", "name")

    def __init__(self, name: str, function: Callable[[], Awaitable[None]], interval_ms: int) -> None:
        self.name = name
        self.function = function
        self._interval_ms = max(interval_ms, 1)
        self._next_ms: int | None = None

    def due_ms(self, now_ms: int) -> int:
        """When it is due next."""
        if self._next_ms is None:
            self._next_ms = now_ms + self._interval_ms
        return self._next_ms

    def is_due(self, now_ms: int) -> bool:
        """Whether it is due; if so, the next time is set."""
        if now_ms < self.due_ms(now_ms):
            return False
        self._next_ms = now_ms + self._interval_ms
        return True
