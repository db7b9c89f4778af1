"""The controller of three dies, is frozen past its session; brokers restart one after the other: under producers."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import contextmanager

import pytest

from kavka import Admin, LocalCluster
from kavka.common.types import NewTopic
from kavka.zk import paths
from kavka.zk.client import KazooZk
from kavka.zk.errors import NoNode
from kavka.zk.paths import ControllerZNode
from protocol.errors import KafkaError
from tests.faults.states import PARTITIONS, check, create, until_in_sync
from tests.faults.workload import running
from tests.integration.cluster import ZooKeeperProcess, missing
from timer.clock import SystemClock

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONFIG = {"zookeeper.session.timeout.ms": "2000", "replica.lag.time.max.ms": "3000"}
RECORDS = 50
ELECTION_SECONDS_MAX = 60
LOOK_SECONDS = 0.05
REQUEST_TIMEOUT_MS = 3_000


@pytest.fixture(params=["embedded", pytest.param("real", marks=pytest.mark.soak)])
async def cluster(request, tmp_path):
    """Three processes, over our own ZooKeeper or Apache's."""
    if request.param == "embedded":
        async with LocalCluster(3, config=CONFIG) as cluster:
            yield cluster
        return
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    server = ZooKeeperProcess(tmp_path / "zookeeper")
    server.start()
    try:
        async with LocalCluster(3, zookeeper=server.address, config=CONFIG) as cluster:
            yield cluster
    finally:
        server.stop()


@pytest.fixture
async def admin(cluster):
    # A frozen broker takes connections and never answers.
    async with Admin(cluster.bootstrap, request_timeout_ms=REQUEST_TIMEOUT_MS) as admin:
        yield admin


@pytest.fixture
async def zk(cluster):
    client = KazooZk(cluster.zookeeper, session_timeout_ms=10_000, clock=SystemClock())
    await client.start(10_000)
    yield client
    await client.close()


async def controller(zk, *, other_than: int = -1) -> int:
    """Who is elected, as soon as that is somebody else."""
    async with asyncio.timeout(ELECTION_SECONDS_MAX):
        while True:
            try:
                elected = ControllerZNode.decode((await zk.get(paths.CONTROLLER))[0]).broker_id
            except NoNode:
                elected = other_than
            if elected != other_than:
                return elected
            await asyncio.sleep(LOOK_SECONDS)


async def epoch(zk) -> int:
    return paths.decode_int((await zk.get(paths.CONTROLLER_EPOCH))[0])


async def create_somehow(admin, name: str) -> None:
    """Creates a topic: clients look for the controller until they have found it."""
    async with asyncio.timeout(ELECTION_SECONDS_MAX):
        while True:
            try:
                await admin.create_topics([NewTopic(name=name, num_partitions=2, replication_factor=2)])
                return
            except (KafkaError, OSError):
                await asyncio.sleep(LOOK_SECONDS)


@contextmanager
def frozen(cluster, broker_id: int):
    """A process that is stopped, and goes on afterwards as if nothing had been."""
    pid = cluster.brokers[broker_id].pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_another_controller_is_elected_when_the_first_is_killed(cluster, admin, zk):
    first = await controller(zk)
    before = await epoch(zk)
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        await cluster.kill(first)
        await controller(zk, other_than=first)
        assert await epoch(zk) == before + 1
        await create_somehow(admin, "made-meanwhile")
        await workload.progress(RECORDS)
        await cluster.restart(first)
        await until_in_sync(admin)
    assert not workload.failures
    await check(cluster.bootstrap, admin, workload.history)
    await create_somehow(admin, "made-afterwards")


async def test_bug_24_a_controller_that_was_frozen_past_its_session_is_none_any_more(cluster, admin, zk):
    first = await controller(zk)
    before = await epoch(zk)
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        with frozen(cluster, first):
            second = await controller(zk, other_than=first)
            await create_somehow(admin, "made-meanwhile")
            await workload.progress(RECORDS)
        await until_in_sync(admin)
        assert await controller(zk) == second
        assert await epoch(zk) == before + 1
        await workload.progress(RECORDS)
    assert not workload.failures
    await check(cluster.bootstrap, admin, workload.history)
    await create_somehow(admin, "made-afterwards")


async def test_a_rolling_restart_costs_no_record(cluster, admin):
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        for broker_id in range(3):
            await workload.progress(RECORDS)
            await cluster.stop_broker(broker_id)
            await workload.progress(RECORDS)
            await cluster.restart(broker_id)
            await until_in_sync(admin)
    assert workload.failures == []
    await check(cluster.bootstrap, admin, workload.history)
