"""Kafka's own tools where one has to log in: users through the broker and behind its back, tokens, who may use them."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from kavka.common.types import TopicPartition
from tests.support.kafka import kafka_tools
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.processes.cluster import KavkaProcess, reserve_ports, wait_until

pytestmark = [pytest.mark.conformance]

TOKENS = "org.apache.kafka.tools.DelegationTokenCommand"


SETTINGS = {
    "security.inter.broker.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    "delegation.token.secret.key": "of all brokers",
    "zookeeper.set.acl": "false",
    "listener.name.sasl_plaintext.plain.sasl.jaas.config": (
        f'{PLAIN_MODULE} required username="broker" password="b" user_broker="b" user_alice="a";'
    ),
    "listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    "listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    "listener.name.sasl_plaintext.scram-sha-512.connections.max.reauth.ms": "2000",
}
"""Of our brokers and of Apache Kafka's."""

THEIRS = 7
PLAIN = {
    "security.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism": "PLAIN",
    "sasl.username": "alice",
    "sasl.password": "a",
}


class Guarded:
    """A broker that everybody has to log in to, and a tool's way in.

    Args:
        folder: for data and files of properties.
        tools: Kafka's.
    """

    def __init__(self, folder, tools):
        self.folder = folder
        self.tools = tools
        self.process = KavkaProcess(
            folder / "data",
            config={"listeners": f"SASL_PLAINTEXT://127.0.0.1:{reserve_ports(self)}", **SETTINGS, **AS_KAFKA_3_9},
        )
        self.process.start()

    def properties(self, mechanism, user, password, **more):
        module = PLAIN_MODULE if mechanism == "PLAIN" else SCRAM_MODULE
        options = "".join(f' {name}="{value}"' for name, value in more.items())
        path = self.folder / f"{len(list(self.folder.glob('*.properties')))}.properties"
        path.write_text(
            f"security.protocol=SASL_PLAINTEXT\nsasl.mechanism={mechanism}\n"
            f'sasl.jaas.config={module} required username="{user}" password="{password}"{options};\n'
        )
        return str(path)

    def run(self, tool, properties, *arguments):
        return self.tools.run(tool, *at(self.process.bootstrap, properties), *arguments)


@pytest.fixture(scope="module")
def guarded(tools, tmp_path_factory):
    guarded = Guarded(tmp_path_factory.mktemp("logins"), tools)
    yield guarded
    assert guarded.process.stop() == 0, guarded.process.log()


def works(guarded, properties, bootstrap=None):
    try:
        guarded.tools.run(kafka_tools.TOPICS, *at(bootstrap or guarded.process.bootstrap, properties), "--list")
    except AssertionError:
        return False
    return True


def test_kafka_configs_makes_users_through_the_broker(guarded):
    alice = guarded.properties("PLAIN", "alice", "a")
    user = ("--entity-type", "users", "--entity-name", "carol")
    guarded.run(
        kafka_tools.CONFIGS, alice, "--alter", *user, "--add-config", "SCRAM-SHA-512=[iterations=8192,password=c]"
    )
    carol = guarded.properties("SCRAM-SHA-512", "carol", "c")
    wait_until(lambda: works(guarded, carol), "carol logs in")
    assert "SCRAM-SHA-512=iterations=8192" in guarded.run(kafka_tools.CONFIGS, carol, "--describe", *user)
    guarded.run(kafka_tools.CONFIGS, alice, "--alter", *user, "--delete-config", "SCRAM-SHA-512")
    wait_until(lambda: not works(guarded, carol), "carol is let in no more")


def test_kafka_configs_makes_users_in_zookeeper_as_before_the_first_broker(guarded):
    user = ("--entity-type", "users", "--entity-name", "dave")
    at = ("--zookeeper", guarded.process.zookeeper)
    guarded.tools.run(
        kafka_tools.CONFIGS, *at, "--alter", *user, "--add-config", "SCRAM-SHA-256=[iterations=4096,password=d]"
    )
    dave = guarded.properties("SCRAM-SHA-256", "dave", "d")
    wait_until(lambda: works(guarded, dave), "dave logs in")


