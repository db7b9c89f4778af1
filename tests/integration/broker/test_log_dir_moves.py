"""A replica that moves between the directories of a real broker, while producers and consumers use it."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import NewTopic
from kavka.protocol.errors import LogDirNotFound, ReplicaNotAvailable

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TP = TopicPartition("t", 0)
WAIT_SECONDS_MAX = 60
VALUE = b"x" * 50_000
RATE_KEY = "replica.alter.log.dirs.io.max.bytes.per.second"


@pytest.fixture
async def cluster(tmp_path):
    """One broker with two directories."""
    config = {"log.dirs": f"{tmp_path / 'one'},{tmp_path / 'two'}", "num.partitions": "1"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster:
        yield cluster


async def where(admin):
    """(the directories that have the partition, those that it moves to)"""
    infos = await admin.describe_log_dirs(0)
    return [info.path for info in infos if TP in info.sizes], [info.path for info in infos if TP in info.arriving]


async def until_moved(admin, path):
    async with asyncio.timeout(WAIT_SECONDS_MAX):
        while await where(admin) != ([path], []):  # noqa: ASYNC110 - outside the broker
            await asyncio.sleep(0.01)


async def other_directory(admin):
    (now,), _ = await where(admin)
    return next(info.path for info in await admin.describe_log_dirs(0) if info.path != now)


async def read(bootstrap, count):
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TP], start="beginning")
        return [(await anext(consumer)).value for _ in range(count)]


async def test_it_moves_there_and_back_under_a_producer(cluster):
    acknowledged = []

    async def produce(producer):
        for number in range(1_000_000):
            value = b"%d" % number
            await producer.send("t", value, partition=0)
            await producer.flush()
            acknowledged.append(value)

    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        async with asyncio.TaskGroup() as group:
            producing = group.create_task(produce(producer))
            for _ in range(4):
                target = await other_directory(admin)
                count = len(acknowledged)
                assert await admin.alter_replica_log_dirs(0, {TP: target}) == {TP: None}
                await until_moved(admin, target)
                while len(acknowledged) < count + 20:  # noqa: ASYNC110 - the producer is another task
                    await asyncio.sleep(0.01)
            producing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await producing
        assert (await read(cluster.bootstrap, len(acknowledged))) == acknowledged


async def test_a_broker_that_is_killed_goes_on_with_its_moves(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        for _ in range(60):
            await producer.send("t", VALUE, partition=0)
        await producer.flush()
        await admin.alter_configs(ConfigResource.broker(0), Changes(set={RATE_KEY: "1000"}))
        (source,), _ = await where(admin)
        target = await other_directory(admin)
        await admin.alter_replica_log_dirs(0, {TP: target})
        assert await where(admin) == ([source], [target]), "the quota keeps it from being quick"
        await cluster.kill(0)
        await cluster.restart(0)
        assert await where(admin) == ([source], [target])
        await admin.alter_configs(ConfigResource.broker(0), Changes(delete=[RATE_KEY]))
        await until_moved(admin, target)
        assert await read(cluster.bootstrap, 60) == [VALUE] * 60


async def test_what_a_broker_cannot_move(cluster):
    async with Admin(cluster.bootstrap) as admin:
        (path, _) = [info.path for info in await admin.describe_log_dirs(0)]
        outcome = await admin.alter_replica_log_dirs(0, {TP: path, TopicPartition("t", 1): "/nowhere"})
        assert isinstance(outcome[TP], ReplicaNotAvailable)
        assert isinstance(outcome[TopicPartition("t", 1)], LogDirNotFound)
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        assert await where(admin) == ([path], []), "it is made where it was wanted"
