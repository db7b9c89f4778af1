"""Deletes topics: from the mark in ZooKeeper to the last znode, through brokers that may be down in between.

    marked ─► partitions Offline → NonExistent, brokers sent "leader is −2" ─► live replicas Offline → DeletionStarted
           ─► StopReplica(delete) answered by all ─► DeletionSuccessful ─► znodes removed, topic forgotten
                                  └ an error, or a dead broker ─► DeletionIneligible: waits until that broker is back

All of it follows from ZooKeeper's marks and the replicas' states, so a new controller takes it up where the old one
stopped (KAFKA-2937): `resume` may be called at any time and does whatever can be done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence

from kavka.common.lane import Lane
from kavka.common.steps import Steps, kept, stretches
from kavka.common.types import TopicPartition
from kavka.controller.context import ControllerContext, PartitionReplica
from kavka.controller.online import OnlineReplicas
from kavka.controller.partition_state_machine import PartitionStateMachine
from kavka.controller.replica_state_machine import ReplicaStateMachine
from kavka.controller.request_batch import RequestBatch
from kavka.controller.states import PartitionState, ReplicaState
from kavka.controller.zk_store import ControllerStore

log = logging.getLogger(__name__)


class TopicDeletionMachine:
    """Topic deletion of one elected controller.

    Args:
        context: the cluster in memory, with what is to be deleted.
        store: ZooKeeper.
        batch: for "leader is −2".
        partitions: the partitions' machine.
        replicas: the replicas' machine.
        lane: whose slices what is of many replicas is done in.
    """

    __slots__ = ("_batch", "_context", "_lane", "_partitions", "_replicas", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        partitions: PartitionStateMachine,
        replicas: ReplicaStateMachine,
        lane: Lane,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._partitions = partitions
        self._replicas = replicas
        self._lane = lane

    async def load(self, topics: Collection[str]) -> None:
        """Loads the marked topics, at failover; topics with a dead replica have to wait."""
        context = self._context
        context.topics_to_delete |= set(topics)
        moving = context.topics_reassigning()
        self.mark_ineligible(moving.intersection(topics))
        self.mark_ineligible(await self._lane.carry_out(self._with_dead_replicas(topics), items=self._size(topics)))

    async def enqueue(self, topics: Collection[str]) -> None:
        """Queues newly marked topics for deletion."""
        self._context.topics_to_delete |= set(topics)
        self.mark_ineligible(self._context.topics_reassigning().intersection(topics))
        await self.resume()

    def mark_ineligible(self, topics: Iterable[str]) -> None:
        """Marks topics as ineligible for deletion until something changes."""
        for topic in topics:
            if self._context.is_queued_for_deletion(topic) and topic not in self._context.topics_ineligible:
                log.info("deletion of topic %s waits: a replica is down or refused, or it is being reassigned", topic)
                self._context.topics_ineligible.add(topic)

    async def resume_for(self, topics: Iterable[str]) -> None:
        """Resumes the deletion of these topics after something changed for them."""
        waiting = self._context.topics_to_delete.intersection(topics) - self._context.topics_reassigning()
        if waiting:
            self._context.topics_ineligible -= waiting
            await self.resume()

    async def replicas_deleted(self, replicas: Sequence[PartitionReplica]) -> None:
        """Marks replicas as deleted that brokers have deleted."""
        state_of = self._context.replica_state
        started = await self._chosen(replicas, lambda replica: state_of(replica) is ReplicaState.DeletionStarted)
        await self._replicas.move(started, ReplicaState.DeletionSuccessful)
        await self.resume()

    async def replicas_failed(self, replicas: Sequence[PartitionReplica]) -> None:
        """Marks replicas as ineligible whose deletion a broker refused, or whose broker went down."""
        context = self._context
        state_of = context.replica_state
        # A replica that a reassignment removed is no matter of the topic's any more.
        queued = await self._chosen(
            replicas,
            lambda replica: (
                context.is_queued_for_deletion(replica.partition.topic)
                and state_of(replica) is not ReplicaState.NonExistent
            ),
        )
        if not queued:
            return
        self.mark_ineligible({replica.partition.topic for replica in queued})
        serving = await self._chosen(queued, lambda r: state_of(r) in (ReplicaState.New, ReplicaState.Online))
        await self._replicas.move(serving, ReplicaState.Offline)
        stuck = await self._chosen(
            queued, lambda r: state_of(r) in (ReplicaState.Offline, ReplicaState.DeletionStarted)
        )
        await self._replicas.move(stuck, ReplicaState.DeletionIneligible)
        await self.resume()

    async def resume(self) -> None:
        """Resumes every deletion as far as it can get now."""
        context = self._context
        if not context.topics_to_delete:
            return
        looked_at = sorted(context.topics_to_delete)
        done, begun = await self._lane.carry_out(self._progress(looked_at), items=self._size(looked_at))
        for topic in done:
            await self._complete(topic)
        eligible = [
            topic
            for topic in looked_at
            if topic in context.topics_to_delete and topic not in context.topics_ineligible and topic not in begun
        ]
        if eligible:
            await self._retry_ineligible_replicas(eligible)
            await self._start(eligible)

    def _size(self, topics: Iterable[str]) -> int:
        return sum(1 + len(self._context.assignments.get(topic, ())) for topic in topics)

    def _progress(self, topics: Iterable[str]) -> Steps[tuple[list[str], set[str]]]:
        """Finds the topics whose every replica is deleted, and those of which a replica is being deleted."""
        done: list[str] = []
        begun: set[str] = set()
        for topic in topics:
            is_done, is_begun = yield from self._context.deletion_progress(topic)
            if is_done:
                done.append(topic)
            if is_begun:
                begun.add(topic)
            yield
        return done, begun

    async def _chosen(
        self, replicas: Sequence[PartitionReplica], is_wanted: Callable[[PartitionReplica], bool]
    ) -> list[PartitionReplica]:
        return await self._lane.carry_out(kept(replicas, is_wanted), items=len(replicas))

    async def _replicas_of(self, topics: Sequence[str]) -> list[PartitionReplica]:
        def steps() -> Steps[list[PartitionReplica]]:
            found: list[PartitionReplica] = []
            for topic in topics:
                for stretch in stretches(self._context.replicas_of(topic)):
                    found += stretch
                    yield
            return found

        return await self._lane.carry_out(steps(), items=self._size(topics))

    async def _partitions_of(self, topics: Sequence[str]) -> list[TopicPartition]:
        def steps() -> Steps[list[TopicPartition]]:
            found: list[TopicPartition] = []
            for topic in topics:
                for stretch in stretches(self._context.partitions_of(topic)):
                    found += stretch
                    yield
            return found

        return await self._lane.carry_out(steps(), items=self._size(topics))

    async def _retry_ineligible_replicas(self, topics: Sequence[str]) -> None:
        state_of = self._context.replica_state
        replicas = await self._replicas_of(topics)
        retried = await self._chosen(replicas, lambda r: state_of(r) is ReplicaState.DeletionIneligible)
        await self._replicas.move(retried, ReplicaState.Offline)

    async def _start(self, topics: Sequence[str]) -> None:
        context = self._context
        unseen = [topic for topic in topics if topic not in context.topics_deletion_started]
        unseen_partitions = await self._partitions_of(unseen)
        # At the start, so that a topic on its way out does not count as offline partitions (2.1).
        await self._partitions.move(unseen_partitions, PartitionState.Offline)
        await self._partitions.move(unseen_partitions, PartitionState.NonExistent)
        context.topics_deletion_started |= set(unseen)
        partitions = unseen_partitions if len(unseen) == len(topics) else await self._partitions_of(topics)
        async with self._batch.paced():
            self._batch.add_update_metadata(partitions)
        await self._stop_replicas(topics)

    async def _stop_replicas(self, topics: Sequence[str]) -> None:
        context = self._context
        state_of, online = context.replica_state, OnlineReplicas(context)
        left = await self._chosen(
            await self._replicas_of(topics), lambda r: state_of(r) is not ReplicaState.DeletionSuccessful
        )
        live = await self._chosen(left, lambda replica: online.has(replica.broker_id, replica.partition))
        dead = await self._chosen(left, lambda replica: not online.has(replica.broker_id, replica.partition))
        await self._replicas.move(dead, ReplicaState.Offline)
        await self._replicas.move(dead, ReplicaState.DeletionIneligible)
        self.mark_ineligible({replica.partition.topic for replica in dead})
        # Followers stop fetching before anything is deleted.
        await self._replicas.move(live, ReplicaState.Offline)
        await self._replicas.move(live, ReplicaState.DeletionStarted)

    async def _complete(self, topic: str) -> None:
        await self._store.delete_topic(topic)
        await self._replicas.move(await self._replicas_of([topic]), ReplicaState.NonExistent)
        await self._lane.carry_out(self._context.removal(topic), items=self._size([topic]))
        log.info("topic %s is deleted", topic)

    def _with_dead_replicas(self, topics: Iterable[str]) -> Steps[set[str]]:
        online = OnlineReplicas(self._context)
        found: set[str] = set()
        for topic in topics:
            for stretch in stretches(self._context.replicas_of(topic)):
                if not all(online.has(replica.broker_id, replica.partition) for replica in stretch):
                    found.add(topic)
                yield
        return found
