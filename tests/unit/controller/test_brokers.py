"""Brokers come, go, come back too fast, move, lose disks: who leads afterwards, and who hears of it."""

from __future__ import annotations

import asyncio

import pytest

from kavka.common.types import TopicPartition
from kavka.controller.states import PartitionState, ReplicaState
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest
from kavka.zk import paths
from kavka.zk.paths import BrokerRegistration, ConfigZNode, Endpoint, LogDirEventZNode, PartitionStateZNode
from tests.support.controller.harness import PROFILES, cluster

T0 = TopicPartition("t", 0)


def registration(port: int, **incomplete: int) -> bytes:
    """Of a broker whose logs of partition 0 of these topics lack something, with where they end."""
    return BrokerRegistration(
        endpoints=(Endpoint("PLAINTEXT", "localhost", port),),
        timestamp_ms=0,
        incomplete={TopicPartition(topic, 0): end_offset for topic, end_offset in incomplete.items()},
    ).encode()


async def lacks(c, broker_id: int, **incomplete: int) -> None:
    """The broker says that its logs of partition 0 of these topics lack something."""
    await c.nodes[broker_id].zk.set(paths.broker_id(broker_id), registration(c.brokers[broker_id].port, **incomplete))
    await c.settle()


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_leader_dies_and_the_next_replica_leads(profile):
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [3, 2, 1]})
        c.forget()
        await c.remove_broker(3)
        state = await c.state("t")
        assert (state.leader, set(state.isr)) == (2, {1, 2})
        for broker_id in (1, 2):
            told = c.brokers[broker_id].leaderships()[T0]
            assert (told.leader, told.isr, told.leader_epoch) == (state.leader, list(state.isr), state.leader_epoch)
            known = c.brokers[broker_id].metadata()[T0]
            assert (known.leader, known.offline_replicas) == (2, [3])
            assert c.brokers[broker_id].live_brokers() == [1, 2]
        assert not c.brokers[3].requests


async def test_a_follower_dies_and_leaves_the_isr():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.forget()
        await c.remove_broker(2)
        state = await c.state("t")
        assert (state.leader, state.isr, state.leader_epoch) == (1, (1,), 1)
        assert c.brokers[1].leaderships()[T0].isr == [1]


async def test_a_broker_without_replicas_dies_and_everybody_hears_of_it():
    async with cluster(1, 2) as c:
        c.forget()
        await c.remove_broker(2)
        assert c.brokers[1].live_brokers() == [1]


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_broker_that_was_killed_comes_back_and_hears_everything(profile):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2], 1: [2, 1]})
        await c.create_assigned("alone", {0: [2]})
        await c.remove_broker(2)
        assert c.active.statistics().offline_partitions_count == 1
        c.forget()
        await c.add_broker(2)
        broker = c.brokers[2]
        assert broker.kinds()[0] == "UpdateMetadata"
        assert broker.leaderships().keys() == {T0, TopicPartition("t", 1), TopicPartition("alone", 0)}
        assert broker.leaderships()[TopicPartition("alone", 0)].leader == 2
        assert broker.leaderships()[T0].leader == 1
        assert c.active.statistics().offline_partitions_count == 0
        assert c.brokers[1].live_brokers() == [1, 2]
        if profile != "2.0":
            epoch = (await c.admin.exists(paths.broker_id(2))).czxid
            assert {request.broker_epoch for request in broker.requests} == {epoch}


async def test_the_last_in_sync_replica_is_waited_for():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        state = await c.state("t")
        alone = PartitionStateZNode(2, state.leader_epoch, (2,), state.controller_epoch)
        await c.admin.set(paths.partition_state("t", 0), alone.encode())  # 2, the leader, shrinks the ISR
        await c.remove_broker(2)
        assert (await c.state("t")).isr == (2,)
        assert c.context.partition_states[T0] is PartitionState.Offline
        assert c.active.statistics().elections_failed > 0
        await c.add_broker(2)
        assert (await c.state("t")).leader == 2


