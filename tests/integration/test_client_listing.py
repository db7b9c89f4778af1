"""How each client asks for everything: all topics, all partitions of one, who the brokers are."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from contextlib import closing

import aiokafka
import aiokafka.admin
import confluent_kafka
import confluent_kafka.admin
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CONFLUENT, KCAT, Sent
from tests.support.processes.cluster import KavkaProcess

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka
    import kafka.admin

pytestmark = pytest.mark.slow


def own(topics: Iterable[str]) -> set[str]:
    """Without the internal topic, which comes to be while we ask: librdkafka's consumer looks for its coordinator."""
    return set(topics) - {"__consumer_offsets"}


@pytest.mark.parametrize("topics", [[], ["one"], ["one", "two", "three"]], ids=len)
async def test_every_client_lists_what_there_is(new_kavka: Callable[..., KavkaProcess], topics: list[str]) -> None:
    """librdkafka's question for all topics has bytes behind it that mean nothing; Kafka ignores them, too."""
    bootstrap = new_kavka().bootstrap
    for topic in topics:
        CONFLUENT.write(bootstrap, topic, [Sent(None, b"v")])
    expected = set(topics)

    librdkafka = confluent_kafka.admin.AdminClient({"bootstrap.servers": bootstrap})
    listed = librdkafka.list_topics(timeout=CLIENT_SECONDS_MAX)
    assert own(listed.topics) == expected
    assert [f"{broker.host}:{broker.port}" for broker in listed.brokers.values()] == [bootstrap]
    assert {len(listed.topics[topic].partitions) for topic in expected} <= {1}
    consumer = confluent_kafka.Consumer({"bootstrap.servers": bootstrap, "group.id": "none"})
    assert own(consumer.list_topics(timeout=CLIENT_SECONDS_MAX).topics) == expected
    consumer.close()
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap})
    assert own(producer.list_topics(timeout=CLIENT_SECONDS_MAX).topics) == expected

    lines = KCAT.run("-L", "-b", bootstrap).decode()
    assert all(f'topic "{topic}" with 1 partitions' in lines for topic in topics)

    with closing(kafka.admin.KafkaAdminClient(bootstrap_servers=bootstrap)) as admin:
        assert own(admin.list_topics()) == expected
    with closing(kafka.KafkaConsumer(bootstrap_servers=bootstrap)) as reader:
        assert own(reader.topics()) == expected

    async with aiokafka.AIOKafkaConsumer(bootstrap_servers=bootstrap, group_id=None) as asking:
        assert own(await asking.topics()) == expected
    asking_admin = aiokafka.admin.AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await asking_admin.start()
    assert own(await asking_admin.list_topics()) == expected
    await asking_admin.close()
