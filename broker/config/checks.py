"""The rules that need more than one key: what Kafka checks at startup (KafkaConfig), and our own for security.

Each function looks at a finished `BrokerConfig` and yields sentences; `config` raises the first of them. A min.insync
above the replication factor is no mistake here: topics differ, and produce answers NOT_ENOUGH_REPLICAS.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.config.listener_keys import parse_listener_key

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

_CLEANER_BUFFER_MIN_BYTES: Final = 1024 * 1024

ACL_AUTHORIZERS: Final = ("kafka.security.authorizer.AclAuthorizer", "kafka.security.auth.SimpleAclAuthorizer")
"""Kafka's names of the authorizer that keeps its ACLs in ZooKeeper, new and old: either chooses ours."""


def problems(config: BrokerConfig) -> Iterable[str]:
    """Yields the contradictions among the keys; each sentence names a property, its value, a reason."""
    yield from _identity_problems(config)
    yield from _listener_problems(config)
    yield from _brokers_listener_problems(config)
    yield from _replication_problems(config)
    yield from _limit_problems(config)
    yield from _authorization_problems(config)
    yield from _zookeeper_problems(config)


def prefix_problems(names: Iterable[str], config: BrokerConfig) -> Iterable[str]:
    """Yields the listener-prefixed keys without a listener, among those that are being set now.

    What stands there already may outlive its listener: one that is closed while the broker runs leaves its settings
    behind, in the file and in ZooKeeper, as in Kafka.
    """
    lower = {endpoint.name.lower() for endpoint in config.listeners}
    for name in names:
        parts = parse_listener_key(name)
        if parts is not None and parts.listener not in lower:
            yield f"Invalid configuration {name}: there is no listener {parts.listener.upper()} among the listeners"


def _identity_problems(config: BrokerConfig) -> Iterable[str]:
    if not config["zookeeper.connect"]:
        yield "Missing required configuration zookeeper.connect: where ZooKeeper is, for example localhost:2181"
    broker_id, reserved = config["broker.id"], config["reserved.broker.max.id"]
    if config["broker.id.generation.enable"]:
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


def _listener_problems(config: BrokerConfig) -> Iterable[str]:
    names = {endpoint.name for endpoint in config.listeners}
    for endpoint in config.advertised_listeners or ():
        if endpoint.name not in names:
            yield (
                f"Invalid value {config['advertised.listeners']} for configuration advertised.listeners: "
                f"{endpoint.name} is not among the listeners"
            )
        if endpoint.is_wildcard:
            yield (
                f"Invalid value {config['advertised.listeners']} for configuration advertised.listeners: "
                f"nobody can connect to {endpoint.host or 'an empty address'}; name one that clients can reach"
            )


def _brokers_listener_problems(config: BrokerConfig) -> Iterable[str]:
    if config.is_set("inter.broker.listener.name") and config.is_set("security.inter.broker.protocol"):
        yield "Only one of inter.broker.listener.name and security.inter.broker.protocol may be set"
    advertised = {endpoint.name for endpoint in config.advertised_listeners or config.listeners}
    if config.inter_broker_listener not in advertised:
        yield (
            f"Invalid value {config.inter_broker_listener} for configuration inter.broker.listener.name: "
            f"it is not among the {'advertised ' if config.advertised_listeners else ''}listeners"
        )
    if config.is_set("control.plane.listener.name"):
        control_plane = config.control_plane_listener
        if control_plane not in advertised:
            yield (
                f"Invalid value {control_plane} for configuration control.plane.listener.name: "
                f"it is not among the {'advertised ' if config.advertised_listeners else ''}listeners"
            )
        if control_plane == config.inter_broker_listener:
            yield (
                f"Invalid value {control_plane} for configuration control.plane.listener.name: "
                "it must be another one than the inter-broker listener"
            )


def _replication_problems(config: BrokerConfig) -> Iterable[str]:
    wait_ms = config["replica.fetch.wait.max.ms"]
    for limit in ("replica.socket.timeout.ms", "replica.lag.time.max.ms"):
        if wait_ms > config[limit]:
            yield (
                f"Invalid value {wait_ms} for configuration replica.fetch.wait.max.ms: "
                f"it must not be above {limit} ({config[limit]}), or replicas would leave the ISR while they wait"
            )
    acks, factor = config["offsets.commit.required.acks"], config["offsets.topic.replication.factor"]
    if not -1 <= acks <= factor:
        yield (
            f"Invalid value {acks} for configuration offsets.commit.required.acks: "
            f"it must be from -1 to offsets.topic.replication.factor ({factor})"
        )


def _limit_problems(config: BrokerConfig) -> Iterable[str]:
    queued, request = config["queued.max.request.bytes"], config["socket.request.max.bytes"]
    if 0 < queued < request:
        yield (
            f"Invalid value {queued} for configuration queued.max.request.bytes: "
            f"it must hold one request of socket.request.max.bytes ({request})"
        )
    if config["max.connections.per.ip"] == 0 and not config["max.connections.per.ip.overrides"]:
        yield (
            "Invalid value 0 for configuration max.connections.per.ip: nobody could connect; "
            "it may be 0 where max.connections.per.ip.overrides says who can"
        )
    threads, buffer = config["log.cleaner.threads"], config["log.cleaner.dedupe.buffer.size"]
    if threads and buffer / threads <= _CLEANER_BUFFER_MIN_BYTES:
        yield (
            f"Invalid value {buffer} for configuration log.cleaner.dedupe.buffer.size: "
            f"it must be above 1 MiB for each of the {threads} log.cleaner.threads"
        )
    for name in ("log.retention.ms", "log.retention.minutes", "log.retention.hours"):
        if config[name] == 0:
            yield f"Invalid value 0 for configuration {name}: it must be above 0, or -1 to keep records for ever"


def _zookeeper_problems(config: BrokerConfig) -> Iterable[str]:
    digest = config["kavka.zookeeper.digest"]
    if digest is not None:
        user, _, password = digest.partition(":")
        if not (user and password):
            yield "Invalid value [hidden] for configuration kavka.zookeeper.digest: it must read user:password"
    elif config["zookeeper.set.acl"]:
        yield (
            "Invalid value true for configuration zookeeper.set.acl: kavka.zookeeper.digest must say as whom brokers "
            "log in to ZooKeeper, or the znodes would belong to nobody (Kafka's JAAS login and TLS client certificates "
            "are not supported)"
        )


def _authorization_problems(config: BrokerConfig) -> Iterable[str]:
    authorizer = config["authorizer.class.name"]
    if authorizer and authorizer not in ACL_AUTHORIZERS:
        yield (
            f"Invalid value {authorizer} for configuration authorizer.class.name: a Java class cannot be loaded by "
            f"this broker; {ACL_AUTHORIZERS[0]} chooses its own authorizer, which keeps to Kafka's ACLs in ZooKeeper"
        )
    for user in config["super.users"].split(";"):
        principal_type, colon, _ = user.strip().partition(":")
        if user.strip() and not (colon and principal_type):
            yield (
                f"Invalid value {config['super.users']} for configuration super.users: {user.strip()} is no principal "
                f"like User:alice; several stand between semicolons"
            )