@pytest.mark.parametrize("by_topic", [True, False])
async def test_unclean_election_where_it_is_allowed(by_topic):
    async with cluster(1, 2, is_unclean_election_enabled=lambda: not by_topic) as c:
        configs = {"unclean.leader.election.enable": "true"} if by_topic else {}
        await c.create_assigned("t", {0: [2, 1]}, **configs)
        await c.create_assigned("safe", {0: [2, 1]}, **{"unclean.leader.election.enable": "false"})
        for topic in ("t", "safe"):
            state = await c.state(topic)
            alone = PartitionStateZNode(2, state.leader_epoch, (2,), state.controller_epoch)
            await c.admin.set(paths.partition_state(topic, 0), alone.encode())
        await c.remove_broker(2)
        state = await c.state("t")
        assert (state.leader, state.isr) == (1, (1,))
        assert (await c.state("safe")).leader == -1
        assert c.active.statistics().unclean_elections == 1


async def last_one_standing_died(c):
    """Broker 2 led `t` and `u` alone in their ISRs, and is gone."""
    for topic in ("t", "u"):
        await c.create_assigned(topic, {0: [2, 1]})
        alone = PartitionStateZNode(2, 0, (2,), 1)
        await c.admin.set(paths.partition_state(topic, 0), alone.encode())
    await c.remove_broker(2)
    assert {(await c.state(topic)).leader for topic in ("t", "u")} == {-1}


async def test_unclean_election_is_switched_on_for_all_topics():
    is_enabled = False
    async with cluster(1, 2, is_unclean_election_enabled=lambda: is_enabled) as c:
        await last_one_standing_died(c)
        c.active.unclean_election_enabled()
        await c.settle()
        assert (await c.state("t")).leader == -1, "it is what is configured that counts"
        is_enabled = True
        c.active.unclean_election_enabled()
        await c.settle()
        assert [(await c.state(topic)).leader for topic in ("t", "u")] == [1, 1]
        assert c.active.statistics().unclean_elections == 2


async def test_unclean_election_is_switched_on_for_one_topic():
    async with cluster(1, 2) as c:
        await last_one_standing_died(c)
        for topic in ("t", "u"):
            await c.admin.set(
                paths.config("topics", topic), ConfigZNode({"unclean.leader.election.enable": "true"}).encode()
            )
        c.active.unclean_election_enabled("t")
        c.active.unclean_election_enabled("nosuch")
        await c.settle()
        assert [(await c.state(topic)).leader for topic in ("t", "u")] == [1, -1]


async def test_a_damaged_topic_config_means_no_unclean_election():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2]})
        await c.admin.set(paths.config("topics", "t"), b"nonsense")
        await c.remove_broker(2)
        assert (await c.state("t")).isr == (2,)
        await c.admin.set(paths.config("topics", "t"), ConfigZNode({}).encode())


async def test_bug_26_a_broker_that_bounced_within_its_session_timeout():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        old_epoch = c.context.brokers[2].epoch
        c.nodes[1].zk.pause()
        c.forget()
        # Killed and started again before the controller looks.
        await c.nodes[2].stop()
        stranger = c.server.client()
        await stranger.start(1000)
        await stranger.create(paths.broker_id(2), registration(9002), ephemeral=True)
        c.nodes.pop(2)
        c.nodes[1].zk.unpause()
        await c.settle()
        assert c.context.brokers[2].epoch > old_epoch
        state = await c.state("t")
        assert state.leader == 1, "going and coming: the other one leads"
        told = c.brokers[2].of(LeaderAndIsrRequest)
        assert told
        assert {request.broker_epoch for request in c.brokers[2].requests} == {c.context.brokers[2].epoch}
        assert c.brokers[2].leaderships()[T0].leader == 1
        await stranger.close()


