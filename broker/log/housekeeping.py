"""The periodic work on a broker's logs: what is due when, and the disk work of it in the executor.

    retention     every log.retention.check.interval.ms: old segments, idle maps
    producers     every producer.id.expiration.check.interval.ms: those that have been silent for too long
    flush         segments that rolled, at once, behind the producers' snapshots that rolls put off; logs whose flush.ms
                  is over, every log.flush.scheduler.interval.ms
    checkpoints   recovery points and log start offsets, each at its interval; high watermarks when asked
    removals      deleted files and directories, when their delay is over

`run_due` does one round by the clock; `run` repeats it and sleeps in between, until the next thing is due or somebody
asks for something. Decisions are made on the loop, a few microseconds a log, and in slices where a log has very many
producers; fsyncs, snapshots, checkpoint writes and removals go to the executor.

What is looked at log by log is spread thinly, a short slice of the loop and then a pause that is much longer, so that
nobody's requests are late because fifty thousand logs have their turn; the slices are turns of the lane that requests
for very much have theirs of. Checkpoints cost what moved (`log_changes`).
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.checkpoint_files import LINES_PER_STEP
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.offset_checkpoints import Checkpoint, Due, OffsetCheckpoints
from kavka.common.filesystem import FileSystem
from kavka.common.lane import Lane
from kavka.common.pace import Pace
from kavka.common.steps import at_once, in_slices
from kavka.common.supervised import Supervisor
from kavka.protocol.disk.directory_names import DELETE_SUFFIX
from kavka.protocol.errors import KafkaStorageError
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs
from kavka.timer.waiting import wait_event

if TYPE_CHECKING:
    from kavka.broker.log.data_dirs import DataDirs
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log import Log
    from kavka.common.types import TopicPartition

SLICE_NS: Final = 2_000_000
"""How long the loop is held at a time by what is looked at log by log, and then left alone for …"""
SLICE_PAUSE_MS: Final = 20
"""… so long: a tenth of the loop, for as long as it takes, which is some seconds for 50,000 logs."""
SLEEP_MS_MAX: Final = 60_000
WORK: Final = "housekeeping"
"""Its name where failures are counted."""

_log = logging.getLogger(__name__)


class Housekeeping:
    """Looks after the logs of a broker.

    Args:
        dirs: whose logs.
        checkpoints: what is written of them.
        clock: when work is due.
        filesystem: whose executor waits for the disk.
        lane: whose turns of the loop it uses: all large work of the broker has one slice in each.
        supervisor: keeps one log's failure from the others.
        ticks: a monotonic clock in nanoseconds.
        machine_clock: how long the loop is left alone between slices of work.

    Attributes:
        writing: the directory of which a checkpoint is being written, in a thread.
    """

    def __init__(
        self,
        dirs: DataDirs,
        checkpoints: OffsetCheckpoints,
        clock: Clock,
        filesystem: FileSystem,
        lane: Lane,
        supervisor: Supervisor | None = None,
        *,
        machine_clock: Clock,
        ticks: Callable[[], int],
    ) -> None:
        self._dirs = dirs
        self._checkpoints = checkpoints
        self._ticks = ticks
        self._lane = lane
        self._supervisor = supervisor or Supervisor()
        self._clock = clock
        self._machine_clock = machine_clock
        self._filesystem = filesystem
        self._removals: list[tuple[MonotonicMs, int, list[str]]] = []
        self._removals_count = 0
        self._to_flush: dict[LogIdentity, None] = {}
        self._to_write: dict[Checkpoint, None] = {}
        self._wake: asyncio.Event | None = None
        self._is_stopped = False
        self.writing: DirState | None = None
        settings = dirs.settings()
        self._tasks: list[_Periodic] = [
            _Periodic(name, function, interval_ms)
            for name, function, interval_ms in (
                ("retention", self._apply_retention, settings.log_retention_check_interval_ms),
                ("producers", self._expire_producers, settings.producer_id_expiration_check_interval_ms),
                ("flushes", self._flush_overdue, settings.log_flush_scheduler_interval_ms),
                ("recovery points", self._write_recovery_points, settings.log_flush_offset_checkpoint_interval_ms),
                ("start offsets", self._write_start_offsets, settings.log_flush_start_offset_checkpoint_interval_ms),
            )
        ]

    # ---- what others ask for --------------------------------------------------------------------------------------

    def remove_later(self, paths: list[str], delay_ms: int) -> None:
        """Removes files or directories when the delay is over."""
        self._removals_count += 1
        heapq.heappush(self._removals, (self._clock.monotonic_ms() + delay_ms, self._removals_count, paths))
        self._notify()

    def flush_soon(self, log: LogIdentity) -> None:
        """Flushes a log at the next round: a segment of it was sealed."""
        self._to_flush[log] = None
        self._notify()

    def request_checkpoint(self, which: Checkpoint) -> None:
        """Has one checkpoint of every directory written, in the executor, in the next round."""
        self._to_write[which] = None  # it gathers when its turn comes
        self._notify()

    def write_checkpoint(self, which: Checkpoint) -> None:
        """Writes one checkpoint of every directory, and waits for the disk. For startups and stops."""
        for due in at_once(self._checkpoints.gather(which)):
            self._take_result(due, self._write(due))

    def leave_out(self, state: DirState, topic_partition: TopicPartition) -> None:
        """Writes checkpoints without a former partition, before another one has its name.

        Else a crash would leave the new log with the former one's high watermark: a file knows names, not topic ids.
        A file that is long, or being written by a thread, is left to its next round: it would hold up the loop.

        Raises:
            OSError: the disk failed.
        """
        for checkpoint in state.checkpoints:
            is_short = len(checkpoint.offsets) <= LINES_PER_STEP
            if checkpoint.still_names(topic_partition) and is_short and self.writing is not state:
                content = at_once(checkpoint.content())
                assert content is not None, "what was forgotten since makes it another one"
                self._filesystem.write_atomically(content.path, content.data)
                checkpoint.note_written(content)

    def stop(self) -> None:
        """Stops beginning work; `run` returns. The caller then waits for the executor, and has the disk alone."""
        self._is_stopped = True
        self._notify()

    def _notify(self) -> None:
        if self._wake is not None:
            self._wake.set()

    # ---- rounds ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs one round of periodic tasks after another, until cancelled or stopped."""
        self._wake = asyncio.Event()
        try:
            while not self._is_stopped:
                self._wake.clear()
                await self.run_due()
                await wait_event(self._clock, self._wake, self._sleep_ms())
        finally:
            self._wake = None

    async def run_due(self) -> None:
        """Runs the tasks that are due by now, then the flushes and checkpoints asked for."""
        now_ms = self._clock.monotonic_ms()
        for task in self._tasks:
            if task.is_due(now_ms) and not self._is_stopped:
                with self._supervisor.item(WORK, task.name):
                    await task.function()
        while self._to_flush and not self._is_stopped:
            identity = next(iter(self._to_flush))
            del self._to_flush[identity]
            log = self._dirs.find(identity)
            if log is not None:  # else it went meanwhile, and was closed
                await self._flush(log)
        while self._to_write and not self._is_stopped:
            with self._supervisor.item(WORK, "a checkpoint"):
                which = next(iter(self._to_write))
                del self._to_write[which]
                await self._write_in_executor(which)
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

    async def _look_at(self, logs: Iterable[Log], work: str, look: Callable[[Log], None]) -> None:
        """Calls a short function for each log, spread thinly; a log's failure is its own."""
        pace = ThinPace(self._lane, self._machine_clock, self._ticks)
        await pace.turn()
        for log in logs:
            with self._supervisor.item(work, log):
                look(log)
            await pace.breathe()
            if self._is_stopped:
                return

    async def _apply_retention(self) -> None:
        await self._look_at(self._dirs.logs, "retention", self._retain)
        # Where a copy begins is the business of the log that it is a copy of.
        await self._look_at(list(self._dirs.copies()), "retention", lambda log: log.files.release_idle())

    def _retain(self, log: Log) -> None:
        try:
            if self._dirs.is_configured(log):
                log.delete_old_segments(self._clock.now_ms())
            log.files.release_idle()
        except KafkaStorageError as error:
            _log.debug("no retention for %s: %s", log, error)

    async def _expire_producers(self) -> None:
        pace = ThinPace(self._lane, self._machine_clock, self._ticks)
        await pace.turn()
        for log in self._dirs.logs:
            expiration_ms = self._dirs.settings().producer_id_expiration_ms
            with self._supervisor.item("expiry of producers", log):
                await in_slices(log.producer_state.expire(self._clock.now_ms(), expiration_ms), pace)
            await pace.breathe()
            if self._is_stopped:
                return

    def _remove(self, paths: list[str]) -> None:
        for path in paths:
            try:
                if path.endswith(DELETE_SUFFIX):
                    self._filesystem.remove_tree(path)
                else:
                    self._filesystem.remove(path)
            except OSError as error:
                _log.warning("%s is deleted but could not be removed: %s", path, error)

    # ---- flushes --------------------------------------------------------------------------------------------------

    async def _flush_overdue(self) -> None:
        due: list[Log] = []
        now_ms = self._clock.now_ms()
        await self._look_at(
            self._dirs.logs, "flush", lambda log: due.append(log) if log.flusher.is_due(now_ms) else None
        )
        for log in due:
            if not self._is_stopped:
                await self._flush(log)

    async def _flush(self, log: Log) -> None:
        with self._supervisor.item("producer snapshots", log), contextlib.suppress(KafkaStorageError):
            await log.flusher.write_snapshots(Pace(self._ticks))
        with self._supervisor.item("flush", log):
            try:
                await log.flusher.flush_async(now_ms=self._clock.now_ms())
            except KafkaStorageError as error:
                _log.debug("%s is not flushed: %s", log, error)  # the directory has logged it

    # ---- checkpoints ----------------------------------------------------------------------------------------------

    async def _write_recovery_points(self) -> None:
        self.request_checkpoint(Checkpoint.RECOVERY_POINTS)

    async def _write_start_offsets(self) -> None:
        self.request_checkpoint(Checkpoint.START_OFFSETS)

    async def _write_in_executor(self, which: Checkpoint) -> None:
        for due in await self._lane.do(self._checkpoints.gather(which)):
            if not self._is_stopped and due.state.log_dir.is_online:
                self.writing = due.state
                try:
                    error = await self._filesystem.run(self._write, due)
                finally:
                    self.writing = None
                self._take_result(due, error)

    def _write(self, due: Due) -> OSError | None:
        try:
            self._filesystem.write_atomically(due.content.path, due.content.data)
        except OSError as error:
            return error
        return None

    def _take_result(self, due: Due, error: OSError | None) -> None:
        if error is None:
            due.checkpoint.note_written(due.content)
        else:
            due.state.log_dir.fail(error, "writing a checkpoint")


