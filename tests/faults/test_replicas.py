"""Brokers of three die and come back under acks=all producers: nothing acknowledged is lost, all replicas are alike."""

from __future__ import annotations

import pytest

from kavka import Admin, LocalCluster
from tests.support.faults.states import PARTITIONS, check, create, leader_of, until_in_sync
from tests.support.faults.workload import running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONFIG = {"zookeeper.session.timeout.ms": "2000", "replica.lag.time.max.ms": "3000"}
IN_THREADS = {"kavka.log.write.thread.bytes": "1"}
"""kill -9 then meets appends that are accepted, and not written or written in part."""
RECORDS = 50


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
        await check(cluster.bootstrap, admin, workload.history)


@pytest.mark.parametrize("config", [CONFIG, CONFIG | IN_THREADS], ids=["writes on the loop", "writes in threads"])
async def test_every_broker_dies_in_turn(config: dict[str, str]) -> None:
    async with LocalCluster(3, config=config) as cluster, Admin(cluster.bootstrap) as admin:
        await create(admin)
        async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
            for victim in range(3):
                await workload.progress(RECORDS)
                await cluster.kill(victim)
                await cluster.restart(victim)
                await until_in_sync(admin)
        await check(cluster.bootstrap, admin, workload.history)
