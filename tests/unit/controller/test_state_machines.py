"""Every transition of both machines, legal and illegal, through the machines themselves: what happens on the way.

Each of the 16 + 49 transitions moves two subjects at once: `t-0` makes the transition in question, `u-0` one that is
legal. An illegal one is refused, counted, and leaves no trace with brokers or ZooKeeper; its neighbour proceeds.
"""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.controller.context import PartitionReplica
from kavka.controller.states import PARTITION_TRANSITIONS, REPLICA_TRANSITIONS, PartitionState, ReplicaState
from kavka.zk import paths
from tests.support.controller.harness import Cluster, cluster
from tests.support.controller.legal_states import LEGAL_PARTITION, LEGAL_REPLICA, matrix

T, U = TopicPartition("t", 0), TopicPartition("u", 0)
LEADER, FOLLOWER = 1, 2
T_ON_FOLLOWER, U_ON_FOLLOWER = PartitionReplica(T, FOLLOWER), PartitionReplica(U, FOLLOWER)


def parts(c: Cluster):
    return c.active._active._parts


def a_legal_source(table, target):
    """A state from which the target may be entered: the last, which has most behind it."""
    return max(table.legal_from(target))


async def put_partition(c: Cluster, partition: TopicPartition, state: PartitionState) -> None:
    """Makes memory and ZooKeeper what they are in a state."""
    c.context.partition_states[partition] = state
    c.context.leaderless.pop(partition, None)
    if state in (PartitionState.New, PartitionState.Offline):
        c.context.leaderless[partition] = None
    if state in (PartitionState.NonExistent, PartitionState.New):
        del c.context.leadership[partition]
        await c.admin.delete(paths.partition_state(*partition))
        await c.admin.delete(paths.partition(*partition))


async def znode(c: Cluster, partition: TopicPartition):
    if await c.admin.exists(paths.partition_state(*partition)) is None:
        return None
    return await c.state(*partition)


@pytest.mark.parametrize(("current", "target"), matrix(PartitionState))
async def test_partition(current, target):
    async with cluster(1, 2) as c:
        for name in ("t", "u"):
            await c.create_assigned(name, {0: [LEADER, FOLLOWER]})
        await put_partition(c, T, current)
        await put_partition(c, U, a_legal_source(PARTITION_TRANSITIONS, target))
        before = await znode(c, T)
        c.forget()
        await parts(c).partitions.move([T, U], target)
        await c.settle()
        assert c.context.partition_state(U) is target, "the legal one of the batch proceeds"
        told = [T in broker.leaderships() for broker in c.brokers.values()]
        if current.name not in LEGAL_PARTITION[target.name]:
            assert c.active.statistics().illegal_transitions == 1
            assert c.context.partition_state(T) is current
            assert await znode(c, T) == before
            assert not any(told)
            return
        assert c.active.statistics().illegal_transitions == 0
        assert c.context.partition_state(T) is target
        after = await znode(c, T)
        if target is not PartitionState.Online:
            assert after == before, "memory only"
            assert not any(told)
        else:
            assert all(told)
            assert after.leader == LEADER
            assert after.leader_epoch == (0 if current is PartitionState.New else before.leader_epoch + 1)
            assert c.brokers[LEADER].leaderships()[T].is_new is (current is PartitionState.New)
            assert c.brokers[FOLLOWER].metadata()[T].leader_epoch == after.leader_epoch


def put_replica(c: Cluster, replica: PartitionReplica, state: ReplicaState) -> None:
    c.context.replica_states[replica.partition][replica.broker_id] = state
    if state is ReplicaState.NonExistent:
        del c.context.replica_states[replica.partition][replica.broker_id]


@pytest.mark.parametrize(("current", "target"), matrix(ReplicaState))
async def test_replica(current, target):
    async with cluster(1, 2) as c:
        for name in ("t", "u"):
            await c.create_assigned(name, {0: [LEADER, FOLLOWER]})
        put_replica(c, T_ON_FOLLOWER, current)
        put_replica(c, U_ON_FOLLOWER, a_legal_source(REPLICA_TRANSITIONS, target))
        before = await c.state("t")
        c.forget()
        await parts(c).replicas.move([T_ON_FOLLOWER, U_ON_FOLLOWER], target)
        # Before the brokers answer: an answer to StopReplica(delete) moves the replica on.
        assert c.context.replica_state(U_ON_FOLLOWER) is target, "the legal one of the batch proceeds"
        is_legal = current.name in LEGAL_REPLICA[target.name]
        assert c.context.replica_state(T_ON_FOLLOWER) is (target if is_legal else current)
        await c.settle()
        follower = c.brokers[FOLLOWER]
        told = T in follower.leaderships()
        stopped = T in follower.stops(delete=False)
        deleted = T in follower.stops(delete=True)
        assert c.active.statistics().illegal_transitions == (0 if is_legal else 1)
        if not is_legal:
            assert await c.state("t") == before
            assert [told, stopped, deleted] == [False] * 3
            assert T not in c.brokers[LEADER].leaderships()
            return
        assert stopped is (target is ReplicaState.Offline)
        assert deleted is (target is ReplicaState.DeletionStarted)
        is_online_again = target is ReplicaState.Online and current is not ReplicaState.New
        assert told is (target is ReplicaState.New or is_online_again)
        if told:
            assert follower.leaderships()[T].is_new is (target is ReplicaState.New)
        after = await c.state("t")
        if target is ReplicaState.Offline:
            assert (after.isr, after.leader_epoch) == ((LEADER,), before.leader_epoch + 1)
            assert c.brokers[LEADER].leaderships()[T].isr == [LEADER]
        else:
            assert after == before
        is_assigned = FOLLOWER in c.context.assignment(T).replicas
        assert is_assigned is (target is not ReplicaState.NonExistent)


async def test_a_leader_cannot_be_new():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [LEADER, FOLLOWER]})
        leader = PartitionReplica(T, LEADER)
        put_replica(c, leader, ReplicaState.NonExistent)
        c.forget()
        await parts(c).replicas.move([leader], ReplicaState.New)
        await c.settle()
        assert c.context.replica_state(leader) is ReplicaState.NonExistent
        assert c.active.statistics().illegal_transitions == 1
        assert c.brokers[LEADER].leaderships() == {}


async def test_the_last_replica_that_goes_stays_in_the_isr_and_leaves_no_leader():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [LEADER, FOLLOWER]})
        await parts(c).replicas.move([PartitionReplica(T, LEADER), T_ON_FOLLOWER], ReplicaState.Offline)
        state = await c.state("t")
        assert (state.leader, state.isr, state.leader_epoch) == (-1, (FOLLOWER,), 2)
        assert c.context.leadership[T].leader == -1


async def test_online_without_a_live_replica_leaves_a_partition_where_it_is():
    async with cluster(1) as c:
        for state in (PartitionState.New, PartitionState.Offline):
            name = state.name
            await c.create_assigned(name, {0: [1]})
            await put_partition(c, TopicPartition(name, 0), state)
        c.context.shutting_down.add(1)
        failed = c.active.statistics().elections_failed
        await parts(c).partitions.elect_where_missing()
        assert c.context.partition_state(TopicPartition("New", 0)) is PartitionState.New
        assert c.context.partition_state(TopicPartition("Offline", 0)) is PartitionState.Offline
        assert c.active.statistics().elections_failed == failed + 1
        c.context.shutting_down.clear()
        await parts(c).partitions.elect_where_missing()
        assert set(c.context.partition_states.values()) == {PartitionState.Online}
