"""librdkafka, kafka-python and franz-go of today: without what Kafka 4 brought they are told what Kafka 3.9.1 tells.

What Java's client is told is in test_call_matrix.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from confluent_kafka import Consumer, KafkaException, TopicCollection
from confluent_kafka import TopicPartition as ConfluentPartition
from confluent_kafka.admin import AdminClient, ConfigResource, NewTopic, OffsetSpec

from tests.support.kafka.apache_broker import AS_KAFKA_3_9
from tests.support.kafka.other_languages import run
from tests.support.kafka.pairs import apache, ours
from tests.support.processes.cluster import wait_until

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    from kafka import KafkaConsumer, KafkaProducer
    from kafka.admin import KafkaAdminClient
    from kafka.errors import KafkaError

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # kafka-python leaves sockets to the collector
]

SETTINGS = {
    "inter.broker.protocol.version": "3.9",
    "offsets.topic.replication.factor": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
}
NEW_GROUPS = "ConsumerGroup"
"""Of APIs that Kafka 3.9 offers with ZooKeeper and refuses, and ours does not offer (docs/reference/kafka-3.9.md)."""
WITHOUT_LATER = SETTINGS | AS_KAFKA_3_9
SECONDS_MAX = 60


@pytest.fixture(scope="module")
def both(tools, tmp_path_factory):
    """Addresses of Apache Kafka 3.9.1 and of this broker, each with a topic and a group."""
    folder = tmp_path_factory.mktemp("today")
    with apache(tools, folder, SETTINGS) as kafka, ours(folder, WITHOUT_LATER) as kavka:
        for address in (kafka.bootstrap, kavka.bootstrap):
            prepare(address)
        yield kafka.bootstrap, kavka.bootstrap


def prepare(bootstrap: str) -> None:
    """Makes the topic `today` with three records in one of two partitions, and the group `readers`."""
    admin = AdminClient({"bootstrap.servers": bootstrap})
    admin.create_topics([NewTopic("today", 2, 1)])["today"].result(SECONDS_MAX)
    producer = KafkaProducer(bootstrap_servers=bootstrap)
    for value in (b"a", b"b", b"c"):
        producer.send("today", value, partition=0).get(SECONDS_MAX)
    producer.close()
    consumer = KafkaConsumer(bootstrap_servers=bootstrap, group_id="readers", auto_offset_reset="earliest")
    assert consumer.partitions_for_topic("today"), (
        "who leads a group before its first metadata assigns nothing for good"
    )
    consumer.subscribe(["today"])
    wait_until(lambda: bool(consumer.poll(200)), "something is read", SECONDS_MAX)
    consumer.commit()
    consumer.close()


def outcome(call: Callable[[], Any]) -> str:
    """What a call was told, or the name of its error."""
    try:
        return f"worked: {call()}"
    except KafkaException as error:
        return f"{error.args[0].name()}"
    except (KafkaError, ValueError, NotImplementedError) as error:
        return type(error).__name__


def of_librdkafka(bootstrap: str) -> dict[str, str]:
    """Asks what librdkafka's administrator can ask."""
    admin = AdminClient({"bootstrap.servers": bootstrap})
    first = ConfluentPartition("today", 0)

    def offset(spec: OffsetSpec) -> Any:
        return admin.list_offsets({first: spec})[first].result(SECONDS_MAX).offset

    calls: dict[str, Callable[[], Any]] = {
        "list_topics": lambda: "today" in admin.list_topics(timeout=SECONDS_MAX).topics,
        "describe_topics": lambda: len(
            admin.describe_topics(TopicCollection(["today"]))["today"].result(SECONDS_MAX).partitions
        ),
        "describe_topics of none": lambda: admin.describe_topics(TopicCollection(["none"]))["none"].result(SECONDS_MAX),
        "describe_cluster": lambda: len(admin.describe_cluster().result(SECONDS_MAX).nodes),
        "list_offsets earliest": lambda: offset(OffsetSpec.earliest()),
        "list_offsets latest": lambda: offset(OffsetSpec.latest()),
        "list_offsets max_timestamp": lambda: offset(OffsetSpec.max_timestamp()),
        "list_consumer_groups": lambda: sorted(
            (group.group_id, group.type.name, group.state.name)
            for group in admin.list_consumer_groups().result(SECONDS_MAX).valid
        ),
        "describe_consumer_groups": lambda: (
            admin.describe_consumer_groups(["readers"])["readers"].result(SECONDS_MAX).state.name
        ),
        "describe_configs": lambda: len(
            next(iter(admin.describe_configs([ConfigResource(ConfigResource.Type.TOPIC, "today")]).values())).result(
                SECONDS_MAX
            )
        ),
    }
    return {name: outcome(call) for name, call in calls.items()}


