"""The broker's configuration keys, but for security's: Kafka's names, types, defaults and ranges, in our own words.

The defaults are those of a 3.0 broker; where 2.0's differ, `in_2_0` holds them (docs: facts of KafkaConfig@2.0.0 and
@3.0). Nothing is read here: this is a table. Security's keys are in `security_keys`, KRaft's in
`kraft_keys`, what came after 3.0 in `later_keys`; values in `values`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import (
    BOOLEAN,
    CLASS,
    DOUBLE,
    INT,
    INT_MAX,
    LIST,
    LONG,
    LONG_MAX,
    PASSWORD,
    SHORT,
    STRING,
    ConfigKey,
    Use,
)

_INERT: Final = Use.INERT
_REFUSED: Final = Use.REFUSED

_JAVA_CLASS: Final = "a Java class cannot be loaded by this broker"
_COMPRESSIONS: Final = ("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer")
_DOUBLE_MAX: Final = 1.7976931348623157e308

_dynamic: Final = partial(ConfigKey, is_internal=True)
"""A key that Kafka's brokers have once somebody altered it, and do not list before."""

ZOOKEEPER: Final = (
    ConfigKey("zookeeper.connect", STRING, None, "ZooKeeper servers, host:port,host:port/chroot."),
    ConfigKey("zookeeper.session.timeout.ms", INT, 18000, "ZooKeeper's session timeout.", low=1, in_2_0=6000),
    ConfigKey(
        "zookeeper.connection.timeout.ms",
        INT,
        None,
        "How long a start waits for ZooKeeper; else a minute, or the session's timeout where that is longer.",
        low=1,
    ),
    ConfigKey("zookeeper.sync.time.ms", INT, 2000, "Obsolete.", use=_INERT, until="2.0"),
    ConfigKey(
        "zookeeper.set.acl",
        BOOLEAN,
        False,
        "Whether new znodes are the brokers' alone to write, and secrets theirs to read; see kavka.zookeeper.digest.",
    ),
    ConfigKey(
        "kavka.zookeeper.digest",
        PASSWORD,
        None,
        "user:password by which brokers log in to ZooKeeper (scheme digest); the same for all. Not a key of Kafka's.",
    ),
    ConfigKey(
        "zookeeper.max.in.flight.requests", INT, 10, "Unanswered requests to ZooKeeper at a time.", low=1, use=_INERT
    ),
    ConfigKey("zookeeper.clientCnxnSocket", STRING, None, "ZooKeeper's Java socket class.", use=_INERT, since="3.0"),
)

IDENTITY: Final = (
    ConfigKey("broker.id", INT, -1, "This broker's id; -1 takes the one in meta.properties or a new one.", low=-1),
    ConfigKey("broker.id.generation.enable", BOOLEAN, True, "Whether ids above reserved.broker.max.id are given out."),
    ConfigKey("reserved.broker.max.id", INT, 1000, "The largest id that may be configured by hand.", low=0),
    ConfigKey(
        "listeners",
        STRING,
        "PLAINTEXT://:9092",
        "Addresses to listen on, NAME://host:port, separated by commas.",
        in_2_0=None,
    ),
    ConfigKey("advertised.listeners", STRING, None, "Addresses told to clients; unset: each connection's own."),
    ConfigKey(
        "listener.security.protocol.map",
        STRING,
        "PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL",
        "Which security protocol each listener name speaks.",
        in_3_9="SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT",
    ),
    ConfigKey("inter.broker.listener.name", STRING, None, "The listener by which brokers reach each other."),
    ConfigKey("control.plane.listener.name", STRING, None, "A listener of its own for the controller.", since="3.0"),
    ConfigKey("broker.rack", STRING, None, "The rack of this broker, for spreading replicas."),
    ConfigKey(
        "port",
        INT,
        9092,
        "Before listeners: the port.",
        low=0,
        high=65535,
        use=_REFUSED,
        reason="Kafka 3.0 removed it; write listeners=PLAINTEXT://host:port",
        until="2.0",
    ),
    ConfigKey(
        "host.name",
        STRING,
        "",
        "Before listeners: the address.",
        use=_REFUSED,
        reason="Kafka 3.0 removed it; write listeners=PLAINTEXT://host:port",
        until="2.0",
    ),
    ConfigKey(
        "advertised.host.name",
        STRING,
        None,
        "Before advertised.listeners: the host.",
        use=_REFUSED,
        reason="Kafka 3.0 removed it; write advertised.listeners=PLAINTEXT://host:port",
        until="2.0",
    ),
    ConfigKey(
        "advertised.port",
        INT,
        None,
        "Before advertised.listeners: the port.",
        low=0,
        high=65535,
        use=_REFUSED,
        reason="Kafka 3.0 removed it; write advertised.listeners=PLAINTEXT://host:port",
        until="2.0",
    ),
)

