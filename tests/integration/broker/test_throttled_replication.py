"""A throttled move on real brokers: the new replica stays behind, those in sync do not, and lifting it ends that."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, LocalCluster, Producer, TopicPartition
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import NewTopic

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TP = TopicPartition("t", 0)
WAIT_SECONDS_MAX = 60
BATCH = b"x" * 100_000
RATE = "1000"
"""Far below what the loop takes: one fetch uses it up for as long as anything is remembered."""


@pytest.fixture
async def cluster():
    async with LocalCluster(3, in_loop=True, config={"auto.leader.rebalance.enable": "false"}) as cluster:
        yield cluster


async def until(ask, condition, what):
    """Waits for what brokers will answer; there is no event for that outside them."""
    try:
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while not condition(answer := await ask()):  # noqa: ASYNC110 - outside the brokers
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"not so: {what}; it is {answer}") from None


async def produce(producer, batches):
    for _ in range(batches):
        await producer.send("t", BATCH, partition=0)
    await producer.flush()


@pytest.mark.parametrize("side", ["leader", "follower"])
async def test_a_throttled_replica_stays_behind_and_the_isr_does_not(cluster, side):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await admin.create_topics([NewTopic(name="t", assignments={0: [0, 1]}, configs={"min.insync.replicas": "2"})])
        await produce(producer, 60)
        for broker_id in range(3):
            rate = Changes(set={f"{side}.replication.throttled.rate": RATE})
            await admin.alter_configs(ConfigResource.broker(broker_id), rate)
        lists = Changes(set={f"{side}.replication.throttled.replicas": "*"})
        await admin.alter_configs(ConfigResource.topic("t"), lists)

        await admin.alter_partition_reassignments({TP: [0, 1, 2]})
        await produce(producer, 60)  # acks=all: broker 1 is throttled by name and keeps up all the same
        (topic,) = await admin.describe_topics(["t"])
        assert sorted(topic.partitions[0].isr) == [0, 1]
        assert await admin.list_partition_reassignments([TP])

        await admin.alter_configs(ConfigResource.topic("t"), Changes(delete=[*lists.set]))
        await until(admin.list_partition_reassignments, lambda moves: not moves, "the new replica is in sync")
        (topic,) = await admin.describe_topics(["t"])
        assert sorted(topic.partitions[0].replicas) == [0, 1, 2]