def of_kafka_python(bootstrap: str) -> dict[str, str]:
    """Asks what kafka-python's administrator can ask; it asks also for what Kafka 4 brought."""
    admin = KafkaAdminClient(bootstrap_servers=bootstrap)
    calls: dict[str, Callable[[], Any]] = {
        "list_topics": lambda: "today" in admin.list_topics(),
        "describe_topics": lambda: [len(topic["partitions"]) for topic in admin.describe_topics(["today"])],
        "describe_topic_partitions": lambda: admin.describe_topic_partitions(["today"]),
        "describe_cluster": lambda: len(admin.describe_cluster()["brokers"]),
        "list_groups": lambda: sorted(group["group_id"] for group in admin.list_groups()),
        "list_groups of a type": lambda: [group["group_id"] for group in admin.list_groups(types_filter=["classic"])],
        "describe_groups": lambda: sorted(admin.describe_groups(["readers"])),
        "list_group_offsets": lambda: len(admin.list_group_offsets("readers")),
        "list_transactions": lambda: admin.list_transactions(),
        "list_transactions for a duration": lambda: admin.list_transactions(duration_filter_ms=1),
        "list_transactions of a pattern": lambda: admin.list_transactions(transactional_id_pattern="t.*"),
        "list_config_resources": lambda: admin.list_config_resources(),
        "describe_metadata_quorum": lambda: admin.describe_metadata_quorum(),
        "describe_user_scram_credentials": lambda: admin.describe_user_scram_credentials(),
    }
    try:
        return {name: outcome(call) for name, call in calls.items()}
    finally:
        admin.close()


@pytest.mark.parametrize("asked", [of_librdkafka, of_kafka_python])
def test_every_call_ends_as_with_kafka_3_9(both, asked):
    kafka, kavka = both
    outcomes = asked(kavka)
    assert outcomes == asked(kafka)
    assert sum(outcome.startswith("worked") for outcome in outcomes.values()) >= len(outcomes) - 5


def test_franz_go_chooses_the_versions_and_meets_the_errors_of_kafka_3_9(both, go):
    """It also asks for what only Kafka 4 has."""
    program = str(go.build("choiceprobe"))
    told = [run([program, bootstrap]).replace(bootstrap, "<broker>").splitlines() for bootstrap in both]
    theirs, with_us = ([line for line in lines if NEW_GROUPS not in line] for lines in told)
    assert with_us == theirs
    assert {"produce: worked", "transaction: worked", "group: worked", "wrote Produce v11"} <= set(with_us)
    assert len([line for line in with_us if line.startswith("wrote ")]) >= 30
    assert [line for lines in told for line in lines if NEW_GROUPS in line and line.endswith("worked")] == []


def test_librdkafka_says_in_its_log_that_neither_has_its_new_groups(both):
    """It asks for version 1 of what Kafka 3.9 has in version 0: no error reaches the application with either."""
    for bootstrap in both:
        said: list[str] = []
        handler = logging.Handler()
        handler.emit = lambda record, said=said: said.append(record.getMessage())  # type: ignore[method-assign]
        log = logging.Logger("librdkafka")
        log.addHandler(handler)
        settings = {"bootstrap.servers": bootstrap, "group.id": "new", "group.protocol": "consumer", "debug": "cgrp"}
        consumer = Consumer(settings, logger=log)
        consumer.subscribe(["today"])

        def is_refused(consumer: Consumer = consumer, said: list[str] = said) -> bool:
            assert consumer.poll(0.1) is None
            return any("ConsumerGroupHeartbeatRequest not supported by broker" in line for line in said)

        wait_until(is_refused, f"{bootstrap} is found to lack the request", SECONDS_MAX)
        consumer.close()


def test_kafka_python_asks_for_what_kafka_4_brought(tmp_path):
    with ours(tmp_path, SETTINGS) as broker:
        prepare(broker.bootstrap)
        admin = KafkaAdminClient(bootstrap_servers=broker.bootstrap)
        try:
            whole = admin.describe_topic_partitions(["today"])
            page = admin.describe_topic_partitions(["today"], response_partition_limit=1)
            assert page["next_cursor"] == {"topic_name": "today", "partition_index": 1}
            assert page["topics"][0]["partitions"] == whole["topics"][0]["partitions"][:1]
            assert (len(whole["topics"][0]["partitions"]), whole["next_cursor"]) == (2, None)
            assert admin.list_transactions(transactional_id_pattern="t.*") == {0: []}
            with pytest.raises(KafkaError):
                admin.list_transactions(transactional_id_pattern="(")
        finally:
            admin.close()