def test_java_renews_its_login_while_it_writes(guarded):
    alice = guarded.properties("PLAIN", "alice", "a")
    user = ("--entity-type", "users", "--entity-name", "frank", "--alter", "--add-config", "SCRAM-SHA-512=[password=f]")
    guarded.run(kafka_tools.CONFIGS, alice, *user)
    frank = guarded.properties("SCRAM-SHA-512", "frank", "f")
    wait_until(lambda: works(guarded, frank), "frank logs in")
    guarded.run(kafka_tools.TOPICS, alice, "--create", "--topic", "renewed")
    load = ("--num-records", "3500", "--throughput", "500", "--record-size", "10", "--producer.config", frank)
    where = ("--topic", "renewed", "--producer-props", f"bootstrap.servers={guarded.process.bootstrap}")
    said = guarded.tools.run(kafka_tools.PRODUCER_PERFORMANCE, *where, *load)
    assert "3500 records sent" in said
    assert "its login has ended" not in (guarded.folder / "data" / "broker-0.log").read_text()


def test_a_token_is_made_used_renewed_and_ended(guarded):
    alice = guarded.properties("PLAIN", "alice", "a")
    made = guarded.run(TOKENS, alice, "--create", "--max-life-time-period", "-1", "--renewer-principal", "User:broker")
    token_id, secret, owner = next(line for line in made.splitlines() if "User:alice" in line).split()[:3]
    assert owner == "User:alice"
    by_token = guarded.properties("SCRAM-SHA-256", token_id, secret, tokenauth="true")
    guarded.run(kafka_tools.TOPICS, by_token, "--create", "--topic", "made-by-token")
    with pytest.raises(AssertionError):
        guarded.run(TOKENS, by_token, "--create", "--max-life-time-period", "-1")
    described = guarded.run(TOKENS, alice, "--describe", "--owner-principal", "User:alice")
    assert token_id in described
    assert "User:broker" in described
    broker = guarded.properties("PLAIN", "broker", "b")
    guarded.run(TOKENS, broker, "--renew", "--renew-time-period", "-1", "--hmac", secret)
    guarded.run(TOKENS, alice, "--expire", "--expiry-time-period", "-1", "--hmac", secret)
    assert not works(guarded, by_token)


def test_apache_kafka_s_broker_logs_in_to_ours_and_ours_to_it_and_both_know_users_and_tokens(guarded, tmp_path):
    theirs = ApacheBroker(
        guarded.tools, tmp_path / "theirs", THEIRS, guarded.process.zookeeper, SETTINGS, security=PLAIN
    )
    theirs.start()
    try:
        asyncio.run(replicate(guarded.process.bootstrap))
        alice = guarded.properties("PLAIN", "alice", "a")
        users = ("--entity-type", "users", "--entity-name", "erin", "--alter", "--add-config")
        guarded.run(kafka_tools.CONFIGS, alice, *users, "SCRAM-SHA-256=[password=e]")
        for maker, user in (
            (guarded.process.bootstrap, theirs.bootstrap),
            (theirs.bootstrap, guarded.process.bootstrap),
        ):
            made = guarded.tools.run(TOKENS, *at(maker, alice), "--create", "--max-life-time-period", "-1")
            token_id, secret = next(line for line in made.splitlines() if "User:alice" in line).split()[:2]
            token = guarded.properties("SCRAM-SHA-512", token_id, secret, tokenauth="true")
            erin = guarded.properties("SCRAM-SHA-256", "erin", "e")
            for properties in (token, erin):
                wait_until(lambda to=user, by=properties: works(guarded, by, to), "both know it")  # type: ignore[misc]
            guarded.tools.run(TOKENS, *at(user, alice), "--expire", "--expiry-time-period", "-1", "--hmac", secret)
            wait_until(lambda to=maker, by=token: not works(guarded, by, to), "both forget it")  # type: ignore[misc]
    finally:
        theirs.stop()


def at(bootstrap, properties):
    return ("--bootstrap-server", bootstrap, "--command-config", properties)


async def replicate(bootstrap):
    """Partitions that ours leads and theirs follows, and the other way round; each must be written on both."""
    leaders = {0: [0, THEIRS], 1: [THEIRS, 0]}
    async with Admin(bootstrap, security=PLAIN) as admin:
        await admin.create_topics([NewTopic(name="shared", assignments=leaders, configs={"min.insync.replicas": "2"})])
    async with Producer(bootstrap, security=PLAIN) as producer:
        for number in range(100):
            await producer.send_and_wait("shared", b"%d" % number, partition=number % 2)
    async with Consumer(bootstrap, security=PLAIN) as consumer:
        partitions = [TopicPartition("shared", index) for index in leaders]
        await consumer.assign(partitions)
        for partition in partitions:
            consumer.seek(partition, 0)
        seen = []
        while len(seen) < 100:
            for records in (await consumer.poll(timeout_ms=30_000)).values():
                seen += [int(record.value) for record in records]
    assert sorted(seen) == list(range(100))
