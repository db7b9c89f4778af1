"""Who is the controller, how it takes over, and what a controller that is not one any more can still do: nothing."""

from __future__ import annotations

import asyncio
import gc
import itertools

import pytest

from kavka.common.steps import FREED_ITEMS
from kavka.common.types import NewTopic, TopicPartition
from kavka.controller.active_controller import ActiveController
from kavka.controller.context import ControllerContext
from kavka.controller.states import PartitionState, ReplicaState
from kavka.controller.zk_election import ControllerElection
from kavka.protocol.errors import ErrorCode, NotController, UnknownServerError
from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest
from kavka.zk import paths
from kavka.zk.paths import ControllerZNode, PartitionStateZNode
from tests.support.controller.harness import PROFILES, cluster

T0 = TopicPartition("t", 0)


async def outcome(coroutine):
    """What it returns, or what it raises, as a value."""
    try:
        return await coroutine
    except NotController as error:
        return error


async def epoch_of(c) -> int:
    return int((await c.admin.get(paths.CONTROLLER_EPOCH))[0])


async def test_the_first_controller_writes_epoch_one_with_its_node():
    async with cluster(1) as c:
        data, stat = await c.admin.get(paths.CONTROLLER)
        found = ControllerZNode.decode(data)
        assert (found.broker_id, found.timestamp_ms) == (1, c.clock.now_ms())
        assert stat.ephemeral_owner == c.nodes[1].zk.session_id
        assert await epoch_of(c) == 1
        assert (c.active.is_active, c.active.active_controller_id) == (True, 1)


async def test_others_wait_and_refuse():
    async with cluster(1, 2) as c:
        other = c.nodes[2].controller
        assert (other.is_active, other.active_controller_id) == (False, 1)
        with pytest.raises(NotController):
            await other.requests.create_topics([NewTopic(name="t")], timeout_ms=1000, validate_only=False)
        with pytest.raises(NotController):
            await other.requests.delete_topics(["t"], timeout_ms=1000)
        assert other.topic_name(b"x" * 16) is None


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_next_controller_takes_over_with_the_next_epoch(profile):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2], 1: [2, 1]})
        c.forget()
        await c.remove_broker(1)
        assert c.active is c.nodes[2].controller
        assert await epoch_of(c) == 2
        assert {s.controller_epoch for s in c.brokers[2].leaderships().values()} <= {1, 2}
        assert all(r.controller_epoch == 2 for r in c.brokers[2].requests[-3:])
        state = await c.state("t", 0)
        assert (state.leader, state.isr, state.controller_epoch) == (2, (2,), 2)
        assert c.context.partition_states == dict.fromkeys([T0, TopicPartition("t", 1)], PartitionState.Online)
        assert c.active.statistics().illegal_transitions == 0


async def test_bug_34_brokers_learn_who_lives_before_they_are_told_to_lead():
    async with cluster(1, 2, 3) as c:
        await c.create("t", 6, 3)
        c.forget()
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        for broker in c.brokers.values():
            assert broker.kinds()[0] == "UpdateMetadata", broker.kinds()
            first = broker.of(UpdateMetadataRequest)[0]
            assert [b.id for b in first.live_brokers] == [1, 2, 3]
            assert len(first.topic_states[0].partition_states) == 6


async def test_a_former_term_is_freed_without_a_collection():
    """A broker's collector practically never looks at what is old, and a term holds every partition."""
    async with cluster(1, 2, 3) as c:
        await c.create("t", 6, 3)
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                await c.admin.delete(paths.CONTROLLER)
                await c.settle()
            there = sum(isinstance(known, ControllerContext) for known in gc.get_objects())
        finally:
            gc.enable()
        assert c.active is not None
        assert there == 1


class Noted:
    """Something that is known of a partition, and is counted when it is freed."""

    freed = 0

    def __del__(self):
        Noted.freed += 1


async def test_a_former_term_is_freed_a_stretch_at_a_time():
    Noted.freed, freed, count = 0, [0], 2 * FREED_ITEMS
    async with cluster(1, 2) as c:
        await c.create("t", 2, 2)
        c.context.leadership.update({TopicPartition("many", number): Noted() for number in range(count)})
        await c.admin.delete(paths.CONTROLLER)
        async with asyncio.timeout(30):
            while Noted.freed < count:
                await asyncio.sleep(0)
                freed.append(Noted.freed)
        assert max(after - before for before, after in itertools.pairwise(freed)) <= FREED_ITEMS


