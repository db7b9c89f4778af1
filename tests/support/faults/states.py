"""The topic that the fault tests write to, and the states of it that they wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from kavka import Admin, TopicPartition
from kavka.client.admin import PartitionInfo
from kavka.common.types import NewTopic
from kavka.protocol.errors import KafkaError
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode
from kavka.zk.paths import ControllerZNode
from tests.support.faults.checker import FETCH_VERSION, History, Replica, complaints, read_replicas

PARTITIONS = 3
CALM_SECONDS_MAX = 60


async def create(admin: Admin, **settings: str) -> None:
    """Three partitions on three brokers, two of which must have a record before it counts."""
    configs: dict[str, str | None] = {
        "min.insync.replicas": "2",
        **{name.replace("_", "."): value for name, value in settings.items()},
    }
    await admin.create_topics([NewTopic(name="t", num_partitions=PARTITIONS, replication_factor=3, configs=configs)])


async def leader_of(admin: Admin, partition: int = 0) -> int:
    """Who leads a partition now."""
    (topic,) = await admin.describe_topics(["t"])
    return topic.partitions[partition].leader


async def until(admin: Admin, condition: Callable[[Mapping[int, PartitionInfo]], bool], what: str) -> None:
    """Until the partitions are as wished; nobody outside the brokers is told of it."""
    partitions: Mapping[int, PartitionInfo] = {}
    try:
        async with asyncio.timeout(CALM_SECONDS_MAX):
            while True:
                (topic,) = await admin.describe_topics(["t"])
                partitions = topic.partitions
                if condition(partitions):
                    return
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"not so: {what}; they are {partitions}") from None


async def until_in_sync(admin: Admin) -> None:
    """Until every partition has a leader, and every replica is in its ISR."""
    await until(
        admin,
        lambda partitions: all(info.leader >= 0 and len(info.isr) == 3 for info in partitions.values()),
        "every replica is in sync",
    )


async def until_alike(bootstrap: str, *, fetch_version: int = FETCH_VERSION) -> dict[TopicPartition, list[Replica]]:
    """What the replicas have, once followers know the last high watermark, which comes with their next fetch."""
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while True:
            replicas = await read_replicas(bootstrap, "t", fetch_version=fetch_version)
            if all(len({copy.high_watermark for copy in copies}) == 1 for copies in replicas.values()):
                return replicas
            await asyncio.sleep(0.05)


async def check(bootstrap: str, admin: Admin, history: History, *, fetch_version: int = FETCH_VERSION) -> None:
    """Waits for calm, then holds every replica against what clients have seen."""
    await until_in_sync(admin)
    found = complaints(history, await until_alike(bootstrap, fetch_version=fetch_version))
    assert not found, "\n".join(found)


async def controller(zk: ZkClient, *, other_than: int = -1) -> int:
    """Who is elected, as soon as that is somebody else."""
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while True:
            try:
                elected = ControllerZNode.decode((await zk.get(paths.CONTROLLER))[0]).broker_id
            except NoNode:
                elected = other_than
            if elected != other_than:
                return elected
            await asyncio.sleep(0.05)


async def epoch(zk: ZkClient) -> int:
    """How many controllers there have been."""
    return paths.decode_int((await zk.get(paths.CONTROLLER_EPOCH))[0])


async def create_somehow(admin: Admin, name: str) -> None:
    """Creates a topic: clients look for the controller until they have found it."""
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while True:
            try:
                await admin.create_topics([NewTopic(name=name, num_partitions=2, replication_factor=2)])
                return
            except (KafkaError, OSError):
                await asyncio.sleep(0.05)
