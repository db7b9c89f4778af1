"""The cluster as this broker's metadata has it, by the names of kafka_exporter: every broker shows the same.

Partitions one by one where `kavka.metrics.partitions` names the topic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import gauge, gauges, gauges_in_pieces
from kavka.broker.http.families.traffic import TOPICS_MAX

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import PartitionState
    from kavka.broker.http.admin import Admin

_ONE_BY_ONE: Final[tuple[tuple[str, str, Callable[[PartitionState], float]], ...]] = (
    ("leader", "The leader's id, -1: none.", lambda state: state.leader),
    ("replicas", "Replicas.", lambda state: len(state.replicas)),
    ("in_sync_replica", "Replicas in sync.", lambda state: len(state.isr)),
    (
        "leader_is_preferred",
        "1 where the first replica leads.",
        lambda state: bool(state.replicas) and state.leader == state.replicas[0],
    ),
    (
        "under_replicated_partition",
        "1 where replicas are out of sync.",
        lambda state: len(state.isr) < len(state.replicas),
    ),
)


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects metrics of brokers and topics, and of partitions as the metadata has them."""
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
    for name, text, read in _ONE_BY_ONE:
        yield from gauges_in_pieces(f"{prefix}_{name}", text, labels, ((row, read(state)) for row, state in rows))