NETWORK: Final = (
    ConfigKey(
        "message.max.bytes",
        INT,
        1048588,
        "The largest record batch accepted, as it is on the wire.",
        low=0,
        in_2_0=1000012,
    ),
    ConfigKey(
        "num.network.threads", INT, 3, "Threads for the network; here one event loop does all.", low=1, use=_INERT
    ),
    ConfigKey("num.io.threads", INT, 8, "Threads for requests; here one event loop does all.", low=1, use=_INERT),
    ConfigKey("background.threads", INT, 10, "Threads for background work.", low=1, use=_INERT),
    ConfigKey("queued.max.requests", INT, 500, "Requests that wait for a thread; here none does.", low=1, use=_INERT),
    ConfigKey(
        "queued.max.request.bytes",
        LONG,
        -1,
        "Bytes of requests that have not come whole; others wait unread. -1: kavka.incomplete.requests.max.bytes.",
    ),
    ConfigKey(
        "kavka.incomplete.requests.max.bytes",
        LONG,
        -1,
        "The same where queued.max.request.bytes sets no limit; -1: a 16th of the machine's memory. Not a key of "
        "Kafka's.",
        low=-1,
    ),
    ConfigKey(
        "kavka.unread.responses.max.bytes",
        LONG,
        -1,
        "Bytes of responses that clients have not read, all together; near it fetches bring less. -1: a 16th of the "
        "machine's memory. Not a key of Kafka's.",
        low=-1,
    ),
    ConfigKey("request.timeout.ms", INT, 30000, "How long this broker waits for an answer of another.", low=1),
    ConfigKey("socket.send.buffer.bytes", INT, 102400, "SO_SNDBUF; unset or -1 leaves it to the system.", low=-1),
    ConfigKey("socket.receive.buffer.bytes", INT, 102400, "SO_RCVBUF; unset or -1 leaves it to the system.", low=-1),
    ConfigKey("socket.request.max.bytes", INT, 104857600, "The largest request, checked before it is read.", low=1),
    ConfigKey(
        "socket.connection.setup.timeout.ms", LONG, 10000, "How long to wait for a connection.", use=_INERT, since="3.0"
    ),
    ConfigKey(
        "socket.connection.setup.timeout.max.ms", LONG, 30000, "The same, grown by retries.", use=_INERT, since="3.0"
    ),
    ConfigKey("max.connections", INT, INT_MAX, "Connections of all listeners together.", low=0, since="3.0"),
    ConfigKey("max.connections.per.ip", INT, INT_MAX, "Connections from one address.", low=0),
    ConfigKey("max.connections.per.ip.overrides", STRING, "", "Other limits by address, host:count,host:count."),
    ConfigKey(
        "max.connection.creation.rate", INT, INT_MAX, "New connections a second; others wait.", low=0, since="3.0"
    ),
    ConfigKey(
        "connections.max.idle.ms",
        LONG,
        600000,
        "Connections without traffic are closed after this.",
    ),
    ConfigKey(
        "connection.failed.authentication.delay.ms",
        INT,
        100,
        "Pause before a failed login is told.",
        low=0,
        since="3.0",
    ),
    ConfigKey("max.incremental.fetch.session.cache.slots", INT, 1000, "Fetch sessions kept (KIP-227).", low=0),
    ConfigKey(
        "fetch.max.bytes", INT, 57671680, "The most bytes of records in one fetch answer.", low=1024, since="3.0"
    ),
    ConfigKey("connections.max.reauth.ms", LONG, 0, "How long a login holds (KIP-368).", since="3.0"),
)

