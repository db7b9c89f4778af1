"""Configuration altered by other people's clients, and felt by the next request."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import aiokafka.admin
import aiokafka.admin.config_resource
import confluent_kafka
import confluent_kafka.admin
import pytest
from confluent_kafka.admin import AlterConfigOpType, ConfigEntry, ConfigResource, ConfigSource, NewTopic

from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CONFLUENT, Sent
from tests.support.processes.cluster import KavkaProcess

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka.admin
    import kafka.errors

pytestmark = pytest.mark.slow

SET = AlterConfigOpType.SET
DELETE = AlterConfigOpType.DELETE
APPEND = AlterConfigOpType.APPEND
SUBTRACT = AlterConfigOpType.SUBTRACT


class Admin:
    """librdkafka's admin client, one call a line."""

    def __init__(self, bootstrap: str) -> None:
        self._client = confluent_kafka.admin.AdminClient({"bootstrap.servers": bootstrap})

    @staticmethod
    def _result(futures: dict[Any, Any]) -> Any:
        ((_, future),) = futures.items()
        return future.result(CLIENT_SECONDS_MAX)

    def create(self, topic: str, **config: str) -> None:
        settings = {name.replace("_", "."): value for name, value in config.items()}
        self._result(self._client.create_topics([NewTopic(topic, 1, 1, config=settings)]))

    def change(self, kind: str, name: str, *changes: tuple[str, AlterConfigOpType, str | None], **options: Any) -> None:
        entries = [ConfigEntry(key, value, incremental_operation=operation) for key, operation, value in changes]
        resource = ConfigResource(kind, name, incremental_configs=entries)
        self._result(self._client.incremental_alter_configs([resource], **options))

    def replace(self, kind: str, name: str, **config: str) -> None:
        settings = {key.replace("_", "."): value for key, value in config.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._result(self._client.alter_configs([ConfigResource(kind, name, set_config=settings)]))

    def describe(self, kind: str, name: str) -> dict[str, ConfigEntry]:
        described: dict[str, ConfigEntry] = self._result(self._client.describe_configs([ConfigResource(kind, name)]))
        return described


@pytest.fixture
def admin(broker: str) -> Admin:
    return Admin(broker)


def produce(bootstrap: str, topic: str, value: bytes = b"v", **settings: str) -> confluent_kafka.Message:
    """One record by librdkafka; the delivered message, or its error raised."""
    options = {name.replace("_", "."): setting for name, setting in settings.items()}
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap, "message.max.bytes": "10000000", **options})
    delivered: list[tuple[confluent_kafka.KafkaError | None, confluent_kafka.Message]] = []
    producer.produce(topic, value, on_delivery=lambda error, message: delivered.append((error, message)))
    assert producer.flush(CLIENT_SECONDS_MAX) == 0
    ((error, message),) = delivered
    if error is not None:
        raise confluent_kafka.KafkaException(error)
    return message


