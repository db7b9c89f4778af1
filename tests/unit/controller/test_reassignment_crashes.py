"""A controller that dies at any moment of a reassignment: the next one ends it in the same state.

Broker 9 has no replicas and is the controller. It is killed after so many turns of the event loop, for every number of
turns that the step takes; whatever it had written by then, and whatever brokers had heard, is what the next one finds.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka.common.types import TopicPartition
from kavka.controller.states import PartitionState, ReplicaState
from kavka.protocol.errors import NotController
from kavka.zk import paths
from kavka.zk.paths import ReassignPartitionsZNode
from tests.support.controller.harness import PROFILES, cluster
from tests.support.controller.reassignments import alter, file_of

T0 = TopicPartition("t", 0)
TURNS_MAX = 400
"""More than any of the steps takes; a test that reaches it says so."""

pytestmark = pytest.mark.slow


async def kill_after(c, turns):
    """Lets things happen for a while, then takes the controller away; returns whether it had come to rest before."""
    for _ in range(turns):
        await asyncio.sleep(0)
    controller = c.nodes[9].controller
    is_idle = not len(controller._queue) and not controller._queue.state
    await c.remove_broker(9)
    return is_idle


async def started(c, profile):
    """A topic whose first partition moves from 1, 2 to 2, 3."""
    await c.create_assigned("t", {0: [1, 2], 1: [2, 1]})
    if profile == "2.0":
        await c.admin.create(paths.REASSIGN_PARTITIONS, ReassignPartitionsZNode({T0: (2, 3)}).encode())
        return
    future = asyncio.ensure_future(c.active.requests.alter_partition_reassignments({T0: [2, 3]}, timeout_ms=1000))
    future.add_done_callback(lambda done: done.cancelled() or isinstance(done.exception(), NotController))


async def check(c, replicas):
    """Memory, ZooKeeper and brokers agree, and nothing of the move is left."""
    body = await c.topic("t")
    assert (list(body.partitions[0]), list(body.partitions[1])) == (replicas, [2, 1])
    assert (dict(body.adding), dict(body.removing)) == ({}, {})
    assert await file_of(c) is None
    context = c.context
    assert context.reassigning == set()
    assert context.assignment(T0) == (tuple(replicas), (), ())
    assert context.replica_states[T0] == dict.fromkeys(replicas, ReplicaState.Online)
    assert set(context.partition_states.values()) == {PartitionState.Online}
    state = await c.state("t")
    assert state.leader in replicas
    assert sorted(state.isr) == sorted(replicas)
    assert c.active.statistics().illegal_transitions == 0
    for broker_id, broker in c.brokers.items():
        if broker_id == 9:
            continue
        assert broker.metadata()[T0].leader == state.leader
        told = broker.leaderships().get(T0)
        if broker_id in replicas:
            assert (told.leader, told.leader_epoch, told.replicas) == (state.leader, state.leader_epoch, replicas)
        elif told is not None:
            assert T0 in broker.stops(delete=True), f"broker {broker_id} was told to delete its replica"


@pytest.mark.parametrize("profile", PROFILES)
async def test_bug_43_while_it_begins(profile):
    for turns in range(TURNS_MAX):
        async with cluster(9, 1, 2, 3, profile=profile) as c:
            await started(c, profile)
            is_over = await kill_after(c, turns)
            if T0 in c.context.reassigning:
                await c.write_isr("t", [1, 2, 3])
                await check(c, [2, 3])
            else:
                # Only what nobody had written yet may be lost, and then whoever asked was told.
                assert profile != "2.0"
                await check(c, [1, 2])
        if is_over and turns > 5:
            return
    raise AssertionError("it never came to rest")


@pytest.mark.parametrize("profile", PROFILES)
async def test_bug_43_while_it_ends(profile):
    for turns in range(TURNS_MAX):
        async with cluster(9, 1, 2, 3, profile=profile) as c:
            await started(c, profile)
            await c.settle()
            path = paths.partition_state("t", 0)
            written = await c.state("t")
            await c.admin.set(
                path, type(written)(1, written.leader_epoch, (1, 2, 3), written.controller_epoch).encode()
            )
            is_over = await kill_after(c, turns)
            await check(c, [2, 3])
        if is_over and turns > 5:
            return
    raise AssertionError("it never came to rest")


async def test_bug_43_while_it_is_cancelled():
    for turns in range(TURNS_MAX):
        async with cluster(9, 1, 2, 3) as c:
            await started(c, "3.0")
            await c.settle()
            future = asyncio.ensure_future(c.active.requests.alter_partition_reassignments({T0: None}, timeout_ms=1000))
            is_over = await kill_after(c, turns)
            await asyncio.gather(future, return_exceptions=True)
            if T0 in c.context.reassigning:
                assert set((await alter(c, {T0: None})).values()) == {0}
            await check(c, [2, 1])
        if is_over and turns > 5:
            return
    raise AssertionError("it never came to rest")
