"""The configuration of one topic's logs: Kafka's topic-level keys, typed, over the broker's defaults.

A value is looked up in layers, and only the overrides belong to the topic (KAFKA-9254: a copy of the defaults, taken
when a topic was opened, once let a changed default wipe its overrides)::

    the topic's override  →  the broker's synonym (retention.ms: log.retention.ms, .minutes, .hours)  →  the default

`LogConfig` is what one such lookup gave: immutable, recreated whenever a layer changes. The keys are a table,
`TOPIC_KEYS`, which is also what DescribeConfigs lists. Whose value is shown to whom is the handlers' business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from kavka.broker.config.settings import BrokerSettings, default_settings
from kavka.broker.config.types import (
    BOOLEAN,
    DOUBLE,
    INT,
    LIST,
    LONG,
    LONG_MAX,
    STRING,
    ConfigError,
    ConfigKey,
    Use,
    parse_value,
    render_value,
)
from kavka.protocol.errors import InvalidConfig
from kavka.protocol.records.compression import Compression

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 86_400_000
_THROTTLED_REPLICA: Final = re.compile(r"[0-9]+:[0-9]+")

PRODUCER_COMPRESSION: Final = "producer"
UNCOMPRESSED: Final = "uncompressed"
TIMESTAMP_DIFFERENCE_UNLIMITED: Final = LONG_MAX
FLUSH_MESSAGES_NEVER: Final = LONG_MAX
VALIDATE_RECORDS: Final = "kavka.validate.records"
"""The broker key without a topic's synonym that appends look at."""
_CODECS: Final = {
    UNCOMPRESSED: Compression.NONE,
    "gzip": Compression.GZIP,
    "snappy": Compression.SNAPPY,
    "lz4": Compression.LZ4,
    "zstd": Compression.ZSTD,
}


class TopicKey:
    """One topic-level key.

    Attributes:
        key: name, type, range, Kafka's default and a sentence about it.
        synonyms: broker keys whose value it inherits, the first that is set; each with its unit in ms, or 1.
    """

    __slots__ = ("key", "synonyms")

    def __init__(self, key: ConfigKey, *synonyms: str | tuple[str, int]) -> None:
        self.key = key
        self.synonyms = tuple((name, 1) if isinstance(name, str) else name for name in synonyms)

    @property
    def attribute(self) -> str:
        """Names the LogConfig attribute that holds the key's value."""
        return self.key.name.replace(".", "_")

    def inherited(self, broker: BrokerSettings) -> Any:
        """Returns the broker's value of the key; Kafka's default where the broker has none."""
        for name, unit in self.synonyms:
            value: Any = broker[name]
            if value is not None:
                return value if unit == 1 or value < 0 else value * unit
        return self.key.default


