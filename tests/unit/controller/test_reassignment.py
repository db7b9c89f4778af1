"""Reassignments through both doors: what is written and told at each step, who waits for what, and what is refused."""

from __future__ import annotations

import pytest

from kavka.common.types import OngoingReassignment, TopicPartition
from kavka.controller.states import PartitionState
from kavka.protocol.errors import ErrorCode, NotController
from kavka.protocol.messages import StopReplicaRequest
from kavka.zk import paths
from tests.support.controller.harness import PROFILES, cluster
from tests.support.controller.reassignments import T0, alter, check_done, file_of, listed, replicas_of, write_file


class TestByApi:
    async def test_replicas_are_added_first_and_removed_when_the_others_are_in_sync(self):
        async with cluster(1, 2, 3, 4) as c:
            await c.create_assigned("t", {0: [1, 2], 1: [2, 1]})
            c.forget()
            assert await alter(c, {T0: [3, 4]}) == {T0: 0}
            body = await c.topic("t")
            assert (body.partitions[0], body.adding, body.removing) == ([3, 4, 1, 2], {0: [3, 4]}, {0: [1, 2]})
            assert body.partitions[1] == [2, 1]
            assert await listed(c) == {T0: OngoingReassignment((3, 4, 1, 2), (3, 4), (1, 2))}
            for broker_id in (1, 2, 3, 4):
                told = c.brokers[broker_id].leaderships()[T0]
                assert (told.leader, told.leader_epoch, told.replicas) == (1, 1, [3, 4, 1, 2])
                assert (told.adding_replicas, told.removing_replicas) == ([3, 4], [1, 2])
                assert told.is_new is (broker_id in (3, 4))
            await c.write_isr("t", [1, 2, 3])
            assert await listed(c) != {}
            c.forget()
            await c.write_isr("t", [1, 2, 3, 4])
            await check_done(c, [3, 4])
            assert (await c.state("t")).leader == 3
            assert await listed(c) == {}
            for broker_id in (1, 2):
                assert c.brokers[broker_id].stops(delete=True) == [T0]
            for broker_id in (3, 4):
                assert c.brokers[broker_id].stops(delete=True) == []

    async def test_a_leader_that_stays_is_told_that_its_replicas_are_others(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})
            await alter(c, {T0: [1, 3]})
            await c.write_isr("t", [1, 2, 3])
            await check_done(c, [1, 3])
            assert (await c.state("t")).leader == 1

    async def test_another_order_is_written_at_once(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2, 3]})
            assert await alter(c, {T0: [3, 1, 2]}) == {T0: 0}
            await check_done(c, [3, 1, 2])
            assert (await c.state("t")).leader == 1
            assert all(c.brokers[b].stops(delete=True) == [] for b in (1, 2, 3))

    async def test_fewer_replicas(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2, 3]})
            await alter(c, {T0: [2]})
            await check_done(c, [2])
            assert c.brokers[1].stops(delete=True) == [T0]

    async def test_many_at_once(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {number: [1, 2] for number in range(20)})
            wanted = {TopicPartition("t", number): [2, 3] for number in range(20)}
            assert set((await alter(c, wanted)).values()) == {0}
            assert len(await listed(c)) == 20
            for number in range(20):
                await c.write_isr("t", [1, 2, 3], number)
            for partition in wanted:
                await check_done(c, [2, 3], partition=partition)

    async def test_what_is_refused(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})
            for target in ([], [1, 1], [-1, 2], [1, 9]):
                assert await alter(c, {T0: target}) == {T0: ErrorCode.INVALID_REPLICA_ASSIGNMENT}, target
            assert await alter(c, {T0: None}) == {T0: ErrorCode.NO_REASSIGNMENT_IN_PROGRESS}
            for unknown in (TopicPartition("t", 1), TopicPartition("nope", 0)):
                assert await alter(c, {unknown: [1]}) == {unknown: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
            assert await replicas_of(c) == [1, 2]
            assert await listed(c) == {}

    async def test_each_partition_has_its_own_outcome(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1], 1: [1]})
            other = TopicPartition("t", 1)
            assert await alter(c, {T0: [9], other: [2]}) == {T0: ErrorCode.INVALID_REPLICA_ASSIGNMENT, other: 0}
            assert (await listed(c)).keys() == {other}

    async def test_a_held_factor_is_that_of_where_the_partition_is_going(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})

            async def held(target):
                results = await c.active.requests.alter_partition_reassignments(
                    {T0: target}, timeout_ms=1000, allow_replication_factor_change=False
                )
                return results[T0]

            refused = await held([3])
            assert refused.error_code == ErrorCode.INVALID_REPLICATION_FACTOR
            assert refused.error_message == "The replication factor is changed from 2 to 1"
            assert (await held([3, 2])).error_code == 0
            assert (await held([3, 2, 1])).error_code == ErrorCode.INVALID_REPLICATION_FACTOR, (
                "three hold it, two shall"
            )
            assert (await held(None)).error_code == 0, "back to two"

    async def test_only_the_controller_is_asked(self):
        async with cluster(1, 2) as c:
            with pytest.raises(NotController):
                await c.nodes[2].controller.requests.alter_partition_reassignments({T0: [1]}, timeout_ms=1000)
            with pytest.raises(NotController):
                await c.nodes[2].controller.requests.list_partition_reassignments(None, timeout_ms=1000)

    async def test_listing_leaves_out_what_is_at_rest_or_unknown(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [1], 1: [1]})
            await alter(c, {T0: [2]})
            assert (await listed(c, [T0, TopicPartition("t", 1), TopicPartition("nope", 0)])).keys() == {T0}
            assert await listed(c, []) == {}


