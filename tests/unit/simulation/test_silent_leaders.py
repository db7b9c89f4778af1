"""A leader that answers nothing holds no batch captive: it goes to whoever is elected meanwhile, once and in order."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.connection import CONNECT_TIMEOUT_MS
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.agreement import replicas_differ, unsettled
from kavka.simulation.cluster import simulated

LEADER = 1
"""The first of the replicas that the topic is given."""

RECORDS = 20
DEADLINE = 300


def pause(cluster):
    cluster.pause(cluster.brokers[LEADER - 1])


def cut(cluster):
    """Nothing comes to its host any more, nor from there."""
    cluster.links.take_down("broker-1")


def isolate(cluster):
    """The others lose it, its clients do not."""
    for other in ("broker-2", "broker-3", "zookeeper"):
        cluster.links.cut("broker-1", other)


class Life:
    """One producer's life around the fault."""

    def __init__(self, cluster, fault):
        self.cluster = cluster
        self.fault = fault
        self.offsets = []
        self.seconds = 0.0

    def producer(self, *, knows=slice(1, None), **options):
        """It knows the way in by brokers that stay, unless it is told otherwise."""
        return Producer(self.cluster.bootstrap.split(",")[knows], linger_ms=0, batch_bytes=100, **options)

    async def send(self, producer, numbers):
        return [await producer.send("t", b"%020d" % number, partition=0) for number in numbers]

    async def measured(self, deliveries):
        began = asyncio.get_running_loop().time()
        self.offsets += [(await delivery).offset for delivery in deliveries]
        self.seconds = asyncio.get_running_loop().time() - began

    async def not_yet_connected(self):
        async with self.producer() as producer:
            await producer.partitions_for("t")
            self.fault(self.cluster)
            await self.measured(await self.send(producer, range(RECORDS)))

    async def in_the_middle(self):
        """The leader has a batch of which it says nothing; whether it ever appends it, nobody knows."""
        async with self.producer(request_timeout_ms=1_000) as producer:
            await self.measured(await self.send(producer, range(5)))
            self.fault(self.cluster)
            await self.measured(await self.send(producer, range(5, RECORDS)))

    async def connected_to_nobody_else(self):
        """The leader's word for it that it leads is all that this producer has, as long as it asks nobody else."""
        async with self.producer(knows=slice(0, 1), request_timeout_ms=1_000) as producer:
            await self.measured(await self.send(producer, range(5)))
            self.fault(self.cluster)
            await self.measured(await self.send(producer, range(5, RECORDS)))


async def read_all(bootstrap):
    found, tp = [], TopicPartition("t", 0)
    async with Consumer(bootstrap, offset_reset="earliest") as consumer:
        await consumer.assign([tp])
        end = (await consumer.end_offsets([tp]))[tp]
        while await consumer.position(tp) < end:
            for records in (await consumer.poll(timeout_ms=1_000)).values():
                found += [int(record.value) for record in records]
        return found


async def lived(cluster, fault, life):
    async def make():
        async with Admin(cluster.bootstrap) as admin:
            topic = NewTopic(name="t", assignments={0: [LEADER, 2, 3]})
            await admin.create_topics([topic])

    await cluster.client("admin", make)
    one = Life(cluster, fault)
    await cluster.client("producer", lambda: life(one))
    cluster.resume(cluster.brokers[LEADER - 1])
    cluster.links.bring_up("broker-1")
    cluster.links.heal_all()
    while unsettled(cluster, cluster.zookeeper.tree):
        await cluster.zookeeper.clock.sleep(500)
    assert replicas_differ(cluster) == []
    return one, await cluster.client("consumer", lambda: read_all(cluster.bootstrap))


@pytest.mark.parametrize(
    ("fault", "life"),
    [
        *((fault, life) for fault in (pause, cut) for life in (Life.not_yet_connected, Life.in_the_middle)),
        (isolate, Life.connected_to_nobody_else),
    ],
)
def test_a_batch_goes_to_the_next_leader_before_the_dial_to_the_last_one_fails(fault, life):
    cluster = simulated(11, settings={"zookeeper.session.timeout.ms": "6000"})

    async def whole():
        async with asyncio.timeout(DEADLINE):
            await cluster.start_all()
            return await lived(cluster, fault, life)

    with cluster.world() as loop:
        one, read = loop.run_until_complete(whole())
    assert read == list(range(RECORDS))
    assert one.offsets == list(range(RECORDS))
    assert one.seconds * 1_000 < CONNECT_TIMEOUT_MS
