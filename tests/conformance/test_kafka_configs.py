"""Kafka's own kafka-configs: through the broker, and behind its back through ZooKeeper."""

from __future__ import annotations

import os
import re
import time

import pytest

from kavka.broker.config.password_encoder import PasswordEncoder
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.znodes import ConfigZNode
from tests.support.kafka import kafka_tools

pytestmark = [pytest.mark.conformance]

CONFIGS = "kafka.admin.ConfigCommand"
HEARD_SECONDS_MAX = 30.0


@pytest.fixture
def configs(tools, broker):
    def run(*arguments):
        return tools.run(CONFIGS, "--bootstrap-server", broker.bootstrap, *arguments)

    return run


@pytest.fixture
def topic(tools, broker):
    name = "configured-by-java"
    create = ("--create", "--if-not-exists", "--topic", name)
    tools.run(kafka_tools.TOPICS, "--bootstrap-server", broker.bootstrap, *create)
    return name


def test_a_topic_is_altered_and_described(configs, topic):
    entity = ("--entity-type", "topics", "--entity-name", topic)
    configs("--alter", *entity, "--add-config", "retention.ms=4321,cleanup.policy=[delete,compact]")
    described = configs("--describe", *entity)
    assert "retention.ms=4321" in described
    assert "cleanup.policy=delete,compact" in described
    assert "DYNAMIC_TOPIC_CONFIG:retention.ms=4321" in described
    everything = configs("--describe", "--all", *entity)
    assert "segment.bytes=1073741824" in everything
    assert "DEFAULT_CONFIG:log.segment.bytes=1073741824" in everything
    configs("--alter", *entity, "--delete-config", "retention.ms,cleanup.policy")
    assert "retention.ms" not in configs("--describe", *entity)


def test_brokers_and_their_default_are_altered_and_described(configs):
    own = ("--entity-type", "brokers", "--entity-name", "0")
    default = ("--entity-type", "brokers", "--entity-default")
    configs("--alter", *default, "--add-config", "log.retention.ms=5432")
    configs("--alter", *own, "--add-config", "log.retention.ms=6543")
    layers = "DYNAMIC_BROKER_CONFIG:log.retention.ms=6543, DYNAMIC_DEFAULT_BROKER_CONFIG:log.retention.ms=5432"
    assert layers in configs("--describe", *own)
    assert "log.retention.ms=5432" in configs("--describe", *default)
    configs("--alter", *own, "--delete-config", "log.retention.ms")
    configs("--alter", *default, "--delete-config", "log.retention.ms")
    assert "log.retention.ms=" not in configs("--describe", *own)
    assert "log.retention.ms=" not in configs("--describe", *default)


def test_levels_of_loggers(configs):
    entity = ("--entity-type", "broker-loggers", "--entity-name", "0")
    configs("--alter", *entity, "--add-config", "kavka.broker.app=DEBUG")
    assert re.search(r"^\s*kavka\.broker\.app=DEBUG ", configs("--describe", *entity), re.MULTILINE)
    configs("--alter", *entity, "--delete-config", "kavka.broker.app")
    assert not re.search(r"^\s*kavka\.broker\.app=DEBUG ", configs("--describe", *entity), re.MULTILINE)


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("brokers", "broker.id=7", "Cannot update these configs dynamically"),
        ("brokers", "log.retention.ms=abc", "Invalid value abc for configuration log.retention.ms"),
    ],
)
def test_refusals_reach_the_user(configs, kind, change, words):
    with pytest.raises(AssertionError, match=words):
        configs("--alter", "--entity-type", kind, "--entity-name", "0", "--add-config", change)


def test_what_the_tool_writes_to_zookeeper_is_heard(tools, broker, configs):
    """Kafka's tool without a broker: the configuration, then the notification, as any old script does it."""
    entity = ("--entity-type", "brokers", "--entity-name", "0")
    with pytest.raises(
        AssertionError, match="broker 0 is running"
    ):  # the tool's own words: it refuses behind a live broker
        tools.run(CONFIGS, "--zookeeper", broker.zookeeper, "--alter", *entity, "--add-config", "log.retention.ms=1")
    users = ("--entity-type", "users", "--entity-name", "ann")
    secret = ("--add-config", "SCRAM-SHA-256=[iterations=8192,password=x]")
    tools.run(CONFIGS, "--zookeeper", broker.zookeeper, "--alter", *users, *secret)
    configs("--alter", *entity, "--add-config", "log.retention.ms=6543")
    deadline = time.monotonic() + HEARD_SECONDS_MAX
    while "log.retention.ms=6543" not in configs("--describe", *entity):
        assert time.monotonic() < deadline
    configs("--alter", *entity, "--delete-config", "log.retention.ms")


QUOTAS = [
    (("--entity-type", "users", "--entity-name", "CN=a/b"), "producer_byte_rate=1024,request_percentage=12.5"),
    (("--entity-type", "users", "--entity-default"), "consumer_byte_rate=2048"),
    (("--entity-type", "clients", "--entity-name", "<default>"), "consumer_byte_rate=4096"),
    (("--entity-type", "clients", "--entity-default"), "controller_mutation_rate=3.5"),
    (
        ("--entity-type", "users", "--entity-name", "ann", "--entity-type", "clients", "--entity-default"),
        "producer_byte_rate=8192",
    ),
    (("--entity-type", "ips", "--entity-name", "192.0.2.1"), "connection_creation_rate=7"),
    (("--entity-type", "ips", "--entity-default"), "connection_creation_rate=70"),
]


@pytest.mark.parametrize(("entity", "quotas"), QUOTAS)
def test_quotas_are_altered_and_described(configs, entity, quotas):
    configs("--alter", *entity, "--add-config", quotas)
    described = configs("--describe", *entity)
    for quota in quotas.split(","):
        name, _, value = quota.partition("=")
        assert f"{name}={float(value)}" in described
    configs("--alter", *entity, "--delete-config", ",".join(quota.partition("=")[0] for quota in quotas.split(",")))
    assert quotas.partition("=")[0] not in configs("--describe", *entity)


def test_refused_quotas_reach_the_user(configs):
    entity = ("--entity-type", "users", "--entity-name", "a")
    with pytest.raises(AssertionError, match="must be a LONG value"):
        configs("--alter", *entity, "--add-config", "producer_byte_rate=1.5")


async def test_secrets_that_the_tool_encrypts_for_a_broker_that_is_down_are_read(tools, broker):
    key = "listener.name.external.ssl.key.password"
    change = f"{key}=hunter2,password.encoder.secret=encoder-secret"
    entity = ("--entity-type", "brokers", "--entity-name", "77")
    tools.run(CONFIGS, "--zookeeper", broker.zookeeper, "--alter", *entity, "--add-config", change)
    zk = KazooZk(broker.zookeeper)
    await zk.start(30_000)
    try:
        data, _ = await zk.get("/config/brokers/77")
    finally:
        await zk.close()
    assert PasswordEncoder("encoder-secret", os.urandom).decode(ConfigZNode.decode(data).config[key]) == "hunter2"
