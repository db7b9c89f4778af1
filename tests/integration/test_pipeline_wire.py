"""What Spark's workers speak to brokers with, but without Spark: columns in, columns out, and all that goes wrong."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import threading
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pyarrow as pa
import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.errors import AuthenticationFailed, DeadlineExceeded
from kavka.common.types import TopicPartition
from kavka.local.cluster import LocalCluster
from kavka.pipeline.columns import decode_chunk, encode_batches
from kavka.pipeline.columns.schema import HEADERS
from kavka.pipeline.wire.cluster import CLUSTERS_MAX, BlockingCluster, cluster_of
from kavka.pipeline.wire.fetch import FetchSettings, fetch, read_range
from kavka.pipeline.wire.fetch_ahead import fetch_ahead
from kavka.pipeline.wire.group_offsets import commit_offsets, fetch_offsets
from kavka.pipeline.wire.offsets import EARLIEST, LATEST, READ_COMMITTED, READ_UNCOMMITTED, list_offsets
from kavka.pipeline.wire.produce_rounds import REQUEST_BYTES_MAX
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.errors import (
    MessageTooLarge,
    OffsetOutOfRange,
    ProducerFenced,
    UnknownLeaderEpoch,
    UnknownTopicOrPartition,
)
from kavka.protocol.records.compression import Compression
from kavka.testing.cluster import KafkaCluster
from kavka.timer.clock import ManualClock
from kavka.wire.cluster_view import ANY_BROKER
from tests.support.certificates import Authority
from tests.support.processes.cluster import KavkaProcess, reserve_ports

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

NOW_MS = 1_700_000_000_000
COMMITTED = FetchSettings(isolation_level=READ_COMMITTED, wait_ms=50)


@pytest.fixture(scope="module")
def kafka() -> Iterator[KafkaCluster]:
    with KafkaCluster(1) as cluster:
        yield cluster


@pytest.fixture
def cluster(kafka: KafkaCluster) -> Iterator[BlockingCluster]:
    made = BlockingCluster(WireSettings.from_properties({"bootstrap.servers": kafka.bootstrap}))
    yield made
    made.close()
    kafka.clear_faults()


@pytest.fixture
def topic(kafka: KafkaCluster, request: pytest.FixtureRequest) -> str:
    name = "".join(c if c.isalnum() else "-" for c in request.node.name)[:100]
    return kafka.create_topic(name, partitions=2)


def numbered(first: int, count: int, **options):
    """Records whose value is their number."""
    values = pa.array([b"%d" % number for number in range(first, first + count)])
    return encode_batches(key=None, value=values, timestamp_ms=np.arange(count) + NOW_MS, **options)


def write(cluster: BlockingCluster, tp: TopicPartition, first: int, count: int, **options) -> None:
    producer = BlockingProducer(cluster)
    producer.init()
    producer.send({tp: numbered(first, count, **options)})


def numbers(chunks, end: int, **options) -> list[int]:
    found = []
    for chunk in chunks:
        for batch in decode_chunk(
            chunk.data, topic="", partition=0, columns=["value"], aborted=chunk.aborted, end_offset=end, **options
        ):
            found += [int(value) for value in batch["value"].to_pylist()]
    return found


def read(cluster: BlockingCluster, tp: TopicPartition, isolation_level: int = READ_COMMITTED) -> list[int]:
    end = list_offsets(cluster, {tp: LATEST}, isolation_level=isolation_level)[tp].offset
    start = list_offsets(cluster, {tp: EARLIEST})[tp].offset
    with fetch_ahead(cluster, tp, start, end, FetchSettings(isolation_level=isolation_level)) as chunks:
        return numbers(chunks, end)


# ---------------------------------------------------------------- reading and writing


@pytest.mark.parametrize("codec", Compression)
def test_what_is_written_is_read(cluster, topic, codec):
    count = 5_000
    tp = TopicPartition(topic, 1)
    key = pa.array([b"key %d" % number if number % 3 else None for number in range(count)])
    value = pa.array([b"value %d" % number if number % 5 else None for number in range(count)])
    timestamps = NOW_MS + np.arange(count) * 7 - 1000
    headers = pa.array([[{"key": "h", "value": b"%d" % n}] if n % 4 == 0 else None for n in range(count)], HEADERS)
    producer = BlockingProducer(cluster)
    producer.init()
    producer.send(
        {
            tp: encode_batches(
                key=key,
                value=value,
                timestamp_ms=timestamps,
                headers=headers,
                compression=codec,
                batch_bytes_max=20_000,
            )
        }
    )
    with fetch_ahead(cluster, tp, 0, count, FetchSettings(chunk_bytes=30_000)) as chunks:
        found = pa.Table.from_batches(
            batch for chunk in chunks for batch in decode_chunk(chunk.data, topic=topic, partition=1)
        )
    assert found["offset"].to_pylist() == list(range(count))
    assert found["key"].combine_chunks() == key
    assert found["value"].combine_chunks() == value
    assert found["headers"].combine_chunks() == headers
    assert (found["timestamp"].cast(pa.int64()).to_numpy() == timestamps * 1000).all()
    assert set(found["partition"].to_pylist()) == {1}


def test_several_partitions_are_written_at_once_and_in_order(cluster, topic):
    producer = BlockingProducer(cluster)
    producer.init()
    for round_number in range(3):
        producer.send(
            {
                TopicPartition(topic, partition): numbered(round_number * 100, 100, batch_bytes_max=1_000)
                for partition in (0, 1)
            }
        )
    for partition in (0, 1):
        assert read(cluster, TopicPartition(topic, partition)) == list(range(300))


def test_offsets_by_time(cluster, topic):
    tp, other = TopicPartition(topic, 0), TopicPartition(topic, 1)
    write(cluster, tp, 0, 100)
    assert list_offsets(cluster, {tp: LATEST, other: LATEST})[tp].offset == 100
    found = list_offsets(cluster, {tp: NOW_MS + 40, other: NOW_MS + 40})
    assert (found[tp].offset, found[tp].timestamp) == (40, NOW_MS + 40)
    assert found[other].offset == -1
    assert list_offsets(cluster, {tp: NOW_MS + 100})[tp].offset == -1
    assert list_offsets(cluster, {}) == {}


def test_a_range_begins_and_ends_within_batches(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 100)
    chunks = read_range(cluster, tp, 30, 60)
    assert numbers(chunks, 60, first_offset=30) == list(range(30, 60))


def test_an_offset_that_the_log_does_not_have_is_named(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 10)
    with pytest.raises(OffsetOutOfRange, match=f"{tp} has no offset 11"):
        fetch(cluster, tp, 11)
    assert fetch(cluster, tp, 10, FetchSettings(wait_ms=1)).next_offset == 10


def test_a_range_beyond_the_end_says_where_the_log_ends(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 10)
    chunks = read_range(cluster, tp, 0, 20, FetchSettings(wait_ms=20), timeout_ms=100)
    with pytest.raises(DeadlineExceeded, match=r"nothing at offset 10 .* up to 20: high watermark 10"):
        list(chunks)


def test_topics_and_partitions_that_are_not_there(cluster, topic):
    with pytest.raises(UnknownTopicOrPartition, match="there is no topic 'missing'"):
        cluster.topics([topic, "missing"])
    with pytest.raises(ValueError, match=f"there is no partition {topic}-7: .* has 2 partitions"):
        list_offsets(cluster, {TopicPartition(topic, 7): LATEST})
    assert len(cluster.topics([topic])[topic].partitions) == 2
    assert topic in cluster.topics()


def test_a_cluster_that_is_not_there_is_an_error_in_time():
    port = reserve_ports(test_a_cluster_that_is_not_there_is_an_error_in_time)  # nobody listens there
    nobody = BlockingCluster(
        WireSettings.from_properties({"bootstrap.servers": f"127.0.0.1:{port}", "default.api.timeout.ms": "200"})
    )
    with pytest.raises(DeadlineExceeded, match=rf"within 200 ms; last: no broker can be reached: 127.0.0.1:{port}"):
        nobody.topics()


# ---------------------------------------------------------------- one cluster a process


def test_a_cluster_that_makes_way_for_others_closes_its_connections(kafka):
    mine, *others = [
        WireSettings.from_properties({"bootstrap.servers": kafka.bootstrap, "client.id": f"{number}"})
        for number in range(CLUSTERS_MAX + 1)
    ]
    made = cluster_of(mine)
    made.topics()
    (idle,) = [connection for connections in made._idle.values() for connection in connections]
    for other in others:
        cluster_of(other)
    del made
    gc.collect()
    assert idle.is_closed


def test_settings_travel_and_a_process_has_one_cluster_of_them(kafka):
    settings = WireSettings.from_properties({"bootstrap.servers": kafka.bootstrap, "request.timeout.ms": "5000"})
    parents = cluster_of(settings)
    assert cluster_of(pickle.loads(pickle.dumps(settings))) is parents
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, b"own" if cluster_of(settings) is not parents else b"shared")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 10) == b"own"
    os.close(reader)
    os.close(writer)


def test_connections_are_used_again_until_the_broker_closes_them(cluster, topic, kafka):
    for _ in range(5):
        cluster.topics([topic])
    assert sum(len(idle) for idle in cluster._idle.values()) == 1
    kafka.add_fault("close", api="METADATA", times=1)
    assert topic in cluster.topics([topic])


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({}, "no bootstrap address"),
        ({"bootstrap.servers": "x:y"}, "'x:y' is not an address"),
        ({"bootstrap.servers": "x:1", "request.timeout.ms": "soon"}, "request.timeout.ms is 'soon'"),
    ],
)
def test_settings_that_make_no_sense(properties, message):
    with pytest.raises(ValueError, match=message):
        WireSettings.from_properties(properties)


# ---------------------------------------------------------------- transactions
# A commit is answered when it is decided; `init`, like the next transaction, waits until the markers are written.


def transactional(cluster: BlockingCluster, name: str) -> BlockingProducer:
    producer = BlockingProducer(cluster, transactional_id=name)
    producer.init()
    return producer


def test_a_transaction_is_seen_whole_or_not_at_all(cluster, topic):
    tp = TopicPartition(topic, 0)
    producer = transactional(cluster, topic)
    for first, is_commit in ((0, True), (10, False), (20, True)):
        producer.send({tp: numbered(first, 10, batch_bytes_max=150)})
        assert list_offsets(cluster, {tp: LATEST}, isolation_level=READ_COMMITTED)[tp].offset == first + first // 10
        if is_commit:
            producer.commit()
        else:
            producer.abort()
    producer.init()
    assert read(cluster, tp) == [*range(10), *range(20, 30)]
    assert read(cluster, tp, READ_UNCOMMITTED) == list(range(30))


def test_an_offset_is_a_part_of_the_transaction(cluster, topic):
    tp, marker = TopicPartition(topic, 0), TopicPartition(topic, 1)
    producer = transactional(cluster, topic)
    producer.send({tp: numbered(0, 5)})
    producer.send_offsets(f"{topic}.group", {marker: 7})
    with pytest.raises(DeadlineExceeded, match="UNSTABLE_OFFSET_COMMIT"):
        fetch_offsets(cluster, f"{topic}.group", [marker], require_stable=True, timeout_ms=100)
    assert fetch_offsets(cluster, f"{topic}.group", [marker]) == {}
    producer.commit()
    assert fetch_offsets(cluster, f"{topic}.group", [marker], require_stable=True) == {marker: 7}


def test_a_new_attempt_fences_the_old_one_and_nothing_of_that_is_seen(cluster, topic):
    tp, marker = TopicPartition(topic, 0), TopicPartition(topic, 1)
    old = transactional(cluster, topic)
    old.send({tp: numbered(0, 10)})
    new = transactional(cluster, topic)
    assert (new.producer_id, new.producer_epoch) > (old.producer_id, old.producer_epoch)
    for attempt in (
        lambda: old.send({tp: numbered(10, 10)}),
        lambda: old.send({marker: numbered(10, 10)}),
        lambda: old.send_offsets("group", {marker: 1}),
        old.commit,
    ):
        with pytest.raises(ProducerFenced):
            attempt()
    new.send({tp: numbered(100, 3)})
    new.commit()
    new.init()
    assert read(cluster, tp) == [100, 101, 102]


def test_a_transaction_without_anything_ends_without_a_request(cluster, topic):
    producer = transactional(cluster, topic)
    producer.commit()
    producer.abort()


def test_offsets_are_committed_for_lag_displays(cluster, topic):
    tp = TopicPartition(topic, 0)
    commit_offsets(cluster, topic, {tp: 3})
    commit_offsets(cluster, topic, {})
    assert fetch_offsets(cluster, topic, [tp, TopicPartition(topic, 1)]) == {tp: 3}


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize("action", ["close", "half", "drop"])
def test_batches_whose_answer_got_lost_are_in_the_log_once(kafka, topic, action):
    properties = {"bootstrap.servers": kafka.bootstrap, "request.timeout.ms": "300"}
    impatient = BlockingCluster(WireSettings.from_properties(properties))
    tp = TopicPartition(topic, 0)
    producer = transactional(impatient, topic)
    try:
        for number in range(4):
            kafka.add_fault(action, api="PRODUCE", topic=topic, times=1)
            producer.send({tp: numbered(number * 50, 50, batch_bytes_max=400)})
        producer.commit()
        producer.init()
        assert read(impatient, tp) == list(range(200))
    finally:
        kafka.clear_faults()
        impatient.close()


@pytest.mark.parametrize(
    ("api", "error"),
    [
        ("FETCH", "NOT_LEADER_OR_FOLLOWER"),
        ("FETCH", "UNKNOWN_TOPIC_OR_PARTITION"),
        ("FETCH", "FENCED_LEADER_EPOCH"),
        ("LIST_OFFSETS", "NOT_LEADER_OR_FOLLOWER"),
        ("PRODUCE", "NOT_LEADER_OR_FOLLOWER"),
        ("FIND_COORDINATOR", "COORDINATOR_NOT_AVAILABLE"),
        ("INIT_PRODUCER_ID", "COORDINATOR_LOAD_IN_PROGRESS"),
        ("ADD_PARTITIONS_TO_TXN", "CONCURRENT_TRANSACTIONS"),
        ("END_TXN", "NOT_COORDINATOR"),
    ],
)
def test_what_passes_is_tried_again(kafka, cluster, topic, api, error):
    tp = TopicPartition(topic, 0)
    kafka.add_fault("error", api=api, error=error, times=2)
    producer = transactional(cluster, topic)
    producer.send({tp: numbered(0, 10)})
    producer.commit()
    producer.init()
    assert read(cluster, tp) == list(range(10))
    assert all(rule["struck"] for rule in kafka.faults())


def test_a_broker_that_has_not_heard_of_the_election_is_not_read(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 10)
    told = cluster.ask(ANY_BROKER, cluster.view.metadata_request([topic]))
    for part in told.topics[0].partitions:
        part.leader_epoch += 1
    cluster.view.learn(told, is_everything=False, now_ms=cluster.clock.monotonic_ms())
    with pytest.raises(DeadlineExceeded) as caught:
        fetch(cluster, tp, 0, timeout_ms=300)
    assert isinstance(caught.value.__cause__, UnknownLeaderEpoch)


def test_reading_and_writing_go_on_over_the_death_of_the_leader():
    with KafkaCluster(3, config={"min.insync.replicas": "1"}) as kafka:
        name = kafka.create_topic("replicated", partitions=1, replication_factor=3)
        tp = TopicPartition(name, 0)
        cluster = BlockingCluster(WireSettings.from_properties({"bootstrap.servers": kafka.bootstrap}))
        write(cluster, tp, 0, 500)
        chunks = read_range(cluster, tp, 0, 1_000, FetchSettings(chunk_bytes=500))
        found = numbers([next(chunks)], 1_000)
        producer = BlockingProducer(cluster)
        producer.init()
        leader = cluster.leader_of(tp)
        killer = threading.Thread(target=kafka.kill, args=(leader,))
        for number in range(500, 1_000, 20):
            if number == 600:
                killer.start()
            producer.send({tp: numbered(number, 20)})
        killer.join()
        assert cluster.leader_of(tp) != leader
        found += numbers(chunks, 1_000)
        assert found == list(range(1_000))
        cluster.close()


def test_more_partitions_than_a_request_has_room_for(cluster, kafka):
    name = kafka.create_topic("wide", partitions=40)
    large = pa.array([b"x" * 300_000])
    producer = BlockingProducer(cluster)
    producer.init()
    partitions = [TopicPartition(name, number) for number in range(40)]
    assert len(partitions) * len(large[0].as_py()) > REQUEST_BYTES_MAX
    producer.send({tp: encode_batches(key=None, value=large, timestamp_ms=np.array([NOW_MS])) for tp in partitions})
    assert {end.offset for end in list_offsets(cluster, dict.fromkeys(partitions, LATEST)).values()} == {1}


async def test_a_reader_is_sent_to_the_replica_in_its_rack_and_back_when_that_is_gone():
    selector = "org.apache.kafka.common.replica.RackAwareReplicaSelector"

    def properties(broker_id, port):
        return {"broker.rack": "ab"[broker_id], "replica.selector.class": selector}

    async with LocalCluster(2, in_loop=True, broker_config=properties) as brokers:
        async with Admin(brokers.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [0, 1]})])
        settings = WireSettings.from_properties({"bootstrap.servers": brokers.bootstrap.split(",")[0]})
        with closing(BlockingCluster(settings)) as cluster:
            tp, in_rack = TopicPartition("t", 0), FetchSettings(rack="b", wait_ms=50)
            await asyncio.to_thread(write, cluster, tp, 0, 100)
            chunks = await asyncio.to_thread(lambda: list(read_range(cluster, tp, 0, 100, in_rack)))
            assert numbers(chunks, 100) == list(range(100))
            assert chunks[0].broker_id == 1
            await brokers.kill(1)
            chunks = await asyncio.to_thread(lambda: list(read_range(cluster, tp, 50, 100, in_rack)))
            assert numbers(chunks, 100, first_offset=50) == list(range(50, 100))
            assert {chunk.broker_id for chunk in chunks} == {0}


def test_a_batch_that_a_topic_does_not_take_is_told_with_the_remedy(cluster, kafka):
    tp = TopicPartition(kafka.create_topic("narrow", configs={"max.message.bytes": "5000"}), 0)
    producer = BlockingProducer(cluster)
    producer.init()
    with pytest.raises(MessageTooLarge, match=r"narrow-0: a batch of \d+ bytes is too large .* max.request.size"):
        producer.send({tp: numbered(0, 2_000)})
    write(cluster, tp, 0, 2_000, batch_bytes_max=5_000)
    assert read(cluster, tp) == list(range(2_000))


def test_an_error_comes_where_its_chunk_would_have_been(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 10)
    with fetch_ahead(cluster, tp, 0, 20, FetchSettings(wait_ms=10), timeout_ms=50) as chunks:
        assert next(chunks).next_offset == 10
        with pytest.raises(DeadlineExceeded):
            next(chunks)


def test_whoever_leaves_early_does_not_wait(cluster, topic):
    tp = TopicPartition(topic, 0)
    write(cluster, tp, 0, 10)
    with fetch_ahead(cluster, tp, 0, 10**9, FetchSettings(wait_ms=100)) as chunks:
        next(chunks)
    (fetching,) = [thread for thread in threading.enumerate() if thread.name.startswith(f"fetch {tp}")]
    fetching.join(30)
    assert not fetching.is_alive()


# ---------------------------------------------------------------- TLS and logins

REAUTH_MS = 10_000


async def make_topic(bootstrap, name):
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name=name, num_partitions=1)])


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A client's properties for a broker with SASL_SSL that has the topic "secured"."""
    folder = tmp_path_factory.mktemp("secure")
    ca = Authority()
    ca.write(folder)
    ca.issue("broker").write(folder)
    port = reserve_ports(ca, 2)
    login = "org.apache.kafka.common.security.plain.PlainLoginModule required"
    process = KavkaProcess(
        folder / "data",
        config={
            "listeners": f"PLAINTEXT://127.0.0.1:{port},SASL_SSL://127.0.0.1:{port + 1}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(folder / "broker.pem"),
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl_ssl.plain.sasl.jaas.config": f'{login} user_alice="secret";',
            "listener.name.sasl_ssl.plain.connections.max.reauth.ms": str(REAUTH_MS),
        },
    )
    process.start()
    asyncio.run(make_topic(f"127.0.0.1:{port}", "secured"))
    yield {
        "bootstrap.servers": f"127.0.0.1:{port + 1}",
        "security.protocol": "SASL_SSL",
        "ssl.truststore.certificates": ca.pem(),
        "sasl.mechanism": "PLAIN",
        "sasl.jaas.config": f'{login} username="alice" password="secret";',
    }
    assert process.stop() == 0, process.log()


