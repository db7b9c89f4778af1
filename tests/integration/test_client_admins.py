"""The admin side of the same clients: topics made, described, refused and deleted."""

from __future__ import annotations

import asyncio
import time
import warnings
from typing import Any

import aiokafka.admin
import confluent_kafka.admin
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CLIENTS, Client, Sent
from tests.support.clients.kcat import kcat_topics
from tests.support.processes.cluster import wait_until

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka.admin
    import kafka.errors

pytestmark = pytest.mark.slow
PARTITIONS = 3
RETENTION_MS = "7654321"


def assert_made(bootstrap: str, topic: str) -> None:
    wait_until(lambda: len(kcat_topics(bootstrap).get(topic, [])) == PARTITIONS, f"{topic} has its partitions")
    for partition in kcat_topics(bootstrap)[topic]:
        assert partition["leader"] >= 0
        assert partition["isrs"] == partition["replicas"]


def assert_gone(bootstrap: str, topic: str) -> None:
    wait_until(lambda: topic not in kcat_topics(bootstrap), f"{topic} is gone")


class TestConfluent:
    """librdkafka's admin client."""

    @pytest.fixture
    def admin(self, broker: str) -> confluent_kafka.admin.AdminClient:
        return confluent_kafka.admin.AdminClient({"bootstrap.servers": broker})

    @staticmethod
    def result(futures: dict[Any, Any]) -> Any:
        ((_, future),) = futures.items()
        return future.result(CLIENT_SECONDS_MAX)

    def test_topics(self, broker: str, topic: str, admin: confluent_kafka.admin.AdminClient) -> None:
        new = confluent_kafka.admin.NewTopic(topic, PARTITIONS, 1, config={"retention.ms": RETENTION_MS})
        self.result(admin.create_topics([new], validate_only=True))
        assert topic not in kcat_topics(broker)
        self.result(admin.create_topics([new]))
        assert_made(broker, topic)
        assert len(admin.list_topics(topic, timeout=CLIENT_SECONDS_MAX).topics[topic].partitions) == PARTITIONS
        described = self.result(admin.describe_topics(confluent_kafka.TopicCollection([topic])))
        assert len(described.partitions) == PARTITIONS
        with pytest.raises(confluent_kafka.KafkaException, match="already exists"):
            self.result(admin.create_topics([new]))
        self.result(admin.delete_topics([topic]))
        assert_gone(broker, topic)
        with pytest.raises(confluent_kafka.KafkaException, match="UNKNOWN_TOPIC_OR_PART"):
            self.result(admin.delete_topics([topic]))

    def test_default_partitions_and_replicas(
        self, broker: str, topic: str, admin: confluent_kafka.admin.AdminClient
    ) -> None:
        self.result(admin.create_topics([confluent_kafka.admin.NewTopic(topic)]))
        wait_until(lambda: len(kcat_topics(broker).get(topic, [])) == 1, f"{topic} has one partition")

    def test_configs(self, topic: str, admin: confluent_kafka.admin.AdminClient) -> None:
        new = confluent_kafka.admin.NewTopic(topic, 1, 1, config={"retention.ms": RETENTION_MS})
        self.result(admin.create_topics([new]))
        resource = confluent_kafka.admin.ConfigResource("topic", topic)
        configs = self.result(admin.describe_configs([resource]))
        assert configs["retention.ms"].value == RETENTION_MS
        assert not configs["retention.ms"].is_default
        assert configs["cleanup.policy"].value == "delete"
        assert configs["cleanup.policy"].is_default
        resource = confluent_kafka.admin.ConfigResource("broker", "0")
        assert self.result(admin.describe_configs([resource]))["broker.id"].value == "0"

    def test_cluster(self, broker: str, admin: confluent_kafka.admin.AdminClient) -> None:
        cluster = admin.describe_cluster().result(CLIENT_SECONDS_MAX)
        assert cluster.cluster_id
        assert [f"{node.host}:{node.port}" for node in cluster.nodes] == [broker]
        assert cluster.controller.id == cluster.nodes[0].id

    @pytest.mark.parametrize(
        ("name", "replicas", "config", "message"),
        [
            ("no/slash", 1, {}, "(?i)topic name|INVALID_TOPIC|illegal"),
            ("..", 1, {}, "(?i)topic name|INVALID_TOPIC|illegal"),
            ("x" * 250, 1, {}, "(?i)topic name|INVALID_TOPIC|longer"),
            ("three-replicas", 3, {}, "larger than available brokers"),
            ("bad-value", 1, {"retention.ms": "abc"}, "(?i)invalid value abc for configuration retention.ms"),
            ("bad-name", 1, {"no.such.config": "1"}, "(?i)unknown|no.such.config"),
        ],
    )
    def test_refusals_say_why(
        self, admin: confluent_kafka.admin.AdminClient, name: str, replicas: int, config: dict[str, str], message: str
    ) -> None:
        with pytest.raises(confluent_kafka.KafkaException, match=message):
            self.result(admin.create_topics([confluent_kafka.admin.NewTopic(name, 1, replicas, config=config)]))