async def test_bug_34_holds_while_the_broker_is_slow():
    async with cluster(1, 2) as c:
        await c.create("t", 2, 2)
        c.forget()
        c.brokers[2].is_refusing = True
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        c.brokers[2].is_refusing = False
        await c.settle()
        assert c.brokers[2].kinds()[:2] == ["UpdateMetadata", "LeaderAndIsr"]


async def test_bug_35_dead_replicas_go_offline_at_takeover():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [2, 3], 1: [3, 2], 2: [2, 1]})
        for node in c.nodes.values():
            node.zk.pause()  # the power fails: nobody sees anybody go
        for node in list(c.nodes.values()):
            await node.stop()
        c.nodes.clear()
        await c.add_broker(3)
        states = [await c.state("t", number) for number in range(3)]
        assert [(s.leader, s.isr) for s in states] == [(3, (3,)), (3, (3,)), (-1, (2,))]
        assert c.context.replica_states == {
            TopicPartition("t", 0): {2: ReplicaState.Offline, 3: ReplicaState.Online},
            TopicPartition("t", 1): {2: ReplicaState.Offline, 3: ReplicaState.Online},
            TopicPartition("t", 2): {2: ReplicaState.Offline, 1: ReplicaState.Offline},
        }
        assert c.active.statistics().offline_partitions_count == 1
        await c.add_broker(2)
        assert (await c.state("t", 2)).leader == 2
        assert c.active.statistics().offline_partitions_count == 0
        assert c.active.statistics().illegal_transitions == 0


async def test_bug_24_a_paused_controller_does_not_adopt_the_new_epoch():
    async with cluster(1, 2) as c:
        old = c.nodes[1]
        old.zk.pause()
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.nodes[2].controller.is_active
        assert await epoch_of(c) == 2
        old.zk.unpause()
        await c.settle()
        assert c.active is c.nodes[2].controller
        assert not old.controller.is_active
        assert old.controller.active_controller_id == 2
        assert await epoch_of(c) == 2


async def test_bug_25_a_zombie_writes_nothing():
    async with cluster(1, 2) as c:
        await c.create("t")
        zombie = c.nodes[1]
        zombie.zk.pause()
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.nodes[2].controller.is_active
        requests, topic = zombie.controller.requests, NewTopic(name="z")
        created = c.group.create_task(outcome(requests.create_topics([topic], timeout_ms=1000, validate_only=False)))
        deleted = c.group.create_task(outcome(requests.delete_topics(["t"], timeout_ms=1000)))
        await c.wait_until(lambda: zombie.controller._queue.state)
        for _ in range(50):
            await asyncio.sleep(0)
        zombie.zk.unpause()
        assert [type(await created), type(await deleted)] == [NotController, NotController]
        await c.settle()
        assert await c.topic("z") is None
        assert await c.admin.exists(paths.config("topics", "z")) is None
        assert await c.admin.exists(paths.delete_topic("t")) is None
        assert not zombie.controller.is_active
        assert c.nodes[2].controller.is_active, "the zombie leaves the new controller's node alone"


async def test_bug_27_a_state_that_a_newer_controller_wrote_is_left_alone():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2, 1]})
        newer = PartitionStateZNode(2, 9, (2, 1), controller_epoch=99)
        await c.admin.set(paths.partition_state("t", 0), newer.encode())
        await c.remove_broker(2)
        assert await c.state("t") == newer


async def test_session_expiry_registers_again_and_elects():
    async with cluster(1) as c:
        await c.create("t")
        node = c.nodes[1]
        c.forget()
        node.zk.expire()
        await c.settle()
        assert node.registrations == 2
        assert c.active is node.controller
        assert await epoch_of(c) == 2
        assert c.brokers[1].kinds()[0] == "UpdateMetadata"
        assert (await c.create("u")).error_code == 0


async def test_session_expiry_while_another_broker_waits():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.nodes[1].zk.expire()
        await c.settle()
        assert len([n for n in c.nodes.values() if n.controller.is_active]) == 1
        assert await epoch_of(c) == 2
        assert (await c.state("t")).isr
        assert c.context.partition_states[T0] is PartitionState.Online
        assert {n.controller.active_controller_id for n in c.nodes.values()} == {c.active._config.broker_id}