TOPICS: Final = (
    ConfigKey("num.partitions", INT, 1, "Partitions of a topic that does not say.", low=1),
    ConfigKey("auto.create.topics.enable", BOOLEAN, True, "Create topics when somebody asks for their metadata."),
    ConfigKey("min.insync.replicas", INT, 1, "In-sync replicas that acks=all needs.", low=1),
    ConfigKey(
        "create.topic.policy.class.name", CLASS, None, "A policy for new topics.", use=_REFUSED, reason=_JAVA_CLASS
    ),
    ConfigKey(
        "alter.config.policy.class.name", CLASS, None, "A policy for config changes.", use=_REFUSED, reason=_JAVA_CLASS
    ),
    ConfigKey("default.replication.factor", INT, 1, "Replicas of a topic that does not say.", low=1),
    ConfigKey("unclean.leader.election.enable", BOOLEAN, False, "Whether a replica outside the ISR may lead."),
    ConfigKey("delete.topic.enable", BOOLEAN, True, "Whether topics may be deleted."),
    ConfigKey(
        "compression.type",
        STRING,
        "producer",
        "How batches are stored: a codec, or as the producer sent them.",
        choices=_COMPRESSIONS,
    ),
)

LOG: Final = (
    ConfigKey("log.dir", STRING, "/tmp/kafka-logs", "Where the logs are, when log.dirs is not set."),
    ConfigKey("log.dirs", STRING, None, "Where the logs are, separated by commas."),
    ConfigKey(
        "num.replica.alter.log.dirs.threads",
        INT,
        None,
        "Threads that move replicas between directories.",
        low=1,
        use=_INERT,
    ),
    ConfigKey("log.segment.bytes", INT, 1073741824, "The largest segment.", low=14),
    ConfigKey("log.roll.ms", LONG, None, "The longest time before a new segment; else log.roll.hours.", low=1),
    ConfigKey("log.roll.hours", INT, 168, "The longest time before a new segment.", low=1),
    ConfigKey("log.roll.jitter.ms", LONG, None, "Taken off log.roll.ms by chance; else log.roll.jitter.hours.", low=0),
    ConfigKey("log.roll.jitter.hours", INT, 0, "Taken off log.roll.hours by chance.", low=0),
    ConfigKey(
        "log.retention.ms", LONG, None, "How long records stay; else log.retention.minutes. -1: for ever.", low=-1
    ),
    ConfigKey("log.retention.minutes", INT, None, "How long records stay; else log.retention.hours."),
    ConfigKey("log.retention.hours", INT, 168, "How long records stay."),
    ConfigKey("log.retention.bytes", LONG, -1, "The largest partition; -1: no limit.", low=-1),
    ConfigKey("log.retention.check.interval.ms", LONG, 300000, "How often retention is looked at.", low=1),
    ConfigKey(
        "log.cleanup.policy",
        LIST,
        ["delete"],
        "delete old segments, compact by key, or both.",
        choices=("compact", "delete"),
    ),
    ConfigKey(
        "kavka.validate.records",
        BOOLEAN,
        True,
        "Whether producers' records are walked through before they are acknowledged, as Kafka does. Off saves CPU; a "
        "broken producer can then write what consumers stand still at. Not a key of Kafka's.",
    ),
    ConfigKey("log.index.size.max.bytes", INT, 10485760, "The largest offset index.", low=4),
    ConfigKey("log.index.interval.bytes", INT, 4096, "Bytes of records between index entries.", low=0),
    ConfigKey("log.flush.interval.messages", LONG, LONG_MAX, "Records before an fsync.", low=1),
    ConfigKey("log.segment.delete.delay.ms", LONG, 60000, "How long a deleted file stays on disk.", low=0),
    ConfigKey("log.flush.scheduler.interval.ms", LONG, LONG_MAX, "How often log.flush.interval.ms is looked at."),
    ConfigKey("log.flush.interval.ms", LONG, None, "The longest time before an fsync; else the scheduler's interval."),
    ConfigKey("log.flush.offset.checkpoint.interval.ms", INT, 60000, "How often the recovery point is written.", low=0),
    ConfigKey(
        "log.flush.start.offset.checkpoint.interval.ms", INT, 60000, "How often log start offsets are written.", low=0
    ),
    ConfigKey("log.preallocate", BOOLEAN, False, "Make segment files full-sized at once.", use=_INERT),
    ConfigKey("num.recovery.threads.per.data.dir", INT, 1, "Threads that recover logs at a start.", low=1, use=_INERT),
    ConfigKey(
        "log.message.format.version", STRING, "3.0-IV1", "The record format's version.", use=_INERT, in_2_0="2.0-IV1"
    ),
    ConfigKey(
        "log.message.timestamp.type",
        STRING,
        "CreateTime",
        "Whose clock stamps records.",
        choices=("CreateTime", "LogAppendTime"),
    ),
    ConfigKey("log.message.timestamp.difference.max.ms", LONG, LONG_MAX, "How far a record's time may be off.", low=0),
    ConfigKey("log.message.downconversion.enable", BOOLEAN, True, "Serve old clients in old record formats."),
)

