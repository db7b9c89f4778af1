"""One round of cleaning, as the broker follows it: hands the job out, puts each new segment in place as it comes.

    candidate ─▶ Job ─▶ worker ─▶ GroupCleaned ─▶ is the log still what the job was made of? ─▶ replace_segments
                                                   └─ no: truncated, deleted, moved, not compacted any more: StaleRound

Between that check and the replacement there is no await, so no reader and no append sees half of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from kavka.broker.log.cleaning.candidates import Candidate
from kavka.broker.log.cleaning.job import Failed, Finished, GroupCleaned, Job, Mapped, Progress, Report, WorkLimits
from kavka.broker.log.cleaning.statistics import CleanerMetrics, CleaningStatistics
from kavka.broker.log.log import Log
from kavka.broker.log.segment import LogSegment
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.timer.moments import WallMs

_log = logging.getLogger(__name__)


class StaleRound(Exception):
    """The log is not what it was when the round began."""


class FailedRound(Exception):
    """The worker could not do it.

    Attributes:
        failed: what it said.
    """

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.message)
        self.failed = failed


class CleaningRound:
    """One round of one log.

    Args:
        candidate: which, and how much of it.
        is_here: whether the log is still the broker's log of its partition.
        metrics: gets its progress.

    Attributes:
        statistics: what it cost, so far.
        clean_end_offset: up to where the log will be clean, exclusive; None until that is known.
    """

    __slots__ = ("_is_here", "_metrics", "_moved", "_pending", "_truncations", "clean_end_offset", "log", "statistics")

    def __init__(self, candidate: Candidate, *, is_here: Callable[[Log], bool], metrics: CleanerMetrics) -> None:
        self.log = candidate.log
        self.statistics = CleaningStatistics(delay_ms=candidate.delay_ms)
        self.clean_end_offset: int | None = None
        self._pending: list[LogSegment] = list(candidate.segments)
        self._truncations = candidate.log.durability.truncations
        self._is_here = is_here
        self._metrics = metrics
        self._moved = 0

    def take(self, report: Report, now_ms: WallMs) -> bool:
        """Handles the worker's next report; returns whether the round is complete.

        Raises:
            StaleRound: the log has changed.
            FailedRound: the worker gave up, though the log has not changed.
            KafkaStorageError: the disk failed; the directory is offline.
        """
        self.check_current()
        match report:
            case Progress():
                self._note_progress(report.bytes_moved)
            case Mapped():
                self.clean_end_offset = report.end_offset
                self.statistics.bytes_mapped = report.bytes_read
                self.statistics.map_utilization = report.utilization
            case GroupCleaned():
                self._replace(report, now_ms)
            case Finished():
                self.statistics.bytes_read = report.bytes_read
                self.statistics.bytes_written = report.bytes_written
                self.statistics.records_read = report.records_read
                self.statistics.records_retained = report.records_retained
                if report.records_invalid:
                    _log.warning("%s: %d records without a key are dropped", self.log, report.records_invalid)
                return True
            case Failed():
                raise FailedRound(report)
        return False

    def check_current(self) -> None:
        """Checks that the log is still what the round began with.

        Raises:
            StaleRound: the log has changed.
        """
        log = self.log
        if not self._is_here(log) or not log.log_dir.is_online:
            raise StaleRound("it has gone")
        if log.durability.truncations != self._truncations:
            raise StaleRound("it was truncated")
        if not log.config.is_compacted:
            raise StaleRound("its topic is not compacted any more")
        if self._pending and not log.segments.has(self._pending):
            raise StaleRound("segments of it were deleted")

    def close(self) -> None:
        """Ends the round, complete or not."""
        self._note_progress(0)

    def _replace(self, report: GroupCleaned, now_ms: WallMs) -> None:
        group = self._pending[: len(report.base_offsets)]
        assert [segment.base_offset for segment in group] == report.base_offsets
        del self._pending[: len(group)]
        self.log.files.replace_segments(group, has_txn_index=report.has_txn_index, now_ms=now_ms)

    def _note_progress(self, moved: int) -> None:
        self._metrics.bytes_in_progress += moved - self._moved
        self._moved = moved


def make_job(candidate: Candidate, *, aborted: list[AbortedTxn], now_ms: WallMs, limits: WorkLimits) -> Job:
    """Builds the worker's job for a candidate.

    Args:
        candidate: it.
        aborted: the aborted transactions that overlap its segments.
        now_ms: wall clock.
        limits: what the round may use.
    """
    log, config = candidate.log, candidate.log.config
    producers: dict[int, tuple[int | None, int]] = {}
    for entry in log.producer_state.entries:
        last_offset = entry.batches[-1].last_offset if entry.batches else None
        producers[entry.producer_id] = (last_offset, entry.epoch)
    return Job(
        directory=log.directory,
        segments=[(segment.base_offset, segment.size) for segment in candidate.segments],
        first_dirty_offset=candidate.first_dirty_offset,
        end_offset=candidate.end_offset,
        now_ms=now_ms,
        delete_retention_ms=config.delete_retention_ms,
        segment_bytes=config.segment_bytes,
        index_bytes_max=config.segment_index_bytes,
        index_interval_bytes=config.index_interval_bytes,
        map_bytes_max=limits.map_bytes_max,
        read_bytes=limits.read_bytes,
        bytes_per_second_max=limits.bytes_per_second_max,
        aborted=aborted,
        active_producers=producers,
    )
