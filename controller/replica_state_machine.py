"""Moves replicas between their states: tells their brokers to start, stop and delete, and takes dead ones out of the
ISR.

    target              what happens on the way
    New                 LeaderAndIsr(is_new) to the broker if the partition has a leader already
    Online              from New: part of the assignment; otherwise LeaderAndIsr to the broker
    Offline             StopReplica to the broker; out of the ISR in ZooKeeper; LeaderAndIsr to the other replicas
    DeletionStarted     StopReplica(delete) to the broker
    DeletionSuccessful  memory only
    DeletionIneligible  memory only
    NonExistent         out of the assignment

The table of legal changes is `states`; an illegal one is refused and counted, the legal ones of the same call proceed.
Offline removes from the ISR only to keep the written ISR honest; who leads instead is the partition machine's business.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

from controller.context import ControllerContext, Leadership, PartitionReplica
from controller.request_batch import RequestBatch
from controller.states import REPLICA_TRANSITIONS, ReplicaState
from controller.statistics import TransitionStatistics
from controller.zk_store import ControllerStore
from kavka.common.transitions import IllegalTransition
from kavka.common.types import NO_LEADER, TopicPartition

log = logging.getLogger(__name__)

ISR_ROUNDS_MAX = 100
"""How often a removal from the ISR is repeated because the leader writes the ISR at the same moment."""


class ReplicaStateMachine:
    """The replicas' machine of one elected controller.

    Args:
        context: the cluster in memory.
        store: ZooKeeper.
        batch: what brokers have to be told.
        statistics: counts refusals.
    """

    __slots__ = ("_batch", "_context", "_statistics", "_steps", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        statistics: TransitionStatistics,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._statistics = statistics
        self._steps: dict[ReplicaState, Callable[[Sequence[PartitionReplica]], Awaitable[None]]] = {
            ReplicaState.New: self._to_new,
            ReplicaState.Online: self._to_online,
            ReplicaState.Offline: self._to_offline,
            ReplicaState.DeletionStarted: self._to_deletion_started,
            ReplicaState.NonExistent: self._to_non_existent,
        }

    async def startup(self) -> None:
        """Gives every replica its first state, tells the live ones everything, takes the dead ones out of the ISR
        (KAFKA-3143). Everybody has just been told all metadata.
        """
        context = self._context
        online, offline = context.online_and_offline_replicas()
        for replica in online:
            context.start_replica(replica, ReplicaState.Online)
        for replica in offline:
            context.start_replica(replica, ReplicaState.DeletionIneligible)
        await self.move(online, ReplicaState.Online, full_for=context.live_ids(), is_metadata_known=True)
        await self.move(offline, ReplicaState.Offline)

    async def move(
        self,
        replicas: Sequence[PartitionReplica],
        target: ReplicaState,
        *,
        full_for: Iterable[int] = (),
        is_metadata_known: bool = False,
    ) -> None:
        """Moves replicas, as one round of requests to the brokers.

        Args:
            replicas: which.
            target: where to.
            full_for: brokers of which `replicas` has every replica that they should have. They take away what they
                have besides, so what cannot be told of one replica makes its broker's news no full list any more.
            is_metadata_known: the round before told everybody everything, and nothing has changed since.
        """
        if not replicas:
            return
        with self._batch.opened(full_for=full_for, is_metadata_known=is_metadata_known):
            legal = list(self._legal(replicas, target))
            step = self._steps.get(target)
            if step is None:
                self._apply(legal, target)
            else:
                await step(legal)

    def _legal(self, replicas: Iterable[PartitionReplica], target: ReplicaState) -> Iterable[PartitionReplica]:
        for replica in replicas:
            try:
                REPLICA_TRANSITIONS.check(self._context.replica_state(replica), target, subject=replica)
            except IllegalTransition as error:
                self._statistics.illegal += 1
                log.error("refused: %s", error)
                self._batch.is_not_all_of(replica.broker_id)
            else:
                yield replica

    def _apply(self, replicas: Iterable[PartitionReplica], target: ReplicaState) -> None:
        for replica in replicas:
            self._context.move_replica(replica, target)

    # ---------------------------------------------------------------- coming

    async def _to_new(self, replicas: Sequence[PartitionReplica]) -> None:
        for replica in replicas:
            leadership = self._context.leadership.get(replica.partition)
            if leadership is not None:
                if leadership.leader == replica.broker_id:
                    log.error("refused: %s cannot be new, it is the leader", replica)
                    self._statistics.illegal += 1
                    continue
                self._batch.add_leader_and_isr((replica.broker_id,), replica.partition, leadership, is_new=True)
            self._context.move_replica(replica, ReplicaState.New)

    async def _to_online(self, replicas: Sequence[PartitionReplica]) -> None:
        context = self._context
        for replica in replicas:
            partition, broker_id = replica
            if context.replica_state(replica) is ReplicaState.New:
                assignment = context.assignment(partition)
                if broker_id not in assignment.replicas:
                    context.set_assignment(partition, assignment._replace(replicas=(*assignment.replicas, broker_id)))
            elif (leadership := context.leadership.get(partition)) is not None:
                self._batch.add_leader_and_isr((broker_id,), partition, leadership, is_new=False)
            else:
                # Never led, or its state cannot be read: in the latter case the broker has a log of it.
                self._batch.is_not_all_of(broker_id)
            context.move_replica(replica, ReplicaState.Online)

    def ask(self, replicas: Sequence[PartitionReplica]) -> None:
        """Tells brokers of replicas in lost log directories who leads them: the answer says whether they are back."""
        if not replicas:
            return
        with self._batch.opened():
            for partition, broker_id in replicas:
                leadership = self._context.leadership.get(partition)
                if leadership is not None:
                    self._batch.add_leader_and_isr((broker_id,), partition, leadership, is_new=False)

    # ---------------------------------------------------------------- going

    async def _to_offline(self, replicas: Sequence[PartitionReplica]) -> None:
        context = self._context
        for partition, broker_id in replicas:
            self._batch.add_stop_replica(broker_id, partition, is_delete=False)
        # Broker by broker: a partition that loses two replicas at once keeps the one whose turn comes last.
        for broker_id in sorted({replica.broker_id for replica in replicas}):
            partitions = [partition for partition, replica_id in replicas if replica_id == broker_id]
            with_leader = [partition for partition in partitions if partition in context.leadership]
            for partition, leadership in (await self._remove_from_isr(broker_id, with_leader)).items():
                self._tell_others(partition, broker_id, leadership)
            self._batch.add_update_metadata(partitions)
        self._apply(replicas, ReplicaState.Offline)

    async def leave_isr(self, replicas: Sequence[PartitionReplica]) -> None:
        """Takes followers whose logs lack something out of the ISR; they go on following, under a new epoch."""
        with self._batch.opened():
            for broker_id in sorted({replica.broker_id for replica in replicas}):
                partitions = [partition for partition, replica_id in replicas if replica_id == broker_id]
                for partition, leadership in (await self._remove_from_isr(broker_id, partitions)).items():
                    self._context.leadership[partition] = leadership
                    replica_ids = self._context.assignment(partition).replicas
                    self._batch.add_leader_and_isr(replica_ids, partition, leadership, is_new=False)

    def _tell_others(self, partition: TopicPartition, broker_id: int, leadership: Leadership) -> None:
        self._context.leadership[partition] = leadership
        if self._context.is_leader_wanted(partition):
            others = [other for other in self._context.assignment(partition).replicas if other != broker_id]
            self._batch.add_leader_and_isr(others, partition, leadership, is_new=False)

    async def _remove_from_isr(
        self, broker_id: int, partitions: Sequence[TopicPartition]
    ) -> dict[TopicPartition, Leadership]:
        """Takes one broker out of ISRs; returns what is in ZooKeeper afterwards, also where it was not in the ISR."""
        result: dict[TopicPartition, Leadership] = {}
        left = list(partitions)
        for _ in range(ISR_ROUNDS_MAX):
            if not left:
                return result
            current = await self._store.read_leadership(left)
            decided: dict[TopicPartition, Leadership] = {}
            for partition, leadership in current.items():
                if leadership.controller_epoch > self._context.epoch:
                    log.error(
                        "%s: ISR left alone, controller epoch %d wrote it", partition, leadership.controller_epoch
                    )
                elif self._context.has_to_wait(partition, leadership.isr):
                    result[partition] = leadership
                elif broker_id in leadership.isr:
                    decided[partition] = without(broker_id, leadership, controller_epoch=self._context.epoch)
                else:
                    result[partition] = leadership
            outcome = await self._store.update_leadership(decided)
            result |= outcome.written
            for partition, error in outcome.failed.items():
                log.error("%s: broker %d stays in the ISR: %s", partition, broker_id, error)
            left = outcome.conflicted
        log.error("gave up taking broker %d out of %d ISRs after %d rounds", broker_id, len(left), ISR_ROUNDS_MAX)
        return result

    # ---------------------------------------------------------------- deletion

    async def _to_deletion_started(self, replicas: Sequence[PartitionReplica]) -> None:
        for partition, broker_id in replicas:
            self._batch.add_stop_replica(broker_id, partition, is_delete=True)
        self._apply(replicas, ReplicaState.DeletionStarted)

    async def _to_non_existent(self, replicas: Sequence[PartitionReplica]) -> None:
        context = self._context
        for replica in replicas:
            assignment = context.assignment(replica.partition)
            left = tuple(broker_id for broker_id in assignment.replicas if broker_id != replica.broker_id)
            context.set_assignment(replica.partition, assignment._replace(replicas=left))
            context.move_replica(replica, ReplicaState.NonExistent)


def without(broker_id: int, leadership: Leadership, *, controller_epoch: int) -> Leadership:
    """Leadership after a broker left the ISR: the last member stays in it, a leader that leaves has no successor."""
    isr = tuple(member for member in leadership.isr if member != broker_id) or leadership.isr
    return leadership._replace(
        leader=NO_LEADER if leadership.leader == broker_id else leadership.leader,
        isr=isr,
        leader_epoch=leadership.leader_epoch + 1,
        controller_epoch=controller_epoch,
    )