async def test_suspended_fences():
    async with cluster(1) as c:
        node = c.nodes[1]
        node.zk.suspend()
        await c.wait_until(lambda: not node.controller.is_active)
        with pytest.raises(NotController):
            await node.controller.requests.create_topics([NewTopic(name="t")], timeout_ms=1000, validate_only=False)
        node.zk.resume()
        await c.settle()
        assert node.controller.is_active
        assert await epoch_of(c) == 1, "nothing was in doubt, the term goes on"
        assert (await c.create("t")).error_code == 0


async def test_news_of_a_suspended_time_arrive():
    async with cluster(1) as c:
        node = c.nodes[1]
        node.zk.suspend()
        await c.wait_until(lambda: not node.controller.is_active)
        await c.write_topic("t", {0: [1]})
        node.zk.resume()
        await c.settle()
        assert T0 in c.brokers[1].leaderships()


async def test_suspended_until_the_session_is_over():
    async with cluster(1, 2) as c:
        node = c.nodes[1]
        node.zk.suspend()
        await c.settle()
        c.clock.advance(60_000)
        c.server.expire_due()
        await c.settle()
        assert c.nodes[2].controller.is_active
        node.zk.resume()
        await c.settle()
        assert c.active is c.nodes[2].controller
        assert node.registrations == 2
        assert c.brokers[2].live_brokers() == [1, 2]


@pytest.mark.parametrize("lost", [1, 2, 3])
async def test_a_write_in_doubt_is_settled_by_loading_afresh(lost):
    async with cluster(1) as c:
        node = c.nodes[1]
        node.zk.lose_next_answer(lost)
        await outcome(c.active.requests.create_topics([NewTopic(name="t")], timeout_ms=1000, validate_only=False))
        await c.settle()
        assert c.active is node.controller
        assert await epoch_of(c) >= 2
        assert c.context.partition_states == {T0: PartitionState.Online}
        assert (await c.state("t")).leader == 1


async def test_an_election_whose_answer_was_lost_is_held_again():
    async with cluster(1, 2) as c:
        c.nodes[2].zk.lose_next_answer()
        await c.remove_broker(1)
        assert c.active is c.nodes[2].controller
        assert await epoch_of(c) == 3, "the epoch whose outcome was unknown is not adopted"


@pytest.mark.parametrize("content", [b"garbage", ControllerZNode(7, 0).encode()])
async def test_a_controller_node_written_by_hand_makes_all_elect_again(content):
    async with cluster(1, 2) as c:
        await c.admin.set(paths.CONTROLLER, content)
        await c.settle()
        assert await epoch_of(c) == 2
        data, stat = await c.admin.get(paths.CONTROLLER)
        assert ControllerZNode.decode(data).broker_id == c.active._config.broker_id
        assert stat.ephemeral_owner == c.nodes[c.active._config.broker_id].zk.session_id


async def test_own_id_in_somebody_elses_node_is_not_an_office():
    async with cluster(1) as c:
        stranger = c.server.client()
        await stranger.start(1000)
        await c.remove_broker(1)
        await stranger.create(paths.CONTROLLER, ControllerZNode(1, 0).encode(), ephemeral=True)
        node = await c.add_broker(1)
        assert not node.controller.is_active
        await stranger.close()
        await c.settle()
        assert node.controller.is_active


async def test_a_deleted_controller_node_starts_an_election():
    async with cluster(1, 2, 3) as c:
        for expected in (2, 3, 4):
            await c.admin.delete(paths.CONTROLLER)
            await c.settle()
            assert await epoch_of(c) == expected
            assert c.active.statistics().epoch == expected


@pytest.mark.parametrize("content", [b"abc", b"", b"-3", b"99999999999999", b"\xff"])
async def test_an_epoch_that_cannot_be_read_is_rebuilt_from_what_is_known(content):
    async with cluster(1, 2) as c:
        await c.create("t", 3)
        for expected in (2, 3):
            await c.admin.set(paths.CONTROLLER_EPOCH, content)
            await c.admin.delete(paths.CONTROLLER)
            await c.settle()
            assert await epoch_of(c) == c.active.statistics().epoch == expected
            assert (await c.create(f"t{expected}")).error_code == 0


