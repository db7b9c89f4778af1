"""Looks at what every live broker believes of every partition, and notes it where it has changed.

    SimulatedCluster ─ each broker's parts (`Inside`) ─▶ Onlooker.look() ─┬────▶ Observations ─▶ checks/brokers.py
                                                       └▶ standings() ────┴───▶ list[Standing] ▶ checks/insync.py

It only reads, between two turns of the loop, so that a broker never knows whether somebody looks on. A topic that was
deleted and made anew is told from the former by its id: the second `t` is noted as `t#2`; a topic without an id, of the
profile 2.0, is not noted. Not here: what is right.
"""

from __future__ import annotations

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
        self._names: dict[tuple[TopicPartition, bytes], TopicPartition] = {}
        """a partition and its topic's id → as it is noted"""

    def look(self) -> list[Standing]:
        """Notes every replica of every broker that lives, unless it looks as it did; returns all as they are now."""
        return self._standings(is_noted=True)

    def standings(self) -> list[Standing]:
        """Returns every replica of every broker that lives, as it is now."""
        return self._standings(is_noted=False)

    def _standings(self, *, is_noted: bool) -> list[Standing]:
        found: list[Standing] = []
        for broker in self._cluster.brokers:
            if not broker.is_running or broker.inside is None:
                continue
            epoch = broker.inside.cluster.controller_epoch.latest
            life = self._life_of(broker, broker.inside)
            is_awake = broker.host is not None and broker.host.state is HostState.RUNS
            for partition in broker.inside.replication.manager.partitions:
                if partition.log.topic_id == ZERO_TOPIC_ID:
                    continue
                standing = _standing(broker.broker_id, life, partition, self._named(partition), is_awake)
                found.append(standing)
                if is_noted:
                    self._note(standing, partition, epoch)
        return found

    def _note(self, standing: Standing, partition: Partition, controller_epoch: int) -> None:
        log = partition.log
        key = standing.broker, standing.life, standing.tp
        looks = (
            standing.high_watermark,
            standing.log_end_offset,
            log.accepted_end_offset,
            log.log_start_offset,
            log.last_stable_offset,
            standing.leader_epoch,
            standing.is_leader,
            standing.isr,
            partition.replicas,
            partition.adding_replicas,
            controller_epoch,
        )
        if self._last.get(key) != looks:
            self._last[key] = looks
            time_ms = self._cluster.loop.now_us // US_PER_MS
            self._observations.add(_sampled(standing, partition, controller_epoch, time_ms))

    def _life_of(self, broker: SimulatedBroker, inside: Inside) -> int:
        """Numbers a broker's lives; one begins, too, when it opens a directory again that was full, as after a kill."""
        life = broker.lives, inside.storage.logs.returns.completed
        known = self._lives.setdefault(broker.broker_id, [])
        if life not in known:
            known.append(life)
        return len(known)

    def _named(self, partition: Partition) -> TopicPartition:
        topic_id, tp = partition.log.topic_id, partition.topic_partition
        named = self._names.get((tp, topic_id))
        if named is None:
            known = self._topics.setdefault(tp.topic, [])
            if topic_id not in known:
                known.append(topic_id)
            number = known.index(topic_id)
            named = tp if number == 0 else TopicPartition(f"{tp.topic}#{number + 1}", tp.partition)
            self._names[tp, topic_id] = named
        return named


def _sampled(standing: Standing, partition: Partition, controller_epoch: int, time_ms: int) -> Sampled:
    log = partition.log
    return Sampled(
        time_ms=time_ms,
        broker=standing.broker,
        life=standing.life,
        tp=standing.tp,
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


def _standing(broker_id: int, life: int, partition: Partition, tp: TopicPartition, is_awake: bool) -> Standing:
    log, is_leader = partition.log, partition.is_leader
    return Standing(  # by position: there are thousands of them
        broker_id,
        life,
        tp,
        log.high_watermark,
        log.log_end_offset,
        partition.leader_epoch,
        is_leader,
        log.damage is None,
        is_awake and log.log_dir.is_online,
        partition.isr,
        partition.partition_epoch,
        is_leader and partition.is_under_min_isr,
        partition.pending is not None,
    )


def _producers(partition: Partition) -> tuple[SequenceSample, ...]:
    entries = partition.log.producer_state.entries[:PRODUCERS_MAX]
    return tuple(SequenceSample(entry.producer_id, entry.epoch, entry.last_sequence) for entry in entries)
