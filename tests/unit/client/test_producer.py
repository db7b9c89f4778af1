"""The producer against a fake cluster: what is sent, in which order, and what happens when brokers refuse."""

import asyncio
import contextlib
import random
from array import array

import pytest

from kavka.client import first_response
from kavka.client.cluster import METADATA_AGE_MS_MAX
from kavka.client.connection import CONNECT_TIMEOUT_MS
from kavka.client.errors import BufferExhausted, ClientClosed, DeadlineExceeded, UnsupportedByBroker
from kavka.client.producer import Producer, RecordMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    ErrorCode,
    InvalidRecord,
    MessageTooLarge,
    NotLeaderOrFollower,
    OutOfOrderSequenceNumber,
)
from kavka.protocol.records.batch import iter_records, read_header
from kavka.timer.clock import ManualClock
from kavka.wire.murmur2 import partition_for_key
from kavka.wire.produce import FORMER_LEADER_MS
from tests.support.clients.fake_broker import CLOSE, RANGES, SILENCE, FakeCluster, FakeLog, produce_error


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=2, topics={"t": 4}) as cluster:
        yield cluster


def producer(fake, **options):
    settings = {"linger_ms": 0, "rng": random.Random(5), "max_block_ms": 3_000, "request_timeout_ms": 3_000}
    return Producer(fake.bootstrap, retry_backoff_ms=1, **{**settings, **options})


def values(fake, topic, partition):
    log = fake.logs[topic, partition]
    return [record.value for _, data in log.batches for record in iter_records(data)]


async def test_a_record_is_acknowledged_with_its_place(fake):
    async with producer(fake) as prod:
        first = await prod.send_and_wait("t", b"a", partition=3, timestamp=77)
        second = await prod.send_and_wait("t", b"b", partition=3, timestamp=78)
    assert first == RecordMetadata("t", 3, 0, 77)
    assert second == RecordMetadata("t", 3, 1, 78)
    assert values(fake, "t", 3) == [b"a", b"b"]


async def test_keys_decide_as_in_java_and_headers_arrive(fake):
    async with producer(fake) as prod:
        for number in range(50):
            key = b"key-%d" % number
            where = await (await prod.send("t", b"v", key=key, headers=[("h", key), ("h", None)]))
            assert where.partition == partition_for_key(key, 4)
    records = [r for p in range(4) for _, data in fake.logs["t", p].batches for r in iter_records(data)]
    assert all(record.headers == [("h", record.key), ("h", None)] for record in records)
    assert len(records) == 50


async def test_partitions_of_one_leader_share_a_request(fake):
    async with producer(fake, linger_ms=1_000) as prod:
        for partition in range(4):
            await prod.send("t", b"x", partition=partition)
        await prod.flush()
    requests = fake.asked(ApiKey.PRODUCE)
    assert len(requests) == 2
    assert sorted(len(request.topic_data[0].partition_data) for request in requests) == [2, 2]


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
async def test_every_compression(fake, compression):
    async with producer(fake, compression=compression) as prod:
        for number in range(100):
            await prod.send("t", b"line %d" % number, partition=0)
    assert values(fake, "t", 0) == [b"line %d" % number for number in range(100)]
    assert {read_header(data).compression.name for _, data in fake.logs["t", 0].batches} == {compression.upper()}


async def test_zstd_is_refused_for_a_broker_that_is_too_old_for_it(fake):
    fake.ranges = {**RANGES, ApiKey.PRODUCE: (0, 6)}
    async with producer(fake, compression="zstd") as prod:
        with pytest.raises(UnsupportedByBroker, match="zstd"):
            await prod.send_and_wait("t", b"x")


BY_ID = {**RANGES, ApiKey.PRODUCE: (0, 13)}