class TestConfluent:
    """librdkafka: IncrementalAlterConfigs, AlterConfigs, DescribeConfigs."""

    def test_single_keys_of_a_topic(self, admin: Admin, topic: str) -> None:
        admin.create(topic, segment_ms="1111")
        admin.change("topic", topic, ("retention.ms", SET, "2222"), ("cleanup.policy", APPEND, "compact"))
        configs = admin.describe("topic", topic)
        values = {key: configs[key].value for key in ("segment.ms", "retention.ms", "cleanup.policy")}
        assert values == {"segment.ms": "1111", "retention.ms": "2222", "cleanup.policy": "delete,compact"}
        assert configs["retention.ms"].source == ConfigSource.DYNAMIC_TOPIC_CONFIG.value
        assert [synonym.value for synonym in configs["cleanup.policy"].synonyms.values()] == [
            "delete,compact",
            "delete",
        ]
        admin.change("topic", topic, ("retention.ms", DELETE, None), ("cleanup.policy", SUBTRACT, "delete"))
        configs = admin.describe("topic", topic)
        assert configs["cleanup.policy"].value == "compact"
        assert configs["retention.ms"].is_default

    def test_all_keys_of_a_topic(self, admin: Admin, topic: str) -> None:
        admin.create(topic, segment_ms="1111", retention_ms="2222")
        admin.replace("topic", topic, retention_ms="3333")
        configs = admin.describe("topic", topic)
        assert configs["retention.ms"].value == "3333"
        assert configs["segment.ms"].is_default

    def test_a_broker(self, admin: Admin) -> None:
        before = admin.describe("broker", "0")["log.flush.interval.messages"]
        admin.change("broker", "0", ("log.flush.interval.messages", SET, "4444"))
        try:
            during = admin.describe("broker", "0")["log.flush.interval.messages"]
        finally:
            admin.change("broker", "0", ("log.flush.interval.messages", DELETE, None))
        after = admin.describe("broker", "0")["log.flush.interval.messages"]
        assert (during.value, during.source) == ("4444", ConfigSource.DYNAMIC_BROKER_CONFIG.value)
        assert (after.value, after.source) == (before.value, before.source)

    def test_validate_only(self, admin: Admin, topic: str) -> None:
        admin.create(topic)
        admin.change("topic", topic, ("retention.ms", SET, "5"), validate_only=True)
        assert admin.describe("topic", topic)["retention.ms"].is_default

    @pytest.mark.parametrize(
        ("kind", "name", "change", "message"),
        [
            ("topic", "", ("retention.ms", SET, "abc"), "Invalid value abc for configuration retention.ms"),
            ("topic", "", ("no.such.config", SET, "1"), "no.such.config"),
            ("topic", "", ("retention.ms", APPEND, "1"), "not allowed"),
            ("topic", "never-made", ("retention.ms", SET, "1"), "does not exist"),
            ("broker", "0", ("broker.id", SET, "7"), "Cannot update these configs dynamically"),
            ("broker", "0", ("log.retention.ms", SET, "abc"), "Invalid value abc for configuration log.retention.ms"),
        ],
    )
    def test_refusals_say_why(
        self,
        admin: Admin,
        topic: str,
        kind: str,
        name: str,
        change: tuple[str, AlterConfigOpType, str],
        message: str,
    ) -> None:
        if not name:
            name = topic
            admin.create(topic)
        with pytest.raises(confluent_kafka.KafkaException, match=message):
            admin.change(kind, name, change)


class TestEffects:
    """A change is felt by the request that comes after its answer."""

    def test_the_largest_batch(self, broker: str, admin: Admin, topic: str) -> None:
        admin.create(topic)
        produce(broker, topic, b"x" * 5000)
        admin.change("topic", topic, ("max.message.bytes", SET, "1000"))
        with pytest.raises(confluent_kafka.KafkaException, match="MSG_SIZE_TOO_LARGE"):
            produce(broker, topic, b"x" * 5000)
        admin.change("topic", topic, ("max.message.bytes", SET, "5000000"))
        produce(broker, topic, b"x" * 2_000_000)

    def test_whose_clock(self, broker: str, admin: Admin, topic: str) -> None:
        admin.create(topic)
        old = 1_700_000_000_000
        CONFLUENT.write(broker, topic, [Sent(b"k", b"v", (), old)])
        admin.change("topic", topic, ("message.timestamp.type", SET, "LogAppendTime"))
        before = int(time.time() * 1000)
        CONFLUENT.write(broker, topic, [Sent(b"k", b"v", (), old)])
        admin.change("topic", topic, ("message.timestamp.type", DELETE, None))
        CONFLUENT.write(broker, topic, [Sent(b"k", b"v", (), old)])
        first, second, third = [record.timestamp for record in CONFLUENT.read(broker, topic, 3)]
        assert (first, third) == (old, old)
        assert second >= before

    def test_records_need_keys(self, broker: str, admin: Admin, topic: str) -> None:
        admin.create(topic)
        produce(broker, topic)
        admin.change("topic", topic, ("cleanup.policy", SET, "compact"))
        with pytest.raises(confluent_kafka.KafkaException):
            produce(broker, topic)

    def test_a_brokers_default_reaches_topics_without_an_override(self, broker: str, admin: Admin, topic: str) -> None:
        admin.create(topic)
        admin.create(f"{topic}.own", max_message_bytes="2000000")
        admin.change("broker", "0", ("message.max.bytes", SET, "1000"))
        try:
            with pytest.raises(confluent_kafka.KafkaException, match="MSG_SIZE_TOO_LARGE"):
                produce(broker, topic, b"x" * 5000)
            produce(broker, f"{topic}.own", b"x" * 5000)
        finally:
            admin.change("broker", "0", ("message.max.bytes", DELETE, None))
        produce(broker, topic, b"x" * 5000)


