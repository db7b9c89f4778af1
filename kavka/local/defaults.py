"""What a cluster for development is configured with where Kafka's own defaults do not suit one machine."""

from __future__ import annotations

from collections.abc import Mapping

REPLICAS_MAX = 3
"""Replicas that topics get by default where there are enough brokers."""


def development_defaults(brokers: int) -> Mapping[str, str]:
    """Returns the broker properties where Kafka's own defaults do not suit one machine.

    Kafka's suit three machines and patient people.
    """
    replicas = min(brokers, REPLICAS_MAX)
    return {
        "default.replication.factor": str(replicas),
        "offsets.topic.replication.factor": str(replicas),
        "offsets.topic.num.partitions": "5",
        "transaction.state.log.replication.factor": str(replicas),
        "transaction.state.log.min.isr": str(min(replicas, 2)),
        "transaction.state.log.num.partitions": "5",
        "share.coordinator.state.topic.replication.factor": str(replicas),
        "share.coordinator.state.topic.min.isr": str(min(replicas, 2)),
        "share.coordinator.state.topic.num.partitions": "5",
        "group.initial.rebalance.delay.ms": "0",
        "controlled.shutdown.retry.backoff.ms": "1000",
    }