class TestTopicIds:
    """Where the broker takes Produce 13 and metadata have the ids, topics are named by them."""

    async def asked_by(self, fake, *topics):
        """Sends a record to each topic; returns the versions of Produce, and the ids."""
        async with producer(fake, linger_ms=1_000) as prod:
            for topic in topics:
                await prod.send(topic, b"x", partition=0)
            await prod.flush()
        asked = [(message, version) for _, message, version in fake.requests if message.API_KEY == ApiKey.PRODUCE]
        return {version for _, version in asked}, {each.topic_id for one, _ in asked for each in one.topic_data}

    async def test_records_go_to_the_id(self, fake):
        fake.ranges = BY_ID
        fake.create("u", 1)
        fake.ids = {"t": b"t" * 16, "u": b"u" * 16}
        assert await self.asked_by(fake, "t", "u") == ({13}, {b"t" * 16, b"u" * 16})
        assert values(fake, "t", 0) == values(fake, "u", 0) == [b"x"]

    async def test_one_topic_without_an_id_is_enough_to_name_them_all(self, fake):
        fake.ranges = BY_ID
        fake.create("u", 1)
        fake.ids = {"t": b"t" * 16}
        versions, _ = await self.asked_by(fake, "t", "u")
        assert versions == {9}

    async def test_a_broker_that_takes_names_only_gets_names(self, fake):
        fake.ranges = {**RANGES, ApiKey.PRODUCE: (0, 12)}
        fake.ids = {"t": b"t" * 16}
        versions, _ = await self.asked_by(fake, "t")
        assert versions == {9}

    async def test_a_topic_that_is_made_anew_is_written_to_once_its_id_is_known(self, fake):
        fake.ranges = BY_ID
        fake.ids = {"t": b"a" * 16}
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"before", partition=0)
            fake.ids = {"t": b"b" * 16}
            await prod.send_and_wait("t", b"after", partition=0)
        ids = [message.topic_data[0].topic_id for message in fake.asked(ApiKey.PRODUCE)]
        assert ids[:2] == [b"a" * 16, b"a" * 16]  # the former id may be tried again before the new one is known
        assert (set(ids[2:-1]) <= {b"a" * 16}, ids[-1]) == (True, b"b" * 16)
        assert values(fake, "t", 0) == [b"before", b"after"]


class TestOrderAndRetries:
    async def test_order_holds_when_the_first_try_of_every_batch_fails(self, fake):
        fake.inject(ApiKey.PRODUCE, *[produce_error(ErrorCode.NOT_LEADER_OR_FOLLOWER)] * 3, CLOSE)
        async with producer(fake, batch_bytes=200) as prod:
            for number in range(200):
                await prod.send("t", b"%03d" % number, partition=1)
        assert values(fake, "t", 1) == [b"%03d" % number for number in range(200)]

    async def test_an_idempotent_retry_sends_the_same_bytes(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.REQUEST_TIMED_OUT, append=True))
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"x", partition=0)
        first, second = (request.topic_data[0].partition_data[0].records for request in fake.asked(ApiKey.PRODUCE))
        assert bytes(first) == bytes(second)
        assert read_header(first).base_sequence == 0
        assert read_header(first).producer_id > 0

    async def test_a_duplicate_counts_as_delivered(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.DUPLICATE_SEQUENCE_NUMBER))
        async with producer(fake) as prod:
            where = await prod.send_and_wait("t", b"x", partition=0)
        assert where.offset == -1

    async def test_sequences_count_records_per_partition(self, fake):
        async with producer(fake) as prod:
            for count in (3, 2, 4):
                for _ in range(count):
                    await prod.send("t", b"x", partition=0)
                await prod.flush()
            await prod.send_and_wait("t", b"x", partition=1)
        assert fake.logs["t", 0].sequences()[-1] <= 8
        expected = 0
        for _, data in fake.logs["t", 0].batches:
            header = read_header(data)
            assert header.base_sequence == expected
            expected += header.record_count
        assert expected == 9
        assert fake.logs["t", 1].sequences() == [0]

    async def test_bug_75_sequences_go_on_with_0_after_the_largest_int(self, fake):
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"x", partition=0)
            prod._core._sequences[TopicPartition("t", 0)] = 2**31 - 3
            for _ in range(5):
                await prod.send("t", b"x", partition=0)
            await prod.flush()
            await prod.send_and_wait("t", b"x", partition=0)
        headers = [read_header(data) for _, data in fake.logs["t", 0].batches][1:]
        sequence = 2**31 - 3
        for header in headers:
            assert header.base_sequence == sequence
            sequence = (sequence + header.record_count) % 2**31
        assert sequence == 3

    async def test_after_a_refusal_the_sequence_begins_anew_under_another_id(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.INVALID_RECORD))
        async with producer(fake) as prod:
            with pytest.raises(InvalidRecord):
                await prod.send_and_wait("t", b"bad", partition=0)
            await prod.send_and_wait("t", b"good", partition=0)
        (header,) = [read_header(data) for _, data in fake.logs["t", 0].batches]
        assert header.base_sequence == 0
        assert header.producer_id == 1002

    async def test_without_idempotence_nobody_is_asked_for_an_id(self, fake):
        async with producer(fake, acks=1) as prod:
            await prod.send_and_wait("t", b"x", partition=0)
        assert not fake.asked(ApiKey.INIT_PRODUCER_ID)
        (header,) = [read_header(data) for _, data in fake.logs["t", 0].batches]
        assert (header.producer_id, header.base_sequence) == (-1, -1)

    async def test_a_moved_leader_is_found(self, fake):
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"before", partition=0)
            fake.logs["t", 0].leader = 1
            await prod.send_and_wait("t", b"after", partition=0)
        assert values(fake, "t", 0) == [b"before", b"after"]

    async def test_a_former_leader_that_lacks_what_another_acknowledged_has_a_successor(self, fake):
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"before", partition=0)
            fake.logs["t", 0].leader = 1
            fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER))
            where = await prod.send_and_wait("t", b"after", partition=0)
        assert where.offset == 1
        assert values(fake, "t", 0) == [b"before", b"after"]
        assert fake.logs["t", 0].sequences() == [0, 1], "under its own id: what is there already is recognised"

    async def test_records_that_the_leader_has_lost_are_an_error_in_the_end(self, fake):
        clock = ManualClock(1_000)
        async with producer(fake, clock=clock) as prod:
            await prod.send_and_wait("t", b"before", partition=0)
            fake.inject(ApiKey.PRODUCE, *[produce_error(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)] * 2)
            asked = len(fake.asked(ApiKey.METADATA))
            delivery = await prod.send("t", b"refused", partition=0)
            await fake.wait_asked(ApiKey.METADATA, asked + 1)  # it has been refused
            clock.advance(FORMER_LEADER_MS)
            with pytest.raises(OutOfOrderSequenceNumber):
                await delivery
            await prod.send_and_wait("t", b"after", partition=0)
        assert values(fake, "t", 0) == [b"before", b"after"]

    async def test_a_broker_that_comes_back_is_found_again(self, fake):
        async with producer(fake) as prod:
            await prod.send_and_wait("t", b"before", partition=1)
            await fake.brokers[1].close()
            delivery = await prod.send("t", b"after", partition=1)
            await fake.wait_asked(ApiKey.METADATA, len(fake.asked(ApiKey.METADATA)) + 2)
            await fake.brokers[1].listen()
            await delivery
        assert values(fake, "t", 1) == [b"before", b"after"]


