"""What users of other Python clients expect to find: names, start and stop, pauses, serializers, headers as a dict."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import kavka
from kavka.client.admin import Admin
from kavka.client.consumer import Consumer, ConsumerRecord
from kavka.client.errors import ClientClosed, RecordDeserializationFailed
from kavka.client.producer import Producer
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import BatchBuilder, Record, iter_records
from kavka.simulation.cluster import simulated
from kavka.wire import errors as wire_errors
from tests.support.clients.fake_broker import FakeCluster

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=1, topics={"t": 2}) as cluster:
        yield cluster


def consumer(fake, **options):
    settings = {"fetch_wait_ms": 10, "rng": random.Random(5), "api_timeout_ms": 3_000, "request_timeout_ms": 3_000}
    return Consumer(bootstrap_servers=fake.bootstrap, retry_backoff_ms=1, **settings, **options)


def producer(fake, **options):
    return Producer(bootstrap_servers=[fake.bootstrap], linger_ms=0, max_block_ms=3_000, **options)


def written(fake, tp):
    return [record for _, data in fake.logs[tp].batches for record in iter_records(data)]


def fill(fake, tp, *values):
    for value in values:
        builder = BatchBuilder()
        builder.append(timestamp=1000, key=b"k", value=value, headers=[])
        fake.logs[tp].append(builder.build())


async def polled(cons, count):
    """Offsets of so many records, by partition."""
    seen = {}
    async with asyncio.timeout(5):
        while sum(map(len, seen.values())) < count:
            for tp, records in (await cons.poll(timeout_ms=100)).items():
                seen.setdefault(tp, []).extend(record.offset for record in records)
    return seen


# ---- where the brokers are ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("client", [Producer, Consumer, Admin])
def test_brokers_are_named_once(client):
    client("127.0.0.1:1")
    client(bootstrap_servers=["127.0.0.1:1", "127.0.0.1:2"])
    for arguments, names in (((), {}), (("127.0.0.1:1",), {"bootstrap_servers": "127.0.0.1:1"})):
        with pytest.raises(TypeError, match="say once where the brokers are"):
            client(*arguments, **names)


def test_every_error_is_at_hand():
    errors = {name: getattr(kavka, name) for name in dir(kavka.errors) if name != "ErrorCode"}
    codes = {error.code for error in errors.values() if issubclass(error, kavka.KafkaError)}
    assert codes == set(ErrorCode) - {ErrorCode.NONE}
    ours = {error.__name__ for error in wire_errors.ClientError.__subclasses__()}
    assert {"ClientError", "DecodeError", *ours} <= errors.keys()
    assert all(issubclass(error, Exception) for error in errors.values())


def test_what_dir_shows_is_for_users():
    assert dir(kavka) == sorted([*kavka.__all__, "__version__"])
    for name in kavka.__all__:
        assert getattr(kavka, name).__doc__, name
    with pytest.raises(AttributeError, match="module 'kavka' has no attribute 'import_modul'"):
        _ = kavka.import_modul


def test_a_new_topic_takes_its_numbers_by_place():
    assert NewTopic("t", 3, 2) == NewTopic(name="t", num_partitions=3, replication_factor=2)


# ---- start and stop -----------------------------------------------------------------------------------------------


async def test_stopping_a_producer_delivers_what_was_sent(fake):
    prod = producer(fake)
    with pytest.raises(ClientClosed, match="between `start` and `stop`"):
        await prod.send("t", b"too early")
    await prod.start()
    delivery = await prod.send("t", b"v", partition=0)
    await prod.stop()
    assert (await delivery).offset == 0
    assert [record.value for record in written(fake, T0)] == [b"v"]
    await prod.stop()
    with pytest.raises(ClientClosed, match="make a new one"):
        await prod.start()


async def test_tasks_that_start_and_stop_may_be_others(fake):
    """Web frameworks begin and end a program in tasks of their own."""
    fill(fake, T0, b"v")
    prod, cons, adm = producer(fake), consumer(fake), Admin(fake.bootstrap)
    for client in (prod, cons, adm):
        await asyncio.gather(client.start())
    await prod.send_and_wait("t", b"w", partition=0)
    await cons.assign([T0], start="beginning")
    assert await polled(cons, 2) == {T0: [0, 1]}
    assert [info.name for info in await adm.list_topics()] == ["t"]
    for client in (prod, cons, adm):
        await asyncio.gather(client.stop())
        await client.stop()
    with pytest.raises(ClientClosed, match="make a new one"):
        await cons.start()


async def test_stopping_inside_the_block_is_no_error(fake):
    async with producer(fake) as prod, consumer(fake) as cons:
        await prod.stop()
        await cons.stop()


# ---- pauses -------------------------------------------------------------------------------------------------------


async def test_a_paused_partition_waits_and_goes_on_where_it_was(fake):
    fill(fake, T0, b"0", b"1")
    fill(fake, T1, b"0", b"1")
    async with consumer(fake) as cons:
        await cons.assign([T0, T1], start="beginning")
        cons.pause(T0)
        assert cons.paused() == {T0}
        assert await polled(cons, 2) == {T1: [0, 1]}
        fill(fake, T1, b"2")
        assert await polled(cons, 1) == {T1: [2]}
        assert await cons.position(T0) == 0
        cons.resume(T0)
        assert cons.paused() == frozenset()
        assert await polled(cons, 2) == {T0: [0, 1]}


async def test_what_was_fetched_before_the_pause_keeps_nobody_from_the_others(fake):
    fill(fake, T0, b"0", b"1", b"2")
    async with consumer(fake) as cons:
        await cons.assign([T0, T1], start="beginning")
        assert sum(map(len, (await cons.poll(records_max=1)).values())) == 1
        cons.pause(T0)  # two of its records are here
        fill(fake, T1, b"0")
        assert await polled(cons, 1) == {T1: [0]}
        asked = len(fake.asked(ApiKey.FETCH))
        cons.resume(T0)
        assert {tp: [r.offset for r in records] for tp, records in (await cons.poll()).items()} == {T0: [1, 2]}
        assert len(fake.asked(ApiKey.FETCH)) <= asked + 1, "they were not fetched again first"


async def test_iteration_hands_out_nothing_of_a_paused_partition(fake):
    fill(fake, T0, b"0", b"1", b"2")
    async with consumer(fake) as cons:
        await cons.assign([T0, T1], start="beginning")
        seen = []
        async for record in cons:
            seen.append((record.partition, record.offset))
            if seen == [(0, 0)]:
                cons.pause(T0)
                assert await cons.position(T0) == 1
                fill(fake, T1, b"0")
            elif record.partition == 1:
                cons.resume(T0)
            elif record.offset == 2:
                break
    assert seen == [(0, 0), (1, 0), (0, 1), (0, 2)]


async def test_only_what_is_assigned_can_be_paused(fake):
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        for change in (cons.pause, cons.resume):
            with pytest.raises(ValueError, match="t-1 is not assigned"):
                change(T0, T1)
        assert cons.paused() == frozenset()
        assert cons.subscription() == frozenset()


@pytest.mark.slow
def test_a_member_that_pauses_keeps_its_place_and_knows_its_subscription():
    cluster = simulated(1, settings={"group.initial.rebalance.delay.ms": "0"})

    async def work():
        async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap) as prod:
            await admin.create_topics([NewTopic("a", 1, 1)])
            await prod.send_and_wait("a", b"0")
            async with Consumer(
                cluster.bootstrap, group_id="g", offset_reset="earliest", poll_interval_ms_max=10_000
            ) as cons:
                cons.subscribe(["a", "later"])
                while not await cons.poll(records_max=1):
                    pass
                cons.pause(*cons.assignment())
                await prod.send_and_wait("a", b"1")
                for _ in range(10):
                    assert await cons.poll(timeout_ms=5_000) == {}
                assert cons.subscription() == {"a", "later"}
                assert (await admin.describe_group("g")).state == "Stable"
                cons.resume(*cons.paused())
                (records,) = (await cons.poll(timeout_ms=5_000)).values()
                assert [record.value for record in records] == [b"1"]
                await cons.unsubscribe()
                assert cons.subscription() == frozenset()

    async def live():
        await cluster.start_all()
        await cluster.client("reader", work)

    with cluster.world() as loop:
        loop.run_until_complete(live())


# ---- serializers and headers --------------------------------------------------------------------------------------


def as_json(value):
    return json.dumps(value).encode()


async def test_serializers_see_everything_but_none(fake):
    async with producer(fake, key_serializer=str.encode, value_serializer=as_json) as prod:
        await prod.send_and_wait("t", {"a": 1}, key="k", partition=0)
        await prod.send_and_wait("t", None, partition=0)
        with pytest.raises(TypeError, match="not JSON serializable"):
            await prod.send("t", object(), partition=0)
        await prod.send_and_wait("t", [], key="", partition=0)
    records = written(fake, T0)
    assert [(r.key, r.value) for r in records] == [(b"k", b'{"a": 1}'), (None, None), (b"", b"[]")]


async def test_what_a_serializer_makes_must_be_bytes(fake):
    async with producer(fake, value_serializer=json.dumps) as prod:
        with pytest.raises(TypeError, match="bytes or None, not str"):
            await prod.send("t", 1)


@pytest.mark.parametrize(
    ("client", "name"),
    [(Producer, f"{part}_serializer") for part in ("key", "value")]
    + [(Consumer, f"{part}_deserializer") for part in ("key", "value")],
)
def test_a_serializer_that_is_no_function_is_refused_at_once(client, name):
    with pytest.raises(TypeError, match=f"{name} is a function of one argument, not str"):
        client("127.0.0.1:1", **{name: "json"})


async def test_headers_may_be_a_mapping(fake):
    async with producer(fake) as prod:
        await prod.send_and_wait("t", b"v", partition=0, headers={"trace": b"1", "empty": None})
        await prod.send_and_wait("t", b"v", partition=0, headers={})
        with pytest.raises(TypeError, match="header 'n' is bytes or None, not int"):
            await prod.send("t", b"v", headers={"n": 1})
    assert [record.headers for record in written(fake, T0)] == [[("trace", b"1"), ("empty", None)], []]


async def test_deserializers_see_everything_but_none(fake):
    fill(fake, T0, b'{"a": 1}', None)
    async with consumer(fake, key_deserializer=bytes.decode, value_deserializer=json.loads) as cons:
        await cons.assign([T0], start="beginning")
        records = [await anext(cons), await anext(cons)]
        assert [(record.key, record.value) for record in records] == [("k", {"a": 1}), ("k", None)]
        cons.seek(T0, 0)
        async with asyncio.timeout(5):
            while not (polls := await cons.poll()):
                pass
        assert polls[T0][0].value == {"a": 1}


async def test_a_record_that_is_refused_stops_its_partition_until_somebody_seeks_past_it(fake):
    fill(fake, T0, b"1", b"?", b"3")
    fill(fake, T1, b"1", b"2")
    async with consumer(fake, value_deserializer=int) as cons:
        await cons.assign([T0, T1], start="beginning")
        seen, failures = {T0: [], T1: []}, []
        async with asyncio.timeout(5):
            while len(seen[T0]) + len(seen[T1]) < 4:
                try:
                    for tp, records in (await cons.poll(timeout_ms=100)).items():
                        seen[tp] += [record.value for record in records]
                except RecordDeserializationFailed as error:
                    failures.append((error, await cons.position(T0)))
                    if len(failures) == 2:
                        cons.seek(T0, error.offset + 1)
    assert seen == {T0: [1, 3], T1: [1, 2]}
    assert [(e.topic, e.partition, e.offset, position) for e, position in failures] == [("t", 0, 1, 1)] * 2
    assert "t-0, offset 1: value_deserializer: ValueError: invalid literal" in str(failures[0][0])
    assert isinstance(failures[0][0].__cause__, ValueError)


def test_records_of_a_consumer_are_equal_by_their_content():
    def record(tp, value):
        return ConsumerRecord(tp, Record(0, 1000, 0, b"k", value, []))

    assert record(T0, b"v") == record(T0, b"v")
    assert record(T0, b"v") != record(T0, b"w")
    assert record(T0, b"v") != record(T1, b"v")
    assert record(T0, b"v") != (T0, b"v")
