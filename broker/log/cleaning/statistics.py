"""What the cleaner counts, in slots: the numbers behind Kafka's LogCleaner and LogCleanerManager metrics."""

from __future__ import annotations

from kavka.timer.moments import MonotonicMs


class CleaningStatistics:
    """One round of cleaning, when it is over.

    Attributes:
        bytes_mapped: read to find the last record of each key.
        bytes_read: read again, to write what is left.
        map_utilization: how full the offset map was, 0 to 1.
        delay_ms: for how long records had waited beyond `max.compaction.lag.ms`.
    """

    __slots__ = (
        "bytes_mapped",
        "bytes_read",
        "bytes_written",
        "delay_ms",
        "elapsed_ms",
        "map_utilization",
        "records_read",
        "records_retained",
    )

    def __init__(self, *, delay_ms: int = 0) -> None:
        self.bytes_mapped = 0
        self.bytes_read = 0
        self.bytes_written = 0
        self.records_read = 0
        self.records_retained = 0
        self.map_utilization = 0.0
        self.elapsed_ms = 0
        self.delay_ms = delay_ms


class CleanerMetrics:
    """The cleaner of one broker.

    Attributes:
        last: the newest round of each cleaner, by its number (`log.cleaner.threads` of them).
        dirtiest_ratio: of all compacted logs, when they were last looked at, 0 to 1.
        last_run_ms: when that was, monotonic; None before the first time.
        uncleanable: data directory → (partitions, bytes) that are not cleaned because a batch is damaged.
        bytes_in_progress: moved by rounds that are not over yet.
    """

    __slots__ = (
        "bytes_in_progress",
        "bytes_read",
        "bytes_written",
        "dirtiest_ratio",
        "last",
        "last_run_ms",
        "rounds",
        "rounds_aborted",
        "uncleanable",
    )

    def __init__(self) -> None:
        self.last: dict[int, CleaningStatistics] = {}
        self.dirtiest_ratio = 0.0
        self.last_run_ms: MonotonicMs | None = None
        self.uncleanable: dict[str, tuple[int, int]] = {}
        self.bytes_in_progress = 0
        self.rounds = 0
        self.rounds_aborted = 0
        self.bytes_read = 0
        self.bytes_written = 0

    @property
    def max_dirty_percent(self) -> int:
        """Returns LogCleanerManager's max-dirty-percent."""
        return int(100 * self.dirtiest_ratio)

    @property
    def recopy_percent(self) -> int:
        """Returns LogCleaner's cleaner-recopy-percent: how much of what was read was written again."""
        read = sum(last.bytes_read for last in self.last.values())
        return int(100 * sum(last.bytes_written for last in self.last.values()) / read) if read else 0

    @property
    def max_clean_time_secs(self) -> int:
        """Returns LogCleaner's max-clean-time-secs."""
        return max((last.elapsed_ms for last in self.last.values()), default=0) // 1000

    @property
    def max_buffer_utilization_percent(self) -> int:
        """Returns LogCleaner's max-buffer-utilization-percent."""
        return int(100 * max((last.map_utilization for last in self.last.values()), default=0.0))

    @property
    def max_compaction_delay_secs(self) -> int:
        """Returns LogCleaner's max-compaction-delay-secs."""
        return max((last.delay_ms for last in self.last.values()), default=0) // 1000

    def time_since_last_run_ms(self, monotonic_ms: MonotonicMs) -> int:
        """Returns LogCleanerManager's time-since-last-run-ms; 0 before the first run."""
        return 0 if self.last_run_ms is None else monotonic_ms - self.last_run_ms
