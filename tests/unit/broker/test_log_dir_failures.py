"""A data directory fails: the controller is told, once for each, and the last one ends the broker."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.log_manager import LogManager
from kavka.broker.replica import log_dir_failures
from kavka.broker.replica.log_dir_failures import AllLogDirsFailed, LogDirFailures
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.timer.clock import ManualClock, SystemClock
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.errors import NoNode
from kavka.zk.fake import FakeZooKeeper


@pytest.fixture
def manager(tmp_path):
    made = LogManager(
        [str(tmp_path / "a"), str(tmp_path / "b")],
        default_config=LogConfig(),
        clock=ManualClock(),
        filesystem=MachineFileSystem(),
        lane=Lane(),
        record_checks=CheckThreads(),
        rng=random.Random(1),
        broker_id=7,
        machine_clock=SystemClock(),
    )
    made.load()
    yield made
    made.close()


async def client():
    zk = FakeZooKeeper(ManualClock()).client()
    await zk.start(1000)
    return zk


def fail(manager, number):
    manager.dirs[number].log_dir.fail(OSError(5, "injected"), "testing")


async def until(condition):
    async with asyncio.timeout(10):
        while not await condition():  # noqa: ASYNC110 - ZooKeeper's watch would be one more thing to test
            await asyncio.sleep(0)


async def test_a_failure_is_notified_as_kafka_does(manager):
    zk = await client()
    await ensure_path(zk, paths.LOG_DIR_EVENT_NOTIFICATION)
    failures = LogDirFailures(manager, zk, 7)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(failures.run())
        fail(manager, 0)
        await until(lambda: zk.children(paths.LOG_DIR_EVENT_NOTIFICATION))
        running.cancel()
    (name,) = await zk.children(paths.LOG_DIR_EVENT_NOTIFICATION)
    assert name == "log_dir_event_0000000000"
    data, _ = await zk.get(paths.log_dir_event(name))
    assert json.loads(data) == {"version": 1, "broker": 7, "event": 1}


async def test_it_is_written_again_until_zookeeper_takes_it(manager, monkeypatch):
    monkeypatch.setattr(log_dir_failures, "RETRY_BACKOFF_MS", 0)
    zk = await client()
    with pytest.raises(NoNode):  # nobody can write below a path that is missing
        await zk.children(paths.LOG_DIR_EVENT_NOTIFICATION)
    failures = LogDirFailures(manager, zk, 7)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(failures.run())
        fail(manager, 1)
        for _ in range(20):
            await asyncio.sleep(0)
        await ensure_path(zk, paths.LOG_DIR_EVENT_NOTIFICATION)
        await until(lambda: zk.children(paths.LOG_DIR_EVENT_NOTIFICATION))
        running.cancel()


async def test_without_a_directory_there_is_nothing_left_to_do(manager):
    failures = LogDirFailures(manager, await client(), 7)
    fail(manager, 0)
    fail(manager, 1)
    with pytest.raises(AllLogDirsFailed, match=r"/a: testing: .*injected; .*/b: testing"):
        await failures.run()