class ThinPace(Pace):
    """Leaves the loop alone after each slice for much longer than the slice was.

    Args:
        lane: whose turns the slices are: none has one and another's large work in the same turn of the loop.
        clock: what the pauses go by: the machine's, for it is the machine that is left alone.
        ticks: a monotonic clock in nanoseconds.
    """

    __slots__ = ("_clock", "_lane")

    def __init__(self, lane: Lane, clock: Clock, ticks: Callable[[], int]) -> None:
        super().__init__(ticks, SLICE_NS)
        self._clock = clock
        self._lane = lane

    async def turn(self) -> None:
        """Waits for a turn and begins a new slice."""
        await self._lane.wait_turn()
        self._ends_ns = self._ticks() + self._slice_ns

    async def breathe(self) -> None:
        """Pauses and begins a new slice; does nothing while the slice is not used up."""
        if self.is_due():
            await self._clock.sleep(SLICE_PAUSE_MS)
            await self.turn()


class _Periodic:
    """Something that is done every so often, first one interval after the first look."""

    __slots__ = ("_interval_ms", "_next_ms", "function", "name")

    def __init__(self, name: str, function: Callable[[], Awaitable[None]], interval_ms: int) -> None:
        self.name = name
        self.function = function
        self._interval_ms = max(interval_ms, 1)
        self._next_ms: MonotonicMs | None = None

    def due_ms(self, now_ms: MonotonicMs) -> MonotonicMs:
        """Returns the time at which the task is due next."""
        if self._next_ms is None:
            self._next_ms = now_ms + self._interval_ms
        return self._next_ms

    def is_due(self, now_ms: MonotonicMs) -> bool:
        """Tells whether the task is due; if so, the next time is set."""
        if now_ms < self.due_ms(now_ms):
            return False
        self._next_ms = now_ms + self._interval_ms
        return True
