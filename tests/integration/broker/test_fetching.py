"""Fetching from a whole broker: sessions as clients use them, old data that is only on the disk, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import replace

import pytest

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.machine import machine_world
from kavka.client.connection import Connection
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.codec import encode_message
from kavka.protocol.messages import CreateTopicsRequest, FetchRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.zk.server import EmbeddedZooKeeper

DEADLINE = 20
FETCH_VERSION = 11
PARTITIONS = 20


class GatedFileSystem(MachineFileSystem):
    """Once `is_cold`, nothing is in memory, and who loads it waits for the gate."""

    __slots__ = ("gate", "is_cold", "loading")

    def __init__(self):
        super().__init__()
        self.is_cold = False
        self.gate = threading.Event()
        self.loading = threading.Event()

    def pread_resident(self, fd, size, position):
        return None if self.is_cold else super().pread_resident(fd, size, position)

    def load_pages(self, path, size, position):
        self.loading.set()
        assert self.gate.wait(DEADLINE)
        self.is_cold = False
        super().load_pages(path, size, position)


@contextlib.asynccontextmanager
async def serving(directory, **effects):
    """A broker in this loop: (it, its address)."""
    zookeeper = EmbeddedZooKeeper(directory / "zookeeper")
    port = await zookeeper.start()
    values = {
        "broker.id": "0",
        "zookeeper.connect": f"127.0.0.1:{port}",
        "listeners": "PLAINTEXT://127.0.0.1:0",
        "log.dirs": str(directory / "logs"),
    }
    config = BrokerConfig.from_properties(values)
    served = Broker(config, replace(machine_world(), **effects))
    ready = asyncio.get_running_loop().create_future()
    try:
        async with asyncio.timeout(2 * DEADLINE), asyncio.TaskGroup() as tasks:
            tasks.create_task(served.run(ready.set_result))
            try:
                yield served, (await ready).port
            finally:
                served.stop()
    finally:
        await zookeeper.close()


async def connect(port):
    return await Connection.open("127.0.0.1", port, client_id="test", request_timeout_ms=DEADLINE * 1000)


async def create(connection, topic, partitions):
    topics = [CreateTopicsRequest.CreatableTopic(name=topic, num_partitions=partitions, replication_factor=1)]
    answer = await connection.request(CreateTopicsRequest(topics=topics, timeout_ms=DEADLINE * 1000), version=5)
    assert answer.topics[0].error_code == 0


async def produce(connection, topic, value, partition=0):
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=value)
    data = ProduceRequest.PartitionProduceData(index=partition, records=builder.build())
    sent = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
    answer = await connection.request(ProduceRequest(acks=1, timeout_ms=5_000, topic_data=[sent]), version=7)
    assert answer.responses[0].partition_responses[0].error_code == 0


def asking(topic, *positions, session=(0, -1), max_wait_ms=0):
    """A fetch of (partition, offset) each."""
    wanted = [
        FetchRequest.FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20)
        for partition, offset in positions
    ]
    return FetchRequest(
        max_wait_ms=max_wait_ms,
        min_bytes=1,
        max_bytes=1 << 20,
        session_id=session[0],
        session_epoch=session[1],
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=wanted)] if wanted else [],
    )


def values_of(answer):
    return [
        record.value for topic in answer.responses for part in topic.partitions for record in iter_records(part.records)
    ]


async def test_an_incremental_answer_names_only_what_changed(tmp_path):
    async with serving(tmp_path) as (_, port):
        connection = await connect(port)
        await create(connection, "t", PARTITIONS)
        everything = asking("t", *((partition, 0) for partition in range(PARTITIONS)), session=(0, 0))
        first = await connection.request(everything, version=FETCH_VERSION)
        assert first.session_id > 0
        assert len(first.responses[0].partitions) == PARTITIONS
        idle = await connection.request(asking("t", session=(first.session_id, 1)), version=FETCH_VERSION)
        assert (idle.error_code, idle.responses) == (0, [])
        await produce(connection, "t", b"news", partition=7)
        news = await connection.request(asking("t", session=(first.session_id, 2)), version=FETCH_VERSION)
        assert values_of(news) == [b"news"]
        full_size, idle_size = (len(encode_message(answer, FETCH_VERSION)) for answer in (first, idle))
        assert idle_size < full_size / PARTITIONS
        await connection.close()


@pytest.mark.slow
async def test_kafka_python_fetches_in_a_session(tmp_path):
    kafka = pytest.importorskip("kafka")
    async with serving(tmp_path) as (served, port):
        connection = await connect(port)
        await create(connection, "t", 3)
        for partition in range(3):
            await produce(connection, "t", b"%d" % partition, partition)

        def consume():
            consumer = kafka.KafkaConsumer(
                bootstrap_servers=f"127.0.0.1:{port}", consumer_timeout_ms=DEADLINE * 1000, request_timeout_ms=20_000
            )
            consumer.assign([kafka.TopicPartition("t", partition) for partition in range(3)])
            consumer.seek_to_beginning()
            found = sorted(next(consumer).value for _ in range(3))
            sessions = served.metrics.fetch_sessions.sessions, served.metrics.fetch_sessions.partitions
            consumer.close(autocommit=False)
            return found, sessions

        found, sessions = await asyncio.to_thread(consume)
        assert found == [b"0", b"1", b"2"]
        assert sessions == (1, 3)
        await connection.close()


async def test_a_read_that_hangs_in_the_disk_does_not_stop_the_others(tmp_path):
    filesystem = GatedFileSystem()
    async with serving(tmp_path, filesystem=filesystem) as (_, port):
        try:
            reader, other = await connect(port), await connect(port)
            await create(other, "t", 1)
            await produce(other, "t", b"old")
            filesystem.is_cold = True
            async with asyncio.TaskGroup() as tasks:
                reading = tasks.create_task(reader.request(asking("t", (0, 0)), version=FETCH_VERSION))
                assert await asyncio.to_thread(filesystem.loading.wait, DEADLINE)
                for value in (b"new", b"newer"):
                    await produce(other, "t", value)
                assert not reading.done()
                filesystem.gate.set()
            assert values_of(reading.result()) == [b"old", b"new", b"newer"]
            await reader.close()
            await other.close()
        finally:
            filesystem.gate.set()


async def test_a_long_poll_is_answered_when_the_broker_stops(tmp_path):
    async with serving(tmp_path) as (served, port):
        connection = await connect(port)
        await create(connection, "t", 1)
        request = asking("t", (0, 0), max_wait_ms=10 * DEADLINE * 1000)
        async with asyncio.TaskGroup() as tasks:
            before = served.metrics.network.bytes_in
            polling = tasks.create_task(connection.request(request, version=FETCH_VERSION))
            while served.metrics.network.bytes_in == before:  # noqa: ASYNC110 - it is parked in the turn it arrives in
                await asyncio.sleep(0.001)
            served.stop()
        answer = polling.result()
        assert (answer.error_code, values_of(answer)) == (0, [])
        assert answer.responses[0].partitions[0].error_code == 0
        await connection.close()
