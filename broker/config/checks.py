"""The rules that need more than one key: what Kafka checks at startup (KafkaConfig), and our own for security.

Each function looks at finished `BrokerSettings` and yields sentences; `broker_config` raises the first of them. A
min.insync above the replication factor is no mistake here: topics differ, and produce answers NOT_ENOUGH_REPLICAS.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kavka.broker.config.listener_keys import parse_listener_key
from kavka.broker.config.settings import BrokerSettings
from kavka.zk.hosts import hosts_problem

_CLEANER_BUFFER_MIN_BYTES: Final = 1024 * 1024

_MIGRATION_POLICIES: Final = ("disabled", "upgrade", "downgrade", "bidirectional")
"""In letters of either case, as Kafka takes them."""

ACL_AUTHORIZERS: Final = ("kafka.security.authorizer.AclAuthorizer", "kafka.security.auth.SimpleAclAuthorizer")
"""Kafka's names of the authorizer that keeps its ACLs in ZooKeeper, new and old: either chooses ours."""

_GROUPS_BOUNDS: Final = (
    (
        "group.consumer.session.timeout.ms",
        "group.consumer.min.session.timeout.ms",
        "group.consumer.max.session.timeout.ms",
    ),
    (
        "group.consumer.heartbeat.interval.ms",
        "group.consumer.min.heartbeat.interval.ms",
        "group.consumer.max.heartbeat.interval.ms",
    ),
    ("group.share.session.timeout.ms", "group.share.min.session.timeout.ms", "group.share.max.session.timeout.ms"),
    (
        "group.share.heartbeat.interval.ms",
        "group.share.min.heartbeat.interval.ms",
        "group.share.max.heartbeat.interval.ms",
    ),
    (
        "group.share.delivery.count.limit",
        "group.share.min.delivery.count.limit",
        "group.share.max.delivery.count.limit",
    ),
    (
        "group.share.record.lock.duration.ms",
        "group.share.min.record.lock.duration.ms",
        "group.share.max.record.lock.duration.ms",
    ),
    (
        "group.share.partition.max.record.locks",
        "group.share.min.partition.max.record.locks",
        "group.share.max.partition.max.record.locks",
    ),
    (
        "group.streams.session.timeout.ms",
        "group.streams.min.session.timeout.ms",
        "group.streams.max.session.timeout.ms",
    ),
    (
        "group.streams.heartbeat.interval.ms",
        "group.streams.min.heartbeat.interval.ms",
        "group.streams.max.heartbeat.interval.ms",
    ),
    (
        "group.streams.assignment.interval.ms",
        "group.streams.min.assignment.interval.ms",
        "group.streams.max.assignment.interval.ms",
    ),
)
"""What groups get where they say nothing themselves, and between which values they may say it."""


def problems(settings: BrokerSettings) -> Iterable[str]:
    """Yields the contradictions among the keys; each sentence names a property, its value, a reason."""
    yield from _identity_problems(settings)
    yield from _listener_problems(settings)
    yield from _brokers_listener_problems(settings)
    yield from _replication_problems(settings)
    yield from _limit_problems(settings)
    yield from _group_problems(settings)
    yield from _authorization_problems(settings)
    yield from _zookeeper_problems(settings)


def prefix_problems(names: Iterable[str], settings: BrokerSettings) -> Iterable[str]:
    """Yields the listener-prefixed keys without a listener, among those that are being set now.

    What stands there already may outlive its listener: one that is closed while the broker runs leaves its settings
    behind, in the file and in ZooKeeper, as in Kafka.
    """
    lower = {endpoint.name.lower() for endpoint in settings.listeners}
    for name in names:
        parts = parse_listener_key(name)
        if parts is not None and parts.listener not in lower:
            yield f"Invalid configuration {name}: there is no listener {parts.listener.upper()} among the listeners"


