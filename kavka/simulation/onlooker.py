"""Looks at what every live broker believes of every partition, and notes it where it has changed.

    SimulatedCluster ─ each broker's parts (`Inside`) ─▶ Onlooker.look() ──────▶ Observations ─▶ checks/brokers.py
                                                       └▶ Onlooker.standings() ────────────────▶ checks/insync.py

It only reads, between two turns of the loop, so that a broker never knows whether somebody looks on. A topic that was
deleted and made anew is told from the former by its id: the second `t` is noted as `t#2`; a topic without an id, of the
profile 2.0, is not noted. Not here: what is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.simulation.checks.insync import Standing
from kavka.simulation.hosts import HostState
from kavka.simulation.observations import Observations, Sampled, SequenceSample

if TYPE_CHECKING:
    from kavka.broker.assembly.inside import Inside
    from kavka.broker.replica.partition import Partition
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

US_PER_MS = 1_000
PRODUCERS_MAX = 50
"""So many producers of a partition are noted, the first seen."""


class Onlooker:
    """Notes what brokers look like.

    Args:
        cluster: that it looks at.
        observations: where it notes.
    """

    def __init__(self, cluster: SimulatedCluster, observations: Observations) -> None:
        self._cluster = cluster
        self._observations = observations
        self._last: dict[tuple[int, int, TopicPartition], tuple[object, ...]] = {}
        """broker, life, partition → what it looked like"""
        self._lives: dict[int, list[tuple[int, int]]] = {}
        self._topics: dict[str, list[bytes]] = {}
        """name → the ids of the topics that have had it"""

    def look(self) -> None:
        """Notes every replica of every broker that lives, unless it looks as it did."""
        for broker in self._cluster.brokers:
            if broker.is_running and broker.inside is not None:
                epoch = broker.inside.cluster.controller_epoch.latest
                life = self._life_of(broker, broker.inside)
                for partition in broker.inside.replication.manager.partitions:
                    self._look_at(broker, life, partition, epoch)

    def standings(self) -> Iterator[Standing]:
        """Yields every replica of every broker that lives, as it is now."""
        for broker in self._cluster.brokers:
            if broker.is_running and broker.inside is not None and broker.host is not None:
                life = self._life_of(broker, broker.inside)
                is_awake = broker.host.state is HostState.RUNS
                for partition in broker.inside.replication.manager.partitions:
                    if partition.log.topic_id != ZERO_TOPIC_ID:
                        yield _standing(broker.broker_id, life, partition, self._named(partition), is_awake=is_awake)

    def _look_at(self, broker: SimulatedBroker, life: int, partition: Partition, controller_epoch: int) -> None:
        log = partition.log
        if log.topic_id == ZERO_TOPIC_ID:
            return
        tp = self._named(partition)
        key = broker.broker_id, life, tp
        looks = (
            log.high_watermark,
            log.log_end_offset,
            log.accepted_end_offset,
            log.log_start_offset,
            log.last_stable_offset,
            partition.leader_epoch,
            partition.is_leader,
            partition.isr,
            partition.replicas,
            partition.adding_replicas,
            controller_epoch,
        )
        if self._last.get(key) != looks:
            self._last[key] = looks
            time_ms = self._cluster.loop.now_us // US_PER_MS
            self._observations.add(_sampled(broker.broker_id, life, partition, tp, controller_epoch, time_ms))

    def _life_of(self, broker: SimulatedBroker, inside: Inside) -> int:
        """Numbers a broker's lives; one begins, too, when it opens a directory again that was full, as after a kill."""
        life = broker.lives, inside.storage.logs.returns.completed
        known = self._lives.setdefault(broker.broker_id, [])
        if life not in known:
            known.append(life)
        return len(known)

    def _named(self, partition: Partition) -> TopicPartition:
        topic_id, name = partition.log.topic_id, partition.topic_partition.topic
        known = self._topics.setdefault(name, [])
        if topic_id not in known:
            known.append(topic_id)
        number = known.index(topic_id)
        return (
            partition.topic_partition
            if number == 0
            else TopicPartition(f"{name}#{number + 1}", partition.topic_partition.partition)
        )


def _sampled(
    broker_id: int, life: int, partition: Partition, tp: TopicPartition, controller_epoch: int, time_ms: int
) -> Sampled:
    log = partition.log
    return Sampled(
        time_ms=time_ms,
        broker=broker_id,
        life=life,
        tp=tp,
        is_leader=partition.is_leader,
        leader_epoch=partition.leader_epoch,
        controller_epoch=controller_epoch,
        log_start_offset=log.log_start_offset,
        last_stable_offset=log.last_stable_offset,
        high_watermark=log.high_watermark,
        log_end_offset=log.log_end_offset,
        accepted_end_offset=log.accepted_end_offset,
        epoch_start_offset=partition.leader_epoch_start_offset if partition.is_leader else 0,
        isr=partition.isr,
        replicas=tuple(dict.fromkeys((*partition.replicas, *partition.adding_replicas))),
        producers=_producers(partition) if partition.is_leader else (),
    )


def _standing(broker_id: int, life: int, partition: Partition, tp: TopicPartition, *, is_awake: bool) -> Standing:
    log = partition.log
    return Standing(
        broker=broker_id,
        life=life,
        tp=tp,
        high_watermark=log.high_watermark,
        log_end_offset=log.log_end_offset,
        leader_epoch=partition.leader_epoch,
        is_leader=partition.is_leader,
        is_sound=log.damage is None,
        is_awake=is_awake and log.log_dir.is_online,
        isr=partition.isr,
        partition_epoch=partition.partition_epoch,
        is_under_min_isr=partition.is_leader and partition.is_under_min_isr,
        is_pending=partition.pending is not None,
    )


def _producers(partition: Partition) -> tuple[SequenceSample, ...]:
    entries = partition.log.producer_state.entries[:PRODUCERS_MAX]
    return tuple(SequenceSample(entry.producer_id, entry.epoch, entry.last_sequence) for entry in entries)
