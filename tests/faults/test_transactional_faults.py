"""Transactions while brokers die, stand still, lose each other: none is torn, lost, doubled, or read when aborted."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

from kavka import Admin, LocalCluster
from tests.support.faults.cluster import ProxiedCluster, proxied_cluster
from tests.support.faults.states import PARTITIONS, create, leader_of
from tests.support.faults.transaction_checker import Outcome, View, transaction_complaints
from tests.support.faults.transactional_workload import TransactionalWorkload, transacting

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

CONFIG = {
    "replica.lag.time.max.ms": "1500",
    "replica.fetch.wait.max.ms": "200",
    "replica.socket.timeout.ms": "1500",
    "controller.socket.timeout.ms": "1500",
    "zookeeper.session.timeout.ms": "3000",
    "transaction.state.log.num.partitions": "6",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}
TRANSACTIONS = 30


def check(workload: TransactionalWorkload, views: list[View]) -> None:
    """Nothing is wrong, and something happened."""
    found = transaction_complaints(workload.transactions, views)
    assert not found, "\n".join(found)
    outcomes = {transaction.outcome for transaction in workload.transactions}
    assert {Outcome.COMMITTED, Outcome.ABORTED} <= outcomes


@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_every_broker_goes_in_turn(how: str) -> None:
    async with LocalCluster(3, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await create(admin)
        async with transacting(cluster.bootstrap, "t", PARTITIONS) as (workload, views):
            for victim in range(3):
                await workload.progress(TRANSACTIONS)
                if how == "killed":
                    await cluster.kill(victim)
                    await workload.progress(TRANSACTIONS)
                await cluster.restart(victim)
            await workload.progress(TRANSACTIONS)
        check(workload, views)


async def test_a_broker_stands_still_for_longer_than_its_session() -> None:
    async with LocalCluster(3, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await create(admin)
        async with transacting(cluster.bootstrap, "t", PARTITIONS) as (workload, views):
            await workload.progress(TRANSACTIONS)
            leader = await leader_of(admin)
            pid = cluster.brokers[leader].pid
            os.kill(pid, signal.SIGSTOP)
            try:
                await workload.progress(TRANSACTIONS)
            finally:
                os.kill(pid, signal.SIGCONT)
            await workload.progress(TRANSACTIONS)
        check(workload, views)


async def test_brokers_lose_each_other_again_and_again(tmp_path) -> None:
    """A leader, a coordinator among them, is cut off from the others, but not from clients nor from ZooKeeper."""

    async def cut_off(proxied: ProxiedCluster, victim: int) -> None:
        proxied.isolate(victim)
        await asyncio.sleep(2)  # longer than the lag that followers are allowed: ISRs change on both sides
        proxied.heal()

    rng = random.Random(1)
    async with proxied_cluster(tmp_path, seed=1, config=CONFIG) as proxied, Admin(proxied.cluster.bootstrap) as admin:
        await create(admin)
        async with transacting(proxied.cluster.bootstrap, "t", PARTITIONS) as (workload, views):
            for _ in range(3):
                await workload.progress(TRANSACTIONS // 3)
                await cut_off(proxied, rng.randrange(3))
            await workload.progress(TRANSACTIONS // 3)
        check(workload, views)
