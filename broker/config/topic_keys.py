"""The topic-level configuration keys: Kafka's names, types, defaults and ranges, and the broker keys behind them.

A table, as `keys` is the broker's. Profile 3.9 has some that the older ones lack (`ConfigKey.since`); those take them,
too, and list them for topics that have them set. What they come to for one topic is `topic_config`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kavka.broker.config.later_keys import TIERED
from kavka.broker.config.settings import BrokerSettings
from kavka.broker.config.types import BOOLEAN, DOUBLE, INT, LIST, LONG, LONG_MAX, STRING, ConfigKey, Use
from kavka.protocol.records.compression import Compression

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 86_400_000

PRODUCER_COMPRESSION: Final = "producer"
UNCOMPRESSED: Final = "uncompressed"
CODECS: Final = {
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
            choices=(*CODECS, PRODUCER_COMPRESSION),
        ),
        "compression.type",
    ),
    TopicKey(
        ConfigKey("compression.gzip.level", INT, -1, "gzip's level.", low=-1, high=9, use=Use.INERT, since="3.9"),
        "compression.gzip.level",
    ),
    TopicKey(
        ConfigKey("compression.lz4.level", INT, 9, "lz4's level.", low=1, high=17, use=Use.INERT, since="3.9"),
        "compression.lz4.level",
    ),
    TopicKey(
        ConfigKey("compression.zstd.level", INT, 3, "zstd's level.", low=-131072, high=22, use=Use.INERT, since="3.9"),
        "compression.zstd.level",
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
            "local.retention.bytes", LONG, -2, "Tiered storage: local bytes.", low=-2, use=Use.INERT, since="3.9"
        ),
        "log.local.retention.bytes",
    ),
    TopicKey(
        ConfigKey("local.retention.ms", LONG, -2, "Tiered storage: local time.", low=-2, use=Use.INERT, since="3.9"),
        "log.local.retention.ms",
    ),
    TopicKey(
        ConfigKey(
            "max.compaction.lag.ms",
            LONG,
            LONG_MAX,
            "After what time a record is compacted at last.",
            low=1,
            since="3.0",
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
            "message.timestamp.after.max.ms",
            LONG,
            LONG_MAX,
            "How far a record's time may be ahead of the broker's; else message.timestamp.difference.max.ms.",
            low=0,
            since="3.9",
        ),
        "log.message.timestamp.after.max.ms",
    ),
    TopicKey(
        ConfigKey(
            "message.timestamp.before.max.ms",
            LONG,
            LONG_MAX,
            "How far a record's time may be behind the broker's; else message.timestamp.difference.max.ms.",
            low=0,
            since="3.9",
        ),
        "log.message.timestamp.before.max.ms",
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
        ConfigKey(
            "remote.log.copy.disable",
            BOOLEAN,
            False,
            "Tiered storage: nothing more is copied.",
            use=Use.REFUSED,
            reason=TIERED,
            since="3.9",
        ),
    ),
    TopicKey(
        ConfigKey(
            "remote.log.delete.on.disable",
            BOOLEAN,
            False,
            "Tiered storage: what was copied goes with it.",
            use=Use.REFUSED,
            reason=TIERED,
            since="3.9",
        ),
    ),
    TopicKey(
        ConfigKey(
            "remote.storage.enable",
            BOOLEAN,
            False,
            "Tiered storage for this topic.",
            use=Use.REFUSED,
            reason=TIERED,
            since="3.9",
        ),
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
