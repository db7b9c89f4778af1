"""What is configured of single groups: the keys of a GROUP resource, their checks, and what holds for a group.

    consumer.*   of groups of the consumer protocol (KIP-848)
    share.*      of share groups (KIP-932)
    streams.*    of streams groups (KIP-1071)

What a group does not say holds by the broker's `group.…` key of the same name, whose neighbours bound what it may say.
The checks are Kafka's (GroupConfig). Pure: where it is stored is `cluster.later_config_nodes`, who follows it
`cluster.group_configs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.config.types import INT, STRING, ConfigError, ConfigKey, parse_value
from kavka.protocol.errors import InvalidConfig, InvalidRequest

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

CONSUMER_SESSION_TIMEOUT: Final = "consumer.session.timeout.ms"
CONSUMER_HEARTBEAT_INTERVAL: Final = "consumer.heartbeat.interval.ms"
SHARE_SESSION_TIMEOUT: Final = "share.session.timeout.ms"
SHARE_HEARTBEAT_INTERVAL: Final = "share.heartbeat.interval.ms"
SHARE_RECORD_LOCK_DURATION: Final = "share.record.lock.duration.ms"
SHARE_AUTO_OFFSET_RESET: Final = "share.auto.offset.reset"
SHARE_ISOLATION_LEVEL: Final = "share.isolation.level"
STREAMS_SESSION_TIMEOUT: Final = "streams.session.timeout.ms"
STREAMS_HEARTBEAT_INTERVAL: Final = "streams.heartbeat.interval.ms"
STREAMS_STANDBY_REPLICAS: Final = "streams.num.standby.replicas"
STREAMS_INITIAL_REBALANCE_DELAY: Final = "streams.initial.rebalance.delay.ms"

LATEST: Final = "latest"
EARLIEST: Final = "earliest"
READ_COMMITTED: Final = "read_committed"
READ_UNCOMMITTED: Final = "read_uncommitted"

_DURATION: Final = re.compile(
    r"by_duration:P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?", re.ASCII | re.IGNORECASE
)
"""Of the durations that Java reads, those without a sign."""


class Bounds(NamedTuple):
    """The broker's keys that give a group's key its default and its bounds; "" where there is no such bound."""

    default: str
    low: str = ""
    high: str = ""


def _bounds(kind: str, rest: str) -> Bounds:
    return Bounds(f"group.{kind}.{rest}", f"group.{kind}.min.{rest}", f"group.{kind}.max.{rest}")


GROUP_KEYS: Final[Mapping[str, ConfigKey]] = {
    key.name: key
    for key in (
        ConfigKey(CONSUMER_SESSION_TIMEOUT, INT, 45_000, "KIP-848: how long a member may be silent.", low=1),
        ConfigKey(CONSUMER_HEARTBEAT_INTERVAL, INT, 5_000, "KIP-848: how often members show up.", low=1),
        ConfigKey(SHARE_SESSION_TIMEOUT, INT, 45_000, "KIP-932: how long a member may be silent.", low=1),
        ConfigKey(SHARE_HEARTBEAT_INTERVAL, INT, 5_000, "KIP-932: how often members show up.", low=1),
        ConfigKey(SHARE_RECORD_LOCK_DURATION, INT, 30_000, "KIP-932: how long a record is one member's.", low=1_000),
        ConfigKey(
            SHARE_AUTO_OFFSET_RESET,
            STRING,
            LATEST,
            "KIP-932: where a share group begins: earliest, latest, by_duration:<ISO 8601 duration>.",
        ),
        ConfigKey(
            SHARE_ISOLATION_LEVEL,
            STRING,
            READ_UNCOMMITTED,
            "KIP-932: whether records of open transactions are read.",
            choices=(READ_COMMITTED, READ_UNCOMMITTED),
        ),
        ConfigKey(STREAMS_SESSION_TIMEOUT, INT, 45_000, "KIP-1071: how long a member may be silent.", low=1),
        ConfigKey(STREAMS_HEARTBEAT_INTERVAL, INT, 5_000, "KIP-1071: how often members show up.", low=1),
        ConfigKey(STREAMS_STANDBY_REPLICAS, INT, 0, "KIP-1071: members that keep a task's state beside.", low=0),
        ConfigKey(STREAMS_INITIAL_REBALANCE_DELAY, INT, 3_000, "KIP-1071: how long a new group waits for more.", low=0),
    )
}

BOUNDS: Final[Mapping[str, Bounds]] = {
    CONSUMER_SESSION_TIMEOUT: _bounds("consumer", "session.timeout.ms"),
    CONSUMER_HEARTBEAT_INTERVAL: _bounds("consumer", "heartbeat.interval.ms"),
    SHARE_SESSION_TIMEOUT: _bounds("share", "session.timeout.ms"),
    SHARE_HEARTBEAT_INTERVAL: _bounds("share", "heartbeat.interval.ms"),
    SHARE_RECORD_LOCK_DURATION: _bounds("share", "record.lock.duration.ms"),
    STREAMS_SESSION_TIMEOUT: _bounds("streams", "session.timeout.ms"),
    STREAMS_HEARTBEAT_INTERVAL: _bounds("streams", "heartbeat.interval.ms"),
    STREAMS_STANDBY_REPLICAS: Bounds("group.streams.num.standby.replicas", high="group.streams.max.standby.replicas"),
    STREAMS_INITIAL_REBALANCE_DELAY: Bounds("group.streams.initial.rebalance.delay.ms"),
}

_LONGER: Final = (
    (CONSUMER_SESSION_TIMEOUT, CONSUMER_HEARTBEAT_INTERVAL),
    (SHARE_SESSION_TIMEOUT, SHARE_HEARTBEAT_INTERVAL),
    (STREAMS_SESSION_TIMEOUT, STREAMS_HEARTBEAT_INTERVAL),
)
"""Sessions, each with the interval that it has to be longer than."""


def check_group(name: str, texts: Mapping[str, str], config: BrokerConfig) -> None:
    """Checks what is configured of a group.

    Raises:
        InvalidRequest: it has no name.
        InvalidConfig: a key is unknown, or a value is none, or out of the broker's bounds.
    """
    if not name:
        raise InvalidRequest("Default group resources are not allowed.")
    for key in texts:
        if key not in GROUP_KEYS:
            raise InvalidConfig(f"Unknown group config name: {key}")
    values = {key: _parsed(key, texts) if key in texts else default_of(key, config) for key in GROUP_KEYS}
    for key, bounds in BOUNDS.items():
        if key in texts and bounds.low and values[key] < config[bounds.low]:
            raise InvalidConfig(f"{key} must be greater than or equal to {bounds.low}")
        if key in texts and bounds.high and values[key] > config[bounds.high]:
            raise InvalidConfig(f"{key} must be less than or equal to {bounds.high}")
    for session, interval in _LONGER:
        if (session in texts or interval in texts) and values[session] <= values[interval]:
            raise InvalidConfig(f"{session} must be greater than {interval}")


def default_of(key: str, config: BrokerConfig) -> Any:
    """Returns what holds for groups that do not set a key."""
    bounds = BOUNDS.get(key)
    return GROUP_KEYS[key].default if bounds is None else config[bounds.default]


def value_of(key: str, texts: Mapping[str, str], config: BrokerConfig) -> Any:
    """Returns what holds for a group with these texts; the default where its own value cannot be read."""
    if key in texts:
        try:
            return _parsed(key, texts)
        except InvalidConfig:
            pass
    return default_of(key, config)


def values_of(texts: Mapping[str, str], config: BrokerConfig) -> Iterator[tuple[ConfigKey, Any]]:
    """Yields every key with what holds for a group with these texts."""
    for name, key in GROUP_KEYS.items():
        yield key, value_of(name, texts, config)


def _parsed(key: str, texts: Mapping[str, str]) -> Any:
    try:
        value = parse_value(GROUP_KEYS[key], texts[key])
    except ConfigError as error:
        raise InvalidConfig(str(error)) from None
    if key == SHARE_AUTO_OFFSET_RESET:
        offset_reset(value)
    return value


def offset_reset(text: str) -> str | int:
    """Reads `share.auto.offset.reset`: LATEST, EARLIEST, or the milliseconds of `by_duration:PT1H`.

    Raises:
        InvalidConfig: it is none of these.
    """
    lowered = text.lower()
    if lowered in (LATEST, EARLIEST):
        return lowered
    parts = _DURATION.fullmatch(text)
    if parts is None or not any(parts.groups()):
        raise InvalidConfig(
            f"Invalid value {text} for configuration {SHARE_AUTO_OFFSET_RESET}: "
            "it must be earliest, latest or by_duration:<ISO 8601 duration>"
        )
    days, hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    return int((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
