"""CreatePartitions through the controller: what is written, who leads afterwards, and what is refused."""

from __future__ import annotations

import pytest

from kavka.common.types import NewPartitions, TopicPartition
from kavka.controller.states import PartitionState
from kavka.protocol.errors import ErrorCode, NotController
from kavka.zk import paths
from kavka.zk.paths import TopicZNode
from tests.support.controller.harness import PROFILES, cluster


async def grow(c, *wanted, validate_only=False, timeout_ms=1000):
    asked = [NewPartitions(name=name, total_count=total, assignments=more) for name, total, more in wanted]
    results = await c.active.requests.create_partitions(asked, timeout_ms=timeout_ms, validate_only=validate_only)
    await c.settle()
    return results


@pytest.mark.parametrize("profile", PROFILES)
async def test_new_partitions_get_leaders_and_old_ones_are_left_alone(profile):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2]})
        before = await c.topic("t")
        c.forget()
        (result,) = await grow(c, ("t", 3, None))
        assert (result.error_code, result.num_partitions) == (0, 3)
        after = await c.topic("t")
        assert {n: list(r) for n, r in after.partitions.items()} == {0: [1, 2], 1: [2, 1], 2: [1, 2]}
        assert after.topic_id == before.topic_id
        assert c.brokers[2].leaderships().keys() == {TopicPartition("t", 1), TopicPartition("t", 2)}
        assert {tp: s.leader for tp, s in c.brokers[1].metadata().items()} == {
            TopicPartition("t", 1): 2,
            TopicPartition("t", 2): 1,
        }
        assert all(s.is_new for s in c.brokers[2].leaderships().values())
        assert set(c.context.partition_states.values()) == {PartitionState.Online}
        assert (await c.state("t", 2)).isr == (1, 2)


async def test_chosen_replicas():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1]})
        (result,) = await grow(c, ("t", 3, [[2], [2]]))
        assert result.error_code == 0
        assert (await c.state("t", 1)).leader == 2
        assert (await c.state("t", 2)).leader == 2


async def test_each_topic_has_its_own_outcome_in_the_order_asked():
    async with cluster(1) as c:
        await c.create("t", 2)
        await c.create("u", 2)
        results = await grow(c, ("nope", 3, None), ("t", 2, None), ("u", 3, None))
        assert [(r.name, r.error_code) for r in results] == [
            ("nope", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("t", ErrorCode.INVALID_PARTITIONS),
            ("u", 0),
        ]
        assert results[0].error_message == "The topic 'nope' does not exist."
        assert len((await c.topic("t")).partitions) == 2
        assert len((await c.topic("u")).partitions) == 3


async def test_validate_only_writes_nothing():
    async with cluster(1) as c:
        await c.create("t", 1)
        before = await c.admin.get(paths.topic("t"))
        (result,) = await grow(c, ("t", 4, None), validate_only=True)
        assert (result.error_code, result.num_partitions) == (0, 4)
        assert await c.admin.get(paths.topic("t")) == before


async def test_not_while_a_reassignment_runs():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        body = await c.topic("t")
        await c.admin.set(paths.topic("t"), TopicZNode({0: [1, 2]}, {0: [2]}, {}, body.topic_id).encode(3))
        await c.settle()
        (result,) = await grow(c, ("t", 2, None))
        assert result.error_code == ErrorCode.REASSIGNMENT_IN_PROGRESS
        assert result.error_message == "A partition reassignment is in progress for the topic 't'."


async def test_in_the_old_profile_the_reassignment_file_counts():
    async with cluster(1, profile="2.0") as c:
        await c.create("t", 1)
        body = paths.ReassignPartitionsZNode({TopicPartition("t", 0): (1, 9)})
        await c.admin.create(paths.REASSIGN_PARTITIONS, body.encode())
        (result,) = await grow(c, ("t", 2, None))
        assert result.error_code == ErrorCode.REASSIGNMENT_IN_PROGRESS


async def test_not_while_the_topic_is_deleted():
    async with cluster(1) as c:
        await c.create("t", 1)
        c.brokers[1].may_answer.clear()
        await c.active.requests.delete_topics(["t"], timeout_ms=1000)
        await c.settle()
        (result,) = await grow(c, ("t", 2, None))
        assert (result.error_code, result.error_message) == (17, "The topic is queued for deletion.")
        c.brokers[1].may_answer.set()


async def test_a_tool_that_wrote_first_counts():
    async with cluster(1) as c:
        await c.create("t", 1)
        body = await c.topic("t")
        await c.admin.set(paths.topic("t"), TopicZNode({0: [1], 1: [1]}, topic_id=body.topic_id).encode(3))
        (result,) = await c.active.requests.create_partitions(
            [NewPartitions(name="t", total_count=2)], timeout_ms=1000, validate_only=False
        )
        assert result.error_message == "Topic already has 2 partitions."
        await c.settle()
        assert (await c.state("t", 1)).leader == 1


async def test_a_topic_written_with_holes_is_refused():
    async with cluster(1) as c:
        await c.write_topic("t", {1: [1]})
        await c.settle()
        (result,) = await grow(c, ("t", 3, None))
        assert result.error_code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert "not numbered from 0" in result.error_message


async def test_only_the_controller_does_it_and_whatever_patience_its_client_has():
    async with cluster(1, 2) as c:
        await c.create("t", 1)
        other = c.nodes[2].controller
        with pytest.raises(NotController):
            await other.requests.create_partitions(
                [NewPartitions(name="t", total_count=2)], timeout_ms=1, validate_only=False
            )
        (result,) = await grow(c, ("t", 2, None), timeout_ms=0)
        assert (result.error_code, result.num_partitions) == (0, 2)
