"""Spark's own Kafka connector against our brokers: its rows are those of format("kavka"), read and written."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess

import pytest

from benchmarks import spark_rival
from kavka import Admin, NewTopic, Producer
from tests.support.kafka import spark_probe
from tests.support.processes.cluster import KavkaProcess, skip_or_fail

pytestmark = [pytest.mark.conformance]

SECONDS_MAX = 900
TIMESTAMP_MS = 1_700_000_000_000
COMPRESSIONS = ("none", "gzip", "snappy", "lz4", "zstd")
WRITTEN = ("batch", "text", "stream")
SCENARIOS = {
    "schema",
    "everything, with headers",
    "only what is committed",
    "from and to offsets",
    "one partition by assignment",
    "topics by a pattern",
    "a topic without records",
    "in many tasks",
    "from and to times",
    "counted",
    "a stream of what is there",
    "a stream in small batches",
    "a stream of what is committed",
    "a batch by keys and partitions",
    "a batch of text",
    "topic to topic",
}


async def fill(bootstrap):
    """Every compression, keys and values that are null, headers, transactions that end in both ways."""
    async with Admin(bootstrap) as admin:
        names = [spark_probe.READ, spark_probe.EMPTY]
        names += [f"spark-{name}-{kind}" for name in WRITTEN for kind in spark_probe.FORMATS]
        for_good = {"retention.ms": "-1"}  # the records' times are fixed, and long ago
        wanted = [NewTopic(name=name, num_partitions=3, replication_factor=1, configs=for_good) for name in names]
        await admin.create_topics(wanted)
    for compression in COMPRESSIONS:
        async with Producer(bootstrap, compression=compression) as producer:
            await send(producer, compression, 40)
    async with Producer(bootstrap, transactional_id="spark") as producer:
        await producer.init_transactions()
        for end in (producer.commit_transaction, producer.abort_transaction, producer.commit_transaction):
            producer.begin_transaction()
            await send(producer, end.__name__, 10)
            await end()


async def send(producer, text, count):
    for number in range(count):
        key = None if number % 4 == 0 else f"key-{number}".encode()
        value = None if number % 9 == 0 else f"{text}-{number}".encode() * 3
        headers = [("first", b"1"), ("first", None)] if number % 2 else []
        stamp = TIMESTAMP_MS + number
        await producer.send(spark_probe.READ, value, key=key, partition=number % 3, timestamp=stamp, headers=headers)
    await producer.flush()


@pytest.fixture(scope="module")
def rival():
    try:
        return spark_rival.provide()
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="module")
def found(rival, tmp_path_factory):
    folder = tmp_path_factory.mktemp("spark")
    process = KavkaProcess(folder / "data")
    process.start()
    try:
        asyncio.run(fill(process.bootstrap))
        jars = ",".join(map(str, rival.jars))
        done = subprocess.run(
            [rival.python, "-m", "tests.support.kafka.spark_probe", process.bootstrap, str(folder), jars],
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            env=rival.environment(os.environ),
        )
        assert done.returncode == 0, done.stderr[-5000:]
    finally:
        assert process.stop() == 0, process.log()
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {line["name"]: line for line in lines}


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_both_formats_give_the_same(found, name):
    line = found[name]
    assert not isinstance(line["kafka"], str) or name == "schema", line["kafka"]
    assert line["kavka"] == line["kafka"]


def test_there_was_something_to_compare(found):
    assert set(found) == SCENARIOS
    counts = {name: len(line["kafka"]) for name, line in found.items() if isinstance(line["kafka"], list)}
    assert counts["everything, with headers"] == len(COMPRESSIONS) * 40 + 30
    assert counts["only what is committed"] == len(COMPRESSIONS) * 40 + 20
    assert counts["topic to topic"] == counts["a stream of what is there"] == counts["everything, with headers"]
    assert counts["a batch by keys and partitions"] == 200
    assert counts.pop("a topic without records") == 0
    assert all(counts.values())
