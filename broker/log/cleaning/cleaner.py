"""The log cleaner: as long as there are dirty logs, the dirtiest is cleaned; a few at a time, off the event loop.

    every log.cleaner.backoff.ms, and when a round ends
        compacted logs ─▶ candidates ─▶ the dirtiest that is due ─▶ CleaningRound, on a worker ─▶ directory fsynced,
                          │                                         │                             checkpoint written
                          └─ not: being cleaned, uncleanable        └─ stale: given up, and what it left is removed

A log of which a batch is damaged is uncleanable until its broker restarts or the log is replaced or truncated, and so
is one that ends its worker again and again: no log holds up the others. The damaged segment is read again at once
(`scrubber`), for who may lead with such a log is not decided here. Logs are looked at in slices of the loop's time,
most of them for no longer than it takes to see that nothing of them is dirty. Settings are looked up at each round, so
that dynamic changes of `log.cleaner.*` count from the next one on. Precedents: Kafka's `LogCleaner` and
`LogCleanerManager`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from typing import Final

from kavka.broker.log.cleaning.candidates import Candidate, candidate, first_dirty_offset
from kavka.broker.log.cleaning.job import CORRUPT, WorkLimits
from kavka.broker.log.cleaning.process import CleaningWorker, WorkerFailed
from kavka.broker.log.cleaning.round import CleaningRound, FailedRound, StaleRound, make_job
from kavka.broker.log.cleaning.statistics import CleanerMetrics
from kavka.broker.log.cold_read import ColdRead
from kavka.broker.log.log import Log
from kavka.broker.log.log_manager import LogManager
from kavka.common.filesystem import FileSystem, has_no_room
from kavka.common.lane import Lane
from kavka.common.steps import Steps, at_once
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.disk.file_names import CLEANED_SUFFIX
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.errors import CorruptMessage, KafkaStorageError
from kavka.timer.clock import Clock
from kavka.timer.moments import WallMs
from kavka.timer.waiting import wait_event

BACKOFF_MS_MIN: Final = 1
READ_BYTES_MIN: Final = 4_096
RATE_UNLIMITED: Final = 1e300
WORKER_FAILURES_MAX: Final = 3
"""After that many rounds of a log in a row that ended their worker, the log is not tried again."""

_log = logging.getLogger(__name__)


class LogCleaner:
    """Compacts the logs of one broker.

    Args:
        manager: whose logs.
        clock: what time it is.
        lane: the slices of the loop's time in which logs are looked at.
        metrics: where it counts.
        new_worker: makes who does the work; `CleaningProcess`, a process of its own, in a broker.
        supervisor: keeps one log's failure from the others.
    """

    def __init__(
        self,
        manager: LogManager,
        *,
        clock: Clock,
        lane: Lane,
        new_worker: Callable[[], CleaningWorker],
        metrics: CleanerMetrics | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self.metrics = metrics or CleanerMetrics()
        self._manager = manager
        self._filesystem: FileSystem = manager.filesystem
        self._clock = clock
        self._new_worker = new_worker
        self._running: dict[int, Log] = {}
        self._idle: list[CleaningWorker] = []
        self._uncleanable: dict[TopicPartition, tuple[Log, int]] = {}  # with how often it had lost its end by then
        self._failures: dict[TopicPartition, int] = {}
        self._wake: asyncio.Event | None = None
        self._lane = lane

    # ---- settings -------------------------------------------------------------------------------------------------

    @property
    def threads(self) -> int:
        """Returns how many logs may be cleaned at once; 0 when the cleaner is off."""
        settings = self._manager.settings()
        return settings.log_cleaner_threads if settings.log_cleaner_enable else 0

    def _limits(self) -> WorkLimits:
        settings, threads = self._manager.settings(), max(self.threads, 1)
        memory, rate = settings.log_cleaner_dedupe_buffer_size / threads, settings.log_cleaner_io_max_bytes_per_second
        return WorkLimits(
            map_bytes_max=int(memory * settings.log_cleaner_io_buffer_load_factor),
            read_bytes=max(settings.log_cleaner_io_buffer_size, READ_BYTES_MIN),
            bytes_per_second_max=None if rate >= RATE_UNLIMITED else rate / threads or None,
        )

    # ---- rounds ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Cleans dirty logs until cancelled; rounds in progress then are given up."""
        self._wake = asyncio.Event()
        try:
            async with asyncio.TaskGroup() as tasks:
                while True:
                    self._wake.clear()
                    await self._begin_due(tasks)
                    backoff_ms = max(self._manager.settings().log_cleaner_backoff_ms, BACKOFF_MS_MIN)
                    await wait_event(self._clock, self._wake, backoff_ms)
        finally:
            self._wake = None
            await self._close_idle()

    def _notify(self) -> None:
        if self._wake is not None:
            self._wake.set()

    async def run_once(self) -> bool:
        """Cleans the dirtiest log, if one is due; whether there was one. For tests and simulations."""
        found = self.dirtiest()
        try:
            if found is not None:
                await self._clean(0, found)
        finally:
            await self._close_idle()
        return found is not None

    async def _begin_due(self, tasks: asyncio.TaskGroup) -> None:
        while len(self._running) < self.threads:
            found = await self._lane.do(self._look())
            if found is not None:
                found = self._looked_at_again(found)
            if found is None:
                if not self._running:
                    await self._close_idle()  # an interpreter's memory, for nothing
                return
            number = next(number for number in range(len(self._running) + 1) if number not in self._running)
            self._running[number] = found.log
            tasks.create_task(self._clean_one(number, found), name=f"cleaning {found.log}")

    def dirtiest(self) -> Candidate | None:
        """Finds the due log with the greatest dirty ratio; None when none is due."""
        return at_once(self._look())

    def _looked_at_again(self, found: Candidate) -> Candidate | None:
        """Rebuilds a candidate after other logs were looked at; None if it is due no more."""
        again = self._candidate_of(found.log, self._clock.now_ms())
        return again if again is not None and again.is_due else None

    def _look(self) -> Steps[Candidate | None]:
        now_ms = self._clock.now_ms()
        self.metrics.last_run_ms = self._clock.monotonic_ms()
        self.metrics.dirtiest_ratio = 0.0
        self._review_uncleanable()
        best: Candidate | None = None
        for log in self._manager.logs:
            yield
            if log.config.is_compacted:
                found = self._candidate_of(log, now_ms)
                if found is None:
                    continue
                self.metrics.dirtiest_ratio = max(self.metrics.dirtiest_ratio, found.dirty_ratio)
                if found.is_due and (best is None or found.dirty_ratio > best.dirty_ratio):
                    best = found
        return best

    def _candidate_of(self, log: Log, now_ms: WallMs) -> Candidate | None:
        """Builds the candidate of a log; None where there is nothing to clean, or it cannot be cleaned now."""
        with self._supervisor.item("log cleaning", log):
            if self._may_be_dirty(log) and self._is_cleanable(log):
                return self._candidate(log, now_ms)
        return None

    def _may_be_dirty(self, log: Log) -> bool:
        """Tells whether a log may have dirty segments that can be cleaned by now, at no more than a few looks."""
        checkpoint = self._manager.cleaner_checkpoint(log)
        if checkpoint is None:
            return False
        checkpointed = checkpoint.offsets.get(log.topic_partition)
        dirty_from = first_dirty_offset(log, checkpointed)
        if checkpointed is not None:
            checkpoint.set(log.topic_partition, dirty_from)
        return dirty_from < log.segments.active.base_offset and dirty_from < log.last_stable_offset

    def _is_cleanable(self, log: Log) -> bool:
        return (
            self._manager.get(log.topic_partition) is log
            and log.log_dir.is_online
            and self._manager.is_configured(log)
            and not self._is_copied(log)
            # By partition, not by log: one that was deleted and recreated has the same directory, and the round of the
            # former has yet to notice and to remove what it has left there.
            and all(running.topic_partition != log.topic_partition for running in self._running.values())
            and log.topic_partition not in self._uncleanable
        )

    def _candidate(self, log: Log, now_ms: WallMs) -> Candidate | None:
        checkpoint = self._manager.cleaner_checkpoint(log)
        if checkpoint is None:
            return None
        topic_partition = log.topic_partition
        try:
            with log.log_dir.guard(f"looking how dirty {log} is"):
                found = candidate(log, checkpoint.offsets.get(topic_partition), now_ms)
        except KafkaStorageError:
            return None  # the directory has said so
        except CorruptMessage as error:
            self._mark_uncleanable(log, str(error))
            return None
        return found

    async def _clean_one(self, number: int, found: Candidate) -> None:
        has_failed = True
        with self._supervisor.item("log cleaning", found.log):
            await self._clean(number, found)
            has_failed = False
        if has_failed:  # else it would be the dirtiest for ever
            self._mark_uncleanable(found.log, "cleaning it failed")

    async def _clean(self, number: int, found: Candidate) -> None:
        log = found.log
        self._running[number] = log
        cleaning = CleaningRound(found, is_here=self._may_go_on, metrics=self.metrics)
        started_ms = self._clock.monotonic_ms()
        worker = self._idle.pop() if self._idle else self._new_worker()
        is_complete = False
        try:
            aborted = await self._aborted(found)
            job = make_job(found, aborted=aborted, now_ms=self._clock.now_ms(), limits=self._limits())
            await worker.begin(job)
            while not cleaning.take(await worker.report(), self._clock.now_ms()):
                continue
            # A checkpoint that outlived the renames would call clean what is not.
            await self._filesystem.run(self._filesystem.fsync_path, log.directory)
            cleaning.check_current()  # a log that has lost its end meanwhile, and grown again, is not clean up to there
            is_complete = True
        except StaleRound as error:
            _log.info("the cleaning of %s is given up: %s", log, error)
        except FailedRound as error:
            self._take_failure(log, error)
        except WorkerFailed as error:
            self._take_worker_failure(log, error)
        except (KafkaStorageError, FileNotFoundError) as error:
            _log.info("the cleaning of %s is given up: %s", log, error)
        except OSError as error:
            self._take_disk_error(log, error)
        finally:
            cleaning.close()
            if is_complete:
                self._idle.append(worker)
                self._notify()
            else:  # the next look comes after the pause, so that nothing is tried in a tight circle
                self.metrics.rounds_aborted += 1
                await worker.close()
                await self._filesystem.run(self._remove_leftovers, log.directory)
            self._running.pop(number, None)
        if is_complete:
            self._complete(number, cleaning, self._clock.monotonic_ms() - started_ms)

    async def _aborted(self, found: Candidate) -> list[AbortedTxn]:
        """Lists the aborted transactions that overlap what will be cleaned, however cold their indexes are."""
        start_offset, end_offset = found.segments[0].base_offset, found.end_offset
        for _ in found.segments:
            try:
                return found.log.aborted_transactions(start_offset, end_offset, may_wait=False)
            except ColdRead as cold:
                with contextlib.suppress(
                    OSError
                ):  # the read that follows meets the error, too, and fails the directory
                    await self._filesystem.run(cold.load)
                if cold.loaded is not None:
                    cold.loaded()
        return found.log.aborted_transactions(start_offset, end_offset)

    def _complete(self, number: int, cleaning: CleaningRound, elapsed_ms: int) -> None:
        log, statistics = cleaning.log, cleaning.statistics
        statistics.elapsed_ms = elapsed_ms
        self._failures.pop(log.topic_partition, None)
        checkpoint = self._manager.cleaner_checkpoint(log)
        if checkpoint is not None and cleaning.clean_end_offset is not None:
            checkpoint.set(log.topic_partition, min(cleaning.clean_end_offset, log.log_end_offset))
            self._manager.checkpoint_cleaner_offsets()
        self.metrics.rounds += 1
        self.metrics.bytes_read += statistics.bytes_mapped + statistics.bytes_read
        self.metrics.bytes_written += statistics.bytes_written
        self.metrics.last = {key: last for key, last in self.metrics.last.items() if key < max(self.threads, 1)}
        self.metrics.last[number] = statistics
        _log.info(
            "%s is clean up to offset %s: %d of %d records and %d of %d bytes are left, in %d ms, the map %d%% full",
            log,
            cleaning.clean_end_offset,
            statistics.records_retained,
            statistics.records_read,
            statistics.bytes_written,
            statistics.bytes_read,
            elapsed_ms,
            int(100 * statistics.map_utilization),
        )

    def _is_copied(self, log: Log) -> bool:
        """Whether it moves to another directory. Cleaned behind the copy's back, the copy would get an aborted
        transaction without the marker that ends it: the marker goes when the log has nothing of it any more."""
        return self._manager.futures.get(log.topic_partition) is not None

    def _may_go_on(self, log: Log) -> bool:
        return self._is_here(log) and not self._is_copied(log)

    def _is_here(self, log: Log) -> bool:
        return self._manager.get(log.topic_partition) is log

    def _remove_leftovers(self, directory: str) -> None:
        try:
            for name in self._filesystem.list_directory(directory):
                if name.endswith(CLEANED_SUFFIX):
                    self._filesystem.remove(os.path.join(directory, name))
        except OSError as error:  # deleted, or its disk has failed: the next startup removes them
            _log.debug("what a cleaning left in %s stays for now: %s", directory, error)

    async def _close_idle(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    # ---- what cannot be cleaned -----------------------------------------------------------------------------------

    def _take_failure(self, log: Log, error: FailedRound) -> None:
        if error.failed.reason == CORRUPT:
            self._mark_uncleanable(log, str(error))
            self._manager.scrubber.verify_soon(log, error.failed.base_offset)
        else:
            self._take_disk_error(log, OSError(error.failed.errno, error.failed.message))

    def _take_disk_error(self, log: Log, error: OSError) -> None:
        if has_no_room(error):  # only `.cleaned` files were written, and they are removed: the log has lost nothing
            self._take_worker_failure(log, error)
        else:
            log.log_dir.fail(error, f"cleaning {log}")

    def _take_worker_failure(self, log: Log, error: WorkerFailed | OSError) -> None:
        failures = self._failures[log.topic_partition] = self._failures.get(log.topic_partition, 0) + 1
        _log.warning("the cleaning of %s failed: %s", log, error)
        if failures >= WORKER_FAILURES_MAX:
            self._mark_uncleanable(log, f"{failures} processes in a row could not clean it; the last: {error}")

    def _mark_uncleanable(self, log: Log, reason: str) -> None:
        _log.error("%s is not cleaned until it is truncated, or this broker starts anew: %s", log, reason)
        self._uncleanable[log.topic_partition] = log, log.durability.truncations
        self._failures.pop(log.topic_partition, None)
        self._review_uncleanable()

    def _review_uncleanable(self) -> None:
        """Forgets logs that have gone, or have lost their end and perhaps the damage with it; counts the others."""
        self._uncleanable = {
            tp: (log, truncations)
            for tp, (log, truncations) in self._uncleanable.items()
            if self._is_here(log) and log.durability.truncations == truncations
        }
        self._failures = {tp: count for tp, count in self._failures.items() if self._manager.get(tp) is not None}
        found: dict[str, tuple[int, int]] = {}
        for log, _ in self._uncleanable.values():
            partitions, size = found.get(log.log_dir.path, (0, 0))
            found[log.log_dir.path] = (partitions + 1, size + log.size)
        self.metrics.uncleanable = found
