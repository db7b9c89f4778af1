"""What clients push of their own metrics, against a fake cluster: when, to whom, and what becomes of failures."""

from __future__ import annotations

import asyncio
import base64
import gc
import random
import weakref

import pytest

from kavka.client import telemetry_reporter
from kavka.client.admin import Admin
from kavka.client.consumer import Consumer
from kavka.client.errors import ClientClosed, DeadlineExceeded
from kavka.client.producer import Producer
from kavka.client.share_consumer import ShareConsumer
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import PushTelemetryResponse
from kavka.protocol.otlp import MetricsReader
from kavka.protocol.records.compression import decompress
from kavka.timer.clock import ManualClock
from kavka.wire.telemetry import NO_INSTANCE
from tests.support.clients.fake_broker import CLOSE, RANGES, SILENCE, TELEMETRY, FakeCluster

ASK, PUSH = ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY
INTERVAL_MS = 10_000
FIRST_MS = INTERVAL_MS * 3 // 2
"""By then the first push after a subscription was made."""


@pytest.fixture
async def fake():
    async with FakeCluster(brokers=2, topics={"t": 2}, ranges=RANGES | TELEMETRY) as cluster:
        cluster.subscription.requested_metrics = ["org.apache.kafka."]
        cluster.subscription.accepted_compression_types = [4]
        yield cluster


@pytest.fixture
def clock():
    return ManualClock(1_000_000)


def options(clock, **others):
    return {"clock": clock, "rng": random.Random(5), "request_timeout_ms": 3_000, **others}


def producer(fake, clock, **others):
    return Producer(fake.bootstrap, **options(clock, linger_ms=0, max_block_ms=3_000, **others))


def metrics(push):
    """The values of a push, by name and labels."""
    reader = MetricsReader(bytes(decompress(push.compression_type, push.metrics)))
    return {(point.name, *point.attributes): point.value for point in reader.points() if point is not None}


async def told(client):
    """Waits until a client knows what is wanted."""
    return await client.client_instance_id(timeout_ms=3_000)


async def advanced(clock, ms):
    """Moves the clock, and lets the loop write."""
    clock.advance(ms)
    await asyncio.sleep(0)


async def test_it_asks_once_pushes_by_the_interval_and_says_goodbye(fake, clock):
    async with producer(fake, clock, transactional_id="copier") as prod:
        await told(prod)
        await advanced(clock, FIRST_MS)
        await fake.wait_asked(PUSH, 1)
        await settled(prod)
        await advanced(clock, INTERVAL_MS - 1)
        assert len(fake.asked(PUSH)) == 1
        await advanced(clock, 1)
        await fake.wait_asked(PUSH, 2)
    (ask,) = fake.asked(ASK)
    assert ask.client_instance_id == NO_INSTANCE
    first, second, last = fake.asked(PUSH)
    assert [push.terminating for push in (first, second, last)] == [False, False, True]
    assert {push.client_instance_id for push in (first, second, last)} == {bytes(range(16))}
    assert first.compression_type == 4
    created = "org.apache.kafka.producer.connection.creation.total", ("transactional_id", "copier")
    assert metrics(first)[created] == 1


async def settled(client):
    """Waits until the response to the last push has been taken: nothing of the client is in flight any more."""
    async with asyncio.timeout(3):
        while any(client._cluster._connections.in_flight().values()):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.001)


async def test_the_last_push_has_what_was_sent(fake, clock):
    async with producer(fake, clock) as prod:
        await told(prod)
        for partition in (0, 1):
            await prod.send_and_wait("t", b"v", partition=partition)
    (push,) = fake.asked(PUSH)
    found = {key[0]: value for key, value in metrics(push).items()}
    assert push.terminating
    assert found["org.apache.kafka.producer.record.send.total"] == 2
    assert found["org.apache.kafka.producer.record.error.total"] == 0
    nodes = {label for key in metrics(push) if "node.request" in key[0] for label in key[1:]}
    assert {("node_id", "node-0"), ("node_id", "node-1")} <= nodes


