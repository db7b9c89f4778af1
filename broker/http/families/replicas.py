"""Replicas, in-sync sets, data directories, logs; one by one where `kavka.metrics.partitions` names the topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauge, gauges, gauges_in_pieces, one_time
from kavka.broker.replica.replica_counts import PARTITIONS_PER_STEP
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.replica.partition import Partition
    from kavka.common.steps import Steps

T = TypeVar("T")

LATE_TRANSACTION_BUFFER_MS: Final = 5 * 60 * 1000
"""How long beyond the longest timeout a transaction may stay open before it is late, as in Kafka."""
_MANAGER: Final = "kafka_server_replicamanager"
_FETCHERS: Final = "kafka_server_replicafetchermanager"
_LED: Final[tuple[tuple[str, str, Callable[[Partition], float]], ...]] = (
    ("kafka_cluster_partition_underreplicated", "1 where replicas are out of sync.", lambda p: p.is_under_replicated),
    ("kafka_cluster_partition_underminisr", "1 where acks=all is refused.", lambda p: p.is_under_min_isr),
    ("kafka_cluster_partition_atminisr", "1 where the next loss refuses acks=all.", lambda p: p.is_at_min_isr),
    ("kafka_cluster_partition_insyncreplicascount", "Replicas in sync.", lambda p: len(p.isr)),
    ("kafka_cluster_partition_replicascount", "Replicas.", lambda p: len(p.replicas)),
    (
        "kafka_cluster_partition_laststableoffsetlag",
        "Records that wait for open transactions.",
        lambda p: p.log.high_watermark - p.log.last_stable_offset,
    ),
    ("kafka_topic_partition_current_offset", "The high watermark.", lambda p: p.log.high_watermark),
    ("kafka_topic_partition_oldest_offset", "Where the log starts.", lambda p: p.log.log_start_offset),
)
_ALL: Final[tuple[tuple[str, str, Callable[[Partition], float]], ...]] = (
    ("kafka_log_log_size", "Bytes of the log.", lambda p: p.log.size),
    ("kafka_log_log_numlogsegments", "Segments of the log.", lambda p: len(p.log.segments)),
    ("kafka_log_log_logstartoffset", "Where the log starts.", lambda p: p.log.log_start_offset),
    ("kafka_log_log_logendoffset", "Where the log ends.", lambda p: p.log.log_end_offset),
)


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects metrics of this broker's partitions, counted when they are asked for."""
    partitions = list(admin.services.replica_manager.partitions)
    yield from _counts(admin, partitions)
    yield from _fetchers(admin)
    services = admin.services
    replication = services.metrics.replication
    yield counter(f"{_MANAGER}_isrshrinks", "In-sync sets that lost a member.", replication.isr_shrinks)
    yield counter(f"{_MANAGER}_isrexpands", "In-sync sets that won one.", replication.isr_expands)
    yield counter(f"{_MANAGER}_failedisrupdates", "Changes that were refused.", replication.failed_isr_updates)
    yield from _damage(admin)
    offline = services.log_manager.offline_dirs
    yield gauge("kafka_log_logmanager_offlinelogdirectorycount", "Data directories that failed.", len(offline))
    yield gauges(
        "kafka_log_logmanager_logdirectoryoffline",
        "1 where a data directory failed.",
        ("logDirectory",),
        (((path,), path in {log_dir.path for log_dir in offline}) for path in services.config.log_dirs),
    )
    full = {state.log_dir.path for state in services.log_manager.returns.waiting}
    yield gauges(
        "kavka_log_directory_full",
        "1 where a data directory is offline until there is room in it.",
        ("dir",),
        (((path,), path in full) for path in services.config.log_dirs),
    )
    returns = services.log_manager.returns.completed
    yield counter("kavka_log_directory_returns", "Data directories that had room again, and came back.", returns)
    flushes = services.log_manager.filesystem.flushes
    yield one_time("kafka_log_logflushstats_logflushrateandtimems", "Flushes of logs to the device.", flushes)
    yield from _one_by_one(admin, partitions)


