"""Topics come and go: by API and by other people's tools, and what the brokers hear of it."""

from __future__ import annotations

import pytest

from kavka.common.types import ZERO_TOPIC_ID, NewTopic, TopicPartition
from kavka.controller.states import PartitionState, ReplicaState
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest
from kavka.zk import paths
from kavka.zk.paths import ConfigZNode, TopicZNode
from tests.support.controller.harness import PROFILES, cluster

T0 = TopicPartition("t", 0)


@pytest.mark.parametrize("profile", PROFILES)
async def test_create_brings_partitions_online_and_tells_the_broker(profile):
    async with cluster(1, profile=profile) as c:
        c.forget()
        result = await c.create("t", 3)
        assert (result.error_code, result.num_partitions, result.replication_factor) == (0, 3, 1)
        assert (result.topic_id != ZERO_TOPIC_ID) is (profile != "2.0")
        assert c.context.partition_states == {TopicPartition("t", n): PartitionState.Online for n in range(3)}
        broker = c.brokers[1]
        assert broker.kinds()[:2] == ["LeaderAndIsr", "UpdateMetadata"]
        assert {tp: (s.leader, s.leader_epoch, s.isr) for tp, s in broker.leaderships().items()} == {
            TopicPartition("t", n): (1, 0, [1]) for n in range(3)
        }
        assert {tp: s.leader for tp, s in broker.metadata().items()} == {TopicPartition("t", n): 1 for n in range(3)}
        assert (await c.state("t", 2)).isr == (1,)


async def test_versions_follow_the_profile():
    wanted = {"2.0": {4: 1, 6: 4, 5: 0}, "3.0": {4: 5, 6: 7, 5: 3}}
    for profile, versions in wanted.items():
        async with cluster(1, profile=profile) as c:
            await c.create("t", 1)
            await c.delete("t")
            broker = c.brokers[1]
            assert {r.API_KEY: v for r, v in zip(broker.requests, broker.versions, strict=True)} == versions


async def test_topic_id_travels_everywhere():
    async with cluster(1) as c:
        c.forget()
        result = await c.create("t", 1)
        topic_id = result.topic_id
        assert (await c.topic("t")).topic_id == topic_id
        assert c.active.topic_name(topic_id) == "t"
        assert bytes(c.brokers[1].of(LeaderAndIsrRequest)[0].topic_states[0].topic_id) == topic_id
        assert bytes(c.brokers[1].of(UpdateMetadataRequest)[0].topic_states[0].topic_id) == topic_id
        assert c.active.topic_name(bytes(16)) is None


@pytest.mark.parametrize("profile", PROFILES)
async def test_delete_removes_replicas_then_znodes_and_the_name_is_free_again(profile):
    async with cluster(1, profile=profile) as c:
        first = await c.create("t", 2)
        c.forget()
        result = await c.delete("t")
        assert (result.error_code, result.topic_id) == (0, first.topic_id)
        broker = c.brokers[1]
        assert sorted(broker.stops(delete=True)) == [TopicPartition("t", 0), TopicPartition("t", 1)]
        gone = next(i for i, r in enumerate(broker.requests) if is_gone(r))
        deleted = next(i for i, r in enumerate(broker.requests) if deletes(r))
        assert gone < deleted, "clients hear that it is gone before it is"
        for path in (paths.topic("t"), paths.config("topics", "t"), paths.delete_topic("t")):
            assert await c.admin.exists(path) is None
        assert not c.context.assignments
        assert not c.context.partition_states
        second = await c.create("t", 1)
        assert second.error_code == 0
        assert (second.topic_id != first.topic_id) is (profile != "2.0")
        assert c.context.partition_states == {T0: PartitionState.Online}


def is_gone(request):
    states = []
    if isinstance(request, UpdateMetadataRequest):
        states = request.ungrouped_partition_states + [s for t in request.topic_states for s in t.partition_states]
    return any(state.leader == -2 for state in states)


def deletes(request):
    return isinstance(request, StopReplicaRequest) and (
        request.delete_partitions or any(s.delete_partition for t in request.topic_states for s in t.partition_states)
    )


async def test_a_topic_that_a_tool_wrote_comes_up():
    async with cluster(1) as c:
        c.forget()
        await c.write_topic("old", {0: [1], 1: [1]})
        await c.settle()
        assert set(c.brokers[1].leaderships()) == {TopicPartition("old", 0), TopicPartition("old", 1)}
        written = await c.topic("old")
        assert written.topic_id is not None, "the controller gives it an id"
        assert c.active.topic_name(written.topic_id) == "old"


