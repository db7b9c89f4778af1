"""The audit beside Apache Kafka: its brokers answer a debugging consumer, and its files are as sound as ours.

Two brokers, ours and Kafka's, each leading one partition of every topic and following in the other. What the audit
reads over the wire from each, follower or leader, is what lies in its files; and both are the same.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.pipeline.audit.cluster_plan import plan_replicas
from kavka.pipeline.audit.directories import find_replicas
from kavka.pipeline.audit.replica_scan import scan_replica
from kavka.pipeline.audit.segment_scan import scan_segment
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.conformance]

OURS, THEIRS = 0, 3
RECORDS = 15_000
SETTINGS = {
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "5",
    "transaction.state.log.num.partitions": "5",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "auto.leader.rebalance.enable": "false",
}
TOPICS = {
    "plain": {"segment.bytes": "300000"},
    "compressed": {"compression.type": "zstd"},
    "compacted": {"cleanup.policy": "compact"},
}


async def fill(bootstrap):
    async with Admin(bootstrap) as admin:
        both = {0: [OURS, THEIRS], 1: [THEIRS, OURS]}
        await admin.create_topics(
            [NewTopic(name=name, assignments=both, configs=given) for name, given in TOPICS.items()]
        )
        async with Producer(bootstrap, linger_ms=10, batch_bytes=20_000) as producer:
            for number in range(RECORDS):
                for topic in TOPICS:
                    await producer.send(topic, b"v%05d" % number, key=b"k%d" % (number % 50), partition=number % 2)
            await producer.flush()
        async with Producer(bootstrap, transactional_id="audited") as producer:
            await producer.init_transactions()
            for end in (producer.commit_transaction, producer.abort_transaction):
                producer.begin_transaction()
                for partition in (0, 1):
                    await producer.send("plain", b"in a transaction", partition=partition)
                await end()


def over_the_wire(bootstrap):
    client = {"bootstrap.servers": bootstrap}
    found = {}
    for replica in plan_replicas(client, TOPICS):
        key = replica.broker, replica.partition
        found[key] = scan_replica(replica.target(client)).to_pylist()
    return found


def in_files(*paths):
    found = {}
    for replica in find_replicas(paths, topics=TOPICS):
        rows = [row for target in replica.targets() for row in scan_segment(target).to_pylist()]
        found[replica.broker, replica.partition] = rows
    return found


def digests(rows):
    """By window; segments joined."""
    joined = {}
    for row in rows:
        joined[row["window"]] = joined.get(row["window"], 0) ^ row["digest"]
    return joined


@pytest.fixture(scope="module")
def audited(tools, tmp_path_factory):
    folder = tmp_path_factory.mktemp("audited")
    ours = KavkaProcess(folder / "ours", config=SETTINGS | AS_KAFKA_3_9)
    ours.start()
    theirs = ApacheBroker(tools, folder / "theirs", THEIRS, ours.zookeeper, settings=SETTINGS)
    try:
        theirs.start()
        asyncio.run(fill(ours.bootstrap))
        wire = over_the_wire(ours.bootstrap)
    finally:
        theirs.stop()
        assert ours.stop() == 0, ours.log()
    return wire, in_files(Path(folder / "ours"), theirs.log_dir)


def test_every_replica_is_read_and_nothing_is_wrong_with_it(audited):
    for found in audited:
        assert {broker for broker, _ in found} == {str(OURS), str(THEIRS)}
        assert len(found) == 2 * 2 * len(TOPICS)
        assert [row["faults"] for rows in found.values() for row in rows if row["faults"]] == []
        assert all(sum(row["records"] for row in rows) >= RECORDS // 2 for rows in found.values())


def test_the_wire_gives_what_is_in_the_files(audited):
    wire, files = audited
    assert {key: digests(rows) for key, rows in wire.items()} == {key: digests(rows) for key, rows in files.items()}


def test_both_brokers_have_the_same(audited):
    _, files = audited
    for (broker, partition), rows in files.items():
        if broker == str(OURS):
            assert digests(rows) == digests(files[str(THEIRS), partition])
