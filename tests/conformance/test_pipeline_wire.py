"""What Spark's workers read and write with, against Apache Kafka's brokers: the present one, and one of 2018.

The older one also keeps topics in message format 1, which no broker of today writes: so its bytes are what the slow way
of decoding is for.
"""

from __future__ import annotations

import asyncio
from contextlib import closing

import numpy as np
import pyarrow as pa
import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.pipeline.columns import decode_chunk, encode_batches
from kavka.pipeline.columns.schema import HEADERS
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.fetch import FetchSettings
from kavka.pipeline.wire.fetch_ahead import fetch_ahead
from kavka.pipeline.wire.group_offsets import commit_offsets, fetch_offsets
from kavka.pipeline.wire.offsets import EARLIEST, LATEST, READ_COMMITTED, list_offsets
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.errors import EncodeError, OffsetOutOfRange, ProducerFenced
from kavka.protocol.records.compression import Compression
from tests.support.kafka.apache_broker import ApacheBroker
from tests.support.zookeeper.zookeepers import embedded_zookeeper

pytestmark = [pytest.mark.conformance]

NOW_MS = 1_700_000_000_000
COUNT = 2_000
SETTINGS = {
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "5",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "5",
}


@pytest.fixture(scope="module", params=["3.9.1", "2.0.0"])
def apache(request, tmp_path_factory):
    """The release, and the address of a broker of it."""
    tools = request.getfixturevalue("tools" if request.param == "3.9.1" else "old_tools")
    folder = tmp_path_factory.mktemp("apache")
    with embedded_zookeeper(folder / "zookeeper") as zookeeper:
        broker = ApacheBroker(tools, folder / "broker", 0, zookeeper, SETTINGS)
        broker.start()
        yield request.param, broker.bootstrap
        broker.stop()


@pytest.fixture
def cluster(apache):
    with closing(BlockingCluster(WireSettings.from_properties({"bootstrap.servers": apache[1]}))) as made:
        yield made


def make_topic(apache, name, **configs):
    async def make():
        async with Admin(apache[1]) as admin:
            await admin.create_topics([NewTopic(name=name, num_partitions=1, replication_factor=1, configs=configs)])

    asyncio.run(make())
    return TopicPartition(name, 0)


def rows():
    return {
        "key": pa.array([b"key %d" % n if n % 3 else None for n in range(COUNT)]),
        "value": pa.array([b"value %d" % n if n % 5 else None for n in range(COUNT)]),
        "timestamp_ms": NOW_MS + np.arange(COUNT) * 7,
        "headers": pa.array(
            [[{"key": "h", "value": b"%d" % n}] if n % 4 == 0 else None for n in range(COUNT)], HEADERS
        ),
    }


async def write_one_by_one(bootstrap, tp, compression):
    """For topics in the old formats, which have no place for a producer's id, and none for headers."""
    wanted = rows()
    columns = (wanted["key"].to_pylist(), wanted["value"].to_pylist(), wanted["timestamp_ms"].tolist())
    async with Producer(bootstrap, idempotent=False, compression=compression, batch_bytes=5_000) as producer:
        for key, value, timestamp in zip(*columns, strict=True):
            await producer.send(tp.topic, value, key=key, partition=tp.partition, timestamp=timestamp)


def read(cluster, tp, *, isolation_level=READ_COMMITTED):
    start = list_offsets(cluster, {tp: EARLIEST})[tp].offset
    end = list_offsets(cluster, {tp: LATEST}, isolation_level=isolation_level)[tp].offset
    settings = FetchSettings(isolation_level=isolation_level, chunk_bytes=20_000)
    with fetch_ahead(cluster, tp, start, end, settings) as chunks:
        return pa.Table.from_batches(
            batch
            for chunk in chunks
            for batch in decode_chunk(chunk.data, topic=tp.topic, partition=0, aborted=chunk.aborted, end_offset=end)
        )


