"""What the broker's keys say of share groups (KIP-932)."""

from __future__ import annotations

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.share.share_config import ENABLE_KEY, PROTOCOLS_KEY, ShareGroupConfig

MINIMAL = {"zookeeper.connect": "localhost:2181", "broker.id": "0"}


@pytest.mark.parametrize(
    ("given", "is_enabled"),
    [
        ({}, True),
        ({PROTOCOLS_KEY: "classic,consumer"}, False),
        ({PROTOCOLS_KEY: "classic,consumer,share"}, True),
        ({ENABLE_KEY: "false"}, False),
        ({ENABLE_KEY: "true", PROTOCOLS_KEY: "classic"}, True),
        ({ENABLE_KEY: "false", PROTOCOLS_KEY: "classic,share"}, True),
    ],
)
def test_share_groups_are_on_unless_the_broker_is_told_otherwise(given, is_enabled):
    """As in Kafka 4.0, either key turns them on; where neither is set they are, as in Kafka 4.2."""
    config = ShareGroupConfig.from_broker(BrokerConfig.from_properties(MINIMAL | given))
    assert config == ShareGroupConfig(is_enabled=is_enabled)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("group.share.session.timeout.ms", "1000"),
        ("group.share.session.timeout.ms", "4000000"),
        ("group.share.heartbeat.interval.ms", "60000"),
        ("group.share.assignors", "uniform"),
        ("group.share.assignors", ""),
        ("group.share.max.size", "1001"),
        ("group.share.delivery.count.limit", "1"),
        ("group.share.record.lock.duration.ms", "70000"),
        ("group.share.partition.max.record.locks", "5000"),
    ],
)
def test_share_keys_that_cannot_be_stop_the_start(name, value):
    with pytest.raises(ConfigError, match=f"for configuration {name}"):
        BrokerConfig.from_properties(MINIMAL | {name: value})


def test_an_interval_as_long_as_the_session_stops_the_start():
    with pytest.raises(ConfigError, match=r"group\.share\.heartbeat\.interval\.ms: it must be less than"):
        BrokerConfig.from_properties(
            MINIMAL
            | {
                "group.share.heartbeat.interval.ms": "45000",
                "group.share.max.heartbeat.interval.ms": "45000",
            }
        )
