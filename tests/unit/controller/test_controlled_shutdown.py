"""A broker says that it will stop: who leads afterwards, who hears of it, and what is refused."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.controller.states import ReplicaState
from kavka.protocol.errors import BrokerNotAvailable, NotController, StaleBrokerEpoch
from kavka.zk import paths
from kavka.zk.paths import PartitionStateZNode
from tests.support.controller.harness import PROFILES, Cluster, cluster

T0, T1, T2 = (TopicPartition("t", number) for number in range(3))


async def shut_down(c: Cluster, broker_id: int, epoch: int = -1) -> list[TopicPartition]:
    remaining = await c.active.requests.controlled_shutdown(broker_id, epoch, timeout_ms=1_000)
    await c.settle()
    return remaining


@pytest.mark.parametrize("profile", PROFILES)
async def test_leaderships_move_and_the_broker_leaves_every_isr(profile):
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [3, 2, 1], 1: [2, 3, 1]})
        await c.create_assigned("other", {0: [1, 2]})
        await c.create_assigned("alone", {0: [3]})
        c.forget()
        assert await shut_down(c, 3, c.context.brokers[3].epoch) == []
        assert [(await c.state("t", n)).leader for n in range(2)] == [2, 2]
        assert [(await c.state("t", n)).isr for n in range(2)] == [(2, 1), (2, 1)]
        assert (await c.state("alone")).leader == 3, "one replica stops when its broker stops"
        for broker_id in (1, 2):
            assert c.brokers[broker_id].leaderships()[T0].leader == 2
            assert c.brokers[broker_id].metadata()[T0].offline_replicas == [3]
            assert TopicPartition("other", 0) not in c.brokers[broker_id].leaderships()
        assert c.active.statistics().illegal_transitions == 0


async def test_bug_38_the_broker_that_stops_hears_that_it_leads_no_more():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1], 1: [1, 2]})
        c.forget()
        await shut_down(c, 2)
        assert c.brokers[2].leaderships()[T0].leader == 1
        assert c.brokers[2].metadata()[T0].leader == 1
        assert c.brokers[2].stops(delete=False) == [T1], "what it followed it stops; what it led it follows to the end"
        assert c.brokers[2].stops(delete=True) == []


async def test_the_next_leader_is_chosen_in_assignment_order():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        await c.admin.set(paths.partition_state("t", 0), PartitionStateZNode(1, 0, (1, 3, 2), 1).encode())
        await shut_down(c, 1)
        state = await c.state("t")
        assert (state.leader, state.isr, state.leader_epoch) == (2, (3, 2), 1)


async def test_what_nobody_else_can_lead_remains_and_moves_at_a_later_try():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        await c.admin.set(paths.partition_state("t", 0), PartitionStateZNode(2, 0, (2,), 1).encode())
        assert await shut_down(c, 2) == [T0]
        assert (await c.state("t")).leader == 2
        await c.admin.set(paths.partition_state("t", 0), PartitionStateZNode(2, 0, (2, 1), 1).encode())
        assert await shut_down(c, 2) == []
        assert (await c.state("t")).leader == 1
        assert await shut_down(c, 2) == []
        assert c.active.statistics().illegal_transitions == 0


async def test_the_controller_relieves_itself():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        assert await shut_down(c, 1) == []
        assert (await c.state("t")).leader == 2
        assert c.nodes[1].controller.is_active


async def test_all_brokers_stop_at_once():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]})
        assert await shut_down(c, 2) == []
        assert await shut_down(c, 3) == []
        assert await shut_down(c, 1) == [T0, T1, T2]
        assert {(await c.state("t", n)).isr for n in range(3)} == {(1,)}


async def test_a_broker_that_stops_gets_no_new_replicas_and_joins_no_isr():
    async with cluster(1, 2, 3) as c:
        await shut_down(c, 3)
        assert (await c.create("t", 8, 2)).error_code == 0
        topic = await c.topic("t")
        assert {replica for replicas in topic.partitions.values() for replica in replicas} == {1, 2}


async def test_it_goes_and_comes_back():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        await shut_down(c, 2)
        await c.remove_broker(2)
        epoch = (await c.state("t")).leader_epoch
        assert epoch == 1, "gone in order, it changes nothing by going"
        await c.add_broker(2)
        assert c.context.shutting_down == set()
        assert c.context.replica_states[T0] == {1: ReplicaState.Online, 2: ReplicaState.Online}
        assert c.brokers[2].leaderships()[T0].leader == 1


async def test_a_topic_on_its_way_out_is_left_alone():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        c.brokers[1].may_answer.clear()
        await c.delete("t")
        before = await c.state("t")
        assert await shut_down(c, 2) == []
        assert await c.state("t") == before
        c.brokers[1].may_answer.set()
        await c.settle()


async def test_bug_26_a_former_life_does_not_shut_down_this_one():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        with pytest.raises(StaleBrokerEpoch):
            await shut_down(c, 2, c.context.brokers[2].epoch - 1)
        assert c.context.shutting_down == set()
        assert (await c.state("t")).leader == 2


async def test_who_is_unknown_and_who_is_asked_wrongly():
    async with cluster(1, 2) as c:
        with pytest.raises(BrokerNotAvailable):
            await shut_down(c, 7)
        with pytest.raises(NotController):
            await c.nodes[2].controller.requests.controlled_shutdown(2, -1, timeout_ms=1_000)