async def test_a_tool_marks_a_topic_for_deletion():
    async with cluster(1) as c:
        await c.create("t")
        await c.admin.create(paths.delete_topic("t"))
        await c.settle()
        assert await c.topic("t") is None
        assert await c.admin.children(paths.DELETE_TOPICS) == []


async def test_a_tool_marks_a_topic_that_does_not_exist():
    async with cluster(1) as c:
        await c.admin.create(paths.delete_topic("nobody"))
        await c.settle()
        assert await c.admin.children(paths.DELETE_TOPICS) == []


async def test_a_tool_adds_partitions():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1]})
        topic_id = (await c.topic("t")).topic_id
        c.forget()
        # Kafka 2.0's tool writes version 1, and by that loses the id.
        await c.admin.set(paths.topic("t"), TopicZNode({0: [1], 1: [2]}).encode(1))
        await c.settle()
        assert c.brokers[2].leaderships().keys() == {TopicPartition("t", 1)}
        assert (await c.topic("t")).topic_id == topic_id


async def test_partitions_added_while_the_topic_goes_are_refused():
    async with cluster(1) as c:
        await c.create("t", 1)
        c.brokers[1].may_answer.clear()
        (result,) = await c.active.requests.delete_topics(["t"], timeout_ms=1000)
        assert result.error_code == 0
        await c.settle()
        before = await c.topic("t")
        await c.admin.set(paths.topic("t"), TopicZNode({0: [1], 1: [1]}).encode(1))
        await c.settle()
        assert await c.topic("t") == before
        c.brokers[1].may_answer.set()
        await c.settle()
        assert await c.topic("t") is None


async def test_an_unreadable_topic_does_not_stop_the_others():
    async with cluster(1) as c:
        await c.admin.create(paths.topic("broken"), b"{nonsense")
        await c.create("t")
        assert c.context.assignments.keys() == {"t"}
        await c.admin.set(paths.topic("broken"), TopicZNode({0: [1]}).encode(1))
        await c.settle()
        assert c.context.assignments.keys() == {"t", "broken"}


async def test_delete_waits_for_a_broker_that_is_down():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await c.remove_broker(2)
        await c.delete("t")
        assert c.context.topics_ineligible == {"t"}
        assert await c.topic("t") is not None
        assert c.active.statistics().topics_ineligible_to_delete_count == 1
        c.forget()
        await c.add_broker(2)
        assert c.brokers[2].stops(delete=True) == [T0]
        assert await c.topic("t") is None
        assert c.active.statistics().illegal_transitions == 0


async def test_a_broker_dies_in_the_middle_of_a_deletion():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.brokers[2].may_answer.clear()
        await c.delete("t")
        assert c.context.replica_states[T0][2] is ReplicaState.DeletionStarted
        await c.remove_broker(2)
        assert c.context.replica_states[T0] == {
            1: ReplicaState.DeletionSuccessful,
            2: ReplicaState.DeletionIneligible,
        }
        c.brokers[2].may_answer.set()
        await c.add_broker(2)
        assert await c.topic("t") is None
        assert c.active.statistics().illegal_transitions == 0


async def test_a_broker_that_refuses_to_delete_makes_the_topic_wait():
    async with cluster(1) as c:
        await c.create("t", 2)
        c.brokers[1].partition_errors[TopicPartition("t", 1)] = ErrorCode.KAFKA_STORAGE_ERROR
        await c.delete("t")
        assert await c.topic("t") is not None
        assert c.context.topics_ineligible == {"t"}
        c.brokers[1].partition_errors.clear()
        await c.remove_broker(1)
        await c.add_broker(1)
        assert await c.topic("t") is None


async def test_bug_41_a_new_controller_finishes_a_deletion():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [2]})
        c.brokers[2].may_answer.clear()
        await c.delete("t")
        assert await c.topic("t") is not None
        await c.remove_broker(1)
        c.brokers[2].may_answer.set()
        await c.settle()
        assert c.active.statistics().epoch == 2
        assert await c.topic("t") is None
        assert await c.admin.children(paths.DELETE_TOPICS) == []


async def test_bug_42_a_topic_created_again_has_another_id_and_epoch_zero():
    async with cluster(1) as c:
        ids = set()
        for _ in range(5):
            ids.add((await c.create("t")).topic_id)
            assert c.brokers[1].leaderships()[T0].leader_epoch == 0
            await c.delete("t")
        assert len(ids) == 5


