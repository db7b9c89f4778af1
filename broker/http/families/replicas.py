"""Replicas, in-sync sets, data directories, logs; one by one where `kavka.metrics.partitions` names the topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from broker.http.families.build import counter, gauge, gauges

if TYPE_CHECKING:
    from broker.http.admin import Admin
    from broker.replica.partition import Partition

LATE_TRANSACTION_BUFFER_MS: Final = 5 * 60 * 1000
"""How long beyond the longest timeout a transaction may stay open before it is late, as in Kafka."""
_MANAGER: Final = "kafka_server_replicamanager"
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


def collect(admin: Admin) -> Iterable[Metric]:
    """Counted over the partitions of this broker when somebody asks."""
    services = admin.services
    partitions = list(services.replica_manager.partitions())
    led = [partition for partition in partitions if partition.is_leader]
    yield gauge(f"{_MANAGER}_partitioncount", "Partitions that this broker has a replica of.", len(partitions))
    yield gauge(f"{_MANAGER}_leadercount", "Partitions that this broker leads.", len(led))
    yield gauge(
        f"{_MANAGER}_underreplicatedpartitions",
        "Led ones with replicas out of sync.",
        sum(p.is_under_replicated for p in led),
    )
    yield gauge(
        f"{_MANAGER}_underminisrpartitioncount", "Led ones that refuse acks=all.", sum(p.is_under_min_isr for p in led)
    )
    yield gauge(
        f"{_MANAGER}_atminisrpartitioncount",
        "Led ones that refuse acks=all after the next loss.",
        sum(p.is_at_min_isr for p in led),
    )
    yield gauge(
        f"{_MANAGER}_offlinereplicacount",
        "Replicas in data directories that failed.",
        sum(not p.log.log_dir.is_online for p in partitions),
    )
    late_ms = services.clock.now_ms() - services.config["transaction.max.timeout.ms"] - LATE_TRANSACTION_BUFFER_MS
    yield gauge(
        f"{_MANAGER}_partitionswithlatetransactionscount",
        "Led ones with a transaction that its coordinator should have ended.",
        sum(p.log.producer_state.has_late_transaction(late_ms) for p in led),
    )
    replication = services.metrics.replication
    yield counter(f"{_MANAGER}_isrshrinks", "In-sync sets that lost a member.", replication.isr_shrinks)
    yield counter(f"{_MANAGER}_isrexpands", "In-sync sets that won one.", replication.isr_expands)
    yield counter(f"{_MANAGER}_failedisrupdates", "Changes that were refused.", replication.failed_isr_updates)
    offline = services.log_manager.offline_dirs
    yield gauge("kafka_log_logmanager_offlinelogdirectorycount", "Data directories that failed.", len(offline))
    yield gauges(
        "kafka_log_logmanager_logdirectoryoffline",
        "1 where a data directory failed.",
        ("logDirectory",),
        (((path,), path in {log_dir.path for log_dir in offline}) for path in services.config.log_dirs),
    )
    yield from _one_by_one(admin, partitions, led)


def _one_by_one(admin: Admin, partitions: list[Partition], led: list[Partition]) -> Iterable[Metric]:
    pattern = admin.partitions_shown
    if pattern is None:
        return
    for families, among in ((_LED, led), (_ALL, partitions)):
        shown = [p for p in among if pattern.fullmatch(p.topic_partition.topic)]
        labels = [(p.topic_partition.topic, str(p.topic_partition.partition)) for p in shown]
        for name, text, read in families:
            yield gauges(
                name, text, ("topic", "partition"), ((label, read(p)) for label, p in zip(labels, shown, strict=True))
            )