async def test_retries_are_counted(fake, clock):
    fake.inject(ApiKey.PRODUCE, CLOSE)
    async with producer(fake, clock, retry_backoff_ms=1) as prod:
        await told(prod)
        delivery = await prod.send("t", b"v", partition=0)
        while not delivery.is_done:
            await asyncio.sleep(0.001)
            await advanced(clock, 2)
    found = {key[0]: value for key, value in metrics(fake.asked(PUSH)[-1]).items()}
    assert found["org.apache.kafka.producer.record.retry.total"] == 1
    assert found["org.apache.kafka.producer.record.send.total"] == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda fake, clock: Admin(fake.bootstrap, **options(clock)),
        lambda fake, clock: Consumer(fake.bootstrap, **options(clock)),
        lambda fake, clock: ShareConsumer(fake.bootstrap, group_id="g", **options(clock)),
    ],
    ids=["admin", "consumer", "share-consumer"],
)
async def test_every_client_pushes(fake, clock, make):
    async with make(fake, clock) as client:
        assert await told(client) == base64.urlsafe_b64encode(bytes(range(16))).decode().rstrip("=")
    (push,) = fake.asked(PUSH)
    prefix = "org.apache.kafka.admin.client." if isinstance(client, Admin) else "org.apache.kafka.consumer."
    assert any(name == f"{prefix}connection.creation.total" for name, *_ in metrics(push))


async def test_where_nothing_is_wanted_nothing_is_pushed_but_asked_again(fake, clock):
    fake.subscription.requested_metrics = []
    async with producer(fake, clock) as prod:
        await told(prod)
        await advanced(clock, INTERVAL_MS)
        await fake.wait_asked(ASK, 2)
        assert fake.asked(ASK)[1].client_instance_id == bytes(range(16))
    assert fake.asked(PUSH) == []


async def test_brokers_that_do_not_offer_it_are_asked_nothing(clock):
    async with FakeCluster(topics={"t": 1}) as fake, producer(fake, clock) as prod:
        with pytest.raises(DeadlineExceeded, match="instance id"):
            await prod.client_instance_id(timeout_ms=20)
        await advanced(clock, 3_600_000)
        await prod.send_and_wait("t", b"v")
    assert fake.asked(ASK) == fake.asked(PUSH) == []


async def test_turned_off_nobody_is_asked_and_there_is_no_id(fake, clock):
    async with producer(fake, clock, enable_metrics_push=False) as prod:
        with pytest.raises(RuntimeError, match="enable_metrics_push"):
            await prod.client_instance_id()
        await prod.send_and_wait("t", b"v")
    assert fake.asked(ASK) == fake.asked(PUSH) == []


async def test_there_is_no_id_before_the_start_or_after_the_end(fake, clock):
    prod = producer(fake, clock)
    with pytest.raises(ClientClosed):
        await prod.client_instance_id()
    async with prod:
        await told(prod)
    with pytest.raises(ClientClosed):
        await prod.client_instance_id()


async def test_who_waits_for_the_id_hears_that_the_client_was_closed(fake, clock):
    fake.inject(ASK, SILENCE)
    async with Admin(fake.bootstrap, **options(clock)) as admin, asyncio.TaskGroup() as group:
        waiting = group.create_task(failure_of(admin.client_instance_id()))
        await fake.wait_asked(ASK)
        await admin.stop()
    assert isinstance(waiting.result(), ClientClosed)


async def failure_of(work):
    try:
        return await work
    except ClientClosed as error:
        return error


async def test_an_unknown_subscription_is_asked_for_at_once(fake, clock):
    fake.inject(PUSH, lambda *_: PushTelemetryResponse(error_code=ErrorCode.UNKNOWN_SUBSCRIPTION_ID))
    async with producer(fake, clock) as prod:
        await told(prod)
        await advanced(clock, FIRST_MS)
        await fake.wait_asked(PUSH)
        await settled(prod)
        await advanced(clock, 0)
        await fake.wait_asked(ASK, 2)
    assert fake.asked(ASK)[1].client_instance_id == bytes(range(16))


