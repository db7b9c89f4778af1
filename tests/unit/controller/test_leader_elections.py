"""Elections that somebody asks for, by API or by file, and those that are due."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, NotController
from kavka.zk import paths
from kavka.zk.paths import PreferredReplicaElectionZNode
from tests.support.controller.harness import PROFILES, cluster
from tests.support.controller.reassignments import T0, alter

T1 = TopicPartition("t", 1)


async def elect(c, *partitions, is_unclean=False):
    results = await c.active.requests.elect_leaders(partitions, is_unclean=is_unclean, timeout_ms=1000)
    await c.settle()
    return {partition: result.error_code for partition, result in results.items()}


async def leader(c, partition=T0):
    return (await c.state(*partition)).leader


async def away(c, broker_id):
    """A broker goes and comes back, in sync, and leads nothing any more."""
    await c.remove_broker(broker_id)
    await c.add_broker(broker_id)
    for topic, partitions in c.context.assignments.items():
        for number, assignment in partitions.items():
            if broker_id in assignment.replicas:
                await c.write_isr(topic, sorted(assignment.replicas), number)


class TestPreferred:
    async def test_the_first_replica_leads_again(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [3, 2]})
            await away(c, 3)
            assert await leader(c) == 2
            c.forget()
            assert await elect(c, T0) == {T0: 0}
            assert await leader(c) == 3
            assert {b: c.brokers[b].leaderships()[T0].leader for b in (2, 3)} == {2: 3, 3: 3}
            assert c.brokers[1].metadata()[T0].leader == 3
            assert await elect(c, T0) == {T0: ErrorCode.ELECTION_NOT_NEEDED}

    async def test_the_answer_says_who_leads(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await away(c, 2)
            results = await c.active.requests.elect_leaders([T0], is_unclean=False, timeout_ms=1000)
            assert results[T0].leader == 2

    async def test_not_when_it_is_dead_or_behind(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await c.remove_broker(2)
            assert await elect(c, T0) == {T0: ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE}
            await c.add_broker(2)
            assert await elect(c, T0) == {T0: ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE}
            assert await leader(c) == 1

    async def test_each_partition_has_its_own_outcome(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2, 1], 1: [1, 2]})
            await away(c, 2)
            unknown = TopicPartition("nope", 0)
            assert await elect(c, T0, T1, unknown) == {
                T0: 0,
                T1: ErrorCode.ELECTION_NOT_NEEDED,
                unknown: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            }

    async def test_not_of_topics_that_are_being_deleted(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await away(c, 2)
            c.brokers[1].may_answer.clear()
            await c.active.requests.delete_topics(["t"], timeout_ms=1000)
            assert await elect(c, T0) == {T0: ErrorCode.INVALID_TOPIC_EXCEPTION}
            c.brokers[1].may_answer.set()

    async def test_only_the_controller_is_asked(self):
        async with cluster(1, 2) as c:
            with pytest.raises(NotController):
                await c.nodes[2].controller.requests.elect_leaders([T0], is_unclean=False, timeout_ms=1000)


class TestUnclean:
    async def test_anybody_who_lives_where_nobody_leads(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [2, 3], 1: [3, 1]})
            await c.write_isr("t", [2])
            await c.remove_broker(2)
            assert await leader(c) == -1
            assert await elect(c, T0) == {T0: ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE}
            assert await elect(c, T0, T1, is_unclean=True) == {T0: 0, T1: ErrorCode.ELECTION_NOT_NEEDED}
            assert ((await c.state("t")).leader, (await c.state("t")).isr) == (3, (3,))
            assert c.active.statistics().unclean_elections == 1
            assert c.active.statistics().illegal_transitions == 0

    async def test_nobody_who_lives(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2]})
            await c.remove_broker(2)
            assert await elect(c, T0, is_unclean=True) == {T0: ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE}
            await c.add_broker(2)
            assert await leader(c) == 2

    async def test_the_isr_comes_first(self):
        async with cluster(1, 2, 3) as c:
            await c.create_assigned("t", {0: [2, 3]})
            await c.remove_broker(2)
            await c.remove_broker(3)
            assert (await c.state("t")).isr == (3,)
            await c.add_broker(2)
            assert await leader(c) == -1
            assert await elect(c, T0, is_unclean=True) == {T0: 0}
            assert await leader(c) == 2

    async def test_a_partition_that_never_had_a_leader(self):
        async with cluster(1) as c:
            await c.write_topic("t", {0: [9]})
            await c.settle()
            assert await elect(c, T0, is_unclean=True) == {T0: ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE}
            assert c.active.statistics().illegal_transitions == 0


@pytest.mark.parametrize("profile", PROFILES)
class TestByFile:
    async def ask(self, c, *partitions):
        await c.admin.create(paths.PREFERRED_REPLICA_ELECTION, PreferredReplicaElectionZNode(partitions).encode())
        await c.settle()
        assert await c.admin.exists(paths.PREFERRED_REPLICA_ELECTION) is None

    async def test_elects_and_goes_and_may_come_again(self, profile):
        async with cluster(1, 2, profile=profile) as c:
            await c.create_assigned("t", {0: [2, 1]})
            for _ in range(2):
                await away(c, 2)
                assert await leader(c) == 1
                # Partitions that are unknown spoil nothing (2.0.0 threw).
                await self.ask(c, TopicPartition("nope", 3), T0)
                assert await leader(c) == 2

    async def test_an_election_that_cannot_be_goes_too(self, profile):
        async with cluster(1, 2, profile=profile) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await c.remove_broker(2)
            await self.ask(c, T0)
            assert await leader(c) == 1

    async def test_rubbish_is_deleted(self, profile):
        async with cluster(1, profile=profile) as c:
            await c.admin.create(paths.PREFERRED_REPLICA_ELECTION, b"rubbish")
            await c.settle()
            assert await c.admin.exists(paths.PREFERRED_REPLICA_ELECTION) is None

    async def test_the_next_controller_finds_it(self, profile):
        async with cluster(1, 2, profile=profile) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await away(c, 2)
            c.nodes[1].zk.suspend()
            await c.admin.create(paths.PREFERRED_REPLICA_ELECTION, PreferredReplicaElectionZNode((T0,)).encode())
            c.server.close_session(c.nodes[1].zk.session_id)
            await c.settle()
            assert c.nodes[2].controller.is_active
            assert await leader(c) == 2
            assert await c.admin.exists(paths.PREFERRED_REPLICA_ELECTION) is None
            c.nodes[1].zk.resume()
            await c.settle()


class TestAutomatic:
    async def test_five_seconds_after_the_election_and_then_every_interval(self):
        async with cluster(1, 2, imbalance_check_interval_ms=60_000) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await away(c, 2)
            await c.pass_time(4)
            assert await leader(c) == 1
            await c.pass_time(1)
            assert await leader(c) == 2
            await away(c, 2)
            await c.pass_time(59)
            assert await leader(c) == 1
            await c.pass_time(1)
            assert await leader(c) == 2

    async def test_not_when_it_is_switched_off(self):
        async with cluster(1, 2, is_auto_rebalance_enabled=False) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await away(c, 2)
            await c.pass_time(1_000)
            assert await leader(c) == 1

    @pytest.mark.parametrize(("percentage", "expected"), [(49, 2), (50, 1)])
    async def test_only_above_the_tolerated_share(self, percentage, expected):
        async with cluster(1, 2, 3, imbalance_percentage_max=percentage) as c:
            await c.create_assigned("t", {0: [2, 1], 1: [2, 3]})
            await c.write_isr("t", [2, 3], 1)
            await away(c, 2)
            await elect(c, T1)
            assert await leader(c, T1) == 2
            await c.pass_time(5)
            assert await leader(c) == expected

    async def test_never_while_something_is_reassigned(self):
        async with cluster(1, 2, 3, imbalance_check_interval_ms=60_000) as c:
            await c.create_assigned("t", {0: [2, 1], 1: [1, 2]})
            await away(c, 2)
            await alter(c, {T1: [3]})
            await c.pass_time(5)
            assert await leader(c) == 1
            await c.write_isr("t", [1, 2, 3], 1)
            await c.pass_time(60)
            assert await leader(c) == 2

    async def test_not_for_brokers_that_are_gone_and_topics_that_go(self):
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {0: [2, 1]})
            await c.remove_broker(2)
            await c.pass_time(5)
            assert await leader(c) == 1
            assert c.active.statistics().elections_failed == 0

    async def test_all_in_one_round(self):
        """2.0.0 elected one partition a time, one batch of requests each."""
        async with cluster(1, 2) as c:
            await c.create_assigned("t", {number: [2, 1] for number in range(10)})
            await away(c, 2)
            c.forget()
            await c.pass_time(5)
            assert len(c.brokers[1].leaderships()) == 10
            assert c.brokers[1].kinds().count("LeaderAndIsr") == 1


async def test_bug_39_a_term_that_ends_ends_its_timer():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        first = c.nodes[1].controller
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        terms = first.statistics().terms + c.nodes[2].controller.statistics().terms
        assert terms == 2
        handled = c.active.statistics().events_handled["AutoLeaderBalance"]
        await c.pass_time(5)
        assert c.active.statistics().events_handled["AutoLeaderBalance"] == handled + 1, "one timer, not two"
