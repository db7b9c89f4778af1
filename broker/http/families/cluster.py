"""The cluster as this broker's metadata has it, by the names of kafka_exporter: every broker tells the same.

Partitions one by one where `kavka.metrics.partitions` names the topic.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from broker.http.families.build import gauge, gauges
from broker.http.families.traffic import TOPICS_MAX

if TYPE_CHECKING:
    from broker.http.admin import Admin


def collect(admin: Admin) -> Iterable[Metric]:
    """Brokers, topics, and what the metadata says of partitions."""
    snapshot = admin.services.metadata_cache.snapshot
    yield gauge("kafka_brokers", "Live brokers.", len(snapshot.brokers))
    yield gauge(
        "kafka_server_kafkaserver_brokerstate", "3: running; 1: starting or stopping.", 3 if admin.is_ready() else 1
    )
    shown = sorted(name for name in snapshot.topics if admin.topics_shown.fullmatch(name))[:TOPICS_MAX]
    yield gauges(
        "kafka_topic_partitions",
        "Partitions of a topic.",
        ("topic",),
        (((name,), len(snapshot.topics[name].partitions)) for name in shown),
    )
    pattern = admin.partitions_shown
    if pattern is None:
        return
    rows = [
        ((name, str(index)), state)
        for name, topic in sorted(snapshot.topics.items())
        if pattern.fullmatch(name)
        for index, state in sorted(topic.partitions.items())
    ]
    labels = ("topic", "partition")
    prefix = "kafka_topic_partition"
    yield gauges(f"{prefix}_leader", "The leader's id, -1: none.", labels, ((row, state.leader) for row, state in rows))
    yield gauges(f"{prefix}_replicas", "Replicas.", labels, ((row, len(state.replicas)) for row, state in rows))
    yield gauges(
        f"{prefix}_in_sync_replica", "Replicas in sync.", labels, ((row, len(state.isr)) for row, state in rows)
    )
    yield gauges(
        f"{prefix}_leader_is_preferred",
        "1 where the first replica leads.",
        labels,
        ((row, bool(state.replicas) and state.leader == state.replicas[0]) for row, state in rows),
    )
    yield gauges(
        f"{prefix}_under_replicated_partition",
        "1 where replicas are out of sync.",
        labels,
        ((row, len(state.isr) < len(state.replicas)) for row, state in rows),
    )
