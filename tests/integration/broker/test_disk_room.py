"""A data directory that was full has room again: its replicas are back without a restart, with all acknowledged.

On real file systems that are small and grow, as those of `test_disk_faults`; nobody is restarted here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os

import pytest

from kavka import Admin, LocalCluster, NewTopic, Producer
from kavka.client.connection import Connection
from kavka.client.errors import ClientError
from kavka.common.types import TopicPartition
from kavka.doctor.checks import check_broker
from kavka.doctor.gather import _broker as broker_facts
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import FindCoordinatorRequest, OffsetCommitRequest, OffsetFetchRequest
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from tests.support.broker.small_disk import clients, fetch_all, fill, has, produce, remount, wait_for, where
from tests.support.broker.whole_broker import fetch, properties, running
from tests.support.faults.checker import FETCH_VERSION, History, complaints, read_replica

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(180),
    pytest.mark.skipif(os.geteuid() != 0, reason="mounting a file system needs root"),
]

ROOM = {"kavka.log.dir.retry.interval.ms": "50", "kavka.log.dir.retry.free.bytes": "200000"}
PARTITION = TopicPartition("t", 0)


def numbers(values):
    return [int(value.split()[0]) for value in values]


async def test_a_directory_comes_back_beside_one_that_was_never_full(zookeeper, tmp_path, volume, caplog):
    caplog.set_level(logging.INFO)
    values = properties(zookeeper, tmp_path, log__dirs=f"{volume / 'logs'},{tmp_path / 'good'}")
    values["kavka.admin.listener"] = "127.0.0.1:0"
    async with running(values | ROOM) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=1)])
        full, fine = where(volume, "t")
        acknowledged, code, _ = await fill(connection, "t", full)
        assert code == ErrorCode.KAFKA_STORAGE_ERROR
        await wait_for(lambda: has(admin, full, leader=-1, offline=(0,)))
        facts = await asyncio.to_thread(broker_facts, "broker 0", ready.admin, None)
        assert facts.full_dirs == facts.offline_dirs == (str(volume / "logs"),)
        assert facts.metrics["kafka_log_logmanager_offlinelogdirectorycount"] == 1
        (finding,) = (found for found in check_broker(facts) if "ran full" in found.what)
        assert "no restart is needed" in finding.fix
        assert await produce(connection, "t", fine, b"fine") == (0, None)

        remount(volume, "size=8m")
        await wait_for(lambda: has(admin, full, leader=0, offline=()))
        assert numbers(await fetch_all(connection, "t", full)) == list(range(acknowledged))
        assert await produce(connection, "t", full, b"%d again" % acknowledged) == (0, None)
        assert numbers(await fetch_all(connection, "t", full)) == list(range(acknowledged + 1))
        assert await fetch(connection, "t", partition=fine) == [b"fine"]
        assert [log_dir.error for log_dir in await admin.describe_log_dirs(0)] == [None, None]
        facts = await asyncio.to_thread(broker_facts, "broker 0", ready.admin, None)
        assert (facts.full_dirs, facts.offline_dirs) == ((), ())
        assert facts.metrics["kavka_log_directory_returns_total"] == 1
        # What had to wait for it is done.
        await admin.delete_topics(["t"])
        await wait_for(lambda: is_deleted(admin, "t"))
    assert any("is full" in record.getMessage() for record in caplog.records)
    assert any("has room again" in record.getMessage() for record in caplog.records)
    # Closed in order, all of it.
    assert (volume / "logs" / ".kafka_cleanshutdown").exists()


async def is_deleted(admin, topic):
    return topic not in await admin.list_topics()


async def test_a_topic_that_is_deleted_meanwhile_goes_when_the_directory_is_back(zookeeper, tmp_path, volume):
    values = properties(zookeeper, tmp_path, log__dirs=f"{volume / 'logs'},{tmp_path / 'good'}")
    async with running(values | ROOM) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=1)])
        full, _ = where(volume, "t")
        await fill(connection, "t", full)
        await wait_for(lambda: has(admin, full, leader=-1, offline=(0,)))
        zk = KazooZk(values["zookeeper.connect"])
        await zk.start(5000)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(admin.delete_topics(["t"]))  # answered when it is gone
            await wait_for(lambda: is_waiting_to_be_deleted(zk))
            assert (volume / "logs" / f"t-{full}").exists()
            remount(volume, "size=8m")
        await zk.close()
        assert not (volume / "logs" / f"t-{full}").exists()
        assert await is_deleted(admin, "t")


async def is_waiting_to_be_deleted(zk):
    return await zk.children(paths.DELETE_TOPICS) == ["t"]


async def test_the_only_directory_comes_back_under_a_broker_that_waits_for_it(zookeeper, tmp_path, volume):
    values = properties(zookeeper, tmp_path, log__dirs=str(volume / "logs"))
    async with running(values | ROOM) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        for times in range(2):  # and once more: it is no matter of the first time
            begun = len(await fetch_all(connection, "t", 0))
            acknowledged, code, _ = await fill(connection, "t", 0)
            assert code == ErrorCode.KAFKA_STORAGE_ERROR
            await wait_for(lambda: has(admin, 0, leader=-1, offline=(0,)))
            remount(volume, f"size={(times + 1) * 2}m")
            await wait_for(lambda: has(admin, 0, leader=0, offline=()))
            assert numbers(await fetch_all(connection, "t", 0))[begun:] == list(range(acknowledged))


async def test_a_coordinator_in_the_directory_knows_again_what_was_committed(zookeeper, tmp_path, volume):
    values = properties(zookeeper, tmp_path, log__dirs=str(volume / "logs"), offsets__topic__num__partitions="1")
    values |= {"offsets.topic.replication.factor": "1"}
    async with running(values | ROOM) as ready, clients(ready) as (admin, connection):
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        await connection.request(FindCoordinatorRequest(key="g"), version=2)
        await until_answered(lambda: commit(connection, 7))
        await fill(connection, "t", 0)
        await wait_for(lambda: has(admin, 0, leader=-1, offline=(0,)))
        assert await commit(connection, 8) in (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        remount(volume, "size=8m")
        while (found := await committed(connection)) < 0:
            pass  # each look is a request of its own
        assert found == 7
        assert await commit(connection, 9) == 0


async def commit(connection, offset):
    """The error code of a commit."""
    part = OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=0, committed_offset=offset)
    topics = [OffsetCommitRequest.OffsetCommitRequestTopic(name="t", partitions=[part])]
    response = await connection.request(OffsetCommitRequest(group_id="g", topics=topics), version=5)
    return response.topics[0].partitions[0].error_code


async def committed(connection):
    """The offset that the group has committed, or the error code as a negative number."""
    topics = [OffsetFetchRequest.OffsetFetchRequestTopic(name="t", partition_indexes=[0])]
    response = await connection.request(OffsetFetchRequest(group_id="g", topics=topics), version=5)
    return -response.error_code or response.topics[0].partitions[0].committed_offset


async def until_answered(ask):
    while await ask() != 0:
        pass  # each look is a request of its own


CONFIG = ROOM | {
    "zookeeper.session.timeout.ms": "2000",
    "replica.lag.time.max.ms": "2000",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.num.partitions": "1",
    "log.cleaner.enable": "false",
}


class Load:
    """Records of one producer, each acknowledged by all in sync before the next is sent."""

    def __init__(self, cluster):
        self._cluster = cluster
        self.history = History({PARTITION: {}})

    async def run(self, until):
        known = self.history.acknowledged[PARTITION]
        async with Producer(self._cluster.bootstrap, linger_ms=0, delivery_timeout_ms=60_000) as producer:
            number = 0
            while not until.is_set():
                value = b"%d " % number + b"x" * 10_000
                written = await producer.send_and_wait("t", value, partition=0)
                assert written.offset not in known, "one record's place was given to another"
                known[written.offset] = value
                number += 1


async def state(admin):
    with contextlib.suppress(KafkaError, ClientError, OSError):
        (topic,) = await admin.describe_topics(["t"])
        return topic.partitions[0]
    return None


async def until_state(admin, condition):
    while (found := await state(admin)) is None or not condition(found):
        pass  # each look is a request of its own


async def read(cluster, broker_id):
    broker = cluster.brokers[broker_id]
    async with await Connection.open(broker.host, broker.port, client_id="checker") as connection:
        return await read_replica(connection, broker_id, PARTITION, FETCH_VERSION)


async def until_all_is_there(cluster, history, broker_ids):
    """Reads these replicas until each has all that was acknowledged; a follower's high watermark lags behind."""
    found = []
    try:
        async with asyncio.timeout(30):
            while True:
                replicas = [await read(cluster, broker_id) for broker_id in broker_ids]
                found = complaints(history, {PARTITION: replicas})
                if not found:
                    return
    except TimeoutError:
        raise AssertionError("; ".join(text[:200] for text in found[:5])) from None