async def test_a_registration_that_changes_its_address():
    async with cluster(1, 2) as c:
        c.brokers[7] = c.brokers[2]
        c.forget()
        await c.nodes[2].zk.set(paths.broker_id(2), registration(9007))
        await c.settle()
        (seen,) = [b for b in c.brokers[1].of(UpdateMetadataRequest)[-1].live_brokers if b.id == 2]
        assert [endpoint.port for endpoint in seen.endpoints] == [9007]
        assert c.brokers[2].requests, "the controller itself goes to the new address"


async def test_metadata_carries_listeners_and_racks():
    async with cluster(1, 2) as c:
        (one, two) = c.brokers[1].of(UpdateMetadataRequest)[-1].live_brokers
        assert (one.rack, two.rack) == ("r1", "r2")
        (endpoint,) = two.endpoints
        assert (endpoint.listener, endpoint.host, endpoint.port, endpoint.security_protocol) == (
            "PLAINTEXT",
            "localhost",
            9002,
            0,
        )


async def test_a_broker_without_the_inter_broker_listener_is_not_spoken_to():
    async with cluster(1) as c:
        body = BrokerRegistration(endpoints=(Endpoint("SSL", "localhost", 1),), timestamp_ms=0, rack="r5").encode()
        await c.admin.create(paths.broker_id(5), body, ephemeral=True)
        await c.settle()
        assert c.brokers[1].live_brokers() == [1, 5]
        await c.admin.set(paths.broker_id(5), b"nonsense")
        await c.settle()
        assert (await c.create("t")).error_code == 0


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_notified_log_directory_is_asked_about_and_moves_the_leader(profile):
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [2, 3], 1: [2, 3]})
        await c.create_assigned("u", {0: [3]})
        c.brokers[2].partition_errors = {
            T0: ErrorCode.KAFKA_STORAGE_ERROR,
            TopicPartition("t", 1): ErrorCode.STALE_CONTROLLER_EPOCH,
        }
        c.forget()
        await c.admin.create(paths.LOG_DIR_EVENT_PREFIX, LogDirEventZNode(2).encode(), sequential=True)
        await c.settle()
        assert (await c.state("t", 0)).leader == 3
        assert (await c.state("t", 1)).leader == 2
        assert list(c.brokers[1].metadata()[T0].offline_replicas) == [2]
        assert TopicPartition("u", 0) not in c.brokers[3].leaderships()
        assert await c.admin.children(paths.LOG_DIR_EVENT_NOTIFICATION) == []


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_log_directory_that_is_back_is_asked_about_too(profile):
    """The notification of a return is the one of a loss; until the answers say otherwise the replicas stay lost."""
    async with cluster(1, 2, 3, profile=profile) as c:
        alone, fine = TopicPartition("alone", 0), TopicPartition("fine", 0)
        await c.create_assigned("t", {0: [2, 3]})
        await c.create_assigned("alone", {0: [2]})
        await c.create_assigned("fine", {0: [2, 3]})
        c.brokers[2].partition_errors = dict.fromkeys((T0, alone), ErrorCode.KAFKA_STORAGE_ERROR)
        await notify(c, 2)
        assert ((await c.state("t")).leader, (await c.state("alone")).leader) == (3, -1)
        c.forget()
        await notify(c, 2)
        assert {T0, alone, fine} <= set(c.brokers[2].leaderships()), "asked, and still lost"
        assert c.context.offline_dirs[2] == {T0, alone}
        assert c.context.replica_states[T0][2] is ReplicaState.Offline
        c.brokers[2].partition_errors.clear()
        await notify(c, 2)
        assert c.context.offline_dirs[2] == set()
        assert c.context.replica_states[T0][2] is ReplicaState.Online
        assert (await c.state("t")).leader == 3
        assert ((await c.state("alone")).leader, (await c.state("alone")).isr) == (2, (2,))
        assert list(c.brokers[1].metadata()[T0].offline_replicas) == []
        assert c.active.statistics().illegal_transitions == 0


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_deletion_that_waited_for_a_log_directory_goes_on_when_it_is_back(profile):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [2, 1]})
        c.brokers[2].partition_errors[T0] = ErrorCode.KAFKA_STORAGE_ERROR
        await notify(c, 2)
        deletion = asyncio.get_running_loop().create_task(c.delete("t"))
        await c.settle()
        assert "t" in c.context.topics_ineligible
        await notify(c, 2)
        assert "t" in c.context.assignments
        c.brokers[2].partition_errors.clear()
        await notify(c, 2)
        await deletion
        assert "t" not in c.context.assignments


