"""The handlers of telemetry: what they answer, and that no push costs more than an error code."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kavka.broker.handlers import get_telemetry_subscriptions, list_config_resources, push_telemetry
from kavka.broker.telemetry.client_telemetry import ClientTelemetry
from kavka.common.lane import Lane
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import GetTelemetrySubscriptionsRequest, ListConfigResourcesRequest
from kavka.protocol.records.compression import Compression, compress
from kavka.timer.clock import ManualClock
from kavka.timer.timer import Timer
from tests.support.broker.fakes import context
from tests.support.broker.parts import handling
from tests.support.telemetry.pushes import gauge, metrics_data, push, total

MAX_BYTES = 100_000
ID = bytes(range(16))


class Broker:
    """What the handlers are built of."""

    def __init__(self) -> None:
        self.clock = ManualClock(1_000_000)
        self.lane = Lane()
        self.telemetry = ClientTelemetry(Timer(self.clock), random_id=lambda: ID, max_bytes=MAX_BYTES)
        self.names: Any = {}

    def subscribe(self, *, version: int = 0, **peer: Any) -> Any:
        ctx = context(version, **peer)
        ctx.client_id = "app"
        ctx.connection.introduce("apache-kafka-java", "4.4.0")
        return handling(get_telemetry_subscriptions, self).handle(GetTelemetrySubscriptionsRequest(), ctx)

    async def push(self, request: Any) -> ErrorCode:
        try:
            answer = handling(push_telemetry, self).handle(request, context(0))
            if asyncio.iscoroutine(answer):
                answer = await answer
        except KafkaError as error:
            return error.code
        return ErrorCode(answer.error_code)


@pytest.fixture
def broker() -> Broker:
    return Broker()


def test_a_client_is_told_what_to_push_and_how(broker):
    answer = broker.subscribe()
    assert answer.client_instance_id == ID
    assert answer.accepted_compression_types == [4, 3, 1, 2], "Kafka's order: zstd, lz4, gzip, snappy"
    assert (answer.telemetry_max_bytes, answer.push_interval_ms) == (MAX_BYTES, 300_000)
    assert not answer.delta_temporality
    (instance,) = broker.telemetry.instances.values()
    assert instance.client[:5] == ("app", "apache-kafka-java", "4.4.0", "10.0.0.9", 50000)


@pytest.mark.parametrize("compression", Compression)
async def test_a_push_is_kept_in_every_compression(broker, compression):
    told = broker.subscribe()
    request = push(ID, told.subscription_id, gauge("org.apache.kafka.a", 1.5, node="1"), compression=compression)
    assert await broker.push(request) is ErrorCode.NONE
    (instance,) = broker.telemetry.instances.values()
    assert {key: series.value for key, series in instance.series.items()} == {
        ("org_apache_kafka_a", (("node", "1"),)): 1.5
    }


async def test_growth_is_added_up_from_push_to_push(broker):
    told = broker.subscribe()
    for _ in range(2):
        grown = total("org.apache.kafka.sent.total", 2.0, is_delta=True)
        assert await broker.push(push(ID, told.subscription_id, grown)) is ErrorCode.NONE
        broker.clock.advance(told.push_interval_ms)
    (instance,) = broker.telemetry.instances.values()
    assert [series.value for series in instance.series.values()] == [4.0]


async def test_a_push_of_nothing_is_taken_and_changes_nothing(broker):
    told = broker.subscribe()
    assert await broker.push(push(ID, told.subscription_id, gauge("a", 1.0))) is ErrorCode.NONE
    assert await broker.push(push(ID, told.subscription_id, terminating=True)) is ErrorCode.NONE
    (instance,) = broker.telemetry.instances.values()
    assert len(instance.series) == 1


@pytest.mark.parametrize(
    ("compression", "size"),
    [
        (Compression.GZIP, 20_000_000),
        (Compression.LZ4, 20_000_000),
        (Compression.ZSTD, 20_000_000),
        (Compression.SNAPPY, 1_000_000),
    ],
)
async def test_a_bomb_is_too_large(broker, compression, size):
    told = broker.subscribe()
    bomb = bytes(compress(compression, bytes(size)))
    request = push(ID, told.subscription_id, compression_type=int(compression), metrics=bomb)
    assert len(request.metrics) <= MAX_BYTES
    assert await broker.push(request) is ErrorCode.TELEMETRY_TOO_LARGE
    assert broker.telemetry.broken == 1


@pytest.mark.parametrize("compression", Compression)
async def test_what_cannot_be_read_is_an_invalid_record(broker, compression):
    told = broker.subscribe()
    request = push(ID, told.subscription_id, compression_type=int(compression), metrics=b"\xff" * 40)
    assert await broker.push(request) is ErrorCode.INVALID_RECORD
    (instance,) = broker.telemetry.instances.values()
    assert (instance.series, instance.last_error) == ({}, ErrorCode.INVALID_RECORD)


async def test_a_broken_push_leaves_what_was_pushed_before(broker):
    told = broker.subscribe()
    assert await broker.push(push(ID, told.subscription_id, gauge("a", 1.0))) is ErrorCode.NONE
    broker.clock.advance(told.push_interval_ms)
    broken = push(ID, told.subscription_id, metrics=metrics_data([gauge("b", 1.0)])[:-3])
    assert await broker.push(broken) is ErrorCode.INVALID_RECORD
    (instance,) = broker.telemetry.instances.values()
    assert len(instance.series) == 1


async def listed(broker, version, *types):
    ctx = context(version)
    return await handling(list_config_resources, broker).handle(
        ListConfigResourcesRequest(resource_types=list(types)), ctx
    )


async def test_resources_are_listed_by_type(broker):
    broker.names = {2: lambda: ["topic"], 4: lambda: ["0"], 16: lambda: ["all", "slow"]}
    both = [(one.resource_type, one.resource_name) for one in (await listed(broker, 1, 16, 2, 16)).config_resources]
    assert both == [(16, "all"), (16, "slow"), (2, "topic")]
    assert len((await listed(broker, 1)).config_resources) == 4
    assert [one.resource_name for one in (await listed(broker, 0)).config_resources] == ["all", "slow"]
    with pytest.raises(KafkaError) as refused:
        await listed(broker, 1, 16, 99)
    assert refused.value.code is ErrorCode.UNSUPPORTED_VERSION
