"""The share consumer against a fake cluster: who gets which record, what is said of it, and what it does when brokers
refuse."""

import asyncio
import random

import pytest

from kavka.client.errors import ClientClosed, DeadlineExceeded, RecordDeserializationFailed, UnsupportedByBroker
from kavka.client.share_consumer import AcknowledgeType, ShareConsumer
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CorruptMessage, ErrorCode, GroupAuthorizationFailed, InvalidRecordState
from kavka.protocol.messages import ShareAcknowledgeResponse, ShareFetchResponse, ShareGroupHeartbeatResponse
from kavka.protocol.records.batch import BatchBuilder
from kavka.timer.manual_clock import ManualClock
from tests.support.clients.fake_broker import CLOSE, RANGES, SILENCE, FakeCluster
from tests.support.clients.share_broker import (
    ACKNOWLEDGED,
    ACQUIRED,
    ARCHIVED,
    AVAILABLE,
    SHARE_RANGES,
    ShareCluster,
    topic_id,
)

ACCEPT, RELEASE, REJECT, RENEW = (
    AcknowledgeType.ACCEPT,
    AcknowledgeType.RELEASE,
    AcknowledgeType.REJECT,
    AcknowledgeType.RENEW,
)
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


@pytest.fixture
async def fake():
    async with ShareCluster(topics={"t": 1}) as cluster:
        yield cluster


def consumer(fake, **options):
    settings = {"fetch_wait_ms": 10, "rng": random.Random(5), "api_timeout_ms": 3_000, "request_timeout_ms": 3_000}
    return ShareConsumer(fake.bootstrap, group_id="g", retry_backoff_ms=1, **{**settings, **options})


def explicit(fake, **options):
    return consumer(fake, acknowledgement_mode="explicit", **options)


def fill(fake, tp, *counts):
    """Appends batches with so many records each; a value says its offset."""
    log = fake.logs[tp]
    for count in counts:
        builder = BatchBuilder()
        for number in range(count):
            builder.append(timestamp=1000, key=b"k", value=b"%d" % (log.end + number), headers=())
        log.append(builder.build())


async def read(consumer, count, **options):
    got = []
    async with asyncio.timeout(5):
        while len(got) < count:
            for records in (await consumer.poll(timeout_ms=100, **options)).values():
                got += records
    return got


def said_of(records):
    return [(record.topic, record.partition, record.offset, record.delivery_count) for record in records]


def states(fake, tp=T0):
    return [fake.state(tp, offset) for offset in range(fake.logs[tp].end)]