async def test_an_epoch_that_a_hand_deleted_or_set_back_is_not_begun_anew():
    async with cluster(1, 2) as c:
        await c.create("t", 3)
        await c.admin.delete(paths.CONTROLLER_EPOCH)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.active.statistics().epoch == 2
        await c.admin.set(paths.CONTROLLER_EPOCH, b"1")
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.active.statistics().epoch == 3
        assert (await c.create("u")).error_code == 0


async def test_without_any_epoch_the_partitions_states_say_how_many_there_have_been():
    async with cluster(1) as c:
        for _ in range(3):
            await c.admin.delete(paths.CONTROLLER)
            await c.settle()
        await c.create("t", 3)
        await c.remove_broker(1)
        await c.admin.delete(paths.CONTROLLER_EPOCH)
        c.brokers[1].controller_epoch = -1  # started anew: its memory is gone
        await c.add_broker(1)
        assert c.active.statistics().epoch == 5
        assert c.brokers[1].leaderships()[TopicPartition("t", 0)].leader == 1


@pytest.mark.parametrize("heard", [2, 7, 1_000, 3_000_000])
async def test_a_controller_whom_brokers_refuse_resigns_until_one_is_listened_to(heard):
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [3, 1]})
        c.brokers[3].controller_epoch = heard
        c.forget()
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.active.statistics().epoch == await epoch_of(c) >= heard
        assert c.brokers[3].leaderships()[TopicPartition("t", 0)].leader == 3
        assert (await c.create("u", 3)).error_code == 0


async def test_an_election_that_fails_is_held_again(monkeypatch):
    failures = 3
    original = ControllerElection.elect

    async def failing(self, **options):
        nonlocal failures
        if failures:
            failures -= 1
            raise ValueError("planted")
        return await original(self, **options)

    async with cluster(1) as c:
        monkeypatch.setattr(ControllerElection, "elect", failing)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert failures == 0
        assert (await c.create("t")).error_code == 0


async def test_bug_31_a_hundred_terms_leave_nothing_behind():
    async with cluster(1) as c:
        await c.create("t", 3)
        node = c.nodes[1]

        async def one_more_term():
            await c.admin.delete(paths.CONTROLLER)
            await c.settle()

        async def left_over():
            await c.settle()
            gc.collect()
            terms = sum(isinstance(o, ActiveController) for o in gc.get_objects())
            tasks = len(asyncio.all_tasks())
            return terms, tasks, len(node.controller._watches), len(node.zk._watches), c.brokers[1].open_connections

        await one_more_term()
        before = await left_over()
        for _ in range(100):
            await one_more_term()
        assert await left_over() == before
        assert before[0] == 1
        assert before[4] == 1


async def test_bug_28_an_answer_to_an_earlier_term_is_dropped():
    async with cluster(1) as c:
        await c.create("t")
        c.brokers[1].may_answer.clear()
        c.brokers[1].partition_errors[T0] = ErrorCode.KAFKA_STORAGE_ERROR
        await c.create("u")
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        c.brokers[1].partition_errors.clear()
        c.brokers[1].may_answer.set()
        await c.settle()
        assert c.context.partition_states[T0] is PartitionState.Online
        assert not any(c.context.offline_dirs.values())


async def test_bug_33_old_notifications_are_read_anew_and_removed():
    async with cluster(1) as c:
        for _ in range(3):
            await c.admin.create(paths.ISR_CHANGE_PREFIX, b"{}", sequential=True)
            await c.admin.create(paths.LOG_DIR_EVENT_PREFIX, b"{}", sequential=True)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert await c.admin.children(paths.ISR_CHANGE_NOTIFICATION) == []
        assert await c.admin.children(paths.LOG_DIR_EVENT_NOTIFICATION) == []


async def test_bug_39_closing_in_the_middle_of_anything_ends():
    for steps in range(0, 120, 3):
        async with cluster(1, 2) as c:
            c.brokers[2].is_refusing = True
            topic = NewTopic(name="t", num_partitions=4, replication_factor=2)
            requests = c.active.requests
            task = c.group.create_task(outcome(requests.create_topics([topic], timeout_ms=1000, validate_only=False)))
            for _ in range(steps):
                await asyncio.sleep(0)
            for node in c.nodes.values():
                node.controller.close()
            async with asyncio.timeout(5):
                await asyncio.gather(*(node.task for node in c.nodes.values()))
                await task
            assert c.brokers[1].open_connections == 0
            c.nodes.clear()


