"""The consumer against a fake cluster: positions, order, prefetch, and what it does when brokers refuse."""

import asyncio
import random

import pytest

from kavka.client.consumer import Consumer, TopicPartition
from kavka.client.errors import UnsupportedByBroker
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    CorruptMessage,
    ErrorCode,
    OffsetOutOfRange,
    TopicAuthorizationFailed,
    UnknownTopicOrPartition,
)
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression
from tests.support.clients.fake_broker import CLOSE, RANGES, FakeCluster, fetch_error

T0, T1, T2 = (TopicPartition("t", partition) for partition in range(3))


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=2, topics={"t": 3}) as cluster:
        yield cluster


def consumer(fake, **options):
    settings = {"fetch_wait_ms": 10, "rng": random.Random(5), "api_timeout_ms": 3_000, "request_timeout_ms": 3_000}
    return Consumer(fake.bootstrap, retry_backoff_ms=1, **{**settings, **options})


def batch(*values, timestamp=1000, **options):
    builder = BatchBuilder(**options)
    for number, value in enumerate(values):
        builder.append(timestamp=timestamp + number, key=b"k", value=value, headers=[("h", value)])
    return builder.build()


def fill(fake, tp, *counts):
    """Appends batches with so many records each; a value says its offset."""
    log = fake.logs[tp]
    for count in counts:
        log.append(batch(*(b"%d" % (log.end + number) for number in range(count)), timestamp=1000 + log.end))


async def read(consumer, count):
    got = {}
    async with asyncio.timeout(5):
        while sum(map(len, got.values())) < count:
            for tp, records in (await consumer.poll(timeout_ms=100)).items():
                got.setdefault(tp, []).extend(records)
    return got


async def offsets(consumer, count):
    return {tp: [record.offset for record in records] for tp, records in (await read(consumer, count)).items()}


async def test_everything_from_the_beginning_in_order(fake):
    for tp in (T0, T1, T2):
        fill(fake, tp, 3, 1, 4)
    async with consumer(fake) as cons:
        await cons.assign(await cons.partitions_for("t"), start="beginning")
        got = await read(cons, 24)
    for tp in (T0, T1, T2):
        assert [(record.offset, record.value) for record in got[tp]] == [(n, b"%d" % n) for n in range(8)]
    first = got[T0][0]
    assert (first.timestamp, first.key, first.headers) == (1000, b"k", [("h", b"0")])


async def test_iteration_gives_records_with_their_partition(fake):
    fill(fake, T1, 5)
    async with consumer(fake) as cons:
        await cons.assign([T1], start=2)
        seen = []
        async for record in cons:
            seen.append((record.topic, record.partition, record.offset))
            assert await cons.position(T1) == record.offset + 1
            if record.offset == 4:
                break
    assert seen == [("t", 1, 2), ("t", 1, 3), ("t", 1, 4)]


async def test_an_offset_inside_a_batch_gives_the_rest_of_the_batch(fake):
    fill(fake, T0, 10)
    async with consumer(fake) as cons:
        await cons.assign([T0], start=7)
        assert await offsets(cons, 3) == {T0: [7, 8, 9]}


@pytest.mark.parametrize("compression", list(Compression))
async def test_every_compression(fake, compression):
    fake.logs[T0].append(batch(b"a" * 1000, b"b" * 1000, compression=compression))
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        assert [record.value for record in (await read(cons, 2))[T0]] == [b"a" * 1000, b"b" * 1000]


async def test_a_poll_hands_out_no_more_than_it_was_asked_for_and_loses_nothing(fake):
    fill(fake, T0, 10)
    fill(fake, T1, 10)
    async with consumer(fake) as cons:
        await cons.assign([T0, T1], start="beginning")
        seen = {T0: [], T1: []}
        async with asyncio.timeout(5):
            while sum(map(len, seen.values())) < 20:
                got = await cons.poll(records_max=3)
                assert sum(map(len, got.values())) <= 3
                for tp, records in got.items():
                    seen[tp] += [record.offset for record in records]
        assert seen == {T0: list(range(10)), T1: list(range(10))}


async def test_a_poll_that_finds_nothing_ends_in_time(fake):
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        assert await cons.poll(timeout_ms=30) == {}
        assert await cons.poll(timeout_ms=0) == {}


async def test_a_cancelled_poll_loses_nothing(fake):
    fill(fake, T0, *[1] * 50)
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        seen = []
        rng = random.Random(2)
        while len(seen) < 50:
            try:
                async with asyncio.timeout(rng.random() / 200):
                    seen += [r.offset for r in (await cons.poll(records_max=2)).get(T0, ())]
            except TimeoutError:
                continue
        assert seen == list(range(50))