CLEANER: Final = (
    ConfigKey("log.cleaner.threads", INT, 1, "Compaction's threads.", low=0),
    ConfigKey("log.cleaner.io.max.bytes.per.second", DOUBLE, _DOUBLE_MAX, "Compaction's limit."),
    ConfigKey("log.cleaner.dedupe.buffer.size", LONG, 134217728, "Memory of compaction's map."),
    ConfigKey("log.cleaner.io.buffer.size", INT, 524288, "Compaction's buffer.", low=0),
    ConfigKey("log.cleaner.io.buffer.load.factor", DOUBLE, 0.9, "How full compaction's map may be."),
    ConfigKey("log.cleaner.backoff.ms", LONG, 15000, "Pause when there is nothing to compact.", low=0),
    ConfigKey(
        "log.cleaner.min.cleanable.ratio",
        DOUBLE,
        0.5,
        "Dirty part of a log that is worth compacting.",
        low=0,
        high=1,
    ),
    ConfigKey("log.cleaner.enable", BOOLEAN, True, "Whether compaction runs."),
    ConfigKey("log.cleaner.delete.retention.ms", LONG, 86400000, "How long tombstones stay.", low=0),
    ConfigKey("log.cleaner.min.compaction.lag.ms", LONG, 0, "Records younger than this are not compacted.", low=0),
    ConfigKey(
        "log.cleaner.max.compaction.lag.ms",
        LONG,
        LONG_MAX,
        "Records older than this are compacted.",
        low=1,
        since="3.0",
    ),
)

REPLICATION: Final = (
    ConfigKey(
        "replica.lag.time.max.ms", LONG, 30000, "A replica behind for longer leaves the ISR.", low=1, in_2_0=10000
    ),
    ConfigKey("replica.socket.timeout.ms", INT, 30000, "How long a fetcher waits for its leader.", low=1),
    ConfigKey("replica.socket.receive.buffer.bytes", INT, 65536, "SO_RCVBUF of fetchers.", low=-1, use=_INERT),
    ConfigKey("replica.fetch.max.bytes", INT, 1048576, "Bytes a fetcher asks of a partition.", low=0),
    ConfigKey("replica.fetch.wait.max.ms", INT, 500, "How long a fetcher's request may wait.", low=0),
    ConfigKey("replica.fetch.backoff.ms", INT, 1000, "A fetcher's pause after an error.", low=0),
    ConfigKey("replica.fetch.min.bytes", INT, 1, "Bytes that a fetcher waits for.", low=0),
    ConfigKey("replica.fetch.response.max.bytes", INT, 10485760, "Bytes in one answer to a fetcher.", low=0),
    ConfigKey("num.replica.fetchers", INT, 1, "Fetchers for each leader.", low=1),
    ConfigKey(
        "replica.high.watermark.checkpoint.interval.ms", LONG, 5000, "How often high watermarks are written.", low=1
    ),
    ConfigKey(
        "replica.selector.class",
        STRING,
        None,
        "Which replica a consumer reads (KIP-392): Kafka's RackAwareReplicaSelector, or else the leader.",
        since="3.0",
    ),
    ConfigKey(
        "inter.broker.protocol.version",
        STRING,
        "3.0-IV1",
        "What brokers say to each other, 0.10.0 to 3.9; the profile is the nearest of 2.0, 3.0 and 3.9 below it.",
        in_2_0="2.0-IV1",
        in_3_9="3.9-IV0",
    ),
    _dynamic("leader.replication.throttled.rate", LONG, LONG_MAX, "Bytes/s of throttled replicas, leading.", low=0),
    _dynamic("follower.replication.throttled.rate", LONG, LONG_MAX, "Bytes/s of throttled replicas, following.", low=0),
    _dynamic("replica.alter.log.dirs.io.max.bytes.per.second", LONG, LONG_MAX, "Bytes/s between directories.", low=0),
)

PURGATORIES: Final = (
    ConfigKey("fetch.purgatory.purge.interval.requests", INT, 1000, "Completed fetches kept before a purge."),
    ConfigKey("producer.purgatory.purge.interval.requests", INT, 1000, "Completed produces kept before a purge."),
    ConfigKey("delete.records.purgatory.purge.interval.requests", INT, 1, "The same for DeleteRecords."),
)