async def test_deletion_switched_off():
    async with cluster(1, is_delete_topic_enabled=False) as c:
        await c.create("t")
        assert (await c.delete("t")).error_code == ErrorCode.TOPIC_DELETION_DISABLED
        await c.admin.create(paths.delete_topic("t"))
        await c.settle()
        assert await c.admin.children(paths.DELETE_TOPICS) == []
        assert await c.topic("t") is not None


async def test_delete_of_an_unknown_topic():
    async with cluster(1) as c:
        assert (await c.delete("t")).error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


async def test_configs_are_written_with_the_topic_and_one_bad_config_fails_its_topic_only():
    async with cluster(1) as c:
        topics = [
            NewTopic(name="good", num_partitions=1, replication_factor=1, configs={"retention.ms": "5"}),
            NewTopic(name="bad", num_partitions=1, replication_factor=1, configs={"retention.ms": "abc"}),
            NewTopic(name="null", num_partitions=1, replication_factor=1, configs={"retention.ms": None}),
        ]
        results = await c.active.requests.create_topics(topics, timeout_ms=1000, validate_only=False)
        await c.settle()
        assert [r.error_code for r in results] == [0, ErrorCode.INVALID_CONFIG, ErrorCode.INVALID_CONFIG]
        assert "Invalid value abc for configuration retention.ms" in results[1].error_message
        data, _ = await c.admin.get(paths.config("topics", "good"))
        assert ConfigZNode.decode(data).config == {"retention.ms": "5"}
        assert c.context.assignments.keys() == {"good"}


async def test_validate_only_writes_nothing():
    async with cluster(1) as c:
        topics = [NewTopic(name="t"), NewTopic(name="u", num_partitions=1, replication_factor=3)]
        results = await c.active.requests.create_topics(topics, timeout_ms=1000, validate_only=True)
        await c.settle()
        assert [r.error_code for r in results] == [0, ErrorCode.INVALID_REPLICATION_FACTOR]
        assert results[1].error_message == "Replication factor: 3 larger than available brokers: 1."
        assert await c.admin.children(paths.TOPICS) == []
        assert await c.admin.children("/config/topics") == []


async def test_errors_come_back_in_the_order_asked():
    async with cluster(1, num_partitions=4) as c:
        await c.create("there")
        topics = [
            NewTopic(name="there"),
            NewTopic(name="twice"),
            NewTopic(name="no/slash"),
            NewTopic(name="twice"),
            NewTopic(name="a.b"),
            NewTopic(name="a_b"),
            NewTopic(name="zero", num_partitions=0),
            NewTopic(name="default"),
        ]
        results = await c.active.requests.create_topics(topics, timeout_ms=1000, validate_only=False)
        assert [(r.name, r.error_code) for r in results] == [
            ("there", ErrorCode.TOPIC_ALREADY_EXISTS),
            ("twice", ErrorCode.INVALID_REQUEST),
            ("no/slash", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("twice", ErrorCode.INVALID_REQUEST),
            ("a.b", 0),
            ("a_b", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("zero", ErrorCode.INVALID_PARTITIONS),
            ("default", 0),
        ]
        assert "already exists" in results[0].error_message
        assert results[7].num_partitions == 4


async def test_a_topic_that_a_tool_wrote_first_is_there_already():
    async with cluster(1) as c:
        c.nodes[1].zk.pause()
        await c.write_topic("t", {0: [1]}, **{"retention.ms": "7"})
        asked = c.group.create_task(
            c.active.requests.create_topics([NewTopic(name="t")], timeout_ms=1000, validate_only=False)
        )
        await c.wait_until(lambda: c.nodes[1].controller._queue.state)
        c.nodes[1].zk.unpause()
        (result,) = await asked
        assert result.error_code == ErrorCode.TOPIC_ALREADY_EXISTS
        await c.settle()
        data, _ = await c.admin.get(paths.config("topics", "t"))
        assert ConfigZNode.decode(data).config == {"retention.ms": "7"}, "whoever lost wrote nothing"


async def test_a_config_that_was_left_behind_is_replaced():
    async with cluster(1) as c:
        await c.admin.create(paths.config("topics", "t"), ConfigZNode({"retention.ms": "1"}).encode())
        assert (await c.create("t")).error_code == 0
        data, _ = await c.admin.get(paths.config("topics", "t"))
        assert ConfigZNode.decode(data).config == {}