async def test_a_failed_takeover_lets_others_try(monkeypatch):
    failures = 3
    original = ActiveController.failover

    async def failing(self):
        nonlocal failures
        if failures:
            failures -= 1
            raise RuntimeError("planted")
        await original(self)

    monkeypatch.setattr(ActiveController, "failover", failing)
    async with cluster(1) as c:
        await c.settle()
        assert await epoch_of(c) == 4
        assert (await c.create("t")).error_code == 0


async def test_an_event_that_fails_does_not_stop_the_controller(monkeypatch):
    async with cluster(1) as c:

        def failing(*args, **kwargs):
            raise RuntimeError("planted")

        with monkeypatch.context() as patch:
            patch.setattr("kavka.controller.admin.check_new_name", failing)
            with pytest.raises(UnknownServerError, match="RuntimeError"):
                await c.active.requests.create_topics([NewTopic(name="t")], timeout_ms=1000, validate_only=False)
        assert c.active.statistics().events_failed == 1
        assert (await c.create("t")).error_code == 0


async def test_a_request_that_takes_too_long_says_so(monkeypatch):
    monkeypatch.setattr("kavka.controller.controller_requests.DECISION_MS_MIN", 5)
    async with cluster(1) as c:
        c.nodes[1].zk.pause()
        (result,) = await c.active.requests.create_topics([NewTopic(name="t")], timeout_ms=5, validate_only=False)
        assert result.error_code == ErrorCode.REQUEST_TIMED_OUT
        c.nodes[1].zk.unpause()
        await c.settle()
        assert await c.topic("t") is not None


async def test_leader_and_isr_after_takeover_is_full():
    async with cluster(1, 2) as c:
        await c.create("t", 4, 2)
        c.forget()
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        (request,) = c.brokers[2].of(LeaderAndIsrRequest)
        assert request.type == 2
        assert len(request.topic_states[0].partition_states) == 4
        c.forget()
        await c.create("u", 1, 2)
        assert {r.type for r in c.brokers[2].of(LeaderAndIsrRequest)} == {1}


async def test_bug_45_a_broker_that_comes_is_told_everything_that_it_should_have():
    async with cluster(1, 2) as c:
        await c.create("t", 4, 2)
        await c.remove_broker(2)
        c.forget()
        await c.add_broker(2)
        first = c.brokers[2].of(LeaderAndIsrRequest)[0]
        assert (first.type, len(first.topic_states[0].partition_states)) == (2, 4)
        assert 2 not in types_told(c, 1)


@pytest.mark.parametrize("path", [paths.topic("t"), paths.partition_state("t", 0)])
@pytest.mark.parametrize("who", ["a new controller", "a broker that comes"])
async def test_bug_45_what_cannot_be_read_makes_no_replica_a_stray(path, who):
    """A broker sets aside what a full list does not name, so none is full while something may be missing in it."""
    async with cluster(1, 2, 3) as c:
        await c.create("t", 1, 3)
        await c.create("u", 1, 3)
        good, _ = await c.admin.get(path)
        await c.admin.set(path, b"{")
        c.forget()
        await c.remove_broker(1)
        if who == "a broker that comes":
            await c.remove_broker(3)
            c.forget()
            await c.add_broker(3)
        assert types_told(c, 3) == {1}
        await c.admin.set(path, good)
        await c.settle()
        await c.admin.delete(paths.CONTROLLER)
        c.forget()
        await c.settle()
        assert 2 in types_told(c, 3)


def types_told(c, broker_id):
    return {request.type for request in c.brokers[broker_id].of(LeaderAndIsrRequest)}


async def test_a_registration_that_fails_is_tried_again():
    async with cluster(1) as c:
        node = c.nodes[1]
        register, failures = node.register, 3

        async def failing():
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise RuntimeError("planted")
            await register()

        node.controller._register_broker = failing
        node.zk.expire()
        await c.settle()
        assert node.controller.is_active
        assert await c.admin.exists(paths.broker_id(1)) is not None