def test_a_worker_speaks_tls_and_logs_in(secure):
    with closing(BlockingCluster(pickle.loads(pickle.dumps(WireSettings.from_properties(secure))))) as cluster:
        tp = TopicPartition("secured", 0)
        producer = transactional(cluster, "secured")
        producer.send({tp: numbered(0, 10_000)})  # more than TLS has in a record
        producer.commit()
        producer.init()
        assert read(cluster, tp) == list(range(10_000))


def test_a_connection_whose_login_is_about_to_end_is_not_used_again(secure):
    clock = ManualClock()
    with closing(BlockingCluster(WireSettings.from_properties(secure), clock=clock)) as cluster:
        cluster.topics()
        [(first,)] = cluster._idle.values()
        clock.advance(REAUTH_MS // 2)
        cluster.topics()
        assert [list(idle) for idle in cluster._idle.values()] == [[first]]
        clock.advance(REAUTH_MS // 2)
        cluster.topics()
        [(second,)] = cluster._idle.values()
        assert second is not first
        assert first.is_closed


def test_a_wrong_password_is_an_error_at_once(secure):
    wrong = {**secure, "sasl.jaas.config": secure["sasl.jaas.config"].replace("secret", "guessed")}
    cluster = BlockingCluster(WireSettings.from_properties(wrong))
    with pytest.raises(AuthenticationFailed, match="refuses the login"):
        cluster.topics()


def test_a_certificate_that_is_not_trusted_is_an_error_at_once(secure):
    wrong = {**secure, "ssl.truststore.certificates": Authority("another CA").pem()}
    cluster = BlockingCluster(WireSettings.from_properties(wrong))
    with pytest.raises(AuthenticationFailed, match="not to be trusted"):
        cluster.topics()
