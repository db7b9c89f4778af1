"""The configuration of one topic's logs: Kafka's topic-level keys, typed, over the broker's defaults.

A value is looked up in layers, and only the overrides belong to the topic (KAFKA-9254: a copy of the defaults, taken
when a topic was opened, once let a changed default wipe its overrides)::

    the topic's override  →  the broker's synonym (retention.ms: log.retention.ms, .minutes, .hours)  →  the default

`LogConfig` is what one such lookup gave: immutable, recreated whenever a layer changes. The keys are a table,
`topic_keys`, which is also what DescribeConfigs lists. Whose value is shown to whom is the handlers' business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from kavka.broker.config.settings import BrokerSettings, default_settings
from kavka.broker.config.topic_keys import CODECS, TOPIC_KEYS
from kavka.broker.config.types import LONG_MAX, ConfigError, Use, parse_value, render_value
from kavka.protocol.errors import InvalidConfig
from kavka.protocol.records.compression import Compression

_THROTTLED_REPLICA: Final = re.compile(r"[0-9]+:[0-9]+")

TIMESTAMP_UNLIMITED: Final = LONG_MAX
FLUSH_MESSAGES_NEVER: Final = LONG_MAX
VALIDATE_RECORDS: Final = "kavka.validate.records"
"""The broker key without a topic's synonym that appends look at."""


class ThrottledReplicas:
    """Which replicas of a topic are copied no faster than a broker's rate (KIP-73)."""

    __slots__ = ("_all", "_pairs")

    def __init__(self, pairs: Iterable[tuple[int, int]] | None) -> None:
        self._all = pairs is None
        self._pairs = frozenset(pairs or ())

    def has(self, partition: int, broker_id: int) -> bool:
        """Tells whether a broker's replica of a partition is throttled."""
        return self._all or (partition, broker_id) in self._pairs


def throttled_replicas(texts: Sequence[str]) -> ThrottledReplicas | None:
    """Builds the throttled replicas of a checked list: `*` is all of them; None for none of them."""
    if texts == ["*"]:
        return ThrottledReplicas(None)
    if texts in ([], ["none"]):
        return None
    pairs = (text.split(":") for text in texts)
    return ThrottledReplicas((int(partition), int(broker_id)) for partition, broker_id in pairs)


