"""The configuration keys of KRaft mode, which this broker does not have: another part of the table in `keys`.

Those that would make a node of a KRaft cluster of the broker are refused; the others say how such a node behaves, and
have no effect in ZooKeeper mode, as in Kafka. `node.id` alone counts: Kafka takes it for `broker.id`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import BOOLEAN, INT, LIST, LONG, STRING, ConfigKey, Use

_KRAFT: Final = "this broker works with ZooKeeper; KRaft mode is not supported"

_refused: Final = partial(ConfigKey, use=Use.REFUSED, reason=_KRAFT)
_inert: Final = partial(ConfigKey, use=Use.INERT)

KRAFT_KEYS: Final = (
    _refused("process.roles", LIST, [], "KRaft: this node's roles.", since="3.0"),
    ConfigKey("node.id", INT, -1, "This broker's id by KRaft's name, where broker.id is not set.", low=-1, since="3.0"),
    _refused("controller.listener.names", STRING, None, "KRaft: the controllers' listeners.", since="3.0"),
    _refused("controller.quorum.voters", LIST, [], "KRaft: the voters.", since="3.0"),
    _refused("controller.quorum.bootstrap.servers", LIST, [], "KRaft: the quorum.", since="3.9"),
    _refused("metadata.log.dir", STRING, None, "KRaft: the metadata log.", since="3.0"),
    _refused("zookeeper.metadata.migration.enable", BOOLEAN, False, "Migrate to KRaft.", since="3.9"),
    _inert(
        "zookeeper.metadata.migration.min.batch.size",
        INT,
        200,
        "KRaft: records of a migration's batch.",
        low=1,
        since="3.9",
        is_internal=True,
    ),
    _inert("broker.heartbeat.interval.ms", INT, 2000, "KRaft: how often brokers show up.", since="3.0"),
    _inert("broker.session.timeout.ms", INT, 9000, "KRaft: how long a silent broker counts.", since="3.0"),
    _inert(
        "initial.broker.registration.timeout.ms",
        INT,
        60000,
        "KRaft: how long a start waits to be registered.",
        since="3.0",
    ),
    _inert("controller.quorum.append.linger.ms", INT, 25, "KRaft: the leader's wait for more to write.", since="3.0"),
    _inert(
        "controller.quorum.election.backoff.max.ms",
        INT,
        1000,
        "KRaft: the longest pause between elections.",
        since="3.0",
    ),
    _inert("controller.quorum.election.timeout.ms", INT, 1000, "KRaft: how long an election may take.", since="3.0"),
    _inert(
        "controller.quorum.fetch.timeout.ms", INT, 2000, "KRaft: how long a voter goes without a fetch.", since="3.0"
    ),
    _inert(
        "controller.quorum.request.timeout.ms", INT, 2000, "KRaft: how long a voter waits for another.", since="3.0"
    ),
    _inert("controller.quorum.retry.backoff.ms", INT, 20, "KRaft: pause between requests that failed.", since="3.0"),
    _inert(
        "metadata.log.max.record.bytes.between.snapshots",
        LONG,
        20971520,
        "KRaft: when to take one.",
        low=1,
        since="3.0",
    ),
    _inert("metadata.log.max.snapshot.interval.ms", LONG, 3600000, "KRaft: when at last.", low=0, since="3.9"),
    _inert("metadata.log.segment.bytes", INT, 1073741824, "KRaft: the largest segment.", low=12, since="3.0"),
    _inert(
        "metadata.log.segment.min.bytes", INT, 8388608, "KRaft: the smallest.", low=12, is_internal=True, since="3.0"
    ),
    _inert("metadata.log.segment.ms", LONG, 604800000, "KRaft: the longest time before a new segment.", since="3.0"),
    _inert("metadata.max.idle.interval.ms", INT, 500, "KRaft: how often an idle leader writes.", low=0, since="3.9"),
    _inert("metadata.max.retention.bytes", LONG, 104857600, "KRaft: the largest metadata log.", since="3.0"),
    _inert("metadata.max.retention.ms", LONG, 604800000, "KRaft: how long its records stay.", since="3.0"),
)
