"""Three brokers that fetch by topic id, as clients do: a topic made anew is never taken for the one before it."""

from __future__ import annotations

import asyncio

import pytest
from confluent_kafka import Consumer as ForeignConsumer

from kavka import Admin, LocalCluster, Producer
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest, MetadataRequest
from kavka.protocol.records.batch import iter_records

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

DEADLINE_SECONDS = 60
FETCH_VERSION = 17


@pytest.fixture
async def cluster():
    async with LocalCluster(3, in_loop=True, config={"inter.broker.protocol.version": "3.9"}) as cluster:
        yield cluster


async def create(admin):
    await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])


async def topic_id_at(connection):
    """The id of `t` as one broker knows it, None while it knows none."""
    asked = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="t")], allow_auto_topic_creation=False)
    (topic,) = (await connection.request(asked, version=12)).topics
    return None if topic.error_code else topic.topic_id


async def fetch(connection, topic_id=None, **session):
    """One partition's part of the answer, None where there is none, and the session."""
    asked = [FetchRequest.FetchPartition(0, partition_max_bytes=1 << 20)]
    topics = [] if topic_id is None else [FetchRequest.FetchTopic(topic_id=topic_id, partitions=asked)]
    answer = await connection.request(
        FetchRequest(max_wait_ms=100, min_bytes=1, topics=topics, **session), version=FETCH_VERSION
    )
    assert answer.error_code == 0
    return answer.responses[0].partitions[0] if answer.responses else None, answer.session_id


async def test_a_session_reads_nothing_of_the_topic_that_was_made_anew(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await create(admin)
        for number in range(5):
            await producer.send_and_wait("t", b"old %d" % number)
        (info,) = await admin.describe_topics(["t"])
        host, port = cluster.bootstrap.split(",")[info.partitions[0].leader].split(":")
        async with await Connection.open(host, int(port), client_id="test") as connection:
            former = await topic_id_at(connection)
            part, session_id = await fetch(connection, former, session_epoch=0)
            assert len(list(iter_records(part.records))) == 5
            await admin.delete_topics(["t"])
            await create(admin)
            await producer.send_and_wait("t", b"new")
            read, epoch = [], 1
            async with asyncio.timeout(DEADLINE_SECONDS):
                while part is None or part.error_code != ErrorCode.INCONSISTENT_TOPIC_ID:
                    part, _ = await fetch(connection, session_id=session_id, session_epoch=epoch)
                    epoch += 1
                    read += [] if part is None else [record.value for record in iter_records(part.records)]
            assert b"new" not in read
            assert await topic_id_at(connection) not in (None, former)
            part, _ = await fetch(connection, former, session_epoch=-1)
            assert part.error_code == ErrorCode.UNKNOWN_TOPIC_ID


async def test_what_the_replicas_have_of_a_topic_made_anew_is_its_own(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        for times in range(4):
            await create(admin)
            value = b"%d" % times
            for _ in range(5):
                await producer.send_and_wait("t", value)
            logs = [cluster.data_dir / f"broker-{broker_id}" / "t-0" for broker_id in range(3)]
            found = {b"".join(path.read_bytes() for path in sorted(log.glob("*.log"))) for log in logs}
            (only,) = found
            assert [record.value for record in iter_records(only)] == [value] * 5
            await admin.delete_topics(["t"])


async def test_librdkafka_reads_on_by_id(cluster):
    """It fetches by id where it is offered."""
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await create(admin)
        values = [b"%d" % number for number in range(50)]
        for value in values[:25]:
            await producer.send_and_wait("t", value)
        settings = {"bootstrap.servers": cluster.bootstrap, "group.id": "g", "auto.offset.reset": "earliest"}
        consumer = ForeignConsumer(settings)
        consumer.subscribe(["t"])
        read = asyncio.create_task(asyncio.to_thread(_read, consumer, len(values)))
        for value in values[25:]:
            await producer.send_and_wait("t", value)
        assert await read == values


def _read(consumer, count):
    try:
        found = consumer.consume(count, timeout=DEADLINE_SECONDS)
        return [message.value() for message in found]
    finally:
        consumer.close()