CONTROLLER: Final = (
    ConfigKey("controller.socket.timeout.ms", INT, 30000, "How long the controller waits for a broker.", low=1),
    ConfigKey("auto.leader.rebalance.enable", BOOLEAN, True, "Whether preferred leaders are restored."),
    ConfigKey("leader.imbalance.per.broker.percentage", INT, 10, "Imbalance that is tolerated."),
    ConfigKey("leader.imbalance.check.interval.seconds", LONG, 300, "How often imbalance is looked at.", low=1),
    ConfigKey("controlled.shutdown.max.retries", INT, 3, "Tries to hand over leadership at a stop."),
    ConfigKey("controlled.shutdown.retry.backoff.ms", LONG, 5000, "Pause between them."),
    ConfigKey("controlled.shutdown.enable", BOOLEAN, True, "Hand over leadership at a stop."),
    ConfigKey("controller.quota.window.num", INT, 11, "Samples of controller quotas.", low=1, since="3.0"),
    ConfigKey("controller.quota.window.size.seconds", INT, 1, "Their length.", low=1, since="3.0"),
)

GROUPS: Final = (
    ConfigKey("group.min.session.timeout.ms", INT, 6000, "The shortest session of a member."),
    ConfigKey("group.max.session.timeout.ms", INT, 1800000, "The longest session of a member.", in_2_0=300000),
    ConfigKey("group.initial.rebalance.delay.ms", INT, 3000, "Wait for more members of a new group."),
    ConfigKey("group.max.size", INT, INT_MAX, "Members of a group.", low=1, since="3.0"),
    ConfigKey("offset.metadata.max.bytes", INT, 4096, "Metadata with a committed offset."),
    ConfigKey("offsets.load.buffer.size", INT, 5242880, "Bytes read at a time when groups load.", low=1),
    ConfigKey("offsets.topic.replication.factor", SHORT, 3, "Replicas of the offsets topic.", low=1),
    ConfigKey("offsets.topic.num.partitions", INT, 50, "Partitions of the offsets topic.", low=1),
    ConfigKey("offsets.topic.segment.bytes", INT, 104857600, "Segments of the offsets topic.", low=1),
    ConfigKey("offsets.topic.compression.codec", INT, 0, "Compression of the offsets topic."),
    ConfigKey("offsets.retention.minutes", INT, 10080, "How long offsets of empty groups stay.", low=1),
    ConfigKey("offsets.retention.check.interval.ms", LONG, 600000, "How often that is looked at.", low=1),
    ConfigKey("offsets.commit.timeout.ms", INT, 5000, "How long a commit waits for replicas.", low=1),
    ConfigKey("offsets.commit.required.acks", SHORT, -1, "Acks of a commit."),
)

TRANSACTIONS: Final = (
    ConfigKey("transactional.id.expiration.ms", INT, 604800000, "How long unused ids stay.", low=1),
    ConfigKey("transaction.max.timeout.ms", INT, 900000, "The longest transaction.", low=1),
    ConfigKey("transaction.state.log.min.isr", INT, 2, "In-sync replicas of the transactions topic.", low=1),
    ConfigKey("transaction.state.log.load.buffer.size", INT, 5242880, "Bytes read at a time.", low=1),
    ConfigKey("transaction.state.log.replication.factor", SHORT, 3, "Replicas of the topic.", low=1),
    ConfigKey("transaction.state.log.num.partitions", INT, 50, "Partitions of the topic.", low=1),
    ConfigKey("transaction.state.log.segment.bytes", INT, 104857600, "Segments of the topic.", low=1),
    ConfigKey(
        "transaction.abort.timed.out.transaction.cleanup.interval.ms",
        INT,
        10000,
        "How often they are ended.",
        low=1,
        in_2_0=60000,
    ),
    ConfigKey(
        "transaction.remove.expired.transaction.cleanup.interval.ms",
        INT,
        3600000,
        "How often ids are dropped.",
        low=1,
    ),
)

QUOTAS: Final = (
    ConfigKey(
        "quota.producer.default", LONG, LONG_MAX, "Bytes/s of a producer without another quota.", low=1, until="2.0"
    ),
    ConfigKey(
        "quota.consumer.default", LONG, LONG_MAX, "Bytes/s of a consumer without another quota.", low=1, until="2.0"
    ),
    ConfigKey("quota.window.num", INT, 11, "Samples of client quotas.", low=1),
    ConfigKey("quota.window.size.seconds", INT, 1, "Their length.", low=1),
    ConfigKey("replication.quota.window.num", INT, 11, "Samples of replication quotas.", low=1),
    ConfigKey("replication.quota.window.size.seconds", INT, 1, "Their length.", low=1),
    ConfigKey("alter.log.dirs.replication.quota.window.num", INT, 11, "Samples of moves between directories.", low=1),
    ConfigKey("alter.log.dirs.replication.quota.window.size.seconds", INT, 1, "Their length.", low=1),
    ConfigKey("client.quota.callback.class", CLASS, None, "Quotas by a class.", use=_REFUSED, reason=_JAVA_CLASS),
)

