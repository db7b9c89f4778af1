"""SIGTERM at any moment of a broker's life, again and again: it ends soon, in order, and the next start finds all."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

from kavka import Admin, Consumer, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.local.ports import ReservedPorts
from kavka.local.process import BrokerProcess
from kavka.zk.server import EmbeddedZooKeeper

SEED = int(os.environ.get("SEED", "") or random.SystemRandom().randrange(10_000))
PARTITIONS = 10
RECORDS = 5
"""In each partition."""
READY_MS_MAX = 60_000
STOP_MS_MAX = 30_000
"""A stop that hangs ends with SIGKILL after this time, and so fails."""

few_or_many = pytest.mark.parametrize(
    "times", [pytest.param(12, marks=pytest.mark.slow), pytest.param(500, marks=pytest.mark.soak)]
)


@pytest.fixture
async def broker(tmp_path):
    """A broker process that does not run yet; it is ended in the end."""
    reserved = ReservedPorts(1)
    async with EmbeddedZooKeeper(tmp_path / "zookeeper", fsync=False) as server:
        broker = BrokerProcess(
            broker_id=0,
            host="127.0.0.1",
            port=reserved.ports[0],
            data_dir=tmp_path,
            properties={
                "broker.id": "0",
                "listeners": f"PLAINTEXT://127.0.0.1:{reserved.ports[0]}",
                "log.dirs": str(tmp_path / "broker-0"),
                "zookeeper.connect": f"127.0.0.1:{server.port}",
                "zookeeper.session.timeout.ms": "2000",
            },
            defaults={},
        )
        yield broker
        await broker.kill()
    reserved.close()


async def terminate(broker) -> int:
    """SIGTERM now; returns the exit code."""
    await broker.stop(timeout_ms=STOP_MS_MAX)
    return broker.exited.result()


def address(broker):
    return f"{broker.host}:{broker.port}"


async def write(broker):
    async with Admin(address(broker)) as admin, Producer(address(broker)) as producer:
        await admin.create_topics([NewTopic(name="t", num_partitions=PARTITIONS)])
        for number in range(RECORDS):
            for partition in range(PARTITIONS):
                await producer.send("t", b"%d" % number, partition=partition)


async def read(broker):
    """The records of each partition."""
    found = {partition: [] for partition in range(PARTITIONS)}
    async with Consumer(address(broker)) as consumer:
        await consumer.assign([TopicPartition("t", partition) for partition in found], start="beginning")
        for _ in range(PARTITIONS * RECORDS):
            record = await anext(consumer)
            found[record.partition].append(record.value)
    return found


@few_or_many
@pytest.mark.timeout(1800)
async def test_bug_40_a_sigterm_at_any_moment_of_a_start(broker, times):
    print(f"seed {SEED}: repeat with SEED={SEED}")
    rng = random.Random(SEED)
    loop = asyncio.get_running_loop()
    broker.start()
    began = loop.time()
    await broker.wait_ready(timeout_ms=READY_MS_MAX)
    start_seconds = loop.time() - began
    await write(broker)
    assert await terminate(broker) == 0
    for number in range(times):
        moment = rng.uniform(0, 1.3 * start_seconds)
        broker.start()
        await asyncio.sleep(moment)  # any moment: none is worth an event
        code = await terminate(broker)
        # Before the interpreter has read our first line, the signal does what it does to any process.
        assert code in (0, -signal.SIGTERM), f"stop {number}, {moment:.3f} s after the start: {broker.obituary()}"
    broker.start()
    await broker.wait_ready(timeout_ms=READY_MS_MAX)
    wanted = [b"%d" % number for number in range(RECORDS)]
    assert await read(broker) == dict.fromkeys(range(PARTITIONS), wanted)


@few_or_many
@pytest.mark.timeout(3600)
async def test_bug_40_a_sigterm_under_load(broker, times):
    """Many producers in full flight, none of which holds the stop up; what they were told of is there afterwards."""
    rng = random.Random(SEED)
    acknowledged = 0
    broker.start()
    await broker.wait_ready(timeout_ms=READY_MS_MAX)
    async with Admin(address(broker)) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1)])

    async def produce():
        nonlocal acknowledged
        async with Producer(address(broker), request_timeout_ms=STOP_MS_MAX, linger_ms=0) as producer:
            while True:
                await producer.send_and_wait("t", b"x", partition=0)
                acknowledged += 1

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(produce()) for _ in range(4)]
        for number in range(times // 4):
            before = acknowledged
            while acknowledged < before + 20:  # noqa: ASYNC110 - any moment will do
                await asyncio.sleep(rng.uniform(0, 0.05))
            assert await terminate(broker) == 0, f"stop {number}: {broker.obituary()}"
            assert (broker.log_dir / ".kafka_cleanshutdown").exists()
            broker.start()
            await broker.wait_ready(timeout_ms=READY_MS_MAX)
        for task in tasks:
            task.cancel()
    async with Admin(address(broker)) as admin:
        ((_, end),) = (await admin.watermarks([TopicPartition("t", 0)])).values()
    assert end >= acknowledged
