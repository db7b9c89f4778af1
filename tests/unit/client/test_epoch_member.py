"""The bundled consumer in groups of the consumer protocol (KIP-848): what it hears in words, and how it is fenced."""

from __future__ import annotations

import asyncio
import re

import pytest

from kavka.client.admin import Admin
from kavka.client.consumer import Consumer, RebalanceListener
from kavka.client.epoch_member import re2_text
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import (
    GroupIdNotFound,
    GroupMaxSizeReached,
    InvalidRegularExpression,
    StaleMemberEpoch,
    UnreleasedInstanceId,
    UnsupportedAssignor,
    UnsupportedVersion,
)
from kavka.simulation.cluster import simulated
from kavka.wire.errors import UnsupportedByBroker

LATEST = {"inter.broker.protocol.version": "3.9"}
POLL_MS = 3_000
SESSION_MS = 45_000
A = [TopicPartition("a", 0), TopicPartition("a", 1)]


def with_cluster(use, **settings):
    """Runs `use(cluster)` as the client "reader" of three brokers that have topic "a"."""
    cluster = simulated(1, settings=LATEST | {key.replace("_", "."): value for key, value in settings.items()})

    async def work():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="a", num_partitions=2, replication_factor=3)])
        return await use(cluster)

    async def live():
        await cluster.start_all()
        return await cluster.client("reader", work)

    with cluster.world() as loop:
        return loop.run_until_complete(live())


def consumer_of(cluster, **options):
    return Consumer(
        cluster.bootstrap, **{"group_id": "g", "group_protocol": "consumer", "offset_reset": "earliest", **options}
    )


async def poll_until(condition, *consumers):
    async with asyncio.timeout(300):
        while not condition():
            for consumer in consumers:
                await consumer.poll(timeout_ms=POLL_MS)


async def refusal(cluster, **options):
    """Polls until the group refuses the consumer."""
    async with consumer_of(cluster, **options) as consumer:
        consumer.subscribe("a")
        await poll_until(lambda: False, consumer)


class TestWhatARefusalSays:
    def test_an_assignor_that_the_coordinator_does_not_have(self):
        with pytest.raises(UnsupportedAssignor, match=r"could not join in group 'g'.*uniform, range"):
            with_cluster(lambda cluster: refusal(cluster, group_remote_assignor="sticky"))

    def test_brokers_that_have_only_the_classic_protocol(self):
        with pytest.raises(UnsupportedVersion, match=r"group\.coordinator\.rebalance\.protocols"):
            with_cluster(refusal, **{"group.coordinator.rebalance.protocols": "classic"})

    def test_brokers_that_are_too_old(self):
        settings = {"inter.broker.protocol.version": "3.0"}
        with pytest.raises(UnsupportedByBroker, match=r"KIP-848.*group_protocol='classic'"):
            with_cluster(refusal, **settings)

    def test_a_group_that_is_full(self):
        async def use(cluster):
            async with consumer_of(cluster) as first:
                first.subscribe("a")
                await poll_until(first.assignment, first)
                await refusal(cluster)

        with pytest.raises(GroupMaxSizeReached, match="has 1 members"):
            with_cluster(use, **{"group.consumer.max.size": "1"})

    def test_a_group_whose_members_speak_the_other_protocol(self):
        async def use(cluster):
            async with consumer_of(cluster, group_protocol="classic") as first:
                first.subscribe("a")
                await poll_until(first.assignment, first)
                await refusal(cluster)

        with pytest.raises(GroupIdNotFound, match=r"group\.consumer\.migration\.policy is disabled"):
            with_cluster(use, **{"group.consumer.migration.policy": "disabled"})

    def test_an_expression_is_refused_and_another_is_taken(self):
        async def use(cluster):
            async with consumer_of(cluster) as consumer:
                consumer.subscribe(re.compile(r"(a)\1?"))
                with pytest.raises(InvalidRegularExpression, match="in group 'g'"):
                    await poll_until(consumer.assignment, consumer)
                consumer.subscribe(re.compile("A|b", re.IGNORECASE))
                await poll_until(consumer.assignment, consumer)
                return sorted(consumer.assignment()), consumer.subscription()

        assert with_cluster(use) == (A, {"a"})

    @pytest.mark.parametrize(
        ("pattern", "text"),
        [
            (re.compile("a.*"), "a.*"),
            (re.compile("a.*", re.ASCII), "a.*"),
            (re.compile("a.*", re.IGNORECASE | re.DOTALL), "(?is)a.*"),
        ],
    )
    def test_flags_are_re2s(self, pattern, text):
        assert re2_text(pattern) == text

    def test_flags_that_re2_does_not_have(self):
        with pytest.raises(ValueError, match=r"RE2.*VERBOSE"):
            re2_text(re.compile("a .*", re.VERBOSE))

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"group_protocol": "new"}, "neither 'classic' nor 'consumer'"),
            ({"group_protocol": "classic", "group_remote_assignor": "range"}, "is for group_protocol='consumer'"),
            ({"assignors": ["range"]}, "see group_remote_assignor"),
            ({"session_timeout_ms": 6_000}, r"group\.consumer\.session\.timeout\.ms"),
            ({"heartbeat_interval_ms": 500}, r"group\.consumer\.heartbeat\.interval\.ms"),
        ],
    )
    def test_settings_that_do_not_go_together(self, options, said):
        with pytest.raises(ValueError, match=said):
            Consumer("localhost", **{"group_id": "g", "group_protocol": "consumer", **options})