METRICS: Final = (
    ConfigKey("metrics.num.samples", INT, 2, "Samples of a rate.", low=1, use=_INERT),
    ConfigKey("metrics.sample.window.ms", LONG, 30000, "Their length.", low=1, use=_INERT),
    ConfigKey("metric.reporters", LIST, [], "Java classes that report metrics.", use=_INERT),
    ConfigKey(
        "metrics.recording.level",
        STRING,
        "INFO",
        "How much is measured.",
        choices=("INFO", "DEBUG", "TRACE"),
        use=_INERT,
    ),
    ConfigKey("kafka.metrics.reporters", LIST, [], "Java classes that report metrics.", use=_INERT, since="3.0"),
    ConfigKey("kafka.metrics.polling.interval.secs", INT, 10, "How often they run.", low=1, use=_INERT, since="3.0"),
)

ADMIN: Final = (
    ConfigKey(
        "kavka.admin.listener",
        STRING,
        "127.0.0.1",
        "Where metrics and state are shown over HTTP: host:port, or a host, which takes the first listener's port plus "
        "10000; empty: nowhere. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.admin.token",
        PASSWORD,
        None,
        "What HTTP clients must show; needed where other machines can reach the address. With logins or an authorizer "
        "the broker makes one when this is not set. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.admin.token.file",
        STRING,
        None,
        "Where that token stands, readable by its owner alone; made where nothing does. Default, with logins or an "
        "authorizer: admin.token in the first of log.dirs. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.admin.open",
        LIST,
        None,
        "What HTTP clients are told without the token: metrics, health. Default: both where the broker made the token "
        "and only this machine reaches the address, else nothing. Not a key of Kafka's.",
        choices=("metrics", "health"),
    ),
    ConfigKey(
        "kavka.console.registry.url",
        PASSWORD,
        None,
        "The schema registry whose schemas the console shows keys and values by: http://host:8081, or with "
        "user:password@ before the host; several, separated by commas, are tried in turn. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.metrics.topics",
        STRING,
        ".*",
        "A regular expression: topics that have metrics of their own; 1000 at most. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.metrics.partitions",
        STRING,
        "",
        "A regular expression: topics whose partitions have metrics one by one; empty: none. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.coordinator.load.damaged",
        BOOLEAN,
        False,
        "Whether a coordinator serves a partition whose log is damaged, without what cannot be read. Not Kafka's.",
    ),
    ConfigKey(
        "kavka.scrub.bytes.per.second",
        LONG,
        4 * 1024 * 1024,
        "How fast closed segments are read again to find damage; 0: not at all. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.scrub.interval.hours",
        INT,
        168,
        "Pause between two such readings of everything. Not a key of Kafka's.",
    ),
    ConfigKey(
        "kavka.log.dir.retry.interval.ms",
        LONG,
        30_000,
        "Pause between looks at a data directory that was full; 0: it comes back with a restart only. Not Kafka's.",
        low=0,
    ),
    ConfigKey(
        "kavka.log.dir.retry.free.bytes",
        LONG,
        64 * 1024 * 1024,
        "How much must be writable in such a directory before its logs are opened again. Not a key of Kafka's.",
        low=1,
    ),
    ConfigKey(
        "kavka.log.write.thread.bytes",
        INT,
        512 * 1024,
        "From this size on an append is written by a thread, and others are not held up by it. Not a key of Kafka's.",
        low=1,
    ),
    ConfigKey(
        "kavka.dev.clock",
        BOOLEAN,
        False,
        "Whether HTTP clients may stop this broker's clock and move it forward, for tests. Not a key of Kafka's.",
    ),
    ConfigKey("kavka.admin.read.only", BOOLEAN, False, "Whether HTTP clients may only look. Not a key of Kafka's."),
)

KEYS: Final = (
    *ZOOKEEPER, *IDENTITY, *NETWORK, *TOPICS, *LOG, *CLEANER, *REPLICATION, *PURGATORIES, *CONTROLLER, *GROUPS,
    *TRANSACTIONS, *QUOTAS, *METRICS, *ADMIN,
)  # fmt: skip
