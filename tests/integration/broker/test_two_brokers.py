"""Two brokers on one ZooKeeper: what the one that is not the controller does for its clients."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.connection import Connection
from kavka.client.delete_records import HIGH_WATERMARK
from kavka.client.producer import Producer
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import InvalidPartitions, InvalidReplicaAssignment, OffsetOutOfRange
from kavka.protocol.messages import CreatePartitionsRequest
from tests.support.broker.whole_broker import DEADLINE, made_by_asking, properties, running


@pytest.fixture
async def brokers(zookeeper, tmp_path):
    """The ports of two brokers; the first is the controller."""
    folders = [tmp_path / "one", tmp_path / "two"]
    values = [
        properties(zookeeper, folder, broker__id=str(number), num__partitions="3", default__replication__factor="2")
        for number, folder in enumerate(folders)
    ]
    async with running(values[0]) as first, running(values[1]) as second:
        yield first.port, second.port


async def ask(port, message, version):
    async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
        return await connection.request(message, version=version)


async def made(port, name):
    async with await Connection.open("127.0.0.1", port, client_id="test") as connection:
        return await made_by_asking(connection, name)


async def test_a_topic_is_made_by_asking_a_broker_that_is_not_the_controller(brokers):
    first, second = brokers
    topic = await made(second, "made")
    assert [sorted(partition.replica_nodes) for partition in topic.partitions] == [[0, 1]] * 3
    assert len((await made(first, "made")).partitions) == 3


async def test_many_clients_miss_the_same_topic_at_once(brokers):
    _, second = brokers
    async with asyncio.timeout(DEADLINE):
        topics = await asyncio.gather(*(made(second, "wanted") for _ in range(20)))
    assert {len(topic.partitions) for topic in topics} == {3}


async def test_partitions_are_added_over_both_brokers(brokers):
    first, second = brokers
    async with Admin(f"127.0.0.1:{second}") as admin:
        await made(first, "grows")
        await admin.create_partitions({"grows": 7}, validate_only=True)
        await admin.create_partitions({"grows": 7})
        (topic,) = await admin.describe_topics(["grows"])
        assert len(topic.partitions) == 7
        assert {info.leader for info in topic.partitions.values()} == {0, 1}
        with pytest.raises(InvalidPartitions, match="Topic already has 7 partitions"):
            await admin.create_partitions({"grows": 7})
        with pytest.raises(InvalidReplicaAssignment, match="Unknown broker"):
            await admin.create_partitions({"grows": 8}, assignments={"grows": [[0, 9]]})
        await admin.create_partitions({"grows": 8}, assignments={"grows": [[1, 0]]})
        (topic,) = await admin.describe_topics(["grows"])
        assert topic.partitions[7].leader == 1
    refused = await ask(
        second,
        CreatePartitionsRequest(
            topics=[CreatePartitionsRequest.CreatePartitionsTopic(name="grows", count=9, assignments=None)],
            timeout_ms=1000,
        ),
        3,
    )
    assert refused.results[0].error_code == 41


async def test_records_are_deleted_wherever_they_are_led(brokers):
    first, _ = brokers
    async with Admin(f"127.0.0.1:{first}") as admin, Producer(f"127.0.0.1:{first}") as producer:
        assignments = {0: [0], 1: [1]}
        await admin.create_topics([NewTopic(name="shrinks", assignments=assignments)])
        for partition in assignments:
            for number in range(4):
                await producer.send("shrinks", b"%d" % number, partition=partition)
        await producer.flush()
        here, there = (TopicPartition("shrinks", partition) for partition in assignments)
        assert await admin.delete_records({here: 3, there: HIGH_WATERMARK}) == {here: 3, there: 4}
        assert await admin.watermarks([here, there]) == {here: (3, 4), there: (4, 4)}
        with pytest.raises(OffsetOutOfRange):
            await admin.delete_records({here: 5})
        sizes = [(await admin.describe_log_dirs(broker_id))[0].sizes for broker_id in (0, 1)]
        assert [list(size) for size in sizes] == [[here], [there]]
        assert all(size > 0 for by_partition in sizes for size in by_partition.values())
