"""What is configured of single groups, as GROUP resources: altered, bounded, described, followed, and gone."""

from __future__ import annotations

import contextlib

import pytest

from kavka.broker.cluster.group_configs import GroupConfigs
from kavka.broker.cluster.later_config_nodes import GROUPS, LaterConfigNodes
from kavka.broker.config.group_configs import (
    CONSUMER_HEARTBEAT_INTERVAL,
    CONSUMER_SESSION_TIMEOUT,
    GROUP_KEYS,
    LATEST,
    SHARE_AUTO_OFFSET_RESET,
    SHARE_RECORD_LOCK_DURATION,
)
from kavka.broker.handlers import alter_configs, describe_configs, incremental_alter_configs
from kavka.broker.share.partition.group_terms import GROUPS_MAX, LiveTerms
from kavka.broker.share.share_config import LiveShareConfig, ShareGroupConfig
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.configured import (
    DELETE,
    SET,
    ask,
    configured_broker,
    describing,
    incremental,
    notifications,
    whole,
)

GROUP = 32


@contextlib.asynccontextmanager
async def following_broker():
    """A broker that follows what is configured of groups."""
    followers = []

    def prepare(broker):
        configs = GroupConfigs(LaterConfigNodes(broker.zk, GROUPS), lambda: broker.config)
        broker.config_changes.add_later_listener(configs)
        followers.append(configs)

    async with configured_broker(prepare=prepare) as broker:
        yield broker, followers[0]


async def change(broker, name, *changes, validate_only=False):
    request = incremental((GROUP, name, changes), validate_only=validate_only)
    (result,) = (await ask(incremental_alter_configs, broker, 1, request)).responses
    return result.error_code, result.error_message


async def described(broker, name):
    (result,) = (await ask(describe_configs, broker, 4, describing(GROUP, name, None))).results
    return result.error_code, {entry.name: (entry.value, entry.config_source) for entry in result.configs}


async def test_a_groups_times_are_written_described_and_followed():
    async with following_broker() as (broker, configs):
        assert configs.value("g", CONSUMER_SESSION_TIMEOUT) == 45_000
        assert await change(broker, "g", (CONSUMER_SESSION_TIMEOUT, SET, "50000")) == (0, None)
        data, _ = await broker.zk.get("/config/groups/g")
        assert ConfigZNode.decode(data).config == {CONSUMER_SESSION_TIMEOUT: "50000"}
        assert len(await broker.zk.children(paths.LATER_CONFIG_CHANGES)) == 1
        assert await notifications(broker) == [], "Kafka's brokers would not get past one"
        code, entries = await described(broker, "g")
        assert (code, list(entries)) == (0, list(GROUP_KEYS))
        assert entries[CONSUMER_SESSION_TIMEOUT] == ("50000", 8)
        assert entries[CONSUMER_HEARTBEAT_INTERVAL] == ("5000", 5)
        assert configs.value("g", CONSUMER_SESSION_TIMEOUT) == 50_000
        assert configs.value("h", CONSUMER_SESSION_TIMEOUT) == 45_000
        assert list(configs.names) == ["g"]
        await change(broker, "g", (CONSUMER_SESSION_TIMEOUT, DELETE, None))
        assert list(configs.names) == []


async def test_the_terms_of_a_share_group_are_made_once_of_each_configuration():
    async with following_broker() as (broker, configs):
        config = LiveShareConfig(lambda: broker.config)
        terms_of = LiveTerms(config, configs)
        before = terms_of("g")
        assert (before.lock_ms, before.auto_offset_reset, before.is_read_committed) == (30_000, LATEST, False)
        assert terms_of("g") is before
        assert config() is config()
        other = terms_of("h")
        await change(broker, "g", (SHARE_RECORD_LOCK_DURATION, SET, "20000"))
        assert (terms_of("g").lock_ms, terms_of("g") is terms_of("g")) == (20_000, True)
        assert terms_of("h") is other
        changed = broker.config.with_dynamic({"group.share.delivery.count.limit": "3"}, {})
        current = iter([broker.config, changed, changed])
        config = LiveShareConfig(lambda: next(current))
        assert [config().delivery_count_limit for _ in range(2)] == [3, 3]


