"""A poisoned batch between two good ones: its producer hears of it, and nobody who reads notices anything."""

from __future__ import annotations

import asyncio

import pytest
from aiokafka import AIOKafkaConsumer
from confluent_kafka import Consumer

from kavka import Admin, LocalCluster, Producer
from kavka.common.types import NewTopic
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.compression import Compression, compress
from tests.support import poisoned

TOPIC = "orders"
POISONS = {
    "noise": (poisoned.sealed(poisoned.NOISE), ErrorCode.INVALID_RECORD),
    "noise in gzip": (
        poisoned.sealed(bytes(compress(Compression.GZIP, poisoned.NOISE)), codec=Compression.GZIP),
        ErrorCode.INVALID_RECORD,
    ),
    "no gzip": (poisoned.sealed(poisoned.NOISE, codec=Compression.GZIP), ErrorCode.UNKNOWN_SERVER_ERROR),
    "no zstd": (poisoned.sealed(poisoned.NOISE, codec=Compression.ZSTD), ErrorCode.UNKNOWN_SERVER_ERROR),
}
READ_SECONDS_MAX = 30


async def read_with_aiokafka(bootstrap, count):
    consumer = AIOKafkaConsumer(TOPIC, bootstrap_servers=bootstrap, auto_offset_reset="earliest")
    await consumer.start()
    try:
        return [(await consumer.getone()).value for _ in range(count)]
    finally:
        await consumer.stop()


def read_with_librdkafka(bootstrap, count):
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": "g", "auto.offset.reset": "earliest"})
    consumer.subscribe([TOPIC])
    try:
        return [message.value() for message in consumer.consume(count, READ_SECONDS_MAX)]
    finally:
        consumer.close()


@pytest.mark.parametrize("kind", POISONS)
async def test_bug_a7_poison_is_refused_and_the_partition_stays_readable(kind, tmp_path):
    poison, code = POISONS[kind]
    async with LocalCluster(1, data_dir=tmp_path) as cluster:
        bootstrap = cluster.bootstrap
        async with Admin(bootstrap) as admin:
            await admin.create_topics([NewTopic(name=TOPIC, num_partitions=1, replication_factor=1)])
        async with Producer(bootstrap) as producer:
            await producer.send_and_wait(TOPIC, b"before")
            sender = poisoned.Producer(bootstrap)
            answer = await asyncio.to_thread(sender.send, poisoned.Case(kind, poison, TOPIC))
            await producer.send_and_wait(TOPIC, b"behind")
        assert answer.code == code
        assert await read_with_aiokafka(bootstrap, 2) == [b"before", b"behind"]
        assert await asyncio.to_thread(read_with_librdkafka, bootstrap, 2) == [b"before", b"behind"]