class TestCancelAndReplace:
    async def test_cancelled_replicas_stand_in_target_order_less_the_added_ones(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})
            await alter(c, {T0: [3, 2]})
            assert await replicas_of(c) == [3, 2, 1]
            assert await alter(c, {T0: None}) == {T0: 0}
            await check_done(c, [2, 1])
            assert c.brokers[3].stops(delete=True) == [T0]

    async def test_bug_45_a_stop_is_not_older_than_what_the_broker_knows(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})
            await alter(c, {T0: [3, 2]})
            await alter(c, {T0: None})
            told = c.brokers[3].leaderships()[T0]
            (stop,) = [
                state
                for request in c.brokers[3].of(StopReplicaRequest)
                for topic in request.topic_states
                for state in topic.partition_states
            ]
            assert stop.delete_partition
            assert stop.leader_epoch >= told.leader_epoch

    async def test_another_target_stops_what_is_wanted_no_more(self):
        async with cluster(1, 2, 3, 4) as c:
            await c.create_assigned("t", {0: [1, 2]})
            await alter(c, {T0: [3, 2]})
            await c.write_isr("t", [1, 2])
            assert await alter(c, {T0: [4, 2]}) == {T0: 0}
            assert await listed(c) == {T0: OngoingReassignment((4, 2, 1), (4,), (1,))}
            assert c.brokers[3].stops(delete=True) == [T0]
            await c.write_isr("t", [1, 2, 4])
            await check_done(c, [4, 2])

    async def test_an_added_replica_that_leads_meanwhile_is_succeeded(self):
        async with cluster(1, 2, 3, 4) as c:
            await c.create_assigned("t", {0: [2, 4]})
            await alter(c, {T0: [3, 1]})
            await c.write_isr("t", [2, 4, 3])
            await c.remove_broker(2)
            assert (await c.state("t")).leader == 3
            assert await alter(c, {T0: None}) == {T0: 0}
            state = await c.state("t")
            assert (state.leader, state.isr) == (4, (4,))
            assert await listed(c) == {}

    async def test_nothing_is_cancelled_that_would_take_every_record_with_it(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [2]})
            await alter(c, {T0: [3, 1]})
            await c.write_isr("t", [2, 3])
            await c.remove_broker(2)
            assert (await c.state("t")).isr == (3,)
            assert await alter(c, {T0: None}) == {T0: ErrorCode.INVALID_REPLICA_ASSIGNMENT}
            assert (await c.state("t")).leader == 3
            await c.write_isr("t", [3, 1])
            assert (await c.topic("t")).partitions[0] == [3, 1]

    async def test_the_same_target_again_changes_nothing(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [1]})
            await alter(c, {T0: [2]})
            before = await c.topic("t")
            assert await alter(c, {T0: [2]}) == {T0: 0}
            assert await c.topic("t") == before
            await c.write_isr("t", [1, 2])
            await check_done(c, [2])


