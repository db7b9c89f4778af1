"""The controller of three dies, is frozen past its session; brokers restart one after the other: under producers."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import contextmanager

import pytest

from kavka import Admin, LocalCluster, TopicPartition
from kavka.common.types import NewTopic
from kavka.protocol.errors import KafkaError
from kavka.timer.clock import SystemClock
from kavka.zk.kazoo_client import KazooZk
from tests.support.faults.states import (
    PARTITIONS,
    check,
    controller,
    create,
    create_somehow,
    epoch,
    until_alike,
    until_in_sync,
)
from tests.support.faults.workload import running
from tests.support.processes.cluster import ZooKeeperProcess, missing

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONFIG = {"zookeeper.session.timeout.ms": "2000", "replica.lag.time.max.ms": "3000"}
RECORDS = 50
MOVE_SECONDS_MAX = 60
LOOK_SECONDS = 0.05
REQUEST_TIMEOUT_MS = 3_000


@pytest.fixture
def size():
    return 3


@pytest.fixture
def profile():
    return "3.0-IV1"


@pytest.fixture(params=["embedded", pytest.param("real", marks=pytest.mark.soak)])
async def cluster(request, tmp_path, size, profile):
    """Processes, over our own ZooKeeper or Apache's."""
    config = CONFIG | {"inter.broker.protocol.version": profile}
    if request.param == "embedded":
        async with LocalCluster(size, config=config) as cluster:
            yield cluster
        return
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    server = ZooKeeperProcess(tmp_path / "zookeeper")
    server.start()
    try:
        async with LocalCluster(size, zookeeper=server.address, config=config) as cluster:
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


@pytest.mark.parametrize("profile", ["3.9-IV0", "3.0-IV1", pytest.param("2.0-IV1", marks=pytest.mark.soak)])
async def test_a_rolling_restart_costs_no_record_and_no_duplicate(cluster, admin):
    """A leader that is relieved between a follower's fetch and the next one answers NOT_LEADER for a record that is
    there: that the producer is idempotent, as clients are by default, makes its second try harmless."""
    await create(admin)
    async with running(cluster.bootstrap, "t", PARTITIONS, is_idempotent=True) as workload:
        for broker_id in range(3):
            await workload.progress(RECORDS)
            await cluster.stop_broker(broker_id)
            await workload.progress(RECORDS)
            await cluster.restart(broker_id)
            await until_in_sync(admin)
    assert workload.failures == []
    await check(cluster.bootstrap, admin, workload.history)
    for partition, replicas in (await until_alike(cluster.bootstrap)).items():
        values = list(replicas[0].values().values())
        # All that was sent, once and in order; the last may have been on its way when the workload ended.
        sent = workload.history.sent[partition]
        assert values in (sent, sent[:-1])


@pytest.mark.parametrize("size", [4])
async def test_bug_43_a_controller_is_killed_in_the_middle_of_a_move_and_the_next_one_ends_it(cluster, admin, zk):
    """The new replica's broker stands still, so the move cannot end before the controller is dead."""
    first = await controller(zk)
    new, *others = ((first + step) % 4 for step in (1, 2, 3))
    before, after = [first, *others], [new, *others]
    wanted = {TopicPartition("t", index): rotated(after, index) for index in range(PARTITIONS)}
    assignments = {index: rotated(before, index) for index in range(PARTITIONS)}
    await admin.create_topics([NewTopic(name="t", assignments=assignments, configs={"min.insync.replicas": "2"})])
    async with running(cluster.bootstrap, "t", PARTITIONS) as workload:
        await workload.progress(RECORDS)
        with frozen(cluster, new):
            await admin.alter_partition_reassignments(wanted)
            await cluster.kill(first)
            await controller(zk, other_than=first)
            await workload.progress(RECORDS)
            assert (await moves(admin)).keys() == wanted.keys()
        async with asyncio.timeout(MOVE_SECONDS_MAX):
            while await moves(admin):  # noqa: ASYNC110 - nobody outside the brokers is told of it
                await asyncio.sleep(LOOK_SECONDS)
        await workload.progress(RECORDS)
        await cluster.restart(first)
        await until_in_sync(admin)
    assert not workload.failures
    await check(cluster.bootstrap, admin, workload.history)
    (topic,) = await admin.describe_topics(["t"])
    assert {index: list(info.replicas) for index, info in topic.partitions.items()} == {
        partition.partition: replicas for partition, replicas in wanted.items()
    }


def rotated(replicas, by):
    return replicas[by:] + replicas[:by]


async def moves(admin):
    """What is being moved; clients look for the controller until they have found it."""
    async with asyncio.timeout(MOVE_SECONDS_MAX):
        while True:
            try:
                return await admin.list_partition_reassignments()
            except (KafkaError, OSError):
                await asyncio.sleep(LOOK_SECONDS)
