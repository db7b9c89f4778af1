"""Other people's admin clients on what changes partitions: more of them, and fewer records in them."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

import aiokafka.admin
import confluent_kafka.admin
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CONFLUENT, KCAT, Sent
from tests.support.clients.kcat import kcat_topics
from tests.support.processes.cluster import wait_until

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka.admin
    import kafka.errors

pytestmark = pytest.mark.slow

RECORDS = [Sent(None, b"%d" % number) for number in range(5)]


def fill(broker: str, topic: str) -> None:
    """A topic with one partition and five records."""
    CONFLUENT.write(broker, topic, RECORDS)


def assert_partitions(broker: str, topic: str, count: int) -> None:
    wait_until(
        lambda: [p["leader"] for p in kcat_topics(broker).get(topic, [])] == [0] * count, f"{topic} has {count} leaders"
    )


def assert_begins_at(broker: str, topic: str, offset: int) -> None:
    read = KCAT.run("-C", "-q", "-e", "-b", broker, "-t", topic, "-p", "0", "-o", "beginning", "-f", r"%o:%s\n")
    assert read.decode().split() == [f"{number}:{number}" for number in range(offset, len(RECORDS))]


def result(futures: dict[Any, Any]) -> Any:
    ((_, future),) = futures.items()
    return future.result(CLIENT_SECONDS_MAX)


def test_librdkafka(broker: str, topic: str) -> None:
    fill(broker, topic)
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": broker})
    more = confluent_kafka.admin.NewPartitions
    result(admin.create_partitions([more(topic, 3)], validate_only=True))
    assert_partitions(broker, topic, 1)
    result(admin.create_partitions([more(topic, 3)]))
    assert_partitions(broker, topic, 3)
    result(admin.create_partitions([more(topic, 4, replica_assignment=[[0]])]))
    assert_partitions(broker, topic, 4)
    for count, assignment, message in (
        (4, None, "Topic already has 4 partitions"),
        (2, None, "higher than the requested 2"),
        (5, [[9]], "Unknown broker"),
    ):
        wanted = more(topic, count) if assignment is None else more(topic, count, replica_assignment=assignment)
        with pytest.raises(confluent_kafka.KafkaException, match=message):
            result(admin.create_partitions([wanted]))
    with pytest.raises(confluent_kafka.KafkaException, match="does not exist"):
        result(admin.create_partitions([more("no-such-topic", 2)]))

    place = confluent_kafka.TopicPartition
    assert result(admin.delete_records([place(topic, 0, 3)])).low_watermark == 3
    assert_begins_at(broker, topic, 3)
    with pytest.raises(confluent_kafka.KafkaException, match="OFFSET_OUT_OF_RANGE"):
        result(admin.delete_records([place(topic, 0, 6)]))
    assert result(admin.delete_records([place(topic, 0, confluent_kafka.OFFSET_END)])).low_watermark == 5


def test_kafka_python(broker: str, topic: str) -> None:
    fill(broker, topic)
    admin = kafka.admin.KafkaAdminClient(bootstrap_servers=broker)
    try:
        admin.create_partitions({topic: 3})
        assert_partitions(broker, topic, 3)
        with pytest.raises(kafka.errors.InvalidPartitionsError):
            admin.create_partitions({topic: 3})
        place = kafka.TopicPartition(topic, 0)
        assert admin.delete_records({place: 2})[place]["low_watermark"] == 2
        assert_begins_at(broker, topic, 2)
        described = str(admin.describe_log_dirs())
        assert topic in described
    finally:
        admin.close()


async def test_aiokafka(broker: str, topic: str) -> None:
    await asyncio.to_thread(fill, broker, topic)
    admin = aiokafka.admin.AIOKafkaAdminClient(bootstrap_servers=broker)
    await admin.start()
    try:
        answer = await admin.create_partitions({topic: aiokafka.admin.NewPartitions(3)})
        assert [error[:2] for error in answer.topic_errors] == [(topic, 0)]
        await asyncio.to_thread(assert_partitions, broker, topic, 3)
        place = aiokafka.TopicPartition(topic, 0)
        deleted = await admin.delete_records({place: aiokafka.admin.RecordsToDelete(before_offset=4)})
        assert deleted == {place: 4}
        await asyncio.to_thread(assert_begins_at, broker, topic, 4)
    finally:
        await admin.close()