class LogConfig:
    """The effective configuration of one topic's logs. Immutable; the attributes are the keys, dots as underscores."""

    __slots__ = (
        "_broker",
        "compression",
        "is_compacted",
        "is_deleted",
        "is_log_append_time",
        "limits_timestamps",
        "overrides",
        "throttled_followers",
        "throttled_leaders",
        "plain_batch_bytes_max",
        "roll_ms",
        "timestamp_after_ms_max",
        "timestamp_before_ms_max",
        "validates_records",
        *(topic_key.attribute for topic_key in TOPIC_KEYS.values()),
    )

    cleanup_policy: list[str]
    compression_gzip_level: int
    compression_lz4_level: int
    compression_type: str
    compression_zstd_level: int
    delete_retention_ms: int
    file_delete_delay_ms: int
    flush_messages: int
    flush_ms: int
    follower_replication_throttled_replicas: list[str]
    index_interval_bytes: int
    leader_replication_throttled_replicas: list[str]
    local_retention_bytes: int
    local_retention_ms: int
    max_compaction_lag_ms: int
    max_message_bytes: int
    message_downconversion_enable: bool
    message_format_version: str
    message_timestamp_after_max_ms: int
    message_timestamp_before_max_ms: int
    message_timestamp_difference_max_ms: int
    message_timestamp_type: str
    min_cleanable_dirty_ratio: float
    min_compaction_lag_ms: int
    min_insync_replicas: int
    preallocate: bool
    remote_log_copy_disable: bool
    remote_log_delete_on_disable: bool
    remote_storage_enable: bool
    retention_bytes: int
    retention_ms: int
    segment_bytes: int
    segment_index_bytes: int
    segment_jitter_ms: int
    segment_ms: int
    unclean_leader_election_enable: bool

    def __init__(self, overrides: Mapping[str, str] | None = None, *, broker: BrokerSettings | None = None) -> None:
        """Looks every key up.

        Args:
            overrides: the topic's own values, as text.
            broker: what the others are inherited from; Kafka's defaults without it.

        Raises:
            InvalidConfig: an override is unknown or has no such value; with name, value and reason.
        """
        self.overrides: Mapping[str, str] = MappingProxyType(dict(overrides or {}))
        self._broker = default_settings() if broker is None else broker
        values = parse_overrides(self.overrides)
        for name, topic_key in TOPIC_KEYS.items():
            value = values[name] if name in values else topic_key.inherited(self._broker)
            setattr(self, topic_key.attribute, value)
        self.compression: Compression | None = CODECS.get(self.compression_type)  # None: as the producer did
        self.is_compacted = "compact" in self.cleanup_policy
        self.is_deleted = "delete" in self.cleanup_policy
        self.roll_ms = min(self.segment_ms, self.max_compaction_lag_ms) if self.is_compacted else self.segment_ms
        """After what time a segment that is not full rolls."""
        self.is_log_append_time = self.message_timestamp_type == "LogAppendTime"
        self.timestamp_before_ms_max = self._or_difference(self.message_timestamp_before_max_ms)
        self.timestamp_after_ms_max = self._or_difference(self.message_timestamp_after_max_ms)
        self.limits_timestamps = (
            not self.is_log_append_time
            and min(self.timestamp_before_ms_max, self.timestamp_after_ms_max) < TIMESTAMP_UNLIMITED
        )
        """Whether a record may be refused for its time."""
        self.validates_records = self._broker.kavka_validate_records
        self.throttled_leaders = throttled_replicas(self.leader_replication_throttled_replicas)
        self.throttled_followers = throttled_replicas(self.follower_replication_throttled_replicas)
        self.plain_batch_bytes_max = self._plain_batch_bytes_max()
        """Up to this size a batch needs no look at its records and no change; −1 where every batch does."""

    def _or_difference(self, limit_ms: int) -> int:
        """Returns one side's limit, or the older key's for both sides (KIP-937)."""
        return self.message_timestamp_difference_max_ms if limit_ms == TIMESTAMP_UNLIMITED else limit_ms

    def _plain_batch_bytes_max(self) -> int:
        if self.is_compacted or self.is_log_append_time or self.compression is not None or self.limits_timestamps:
            return -1
        return min(self.max_message_bytes, self.segment_bytes)

    def with_overrides(self, overrides: Mapping[str, str]) -> LogConfig:
        """Builds a topic's configuration of these overrides, over the same defaults."""
        return LogConfig(overrides, broker=self._broker)

    def with_broker(self, broker: BrokerSettings) -> LogConfig:
        """Builds the configuration of the same overrides over other defaults."""
        return LogConfig(self.overrides, broker=broker)

    def shown(self, name: str) -> str | None:
        """Renders a key's effective value as DescribeConfigs shows it."""
        return render_value(getattr(self, TOPIC_KEYS[name].attribute))

    def inherited_shown(self, name: str) -> str | None:
        """Renders a key's value as it would be without the topic's override."""
        return render_value(TOPIC_KEYS[name].inherited(self._broker))


def parse_overrides(overrides: Mapping[str, str | None]) -> dict[str, Any]:
    """Types a topic's overrides; what CreateTopics and AlterConfigs check theirs with.

    Raises:
        InvalidConfig: a key is unknown, or a value is missing, of another type or out of range.
    """
    values: dict[str, Any] = {}
    for name, text in overrides.items():
        topic_key = TOPIC_KEYS.get(name)
        if topic_key is None:
            raise InvalidConfig(f"Unknown topic config name: {name}{_similar(name)}")
        if text is None:
            raise InvalidConfig(f"Invalid value null for configuration {name}: a value is needed")
        try:
            values[name] = parse_value(topic_key.key, text)
        except ConfigError as error:
            raise InvalidConfig(str(error)) from None
        if topic_key.key.use is Use.REFUSED and values[name] != topic_key.key.default:
            raise InvalidConfig(f"Invalid value {text} for configuration {name}: {topic_key.key.reason}")
        if name in _THROTTLED:
            _check_throttled(name, values[name])
    return values


def usable_overrides(overrides: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Splits a topic's overrides in ZooKeeper into usable and unusable ones.

    A newer Kafka, or a hand, may have written a key that is unknown here or a value that is none: the topic is served
    without it rather than not at all.

    Returns:
        The overrides that are, and a sentence about each of the others.
    """
    good: dict[str, str] = {}
    problems: list[str] = []
    for name, text in overrides.items():
        try:
            parse_overrides({name: text})
        except InvalidConfig as error:
            problems.append(error.message)
        else:
            good[name] = text
    return good, problems


_THROTTLED: Final = ("leader.replication.throttled.replicas", "follower.replication.throttled.replicas")


def _check_throttled(name: str, replicas: list[str]) -> None:
    if replicas not in ([], ["*"], ["none"]) and not all(map(_THROTTLED_REPLICA.fullmatch, replicas)):
        raise InvalidConfig(
            f"Invalid value {','.join(replicas)} for configuration {name}: "
            f"it must be * or replicas as partition:broker,partition:broker"
        )


def _similar(name: str) -> str:
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, TOPIC_KEYS, n=1)
    return f"; did you mean {close[0]}?" if close else ""
