"""A compacted topic on real brokers: one value a key is left, on every replica, after every kill."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.protocol.disk.checkpoint import decode_offsets
from kavka.protocol.records.batch import iter_records
from tests.support.http.web import ask

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

TOPIC = "t"
TP = TopicPartition(TOPIC, 0)
WAIT_SECONDS_MAX = 90
KEYS = 20
VALUES = 40
COMPACTED = {
    "cleanup.policy": "compact",
    "segment.bytes": "4000",
    "min.cleanable.dirty.ratio": "0.01",
    "min.insync.replicas": "2",
    "file.delete.delay.ms": "100",
}
CONFIG = {"log.cleaner.backoff.ms": "50", "log.cleaner.dedupe.buffer.size": "2000000"}


async def until(condition, what):
    """Waits for files to be so; there is no event for that outside the brokers."""
    try:
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while not condition():  # noqa: ASYNC110 - outside the brokers
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"not so: {what}") from None


def directories(data_dir):
    return sorted(Path(data_dir).glob(f"broker-*/{TOPIC}-0"))


def sealed_records(directory):
    """(offset, key, value) of all records below the active segment."""
    found = []
    for path in sorted(directory.glob("*.log"))[:-1]:
        found += [(record.offset, record.key, record.value) for record in iter_records(path.read_bytes())]
    return found


def is_compacted(directory):
    """Whether everything below the active segment is clean and no key is there twice."""
    try:
        checkpoint = decode_offsets((directory.parent / "cleaner-offset-checkpoint").read_bytes())
        segments = sorted(directory.glob("*.log"))
        keys = [key for _, key, _ in sealed_records(directory)]
    except (OSError, ValueError):  # in the middle of a rename
        return False
    return checkpoint.get(TP, 0) >= int(segments[-1].stem) and len(keys) == len(set(keys))


async def fill(bootstrap, *, first=0, rounds=VALUES):
    """Every key `rounds` times, and in the end the half of them deleted; returns what a reader must end with."""
    async with Producer(bootstrap, acks="all") as producer:
        for number in range(first, first + rounds):
            for key in range(KEYS):
                await producer.send(TOPIC, b"value-%d" % number, key=b"key-%d" % key, partition=0)
            await producer.flush()
        for key in range(0, KEYS, 2):
            await producer.send(TOPIC, None, key=b"key-%d" % key, partition=0)
        await producer.flush()
        # So that all of the above is in sealed segments.
        for _ in range(3):
            await producer.send(TOPIC, bytes(3000), key=b"filler", partition=0)
            await producer.flush()
    last = b"value-%d" % (first + rounds - 1)
    return {b"key-%d" % key: last for key in range(1, KEYS, 2)}


async def read(bootstrap):
    """What a reader from the beginning ends with, and how many records it got for that."""
    seen, count = {}, 0
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TP], start="earliest")
        end = (await consumer.end_offsets([TP]))[TP]
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while (await consumer.position(TP)) < end:
                polled = await consumer.poll(timeout_ms=1000)
                for record in polled.get(TP, []):
                    count += 1
                    if record.value is None:
                        seen.pop(record.key, None)
                    else:
                        seen[record.key] = record.value
    seen.pop(b"filler", None)
    return seen, count


def topic(brokers):
    return NewTopic(name=TOPIC, num_partitions=1, replication_factor=brokers, configs=COMPACTED)


async def test_each_replica_ends_with_one_value_a_key_and_a_new_one_copies_the_gaps():
    async with LocalCluster(3, in_loop=True, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=TOPIC, assignments={0: [0, 1]}, configs=COMPACTED)])
        expected = await fill(cluster.bootstrap)
        for directory in directories(cluster.data_dir):
            await until(lambda directory=directory: is_compacted(directory), f"{directory} is compacted")
        seen, count = await read(cluster.bootstrap)
        assert seen == expected
        assert count < KEYS * VALUES / 4
        metrics = (await ask(cluster.state.public()["metrics"][0])).body.decode()
        samples = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
        assert float(samples["kavka_log_cleaner_rounds_total"]) >= 1
        assert 0 < float(samples["kafka_log_logcleaner_cleaner_recopy_percent"]) <= 100
        assert float(samples["kafka_log_logcleanermanager_time_since_last_run_ms"]) >= 0
        assert [v for k, v in samples.items() if "uncleanable_partitions_count{" in k] == ["0.0"]

        one, other = (sealed_records(directory) for directory in directories(cluster.data_dir))
        assert {key: value for _, key, value in one} == {key: value for _, key, value in other}

        await admin.alter_partition_reassignments({TP: [2]})
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while await admin.list_partition_reassignments([TP]):  # noqa: ASYNC110 - outside the brokers
                await asyncio.sleep(0.02)
        assert (await read(cluster.bootstrap))[0] == expected


async def test_brokers_that_are_killed_while_they_clean_lose_nothing():
    async with LocalCluster(2, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics([topic(2)])
        for number in range(2):
            expected = await fill(cluster.bootstrap, first=number * VALUES)
            await cluster.kill(number % 2)
            await cluster.restart(number % 2)
            assert (await read(cluster.bootstrap))[0] == expected
        for directory in directories(cluster.data_dir):
            await until(lambda directory=directory: is_compacted(directory), f"{directory} is compacted")
        assert (await read(cluster.bootstrap))[0] == expected
