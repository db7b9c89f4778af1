"""Brokers of three die and come back under acks=all producers: nothing acknowledged is lost, all replicas are alike."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, LocalCluster
from kavka.common.types import NewTopic
from tests.faults.checker import complaints, read_replicas
from tests.faults.workload import running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

PARTITIONS = 3
CONFIG = {"zookeeper.session.timeout.ms": "2000", "replica.lag.time.max.ms": "3000"}
RECORDS = 50
CALM_SECONDS_MAX = 60


async def create(admin: Admin) -> None:
    configs = {"min.insync.replicas": "2"}
    await admin.create_topics([NewTopic(name="t", num_partitions=PARTITIONS, replication_factor=3, configs=configs)])


async def leader_of(admin: Admin, partition: int = 0) -> int:
    (topic,) = await admin.describe_topics(["t"])
    return topic.partitions[partition].leader


async def until_in_sync(admin: Admin) -> None:
    """Until every replica is in its ISR; nobody outside the brokers is told of it."""
    try:
        async with asyncio.timeout(CALM_SECONDS_MAX):
            while True:
                (topic,) = await admin.describe_topics(["t"])
                if all(len(info.isr) == 3 for info in topic.partitions.values()):
                    return
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"not in sync: {topic}") from None


async def until_alike(bootstrap: str) -> dict:
    """What the replicas have, once followers know the last high watermark, which comes with their next fetch."""
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while True:
            replicas = await read_replicas(bootstrap, "t")
            if all(len({copy.high_watermark for copy in copies}) == 1 for copies in replicas.values()):
                return replicas
            await asyncio.sleep(0.05)


async def check(cluster: LocalCluster, admin: Admin, history) -> None:
    await until_in_sync(admin)
    found = complaints(history, await until_alike(cluster.bootstrap))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("role", ["leader", "follower"])
async def test_a_broker_is_killed_and_comes_back(role: str) -> None:
    """kill -9 of the leader of the first partition, or of a follower of it; the others elect, and it catches up."""
    async with LocalCluster(3, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await create(admin)
        async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
            await workload.progress(RECORDS)
            leader = await leader_of(admin)
            victim = leader if role == "leader" else (leader + 1) % 3
            await cluster.kill(victim)
            await workload.progress(RECORDS)
            await cluster.restart(victim)
            await workload.progress(RECORDS)
            await until_in_sync(admin)
        assert not workload.failures
        await check(cluster, admin, workload.history)


async def test_every_broker_dies_in_turn() -> None:
    async with LocalCluster(3, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await create(admin)
        async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
            for victim in range(3):
                await workload.progress(RECORDS)
                await cluster.kill(victim)
                await cluster.restart(victim)
                await until_in_sync(admin)
        await check(cluster, admin, workload.history)