async def test_the_terms_of_share_groups_follow_the_brokers_configuration():
    async with following_broker() as (_, configs):
        now = [ShareGroupConfig()]
        terms_of = LiveTerms(lambda: now[0], configs)
        assert terms_of("g").limits.delivery_count == 5
        now[0] = ShareGroupConfig(delivery_count_limit=3)
        assert terms_of("g").limits.delivery_count == 3


async def test_the_terms_of_many_groups_are_not_kept_for_ever():
    async with following_broker() as (broker, configs):
        terms_of = LiveTerms(LiveShareConfig(lambda: broker.config), configs)
        first = terms_of("0")
        assert all(terms_of(str(number)) == first for number in range(GROUPS_MAX))
        assert terms_of("0") is first
        terms_of(str(GROUPS_MAX))
        assert terms_of("0") is not first


async def test_a_groups_configuration_is_replaced_as_a_whole():
    async with following_broker() as (broker, configs):
        await change(broker, "g/1", (CONSUMER_SESSION_TIMEOUT, SET, "50000"))
        request = whole((GROUP, "g/1", [(SHARE_AUTO_OFFSET_RESET, "by_duration:PT1H")]))
        assert [one.error_code for one in (await ask(alter_configs, broker, 2, request)).responses] == [0]
        assert configs.value("g/1", SHARE_AUTO_OFFSET_RESET) == "by_duration:PT1H"
        assert configs.value("g/1", CONSUMER_SESSION_TIMEOUT) == 45_000


@pytest.mark.parametrize(
    ("name", "key", "value", "code", "why"),
    [
        ("", CONSUMER_SESSION_TIMEOUT, "45000", ErrorCode.INVALID_REQUEST, "Default group resources"),
        ("g", "consumer.session", "1", ErrorCode.INVALID_CONFIG, "Unknown group config name"),
        ("g", CONSUMER_SESSION_TIMEOUT, "x", ErrorCode.INVALID_CONFIG, "Invalid value x"),
        ("g", CONSUMER_SESSION_TIMEOUT, "44999", ErrorCode.INVALID_CONFIG, "group.consumer.min.session.timeout.ms"),
        ("g", CONSUMER_SESSION_TIMEOUT, "60001", ErrorCode.INVALID_CONFIG, "group.consumer.max.session.timeout.ms"),
        ("g", "share.record.lock.duration.ms", "14999", ErrorCode.INVALID_CONFIG, "group.share.min.record.lock"),
        ("g", SHARE_AUTO_OFFSET_RESET, "sometimes", ErrorCode.INVALID_CONFIG, "earliest, latest"),
        ("g", "share.isolation.level", "none", ErrorCode.INVALID_CONFIG, "read_committed"),
    ],
)
async def test_what_cannot_be_is_refused_and_not_written(name, key, value, code, why):
    async with following_broker() as (broker, configs):
        found, message = await change(broker, name, (key, SET, value))
        assert (found, why in message) == (code, True), message
        assert list(configs.names) == []


async def test_a_value_is_checked_without_being_written():
    async with following_broker() as (broker, configs):
        assert await change(broker, "g", (CONSUMER_SESSION_TIMEOUT, SET, "50000"), validate_only=True) == (0, None)
        assert list(configs.names) == []
        assert await described(broker, "") == (ErrorCode.INVALID_REQUEST, {})


async def test_a_stored_value_that_is_none_costs_the_default():
    async with following_broker() as (broker, configs):
        await change(broker, "g", (CONSUMER_SESSION_TIMEOUT, SET, "50000"))
        await broker.zk.set("/config/groups/g", ConfigZNode({CONSUMER_SESSION_TIMEOUT: "soon"}).encode())
        await configs.load()
        assert configs.value("g", CONSUMER_SESSION_TIMEOUT) == 45_000