class TestBrokers:
    async def test_a_target_that_dies_is_waited_for(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [1, 2]})
            await alter(c, {T0: [2, 3]})
            await c.remove_broker(3)
            assert (await listed(c)).keys() == {T0}
            c.brokers[3].forget()
            await c.add_broker(3)
            told = c.brokers[3].leaderships()[T0]
            assert (told.leader, told.replicas) == (1, [2, 3, 1])
            await c.write_isr("t", [1, 2, 3])
            await check_done(c, [2, 3])

    async def test_old_replicas_stay_while_no_target_can_lead(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [2]})
            await alter(c, {T0: [3]})
            await c.remove_broker(3)
            # What a leader writes that has not heard yet.
            await c.write_isr("t", [2, 3])
            assert (await listed(c)).keys() == {T0}
            assert (await c.state("t")).leader == 2
            await c.add_broker(3)
            await check_done(c, [3])

    async def test_old_replicas_on_dead_brokers_are_forgotten(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [3, 1]})
            await c.remove_broker(3)
            await alter(c, {T0: [1, 2]})
            await c.write_isr("t", [1, 2])
            assert c.context.assignment(T0).replicas == (1, 2)
            c.brokers[3].forget()
            await c.add_broker(3)
            assert T0 not in c.brokers[3].leaderships()
            await check_done(c, [1, 2])

    async def test_a_partition_that_never_had_a_leader_gets_one(self):
        async with cluster(1, 2) as c:
            await c.write_topic("t", {0: [9]})
            await c.settle()
            assert c.context.partition_states[T0] is PartitionState.New
            await alter(c, {T0: [2]})
            assert (await c.state("t")).leader == 2
            await check_done(c, [2])


class TestDeletion:
    async def test_waits_until_the_reassignment_ends(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [1]})
            await alter(c, {T0: [2]})
            await c.delete("t")
            assert c.context.topics_ineligible == {"t"}
            await c.write_isr("t", [1, 2])
            assert await c.topic("t") is None
            assert await c.admin.children(paths.DELETE_TOPICS) == []
            assert c.context.reassigning == set()

    async def test_a_broker_that_comes_does_not_start_it_early(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [1]})
            await alter(c, {T0: [2]})
            await c.delete("t")
            await c.remove_broker(2)
            await c.add_broker(2)
            assert await c.topic("t") is not None
            await c.write_isr("t", [1, 2])
            assert await c.topic("t") is None

    async def test_what_is_being_deleted_is_not_reassigned(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [1]})
            c.brokers[1].may_answer.clear()
            await c.active.requests.delete_topics(["t"], timeout_ms=1000)
            await c.settle()
            assert await alter(c, {T0: [2]}) == {T0: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
            await write_file(c, {T0: [2]})
            assert await file_of(c) is None
            c.brokers[1].may_answer.set()
            await c.settle()
            assert await c.topic("t") is None

    async def test_a_leader_that_is_lost_meanwhile_has_a_successor(self):
        """Without one no replica could ever catch up, and deletion would wait for ever (as it does in Kafka)."""
        async with cluster(1, 2, 3, 4) as c:
            await c.create_assigned("t", {0: [2, 3]})
            await alter(c, {T0: [4]})
            await c.delete("t")
            await c.remove_broker(2)
            state = await c.state("t")
            assert (state.leader, state.isr) == (3, (3,))
            assert c.brokers[4].leaderships()[T0].leader == 3
            await c.write_isr("t", [3, 4])
            assert await c.topic("t") is None

    async def test_waits_for_the_next_controller_too(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [2]})
            await alter(c, {T0: [3]})
            await c.delete("t")
            await c.remove_broker(1)
            assert await c.topic("t") is not None
            await c.write_isr("t", [2, 3])
            assert await c.topic("t") is None


