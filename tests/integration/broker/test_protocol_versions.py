"""Three brokers under values of `inter.broker.protocol.version` that lie between the profiles, or below them."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.protocol.api_keys import ApiKey

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TP = TopicPartition("t", 0)
RECORDS = 60


@pytest.mark.parametrize("version", ["0.10.0", "2.2", "2.7", "2.8", "3.1", "3.5"])
async def test_a_leader_dies_and_nothing_acknowledged_is_lost(version):
    async with (
        LocalCluster(3, in_loop=True, config={"inter.broker.protocol.version": version}) as cluster,
        Admin(cluster.bootstrap) as admin,
        Producer(cluster.bootstrap, acks="all") as producer,
        Consumer(cluster.bootstrap) as consumer,
    ):
        topic = NewTopic(name="t", num_partitions=1, replication_factor=3, configs={"min.insync.replicas": "2"})
        await admin.create_topics([topic])
        for number in range(RECORDS):
            if number == RECORDS // 2:
                (info,) = await admin.describe_topics(["t"])
                await cluster.kill(info.partitions[0].leader)
            await producer.send_and_wait("t", b"%d" % number, partition=0)
        await consumer.assign([TP], start="beginning")
        async with asyncio.timeout(30):
            assert [(await anext(consumer)).value for _ in range(RECORDS)] == [b"%d" % n for n in range(RECORDS)]


@pytest.mark.parametrize(
    ("version", "alter_partition", "update_metadata", "produce"),
    [("1.1", None, (0, 4), (0, 6)), ("2.8", (0, 0), (0, 7), (0, 6)), ("3.4", (0, 2), (0, 8), (0, 9))],
)
async def test_a_broker_answers_what_its_peers_send(version, alter_partition, update_metadata, produce):
    async with (
        LocalCluster(1, in_loop=True, config={"inter.broker.protocol.version": version}) as cluster,
        Admin(cluster.bootstrap) as admin,
    ):
        ranges = await admin.api_versions(0)
        assert ranges.get(ApiKey.ALTER_PARTITION) == alter_partition
        assert ranges[ApiKey.UPDATE_METADATA] == update_metadata
        assert ranges[ApiKey.PRODUCE] == produce
