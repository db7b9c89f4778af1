"""A broker that leads and is the controller restarts faster than anybody could notice: others in sync lead then."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.messages import LeaderAndIsrRequest
from kavka.zk import paths
from kavka.zk.paths import PartitionStateZNode
from tests.support.controller.harness import PROFILES, cluster

T0 = TopicPartition("t", 0)


async def restart_at_once(c, *broker_ids):
    """Kills brokers and starts them again before any controller of another broker gets a turn."""
    for broker_id in broker_ids:
        await c.nodes.pop(broker_id).stop()
    for broker_id in broker_ids:
        await c.add_broker_quickly(broker_id)
    await c.settle()


async def lose_every_session(c):
    """ZooKeeper is away for so long that all sessions end: all brokers register anew, and none of them restarts."""
    for node in c.nodes.values():
        node.zk.expire()
    await c.settle()
    assert {node.registrations for node in c.nodes.values()} == {2}


async def told(c):
    """Who leads, as ZooKeeper and as each broker was told last, and all who were ever told to lead."""
    state = await c.state("t")
    last = {broker.leaderships()[T0].leader for broker in c.brokers.values()}
    assert last == {state.leader}
    return state.leader, set(state.isr)


def told_to_lead(c, broker_id):
    return [
        state
        for request in c.brokers[broker_id].of(LeaderAndIsrRequest)
        for state in (
            *request.ungrouped_partition_states,
            *(state for topic in request.topic_states for state in topic.partition_states),
        )
        if state.leader == broker_id
    ]


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_leader_that_took_the_controller_with_it_does_not_go_on_leading(profile):
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        c.forget()
        await restart_at_once(c, 1)
        assert await told(c) == (2, {1, 2, 3})
        assert not told_to_lead(c, 1), "it would have truncated what the others have and it lost"
        assert (await c.state("t")).leader_epoch == 1
        assert c.active.statistics().elections == 1


async def test_a_leader_alone_in_sync_goes_on_leading():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await c.remove_broker(2)
        await c.add_broker(2)
        assert (await c.state("t")).isr == (1,)
        await restart_at_once(c, 1)
        assert await told(c) == (1, {1})


async def test_where_every_life_is_a_new_one_the_leader_stays():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await restart_at_once(c, 1, 2)
        assert await told(c) == (1, {1, 2})


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_leader_that_restarted_does_not_lead_those_who_lost_their_sessions_alone(profile):
    """Its machine lost its power when ZooKeeper was back: by then every registration was younger than the election."""
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        await lose_every_session(c)
        assert await told(c) == (1, {1, 2, 3})
        assert c.nodes[1].controller.is_active
        c.forget()
        await restart_at_once(c, 1)
        assert await told(c) == (2, {1, 2, 3})
        assert not told_to_lead(c, 1), "it would have truncated what the others have and it lost"


async def test_a_member_that_restarted_too_does_not_succeed():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        await lose_every_session(c)
        await restart_at_once(c, 1, 2)
        assert await told(c) == (3, {1, 2, 3})


async def test_where_all_lost_their_sessions_and_nobody_restarted_the_leader_stays():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        await lose_every_session(c)
        assert await told(c) == (2, {1, 2})
        assert (await c.state("t")).leader_epoch == 0


async def test_a_leader_that_its_life_was_elected_for_stays_with_the_next_controller():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert await told(c) == (2, {1, 2})


async def test_a_former_leader_leads_again_where_those_in_sync_turn_out_to_be_dead():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await restart_at_once(c, 1)
        assert await told(c) == (2, {1, 2})
        await c.remove_broker(2)
        state = await c.state("t")
        assert (state.leader, state.isr) == (1, (1,))


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_state_that_somebody_writes_meanwhile_is_read_again(profile):
    """A leader writes the ISR itself under the 2.0 profile, and an operator may under any."""
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        before = await c.state("t")
        notification = paths.isr_change("isr_change_0000000000")
        writes = []

        def write(_event, _path):
            """When the failover has read the states, and removes what it need not read again."""
            shrunk = PartitionStateZNode(before.leader, before.leader_epoch, (1, 3), before.controller_epoch)
            writes.append(c.group.create_task(c.admin.set(paths.partition_state("t", 0), shrunk.encode())))

        await c.nodes.pop(1).stop()
        await c.admin.create(notification, b"{}")
        await c.admin.exists(notification, watch=write)
        await c.add_broker_quickly(1)
        await c.settle()
        assert writes
        assert await told(c) == (3, {1, 3})
