"""Apache Kafka's Java clients in groups and transactions against three brokers, by programs of theirs and of ours."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from kavka import Admin, LocalCluster, NewTopic
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.support.kafka import kafka_tools
from tests.support.kafka.verifiable import SECONDS_MAX, VerifiableConsumer, VerifiableProducer
from tests.support.processes.cluster import wait_until

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("TransactionProbe.java")
BOUNCED = {"zookeeper.session.timeout.ms": "6000", "min.insync.replicas": "2"}
HANGING = {"transaction.partition.verification.enable": "false"}
PERFORMED = 5_000


def test_groups_and_transactions_of_the_java_client(tools, three_brokers):
    assert tools.run(str(PROBE), three_brokers.bootstrap, "java").splitlines() == [
        "copied 200 shared 2+2 true",
        "Ongoing true open true listed true",
        "fenced by its successor",
        "Ongoing true open true listed true",
        "fenced by its administrator",
        "read 200 once true of committed true",
        "assigned 4 read again 0",
        "Stable cooperative-sticky [Optional[static]]",
        "altered 5 altered Optional[0]",
        "left false",
    ]


def goes_on(members, counts):
    """Whether each has read more than so many."""
    return all(len(member.records) > count for member, count in zip(members, counts, strict=True))


async def wait_in_thread(condition, what):
    """The embedded ZooKeeper lives in this loop."""
    await asyncio.to_thread(wait_until, condition, what, SECONDS_MAX)


async def test_a_verifiable_producer_and_two_consumers_through_bounced_brokers(tools, tmp_path):
    async with LocalCluster(3, config=BOUNCED) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="verified", num_partitions=4, replication_factor=3)])
        options = ("verifiers", tmp_path, "--verbose", "--session-timeout", "10000")
        members = [VerifiableConsumer(tools, cluster.bootstrap, "verified", *options) for _ in range(2)]
        producer = VerifiableProducer(tools, cluster.bootstrap, "verified", tmp_path, throughput=100)
        try:
            await wait_in_thread(lambda: all(member.records for member in members), "both read")
            for victim, end in enumerate((cluster.kill, cluster.stop_broker, cluster.kill)):
                await end(victim)
                await cluster.restart(victim)
                counts = [len(member.records) for member in members]
                await wait_in_thread(lambda c=counts: goes_on(members, c), f"both read on without and with {victim}")
            await asyncio.to_thread(producer.stop)
            acknowledged = set(producer.acknowledged)
            await wait_in_thread(
                lambda: acknowledged <= {value for member in members for value in member.records.values()},
                "every acknowledged record is read",
            )
        finally:
            for process in (producer, *members):
                await asyncio.to_thread(process.stop)
    assert producer.failed == []
    found = members[0].records | members[1].records
    assert len(found) == len(set(found.values())), "a value that is in the topic twice"
    assert any(True in member.committed for member in members)


def test_a_performance_test_in_transactions_is_read_once_by_a_group(tools, three_brokers, tmp_path):
    topic, group, server = "performed", "performers", ("--bootstrap-server", three_brokers.bootstrap)
    said = tools.run(
        kafka_tools.PRODUCER_PERFORMANCE,
        *("--topic", topic, "--num-records", str(PERFORMED), "--record-size", "100", "--throughput", "-1"),
        *("--transactional-id", "performer", "--transaction-duration-ms", "50"),
        *("--producer-props", f"bootstrap.servers={three_brokers.bootstrap}", "batch.size=2000"),
    )
    assert f"{PERFORMED} records sent" in said
    [end] = re.findall(rf"^{topic}:0:(\d+)$", tools.run(kafka_tools.GET_OFFSETS, *server, "--topic", topic), re.M)
    assert int(end) > PERFORMED, "records and at least one marker"

    def consume(*options):
        read = tools.run(
            kafka_tools.CONSOLE_CONSUMER,
            *server,
            *("--topic", topic, "--group", group, "--from-beginning", "--isolation-level", "read_committed", *options),
        )
        return len(read.splitlines())

    def groups(*options):
        return tools.run(kafka_tools.CONSUMER_GROUPS, *server, "--timeout", "60000", "--group", group, *options)

    def offset():
        [committed] = re.findall(rf"^{group} +{topic} +0 +(\d+) +{end} ", groups("--describe"), re.M)
        return int(committed)

    assert consume("--max-messages", str(PERFORMED)) == PERFORMED
    assert consume("--timeout-ms", "5000") == 0, "the group goes on where it had committed"
    assert PERFORMED <= offset() <= int(end)
    reset = ("--reset-offsets", "--topic", topic)
    assert " 7 " in groups(*reset, "--to-offset", "7", "--dry-run")
    assert offset() >= PERFORMED, "nothing was to happen"
    groups(*reset, "--to-offset", "7", "--execute")
    assert offset() == 7
    plan = tmp_path / "plan.csv"
    plan.write_text(groups(*reset, "--to-current", "--dry-run", "--export").strip() + "\n")
    assert plan.read_text().strip() == f"{topic},0,7"
    groups(*reset, "--to-datetime", "2001-01-01T00:00:00.000", "--execute")
    assert offset() == 0
    groups("--reset-offsets", "--from-file", str(plan), "--execute")
    assert offset() == 7
    groups(*reset, "--by-duration", "PT0S", "--execute")
    assert offset() == int(end)


async def write_what_no_coordinator_knows(bootstrap):
    """A record of a transaction that was never begun, as a bug of a client would write it; from long ago."""
    batch = BatchBuilder(producer_id=4711, producer_epoch=3, base_sequence=0, is_transactional=True)
    batch.append(timestamp=1, key=None, value=b"hangs")
    data = ProduceRequest.PartitionProduceData(index=0, records=batch.build())
    topic = ProduceRequest.TopicProduceData(name="hung", partition_data=[data])
    request = ProduceRequest(transactional_id="buggy", acks=-1, timeout_ms=30_000, topic_data=[topic])
    async with Admin(bootstrap) as admin, asyncio.timeout(SECONDS_MAX):
        await admin.create_topics([NewTopic(name="hung", num_partitions=1, replication_factor=3)])
        code = ErrorCode.NOT_LEADER_OR_FOLLOWER
        while code in {ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}:  # it may not know yet
            [info] = await admin.describe_topics(["hung"])
            host, port = bootstrap.split(",")[info.partitions[0].leader].split(":")
            async with await Connection.open(host, int(port), client_id="buggy") as connection:
                answer = await connection.request(request, version=9)
            code = answer.responses[0].partition_responses[0].error_code
    assert code == 0


async def test_kafka_transactions_finds_what_hangs_and_aborts_it(tools):
    async with LocalCluster(3, config=HANGING) as cluster:
        await write_what_no_coordinator_knows(cluster.bootstrap)
        server = ("--bootstrap-server", cluster.bootstrap)

        def run(*arguments, stdin=""):
            return asyncio.to_thread(tools.run, *arguments, stdin=stdin)

        async def found():
            said = await run(kafka_tools.TRANSACTIONS, *server, "find-hanging", "--topic", "hung")
            return re.findall(r"^hung\s+0\s+(\d+)\s+(\d+)\s+-1\s+(\d+)\s", said, re.M)

        assert await found() == [("4711", "3", "0")]
        await run(kafka_tools.CONSOLE_PRODUCER, *server, "--topic", "hung", stdin="behind it\n")
        read = (kafka_tools.CONSOLE_CONSUMER, *server, "--topic", "hung", "--from-beginning", "--max-messages")
        committed = ("--isolation-level", "read_committed")
        assert (await run(*read, "1", *committed, "--timeout-ms", "8000")).splitlines() == []
        abort = ("abort", "--topic", "hung", "--partition", "0", "--start-offset", "0")
        await run(kafka_tools.TRANSACTIONS, *server, *abort)
        assert (await run(*read, "1", *committed)).splitlines() == ["behind it"]
        assert (await run(*read, "2")).splitlines() == ["hangs", "behind it"]
        assert await found() == []
