"""Moves partitions to other brokers: adds replicas, waits until they are in sync, then lets the old ones go.

Both doors, the API (KIP-455) and /admin/reassign_partitions, lead here. From [1,2,3] to [4,5,6]:

    step                                     assigned in ZooKeeper           leader / ISR
    ──────────────────────────────────────── ─────────────────────────────── ────────────
                                             123                             1 / 123
    U  the move is written                   456123, adding 456, removing 123  1 / 123
    A  LeaderAndIsr to all, 4, 5 and 6 start 456123 …                        1 / 123
       they catch up                         456123 …                        1 / 123456
    B  a leader among the target             456123 …                        4 / 123456
       1, 2 and 3 leave the ISR, are deleted 456123 …                        4 / 456
       the move is over                      456                             4 / 456

A may take days. Between any two writes this controller may die: the next one finds the move in the topic's znode (under
the 2.0 profile: in the file), looks at the ISR and goes on with A or B. B begins when every target replica is in the
ISR and one of them lives to lead.

    alter, file ─► start ─► U ─► advance ─┬─► A ─► wait: the state znode changes, or a broker comes ─► advance
    failover ─────────────────────────────┘└─► B ─► over: out of the file, deletions go on

A move that is replaced or cancelled keeps its origin; adding replicas that are wanted no more are stopped and deleted,
unless the last member of the ISR would go with them.

Not here: how states change (the machines), what the znodes look like (`admin_znodes`), throttles (configs, which
brokers read).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from kavka.common.lane import Lane
from kavka.common.steps import Steps, each, kept, stretches
from kavka.common.types import NO_LEADER, TopicPartition
from kavka.controller.admin_znodes import AdminZNodes
from kavka.controller.context import ControllerContext, Leadership, PartitionReplica, ReplicaAssignment
from kavka.controller.election import ElectionStrategy
from kavka.controller.partition_state_machine import PartitionStateMachine
from kavka.controller.replica_state_machine import ReplicaStateMachine
from kavka.controller.request_batch import RequestBatch
from kavka.controller.states import PartitionState, ReplicaState
from kavka.controller.topic_deletion import TopicDeletionMachine
from kavka.controller.zk_store import ControllerStore
from kavka.protocol.errors import InvalidReplicaAssignment, KafkaError, UnknownServerError, UnknownTopicOrPartition
from kavka.zk.errors import ZkError

log = logging.getLogger(__name__)

T = TypeVar("T")

EPOCH_ROUNDS_MAX = 100
"""How often a higher leader epoch is tried to be written while the leader writes its ISR."""

NOT_THERE = "The partition does not exist."


class ReassignmentMachine:
    """Reassignments of one elected controller.

    Args:
        context: the cluster in memory, with what is being reassigned.
        store: ZooKeeper.
        znodes: the part of ZooKeeper that remembers reassignments.
        batch: what brokers have to be sent.
        partitions: the partitions' machine.
        replicas: the replicas' machine.
        deletion: waits for reassignments to end.
        lane: whose slices what is of many partitions is done in.
    """

    __slots__ = ("_batch", "_context", "_deletion", "_lane", "_partitions", "_replicas", "_store", "_znodes")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        znodes: AdminZNodes,
        batch: RequestBatch,
        partitions: PartitionStateMachine,
        replicas: ReplicaStateMachine,
        deletion: TopicDeletionMachine,
        lane: Lane,
    ) -> None:
        self._context = context
        self._store = store
        self._znodes = znodes
        self._batch = batch
        self._partitions = partitions
        self._replicas = replicas
        self._deletion = deletion
        self._lane = lane

    # ---------------------------------------------------------------- doors

    async def load(self) -> None:
        """Reads at failover which reassignments topic znodes show under way."""
        assigned = self._context.assigned
        moving = await self._kept(assigned, lambda partition: assigned[partition].is_being_reassigned)
        self._context.reassigning = set(moving)

    async def resume(self) -> None:
        """Resumes at failover everything that is under way."""
        started = await self.read_file()
        await self.advance(sorted(self._context.reassigning - started))

    async def resume_for(self, broker_ids: Collection[int]) -> None:
        """Resumes the moves that waited for brokers that came."""
        context = self._context
        came = set(broker_ids)
        await self.advance(
            await self._kept(sorted(context.reassigning), lambda tp: not came.isdisjoint(context.assignment(tp).target))
        )

    async def read_file(self) -> set[TopicPartition]:
        """Starts what /admin/reassign_partitions asks for and is not under way; returns which partitions that were."""
        context = self._context
        refused: dict[TopicPartition, KafkaError] = {}
        wanted: dict[TopicPartition, ReplicaAssignment] = {}
        asked = await self._znodes.read_reassignment_file()

        def look(partition: TopicPartition) -> None:
            assignment, target = context.assignment(partition), asked[partition]
            try:
                self.check(partition, target)
            except KafkaError as error:
                refused[partition] = error
                return
            if partition not in context.reassigning or assignment.target != target:
                wanted[partition] = assignment.reassigned_to(target)

        await self._each(asked, look)
        refused |= await self.start(wanted)
        if refused:
            for partition, refusal in refused.items():
                log.warning("%s is not reassigned as /admin/reassign_partitions asks: %s", partition, refusal)
            await self._znodes.drop_from_reassignment_file(dict.fromkeys(refused))
        return wanted.keys() - refused.keys()

    def check(self, partition: TopicPartition, target: Sequence[int]) -> None:
        """Checks a move: it passes when nothing speaks against it, whoever asks for it.

        Raises:
            UnknownTopicOrPartition: it is not there, or is being deleted.
            InvalidReplicaAssignment: no partition can have such replicas.
        """
        context = self._context
        if not context.assignment(partition).replicas or context.is_queued_for_deletion(partition.topic):
            raise UnknownTopicOrPartition(NOT_THERE)
        if not target:
            raise InvalidReplicaAssignment("Empty replica list specified in partition reassignment.")
        if len(set(target)) < len(target):
            raise InvalidReplicaAssignment(
                f"Duplicate replica ids in partition reassignment replica list: {list(target)}"
            )
        if min(target) < 0:
            raise InvalidReplicaAssignment(f"Invalid broker id in replica list: {list(target)}")

    # ---------------------------------------------------------------- U: the move is written

    async def start(self, wanted: Mapping[TopicPartition, ReplicaAssignment]) -> dict[TopicPartition, KafkaError]:
        """Begins or replaces moves, or cancels them.

        Args:
            wanted: partition → its assignment while it moves.

        Returns:
            The partitions that stay as they are, with the reason.
        """
        context = self._context
        refused = await self._unsafe(wanted)
        old = {partition: context.assignment(partition) for partition in wanted if partition not in refused}
        shrinking = await self._kept(old, lambda tp: not set(old[tp].replicas) <= set(wanted[tp].replicas))
        await self._each(shrinking, lambda partition: context.set_assignment(partition, wanted[partition]))
        # While ZooKeeper still has them: a controller that dies here leaves nothing on a broker that nobody knows of.
        await self._drop_unneeded(
            [PartitionReplica(tp, b) for tp in shrinking for b in old[tp].replicas if b not in wanted[tp].replicas]
        )
        failed = await self._znodes.write_assignments({partition: wanted[partition] for partition in old})

        def settle(partition: TopicPartition) -> None:
            before, after = old[partition], wanted[partition]
            if partition in failed:
                refused[partition] = _not_written(failed[partition])
                context.set_assignment(partition, before)
                return
            log.info("%s is reassigned from %s to %s", partition, list(before.target), list(after.target))
            context.set_assignment(partition, after)
            context.reassigning.add(partition)

        await self._each(old, settle)
        shrunk = set(shrinking)
        await self.advance(
            await self._kept(old, lambda tp: tp in context.reassigning and (tp not in failed or tp in shrunk))
        )
        return refused

    async def _drop_unneeded(self, replicas: Sequence[PartitionReplica]) -> None:
        """Deletes replicas that an earlier move had added; one that leads meanwhile is succeeded first."""
        leadership = self._context.leadership
        led = [tp for tp, broker_id in replicas if (state := leadership.get(tp)) and state.leader == broker_id]
        await self._partitions.move(led, PartitionState.Online)
        await self._delete_replicas(replicas)
        leaderless = [tp for tp in led if leadership[tp].leader == NO_LEADER]
        await self._partitions.move(leaderless, PartitionState.Offline)

    async def _unsafe(self, wanted: Mapping[TopicPartition, ReplicaAssignment]) -> dict[TopicPartition, KafkaError]:
        """Finds moves that would throw away the only replicas that have every record."""
        context = self._context
        shrinking = await self._kept(
            wanted, lambda tp: not set(context.assignment(tp).replicas) <= set(wanted[tp].replicas)
        )
        states = await self._store.read_leadership(shrinking)
        unsafe = await self._kept(states, lambda tp: set(states[tp].isr).isdisjoint(wanted[tp].replicas))
        return {
            partition: InvalidReplicaAssignment(
                f"None of the replicas {list(wanted[partition].replicas)} is in sync: records would be lost."
            )
            for partition in unsafe
        }

    async def _kept(
        self, partitions: Collection[TopicPartition], is_wanted: Callable[[TopicPartition], bool]
    ) -> list[TopicPartition]:
        return await self._lane.carry_out(kept(partitions, is_wanted), items=len(partitions))

    async def _kept_replicas(
        self, replicas: Sequence[PartitionReplica], is_wanted: Callable[[PartitionReplica], bool]
    ) -> list[PartitionReplica]:
        return await self._lane.carry_out(kept(replicas, is_wanted), items=len(replicas))

    async def _each(self, items: Collection[T], act: Callable[[T], object]) -> None:
        await self._lane.carry_out(each(items, act), items=len(items))

    # ---------------------------------------------------------------- which way

    async def advance(self, partitions: Sequence[TopicPartition]) -> None:
        """Advances moves as far as they can get now."""
        if not partitions:
            return
        states = await self._znodes.watch_states(partitions)
        ready = await self._kept(partitions, lambda partition: self._is_ready(partition, states.get(partition)))
        are_ready = set(ready)
        await self._begin(await self._kept(partitions, lambda partition: partition not in are_ready))
        await self._finish(ready)

    async def isr_changed(self, partition: TopicPartition) -> None:
        """Finishes a partition's move if it waited for this change of the partition's state."""
        if partition in self._context.reassigning:
            states = await self._znodes.watch_states([partition])
            if self._is_ready(partition, states.get(partition)):
                await self._finish([partition])

    def _is_ready(self, partition: TopicPartition, state: Leadership | None) -> bool:
        context = self._context
        assignment = context.assignment(partition)
        if not assignment.is_being_reassigned:
            return True
        target = assignment.target
        return (
            state is not None
            and set(target) <= set(state.isr)
            and any(context.is_replica_online(broker_id, partition) for broker_id in target)
        )

    # ---------------------------------------------------------------- A: replicas come

    async def _begin(self, partitions: Sequence[TopicPartition]) -> None:
        context = self._context
        new: list[PartitionReplica] = []

        def find_new(partition: TopicPartition) -> None:
            for broker_id in context.assignment(partition).adding:
                replica = PartitionReplica(partition, broker_id)
                if context.replica_state(replica) is ReplicaState.NonExistent:
                    new.append(replica)

        await self._each(partitions, find_new)
        await self._tell_all(partitions, apart_from=new)
        await self._replicas.move(new, ReplicaState.New)
        # A partition that never had a leader may have one now: a new replica is as good as an old one.
        never_led = await self._kept(partitions, lambda tp: context.partition_state(tp) is PartitionState.New)
        await self._partitions.move(never_led, PartitionState.Online)

    async def _tell_all(self, partitions: Sequence[TopicPartition], *, apart_from: Iterable[PartitionReplica]) -> None:
        """Sends every replica LeaderAndIsr with a higher epoch.

        Those that are added may be made in any directory.
        """
        if not partitions:
            return
        context, batch = self._context, self._batch
        skipped = set(apart_from)
        async with batch.paced():
            raised = await self._raise_epochs(partitions)

            def tell(partition: TopicPartition) -> None:
                leadership = context.leadership[partition] = raised[partition]
                assignment = context.assignment(partition)
                known = [b for b in assignment.adding if PartitionReplica(partition, b) not in skipped]
                batch.add_leader_and_isr(assignment.origin, partition, leadership, is_new=False)
                batch.add_leader_and_isr(known, partition, leadership, is_new=True)

            await self._each(raised, tell)

    async def _raise_epochs(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, Leadership]:
        """Writes leader epochs one higher, so that brokers take the requests for news."""
        result: dict[TopicPartition, Leadership] = {}
        left = list(partitions)
        for _ in range(EPOCH_ROUNDS_MAX):
            if not left:
                return result
            states = await self._store.read_leadership(left)
            wanted = await self._lane.carry_out(self._raised(states), items=len(states))
            outcome = await self._store.update_leadership(wanted)
            result |= outcome.written
            for partition, error in outcome.failed.items():
                log.error("%s: its leader epoch could not be written: %s", partition, error)
            left = outcome.conflicted
        log.error("gave up writing %d leader epochs after %d rounds", len(left), EPOCH_ROUNDS_MAX)
        return result

    def _raised(self, states: Mapping[TopicPartition, Leadership]) -> Steps[dict[TopicPartition, Leadership]]:
        wanted: dict[TopicPartition, Leadership] = {}
        epoch = self._context.epoch
        for stretch in stretches(states.items()):
            for partition, state in stretch:
                if state.controller_epoch > epoch:
                    log.error("%s: left alone, controller epoch %d wrote it", partition, state.controller_epoch)
                    continue
                wanted[partition] = state._replace(leader_epoch=state.leader_epoch + 1, controller_epoch=epoch)
            yield
        return wanted

    # ---------------------------------------------------------------- B: replicas go

    async def _finish(self, partitions: Sequence[TopicPartition]) -> None:
        if not partitions:
            return
        context = self._context
        moves = {partition: context.assignment(partition) for partition in partitions}
        await self._bring_online(moves)
        await self._each(moves, lambda tp: context.set_assignment(tp, ReplicaAssignment(moves[tp].target)))
        await self._move_leaders(partitions)
        # The ISR shrank since it was read: its news is queued already. The old replicas are all there is.
        kept_as_they_are = await self._kept(
            moves, lambda tp: bool(moves[tp].removing) and not self._is_led_by_target(tp)
        )
        for partition in kept_as_they_are:
            context.set_assignment(partition, moves.pop(partition))
        await self._complete(moves)

    def _is_led_by_target(self, partition: TopicPartition) -> bool:
        leadership = self._context.leadership.get(partition)
        return leadership is not None and leadership.leader in self._context.assignment(partition).replicas

    async def _complete(self, moves: Mapping[TopicPartition, ReplicaAssignment]) -> None:
        """Completes moves, as leaders are where they belong: deletes what is removed, and writes that they are over."""
        context = self._context
        removed: list[PartitionReplica] = []
        done: dict[TopicPartition, ReplicaAssignment] = {}
        await self._each(
            moves, lambda partition: removed.extend(PartitionReplica(partition, b) for b in moves[partition].removing)
        )
        await self._delete_replicas(removed)
        await self._each(moves, lambda partition: done.__setitem__(partition, context.assignment(partition)))
        for partition, error in (await self._znodes.write_assignments(done)).items():
            log.error("%s: the end of its reassignment could not be written: %s", partition, error or NOT_THERE)
        context.reassigning -= done.keys()
        await self._znodes.drop_from_reassignment_file({tp: assignment.replicas for tp, assignment in done.items()})
        async with self._batch.paced():
            self._batch.add_update_metadata(done)
        await self._each(
            done, lambda partition: log.info("%s is reassigned to %s", partition, list(done[partition].replicas))
        )
        await self._deletion.resume_for({partition.topic for partition in done})

    async def _bring_online(self, moves: Mapping[TopicPartition, ReplicaAssignment]) -> None:
        """Brings the new replicas online, as any other from now on; those on dead brokers come with their broker."""
        context = self._context
        added: list[PartitionReplica] = []
        await self._each(
            moves, lambda partition: added.extend(PartitionReplica(partition, b) for b in moves[partition].adding)
        )
        new = await self._kept_replicas(added, lambda r: context.replica_state(r) is ReplicaState.NonExistent)
        await self._replicas.move(new, ReplicaState.New)
        live = await self._kept_replicas(added, lambda r: context.is_replica_online(r.broker_id, r.partition))
        await self._replicas.move(live, ReplicaState.Online)

    async def _move_leaders(self, partitions: Sequence[TopicPartition]) -> None:
        """Elects among the target where the leader is none of it; notifies the others that their replicas are fewer."""
        context = self._context
        staying: list[TopicPartition] = []
        leaving: list[TopicPartition] = []
        leaderless: list[TopicPartition] = []

        def look(partition: TopicPartition) -> None:
            leadership = context.leadership.get(partition)
            if leadership is None:
                return
            is_live = context.is_replica_online(leadership.leader, partition)
            if leadership.leader not in context.assignment(partition).replicas:
                (leaving if is_live else leaderless).append(partition)
            else:
                (staying if is_live else leaderless).append(partition)

        await self._each(partitions, look)
        await self._tell_all(staying, apart_from=())
        await self._partitions.move(leaderless, PartitionState.Offline)
        await self._partitions.move(leaving + leaderless, PartitionState.Online, strategy=ElectionStrategy.REASSIGN)

    async def _delete_replicas(self, replicas: Sequence[PartitionReplica]) -> None:
        """Stops replicas and has them deleted; nobody waits for the response."""
        state_of = self._context.replica_state
        known = await self._kept_replicas(replicas, lambda r: state_of(r) is not ReplicaState.NonExistent)
        offline = await self._kept_replicas(known, lambda r: state_of(r) is not ReplicaState.Offline)
        await self._replicas.move(offline, ReplicaState.Offline)
        await self._replicas.move(known, ReplicaState.DeletionStarted)
        await self._replicas.move(known, ReplicaState.DeletionSuccessful)
        await self._replicas.move(known, ReplicaState.NonExistent)


def _not_written(error: ZkError | None) -> KafkaError:
    if error is None:
        return UnknownTopicOrPartition(NOT_THERE)
    return UnknownServerError(f"ZooKeeper refused the assignment: {error}")
