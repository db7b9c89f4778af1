"""Moves replicas between their states: has their brokers start, stop and delete, and takes dead ones out of the
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
from collections.abc import Callable, Iterable, Mapping, Sequence

from kavka.common.lane import Lane
from kavka.common.steps import Steps, each, stretches
from kavka.common.transitions import IllegalTransition
from kavka.common.types import NO_LEADER, TopicPartition
from kavka.controller.context import ControllerContext, Leadership, PartitionReplica
from kavka.controller.online import OnlineReplicas
from kavka.controller.request_batch import RequestBatch
from kavka.controller.states import REPLICA_TRANSITIONS, ReplicaState
from kavka.controller.statistics import TransitionStatistics
from kavka.controller.zk_store import ControllerStore
from kavka.protocol.epochs import ControllerEpoch

log = logging.getLogger(__name__)

ISR_ROUNDS_MAX = 100
"""How often a removal from the ISR is repeated because the leader writes the ISR at the same moment."""


class ReplicaStateMachine:
    """The replicas' machine of one elected controller.

    Args:
        context: the cluster in memory.
        store: ZooKeeper.
        batch: what brokers have to be sent.
        statistics: counts refusals.
        lane: whose slices what is of many replicas is done in.
        is_memory_current: whether memory has what the state znodes have, so that they need not be read.
    """

    __slots__ = ("_batch", "_context", "_is_memory_current", "_lane", "_statistics", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        statistics: TransitionStatistics,
        lane: Lane,
        is_memory_current: bool,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._statistics = statistics
        self._lane = lane
        self._is_memory_current = is_memory_current

    async def startup(self) -> None:
        """Gives every replica its first state, and removes dead ones from the ISRs (KAFKA-3143).

        Live replicas are sent everything that they lead or follow. All brokers have just been sent all metadata.
        """
        count = self._context.partition_count()
        async with self._batch.paced(full_for=self._context.live_ids(), is_metadata_known=True):
            offline = await self._lane.carry_out(self._first_states(), items=count)
        await self.move(offline, ReplicaState.Offline)

    def _first_states(self) -> Steps[list[PartitionReplica]]:
        """Does what `move` to Online does, in one look at each partition; returns the replicas that are not online."""
        context = self._context
        online = OnlineReplicas(context)
        offline: list[PartitionReplica] = []
        for stretch in stretches(context.assigned.items()):
            for partition, assignment in stretch:
                there = online.of(partition, assignment.replicas)
                leadership = context.leadership.get(partition)
                if leadership is None:
                    # Never led, or its state cannot be read: in the latter case the brokers have logs of it.
                    self._batch.is_not_all_of(*there)
                else:
                    self._batch.add_leader_and_isr(there, partition, leadership, is_new=False)
                states = dict.fromkeys(assignment.replicas, ReplicaState.Online)
                if len(there) < len(states):
                    for broker_id in states.keys() - set(there):
                        states[broker_id] = ReplicaState.DeletionIneligible
                        offline.append(PartitionReplica(partition, broker_id))
                context.start_replicas(partition, states)
            yield
        return offline

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
                have besides, so what cannot be sent of one replica makes its broker's request no full list any more.
            is_metadata_known: the round before sent all metadata to every broker, and nothing has changed since.
        """
        if not replicas:
            return
        async with self._batch.paced(full_for=full_for, is_metadata_known=is_metadata_known):
            if target is ReplicaState.Offline:
                await self._to_offline(await self._lane.carry_out(self._may_go(replicas), items=len(replicas)))
            else:
                await self._lane.carry_out(self._move_each(replicas, target), items=len(replicas))

    def _act_for(self, target: ReplicaState) -> Callable[[PartitionReplica, ReplicaState], object]:
        """Returns what moves a replica there; recreated each time, for kept it would be a circle of references."""
        acts: Mapping[ReplicaState, Callable[[PartitionReplica, ReplicaState], object]] = {
            ReplicaState.New: self._to_new,
            ReplicaState.Online: self._to_online,
            ReplicaState.DeletionStarted: self._to_deletion_started,
            ReplicaState.NonExistent: self._to_non_existent,
        }
        return acts.get(target, self._context.move_replica)

    def _move_each(self, replicas: Iterable[PartitionReplica], target: ReplicaState) -> Steps[None]:
        act = self._act_for(target)
        for stretch in stretches(replicas):
            for replica in stretch:
                try:
                    act(replica, target)
                except IllegalTransition as error:
                    self._refuse(replica, error)
            yield

    def _refuse(self, replica: PartitionReplica, error: IllegalTransition) -> None:
        self._statistics.illegal += 1
        log.error("refused: %s", error)
        self._batch.is_not_all_of(replica.broker_id)

    # ---------------------------------------------------------------- coming

    def _to_new(self, replica: PartitionReplica, target: ReplicaState) -> None:
        leadership = self._context.leadership.get(replica.partition)
        if leadership is not None and leadership.leader == replica.broker_id:
            log.error("refused: %s cannot be new, it is the leader", replica)
            self._statistics.illegal += 1
            return
        self._context.move_replica(replica, target)
        if leadership is not None:
            self._batch.add_leader_and_isr((replica.broker_id,), replica.partition, leadership, is_new=True)

    def _to_online(self, replica: PartitionReplica, target: ReplicaState) -> None:
        context = self._context
        partition, broker_id = replica
        before = context.move_replica(replica, target)
        if before is ReplicaState.New:
            assignment = context.assignment(partition)
            if broker_id not in assignment.replicas:
                context.set_assignment(partition, assignment._replace(replicas=(*assignment.replicas, broker_id)))
        elif (leadership := context.leadership.get(partition)) is not None:
            self._batch.add_leader_and_isr((broker_id,), partition, leadership, is_new=False)
        else:
            # Never led, or its state cannot be read: in the latter case the broker has a log of it.
            self._batch.is_not_all_of(broker_id)

    async def ask(self, replicas: Sequence[PartitionReplica]) -> None:
        """Sends brokers LeaderAndIsr for replicas in lost log directories.

        The response says whether they are back.
        """
        if not replicas:
            return
        known, batch = self._context.leadership, self._batch

        def tell(replica: PartitionReplica) -> None:
            leadership = known.get(replica.partition)
            if leadership is not None:
                batch.add_leader_and_isr((replica.broker_id,), replica.partition, leadership, is_new=False)

        async with batch.paced():
            await self._lane.carry_out(each(replicas, tell), items=len(replicas))

    # ---------------------------------------------------------------- going

    def _may_go(self, replicas: Iterable[PartitionReplica]) -> Steps[dict[int, list[TopicPartition]]]:
        """Stops the replicas that may become Offline; returns those, by broker."""
        found: dict[int, list[TopicPartition]] = {}
        for stretch in stretches(replicas):
            for replica in stretch:
                partition, broker_id = replica
                state = self._context.replica_state(replica)
                try:
                    REPLICA_TRANSITIONS.check(state, ReplicaState.Offline, subject=replica)
                except IllegalTransition as error:
                    self._refuse(replica, error)
                else:
                    self._batch.add_stop_replica(broker_id, partition, is_delete=False)
                    found.setdefault(broker_id, []).append(partition)
            yield
        return found

    async def _to_offline(self, replicas: Mapping[int, Sequence[TopicPartition]]) -> None:
        # Broker by broker: a partition that loses two replicas at once keeps the one whose turn comes last.
        for broker_id, partitions in sorted(replicas.items()):
            left = await self._remove_from_isr(broker_id, partitions)
            await self._lane.carry_out(self._tell_others(broker_id, left), items=len(left))
            await self._lane.carry_out(self._are_gone(broker_id, partitions), items=len(partitions))

    def _tell_others(self, broker_id: int, left: Mapping[TopicPartition, Leadership]) -> Steps[None]:
        context = self._context
        for stretch in stretches(left.items()):
            for partition, leadership in stretch:
                context.leadership[partition] = leadership
                if context.is_leader_wanted(partition):
                    others = [other for other in context.assignment(partition).replicas if other != broker_id]
                    self._batch.add_leader_and_isr(others, partition, leadership, is_new=False)
            yield

    def _are_gone(self, broker_id: int, partitions: Iterable[TopicPartition]) -> Steps[None]:
        for stretch in stretches(partitions):
            self._batch.add_update_metadata(stretch)
            for partition in stretch:
                self._context.move_replica(PartitionReplica(partition, broker_id), ReplicaState.Offline)
            yield

    async def leave_isr(self, replicas: Sequence[PartitionReplica]) -> None:
        """Takes followers whose logs lack something out of the ISR; they go on following, under a new epoch."""
        by_broker: dict[int, list[TopicPartition]] = {}
        for partition, broker_id in replicas:
            by_broker.setdefault(broker_id, []).append(partition)
        async with self._batch.paced():
            for broker_id, partitions in sorted(by_broker.items()):
                left = await self._remove_from_isr(broker_id, partitions)
                await self._lane.carry_out(self._tell_all(left), items=len(left))

    def _tell_all(self, left: Mapping[TopicPartition, Leadership]) -> Steps[None]:
        for stretch in stretches(left.items()):
            for partition, leadership in stretch:
                self._context.leadership[partition] = leadership
                replica_ids = self._context.assignment(partition).replicas
                self._batch.add_leader_and_isr(replica_ids, partition, leadership, is_new=False)
            yield

    async def _remove_from_isr(
        self, broker_id: int, partitions: Sequence[TopicPartition]
    ) -> dict[TopicPartition, Leadership]:
        """Takes one broker out of ISRs; returns what is in ZooKeeper afterwards, also where it was not in the ISR."""
        result: dict[TopicPartition, Leadership] = {}
        known = self._context.leadership
        left: Sequence[TopicPartition] = [partition for partition in partitions if partition in known]
        is_known = self._is_memory_current
        for _ in range(ISR_ROUNDS_MAX):
            if not left:
                return result
            current = {tp: known[tp] for tp in left} if is_known else await self._store.read_leadership(left)
            unchanged: dict[TopicPartition, Leadership] = {}
            decided = await self._lane.carry_out(self._without(broker_id, current, unchanged), items=len(current))
            outcome = await self._store.update_leadership(decided)
            if not is_known:
                result |= unchanged
            result |= outcome.written
            for partition, error in outcome.failed.items():
                log.error("%s: broker %d stays in the ISR: %s", partition, broker_id, error)
            left = outcome.conflicted
            if is_known:
                left += unchanged  # no write says that memory is right there
            is_known = False
        log.error("gave up taking broker %d out of %d ISRs after %d rounds", broker_id, len(left), ISR_ROUNDS_MAX)
        return result

    def _without(
        self, broker_id: int, current: Mapping[TopicPartition, Leadership], unchanged: dict[TopicPartition, Leadership]
    ) -> Steps[dict[TopicPartition, Leadership]]:
        """Decides what is to be written; what stays as it is goes into `unchanged`."""
        context = self._context
        online = OnlineReplicas(context)
        decided: dict[TopicPartition, Leadership] = {}
        for stretch in stretches(current.items()):
            for partition, leadership in stretch:
                if leadership.controller_epoch > context.epoch:
                    log.error(
                        "%s: ISR left alone, controller epoch %d wrote it", partition, leadership.controller_epoch
                    )
                elif online.has_to_wait(partition, leadership.isr):
                    unchanged[partition] = leadership
                elif broker_id in leadership.isr:
                    decided[partition] = without(broker_id, leadership, controller_epoch=context.epoch)
                else:
                    unchanged[partition] = leadership
            yield
        return decided

    # ---------------------------------------------------------------- deletion

    def _to_deletion_started(self, replica: PartitionReplica, target: ReplicaState) -> None:
        self._context.move_replica(replica, target)
        self._batch.add_stop_replica(replica.broker_id, replica.partition, is_delete=True)

    def _to_non_existent(self, replica: PartitionReplica, target: ReplicaState) -> None:
        context = self._context
        context.move_replica(replica, target)
        assignment = context.assignment(replica.partition)
        left = tuple([broker_id for broker_id in assignment.replicas if broker_id != replica.broker_id])
        context.set_assignment(replica.partition, assignment._replace(replicas=left))


def without(broker_id: int, leadership: Leadership, *, controller_epoch: ControllerEpoch) -> Leadership:
    """Returns the leadership after a broker left the ISR.

    The last member stays in it, a leader that leaves has no successor.
    """
    isr = tuple([member for member in leadership.isr if member != broker_id]) or leadership.isr
    leader = NO_LEADER if leadership.leader == broker_id else leadership.leader
    return leadership._replace(
        leader=leader, leader_epoch=leadership.leader_epoch + 1, isr=isr, controller_epoch=controller_epoch
    )