def _identity_problems(settings: BrokerSettings) -> Iterable[str]:
    if not settings.zookeeper_connect:
        yield "Missing required configuration zookeeper.connect: where ZooKeeper is, for example localhost:2181"
    elif (problem := hosts_problem(settings.zookeeper_connect)) is not None:
        yield f"Invalid value {settings.zookeeper_connect} for configuration zookeeper.connect: {problem}"
    broker_id, reserved = settings.broker_id, settings.reserved_broker_max_id
    if settings.is_set("node.id") and settings["node.id"] != broker_id:
        yield f"Invalid value {settings['node.id']} for configuration node.id: it must be broker.id ({broker_id})"
    if settings.broker_id_generation_enable:
        if broker_id > reserved:
            yield (
                f"Invalid value {broker_id} for configuration broker.id: ids above {reserved} "
                f"(reserved.broker.max.id) are given out by ZooKeeper while broker.id.generation.enable is true"
            )
    elif broker_id < 0:
        yield (
            f"Invalid value {broker_id} for configuration broker.id: "
            f"it must be set, because broker.id.generation.enable is false"
        )


def _listener_problems(settings: BrokerSettings) -> Iterable[str]:
    names = {endpoint.name for endpoint in settings.listeners}
    for endpoint in settings.advertised_listeners or ():
        if endpoint.name not in names:
            yield (
                f"Invalid value {settings['advertised.listeners']} for configuration advertised.listeners: "
                f"{endpoint.name} is not among the listeners"
            )
        if endpoint.is_wildcard:
            yield (
                f"Invalid value {settings['advertised.listeners']} for configuration advertised.listeners: "
                f"nobody can connect to {endpoint.host or 'an empty address'}; name one that clients can reach"
            )


def _brokers_listener_problems(settings: BrokerSettings) -> Iterable[str]:
    if settings.is_set("inter.broker.listener.name") and settings.is_set("security.inter.broker.protocol"):
        yield "Only one of inter.broker.listener.name and security.inter.broker.protocol may be set"
    advertised = {endpoint.name for endpoint in settings.advertised_listeners or settings.listeners}
    if settings.inter_broker_listener not in advertised:
        yield (
            f"Invalid value {settings.inter_broker_listener} for configuration inter.broker.listener.name: "
            f"it is not among the {'advertised ' if settings.advertised_listeners else ''}listeners"
        )
    if settings.is_set("control.plane.listener.name"):
        control_plane = settings.control_plane_listener
        if control_plane not in advertised:
            yield (
                f"Invalid value {control_plane} for configuration control.plane.listener.name: "
                f"it is not among the {'advertised ' if settings.advertised_listeners else ''}listeners"
            )
        if control_plane == settings.inter_broker_listener:
            yield (
                f"Invalid value {control_plane} for configuration control.plane.listener.name: "
                "it must be another one than the inter-broker listener"
            )


def _replication_problems(settings: BrokerSettings) -> Iterable[str]:
    wait_ms = settings.replica_fetch_wait_max_ms
    limits = {
        "replica.socket.timeout.ms": settings.replica_socket_timeout_ms,
        "replica.lag.time.max.ms": settings.replica_lag_time_max_ms,
    }
    for name, limit in limits.items():
        if wait_ms > limit:
            yield (
                f"Invalid value {wait_ms} for configuration replica.fetch.wait.max.ms: "
                f"it must not be above {name} ({limit}), or replicas would leave the ISR while they wait"
            )
    acks, factor = settings.offsets_commit_required_acks, settings.offsets_topic_replication_factor
    if not -1 <= acks <= factor:
        yield (
            f"Invalid value {acks} for configuration offsets.commit.required.acks: "
            f"it must be from -1 to offsets.topic.replication.factor ({factor})"
        )


def _limit_problems(settings: BrokerSettings) -> Iterable[str]:
    queued, request = settings.queued_max_request_bytes, settings.socket_request_max_bytes
    if 0 < queued < request:
        yield (
            f"Invalid value {queued} for configuration queued.max.request.bytes: "
            f"it must hold one request of socket.request.max.bytes ({request})"
        )
    if settings.max_connections_per_ip == 0 and not settings.connections_per_ip_overrides:
        yield (
            "Invalid value 0 for configuration max.connections.per.ip: nobody could connect; "
            "it may be 0 where max.connections.per.ip.overrides says who can"
        )
    threads, buffer = settings.log_cleaner_threads, settings.log_cleaner_dedupe_buffer_size
    if threads and buffer / threads <= _CLEANER_BUFFER_MIN_BYTES:
        yield (
            f"Invalid value {buffer} for configuration log.cleaner.dedupe.buffer.size: "
            f"it must be above 1 MiB for each of the {threads} log.cleaner.threads"
        )
    for name in ("log.retention.ms", "log.retention.minutes", "log.retention.hours"):
        if settings[name] == 0:
            yield f"Invalid value 0 for configuration {name}: it must be above 0, or -1 to keep records for ever"


