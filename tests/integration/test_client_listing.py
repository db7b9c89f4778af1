"""How each client asks for everything: all topics, all partitions of one, who the brokers are."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import aiokafka
import aiokafka.admin
import confluent_kafka
import confluent_kafka.admin
import pytest

from tests.integration.clients import CLIENT_SECONDS_MAX, CONFLUENT, KCAT, Sent
from tests.integration.cluster import KavkaProcess

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka
    import kafka.admin

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("topics", [[], ["one"], ["one", "two", "three"]], ids=len)
async def test_every_client_lists_what_there_is(new_kavka: Callable[..., KavkaProcess], topics: list[str]) -> None:
    """librdkafka's question for all topics has bytes behind it that mean nothing; Kafka ignores them, too."""
    bootstrap = new_kavka().bootstrap
    for topic in topics:
        CONFLUENT.write(bootstrap, topic, [Sent(None, b"v")])
    expected = set(topics)

    librdkafka = confluent_kafka.admin.AdminClient({"bootstrap.servers": bootstrap})
    listed = librdkafka.list_topics(timeout=CLIENT_SECONDS_MAX)
    assert set(listed.topics) == expected
    assert [f"{broker.host}:{broker.port}" for broker in listed.brokers.values()] == [bootstrap]
    assert {len(topic.partitions) for topic in listed.topics.values()} <= {1}
    consumer = confluent_kafka.Consumer({"bootstrap.servers": bootstrap, "group.id": "none"})
    assert set(consumer.list_topics(timeout=CLIENT_SECONDS_MAX).topics) == expected
    consumer.close()
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap})
    assert set(producer.list_topics(timeout=CLIENT_SECONDS_MAX).topics) == expected

    lines = KCAT.run("-L", "-b", bootstrap).decode()
    assert all(f'topic "{topic}" with 1 partitions' in lines for topic in topics)

    admin = kafka.admin.KafkaAdminClient(bootstrap_servers=bootstrap)
    assert set(admin.list_topics()) == expected
    admin.close()
    reader = kafka.KafkaConsumer(bootstrap_servers=bootstrap)
    assert set(reader.topics()) == expected
    reader.close()

    async with aiokafka.AIOKafkaConsumer(bootstrap_servers=bootstrap, group_id=None) as asking:
        assert set(await asking.topics()) == expected
    asking_admin = aiokafka.admin.AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await asking_admin.start()
    assert set(await asking_admin.list_topics()) == expected
    await asking_admin.close()
