"""The broker's configuration keys of share groups (KIP-932): another part of the table in `keys`.

Kafka 3.9 has the older ones without the groups. Names, defaults and limits are those of Kafka 4.4, since the groups are
Kafka 4's. What those of a group itself are made from is in `broker.share.share_config`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import BOOLEAN, INT, LIST, SHORT, STRING, ConfigKey, Use

SIMPLE_ASSIGNOR: Final = "org.apache.kafka.coordinator.group.assignor.SimpleAssignor"

_used: Final = partial(ConfigKey, since="3.9")
_inert: Final = partial(ConfigKey, since="3.9", use=Use.INERT)
_later: Final = partial(ConfigKey, since="4.4")
_later_inert: Final = partial(ConfigKey, since="4.4", use=Use.INERT)

SHARE_KEYS: Final = (
    _used(
        "group.share.enable",
        BOOLEAN,
        False,
        "KIP-932: share groups; where neither it nor the protocols are set, there are such groups, as in Kafka 4.",
        is_internal=True,
    ),
    _inert("group.share.max.groups", SHORT, 10, "KIP-932: share groups at a time; gone in Kafka 4.", low=1, high=100),
    _used("group.share.max.size", SHORT, 200, "KIP-932: members of a group.", low=1, high=1000),
    _used("group.share.heartbeat.interval.ms", INT, 5000, "KIP-932: how often members show up.", low=1),
    _used("group.share.max.heartbeat.interval.ms", INT, 15000, "KIP-932: the longest such interval.", low=1),
    _used("group.share.min.heartbeat.interval.ms", INT, 5000, "KIP-932: the shortest such interval.", low=1),
    _used("group.share.session.timeout.ms", INT, 45000, "KIP-932: a member's session.", low=1),
    _used("group.share.max.session.timeout.ms", INT, 60000, "KIP-932: the longest session.", low=1),
    _used("group.share.min.session.timeout.ms", INT, 45000, "KIP-932: the shortest session.", low=1),
    _later(
        "group.share.assignors",
        LIST,
        ["simple"],
        "KIP-932: who assigns partitions, by class or by name.",
        choices=("simple", SIMPLE_ASSIGNOR),
    ),
    _later(
        "group.share.initialize.retry.interval.ms",
        INT,
        30000,
        "KIP-932: when the beginning of a share-partition is tried again that nobody has confirmed.",
        low=1,
    ),
    _later_inert(
        "group.share.assignment.interval.ms",
        INT,
        1000,
        "KIP-932: between two assignments; here it follows from the size of the group.",
        low=0,
    ),
    _later_inert("group.share.max.assignment.interval.ms", INT, 15000, "KIP-932: the longest such interval.", low=0),
    _later_inert("group.share.min.assignment.interval.ms", INT, 0, "KIP-932: the shortest such interval.", low=0),
    _later_inert("group.share.assignor.offload.enable", BOOLEAN, True, "KIP-932: a thread assigns; here none does."),
    _used("group.share.delivery.count.limit", INT, 5, "KIP-932: tries of a record.", low=2, high=10),
    _later("group.share.max.delivery.count.limit", INT, 10, "KIP-932: the most tries.", low=5, high=25),
    _later("group.share.min.delivery.count.limit", INT, 2, "KIP-932: the fewest tries.", low=2, high=5),
    _used("group.share.record.lock.duration.ms", INT, 30000, "KIP-932: a record's lock.", low=1000, high=3600000),
    _used("group.share.max.record.lock.duration.ms", INT, 60000, "KIP-932: the longest.", low=30000, high=3600000),
    _used("group.share.min.record.lock.duration.ms", INT, 15000, "KIP-932: the shortest.", low=1000, high=30000),
    _used("group.share.partition.max.record.locks", INT, 2000, "KIP-932: locks at a time.", low=100, high=10000),
    _later("group.share.max.partition.max.record.locks", INT, 4000, "KIP-932: the most locks.", low=2000, high=10000),
    _later("group.share.min.partition.max.record.locks", INT, 100, "KIP-932: the fewest locks.", low=100, high=2000),
    _later("group.share.max.share.sessions", INT, 2000, "KIP-932: share sessions of a broker.", low=1),
    _later_inert("share.fetch.purgatory.purge.interval.requests", INT, 1000, "Completed share fetches before a purge."),
    _later_inert(
        "group.share.persister.class.name",
        STRING,
        "org.apache.kafka.server.share.persister.DefaultStatePersister",
        "KIP-932: a Java class that keeps what groups have done; here the share coordinator always does.",
        is_internal=True,
    ),
    _later_inert(
        "group.share.dlq.manager.class.name",
        STRING,
        "org.apache.kafka.server.share.dlq.DefaultShareGroupDLQManager",
        "KIP-1191: a Java class that keeps rejected records; here nobody does.",
        is_internal=True,
    ),
)
