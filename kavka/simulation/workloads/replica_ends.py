"""How far each replica's log has reached, and when: who was away for long has missed what others cleaned away since.

    k=1 ─┬─ k=⊥ …… its time is over: gone      replica 3 comes back and copies what there is: k=1 stays, and is read
         └─ replica 3 is down ……………………………▲    once it leads

That is Kafka's, too: a tombstone waits for `delete.retention.ms`, not for replicas, and one that is away for longer, or
has lost the end of its log by then, is sent none. Not here: whether a tombstone is missed (`compaction`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.simulation.cluster import SimulatedCluster


class ReplicaEnd(NamedTuple):
    """Tells where a replica's log ended at some time.

    Attributes:
        unbroken: the life of the broker, and of the log: as long as it is the same, the log loses nothing at its end.
    """

    time_ms: int
    unbroken: tuple[int, int, int]
    end_offset: int


class ReplicaEnds:
    """Notes where replicas' logs end.

    Args:
        cluster: that it looks at.
        partitions: whose replicas.
    """

    def __init__(self, cluster: SimulatedCluster, partitions: Sequence[TopicPartition]) -> None:
        self._cluster = cluster
        self._seen: dict[TopicPartition, dict[str, list[ReplicaEnd]]] = {tp: {} for tp in partitions}

    def look(self) -> None:
        """Notes them as they are now."""
        time_ms = self._cluster.loop.now_us // 1_000
        for broker in self._cluster.brokers:
            if not broker.is_running or broker.inside is None:
                continue
            returns = broker.inside.storage.logs.returns.completed
            for partition in broker.inside.replication.manager.partitions:
                seen = self._seen.get(partition.topic_partition)
                if seen is not None:
                    log = partition.log
                    unbroken = broker.lives, returns, log.durability.truncations
                    seen.setdefault(broker.name, []).append(ReplicaEnd(time_ms, unbroken, log.log_end_offset))

    def has_held(self, broker: str, tp: TopicPartition, offset: int, *, since_ms: float) -> bool:
        """Tells whether a replica has held an offset since a time, without a break."""
        seen = self._seen[tp].get(broker, [])
        return any(
            end.time_ms <= since_ms and end.unbroken == seen[-1].unbroken and end.end_offset > offset for end in seen
        )