class TestImplicit:
    async def test_what_was_handed_out_is_accepted_with_the_next_fetch(self, fake):
        fill(fake, T0, 2, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            got = await read(cons, 3)
            assert said_of(got) == [("t", 0, 0, 1), ("t", 0, 1, 1), ("t", 0, 2, 1)]
            assert [record.value for record in got] == [b"0", b"1", b"2"]
            assert states(fake) == [(ACQUIRED, 1)] * 3
            assert await cons.poll(timeout_ms=20) == {}
            assert states(fake) == [(ACKNOWLEDGED, 1)] * 3
        assert fake.asked(ApiKey.SHARE_ACKNOWLEDGE)[0].share_session_epoch == -1, "no acknowledgement went alone"

    async def test_a_commit_accepts_what_was_handed_out(self, fake):
        fill(fake, T0, 2)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await read(cons, 2)
            assert await cons.commit() == {T0: None}
            assert states(fake) == [(ACKNOWLEDGED, 1)] * 2
            assert await cons.commit() == {}

    async def test_leaving_in_order_accepts_what_was_handed_out_and_releases_the_rest(self, fake):
        fill(fake, T0, 3)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await read(cons, 1, records_max=1)
        assert states(fake) == [(ACKNOWLEDGED, 1), (AVAILABLE, 1), (AVAILABLE, 1)]
        assert fake.members == {}

    async def test_leaving_by_an_error_releases_everything_in_hand(self, fake):
        fill(fake, T0, 2)

        async def use():
            async with consumer(fake) as cons:
                cons.subscribe("t")
                await read(cons, 2)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await use()
        assert states(fake) == [(AVAILABLE, 1)] * 2
        async with consumer(fake) as cons:
            cons.subscribe("t")
            assert [record.delivery_count for record in await read(cons, 2)] == [2, 2]

    async def test_iteration_hands_out_one_record_at_a_time(self, fake):
        fill(fake, T0, 3)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            async for record in cons:
                if record.offset == 1:
                    break
        assert [state for state, _ in states(fake)] == [ACKNOWLEDGED, ACKNOWLEDGED, AVAILABLE]

    async def test_nothing_can_be_said_of_single_records(self, fake):
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            [record] = await read(cons, 1)
            with pytest.raises(RuntimeError, match="acknowledgement_mode='explicit'"):
                cons.acknowledge(record)


class TestExplicit:
    async def test_each_record_has_its_own_fate(self, fake):
        fill(fake, T0, 3)
        async with explicit(fake) as cons:
            cons.subscribe(["t"])
            first, second, third = await read(cons, 3)
            cons.acknowledge(first)
            cons.acknowledge(second, RELEASE)
            cons.acknowledge(third, REJECT)
            [again] = await read(cons, 1)
            assert said_of([again]) == [("t", 0, 1, 2)]
            assert states(fake) == [(ACKNOWLEDGED, 1), (ACQUIRED, 2), (ARCHIVED, 1)]

    async def test_a_poll_wants_every_record_acknowledged(self, fake):
        fill(fake, T0, 2)
        async with explicit(fake) as cons:
            cons.subscribe("t")
            records = await read(cons, 2)
            cons.acknowledge(records[0])
            with pytest.raises(RuntimeError, match="1 records wait for an acknowledgement"):
                await cons.poll()

    async def test_what_is_not_acknowledged_is_released_at_the_end(self, fake):
        fill(fake, T0, 2)
        async with explicit(fake) as cons:
            cons.subscribe("t")
            records = await read(cons, 2)
            cons.acknowledge(records[0])
        assert states(fake) == [(ACKNOWLEDGED, 1), (AVAILABLE, 1)]

    async def test_a_renewed_record_stays_in_hand(self, fake):
        fill(fake, T0, 1)
        async with explicit(fake) as cons:
            cons.subscribe("t")
            [record] = await read(cons, 1)
            cons.acknowledge(record, RENEW)
            assert await cons.commit() == {T0: None}
            assert fake.asked(ApiKey.SHARE_ACKNOWLEDGE)[0].is_renew_ack
            cons.acknowledge(record, RENEW)
            assert await cons.poll(timeout_ms=20) == {}
            assert len(fake.asked(ApiKey.SHARE_ACKNOWLEDGE)) == 2, "renewals go alone, not with a fetch"
            cons.acknowledge(record)
            assert await cons.commit() == {T0: None}
            assert states(fake) == [(ACKNOWLEDGED, 1)]

    async def test_a_gap_is_nothing_that_a_user_says(self, fake):
        async with explicit(fake) as cons:
            with pytest.raises(ValueError, match="is no gap"):
                cons.acknowledge_offset(T0, 0, AcknowledgeType.GAP)
            with pytest.raises(ValueError, match="it was not handed out"):
                cons.acknowledge_offset(T0, 0)

    async def test_who_comes_too_late_hears_of_it(self, fake):
        fill(fake, T0, 1)
        told = []
        async with explicit(fake, on_acknowledged=lambda *what: told.append(what)) as cons:
            cons.subscribe("t")
            [record] = await read(cons, 1)
            fake.end_locks()
            cons.acknowledge(record)
            found = await cons.commit()
        assert isinstance(found[T0], InvalidRecordState)
        assert [(tp, offsets, type(error)) for tp, offsets, error in told] == [(T0, [0], InvalidRecordState)]

    async def test_acknowledgements_without_waiting_are_heard_of_later(self, fake):
        fill(fake, T0, 1)
        told = []
        async with explicit(fake, on_acknowledged=lambda *what: told.append(what)) as cons:
            cons.subscribe("t")
            [record] = await read(cons, 1)
            cons.acknowledge(record)
            cons.commit_nowait()
            await fake.wait_asked(ApiKey.SHARE_ACKNOWLEDGE)
            await cons.poll(timeout_ms=50)
        assert told == [(T0, [0], None)]

    async def test_without_a_listener_what_fails_is_logged(self, fake, caplog):
        fill(fake, T0, 1)
        async with explicit(fake) as cons:
            cons.subscribe("t")
            [record] = await read(cons, 1)
            fake.end_locks()
            cons.acknowledge(record)
            await read(cons, 1)
        assert "t-0: acknowledgements of 1 records failed" in caplog.text


class TestRecords:
    async def test_old_acknowledgements_do_not_wait_for_the_next_fetch(self, fake):
        clock = ManualClock(1_000)
        fill(fake, T0, 5)
        async with consumer(fake, clock=clock) as cons:
            cons.subscribe("t")
            await read(cons, 1, records_max=1)
            clock.advance(9_000)
            await read(cons, 1, records_max=1)
            assert fake.asked(ApiKey.SHARE_ACKNOWLEDGE) == []
            clock.advance(1_000)  # a third of the lock
            await read(cons, 1, records_max=1)
            await fake.wait_asked(ApiKey.SHARE_ACKNOWLEDGE)
            assert states(fake)[0] == (ACKNOWLEDGED, 1)

    async def test_what_waited_until_its_lock_ended_is_not_handed_out(self, fake):
        clock = ManualClock(1_000)
        fill(fake, T0, 2)
        async with consumer(fake, clock=clock) as cons:
            cons.subscribe("t")
            await read(cons, 1, records_max=1)
            clock.advance(30_000)
            fake.end_locks()
            assert [record.delivery_count for record in await read(cons, 2)] == [2, 2]

    async def test_a_record_that_nobody_can_read_is_released_and_said(self, fake):
        fill(fake, T0, 3)

        def whole(value):
            if value == b"1":
                raise ValueError("odd")
            return int(value)

        async with explicit(fake, value_deserializer=whole) as cons:
            cons.subscribe("t")
            records = await read(cons, 2)
            assert [record.value for record in records] == [0, 2]
            for record in records:
                cons.acknowledge(record)
            with pytest.raises(RecordDeserializationFailed, match=r"t-0, offset 1: .*odd; it is released"):
                await cons.poll()
            with pytest.raises(RecordDeserializationFailed):
                await read(cons, 1)
            cons.acknowledge_offset(T0, 1, REJECT)
            assert await cons.commit() == {T0: None}
        assert states(fake) == [(ACKNOWLEDGED, 1), (ARCHIVED, 2), (ACKNOWLEDGED, 1)]

    async def test_damaged_records_are_rejected_and_the_poll_says_so(self, fake):
        fill(fake, T0, 1, 1)
        log = fake.logs[T0]
        base, data = log.batches[0]
        log.batches[0] = (base, data[:-1] + b"x")
        async with consumer(fake) as cons:
            cons.subscribe("t")
            with pytest.raises(CorruptMessage, match="t-0 is damaged at offsets 0 to 0"):
                await read(cons, 2)
            assert [record.offset for record in await read(cons, 1)] == [1]
        assert states(fake) == [(ARCHIVED, 1), (ACKNOWLEDGED, 1)]

    async def test_strict_limits_are_asked_for_in_version_2_alone(self, fake):
        async with consumer(fake, acquire_mode="record_limit", fetch_records_max=2) as cons:
            cons.subscribe("t")
            fill(fake, T0, 3)
            assert len(await read(cons, 1)) == 2
        assert fake.asked(ApiKey.SHARE_FETCH)[0].share_acquire_mode == 1

    async def test_older_brokers_refuse_in_words(self):
        ranges = {**SHARE_RANGES, ApiKey.SHARE_FETCH: (1, 1), ApiKey.SHARE_ACKNOWLEDGE: (1, 1)}
        async with ShareCluster(topics={"t": 1}, ranges=ranges) as fake:
            fill(fake, T0, 1)
            async with consumer(fake, acquire_mode="record_limit") as cons:
                cons.subscribe("t")
                with pytest.raises(UnsupportedByBroker, match="too old for acquire_mode='record_limit'"):
                    await read(cons, 1)
            async with explicit(fake) as cons:
                cons.subscribe("t")
                [record] = await read(cons, 1)
                cons.acknowledge(record, RENEW)
                [error] = (await cons.commit()).values()
                assert "too old to renew acquisition locks" in str(error)


class TestTrouble:
    async def test_a_cluster_without_share_groups_says_so(self):
        async with FakeCluster(topics={"t": 1}, ranges=RANGES) as fake, consumer(fake) as cons:
            cons.subscribe("t")
            with pytest.raises(UnsupportedByBroker, match=r"no share groups \(KIP-932\).*SHARE_GROUP_HEARTBEAT"):
                await read(cons, 1)

    async def test_a_refusal_for_good_is_raised_and_polling_on_tries_again(self, fake):
        def refuse(*_):
            return ShareGroupHeartbeatResponse(error_code=int(ErrorCode.GROUP_AUTHORIZATION_FAILED))

        fake.inject(ApiKey.SHARE_GROUP_HEARTBEAT, refuse)
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            with pytest.raises(GroupAuthorizationFailed):
                await read(cons, 1)
            assert len(await read(cons, 1)) == 1

    async def test_a_member_that_is_forgotten_joins_again(self, fake):
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await cons.poll(timeout_ms=50)
            fake.members.clear()
            fill(fake, T0, 1)
            assert len(await read(cons, 1)) == 1
            async with asyncio.timeout(5):
                while not fake.members:
                    await cons.poll(timeout_ms=50)

    async def test_a_coordinator_that_is_elsewhere_is_looked_for(self, fake):
        def moved(*_):
            return ShareGroupHeartbeatResponse(error_code=int(ErrorCode.NOT_COORDINATOR))

        fake.inject(ApiKey.SHARE_GROUP_HEARTBEAT, moved, CLOSE)
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            assert len(await read(cons, 1)) == 1
        assert len(fake.asked(ApiKey.FIND_COORDINATOR)) >= 2

    async def test_a_lost_connection_opens_another_session(self, fake):
        fill(fake, T0, 1)
        told = []
        async with consumer(fake, on_acknowledged=lambda *what: told.append(what)) as cons:
            cons.subscribe("t")
            await read(cons, 1)
            fake.inject(ApiKey.SHARE_FETCH, CLOSE)
            fake.end_locks()
            assert [record.delivery_count for record in await read(cons, 1)] == [2]
        assert told[0][:2] == (T0, [0])
        assert isinstance(told[0][2], ConnectionError)
        assert [request.share_session_epoch for request in fake.asked(ApiKey.SHARE_FETCH)].count(0) == 2

    async def test_a_session_that_the_leader_forgot_is_opened_anew(self, fake):
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await cons.poll(timeout_ms=50)
            fake.brokers[0].sessions.clear()
            fill(fake, T0, 1)
            assert len(await read(cons, 1)) == 1

    async def test_a_partition_that_moves_is_fetched_from_its_new_leader(self):
        async with ShareCluster(topics={"t": 2}, brokers=2) as fake, explicit(fake) as cons:
            fill(fake, T0, 1)
            cons.subscribe("t")
            [record] = await read(cons, 1)
            fake.logs[T0].leader = 1
            fake.end_locks()
            [again] = await _read_past(cons, record)
            assert said_of([again]) == [("t", 0, 0, 2)]
            cons.acknowledge(again)
            assert await cons.commit() == {T0: None}

    async def test_a_leader_that_cannot_keep_them_now_is_told_again(self, fake):
        def not_now(broker, message, version):
            part = ShareAcknowledgeResponse.PartitionData(
                partition_index=0,
                error_code=int(ErrorCode.COORDINATOR_NOT_AVAILABLE),
                current_leader=ShareAcknowledgeResponse.LeaderIdAndEpoch(),
            )
            broker._session_error(message)
            topic = ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse(topic_id("t"), [part])
            return ShareAcknowledgeResponse(responses=[topic])

        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await read(cons, 1)
            fake.inject(ApiKey.SHARE_ACKNOWLEDGE, not_now, not_now)
            assert await cons.commit() == {T0: None}
            assert states(fake) == [(ACKNOWLEDGED, 1)]

    async def test_a_commit_ends_at_its_deadline(self, fake):
        fill(fake, T0, 1)
        async with consumer(fake, request_timeout_ms=500) as cons:
            cons.subscribe("t")
            await read(cons, 1)
            fake.inject(ApiKey.SHARE_ACKNOWLEDGE, SILENCE)
            with pytest.raises(DeadlineExceeded, match="within 30 ms"):
                await cons.commit(timeout_ms=30)

    async def test_a_response_that_cannot_be_ends_the_session(self, fake):
        def odd(broker, message, version):
            response = broker.on_ShareFetchRequest(message, version)
            for topic in response.responses:
                topic.partitions[0].acquired_records = [ShareFetchResponse.AcquiredRecords(0, 2**60, 1)]
            return response

        fill(fake, T0, 1)
        fake.inject(ApiKey.SHARE_FETCH, odd)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await cons.poll(timeout_ms=50)
            fake.end_locks()
            assert len(await read(cons, 1)) == 1

    async def test_a_partition_that_is_refused_for_good_is_raised(self, fake):
        def refuse(broker, message, version):
            response = broker.on_ShareFetchRequest(message, version)
            fake.end_locks()
            for topic in response.responses:
                topic.partitions[0].error_code = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            return response

        fake.inject(ApiKey.SHARE_FETCH, refuse)
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            with pytest.raises(Exception, match="t-0: TOPIC_AUTHORIZATION_FAILED"):
                await read(cons, 1)
            assert len(await read(cons, 1)) == 1


async def _read_past(cons, record):
    """Acknowledges a record whose leader moved, and reads on."""
    cons.acknowledge(record)
    return await read(cons, 1)


class TestLife:
    async def test_who_polls_too_rarely_leaves_and_comes_back(self, fake):
        async with consumer(fake, poll_interval_ms_max=30) as cons:
            cons.subscribe("t")
            await cons.poll(timeout_ms=100)
            async with asyncio.timeout(5):
                await fake.left.wait()
            assert fake.members == {}
            fill(fake, T0, 1)
            assert len(await read(cons, 1)) == 1
            assert fake.members

    async def test_unsubscribing_leaves_and_subscribing_again_joins(self, fake):
        fill(fake, T0, 2)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await read(cons, 1, records_max=1)
            await cons.unsubscribe()
            assert (fake.members, cons.subscription()) == ({}, frozenset())
            assert states(fake) == [(ACKNOWLEDGED, 1), (AVAILABLE, 1)]
            with pytest.raises(RuntimeError, match="nothing is subscribed to"):
                await cons.poll()
            cons.subscribe("t")
            assert cons.subscription() == {"t"}
            assert [record.offset for record in await read(cons, 1)] == [1]

    async def test_the_lock_timeout_is_the_leaders(self, fake):
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            assert cons.acquisition_lock_timeout_ms() is None
            cons.subscribe("t")
            await read(cons, 1)
            assert cons.acquisition_lock_timeout_ms() == 30_000

    async def test_options_that_mean_nothing_are_refused(self, fake):
        with pytest.raises(ValueError, match="acknowledgement_mode='later' means nothing"):
            consumer(fake, acknowledgement_mode="later")
        with pytest.raises(ValueError, match="acquire_mode='all' means nothing"):
            consumer(fake, acquire_mode="all")
        async with consumer(fake) as cons:
            with pytest.raises(ValueError, match="no topic to subscribe to"):
                cons.subscribe([])

    async def test_it_starts_once_and_stops_as_often_as_one_likes(self, fake):
        cons = consumer(fake)
        await cons.stop()
        await cons.start()
        await cons.stop()
        await cons.stop()
        with pytest.raises(ClientClosed, match="make a new one"):
            await cons.start()

    async def test_who_reaches_nobody_says_so(self):
        cons = ShareConsumer("127.0.0.1:1", group_id="g", reach_timeout_ms=30)
        with pytest.raises(DeadlineExceeded):
            await cons.start()
        await cons.stop()

    async def test_a_leader_that_is_gone_does_not_hold_up_the_end(self, fake):
        fill(fake, T0, 1)
        async with consumer(fake) as cons:
            cons.subscribe("t")
            await read(cons, 1)
            await fake.brokers[0].close()


async def test_two_members_share_one_partition(fake):
    fill(fake, T0, *[1] * 20)
    async with consumer(fake, fetch_records_max=3) as one, consumer(fake, fetch_records_max=3) as other:
        one.subscribe("t")
        other.subscribe("t")
        seen = [[], []]
        async with asyncio.timeout(5):
            while len(seen[0]) + len(seen[1]) < 20:
                for mine, member in zip(seen, (one, other), strict=True):
                    for records in (await member.poll(timeout_ms=50)).values():
                        mine += [record.offset for record in records]
    assert sorted(seen[0] + seen[1]) == list(range(20))
    assert min(map(len, seen)) >= 3