@pytest.mark.parametrize("profile", PROFILES)
class TestByFile:
    async def test_goes_when_all_is_done(self, profile):
        async with cluster(1, 2, 3, profile=profile) as c:
            await c.create_assigned("t", {0: [1], 1: [1]})
            other = TopicPartition("t", 1)
            await write_file(c, {T0: [2], other: [3]})
            assert await replicas_of(c) == [2, 1]
            await c.write_isr("t", [1, 2])
            assert await file_of(c) == {other: (3,)}
            epoch = (await c.state("t", 1)).leader_epoch
            assert epoch == 1, "what is under way is not begun again"
            await c.write_isr("t", [1, 3], 1)
            await check_done(c, [2])
            await check_done(c, [3], partition=other)
            await write_file(c, {T0: [1]})
            await c.write_isr("t", [1, 2])
            await check_done(c, [1])

    async def test_what_topic_znodes_say_meanwhile(self, profile):
        async with cluster(1, 2, profile=profile) as c:
            await c.create_assigned("t", {0: [1]})
            await write_file(c, {T0: [2]})
            data, _ = await c.admin.get(paths.topic("t"))
            assert (b"adding_replicas" in data) is (profile != "2.0")
            assert (b'"version":1,' in data) is (profile == "2.0")

    async def test_what_cannot_be_is_taken_out(self, profile):
        async with cluster(1, 2, profile=profile) as c:
            await c.create_assigned("t", {0: [1]})
            bad = {TopicPartition("nope", 0): [1], TopicPartition("t", 7): [1]}
            await write_file(c, bad | {T0: [2]})
            assert await file_of(c) == {T0: (2,)}

    @pytest.mark.parametrize("body", [b"", b"{}", b"garbage", b'{"version":1,"partitions":[]}'])
    async def test_rubbish_is_deleted(self, profile, body):
        async with cluster(1, profile=profile) as c:
            await c.admin.create(paths.REASSIGN_PARTITIONS, body)
            await c.settle()
            assert await file_of(c) is None

    async def test_dead_brokers_are_waited_for(self, profile):
        async with cluster(1, profile=profile) as c:
            await c.create_assigned("t", {0: [1]})
            await write_file(c, {T0: [2]})
            assert await file_of(c) == {T0: (2,)}
            await c.add_broker(2)
            assert c.brokers[2].leaderships()[T0].leader == 1
            await c.write_isr("t", [1, 2])
            await check_done(c, [2])

    async def test_the_next_controller_goes_on(self, profile):
        async with cluster(1, 2, 3, profile=profile) as c:
            await c.create_assigned("t", {0: [2]})
            await write_file(c, {T0: [3]})
            await c.remove_broker(1)
            assert (await file_of(c)) == {T0: (3,)}
            await c.write_isr("t", [2, 3])
            assert await file_of(c) is None
            assert await replicas_of(c) == [3]


async def test_the_api_overrules_the_file():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1]})
        await write_file(c, {T0: [2]})
        assert await alter(c, {T0: [3]}) == {T0: 0}
        assert await file_of(c) is None
        await c.write_isr("t", [1, 3])
        await check_done(c, [3])


async def test_partitions_that_a_tool_adds_meanwhile_stay():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1]})
        await alter(c, {T0: [2]})
        body = await c.topic("t")
        grown = paths.TopicZNode(body.partitions | {1: [1]}, body.adding, body.removing, body.topic_id)
        await c.admin.set(paths.topic("t"), grown.encode())
        await c.write_isr("t", [1, 2])
        await check_done(c, [2])
        assert await replicas_of(c, "t", 1) == [1]


@pytest.mark.parametrize("is_failing_over", [False, True])
async def test_bug_41_a_topic_to_be_deleted_gets_the_leader_that_its_move_waits_for(is_failing_over):
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [2]})
        assert await alter(c, {T0: [3]}) == {T0: 0}
        await c.delete("t")
        await c.remove_broker(2)
        assert (await c.state("t")).leader == -1
        if is_failing_over:
            await c.admin.delete(paths.CONTROLLER)
            await c.settle()
        await c.add_broker(2)
        assert (await c.state("t")).leader == 2
        await c.write_isr("t", [2, 3])
        assert await c.topic("t") is None
        assert c.context.topics_to_delete == set()
