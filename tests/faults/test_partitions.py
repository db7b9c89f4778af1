"""The network between brokers breaks in chosen places under an acks=all producer; nothing acknowledged is lost."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin
from tests.support.faults.cluster import proxied_cluster
from tests.support.faults.proxy import beginning
from tests.support.faults.states import PARTITIONS, check, create, leader_of, until
from tests.support.faults.workload import running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONFIG = {
    "replica.lag.time.max.ms": "1000",
    "replica.fetch.wait.max.ms": "200",
    "replica.socket.timeout.ms": "1500",
    "controller.socket.timeout.ms": "1500",
    "zookeeper.session.timeout.ms": "3000",
}


async def run(tmp_path, faults, **settings):
    """Brings a cluster up, runs the workload through `faults(proxied, admin, workload)`, heals, and checks."""
    async with (
        proxied_cluster(tmp_path, seed=1, config=CONFIG) as proxied,
        Admin(proxied.cluster.bootstrap) as admin,
    ):
        await create(admin, **settings)
        async with running(proxied.cluster.bootstrap, "t", PARTITIONS) as workload:
            await workload.progress(20)
            await faults(proxied, admin, workload)
            proxied.heal()
            await workload.progress(20)
        await check(proxied.cluster.bootstrap, admin, workload.history)


async def test_a_follower_that_hears_no_answers_leaves_the_isr_and_comes_back(tmp_path):
    async def faults(proxied, admin, workload):
        for leader in (0, 1):
            proxied.cut(2, leader, requests=False)
        await workload.progress(50)

    await run(tmp_path, faults)


async def test_a_broker_cut_off_from_the_others_but_not_from_its_clients_acknowledges_nothing_that_is_lost(tmp_path):
    async def faults(proxied, admin, workload):
        isolated = await leader_of(admin)
        proxied.isolate(isolated)
        await asyncio.sleep(3)  # longer than the lag that followers are allowed: ISRs change on both sides
        proxied.heal()

    await run(tmp_path, faults)


async def test_connections_that_end_all_at_once_again_and_again(tmp_path):
    async def faults(proxied, admin, workload):
        for _ in range(5):
            for proxy in proxied.proxies:
                proxy.reset()
            await workload.progress(5)

    await run(tmp_path, faults)


async def test_a_leader_is_killed_behind_a_slow_network(tmp_path):
    async def faults(proxied, admin, workload):
        for proxy in proxied.proxies:
            proxy.delay(1, 10)
        victim = await leader_of(admin)
        await proxied.cluster.kill(victim)
        await workload.progress(20)
        await proxied.cluster.restart(victim)

    await run(tmp_path, faults)


async def jepsen_2013(proxied, admin, workload):
    """Cuts followers off until the leader of partition 0 is alone in the ISR, then kills it, then brings it back."""
    leader = await leader_of(admin)
    for other in {0, 1, 2} - {leader}:
        proxied.proxies[leader].hold(beginning(f"broker-{other}-fetcher"))
    await until(admin, lambda partitions: list(partitions[0].isr) == [leader], "the leader is alone")
    await asyncio.sleep(0.3)  # the time in which a leader that is alone takes records, or does not
    await proxied.cluster.kill(leader)
    proxied.heal()
    await asyncio.sleep(0.3)  # the time in which somebody else is elected, or is not
    await proxied.cluster.restart(leader)


async def test_jepsens_schedule_loses_nothing_with_two_in_sync_replicas(tmp_path):
    await run(tmp_path, jepsen_2013)


async def test_jepsens_schedule_loses_what_unclean_election_says_it_may(tmp_path):
    """The same with the guards off. That the checker finds the loss is what makes the other tests worth something."""
    with pytest.raises(AssertionError, match="lost: "):
        await run(tmp_path, jepsen_2013, min_insync_replicas="1", unclean_leader_election_enable="true")
