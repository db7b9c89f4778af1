"""Deletes topics: from the mark in ZooKeeper to the last znode, through brokers that may be down in between.

    marked ─► partitions Offline → NonExistent, brokers told "leader is −2" ─► live replicas Offline → DeletionStarted
           ─► StopReplica(delete) answered by all ─► DeletionSuccessful ─► znodes removed, topic forgotten
                                  └ an error, or a dead broker ─► DeletionIneligible: waits until that broker is back

All of it follows from ZooKeeper's marks and the replicas' states, so a new controller takes it up where the old one
stopped (KAFKA-2937): `resume` may be called at any time and does whatever can be done.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence

from controller.context import ControllerContext, PartitionReplica
from controller.partition_state_machine import PartitionStateMachine
from controller.replica_state_machine import ReplicaStateMachine
from controller.request_batch import RequestBatch
from controller.states import PartitionState, ReplicaState
from controller.zk_store import ControllerStore

log = logging.getLogger(__name__)


class TopicDeletionMachine:
    """Topic deletion of one elected controller.

    Args:
        context: the cluster in memory, with what is to be deleted.
        store: ZooKeeper.
        batch: for "leader is −2".
        partitions: the partitions' machine.
        replicas: the replicas' machine.
    """

    __slots__ = ("_batch", "_context", "_partitions", "_replicas", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        partitions: PartitionStateMachine,
        replicas: ReplicaStateMachine,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._partitions = partitions
        self._replicas = replicas

    def load(self, topics: Collection[str]) -> None:
        """Takes over what is marked, at failover; topics with a dead replica have to wait."""
        context = self._context
        context.topics_to_delete |= set(topics)
        self.mark_ineligible(
            topic for topic in topics if self._has_dead_replica(topic) or context.is_reassigning(topic)
        )

    async def enqueue(self, topics: Collection[str]) -> None:
        """Takes newly marked topics."""
        self._context.topics_to_delete |= set(topics)
        self.mark_ineligible(topic for topic in topics if self._context.is_reassigning(topic))
        await self.resume()

    def mark_ineligible(self, topics: Iterable[str]) -> None:
        """These have to wait until something changes."""
        for topic in topics:
            if self._context.is_queued_for_deletion(topic) and topic not in self._context.topics_ineligible:
                log.info("deletion of topic %s waits: a replica is down or refused, or it is being reassigned", topic)
                self._context.topics_ineligible.add(topic)

    async def resume_for(self, topics: Iterable[str]) -> None:
        """Something changed for these: tries them again."""
        waiting = {
            topic
            for topic in self._context.topics_to_delete.intersection(topics)
            if not self._context.is_reassigning(topic)
        }
        if waiting:
            self._context.topics_ineligible -= waiting
            await self.resume()

    async def replicas_deleted(self, replicas: Sequence[PartitionReplica]) -> None:
        """Brokers have deleted these."""
        started = [r for r in replicas if self._context.replica_state(r) is ReplicaState.DeletionStarted]
        await self._replicas.move(started, ReplicaState.DeletionSuccessful)
        await self.resume()

    async def replicas_failed(self, replicas: Sequence[PartitionReplica]) -> None:
        """Brokers refused these, or went down."""
        context = self._context
        # A replica that a reassignment removed is no matter of the topic's any more.
        queued = [
            replica
            for replica in replicas
            if context.is_queued_for_deletion(replica.partition.topic)
            and context.replica_state(replica) is not ReplicaState.NonExistent
        ]
        if not queued:
            return
        self.mark_ineligible({replica.partition.topic for replica in queued})
        serving = [r for r in queued if context.replica_state(r) in (ReplicaState.New, ReplicaState.Online)]
        await self._replicas.move(serving, ReplicaState.Offline)
        stuck = [r for r in queued if context.replica_state(r) in (ReplicaState.Offline, ReplicaState.DeletionStarted)]
        await self._replicas.move(stuck, ReplicaState.DeletionIneligible)
        await self.resume()

    async def resume(self) -> None:
        """Does whatever can be done now for every topic that is to be deleted."""
        context = self._context
        for topic in sorted(context.topics_to_delete):
            if context.are_all_replicas_in(topic, ReplicaState.DeletionSuccessful):
                await self._complete(topic)
        eligible = [
            topic
            for topic in sorted(context.topics_to_delete)
            if topic not in context.topics_ineligible
            and not context.is_any_replica_in(topic, ReplicaState.DeletionStarted)
        ]
        if eligible:
            await self._retry_ineligible_replicas(eligible)
            await self._start(eligible)

    async def _retry_ineligible_replicas(self, topics: Sequence[str]) -> None:
        context = self._context
        retried = [r for topic in topics for r in context.replicas_in_state(topic, ReplicaState.DeletionIneligible)]
        await self._replicas.move(retried, ReplicaState.Offline)

    async def _start(self, topics: Sequence[str]) -> None:
        context = self._context
        unseen = [topic for topic in topics if topic not in context.topics_deletion_started]
        unseen_partitions = [partition for topic in unseen for partition in context.partitions_of(topic)]
        # At the start, so that a topic on its way out does not count as offline partitions (2.1).
        await self._partitions.move(unseen_partitions, PartitionState.Offline)
        await self._partitions.move(unseen_partitions, PartitionState.NonExistent)
        context.topics_deletion_started |= set(unseen)
        with self._batch.opened():
            self._batch.add_update_metadata(tp for topic in topics for tp in context.partitions_of(topic))
        await self._stop_replicas(topics)

    async def _stop_replicas(self, topics: Sequence[str]) -> None:
        context = self._context
        live: list[PartitionReplica] = []
        dead: list[PartitionReplica] = []
        for topic in topics:
            for replica in context.replicas_of(topic):
                if context.replica_state(replica) is ReplicaState.DeletionSuccessful:
                    continue
                is_online = context.is_replica_online(replica.broker_id, replica.partition)
                (live if is_online else dead).append(replica)
        await self._replicas.move(dead, ReplicaState.Offline)
        await self._replicas.move(dead, ReplicaState.DeletionIneligible)
        self.mark_ineligible({replica.partition.topic for replica in dead})
        # Followers stop fetching before anything is deleted.
        await self._replicas.move(live, ReplicaState.Offline)
        await self._replicas.move(live, ReplicaState.DeletionStarted)

    async def _complete(self, topic: str) -> None:
        context = self._context
        await self._store.delete_topic(topic)
        await self._replicas.move(context.replicas_of(topic), ReplicaState.NonExistent)
        context.remove_topic(topic)
        log.info("topic %s is deleted", topic)

    def _has_dead_replica(self, topic: str) -> bool:
        context = self._context
        return any(not context.is_replica_online(r.broker_id, r.partition) for r in context.replicas_of(topic))
