"""ZooKeeper fails three brokers under acks=all producers: it ends their sessions from outside, or is not there.

Over our own server, and over Apache's in the long runs. What brokers do among themselves needs no ZooKeeper, so that
producers go on without it; what they decided, and who they are, is mended when it is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from kavka import Admin, LocalCluster
from kavka.local.ports import ReservedPorts
from kavka.timer.clock import SystemClock
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.faults.states import PARTITIONS, check, controller, create, create_somehow, epoch, until_in_sync
from tests.support.faults.workload import running
from tests.support.processes.cluster import ZooKeeperProcess, missing
from tests.support.zookeeper.harness import end_session

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

SESSION_TIMEOUT_MS = 2_000
CONFIG = {"zookeeper.session.timeout.ms": str(SESSION_TIMEOUT_MS), "replica.lag.time.max.ms": "3000"}
RECORDS = 30
CALM_SECONDS_MAX = 60
LOOK_SECONDS = 0.05
REQUEST_TIMEOUT_MS = 3_000


class EmbeddedServer:
    """Ours, in this process, on a port that stays its own."""

    def __init__(self, data_dir) -> None:
        self._data_dir = data_dir
        self._reserved = ReservedPorts(1)
        (self.port,) = self._reserved.ports
        self._server = None

    async def start(self) -> None:
        self._server = EmbeddedZooKeeper(self._data_dir, port=self.port, fsync=False)
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            server, self._server = self._server, None
            await server.close()

    async def close(self) -> None:
        await self.stop()
        self._reserved.close()

    def password(self, session_id) -> bytes:
        """What the session's owner was given."""
        assert self._server is not None
        return self._server.tree.session(session_id).password


class ApacheServer:
    """Apache's, a process."""

    def __init__(self, data_dir) -> None:
        if not ZooKeeperProcess.is_installed():
            missing("Debian's package zookeeper")
        self._process = ZooKeeperProcess(data_dir)
        self.port = self._process.port

    async def start(self) -> None:
        await asyncio.to_thread(self._process.start)

    async def stop(self) -> None:
        await asyncio.to_thread(self._process.stop)

    close = stop

    def password(self, session_id) -> bytes:
        """What the session's owner was given: it is the session's id, stirred (ZooKeeperServer.generatePasswd)."""
        numbers = java_random((session_id ^ 0xB3415C00) & (1 << 64) - 1)
        return b"".join(next(numbers).to_bytes(4, "little") for _ in range(4))


def java_random(seed: int) -> Iterator[int]:
    """The 32-bit numbers of java.util.Random."""
    state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1
    while True:
        state = (state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        yield state >> 16


@pytest.fixture(params=[EmbeddedServer, pytest.param(ApacheServer, marks=pytest.mark.soak)], ids=["embedded", "real"])
async def server(request, tmp_path):
    server = request.param(tmp_path / "zookeeper")
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def cluster(server):
    async with LocalCluster(3, zookeeper=f"127.0.0.1:{server.port}", config=CONFIG) as cluster:
        yield cluster


@pytest.fixture
async def admin(cluster):
    async with Admin(cluster.bootstrap, request_timeout_ms=REQUEST_TIMEOUT_MS) as admin:
        yield admin


@pytest.fixture
async def zk(cluster, server):
    client = KazooZk(cluster.zookeeper, session_timeout_ms=60_000, clock=SystemClock())
    await client.start(10_000)
    yield client
    await client.close()


async def registration(zk, broker_id):
    """The czxid of a broker's node, which is its epoch, and the session that it belongs to; None without a node."""
    try:
        _, stat = await zk.get(paths.broker_id(broker_id))
    except NoNode:
        return None
    return stat.czxid, stat.ephemeral_owner


async def registered_anew(zk, broker_id, before):
    async with asyncio.timeout(CALM_SECONDS_MAX):
        while True:
            now = await registration(zk, broker_id)
            if now is not None and now != before:
                return now
            await asyncio.sleep(LOOK_SECONDS)


@pytest.mark.parametrize("role", ["controller", "other"])
async def test_a_session_that_somebody_ends_from_outside(server, cluster, admin, zk, role):
    """The broker is another one from then on: it registers anew, and who was the controller may be it again."""
    elected = await controller(zk)
    victim = elected if role == "controller" else (elected + 1) % 3
    terms = await epoch(zk)
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        before = await registration(zk, victim)
        await end_session(server.port, before[1], server.password(before[1]))
        after = await registered_anew(zk, victim, before)
        assert after[0] > before[0]
        assert after[1] != before[1]
        await until_in_sync(admin)
        await controller(zk)
        assert await epoch(zk) == terms + (role == "controller")
        await create_somehow(admin, "made-afterwards")
        await workload.progress(RECORDS)
    assert not workload.failures
    await check(cluster.bootstrap, admin, workload.history)
    assert all(broker.pid for broker in cluster.brokers)


async def test_zookeeper_is_not_there_for_two_session_timeouts(server, cluster, admin, zk):
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        await server.stop()
        await asyncio.sleep(2 * SESSION_TIMEOUT_MS / 1000)  # the fault itself
        await workload.progress(RECORDS)
        await server.start()
        await create_somehow(admin, "made-afterwards")
        await until_in_sync(admin)
        await workload.progress(RECORDS)
    assert not workload.failures
    await check(cluster.bootstrap, admin, workload.history)
    assert all(broker.pid for broker in cluster.brokers)


@pytest.mark.soak
async def test_a_leader_dies_while_zookeeper_is_not_there(server, cluster, admin, zk):
    """Nobody can be elected until it is back, and then somebody is; who waited is answered."""
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        await server.stop()
        await cluster.kill(1)
        await asyncio.sleep(2 * SESSION_TIMEOUT_MS / 1000)  # the fault itself
        await server.start()
        await workload.progress(RECORDS)
        await cluster.restart(1)
        await until_in_sync(admin)
        await workload.progress(RECORDS)
    await check(cluster.bootstrap, admin, workload.history)
