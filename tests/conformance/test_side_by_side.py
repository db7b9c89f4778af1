"""What clients ask of a broker, asked of Apache Kafka and of this one: the same answers.

Each test here began as a difference that a client of somebody else's stumbled over.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.configs import ConfigResource
from kavka.client.connection import Connection
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.protocol.records.compression import Compression
from tests.support.kafka import kafka_tools
from tests.support.kafka.pairs import BOTH, apache, ours
from tests.support.wire import no_patience

pytestmark = [pytest.mark.conformance]

DEADLINE = 60
SETTINGS = {"offsets.topic.replication.factor": "1", "log.segment.bytes": "1000000"}


@pytest.fixture(scope="module")
def kafka(tools, tmp_path_factory):
    """Apache Kafka's broker, the only one of its cluster."""
    with apache(tools, tmp_path_factory.mktemp("side-by-side"), SETTINGS) as broker:
        yield broker


@pytest.fixture(scope="module")
def kavka(tmp_path_factory):
    """Likewise ours."""
    with ours(tmp_path_factory.mktemp("side-by-side"), SETTINGS) as process:
        yield process


@pytest.fixture(params=BOTH)
def address(request):
    """Host and port of one, then the other."""
    host, port = request.getfixturevalue(request.param).bootstrap.split(":")
    return host, int(port)


async def connect(address):
    return await Connection.open(*address, client_id="side by side")


async def create(connection, name, **configs):
    entries = [m.CreateTopicsRequest.CreatableTopicConfig(name=key, value=value) for key, value in configs.items()]
    topic = m.CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1, configs=entries)
    request = m.CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
    assert (await connection.request(request, version=3)).topics[0].error_code == 0


async def produce(connection, name, *values, compression=Compression.NONE):
    builder = BatchBuilder(compression=compression)
    for value in values:
        builder.append(timestamp=1, key=None, value=value)
    data = m.ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    topic = m.ProduceRequest.TopicProduceData(name=name, partition_data=[data])
    request = m.ProduceRequest(transactional_id=None, acks=-1, timeout_ms=5_000, topic_data=[topic])
    async with asyncio.timeout(DEADLINE):
        while True:
            partition = (await connection.request(request, version=7)).responses[0].partition_responses[0]
            if partition.error_code not in (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NOT_LEADER_OR_FOLLOWER):
                assert partition.error_code == 0
                return
            await asyncio.sleep(0.05)


async def fetch(connection, name, offset, version):
    """(error code, values) of a fetch in a version."""
    partition = m.FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
    topic = m.FetchRequest.FetchTopic(topic=name, partitions=[partition])
    request = m.FetchRequest(replica_id=-1, max_wait_ms=100, min_bytes=1, max_bytes=1 << 20, topics=[topic])
    data = (await connection.request(request, version=version)).responses[0].partitions[0]
    return data.error_code, [record.value for record in iter_records(data.records or b"")]


FETCHES = range(13)
"""The versions that both speak."""


async def test_zstd_is_handed_to_whoever_reads_batches(address):
    async with await connect(address) as connection:
        await create(connection, "zstd")
        await produce(connection, "zstd", b"plain")
        await produce(connection, "zstd", b"packed", compression=Compression.ZSTD)
        refused = (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, [])
        for version in FETCHES:
            whole = [b"plain", b"packed"] if version >= 4 else [b"plain"]
            assert await fetch(connection, "zstd", 0, version) == (0, whole), version
            assert await fetch(connection, "zstd", 1, version) == ((0, [b"packed"]) if version >= 4 else refused), (
                version
            )


async def test_a_topic_that_is_zstd_by_configuration_needs_fetch_10(address):
    async with await connect(address) as connection:
        await create(connection, "zstd-only", **{"compression.type": "zstd"})
        await produce(connection, "zstd-only", b"a")
        for version in FETCHES:
            error = ErrorCode.UNSUPPORTED_COMPRESSION_TYPE if version < 10 else 0
            for offset in (0, 1):
                assert (await fetch(connection, "zstd-only", offset, version))[0] == error, (version, offset)


async def test_requests_without_patience(address):
    assert await no_patience.outcomes(*address) == no_patience.EXPECTED
    async with asyncio.timeout(DEADLINE):
        assert await no_patience.is_carried_out(*address)


async def test_metadata_that_creates_a_topic_is_answered_before_it_has_leaders(address):
    async with await connect(address) as connection:
        request = m.MetadataRequest(
            topics=[m.MetadataRequest.MetadataRequestTopic(name=name) for name in ("asked-for", "bad/name")]
        )
        answer = await connection.request(request, version=8)
        assert {topic.name: topic.error_code for topic in answer.topics} == {
            "asked-for": ErrorCode.LEADER_NOT_AVAILABLE,
            "bad/name": ErrorCode.INVALID_TOPIC_EXCEPTION,
        }
        async with asyncio.timeout(DEADLINE):
            while any(topic.name == "asked-for" and topic.error_code for topic in answer.topics):
                answer = await connection.request(request, version=8)


def indexed(text):
    """What Kafka's tool found in an index: the lines of its entries."""
    return [line for line in text.splitlines() if line.startswith(("offset:", "timestamp:"))]


@pytest.mark.parametrize("name", BOTH)
async def test_the_indexes_of_an_active_segment_can_be_read(tools, request, name):
    """With one small batch, and with some that the indexes have entries for; the broker runs on."""
    broker = request.getfixturevalue(name)
    logs = broker.log_dir if name == "kafka" else broker.data_dir / "broker-0"
    host, port = broker.bootstrap.split(":")
    async with await connect((host, int(port))) as connection:
        await create(connection, "indexed")
        folder = logs / "indexed-0"
        files = [folder / f"{0:020d}{suffix}" for suffix in (".index", ".timeindex")]
        await produce(connection, "indexed", b"small")
        for file in files:
            await asyncio.to_thread(tools.run, kafka_tools.DUMP_LOG, "--files", str(file))
        for _ in range(8):
            await produce(connection, "indexed", b"x" * 5_000)
        for file in files:
            dumped = await asyncio.to_thread(tools.run, kafka_tools.DUMP_LOG, "--files", str(file))
            assert indexed(dumped), dumped
            assert "mismatch" not in dumped.lower()


async def fixed_keys(broker):
    """Every key of a broker that DescribeConfigs shows, and whether it cannot change while the broker runs."""
    async with Admin(broker.bootstrap) as admin:
        return {entry.name: entry.is_read_only for entry in await admin.describe_configs(ConfigResource.broker(0))}


async def test_the_keys_that_change_while_a_broker_runs_are_kafkas(kafka, kavka):
    theirs, ours = await fixed_keys(kafka), await fixed_keys(kavka)
    assert {name: theirs[name] for name in ours.keys() & theirs.keys()} == {
        name: ours[name] for name in ours.keys() & theirs.keys()
    }