async def test_the_next_fetch_is_under_way_before_the_records_are_handed_out(fake):
    fill(fake, T0, 5)
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        await read(cons, 5)
        await fake.wait_asked(ApiKey.FETCH, 2)
        assert fake.asked(ApiKey.FETCH)[1].topics[0].partitions[0].fetch_offset == 5


async def test_one_fetch_a_broker(fake):
    for tp in (T0, T1, T2):
        fill(fake, tp, 1)
    async with consumer(fake) as cons:
        await cons.assign([T0, T1, T2], start="beginning")
        await read(cons, 3)
        asked = [[p.partition for p in request.topics[0].partitions] for request in fake.asked(ApiKey.FETCH)[:2]]
    assert sorted(asked) == [[0, 2], [1]]


class TestSeeking:
    async def test_to_an_offset_the_beginning_and_the_end(self, fake):
        fill(fake, T0, 5)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="end")
            assert await cons.position(T0) == 5
            cons.seek(T0, 3)
            assert await offsets(cons, 2) == {T0: [3, 4]}
            cons.seek_to_beginning()
            assert await cons.position(T0) == 0
            assert await offsets(cons, 5) == {T0: [0, 1, 2, 3, 4]}
            cons.seek_to_end(T0)
            assert await cons.poll(timeout_ms=20) == {}
            fill(fake, T0, 1)
            assert await offsets(cons, 1) == {T0: [5]}

    async def test_bug_6_a_fetch_under_way_for_the_old_position_is_dropped(self, fake):
        fill(fake, T0, 5)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            await cons.poll(timeout_ms=0)
            cons.seek(T0, 4)
            assert await offsets(cons, 1) == {T0: [4]}

    async def test_by_time(self, fake):
        for n in range(3):
            fake.logs[T0].append(batch(b"x", timestamp=1000 * (n + 1)))
        async with consumer(fake) as cons:
            found = await cons.offsets_for_times({T0: 1500, T1: 5})
            assert (found[T0].offset, found[T0].timestamp) == (1, 2000)
            assert found[T1] is None
            assert await cons.beginning_offsets([T0, T1]) == {T0: 0, T1: 0}
            assert await cons.end_offsets([T0, T1]) == {T0: 3, T1: 0}

    async def test_what_is_not_assigned_cannot_be_moved(self, fake):
        async with consumer(fake) as cons:
            with pytest.raises(ValueError, match="t-0 is not assigned"):
                cons.seek(T0, 1)
            await cons.assign([T0])
            with pytest.raises(ValueError, match="negative"):
                cons.seek(T0, -1)
            with pytest.raises(ValueError, match="'middle'"):
                await cons.assign([T0], start="middle")

    async def test_a_seek_while_iterating_takes_effect_with_the_next_record(self, fake):
        fill(fake, T0, 10)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            assert (await anext(cons)).offset == 0
            cons.seek(T0, 8)
            assert (await anext(cons)).offset == 8


class TestAssignment:
    async def test_partitions_that_stay_keep_their_position(self, fake):
        fill(fake, T0, 5)
        fill(fake, T1, 5)
        async with consumer(fake, offset_reset="earliest") as cons:
            await cons.assign([T0])
            await read(cons, 5)
            await cons.assign([T0, T1])
            assert cons.assignment() == [T0, T1]
            assert await offsets(cons, 5) == {T1: [0, 1, 2, 3, 4]}

    async def test_what_does_not_exist_is_said(self, fake):
        async with consumer(fake) as cons:
            with pytest.raises(ValueError, match="partitions 0 to 2, not 9"):
                await cons.assign([TopicPartition("t", 9)])
            with pytest.raises(UnknownTopicOrPartition):
                await cons.partitions_for("nothing")
        assert not [name for name, _ in fake.logs if name == "nothing"]


