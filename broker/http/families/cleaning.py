"""The log cleaner: LogCleaner and LogCleanerManager of kafka.log, and how far it is right now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauge, gauges

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.log.log_dir import LogDir


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects metrics of the newest cleaning rounds, and of the logs.

    The logs are as they were when the cleaner last looked at them.
    """
    cleaner = admin.services.metrics.cleaner
    prefix = "kafka_log_logcleaner"
    yield gauge(f"{prefix}_max_clean_time_secs", "The longest of the newest rounds.", cleaner.max_clean_time_secs)
    yield gauge(f"{prefix}_cleaner_recopy_percent", "How much of a log is left by cleaning.", cleaner.recopy_percent)
    yield gauge(
        f"{prefix}_max_buffer_utilization_percent",
        "How full the fullest offset map was.",
        cleaner.max_buffer_utilization_percent,
    )
    yield gauge(
        f"{prefix}_max_compaction_delay_secs",
        "For how long records have waited beyond max.compaction.lag.ms.",
        cleaner.max_compaction_delay_secs,
    )
    prefix = "kafka_log_logcleanermanager"
    yield gauge(f"{prefix}_max_dirty_percent", "The dirty part of the dirtiest log.", cleaner.max_dirty_percent)
    yield gauge(
        f"{prefix}_time_since_last_run_ms",
        "Since the cleaner last looked for something to clean.",
        cleaner.time_since_last_run_ms(admin.services.clock.monotonic_ms()),
    )
    label = ("logDirectory",)
    found = {log_dir.path: cleaner.uncleanable.get(log_dir.path, (0, 0)) for log_dir in _dirs(admin)}
    yield gauges(
        f"{prefix}_uncleanable_partitions_count",
        "Logs that are not cleaned because a batch is damaged.",
        label,
        (((path,), partitions) for path, (partitions, _) in found.items()),
    )
    yield gauges(
        f"{prefix}_uncleanable_bytes", "Their bytes.", label, (((path,), size) for path, (_, size) in found.items())
    )
    yield counter("kavka_log_cleaner_rounds", "Rounds of cleaning that were completed.", cleaner.rounds)
    yield counter("kavka_log_cleaner_rounds_aborted", "Rounds that were given up.", cleaner.rounds_aborted)
    yield counter("kavka_log_cleaner_read_bytes", "Bytes read by completed rounds.", cleaner.bytes_read)
    yield counter("kavka_log_cleaner_written_bytes", "Bytes written by completed rounds.", cleaner.bytes_written)
    yield gauge(
        "kavka_log_cleaner_progress_bytes", "Read and written by rounds in progress.", cleaner.bytes_in_progress
    )


def _dirs(admin: Admin) -> Iterable[LogDir]:
    return admin.services.log_manager.online_dirs
