"""A whole cluster in virtual time, with the bundled client: faults by one call each, and one run from one seed."""

from __future__ import annotations

import asyncio
import random

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.simulation.agreement import replicas_differ, unsettled
from kavka.simulation.cluster import simulated
from kavka.simulation.leftovers import left_behind, watches_left_behind
from kavka.simulation.observations import Observations
from kavka.simulation.onlooker import Onlooker
from kavka.zk import paths
from kavka.zk.ops import WatchKind

DEADLINE = 300
"""Virtual seconds."""


def live(seed, main):
    """Runs `main(cluster)` in a cluster of three that is up."""
    cluster = simulated(seed)

    async def whole():
        async with asyncio.timeout(DEADLINE):
            await cluster.start_all()
            return await main(cluster)

    with cluster.world() as loop:
        return loop.run_until_complete(whole())


async def make_topic(cluster, name="t"):
    async def make():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=name, num_partitions=3, replication_factor=3)])

    await cluster.client("admin", make)


async def settled(cluster):
    """Waits until the cluster says of itself that all is well."""
    while unsettled(cluster, cluster.zookeeper.tree):
        await cluster.zookeeper.clock.sleep(500)


def sending(cluster, count, topic="t"):
    """A client that sends so many records, one after the other; its result: their offsets by partition."""

    async def send():
        found = []
        async with Producer(cluster.bootstrap) as producer:
            for number in range(count):
                where = await (await producer.send(topic, b"%d" % number, partition=number % 3))
                found.append((where.partition, where.offset))
        return found

    return cluster.client("producer", send)


def test_three_brokers_start_and_acknowledge_what_is_sent():
    async def main(cluster):
        await make_topic(cluster)
        return await sending(cluster, 30)

    assert sorted(live(1, main)) == sorted((index, offset) for index in range(3) for offset in range(10))


def test_a_producer_outlives_each_brokers_kill_and_restart():
    async def main(cluster):
        await make_topic(cluster)
        for broker in cluster.brokers:
            task = sending(cluster, 30)
            await asyncio.sleep(0.005)
            cluster.kill(broker)
            assert len(await task) == 30
            cluster.start(broker)
            await settled(cluster)
        return [broker.ended for broker in cluster.brokers]

    assert live(2, main) == [None, None, None]


def test_what_was_acknowledged_survives_that_one_machine_after_the_other_loses_power():
    async def main(cluster):
        rng = random.Random(7)
        await make_topic(cluster)
        sent = []
        for broker in cluster.brokers:
            task = sending(cluster, 30)
            await asyncio.sleep(0.005)
            cluster.lose_power(broker, rng)
            await asyncio.sleep(30)
            cluster.restore_power(broker)
            cluster.start(broker)
            sent += await task
            await settled(cluster)
        assert replicas_differ(cluster) == []
        return sorted(sent)

    assert live(2, main) == sorted((index, offset) for index in range(3) for offset in range(30))


def test_zookeeper_is_killed_and_started_again_and_nobody_loses_a_session():
    async def main(cluster):
        await make_topic(cluster)
        await sending(cluster, 1)
        sessions = set(cluster.zookeeper.tree.sessions)
        cluster.kill(cluster.zookeeper)
        await asyncio.sleep(5)
        assert len(await sending(cluster, 9)) == 9
        cluster.zookeeper.start()
        await cluster.zookeeper.is_ready.wait()
        await settled(cluster)
        assert set(cluster.zookeeper.tree.sessions) == sessions
        return len(await sending(cluster, 9))

    assert live(5, main) == 9


def test_a_broker_that_is_paused_for_longer_than_its_session_comes_back():
    async def main(cluster):
        await make_topic(cluster)
        broker = cluster.brokers[0]
        cluster.pause(broker)
        await asyncio.sleep(40)
        cluster.resume(broker)
        await settled(cluster)
        return len(await sending(cluster, 9))

    assert live(3, main) == 9


def test_a_broker_that_is_stopped_ends_as_it_should():
    async def main(cluster):
        broker = cluster.brokers[2]
        broker.stop()
        await broker.is_over.wait()
        await asyncio.sleep(60)
        return broker.ended, left_behind(cluster, broker)

    assert live(4, main) == (None, [])


def test_a_registration_that_outlives_its_broker_is_left_behind():
    async def main(cluster):
        broker, nodes = cluster.brokers[2], cluster.zookeeper.machine.server.tree.nodes
        registered = nodes[paths.broker_id(broker.broker_id)]
        broker.stop()
        await broker.is_over.wait()
        nodes[paths.broker_id(broker.broker_id)] = registered
        return [breach.invariant for breach in left_behind(cluster, broker)]

    assert live(4, main) == ["left-behind"]


def test_a_watch_that_outlives_its_connection_is_left_behind():
    class Gone:
        who = ()

        def notify(self, event, path):
            raise AssertionError("nobody listens any more")

    async def main(cluster):
        for broker in cluster.brokers:
            broker.stop()
            await broker.is_over.wait()
        before = watches_left_behind(cluster)
        cluster.zookeeper.machine.server.tree.watches.add(WatchKind.DATA, "/controller", Gone())
        return before, [breach.invariant for breach in watches_left_behind(cluster)]

    assert live(4, main) == ([], ["left-behind"])


def test_a_cluster_in_which_a_produce_request_waits_is_not_idle():
    async def main(cluster):
        await make_topic(cluster)
        await settled(cluster)
        tree = cluster.zookeeper.machine.server.tree
        followers = [
            broker
            for broker in cluster.brokers
            if not broker.inside.replication.manager.partitions.get("t", 0).is_leader
        ]
        for follower in followers:
            cluster.pause(follower)
        send = sending(cluster, 1)
        await asyncio.sleep(5)
        waits = [reason for reason in unsettled(cluster, tree) if "in the purgatory Produce" in reason]
        for follower in followers:
            cluster.resume(follower)
        await send
        await settled(cluster)
        return waits, len(followers)

    waits, followers = live(4, main)
    assert len(waits) == 1
    assert followers == 2


def test_an_onlooker_sees_each_leader_and_what_they_commit():
    async def main(cluster):
        await make_topic(cluster)
        observations = Observations()
        onlooker = Onlooker(cluster, observations)
        onlooker.look()
        onlooker.look()
        first = len(observations)
        await sending(cluster, 30)
        await settled(cluster)
        onlooker.look()
        assert first == 9, "three replicas of three partitions, and each once"
        assert {(sample.high_watermark, sample.log_end_offset) for sample in list(observations)[first:]} == {(10, 10)}
        assert sum(sample.is_leader for sample in list(observations)[first:]) == 3
        return replicas_differ(cluster)

    assert live(6, main) == []