class TestKafkaPython:
    """kafka-python: both ways to alter, defaults of all brokers, loggers."""

    @pytest.fixture
    def client(self, broker: str) -> Iterator[kafka.admin.KafkaAdminClient]:
        client = kafka.admin.KafkaAdminClient(bootstrap_servers=broker)
        yield client
        client.close()

    @pytest.mark.parametrize("is_incremental", [True, False])
    def test_a_topic(
        self, client: kafka.admin.KafkaAdminClient, admin: Admin, topic: str, is_incremental: bool
    ) -> None:
        admin.create(topic, segment_ms="1111")
        kind = kafka.admin.ConfigResourceType.TOPIC
        resource = kafka.admin.ConfigResource(kind, topic, configs={"retention.ms": "2222"})
        client.alter_configs([resource], incremental=is_incremental)
        configs = admin.describe("topic", topic)
        assert (configs["retention.ms"].value, configs["segment.ms"].value) == ("2222", "1111")
        assert "2222" in str(client.describe_configs([kafka.admin.ConfigResource(kind, topic)]))

    def test_a_broker(self, client: kafka.admin.KafkaAdminClient, admin: Admin) -> None:
        kind = kafka.admin.ConfigResourceType.BROKER
        for value in (("SET", "5555"), ("DELETE", None)):
            resource = kafka.admin.ConfigResource(kind, "0", configs={"log.index.interval.bytes": value})
            client.alter_configs([resource], incremental=True)
            assert admin.describe("broker", "0")["log.index.interval.bytes"].value == (value[1] or "4096")


async def test_aiokafka(broker: str, admin: Admin, topic: str) -> None:
    admin.create(topic)
    client = aiokafka.admin.AIOKafkaAdminClient(bootstrap_servers=broker)
    await client.start()
    try:
        kinds = aiokafka.admin.config_resource.ConfigResourceType
        resource = aiokafka.admin.config_resource.ConfigResource(kinds.TOPIC, topic, configs={"retention.ms": "2222"})
        (response,) = await client.alter_configs([resource])
        assert [result[0] for result in response.resources] == [0]
        assert admin.describe("topic", topic)["retention.ms"].value == "2222"
        (described,) = await client.describe_configs([resource])
        assert "2222" in str(described)
    finally:
        await client.close()


def test_a_brokers_own_values_outlive_a_restart(new_kavka: Callable[..., KavkaProcess]) -> None:
    kavka = new_kavka()
    Admin(kavka.bootstrap).change("broker", "0", ("log.segment.bytes", SET, "7777777"))
    for _ in range(2):
        entry = Admin(kavka.bootstrap).describe("broker", "0")["log.segment.bytes"]
        assert (entry.value, entry.source) == ("7777777", ConfigSource.DYNAMIC_BROKER_CONFIG.value)
        assert kavka.stop() == 0
        kavka.start()


def test_the_environment_is_a_source(new_kavka: Callable[..., KavkaProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKA_LOG_RETENTION_MS", "123456")
    monkeypatch.setenv("KAFKA_BROKER_ID", "77")
    monkeypatch.setenv("KAFKA_HEAP_OPTS", "-Xmx1G")
    kavka = new_kavka()
    entry = Admin(kavka.bootstrap).describe("broker", "0")["log.retention.ms"]
    assert (entry.value, entry.source) == ("123456", ConfigSource.STATIC_BROKER_CONFIG.value)