class Told(RebalanceListener):
    def __init__(self):
        self.events = []

    async def partitions_assigned(self, partitions):
        self.events.append(("assigned", partitions))

    async def partitions_revoked(self, partitions):
        self.events.append(("revoked", partitions))

    async def partitions_lost(self, partitions):
        self.events.append(("lost", partitions))


class TestALifeInTheGroup:
    def test_who_was_cut_off_for_longer_than_its_session_loses_all_and_joins_again(self):
        async def use(cluster):
            told = Told()
            async with consumer_of(cluster, request_timeout_ms=5_000) as consumer:
                consumer.subscribe("a", told)
                await poll_until(consumer.assignment, consumer)
                epoch = consumer.group_metadata().generation_id
                for broker in cluster.brokers:
                    cluster.links.cut("reader", broker.name)
                await poll_until_moment(consumer, 2 * SESSION_MS)
                cluster.links.heal_all()
                await poll_until(lambda: len(told.events) == 3, consumer)
                return list(told.events), consumer.group_metadata().generation_id > epoch

        events, is_later = with_cluster(use)
        assert events == [("assigned", A), ("lost", A), ("assigned", A)]
        assert is_later

    def test_two_lives_of_a_static_member(self):
        """Its second life has the partitions at once; beside its first one it is refused."""

        async def use(cluster):
            options = {"group_instance_id": "i"}
            async with consumer_of(cluster, **options) as first:
                first.subscribe("a")
                await poll_until(first.assignment, first)
                with pytest.raises(UnreleasedInstanceId, match="instance i"):
                    await refusal(cluster, **options)
                await first.poll(timeout_ms=POLL_MS)
                assert sorted(first.assignment()) == A
            async with Admin(cluster.bootstrap) as admin:
                [away] = (await admin.describe_group("g")).members
            async with consumer_of(cluster, **options) as second:
                second.subscribe("a")
                await poll_until(second.assignment, second)
                return away.group_instance_id, sorted(second.assignment())

        assert with_cluster(use) == ("i", A)

    def test_a_commit_goes_on_in_the_next_epoch(self):
        """The epoch moves while a commit is refused as stale: it is said again, as long as the partitions are held."""

        async def use(cluster):
            async with consumer_of(cluster, auto_commit=False) as first, consumer_of(cluster) as second:
                first.subscribe("a")
                await poll_until(first.assignment, first)
                second.subscribe("a")
                await second.poll(timeout_ms=0)
                committed = 0
                async with asyncio.timeout(300):
                    while len(first.assignment()) != 1 or len(second.assignment()) != 1:
                        await first.commit(dict.fromkeys(first.assignment(), 0))
                        committed += 1
                        await asyncio.gather(first.poll(timeout_ms=50), second.poll(timeout_ms=50))
                return committed

        assert with_cluster(use) > 0

    def test_what_was_given_up_while_it_was_under_way_is_not_committed_for_others(self):
        async def use(cluster):
            async with consumer_of(cluster, auto_commit=False, request_timeout_ms=1_000) as consumer:
                consumer.subscribe("a")
                await poll_until(consumer.assignment, consumer)
                for broker in cluster.brokers:
                    cluster.links.cut("reader", broker.name)
                async with asyncio.TaskGroup() as tasks:
                    commit = tasks.create_task(refused_commit(consumer))
                    await asyncio.sleep(2)
                    await consumer.unsubscribe()
                    cluster.links.heal_all()
                return str(commit.result())

        assert "given up meanwhile" in with_cluster(use)


async def refused_commit(consumer):
    with pytest.raises(StaleMemberEpoch) as refused:
        await consumer.commit(dict.fromkeys(A, 1))
    return refused.value


async def poll_until_moment(consumer, wait_ms):
    """Polls for a while, whatever comes."""
    loop = asyncio.get_running_loop()
    end = loop.time() + wait_ms / 1_000
    while loop.time() < end:
        await consumer.poll(timeout_ms=POLL_MS)