def _group_problems(settings: BrokerSettings) -> Iterable[str]:
    policy = settings.group_consumer_migration_policy
    if policy.lower() not in _MIGRATION_POLICIES:
        yield (
            f"Invalid value {policy} for configuration group.consumer.migration.policy: "
            f"it must be one of {', '.join(_MIGRATION_POLICIES)}"
        )
    if "classic" not in settings.group_coordinator_rebalance_protocols:
        yield (
            "Invalid value for configuration group.coordinator.rebalance.protocols: it must have the classic protocol"
        )
    if not settings.group_consumer_assignors:
        yield "Invalid value for configuration group.consumer.assignors: somebody has to assign partitions"
    if not settings.group_share_assignors:
        yield "Invalid value for configuration group.share.assignors: somebody has to assign partitions"
    yield from _streams_group_problems(settings)
    for name, low_name, high_name in _GROUPS_BOUNDS:
        value, low, high = (_number(settings, key) for key in (name, low_name, high_name))
        if not low <= value <= high:
            yield (
                f"Invalid value {value} for configuration {name}: "
                f"it must be from {low_name} ({low}) to {high_name} ({high})"
            )
    for interval_name, session_name in (
        ("group.consumer.heartbeat.interval.ms", "group.consumer.session.timeout.ms"),
        ("group.share.heartbeat.interval.ms", "group.share.session.timeout.ms"),
        ("group.streams.heartbeat.interval.ms", "group.streams.session.timeout.ms"),
    ):
        interval_ms = _number(settings, interval_name)
        if interval_ms >= _number(settings, session_name):
            yield (
                f"Invalid value {interval_ms} for configuration {interval_name}: it must be less than {session_name}"
            )


def _streams_group_problems(settings: BrokerSettings) -> Iterable[str]:
    if not settings.group_streams_assignors:
        yield "Invalid value for configuration group.streams.assignors: somebody has to assign tasks"
    if settings.group_streams_num_standby_replicas > settings.group_streams_max_standby_replicas:
        yield (
            f"Invalid value {settings.group_streams_num_standby_replicas} for configuration "
            "group.streams.num.standby.replicas: it must be at most group.streams.max.standby.replicas "
            f"({settings.group_streams_max_standby_replicas})"
        )


def _number(settings: BrokerSettings, name: str) -> int:
    value = settings[name]
    assert isinstance(value, int), f"{name} is no whole number"
    return value


def _zookeeper_problems(settings: BrokerSettings) -> Iterable[str]:
    digest = settings.kavka_zookeeper_digest
    if digest is not None:
        user, _, password = digest.partition(":")
        if not (user and password):
            yield "Invalid value [hidden] for configuration kavka.zookeeper.digest: it must read user:password"
    elif settings.zookeeper_set_acl:
        yield (
            "Invalid value true for configuration zookeeper.set.acl: kavka.zookeeper.digest must say as whom brokers "
            "log in to ZooKeeper, or the znodes would belong to nobody (Kafka's JAAS login and TLS client certificates "
            "are not supported)"
        )


def _authorization_problems(settings: BrokerSettings) -> Iterable[str]:
    authorizer = settings.authorizer_class_name
    if authorizer and authorizer not in ACL_AUTHORIZERS:
        yield (
            f"Invalid value {authorizer} for configuration authorizer.class.name: a Java class cannot be loaded by "
            f"this broker; {ACL_AUTHORIZERS[0]} chooses its own authorizer, which keeps to Kafka's ACLs in ZooKeeper"
        )
    for user in settings.super_users.split(";"):
        principal_type, colon, _ = user.strip().partition(":")
        if user.strip() and not (colon and principal_type):
            yield (
                f"Invalid value {settings.super_users} for configuration super.users: {user.strip()} is no principal "
                f"like User:alice; several stand between semicolons"
            )
