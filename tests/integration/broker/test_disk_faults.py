"""A broker with two data directories, one of which is on a file system that fills up or cannot be written to.

Real file systems, mounted for the test: what an injected error cannot show is what else the kernel refuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os

import pytest

from kavka.broker.app import BrokerEnded, StartError
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from tests.support.broker.small_disk import clients, fetch_all, fill, has, produce, remount, wait_for, where
from tests.support.broker.whole_broker import fetch, properties, running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.geteuid() != 0, reason="mounting a file system needs root")]


@pytest.fixture
def two_directories(zookeeper, tmp_path, volume):
    return properties(zookeeper, tmp_path, log__dirs=f"{volume / 'logs'},{tmp_path / 'good'}")


async def test_bug_66_a_full_disk_takes_one_directory_and_the_other_serves_on(two_directories, volume, caplog):
    caplog.set_level(logging.INFO)
    async with running(two_directories) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=1)])
        full, fine = where(volume, "t")
        acknowledged, code, message = await fill(connection, "t", full)
        assert acknowledged > 5
        assert code == ErrorCode.KAFKA_STORAGE_ERROR
        assert "No space left on device" in message
        assert str(volume / "logs") in message
        assert (await produce(connection, "t", full, b"again"))[0] == ErrorCode.KAFKA_STORAGE_ERROR
        assert await produce(connection, "t", fine, b"fine") == (0, None)
        assert await fetch(connection, "t", partition=fine) == [b"fine"]
        # The controller heard of it and took the leadership away.
        await wait_for(lambda: has(admin, full, leader=-1, offline=(0,)))
        zk = KazooZk(two_directories["zookeeper.connect"])
        await zk.start(5000)
        await wait_for(lambda: is_empty(zk, paths.LOG_DIR_EVENT_NOTIFICATION))
        await zk.close()
        first, second = await admin.describe_log_dirs(0)
        assert (first.path, first.error, dict(first.sizes)) == (str(volume / "logs"), "KAFKA_STORAGE_ERROR", {})
        assert (second.error, list(second.sizes)) == (None, [TopicPartition("t", fine)])
        await admin.create_topics([NewTopic(name="later", num_partitions=3, replication_factor=1)])
        assert [await produce(connection, "later", number, b"x") for number in range(3)] == [(0, None)] * 3
        said = [record.getMessage() for record in caplog.records if "No space left" in record.getMessage()]
        assert len(said) == 1, said
    remount(volume, "size=10m")
    async with running(two_directories) as ready, clients(ready) as (admin, connection):
        await wait_for(lambda: has(admin, full, leader=0, offline=()))
        found = [value.split()[0] for value in await fetch_all(connection, "t", full)]
        assert found == [b"%d" % number for number in range(acknowledged)]
        assert await produce(connection, "t", full, b"more") == (0, None)


async def is_empty(zk, path):
    return not await zk.children(path)


async def test_a_read_only_directory_is_no_obstacle_while_another_can_be_written(two_directories, volume, caplog):
    async with running(two_directories) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=1)])
        lost, fine = where(volume, "t")
        assert await produce(connection, "t", fine, b"before") == (0, None)
    remount(volume, "ro")
    caplog.clear()
    async with running(two_directories) as ready, clients(ready) as (admin, connection):
        assert await fetch(connection, "t", partition=fine) == [b"before"]
        assert (await produce(connection, "t", lost, b"x"))[0] == ErrorCode.KAFKA_STORAGE_ERROR
        said = [record.getMessage() for record in caplog.records if "Read-only file system" in record.getMessage()]
        assert len(said) == 1, said
        await admin.create_topics([NewTopic(name="later", num_partitions=1, replication_factor=1)])
        assert await produce(connection, "later", 0, b"x") == (0, None)
        errors = [log_dir.error for log_dir in await admin.describe_log_dirs(0)]
        assert errors == ["KAFKA_STORAGE_ERROR", None]


async def test_a_broker_with_nothing_but_a_read_only_directory_says_so(zookeeper, tmp_path, volume):
    remount(volume, "ro")
    with pytest.raises(ExceptionGroup) as failure:
        async with running(properties(zookeeper, tmp_path, log__dirs=str(volume / "logs"))):
            raise AssertionError("it runs")
    assert failure.group_contains(StartError, match="Read-only file system")


async def fill_the_only_directory(values):
    async with running(values) as ready:
        with contextlib.suppress(ConnectionError):
            async with clients(ready) as (admin, connection):
                await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
                await fill(connection, "t", 0)
        await asyncio.Event().wait()  # until the broker's end cancels this


async def test_without_a_directory_left_the_broker_ends_and_says_why(zookeeper, tmp_path, volume):
    values = properties(zookeeper, tmp_path, log__dirs=str(volume / "logs"))
    values["kavka.log.dir.retry.interval.ms"] = "0"  # else it waits for room
    with pytest.raises(ExceptionGroup) as failure:
        await fill_the_only_directory(values)
    assert failure.group_contains(BrokerEnded, match="all data directories have failed: .*No space left on device")
