"""Clients that use too much: answered first, then held back (KIP-219), by a clock that the tests move."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka import Admin, Producer
from kavka.client import quotas
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    FetchRequest,
    MetadataRequest,
)
from tests.support.broker.quotas import DEADLINE_S, RATE, VALUE, clock, connected, fetch, produce, records, set_quota


async def test_bug_99_an_answer_comes_at_once_and_the_next_request_is_read_later(cluster):
    await set_quota(cluster, {"client-id": "app"}, {quotas.PRODUCE: float(RATE)})
    async with connected(cluster) as mine, connected(cluster, "other") as others:
        throttle_ms = 0
        while not throttle_ms:
            throttle_ms = (await mine.request(produce(), version=9)).throttle_time_ms
        waiting = mine.start_request(MetadataRequest(topics=[]), version=9)
        for _ in range(3):
            assert (await others.request(produce(), version=9)).throttle_time_ms == 0
        assert not waiting.done()
        await clock(cluster, action="advance", ms=throttle_ms - 1)
        await others.request(MetadataRequest(topics=[]), version=9)
        assert not waiting.done()
        await clock(cluster, action="advance", ms=1)
        async with asyncio.timeout(DEADLINE_S):
            await waiting


@pytest.mark.parametrize("version", [3, 9])
async def test_a_producer_is_held_to_its_quota_within_a_twentieth(cluster, version):
    """bug 99: whoever obeys or not, over a minute the broker takes no more than the quota, be the client old or new."""
    await set_quota(cluster, {"client-id": None}, {quotas.PRODUCE: float(RATE)})
    async with connected(cluster) as connection:
        started_ms, sent = await clock(cluster, action="freeze"), 0
        while (now_ms := await clock(cluster, action="freeze")) - started_ms < 60_000:
            throttle_ms = (await connection.request(produce(), version=version)).throttle_time_ms
            sent += len(VALUE)
            await clock(cluster, action="advance", ms=throttle_ms)
        burst = 10 * RATE
        assert sent - burst <= 1.05 * RATE * (now_ms - started_ms) / 1000
        assert sent >= 0.9 * RATE * (now_ms - started_ms) / 1000


async def test_without_acknowledgements_a_producer_is_held_back_all_the_same(cluster):
    await set_quota(cluster, {"client-id": "app"}, {quotas.PRODUCE: 1000.0})
    async with connected(cluster) as connection:
        await connection.send(produce(acks=0), version=9)
        waiting = connection.start_request(MetadataRequest(topics=[]), version=9)
        async with connected(cluster, "other") as others:
            for _ in range(3):
                await others.request(MetadataRequest(topics=[]), version=9)
        assert not waiting.done()
        await clock(cluster, action="advance", ms=200_000)
        async with asyncio.timeout(DEADLINE_S):
            await waiting


async def test_a_consumer_over_its_quota_gets_an_empty_answer_and_later_everything(cluster):
    async with Producer(cluster.bootstrap, client_id="filler") as producer:
        for _ in range(4):
            await (await producer.send("t", VALUE))
    await set_quota(cluster, {"user": "ANONYMOUS", "client-id": None}, {quotas.FETCH: 25_000.0})
    async with connected(cluster) as connection:
        first = await connection.request(fetch(0), version=11)
        assert first.throttle_time_ms == 0
        assert 200_000 <= len(records(first)) <= 250_000, "no more than its windows hold"
        second = await connection.request(fetch(2), version=11)
        assert (second.throttle_time_ms > 0, second.error_code, second.responses) == (True, 0, [])
        await clock(cluster, action="advance", ms=11_000)
        third = await connection.request(fetch(2), version=11)
        assert third.throttle_time_ms == 0
        assert len(records(third)) >= 200_000


async def test_a_throttled_fetch_keeps_its_session_and_loses_nothing(cluster):
    """bug 93 (KAFKA-6946): a throttled answer reset the session's id."""
    await set_quota(cluster, {"client-id": "app"}, {quotas.FETCH: 25_000.0})
    async with connected(cluster) as connection, Producer(cluster.bootstrap, client_id="filler") as producer:
        opened = await connection.request(fetch(0, session_id=0, session_epoch=0), version=11)
        assert opened.session_id > 0
        for _ in range(4):
            await (await producer.send("t", VALUE))
        goes_on = FetchRequest(max_wait_ms=0, max_bytes=1 << 20, session_id=opened.session_id, session_epoch=1)
        goes_on.replica_id = -1
        got = await connection.request(goes_on, version=11)
        assert got.throttle_time_ms == 0
        assert records(got)
        goes_on.session_epoch = 2
        throttled = await connection.request(goes_on, version=11)
        assert throttled.throttle_time_ms > 0
        assert (throttled.session_id, throttled.error_code, throttled.responses) == (opened.session_id, 0, [])
        await clock(cluster, action="advance", ms=throttled.throttle_time_ms + 11_000)
        goes_on.session_epoch = 3
        again = await connection.request(goes_on, version=11)
        assert (again.session_id, again.error_code) == (opened.session_id, 0)
        assert records(again) == records(got)