class TestFailures:
    async def test_what_is_not_acknowledged_in_time_fails(self, fake):
        for log in fake.logs.values():
            log.leader = -1
        async with producer(fake, delivery_timeout_ms=50) as prod:
            delivery = await prod.send("t", b"x", partition=0)
            with pytest.raises(DeadlineExceeded, match=r"1 records for t-0 .* 50 ms"):
                await delivery

    async def test_flush_raises_what_nobody_awaited(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.MESSAGE_TOO_LARGE))
        async with producer(fake) as prod:
            await prod.send("t", b"x", partition=0)
            with pytest.raises(MessageTooLarge, match="t-0"):
                await prod.flush()
            await prod.flush()

    async def test_leaving_raises_it_too(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.MESSAGE_TOO_LARGE))
        with pytest.raises(MessageTooLarge):
            async with producer(fake) as prod:
                await prod.send("t", b"x", partition=0)

    async def test_an_error_of_the_callers_comes_out_as_it_is_and_gives_up_the_rest(self, fake):
        for log in fake.logs.values():
            log.leader = -1
        deliveries = []

        async def work():
            async with producer(fake) as prod:
                deliveries.append(await prod.send("t", b"x", partition=0))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await work()
        with pytest.raises(ClientClosed):
            await deliveries[0]

    async def test_cancelling_the_caller_ends_everything(self, fake):
        fake.inject(ApiKey.PRODUCE, SILENCE)

        async def work():
            async with producer(fake) as prod:
                await prod.send_and_wait("t", b"x", partition=0)

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await work()

    async def test_a_broker_that_is_silent_holds_no_producer_id_up(self, fake, monkeypatch):
        monkeypatch.setattr(first_response, "SILENCE_MS", 20)
        fake.inject(ApiKey.INIT_PRODUCER_ID, SILENCE)
        async with producer(fake, request_timeout_ms=60_000) as prod:
            assert (await prod.send_and_wait("t", b"x", partition=0)).offset == 0

    async def test_a_leader_that_says_nothing_when_it_is_dialled_holds_no_close_up(self, fake):
        async def work():
            async with producer(fake, acks=1, request_timeout_ms=60_000) as prod:
                await prod.partitions_for("t")
                before = len(fake.asked(ApiKey.API_VERSIONS))
                fake.inject(ApiKey.API_VERSIONS, SILENCE)
                await prod.send("t", b"x", partition=1)
                await fake.wait_asked(ApiKey.API_VERSIONS, before + 1)
                raise ZeroDivisionError

        async with asyncio.timeout(0.9 * CONNECT_TIMEOUT_MS / 1_000):
            with pytest.raises(ZeroDivisionError):
                await work()

    async def test_no_broker_is_an_error_on_the_way_in(self):
        with pytest.raises(DeadlineExceeded):
            async with Producer("127.0.0.1:1", max_block_ms=50):
                pass

    @pytest.mark.parametrize(
        ("record", "error"),
        [
            ({"headers": [("a", "text")]}, TypeError),
            ({"headers": [(b"a", b"bytes")]}, TypeError),
            ({"headers": [("a\ud800", b"half a pair")]}, ValueError),
            ({"headers": ["abc"]}, ValueError),
            ({"timestamp": "now"}, TypeError),
            ({"timestamp": 2**63}, ValueError),
            ({"timestamp": -2}, ValueError),
            ({"key": 7}, TypeError),
        ],
    )
    async def test_a_refused_record_leaves_no_trace(self, fake, record, error):
        async with producer(fake) as prod:
            with pytest.raises(error):
                await prod.send_and_wait("t", b"refused", partition=0, **record)
            await prod.send_and_wait("t", b"taken", partition=0)
        assert values(fake, "t", 0) == [b"taken"]

    async def test_keys_and_values_may_be_any_buffer(self, fake):
        async with producer(fake) as prod:
            numbers = memoryview(array("i", [1, 2]))
            await prod.send_and_wait("t", numbers, key=bytearray(b"k"))
        (record,) = [r for p in range(4) for _, data in fake.logs["t", p].batches for r in iter_records(data)]
        assert (record.key, record.value) == (b"k", numbers.tobytes())

    async def test_text_is_refused_with_a_hint(self, fake):
        async with producer(fake) as prod:
            with pytest.raises(TypeError, match="not str: encode it first"):
                await prod.send("t", "text")
            with pytest.raises(TypeError, match="not int"):
                await prod.send("t", b"x", key=5)
            with pytest.raises(ValueError, match="partitions 0 to 3, not 4"):
                await prod.send("t", b"x", partition=4)

    @pytest.mark.parametrize(
        "options", [{"acks": 2}, {"compression": "brotli"}, {"acks": 1, "idempotent": True}, {"acks": "some"}]
    )
    def test_settings_that_mean_nothing_are_refused(self, options):
        with pytest.raises(ValueError, match=r"."):
            Producer("localhost:9092", **options)

    async def test_a_partition_error_leaves_the_other_partitions_alone(self, fake):
        def refuse_one(broker, message, version):
            response = broker.on_ProduceRequest(message, version)
            response.responses[0].partition_responses[0].error_code = int(ErrorCode.INVALID_RECORD)
            return response

        fake.inject(ApiKey.PRODUCE, refuse_one)
        async with producer(fake, linger_ms=1_000) as prod:
            deliveries = [await prod.send("t", b"x", partition=partition) for partition in (0, 2)]
            _, *outcomes = await asyncio.gather(prod.flush(), *map(_outcome, deliveries))
        assert sorted(type(item).__name__ for item in outcomes) == ["InvalidRecord", "RecordMetadata"]

    async def test_a_retriable_partition_error_is_not_the_callers_business(self, fake):
        fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.NOT_ENOUGH_REPLICAS))
        async with producer(fake) as prod:
            assert (await prod.send_and_wait("t", b"x", partition=0)).offset == 0
        assert NotLeaderOrFollower.retriable