def test_kafka_python(broker: str, topic: str) -> None:
    admin = kafka.admin.KafkaAdminClient(bootstrap_servers=broker)
    try:
        options = {"num_partitions": PARTITIONS, "replication_factor": 1, "configs": {"retention.ms": RETENTION_MS}}
        admin.create_topics({topic: options}, wait_for_metadata=True)
        assert_made(broker, topic)
        (described,) = admin.describe_topics([topic])
        assert [p["leader_id"] for p in described["partitions"]] == [0] * PARTITIONS
        assert topic in admin.list_topics()
        with pytest.raises(kafka.errors.TopicAlreadyExistsError):
            admin.create_topics({topic: options})
        resource = kafka.admin.ConfigResource(kafka.admin.ConfigResourceType.TOPIC, topic)
        configs = admin.describe_configs([resource])
        assert RETENTION_MS in str(configs)
        # Not describe_cluster: kafka-python 3.0.12 trips over the version 0 that Kafka 3.0 answers with.
        admin.delete_topics([topic])
        assert_gone(broker, topic)
        with pytest.raises(kafka.errors.UnknownTopicOrPartitionError):
            admin.delete_topics([topic])
    finally:
        admin.close()


async def test_aiokafka(broker: str, topic: str) -> None:
    admin = aiokafka.admin.AIOKafkaAdminClient(bootstrap_servers=broker)
    await admin.start()
    try:
        new = aiokafka.admin.NewTopic(topic, PARTITIONS, 1, topic_configs={"retention.ms": RETENTION_MS})
        created = await admin.create_topics([new])
        assert created.topic_errors[0][:2] == (topic, 0)
        await asyncio.to_thread(assert_made, broker, topic)
        (described,) = await admin.describe_topics([topic])
        assert len(described["partitions"]) == PARTITIONS
        assert topic in await admin.list_topics()
        again = await admin.create_topics([new])
        assert again.topic_errors[0][:2] == (topic, 36)
        resource = aiokafka.admin.config_resource.ConfigResource(
            aiokafka.admin.config_resource.ConfigResourceType.TOPIC, topic
        )
        (configs,) = await admin.describe_configs([resource])
        assert RETENTION_MS in str(configs)
        cluster = await admin.describe_cluster()
        assert [f"{each['host']}:{each['port']}" for each in cluster["brokers"]] == [broker]
        deleted = await admin.delete_topics([topic])
        assert list(deleted.topic_error_codes) == [(topic, 0)]
        await asyncio.to_thread(assert_gone, broker, topic)
    finally:
        await admin.close()


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_producing_to_an_unknown_topic_makes_it(broker: str, topic: str, client: Client) -> None:
    assert topic not in kcat_topics(broker)
    client.write(broker, topic, [Sent(b"k", b"v")])
    assert len(kcat_topics(broker)[topic]) == 1
    assert [(record.offset, record.value) for record in client.read(broker, topic, 1)] == [(0, b"v")]


def test_a_topic_made_again_is_empty(broker: str, topic: str) -> None:
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": broker})

    def is_created() -> bool:
        """Deletion goes on behind the answer; until it is done, the name is taken, as in Kafka."""
        try:
            TestConfluent.result(admin.create_topics([confluent_kafka.admin.NewTopic(topic, PARTITIONS, 1)]))
        except confluent_kafka.KafkaException as error:
            if error.args[0].code() != confluent_kafka.KafkaError.TOPIC_ALREADY_EXISTS:
                raise
            return False
        return True

    for round_number in range(3):
        wait_until(is_created, f"{topic} can be made")
        assert_made(broker, topic)
        value = b"round %d" % round_number
        CLIENTS[1].write(broker, topic, [Sent(None, value)])
        assert [record.value for record in CLIENTS[2].read(broker, topic, 1)] == [value]
        TestConfluent.result(admin.delete_topics([topic]))
        assert_gone(broker, topic)


async def test_several_partitions_by_key_and_offsets_by_time(broker: str, topic: str) -> None:
    """The calls around reading: partitioning by key, first and last offsets, the offset of a time."""
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": broker})
    TestConfluent.result(admin.create_topics([confluent_kafka.admin.NewTopic(topic, PARTITIONS, 1)]))
    await asyncio.to_thread(assert_made, broker, topic)
    producer = aiokafka.AIOKafkaProducer(bootstrap_servers=broker)
    async with producer:
        for number in range(90):
            key = b"key %d" % (number % 9)
            await producer.send_and_wait(topic, b"%d" % number, key=key, timestamp_ms=1_700_000_000_000 + number)
    consumer = aiokafka.AIOKafkaConsumer(bootstrap_servers=broker, group_id=None)
    async with consumer:
        partitions = [aiokafka.TopicPartition(topic, number) for number in range(PARTITIONS)]
        consumer.assign(partitions)
        for partition in partitions:  # at once: aiokafka's own reset to the end may overtake seek_to_beginning
            consumer.seek(partition, 0)
        assert await consumer.beginning_offsets(partitions) == dict.fromkeys(partitions, 0)
        ends = await consumer.end_offsets(partitions)
        assert sum(ends.values()) == 90
        read: dict[aiokafka.TopicPartition, list[Any]] = {partition: [] for partition in partitions}
        deadline = time.monotonic() + CLIENT_SECONDS_MAX
        while sum(map(len, read.values())) < 90:
            assert time.monotonic() < deadline
            for partition, records in (await consumer.getmany(timeout_ms=500)).items():
                read[partition] += records
        for records in read.values():
            numbers = [int(record.value) for record in records]
            assert numbers == sorted(numbers)
        by_time = await consumer.offsets_for_times(dict.fromkeys(partitions, 1_700_000_000_050))
        for partition, found in by_time.items():
            later = [record for record in read[partition] if record.timestamp >= 1_700_000_000_050]
            assert (found.offset, found.timestamp) == (later[0].offset, later[0].timestamp)