class TestFailures:
    async def test_a_lost_connection_costs_nothing(self, fake):
        fill(fake, T0, 3)
        fake.inject(ApiKey.FETCH, CLOSE, CLOSE)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            assert await offsets(cons, 3) == {T0: [0, 1, 2]}

    @pytest.mark.parametrize(
        "code", [ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.KAFKA_STORAGE_ERROR]
    )
    async def test_a_refusal_that_passes_costs_nothing(self, fake, code):
        fill(fake, T0, 3)
        fake.inject(ApiKey.FETCH, fetch_error(code), fetch_error(code))
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            assert await offsets(cons, 3) == {T0: [0, 1, 2]}

    async def test_a_moved_leader_is_found(self, fake):
        fill(fake, T0, 3)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            await read(cons, 3)
            fake.logs[T0].leader = 1
            fill(fake, T0, 2)
            assert await offsets(cons, 2) == {T0: [3, 4]}

    async def test_a_leader_is_asked_in_the_epoch_in_which_it_leads(self, fake):
        """Else a consumer that slept through an epoch would take its leader's metadata for the latest, much later."""
        fill(fake, T0, 3)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            await read(cons, 3)
            fake.logs[T0].epoch = 2
            fill(fake, T0, 2)
            assert await offsets(cons, 2) == {T0: [3, 4]}
            fill(fake, T0, 1)
            assert await offsets(cons, 1) == {T0: [5]}
        asked = [request.topics[0].partitions[0] for request in fake.asked(ApiKey.FETCH)]
        assert {part.current_leader_epoch for part in asked if part.fetch_offset > 4} == {2}

    @pytest.mark.parametrize("taken", [1, 3])
    @pytest.mark.parametrize("late", ["records", "OFFSET_OUT_OF_RANGE"])
    async def test_a_former_leaders_late_response_neither_repeats_nor_skips_records(self, fake, taken, late):
        """Its leader moved while a fetch was under way: the new leader is asked as well, and responds first."""
        fill(fake, T0, 3)
        former = fake.brokers[0]
        former.hold(ApiKey.FETCH)
        if late != "records":
            fake.inject(ApiKey.FETCH, fetch_error(ErrorCode.OFFSET_OUT_OF_RANGE))
        async with consumer(fake, metadata_age_ms_max=0, offset_reset="latest") as cons:
            await cons.assign([T0], start="beginning")
            assert await cons.poll(timeout_ms=20) == {}
            await fake.wait_asked(ApiKey.FETCH)
            fake.logs[T0].leader = 1
            got = []
            async with asyncio.timeout(5):
                while len(got) < taken:
                    got += (await cons.poll(timeout_ms=100, records_max=taken - len(got))).get(T0, [])
            assert former.let_go(ApiKey.FETCH) == 1
            await cons.end_offsets([T2])  # on the same connection: its response is behind the one let go
            fill(fake, T0, 2)
            async with asyncio.timeout(5):
                while len(got) < 5:
                    got += (await cons.poll(timeout_ms=100)).get(T0, [])
            assert [record.offset for record in got] == [0, 1, 2, 3, 4]

    async def test_a_refusal_for_good_is_raised_and_the_others_read_on(self, fake):
        fill(fake, T1, 2)
        fake.inject(ApiKey.FETCH, fetch_error(ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            with pytest.raises(TopicAuthorizationFailed, match="t-0"):
                await cons.poll(timeout_ms=1_000)
            await cons.assign([T0, T1], start="beginning")
            assert await offsets(cons, 2) == {T1: [0, 1]}

    async def test_an_offset_that_is_gone(self, fake):
        fill(fake, T0, 5)
        async with consumer(fake, offset_reset="earliest") as cons:
            await cons.assign([T0], start=50)
            assert await offsets(cons, 5) == {T0: [0, 1, 2, 3, 4]}
        async with consumer(fake, offset_reset="error") as cons:
            await cons.assign([T0], start=50)
            with pytest.raises(OffsetOutOfRange, match="no offset 50"):
                await cons.poll(timeout_ms=1_000)
        async with consumer(fake, offset_reset="latest") as cons:
            await cons.assign([T0], start=50)
            assert await cons.poll(timeout_ms=50) == {}
            assert await cons.position(T0) == 5

    async def test_damaged_records_are_never_handed_out(self, fake):
        good = batch(b"value")
        damaged = good[:-2] + bytes([good[-2] ^ 1]) + good[-1:]
        fake.logs[T0].append(damaged)
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            with pytest.raises(CorruptMessage, match="t-0 is damaged at offset 0"):
                await cons.poll(timeout_ms=3_000)
            assert await cons.position(T0) == 0
        assert len(fake.asked(ApiKey.FETCH)) == 3

    async def test_a_broker_that_speaks_no_version_of_ours(self, fake):
        fake.ranges = {**RANGES, ApiKey.FETCH: (13, 17)}
        async with consumer(fake) as cons:
            await cons.assign([T0], start="beginning")
            with pytest.raises(UnsupportedByBroker, match="FETCH"):
                await cons.poll(timeout_ms=1_000)

    def test_a_reset_that_means_nothing_is_refused(self):
        with pytest.raises(ValueError, match="offset_reset"):
            Consumer("localhost:9092", offset_reset="middle")


async def test_control_batches_are_passed_over(fake):
    fill(fake, T0, 2)
    fake.logs[T0].append(
        batch(b"\0\0\0\1\0\0", is_control=True, is_transactional=True, producer_id=5, producer_epoch=0)
    )
    async with consumer(fake) as cons:
        await cons.assign([T0], start="beginning")
        await read(cons, 2)
        assert await cons.poll(timeout_ms=30) == {}
        assert await cons.position(T0) == 3
