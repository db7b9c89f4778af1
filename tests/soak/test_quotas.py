"""client/quota_test of Kafka's own system tests: over its quota, a real client is held to it within a twentieth."""

from __future__ import annotations

import asyncio
import time

import confluent_kafka
import pytest

from kavka import LocalCluster
from kavka.client import quotas
from kavka.client.cluster import Cluster

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]

RATE = 2_000_000
RECORD = bytes(3_000)
SECONDS = 40.0


async def test_a_producer_and_a_consumer_are_held_to_their_quotas():
    async with LocalCluster(1, config={"num.partitions": "1"}) as cluster:
        async with Cluster(cluster.bootstrap, client_id="admin") as own:
            await quotas.alter(own, {"client-id": "held"}, {quotas.PRODUCE: float(RATE), quotas.FETCH: float(RATE)})
        sent, seconds = await asyncio.to_thread(produce, cluster.bootstrap)
        assert sent - 10 * RATE <= 1.05 * RATE * seconds
        assert sent >= 0.9 * RATE * seconds
        got, seconds = await asyncio.to_thread(consume, cluster.bootstrap)
        assert got - 10 * RATE <= 1.05 * RATE * seconds
        assert got >= 0.8 * RATE * seconds


def produce(bootstrap: str) -> tuple[int, float]:
    """Bytes that were acknowledged, and how long that took."""
    done = 0

    def delivered(error: object, message: confluent_kafka.Message) -> None:
        nonlocal done
        if error is None:  # else: thrown away at the end
            done += len(RECORD)

    producer = confluent_kafka.Producer(
        {"bootstrap.servers": bootstrap, "client.id": "held", "linger.ms": 5, "queue.buffering.max.kbytes": 4096}
    )
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        try:
            producer.produce("t", RECORD, on_delivery=delivered)
        except BufferError:
            producer.poll(0.05)
        producer.poll(0)
    taken, seconds = done, time.perf_counter() - began
    producer.purge()
    producer.flush(30)
    return taken, seconds


def consume(bootstrap: str) -> tuple[int, float]:
    """Bytes that came, and how long that took."""
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": bootstrap, "client.id": "held", "group.id": "g", "auto.offset.reset": "earliest"}
    )
    consumer.assign([confluent_kafka.TopicPartition("t", 0, 0)])
    began = time.perf_counter()
    got = 0
    while time.perf_counter() - began < SECONDS:
        for message in consumer.consume(500, 0.1):
            if message.error() is None:
                got += len(message.value())
            elif message.error().code() == confluent_kafka.KafkaError._PARTITION_EOF:
                break
    seconds = time.perf_counter() - began
    consumer.close()
    return got, seconds
