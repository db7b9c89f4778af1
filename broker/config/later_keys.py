"""The broker's configuration keys that Kafka got after 3.0, up to 3.9: another part of the table in `keys`.

Profile 3.9 lists them all; the older ones take them, too, and list those that were set. What belongs to KRaft mode is
in `kraft_keys`, what belongs to TLS and SASL in `security_keys`. A key that Kafka keeps to itself (`is_internal`) is
listed nowhere unless it was set.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import (
    BOOLEAN,
    DOUBLE,
    INT,
    INT_MAX,
    LIST,
    LONG,
    LONG_MAX,
    STRING,
    ConfigKey,
    Use,
)

TIERED: Final = "tiered storage is not supported"

_UNIFORM: Final = "org.apache.kafka.coordinator.group.assignor.UniformAssignor"
_RANGE: Final = "org.apache.kafka.coordinator.group.assignor.RangeAssignor"

_used: Final = partial(ConfigKey, since="3.9")
_inert: Final = partial(ConfigKey, since="3.9", use=Use.INERT)
_internal: Final = partial(ConfigKey, since="3.9", use=Use.INERT, is_internal=True)
_refused: Final = partial(ConfigKey, since="3.9", use=Use.REFUSED)

SERVER: Final = (
    _used(
        "kavka.later.apis.enable",
        BOOLEAN,
        True,
        "Whether clients are offered what Kafka 4 brought, beside all of Kafka 3.9. Not a key of Kafka's.",
    ),
    _used(
        "kavka.telemetry.enable",
        BOOLEAN,
        True,
        "Whether clients may push metrics of their own, which /metrics shows (KIP-714). Not a key of Kafka's.",
    ),
    _inert("early.start.listeners", STRING, None, "Listeners that open before authorization is ready."),
    _inert("socket.listen.backlog.size", INT, 50, "Connections that wait to be accepted.", low=1),
    _used("max.request.partition.size.limit", INT, 2000, "Partitions in one DescribeTopicPartitions.", low=1),
    _inert("auto.include.jmx.reporter", BOOLEAN, True, "Metrics by JMX."),
    _used("telemetry.max.bytes", INT, 1048576, "Bytes of a client's metrics in one push, also inflated.", low=1),
    _internal("server.max.startup.time.ms", LONG, LONG_MAX, "KRaft: how long a start may take.", low=0),
    _internal("unstable.api.versions.enable", BOOLEAN, False, "Versions of requests that may still change; none here."),
    _internal("unstable.feature.versions.enable", BOOLEAN, False, "Features that may still change; none here."),
)

LOG: Final = (
    _inert("compression.gzip.level", INT, -1, "gzip's level.", low=-1, high=9),
    _inert("compression.lz4.level", INT, 9, "lz4's level.", low=1, high=17),
    _inert("compression.zstd.level", INT, 3, "zstd's level.", low=-131072, high=22),
    _used(
        "log.message.timestamp.before.max.ms",
        LONG,
        LONG_MAX,
        "How far a record's time may be behind the broker's; else log.message.timestamp.difference.max.ms.",
        low=0,
    ),
    _used(
        "log.message.timestamp.after.max.ms",
        LONG,
        LONG_MAX,
        "How far a record's time may be ahead of the broker's; else log.message.timestamp.difference.max.ms.",
        low=0,
    ),
    _internal("log.initial.task.delay.ms", LONG, 30000, "Pause after a start before retention runs.", low=0),
    _inert("log.dir.failure.timeout.ms", LONG, 30000, "KRaft: how long a lost directory is retried.", low=1),
    _internal("unclean.leader.election.interval.ms", LONG, 300000, "KRaft: how often it is looked for.", low=1),
    _inert(
        "eligible.leader.replicas.enable", BOOLEAN, False, "KRaft: replicas beyond the ISR that may lead (KIP-966)."
    ),
)

TRANSACTIONS: Final = (
    _used("transaction.partition.verification.enable", BOOLEAN, True, "Check transactions (KIP-890)."),
    _used("producer.id.expiration.ms", INT, 86400000, "How long an idle producer's state stays.", low=1),
    _used(
        "producer.id.expiration.check.interval.ms", INT, 600000, "How often that is looked at.", low=1, is_internal=True
    ),
)

GROUPS: Final = (
    _inert("group.coordinator.threads", INT, 1, "Threads of the new coordinator.", low=1),
    _internal("group.coordinator.new.enable", BOOLEAN, False, "Kafka's rewritten coordinator; KRaft's alone."),
    _used(
        "group.coordinator.rebalance.protocols",
        LIST,
        ["classic"],
        "Protocols of groups; where it is not set, those of KIP-848, KIP-932 and KIP-1071 too, as in Kafka 4.",
        choices=("classic", "consumer", "share", "streams"),
    ),
    _inert("group.coordinator.append.linger.ms", INT, 10, "The new coordinator's wait for more to write.", low=0),
    _used(
        "group.consumer.assignors",
        LIST,
        [_UNIFORM, _RANGE],
        "KIP-848: the assignors that members may choose, by class or by name; the first one is the default.",
        choices=("uniform", "range", _UNIFORM, _RANGE),
    ),
    _used("group.consumer.heartbeat.interval.ms", INT, 5000, "KIP-848: how often members show up.", low=1),
    _used("group.consumer.max.heartbeat.interval.ms", INT, 15000, "KIP-848: the longest such interval.", low=1),
    _used("group.consumer.min.heartbeat.interval.ms", INT, 5000, "KIP-848: the shortest such interval.", low=1),
    _used("group.consumer.session.timeout.ms", INT, 45000, "KIP-848: a member's session.", low=1),
    _used("group.consumer.max.session.timeout.ms", INT, 60000, "KIP-848: the longest session.", low=1),
    _used("group.consumer.min.session.timeout.ms", INT, 45000, "KIP-848: the shortest session.", low=1),
    _used("group.consumer.max.size", INT, INT_MAX, "KIP-848: members of a group.", low=1),
    _used(
        "group.consumer.migration.policy",
        STRING,
        "disabled",
        "KIP-848: groups with members from the classic protocol and back: disabled, upgrade, downgrade, bidirectional; "
        "where it is not set, both ways, as in Kafka 4.",
        is_internal=True,
    ),
)

TIERED_STORAGE: Final = (
    _refused("remote.log.storage.system.enable", BOOLEAN, False, "Tiered storage.", reason=TIERED),
    _inert("log.local.retention.ms", LONG, -2, "Tiered storage: local time.", low=-2),
    _inert("log.local.retention.bytes", LONG, -2, "Tiered storage: local bytes.", low=-2),
    _inert("remote.fetch.max.wait.ms", INT, 500, "Tiered storage: how long a fetch waits.", low=1),
    _inert("remote.log.index.file.cache.total.size.bytes", LONG, 2**30, "Tiered storage: cache of indexes.", low=1),
    _inert("remote.log.manager.copier.thread.pool.size", INT, -1, "Tiered storage: threads that copy."),
    _inert("remote.log.manager.copy.max.bytes.per.second", LONG, LONG_MAX, "Tiered storage: copying's limit.", low=1),
    _inert("remote.log.manager.copy.quota.window.num", INT, 11, "Tiered storage: its samples.", low=1),
    _inert("remote.log.manager.copy.quota.window.size.seconds", INT, 1, "Tiered storage: their length.", low=1),
    _inert("remote.log.manager.expiration.thread.pool.size", INT, -1, "Tiered storage: threads that delete."),
    _inert("remote.log.manager.fetch.max.bytes.per.second", LONG, LONG_MAX, "Tiered storage: reading's limit.", low=1),
    _inert("remote.log.manager.fetch.quota.window.num", INT, 11, "Tiered storage: its samples.", low=1),
    _inert("remote.log.manager.fetch.quota.window.size.seconds", INT, 1, "Tiered storage: their length.", low=1),
    _inert("remote.log.manager.task.interval.ms", LONG, 30000, "Tiered storage: how often it runs.", low=1),
    _internal("remote.log.manager.task.retry.backoff.max.ms", LONG, 30000, "Tiered storage: the longest pause.", low=1),
    _internal("remote.log.manager.task.retry.backoff.ms", LONG, 500, "Tiered storage: pause after an error.", low=1),
    _internal("remote.log.manager.task.retry.jitter", DOUBLE, 0.2, "Tiered storage: spread of it.", low=0, high=0.5),
    _inert("remote.log.manager.thread.pool.size", INT, 10, "Tiered storage: threads.", low=1),
    _inert("remote.log.metadata.custom.metadata.max.bytes", INT, 128, "Tiered storage: a plugin's own bytes.", low=0),
    _inert(
        "remote.log.metadata.manager.class.name",
        STRING,
        "org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager",
        "Tiered storage: a Java class.",
    ),
    _inert("remote.log.metadata.manager.class.path", STRING, None, "Tiered storage: where that is."),
    _inert("remote.log.metadata.manager.impl.prefix", STRING, "rlmm.config.", "Tiered storage: its settings."),
    _inert("remote.log.metadata.manager.listener.name", STRING, None, "Tiered storage: its listener."),
    _inert("remote.log.reader.max.pending.tasks", INT, 100, "Tiered storage: reads that wait.", low=1),
    _inert("remote.log.reader.threads", INT, 10, "Tiered storage: threads that read.", low=1),
    _inert("remote.log.storage.manager.class.name", STRING, None, "Tiered storage: a Java class."),
    _inert("remote.log.storage.manager.class.path", STRING, None, "Tiered storage: where that is."),
    _inert("remote.log.storage.manager.impl.prefix", STRING, "rsm.config.", "Tiered storage: its settings."),
)

LATER_KEYS: Final = (*SERVER, *LOG, *TRANSACTIONS, *GROUPS, *TIERED_STORAGE)
