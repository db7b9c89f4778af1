"""A whole cluster in virtual time, with the bundled client: faults by one call each, and one run from one seed."""

from __future__ import annotations

import asyncio

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.simulation.cluster import simulated
from kavka.simulation.virtual_loop import running

DEADLINE = 300
"""Virtual seconds."""


def live(seed, main):
    """Runs `main(cluster)` in a cluster of three that is up."""
    cluster = simulated(seed)

    async def whole():
        async with asyncio.timeout(DEADLINE):
            await cluster.start_all()
            return await main(cluster)

    with running(cluster.loop) as loop:
        return loop.run_until_complete(whole())


async def make_topic(cluster, name="t"):
    async def make():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=name, num_partitions=3, replication_factor=3)])

    await cluster.client("admin", make)


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


def test_a_broker_that_is_paused_for_longer_than_its_session_comes_back():
    async def main(cluster):
        await make_topic(cluster)
        broker = cluster.brokers[0]
        cluster.pause(broker)
        await asyncio.sleep(40)
        cluster.resume(broker)
        await asyncio.sleep(20)
        return len(await sending(cluster, 9))

    assert live(3, main) == 9


def test_a_broker_that_is_stopped_ends_as_it_should():
    async def main(cluster):
        broker = cluster.brokers[2]
        broker.stop()
        await broker.is_over.wait()
        return broker.ended

    assert live(4, main) is None