_KEYS: Final = (
    TopicKey(
        ConfigKey(
            "cleanup.policy",
            LIST,
            ["delete"],
            "What becomes of old segments: delete drops them whole, compact keeps the newest record of each key.",
            choices=("compact", "delete"),
        ),
        "log.cleanup.policy",
    ),
    TopicKey(
        ConfigKey(
            "compression.type",
            STRING,
            PRODUCER_COMPRESSION,
            "How batches are stored: as the producer compressed them, or all alike.",
            choices=(*_CODECS, PRODUCER_COMPRESSION),
        ),
        "compression.type",
    ),
    TopicKey(
        ConfigKey(
            "delete.retention.ms",
            LONG,
            _DAY_MS,
            "How long compaction keeps a record that deletes.",
            low=0,
        ),
        "log.cleaner.delete.retention.ms",
    ),
    TopicKey(
        ConfigKey("file.delete.delay.ms", LONG, _MINUTE_MS, "How long a dropped file stays on disk.", low=0),
        "log.segment.delete.delay.ms",
    ),
    TopicKey(
        ConfigKey(
            "flush.messages", LONG, LONG_MAX, "After how many records the log is fsynced; 1: each append.", low=1
        ),
        "log.flush.interval.messages",
    ),
    TopicKey(
        ConfigKey("flush.ms", LONG, LONG_MAX, "After what time the log is fsynced.", low=0),
        "log.flush.interval.ms",
        "log.flush.scheduler.interval.ms",
    ),
    TopicKey(
        ConfigKey(
            "follower.replication.throttled.replicas",
            LIST,
            [],
            "Replicas whose copying from the leader is throttled: partition:broker pairs, or *.",
        ),
    ),
    TopicKey(
        ConfigKey("index.interval.bytes", INT, 4096, "Bytes of log between two index entries.", low=0),
        "log.index.interval.bytes",
    ),
    TopicKey(
        ConfigKey(
            "leader.replication.throttled.replicas",
            LIST,
            [],
            "Replicas that the leader serves throttled: partition:broker pairs, or *.",
        ),
    ),
    TopicKey(
        ConfigKey(
            "max.compaction.lag.ms",
            LONG,
            LONG_MAX,
            "After what time a record is compacted at last.",
            low=1,
        ),
        "log.cleaner.max.compaction.lag.ms",
    ),
    TopicKey(
        ConfigKey("max.message.bytes", INT, 1048588, "The largest record batch that is taken.", low=0),
        "message.max.bytes",
    ),
    TopicKey(
        ConfigKey("message.downconversion.enable", BOOLEAN, True, "Whether old clients get old record formats."),
        "log.message.downconversion.enable",
    ),
    TopicKey(
        ConfigKey(
            "message.format.version", STRING, "3.0-IV1", "Without effect: the log's format is version 2.", use=Use.INERT
        ),
        "log.message.format.version",
    ),
    TopicKey(
        ConfigKey(
            "message.timestamp.difference.max.ms",
            LONG,
            LONG_MAX,
            "How far a record's time may be from the broker's, with CreateTime.",
            low=0,
        ),
        "log.message.timestamp.difference.max.ms",
    ),
    TopicKey(
        ConfigKey(
            "message.timestamp.type",
            STRING,
            "CreateTime",
            "Whose clock stamps records: the producer's or the broker's.",
            choices=("CreateTime", "LogAppendTime"),
        ),
        "log.message.timestamp.type",
    ),
    TopicKey(
        ConfigKey(
            "min.cleanable.dirty.ratio",
            DOUBLE,
            0.5,
            "From what dirty part on a log is compacted.",
            low=0,
            high=1,
        ),
        "log.cleaner.min.cleanable.ratio",
    ),
    TopicKey(
        ConfigKey("min.compaction.lag.ms", LONG, 0, "Before what age no record is compacted.", low=0),
        "log.cleaner.min.compaction.lag.ms",
    ),
    TopicKey(
        ConfigKey("min.insync.replicas", INT, 1, "How many in-sync replicas acks=all needs.", low=1),
        "min.insync.replicas",
    ),
    TopicKey(
        ConfigKey("preallocate", BOOLEAN, False, "Without effect: segments grow as they are written.", use=Use.INERT),
        "log.preallocate",
    ),
    TopicKey(
        ConfigKey("retention.bytes", LONG, -1, "How large a partition may grow before segments go; -1: any size."),
        "log.retention.bytes",
    ),
    TopicKey(
        ConfigKey("retention.ms", LONG, 7 * _DAY_MS, "How long segments stay; -1: for ever.", low=-1),
        "log.retention.ms",
        ("log.retention.minutes", _MINUTE_MS),
        ("log.retention.hours", _HOUR_MS),
    ),
    TopicKey(
        ConfigKey("segment.bytes", INT, 1024**3, "The largest segment.", low=14),
        "log.segment.bytes",
    ),
    TopicKey(
        ConfigKey("segment.index.bytes", INT, 10 * 1024**2, "The largest index of a segment.", low=4),
        "log.index.size.max.bytes",
    ),
    TopicKey(
        ConfigKey("segment.jitter.ms", LONG, 0, "How much earlier than segment.ms chance may roll a segment.", low=0),
        "log.roll.jitter.ms",
        ("log.roll.jitter.hours", _HOUR_MS),
    ),
    TopicKey(
        ConfigKey("segment.ms", LONG, 7 * _DAY_MS, "After what time a segment that is not full rolls.", low=1),
        "log.roll.ms",
        ("log.roll.hours", _HOUR_MS),
    ),
    TopicKey(
        ConfigKey(
            "unclean.leader.election.enable",
            BOOLEAN,
            False,
            "Whether a replica outside the ISR may lead as a last resort.",
        ),
        "unclean.leader.election.enable",
    ),
)

TOPIC_KEYS: Final[Mapping[str, TopicKey]] = MappingProxyType({topic_key.key.name: topic_key for topic_key in _KEYS})
"""Every topic-level key, by name, in the order in which DescribeConfigs lists them."""


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
        "overrides",
        "throttled_followers",
        "throttled_leaders",
        "plain_batch_bytes_max",
        "roll_ms",
        "validates_records",
        *(topic_key.attribute for topic_key in _KEYS),
    )

    cleanup_policy: list[str]
    compression_type: str
    delete_retention_ms: int
    file_delete_delay_ms: int
    flush_messages: int
    flush_ms: int
    follower_replication_throttled_replicas: list[str]
    index_interval_bytes: int
    leader_replication_throttled_replicas: list[str]
    max_compaction_lag_ms: int
    max_message_bytes: int
    message_downconversion_enable: bool
    message_format_version: str
    message_timestamp_difference_max_ms: int
    message_timestamp_type: str
    min_cleanable_dirty_ratio: float
    min_compaction_lag_ms: int
    min_insync_replicas: int
    preallocate: bool
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
        self.compression: Compression | None = _CODECS.get(self.compression_type)  # None: as the producer did
        self.is_compacted = "compact" in self.cleanup_policy
        self.is_deleted = "delete" in self.cleanup_policy
        self.roll_ms = min(self.segment_ms, self.max_compaction_lag_ms) if self.is_compacted else self.segment_ms
        """After what time a segment that is not full rolls."""
        self.is_log_append_time = self.message_timestamp_type == "LogAppendTime"
        self.validates_records = self._broker.kavka_validate_records
        self.throttled_leaders = throttled_replicas(self.leader_replication_throttled_replicas)
        self.throttled_followers = throttled_replicas(self.follower_replication_throttled_replicas)
        self.plain_batch_bytes_max = self._plain_batch_bytes_max()
        """Up to this size a batch needs no look at its records and no change; −1 where every batch does."""

    def _plain_batch_bytes_max(self) -> int:
        if (
            self.is_compacted
            or self.is_log_append_time
            or self.compression is not None
            or self.message_timestamp_difference_max_ms < TIMESTAMP_DIFFERENCE_UNLIMITED
        ):
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
