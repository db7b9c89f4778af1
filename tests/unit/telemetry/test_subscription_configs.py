"""Subscriptions as CLIENT_METRICS resources: altered, described, followed, and gone with their last key."""

from __future__ import annotations

import contextlib
import logging

import pytest

from kavka.broker.assembly.telemetry import SubscriptionSource
from kavka.broker.cluster.later_config_nodes import SUBSCRIPTIONS, LaterConfigNodes
from kavka.broker.handlers import alter_configs, describe_configs, incremental_alter_configs
from kavka.broker.telemetry.client_telemetry import ClientTelemetry
from kavka.protocol.errors import ErrorCode
from kavka.timer.timer import Timer
from kavka.zk import paths
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.configured import (
    APPEND,
    DELETE,
    SET,
    ask,
    configured_broker,
    describing,
    incremental,
    notifications,
    whole,
)

CLIENT_METRICS = 16


def following(broker):
    """Telemetry that follows what stands in ZooKeeper."""
    telemetry = ClientTelemetry(Timer(broker.clock), random_id=lambda: bytes(16), max_bytes=1)
    broker.config_changes.add_later_listener(SubscriptionSource(LaterConfigNodes(broker.zk, SUBSCRIPTIONS), telemetry))
    return telemetry


@contextlib.asynccontextmanager
async def following_broker():
    """A broker with its telemetry, which hears of subscriptions from its start on."""
    followers = []
    async with configured_broker(prepare=lambda broker: followers.append(following(broker))) as broker:
        yield broker, followers[0]


async def change(broker, name, *changes, validate_only=False):
    request = incremental((CLIENT_METRICS, name, changes), validate_only=validate_only)
    (result,) = (await ask(incremental_alter_configs, broker, 1, request)).responses
    return result.error_code, result.error_message


async def described(broker, name):
    (result,) = (await ask(describe_configs, broker, 4, describing(CLIENT_METRICS, name, None))).results
    return result.error_code, {entry.name: (entry.value, entry.config_source) for entry in result.configs}


async def test_a_subscription_is_written_described_and_followed():
    async with following_broker() as (broker, telemetry):
        assert await change(broker, "all", ("metrics", SET, "*"), ("interval.ms", SET, "1000")) == (0, None)
        data, _ = await broker.zk.get("/config/client-metrics/all")
        assert ConfigZNode.decode(data).config == {"metrics": "*", "interval.ms": "1000"}
        (change_,) = await broker.zk.children(paths.LATER_CONFIG_CHANGES)
        assert (
            b'"entity_path":"client-metrics/all"' in (await broker.zk.get(f"{paths.LATER_CONFIG_CHANGES}/{change_}"))[0]
        )
        assert await notifications(broker) == [], (
            "Kafka's brokers would not get past one of a type that they do not know"
        )
        assert await described(broker, "all") == (
            0,
            {"metrics": ("*", 7), "interval.ms": ("1000", 7), "match": ("", 5)},
        )
        assert telemetry.subscriptions["all"].interval_ms == 1000


async def test_keys_are_appended_to_replaced_and_deleted_until_none_is_left():
    async with following_broker() as (broker, telemetry):
        await change(broker, "s", ("metrics", SET, "a"))
        await change(broker, "s", ("metrics", APPEND, "b"))
        assert telemetry.subscriptions["s"].metrics == {"a", "b"}
        request = whole((CLIENT_METRICS, "s", [("metrics", "c")]))
        assert [one.error_code for one in (await ask(alter_configs, broker, 2, request)).responses] == [0]
        assert telemetry.subscriptions["s"].metrics == {"c"}
        await change(broker, "s", ("metrics", DELETE, None))
        assert telemetry.subscriptions == {}


async def test_any_name_can_be_kept():
    async with following_broker() as (broker, telemetry):
        assert await change(broker, "a/b c*", ("metrics", SET, "*")) == (0, None)
        assert list(telemetry.subscriptions) == ["a/b c*"]
        code, entries = await described(broker, "a/b c*")
        assert (code, entries["metrics"]) == (0, ("*", 7))


@pytest.mark.parametrize(
    ("name", "change_", "code", "why"),
    [
        ("", ("metrics", SET, "*"), ErrorCode.INVALID_REQUEST, "Subscription name can't be empty"),
        ("s", ("interval.ms", SET, "1"), ErrorCode.INVALID_REQUEST, "interval must be between"),
        ("s", ("metric", SET, "*"), ErrorCode.INVALID_REQUEST, "Unknown client metrics configuration: metric"),
        ("s", ("match", SET, "nobody=x"), ErrorCode.INVALID_CONFIG, "Illegal client matching pattern"),
        ("s", ("interval.ms", APPEND, "1"), ErrorCode.INVALID_CONFIG, "not allowed for config key"),
    ],
)
async def test_what_cannot_be_is_refused_and_not_written(name, change_, code, why):
    async with following_broker() as (broker, telemetry):
        found, message = await change(broker, name, change_)
        assert (found, why in message) == (code, True)
        assert telemetry.subscriptions == {}


async def test_a_trial_writes_nothing():
    async with following_broker() as (broker, telemetry):
        assert await change(broker, "s", ("metrics", SET, "*"), validate_only=True) == (0, None)
        assert telemetry.subscriptions == {}


async def test_what_is_not_there_is_described_by_its_defaults():
    async with configured_broker() as broker:
        code, entries = await described(broker, "nothing")
        assert (code, entries) == (0, {"metrics": ("", 5), "interval.ms": ("300000", 5), "match": ("", 5)})
        assert (await described(broker, ""))[0] == ErrorCode.INVALID_REQUEST


async def test_what_another_hand_wrote_and_cannot_be_is_logged_and_left_out(caplog):
    async with configured_broker() as broker:
        for name, texts in (("good", {"metrics": "*"}), ("bad", {"interval.ms": "0"})):
            await broker.zk.create(f"/config/client-metrics/{name}", ConfigZNode(texts).encode(), make_parents=True)
        telemetry = following(broker)
        with caplog.at_level(logging.ERROR):
            await SubscriptionSource(LaterConfigNodes(broker.zk, SUBSCRIPTIONS), telemetry).load()
        assert list(telemetry.subscriptions) == ["good"]
        assert "/config/client-metrics/bad is no subscription" in caplog.text