@pytest.mark.parametrize("first", [0, 1], ids=["leader", "follower"])
async def test_with_three_replicas_others_lead_meanwhile_and_nothing_acknowledged_is_lost(volume, first):
    """Broker 0 runs full under load; it is back in sync without a restart; then the two others are killed."""

    def small(broker_id, port):
        return {"log.dirs": str(volume / "logs")} if broker_id == 0 else {}

    async with asyncio.timeout(150), LocalCluster(3, in_loop=True, config=CONFIG, broker_config=small) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            replicas = [first, *(broker_id for broker_id in range(3) if broker_id != first)]
            assignment = {0: replicas}
            configs = {"min.insync.replicas": "2", "retention.ms": "-1"}
            await admin.create_topics([NewTopic(name="t", assignments=assignment, configs=configs)])
            load, is_enough = Load(cluster), asyncio.Event()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(load.run(is_enough))
                await until_state(admin, lambda found: 0 in found.offline and found.leader in (1, 2))
                missed = len(load.history.acknowledged[PARTITION])
                await until_state(admin, lambda _: len(load.history.acknowledged[PARTITION]) > missed + 20)
                remount(volume, "size=64m")
                await until_state(admin, lambda found: sorted(found.isr) == [0, 1, 2])
                is_enough.set()
            await until_all_is_there(cluster, load.history, range(3))
            await asyncio.gather(cluster.kill(1), cluster.kill(2))
        bootstrap = f"{cluster.brokers[0].host}:{cluster.brokers[0].port}"
        async with Admin(bootstrap) as admin:
            await until_state(admin, lambda found: found.leader == 0)
        await until_all_is_there(cluster, load.history, [0])