async def _outcome(delivery):
    try:
        return await delivery
    except InvalidRecord as error:
        return error


class TestBatchesTooLarge:
    """A topic may take less than a batch: what fits arrives, and only what does not is refused (KAFKA-3995)."""

    @pytest.fixture
    def limit(self, fake):
        def refuse_large(broker, message, version):
            (part,) = message.topic_data[0].partition_data
            if len(part.records) > 300:
                return produce_error(ErrorCode.MESSAGE_TOO_LARGE)(broker, message, version)
            return broker.on_ProduceRequest(message, version)

        fake.inject(ApiKey.PRODUCE, *[refuse_large] * 200)

    @pytest.mark.parametrize("compression", ["none", "gzip"])
    @pytest.mark.parametrize("acks", ["all", 1])
    async def test_they_are_split_and_every_record_knows_its_place(self, fake, limit, compression, acks):
        rng = random.Random(9)
        sent = [rng.randbytes(60) for _ in range(50)]
        async with producer(fake, linger_ms=1_000, compression=compression, acks=acks) as prod:
            deliveries = [await prod.send("t", value, partition=0) for value in sent]
            await prod.flush()
            assert [(await delivery).offset for delivery in deliveries] == list(range(50))
            await prod.send("t", b"next", partition=0)
        assert values(fake, "t", 0) == [*sent, b"next"]
        expected = 0
        for _, data in fake.logs["t", 0].batches:
            header = read_header(data)
            assert header.base_sequence == (expected if acks == "all" else -1)
            expected += header.record_count

    async def test_a_single_record_that_is_too_large_fails_alone(self, fake, limit):
        async with producer(fake, linger_ms=1_000) as prod:
            deliveries = [await prod.send("t", value, partition=0) for value in (b"a", b"x" * 1_000, b"b")]
            outcomes = await asyncio.gather(prod.flush(), *deliveries, return_exceptions=True)
            assert [type(item).__name__ for item in outcomes[1:]] == [
                "RecordMetadata",
                "MessageTooLarge",
                "RecordMetadata",
            ]
        assert values(fake, "t", 0) == [b"a", b"b"]
        assert prod._accumulator.bytes_used == 0

    async def test_flush_raises_it_when_nobody_awaited(self, fake, limit):
        async with producer(fake, linger_ms=1_000) as prod:
            for value in (b"a", b"x" * 1_000, b"b"):
                await prod.send("t", value, partition=0)
            with pytest.raises(MessageTooLarge):
                await prod.flush()
        assert values(fake, "t", 0) == [b"a", b"b"]