def topics(*names, partitions=1):
    topic = CreateTopicsRequest.CreatableTopic
    return CreateTopicsRequest(
        topics=[topic(name=name, num_partitions=partitions, replication_factor=1) for name in names], timeout_ms=30_000
    )


async def test_partitions_are_created_and_deleted_at_a_rate(cluster):
    await set_quota(cluster, {"client-id": "app"}, {quotas.MUTATION: 1.0})
    async with connected(cluster) as connection, Admin(cluster.bootstrap) as admin:
        answer = await connection.request(topics("a", partitions=20), version=6)
        assert ([t.error_code for t in answer.topics], answer.throttle_time_ms) == ([0], 0)
        answer = await connection.request(topics("b"), version=6)
        assert [t.error_code for t in answer.topics] == [ErrorCode.THROTTLING_QUOTA_EXCEEDED]
        assert answer.throttle_time_ms == 9000
        assert "b" not in {topic.name for topic in await admin.list_topics()}

        await clock(cluster, action="advance", ms=9000)
        more = CreatePartitionsRequest.CreatePartitionsTopic
        request = CreatePartitionsRequest(topics=[more(name="a", count=25, assignments=None)], timeout_ms=30_000)
        answer = await connection.request(request, version=3)
        assert ([t.error_code for t in answer.results], answer.throttle_time_ms) == ([0], 0)
        answer = await connection.request(DeleteTopicsRequest(topic_names=["a"], timeout_ms=30_000), version=5)
        assert [t.error_code for t in answer.responses] == [ErrorCode.THROTTLING_QUOTA_EXCEEDED]
        assert answer.throttle_time_ms == 5000
        assert "a" in {topic.name for topic in await admin.list_topics()}

        await clock(cluster, action="advance", ms=5000)
        answer = await connection.request(DeleteTopicsRequest(topic_names=["a"], timeout_ms=30_000), version=4)
        assert ([t.error_code for t in answer.responses], answer.throttle_time_ms) == ([0], 25_000)


async def test_topics_that_create_themselves_are_charged_for_too(cluster):
    await set_quota(cluster, {"client-id": "app"}, {quotas.MUTATION: 1.0})
    async with connected(cluster) as connection:
        await connection.request(topics("a", partitions=11), version=6)
        wanted = MetadataRequest.MetadataRequestTopic(name="by-itself")
        answer = await connection.request(MetadataRequest(topics=[wanted]), version=9)
        made = (answer.topics[0].error_code, answer.throttle_time_ms)
        assert made == (ErrorCode.LEADER_NOT_AVAILABLE, 1000)


async def test_what_cannot_be_created_costs_nothing(cluster):
    await set_quota(cluster, {"client-id": "app"}, {quotas.MUTATION: 1.0})
    async with connected(cluster) as connection:
        for _ in range(3):
            answer = await connection.request(topics("t", partitions=100), version=6)
            assert [t.error_code for t in answer.topics] == [ErrorCode.TOPIC_ALREADY_EXISTS]
            assert answer.throttle_time_ms == 0


async def test_an_address_that_connects_too_often_is_let_in_later(cluster):
    await set_quota(cluster, {"ip": "127.0.0.1"}, {quotas.CONNECTION: 1.0})
    let_in = 0
    with contextlib.suppress(OSError, TimeoutError):
        for _ in range(20):
            async with connected(cluster) as connection:
                await connection.request(MetadataRequest(topics=[]), version=9, timeout_ms=200)
                let_in += 1
    assert let_in <= 11
    await clock(cluster, action="advance", ms=12_000)
    async with connected(cluster) as connection:
        await connection.request(MetadataRequest(topics=[]), version=9)