async def notify(c, broker_id):
    await c.admin.create(paths.LOG_DIR_EVENT_PREFIX, LogDirEventZNode(broker_id).encode(), sequential=True)
    await c.settle()


async def test_bug_33_notifications_nobody_can_read_or_of_brokers_that_are_gone_are_cleared():
    async with cluster(1) as c:
        await c.create("t")
        c.forget()
        for body in (b"nonsense", LogDirEventZNode(9).encode()):
            await c.admin.create(paths.LOG_DIR_EVENT_PREFIX, body, sequential=True)
        await c.settle()
        assert await c.admin.children(paths.LOG_DIR_EVENT_NOTIFICATION) == []
        assert c.brokers[1].leaderships() == {}
        await c.admin.create(paths.LOG_DIR_EVENT_PREFIX, LogDirEventZNode(1).encode(), sequential=True)
        await c.settle()
        assert set(c.brokers[1].leaderships()) == {T0}


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_lost_log_directory_moves_the_leader(profile):
    async with cluster(1, 2, 3, profile=profile) as c:
        await c.create_assigned("t", {0: [2, 3]})
        c.brokers[2].partition_errors[T0] = ErrorCode.KAFKA_STORAGE_ERROR
        await c.admin.delete(paths.CONTROLLER)  # the next one asks everybody
        await c.settle()
        state = await c.state("t")
        assert (state.leader, state.isr) == (3, (3,))
        assert c.context.replica_states[T0] == {2: ReplicaState.Offline, 3: ReplicaState.Online}
        assert c.brokers[2].stops(delete=False) == [T0]
        assert c.brokers[1].metadata()[T0].offline_replicas == [2]
        c.brokers[2].partition_errors.clear()
        await c.remove_broker(2)
        await c.add_broker(2)
        assert c.context.replica_states[T0][2] is ReplicaState.Online
        assert c.active.statistics().illegal_transitions == 0


async def test_an_election_that_collides_with_the_leaders_isr_write_is_tried_again():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [3, 2, 1], 1: [3, 2, 1]})
        node = c.nodes[1].zk
        original, writes = node.multi, 0

        async def racing(ops):
            nonlocal writes
            states = [op for op in ops if op.path.endswith("/state")]
            if states and writes < 3:
                writes += 1
                state = await c.state("t", 1)
                await c.admin.set(paths.partition_state("t", 1), state.encode())
            return await original(ops)

        node.multi = racing
        await c.remove_broker(3)
        assert [(await c.state("t", number)).leader for number in (0, 1)] == [2, 2]
        assert writes == 3
        first = await c.state("t", 0)
        assert first.leader_epoch == 1, "the partition that was written is not elected again"


async def test_both_replicas_die_and_the_last_one_standing_is_kept():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [2, 3]})
        await c.remove_broker(2)
        await c.remove_broker(3)
        assert (await c.state("t")).isr == (3,)
        await c.add_broker(2)
        assert c.context.partition_states[T0] is PartitionState.Offline
        await c.add_broker(3)
        assert (await c.state("t")).leader == 3


async def test_a_topic_without_a_live_replica_comes_up_later():
    async with cluster(1) as c:
        await c.write_topic("t", {0: [2, 3]})
        await c.settle()
        assert c.context.partition_states[T0] is PartitionState.New
        await c.add_broker(3)
        state = await c.state("t")
        assert (state.leader, state.isr) == (3, (3,))
        assert c.brokers[3].leaderships()[T0].is_new
        await c.add_broker(2)
        assert c.brokers[2].leaderships()[T0].leader == 3


