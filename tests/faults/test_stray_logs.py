"""A broker comes back with logs that it should not have any more: they are set aside whole, and in nobody's way."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.timer.clock import SystemClock
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

STAYS, GOES = TopicPartition("stays", 0), TopicPartition("goes", 0)
CALM_SECONDS_MAX = 60
LOOK_SECONDS = 0.02


@pytest.fixture
async def cluster():
    async with LocalCluster(3, in_loop=True, config={"auto.create.topics.enable": "false"}) as cluster:
        yield cluster


@pytest.fixture
async def admin(cluster):
    async with Admin(cluster.bootstrap) as admin:
        yield admin


async def create(admin, name, *replicas):
    await admin.create_topics([NewTopic(name=name, assignments={0: list(replicas)})])


async def write(cluster, partition, *values):
    async with Producer(cluster.bootstrap, acks="all") as producer:
        for value in values:
            await producer.send_and_wait(partition.topic, value, partition=0)


async def read(cluster, partition, count):
    async with Consumer(cluster.bootstrap) as consumer:
        await consumer.assign([partition], start="beginning")
        return [(await anext(consumer)).value for _ in range(count)]


async def move(admin, partition, *replicas):
    await admin.alter_partition_reassignments({partition: list(replicas)})
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while await admin.list_partition_reassignments([partition]):  # noqa: ASYNC110 - outside the brokers
            await asyncio.sleep(LOOK_SECONDS)


def log_files(cluster, broker_id, pattern):
    """The log of the one directory of this broker that is called so."""
    (directory,) = (cluster.data_dir / f"broker-{broker_id}").glob(pattern)
    return b"".join(path.read_bytes() for path in sorted(directory.glob("*.log")))


async def set_aside(cluster, broker_id):
    """What was in the log of `goes`, when it has been set aside: the controller says so after the start."""
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while not list((cluster.data_dir / f"broker-{broker_id}").glob("goes-0.*-stray")):  # noqa: ASYNC110 - a file
            await asyncio.sleep(LOOK_SECONDS)
    return log_files(cluster, broker_id, "goes-0.*-stray")


async def test_bug_45_a_replica_that_was_moved_elsewhere_while_its_broker_was_down(cluster, admin):
    await create(admin, "stays", 0, 1)
    await create(admin, "goes", 0, 1)
    await write(cluster, GOES, b"a", b"b")
    before = log_files(cluster, 1, "goes-0")
    await cluster.kill(1)
    await move(admin, GOES, 0, 2)
    await cluster.restart(1)
    assert await set_aside(cluster, 1) == before != b""
    await write(cluster, STAYS, b"x")

    await move(admin, GOES, 1, 0)
    await write(cluster, GOES, b"c")
    assert await read(cluster, GOES, 3) == [b"a", b"b", b"c"]
    assert log_files(cluster, 1, "goes-0") == log_files(cluster, 0, "goes-0")


async def test_bug_42_a_topic_that_was_deleted_by_hand_while_its_broker_was_down_and_made_anew(cluster, admin):
    await create(admin, "stays", 1, 0)
    await create(admin, "goes", 1)
    await write(cluster, GOES, b"old")
    before = log_files(cluster, 1, "goes-0")
    await cluster.kill(1)
    zk = KazooZk(cluster.zookeeper, session_timeout_ms=10_000, clock=SystemClock())
    await zk.start(10_000)
    await zk.delete_recursive(paths.topic("goes"))
    await zk.close()
    await create(admin, "next", 0)  # then the controller has read the list of topics without `goes`
    await cluster.restart(1)
    assert await set_aside(cluster, 1) == before != b""

    await create(admin, "goes", 1)
    await write(cluster, GOES, b"new")
    assert await read(cluster, GOES, 1) == [b"new"]