def _damage(admin: Admin) -> Iterable[Metric | None]:
    """Logs that lack something, and what was read to find such (docs/decisions/0031)."""
    services = admin.services
    replication, scrub = services.metrics.replication, services.metrics.scrub
    damaged = yield from _count_if(services.log_manager.logs, lambda log: log.damage is not None)
    yield gauge("kavka_log_damaged", "Replicas here whose logs lack records or have damaged ones.", damaged)
    for name, text, value in (
        ("kavka_log_mended", "Damaged logs that are whole again, copied from their leaders.", replication.mended_logs),
        (
            "kavka_log_led_damaged",
            "Damaged logs that this broker came to lead: no other replica was in sync.",
            replication.led_incomplete,
        ),
        (
            "kavka_log_truncated_below_high_watermark",
            "Truncations of what was or may have been acknowledged.",
            replication.truncated_below_high_watermark,
        ),
        ("kavka_scrub_passes", "Readings of all closed segments.", scrub.passes),
        ("kavka_scrub_segments", "Closed segments that were found whole.", scrub.segments),
        ("kavka_scrub_damaged_segments", "Closed segments that were found damaged.", scrub.damaged_segments),
        ("kavka_scrub_bytes", "Bytes that were read for that.", scrub.bytes_read),
    ):
        yield counter(name, text, value)


def _count_if(items: Sequence[T], is_meant: Callable[[T], bool]) -> Steps[int]:
    return (yield from _sum_of(items, is_meant))


def _sum_of(items: Sequence[T], size: Callable[[T], int]) -> Steps[int]:
    total = 0
    for first in range(0, len(items), PARTITIONS_PER_STEP):
        total += sum(map(size, items[first : first + PARTITIONS_PER_STEP]))
        yield
    return total


def _counts(admin: Admin, partitions: list[Partition]) -> Iterable[Metric | None]:
    services = admin.services
    counts = yield from services.replica_manager.count()
    late_ms = services.clock.now_ms() - services.config.transaction_max_timeout_ms - LATE_TRANSACTION_BUFFER_MS
    late = yield from _count_if(partitions, lambda partition: _is_late(partition, late_ms))
    producers = yield from _sum_of(partitions, lambda partition: len(partition.log.producer_state))
    for name, text, value in (
        ("partitioncount", "Partitions that this broker has a replica of.", counts.partitions),
        ("leadercount", "Partitions that this broker leads.", counts.leaders),
        ("underreplicatedpartitions", "Led ones with replicas out of sync.", counts.under_replicated),
        ("underminisrpartitioncount", "Led ones that refuse acks=all.", counts.under_min_isr),
        ("atminisrpartitioncount", "Led ones that refuse acks=all after the next loss.", counts.at_min_isr),
        ("offlinereplicacount", "Replicas in data directories that failed.", counts.offline),
        ("reassigningpartitions", "Led ones that are being moved.", counts.reassigning),
        ("produceridcount", "Producer ids that the logs here know, each as often as it is in one.", producers),
        ("partitionswithlatetransactionscount", "Led ones with a transaction that should have ended.", late),
    ):
        yield gauge(f"{_MANAGER}_{name}", text, value)


def _is_late(partition: Partition, late_ms: WallMs) -> bool:
    producers = partition.log.producer_state
    return bool(producers.transactions) and partition.is_leader and producers.has_late_transaction(late_ms)


def _fetchers(admin: Admin) -> Iterable[Metric]:
    """Collects how far behind their leaders the replicas here are.

    Each one is shown where its topic's partitions are.
    """
    fetchers = admin.services.replica_manager.fetchers
    if fetchers is None:
        return
    label = ("clientId",)
    replica = ("Replica",)
    yield gauges(f"{_FETCHERS}_maxlag", "Records that a replica lacks at most.", label, [(replica, fetchers.lag_max)])
    text = "Fetches a second of the slowest fetcher, over a minute."
    yield gauges(f"{_FETCHERS}_minfetchrate", text, label, [(replica, fetchers.rate_min)])
    pattern = admin.partitions_shown
    if pattern is not None:
        yield from gauges_in_pieces(
            "kafka_server_fetcherlagmetrics_consumerlag",
            "Records that a replica lacks.",
            ("clientId", "topic", "partition"),
            (
                ((client_id, topic, str(index)), lag)
                for client_id, (topic, index), lag in fetchers.lags()
                if pattern.fullmatch(topic)
            ),
        )


def _one_by_one(admin: Admin, partitions: list[Partition]) -> Iterable[Metric | None]:
    pattern = admin.partitions_shown
    if pattern is None:
        return
    shown: list[Partition] = []
    for first in range(0, len(partitions), PARTITIONS_PER_STEP):
        some = partitions[first : first + PARTITIONS_PER_STEP]
        shown += [partition for partition in some if pattern.fullmatch(partition.topic_partition.topic)]
        yield None
    for families, among in ((_LED, [p for p in shown if p.is_leader]), (_ALL, shown)):
        for name, text, read in families:
            rows = ((_labels(p), read(p)) for p in among)
            yield from gauges_in_pieces(name, text, ("topic", "partition"), rows)


def _labels(partition: Partition) -> tuple[str, str]:
    topic, index = partition.topic_partition
    return topic, str(index)
