"""The bundled client against a server that nobody here wrote: librdkafka's mock cluster, inside confluent-kafka."""

import pytest
from confluent_kafka import Producer as ConfluentProducer

from kavka import Admin, Consumer, Producer, TopicPartition
from kavka.wire.murmur2 import partition_for_key


@pytest.fixture
def bootstrap():
    """Three mock brokers; they live as long as the handle that asked for them."""
    handle = ConfluentProducer({"bootstrap.servers": "mock", "test.mock.num.brokers": 3, "log_level": 0})
    brokers = handle.list_topics(timeout=5).brokers.values()
    yield ",".join(f"{broker.host}:{broker.port}" for broker in brokers)
    handle.flush(5)


async def test_the_cluster_is_seen(bootstrap):
    async with Admin(bootstrap) as admin:
        info = await admin.describe_cluster()
    assert [f"{broker.host}:{broker.port}" for broker in info.brokers] == bootstrap.split(",")


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
async def test_what_goes_in_comes_out(bootstrap, compression):
    sent = {}
    async with Producer(bootstrap, compression=compression, linger_ms=0) as producer:
        for number in range(2_000):
            key = b"key-%d" % (number % 50)
            value = b"%d " % number * 10
            await producer.send("t", value, key=key, headers=[("n", b"%d" % number)])
            sent.setdefault(partition_for_key(key, 4), []).append((key, value, [("n", b"%d" % number)]))
    got = {}
    async with Consumer(bootstrap) as consumer:
        await consumer.assign(await consumer.partitions_for("t"), start="beginning")
        while sum(map(len, got.values())) < 2_000:
            batches = await consumer.poll(timeout_ms=5_000)
            assert batches
            for tp, records in batches.items():
                got.setdefault(tp.partition, []).extend((r.key, r.value, r.headers) for r in records)
    assert got == sent


async def test_librdkafka_reads_what_we_write_and_we_read_what_it_writes(bootstrap):
    theirs = ConfluentProducer({"bootstrap.servers": bootstrap, "compression.type": "lz4", "linger.ms": 0})
    theirs.produce("t", b"from librdkafka", key=b"k", partition=1, headers=[("h", b"v")])
    theirs.flush(5)
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TopicPartition("t", 1)], start="beginning")
        record = await anext(consumer)
        assert (record.key, record.value, record.headers) == (b"k", b"from librdkafka", [("h", b"v")])


async def test_positions(bootstrap):
    tp = TopicPartition("t", 0)
    async with Producer(bootstrap) as producer:
        for number in range(10):
            await producer.send("t", b"%d" % number, partition=0)
    async with Consumer(bootstrap) as consumer:
        assert await consumer.beginning_offsets([tp]) == {tp: 0}
        assert await consumer.end_offsets([tp]) == {tp: 10}
        await consumer.assign([tp], start=7)
        assert [(await anext(consumer)).value for _ in range(3)] == [b"7", b"8", b"9"]