def check(table, *, has_headers=True):
    wanted = rows()
    assert table["offset"].to_pylist() == list(range(COUNT))
    assert table["key"].combine_chunks() == wanted["key"]
    assert table["value"].combine_chunks() == wanted["value"]
    assert (table["timestamp"].cast(pa.int64()).to_numpy() == wanted["timestamp_ms"] * 1000).all()
    assert table["headers"].null_count == (COUNT - COUNT // 4 if has_headers else COUNT)
    if has_headers:
        assert table["headers"].combine_chunks() == wanted["headers"]


@pytest.mark.parametrize("codec", Compression)
def test_what_is_written_is_read(apache, cluster, codec):
    if apache[0] == "2.0.0" and codec == Compression.ZSTD:
        pytest.skip("Kafka takes zstd from 2.1 on (KIP-110)")
    tp = make_topic(apache, f"written.{codec.name}")
    producer = BlockingProducer(cluster)
    producer.init()
    producer.send({tp: encode_batches(**rows(), compression=codec, batch_bytes_max=5_000)})
    check(read(cluster, tp))
    with pytest.raises(OffsetOutOfRange):
        next(iter(_fetch_beyond(cluster, tp)))


def _fetch_beyond(cluster, tp):
    with fetch_ahead(cluster, tp, COUNT + 1, COUNT + 2) as chunks:
        yield from chunks


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP, Compression.SNAPPY, Compression.LZ4])
@pytest.mark.parametrize("version", ["0.9.0", "0.10.2"])
def test_old_message_formats_are_read(apache, cluster, codec, version):
    if apache[0] != "2.0.0":
        pytest.skip("Kafka 3 writes nothing but batches")
    tp = make_topic(apache, f"old.{version}.{codec.name}", **{"message.format.version": version})
    asyncio.run(write_one_by_one(apache[1], tp, codec.name.lower()))
    table = read(cluster, tp)
    if version == "0.9.0":
        assert table["value"].combine_chunks() == rows()["value"]
        assert set(table["timestampType"].to_pylist()) == {-1}
    else:
        check(table, has_headers=False)


def test_transactions_are_seen_whole_and_attempts_fence_each_other(apache, cluster):
    tp = make_topic(apache, "transactions")

    def attempt():
        producer = BlockingProducer(cluster, transactional_id="job.0")
        producer.init()
        return producer

    def numbers(first):
        return encode_batches(
            key=None,
            value=pa.array([b"%d" % number for number in range(first, first + 10)]),
            timestamp_ms=np.full(10, NOW_MS),
        )

    first = attempt()
    first.send({tp: numbers(0)})
    first.send_offsets("job.0", {tp: 1})
    first.commit()
    first.init()
    first.send({tp: numbers(10)})
    first.abort()
    first.init()
    first.send({tp: numbers(20)})
    second = attempt()
    with pytest.raises(ProducerFenced):
        first.send({tp: numbers(30)})
    second.send({tp: numbers(40)})
    second.commit()
    second.init()
    found = [int(value) for value in read(cluster, tp)["value"].to_pylist()]
    assert found == [*range(10), *range(40, 50)]
    assert fetch_offsets(cluster, "job.0", [tp]) == {tp: 1}
    if apache[0] == "2.0.0":
        with pytest.raises(EncodeError, match="require_stable"):
            fetch_offsets(cluster, "job.0", [tp], require_stable=True)
    else:
        assert fetch_offsets(cluster, "job.0", [tp], require_stable=True) == {tp: 1}


def test_offsets_and_topics(apache, cluster):
    tp = make_topic(apache, "plain")
    producer = BlockingProducer(cluster)
    producer.init()
    producer.send({tp: encode_batches(**rows())})
    assert list_offsets(cluster, {tp: NOW_MS + 701})[tp].offset == 101
    commit_offsets(cluster, "lag", {tp: 5})
    assert fetch_offsets(cluster, "lag", [tp]) == {tp: 5}
    assert cluster.topics()["plain"].is_internal is False
    assert cluster.topics(["__consumer_offsets"])["__consumer_offsets"].is_internal is True