class TestMemory:
    async def test_send_waits_for_memory_and_goes_on(self, fake):
        async with producer(fake, buffer_bytes=2_000, batch_bytes=500) as prod:
            for number in range(300):
                await prod.send("t", b"%050d" % number, partition=0)
                assert prod._accumulator.bytes_used <= 2_000
        assert len(values(fake, "t", 0)) == 300

    async def test_memory_that_stays_full_is_an_error(self, fake):
        for log in fake.logs.values():
            log.leader = -1
        async with producer(fake, buffer_bytes=1_000, max_block_ms=50, delivery_timeout_ms=120) as prod:
            for _ in range(7):
                await prod.send("t", b"x" * 100, partition=0)
            with pytest.raises(BufferExhausted, match="1000 bytes were full for 50 ms"):
                await prod.send("t", b"x" * 200, partition=0)
            with pytest.raises(DeadlineExceeded):
                await prod.flush()

    async def test_a_record_that_never_fits_is_refused(self, fake):
        async with producer(fake, buffer_bytes=1_000) as prod:
            with pytest.raises(MessageTooLarge):
                await prod.send("t", b"x" * 2_000)


async def test_without_acks_sends_are_done_when_they_are_written(fake):
    async with producer(fake, acks=0) as prod:
        for number in range(10):
            assert (await prod.send_and_wait("t", b"%d" % number, partition=0)).offset == -1
        await fake.wait_asked(ApiKey.PRODUCE, 10)
    assert values(fake, "t", 0) == [b"%d" % number for number in range(10)]


async def test_a_topic_that_does_not_exist_is_created_by_the_broker(fake):
    async with producer(fake) as prod:
        await prod.send_and_wait("new", b"x")
        assert await prod.partitions_for("new") == [0, 1]


async def test_a_closed_producer_says_so(fake):
    prod = producer(fake)
    with pytest.raises(ClientClosed, match="async with"):
        await prod.send("t", b"x")
    async with prod:
        pass
    with pytest.raises(ClientClosed):
        await prod.flush()


async def test_partitions_that_a_topic_gets_later_are_used(fake):
    clock = ManualClock(wall_ms=1)
    async with producer(fake, clock=clock, batch_bytes=100) as prod:
        await prod.send_and_wait("t", b"x", partition=0)
        for partition in (4, 5):
            fake.logs["t", partition] = FakeLog(0)
        clock.advance(METADATA_AGE_MS_MAX + 1)
        asked = len(fake.asked(ApiKey.METADATA))
        await prod.send_and_wait("t", b"x", partition=0)
        await fake.wait_asked(ApiKey.METADATA, asked + 1)
        async with asyncio.timeout(5):
            while True:
                with contextlib.suppress(ValueError):  # the answer is on its way
                    assert (await prod.send_and_wait("t", b"x", partition=5)).partition == 5
                    break
                await asyncio.sleep(0)