async def test_requests_are_repeated_until_answered():
    async with cluster(1) as c:
        c.brokers[1].lost_answers = 3
        c.forget()
        await c.create("t")
        await c.settle()
        assert c.brokers[1].kinds()[:4] == ["LeaderAndIsr"] * 4
        assert c.brokers[1].requests[0] == c.brokers[1].requests[3]
        assert c.brokers[1].open_connections == 1


async def test_bug_36_a_channel_is_one_connection_with_one_request_in_flight():
    async with cluster(1, 2, 3) as c:
        for number in range(10):
            await c.create(f"t{number}", 5, 3)
        # FakeConnection asserts that there is one request in flight.
        assert [broker.connections for broker in c.brokers.values()] == [1, 1, 1]


async def test_a_slow_broker_gets_the_latest_state_once():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.brokers[1].may_answer.clear()
        await c.create("first")
        c.forget()
        for _ in range(5):
            await c.remove_broker(2)
            await c.add_broker(2)
        c.brokers[1].may_answer.set()
        await c.settle()
        assert len(c.brokers[1].requests) <= 4, c.brokers[1].kinds()
        state = await c.state("t")
        assert c.brokers[1].leaderships()[T0].leader_epoch == state.leader_epoch


async def test_the_description_says_who_has_heard_all():
    async with cluster(1, 2) as c:

        def heard():
            return {broker["id"]: broker["has_heard_all"] for broker in c.active.describe()["brokers"]}

        await c.create_assigned("t", {0: [1, 2]})
        assert heard() == {1: True, 2: True}
        c.brokers[2].may_answer.clear()
        await c.create_assigned("u", {0: [1, 2]})
        assert heard() == {1: True, 2: False}
        c.brokers[2].may_answer.set()
        await c.settle()
        assert heard() == {1: True, 2: True}


async def test_a_broker_that_refuses_whatever_comes_leaves_the_others_a_controller():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [2]})
        c.brokers[2].request_error = ErrorCode.STALE_CONTROLLER_EPOCH
        assert (await c.create_assigned("u", {0: [2]})).error_code == 0
        assert (await c.create_assigned("v", {0: [3]})).error_code == 0
        assert c.brokers[3].leaderships()[TopicPartition("v", 0)].leader == 3


async def test_statistics_count_the_cluster():
    async with cluster(1, 2) as c:
        await c.create("t", 4, 2)
        now = c.active.statistics()
        assert (now.active_brokers, now.global_topic_count, now.global_partition_count) == (2, 1, 4)
        assert (now.is_active, now.epoch, now.terms, now.event_queue_size) == (True, 1, 1, 0)
        assert (now.offline_partitions_count, now.preferred_replica_imbalance_count) == (0, 0)
        assert now.channel_queue_sizes == {1: 0, 2: 0}
        assert now.events_handled["TopicChange"] > 0
        other = c.nodes[2].controller.statistics()
        assert (other.is_active, other.epoch, other.global_topic_count) == (False, -1, 0)


async def test_a_leader_whose_log_lacks_records_is_relieved_and_follows():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        c.forget()
        await lacks(c, 1, t=5)
        state = await c.state("t")
        assert (state.leader, set(state.isr)) == (2, {2, 3})
        assert c.brokers[1].leaderships()[T0].leader == 2


async def test_a_follower_whose_log_lacks_records_leaves_the_isr_and_goes_on_following():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.forget()
        await lacks(c, 2, t=5)
        state = await c.state("t")
        assert (state.leader, state.isr) == (1, (1,))
        assert c.brokers[2].leaderships()[T0].leader_epoch == state.leader_epoch
        assert not c.brokers[2].stops(delete=False)


async def test_who_lacks_records_does_not_lead_before_one_that_is_away_is_back():
    """And nobody leaves the ISR meanwhile: who is away has everything."""
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await lacks(c, 2, t=5)
        await c.write_isr("t", [1, 2])
        await c.remove_broker(1)
        assert set((await c.state("t")).isr) == {1, 2}
        await c.add_broker(1)
        assert (await c.state("t")).leader == 1
