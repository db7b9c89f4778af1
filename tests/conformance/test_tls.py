"""Java over TLS: Kafka's tools with PEM stores, certificates asked for; a store renewed by kafka-configs; and Apache
Kafka's broker beside ours, where brokers speak nothing but TLS with certificates on both sides.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka import Consumer, Producer, TopicPartition
from kavka.client.admin import Admin, NewTopic
from tests.support.certificates import Authority
from tests.support.clients.secure_clients import Security
from tests.support.kafka import kafka_tools
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.processes.cluster import KavkaProcess, reserve_ports

pytestmark = [pytest.mark.conformance]

TOPIC = "by-tls"
THEIRS = 3


class Stores:
    """A folder with an authority, a broker's store and a client's."""

    def __init__(self, folder) -> None:
        self.folder = folder
        self.ca = Authority()
        self.ca.write(folder)
        self.broker = self.ca.issue("broker").write(folder)
        security = Security(ca=folder / "ca.pem", certificate=self.ca.issue("alice"), folder=folder)
        self.client = security.kafka()
        self.file = folder / "client.properties"
        self.file.write_text("".join(f"{name}={value}\n" for name, value in self.client.items()))

    def broker_settings(self) -> dict[str, str]:
        return {
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.broker),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.folder / "ca.pem"),
            "ssl.client.auth": "required",
            "zookeeper.set.acl": "false",
        }


@pytest.fixture
def stores(tmp_path):
    return Stores(tmp_path)


@pytest.fixture
def secure(stores, tmp_path):
    """Two brokers of ours that speak TLS to everybody."""
    port = reserve_ports(stores, 2)
    settings = {
        "listeners": f"SSL://127.0.0.1:{port}",
        "security.inter.broker.protocol": "SSL",
        "default.replication.factor": "2",
        **AS_KAFKA_3_9,
        **stores.broker_settings(),
    }
    process = KavkaProcess(tmp_path / "data", brokers=2, config=settings)
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def test_java_writes_reads_and_renews_over_mutual_tls(tools, secure, stores):
    at = ("--bootstrap-server", secure.bootstrap)
    tools.run(kafka_tools.TOPICS, *at, "--command-config", str(stores.file), "--create", "--topic", TOPIC)
    lines = "".join(f"line {number}\n" for number in range(1_000))
    produce = (*at, "--topic", TOPIC, "--producer.config", str(stores.file))
    tools.run(kafka_tools.CONSOLE_PRODUCER, *produce, stdin=lines)
    consume = (*at, "--topic", TOPIC, "--consumer.config", str(stores.file), "--from-beginning")
    read = tools.run(kafka_tools.CONSOLE_CONSUMER, *consume, "--max-messages", "1000", "--timeout-ms", "60000")
    assert sorted(read.splitlines()) == sorted(lines.splitlines())

    configs = (*at, "--command-config", str(stores.file), "--alter", "--entity-type", "brokers", "--entity-name", "0")
    setting = "listener.name.ssl.ssl.keystore.location"
    renewed = stores.ca.issue("broker").write(stores.folder, "renewed")
    tools.run(kafka_tools.CONFIGS, *configs, "--add-config", f"{setting}={renewed}")
    thief = stores.ca.issue("thief").write(stores.folder)
    with pytest.raises(AssertionError, match="DistinguishedName does not match"):
        tools.run(kafka_tools.CONFIGS, *configs, "--add-config", f"{setting}={thief}")
    assert TOPIC in tools.run(kafka_tools.TOPICS, *at, "--command-config", str(stores.file), "--list")


def test_apache_kafka_s_broker_replicates_with_ours_over_mutual_tls(tools, secure, stores, tmp_path):
    settings = {"security.inter.broker.protocol": "SSL", **stores.broker_settings()}
    theirs = ApacheBroker(tools, tmp_path / "theirs", THEIRS, secure.zookeeper, settings, security=stores.client)
    theirs.start()
    try:
        asyncio.run(replicate(secure.bootstrap, stores.client))
    finally:
        theirs.stop()


async def replicate(bootstrap, security):
    """Partitions that ours leads and theirs follows, and the other way round; each must be written on both."""
    leaders = {0: [0, THEIRS], 1: [THEIRS, 1]}
    async with Admin(bootstrap, security=security) as admin:
        await admin.create_topics([NewTopic(name=TOPIC, assignments=leaders, configs={"min.insync.replicas": "2"})])
    async with Producer(bootstrap, security=security) as producer:
        for number in range(200):
            await producer.send_and_wait(TOPIC, b"%d" % number, partition=number % 2)
    partitions = [TopicPartition(TOPIC, index) for index in leaders]
    async with Consumer(bootstrap, security=security) as consumer:
        await consumer.assign(partitions)
        for partition in partitions:
            consumer.seek(partition, 0)
        seen = []
        while len(seen) < 200:
            for records in (await consumer.poll(timeout_ms=30_000)).values():
                seen += [int(record.value) for record in records]
    assert sorted(seen) == list(range(200))