async def test_after_an_error_that_says_never_nothing_is_sent_and_the_client_works_on(fake, clock):
    fake.inject(PUSH, lambda *_: PushTelemetryResponse(error_code=ErrorCode.INVALID_RECORD))
    async with producer(fake, clock) as prod:
        await told(prod)
        await advanced(clock, FIRST_MS)
        await fake.wait_asked(PUSH)
        await settled(prod)
        await advanced(clock, 3_600_000)
        await prod.send_and_wait("t", b"v")
    assert len(fake.asked(PUSH)) == len(fake.asked(ASK)) == 1


async def test_a_lost_connection_is_no_failure_of_the_client_and_another_broker_goes_on(fake, clock):
    fake.inject(PUSH, CLOSE)
    async with producer(fake, clock) as prod:
        await told(prod)
        await prod.send_and_wait("t", b"v", partition=0)
        await prod.send_and_wait("t", b"v", partition=1)
        await advanced(clock, FIRST_MS)
        await fake.wait_asked(PUSH)
        await settled(prod)
        await advanced(clock, INTERVAL_MS)
        await fake.wait_asked(ASK, 2)
        await prod.send_and_wait("t", b"v", partition=0)
    assert fake.asked(ASK)[1].client_instance_id == bytes(range(16))


async def test_where_every_connection_was_lost_none_is_opened_for_it(fake, clock):
    async with Admin(fake.bootstrap, **options(clock)) as admin:
        await told(admin)
        seen = sum(broker.connections_seen for broker in fake.brokers)
        for broker in fake.brokers:
            for connection in list(broker.connections):
                connection.transport.abort()
        await settled(admin)
        async with asyncio.timeout(3):
            while admin._cluster.least_loaded((), 0) is not None:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.001)
        await advanced(clock, 10 * INTERVAL_MS)
    assert sum(broker.connections_seen for broker in fake.brokers) == seen
    assert fake.asked(PUSH) == []


async def test_it_stays_with_one_broker_as_long_as_that_is_connected(fake, clock):
    async with producer(fake, clock) as prod:
        await told(prod)
        for partition in (0, 1):
            await prod.send_and_wait("t", b"v", partition=partition)
        await advanced(clock, FIRST_MS)
        for count in range(1, 5):
            await fake.wait_asked(PUSH, count)
            await settled(prod)
            await advanced(clock, INTERVAL_MS)
    assert len({broker for broker, message, _ in fake.requests if message.API_KEY in (ASK, PUSH)}) == 1


async def test_a_silent_broker_holds_no_close_up(fake, clock, monkeypatch):
    monkeypatch.setattr(telemetry_reporter, "LAST_PUSH_MS_MAX", 20)
    fake.inject(PUSH, SILENCE)
    async with asyncio.timeout(3), Admin(fake.bootstrap, **options(clock, request_timeout_ms=60_000)) as admin:
        await told(admin)
    assert [push.terminating for push in fake.asked(PUSH)] == [True]


async def test_a_push_under_way_does_not_keep_the_last_one_back(fake, clock):
    async with producer(fake, clock) as prod:
        await told(prod)
        for broker in fake.brokers:
            broker.hold(PUSH)
        await advanced(clock, FIRST_MS)
        await fake.wait_asked(PUSH)
        async with asyncio.TaskGroup() as group:
            group.create_task(prod.stop())
            await fake.wait_asked(PUSH, 2)
            for broker in fake.brokers:
                broker.let_go(PUSH)
    assert [push.terminating for push in fake.asked(PUSH)] == [False, True]


async def test_a_client_that_its_user_lets_go_is_not_kept(fake, clock):
    consumer = Consumer(fake.bootstrap, **options(clock))
    await consumer.start()
    await told(consumer)
    connections, seen = consumer._cluster, weakref.ref(consumer)
    del consumer
    gc.collect()
    assert seen() is None
    await advanced(clock, FIRST_MS)
    await connections.close()
    assert fake.asked(PUSH) == []
