"""A cluster goes over to TLS while clients write: Kafka's own order of bounces (security_rolling_upgrade_test).

1  everybody PLAINTEXT
2  each broker gets an SSL listener beside it; clients may go over
3  each broker reaches the others by SSL: for a while some do and some do not
4  each broker closes PLAINTEXT
"""

from __future__ import annotations

import asyncio

import pytest

from kavka import Consumer, Producer
from kavka.client.admin import Admin, NewTopic
from kavka.common.types import TopicPartition
from kavka.local.cluster import LocalCluster
from kavka.local.ports import ReservedPorts
from tests.support.certificates import Authority
from tests.support.clients.secure_clients import Security

BROKERS = 3
TOPIC = "t"


class Load:
    """Writes numbers, one after the other, until it is told to stop; each must be acknowledged."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.is_stopping = False

    async def run(self, bootstrap, security):
        async with Producer(bootstrap, security=security, linger_ms=0) as producer:
            while not self.is_stopping:
                await producer.send_and_wait(TOPIC, b"%d" % self.acknowledged, partition=0)
                self.acknowledged += 1


@pytest.mark.slow
async def test_a_cluster_goes_over_to_tls_without_losing_a_record(tmp_path):
    ca = Authority()
    stores = {
        "ssl.keystore.location": str(ca.issue("broker").write(tmp_path)),
        "ssl.truststore.location": str(ca.write(tmp_path)),
        "ssl.client.auth": "required",
    }
    security = Security(ca=tmp_path / "ca.pem", certificate=ca.issue("alice"), folder=tmp_path).kafka()
    reserved = ReservedPorts(BROKERS)
    settings = {"min.insync.replicas": "2", "default.replication.factor": "3"}
    try:
        async with LocalCluster(BROKERS, config=settings, in_loop=True) as cluster:
            plain = [broker.port for broker in cluster.brokers]
            both = [
                f"PLAINTEXT://127.0.0.1:{port},SSL://127.0.0.1:{secure}"
                for port, secure in zip(plain, reserved.ports, strict=True)
            ]
            by_tls = ",".join(f"127.0.0.1:{port}" for port in reserved.ports)
            async with Admin(cluster.bootstrap) as admin:
                await admin.create_topics([NewTopic(name=TOPIC, num_partitions=1, replication_factor=3)])

            async def bounce(load, change):
                for broker in range(BROKERS):
                    before = load.acknowledged
                    await cluster.restart(broker, config=change(broker))
                    while load.acknowledged < before + 5:  # noqa: ASYNC110 - progress of a producer has no event
                        await asyncio.sleep(0.01)

            clear = Load()
            async with asyncio.TaskGroup() as group:
                group.create_task(clear.run(cluster.bootstrap, None))
                await bounce(clear, lambda broker: {**stores, "listeners": both[broker]})
                clear.is_stopping = True
            secret = Load()
            async with asyncio.TaskGroup() as group:
                group.create_task(secret.run(by_tls, security))
                await bounce(secret, lambda _: {"security.inter.broker.protocol": "SSL"})
                await bounce(secret, lambda broker: {"listeners": f"SSL://127.0.0.1:{reserved.ports[broker]}"})
                secret.is_stopping = True
            assert await values(cluster.bootstrap, security) == [
                *range(clear.acknowledged),
                *range(secret.acknowledged),
            ]
    finally:
        reserved.close()


async def values(bootstrap, security):
    partition = TopicPartition(TOPIC, 0)
    async with Consumer(bootstrap, security=security) as consumer:
        await consumer.assign([partition])
        consumer.seek(partition, 0)
        end = (await consumer.end_offsets([partition]))[partition]
        seen = []
        while len(seen) < end:
            seen += (await consumer.poll(timeout_ms=30_000)).get(partition, [])
    return [int(record.value) for record in seen]
