"""The broker's configuration keys of streams groups (KIP-1071): another part of the table in `keys`.

Names, defaults and limits are those of Kafka 4.4. What those of a group itself are made from is in
`broker.group.streams.streams_config`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kavka.broker.config.types import BOOLEAN, INT, LIST, LONG, STRING, ConfigKey, Use

_used: Final = partial(ConfigKey, since="4.4")
_inert: Final = partial(ConfigKey, since="4.4", use=Use.INERT)

STREAMS_KEYS: Final = (
    _used("group.streams.max.size", INT, 2**31 - 1, "KIP-1071: members of a group.", low=1),
    _used("group.streams.heartbeat.interval.ms", INT, 5000, "KIP-1071: how often members show up.", low=1),
    _used("group.streams.max.heartbeat.interval.ms", INT, 15000, "KIP-1071: the longest such interval.", low=1),
    _used("group.streams.min.heartbeat.interval.ms", INT, 5000, "KIP-1071: the shortest such interval.", low=1),
    _used("group.streams.session.timeout.ms", INT, 45000, "KIP-1071: a member's session.", low=1),
    _used("group.streams.max.session.timeout.ms", INT, 60000, "KIP-1071: the longest session.", low=1),
    _used("group.streams.min.session.timeout.ms", INT, 45000, "KIP-1071: the shortest session.", low=1),
    _used("group.streams.num.standby.replicas", INT, 0, "KIP-1071: members that keep a task's state beside.", low=0),
    _used("group.streams.max.standby.replicas", INT, 2, "KIP-1071: the most of them.", low=0),
    _used(
        "group.streams.initial.rebalance.delay.ms", INT, 3000, "KIP-1071: how long a new group waits for more.", low=0
    ),
    _used("group.streams.assignment.interval.ms", INT, 1000, "KIP-1071: between two assignments.", low=0),
    _used("group.streams.max.assignment.interval.ms", INT, 15000, "KIP-1071: the longest such interval.", low=0),
    _used("group.streams.min.assignment.interval.ms", INT, 0, "KIP-1071: the shortest such interval.", low=0),
    _used("group.streams.task.offset.interval.ms", INT, 60000, "KIP-1071: how often members say their lag.", low=1),
    _used("group.streams.min.task.offset.interval.ms", INT, 15000, "KIP-1071: the shortest such interval.", low=1),
    _used("group.streams.acceptable.recovery.lag", LONG, 10000, "KIP-1071: what members are told of it.", low=0),
    _inert(
        "group.streams.num.warmup.replicas", INT, 2, "KIP-1071: warm-up tasks; Kafka 4.4 assigns none either.", low=0
    ),
    _inert("group.streams.max.warmup.replicas", INT, 20, "KIP-1071: the most of them.", low=0),
    _used(
        "group.streams.assignors",
        LIST,
        ["sticky"],
        "KIP-1071: who assigns tasks, by class or by name.",
        choices=("sticky", "org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor"),
    ),
    _inert(
        "group.streams.rack.aware.assignment.tags",
        LIST,
        [],
        "KIP-1071: tags by which standbys are spread; the sticky assignor does not.",
    ),
    _inert("group.streams.assignor.offload.enable", BOOLEAN, True, "KIP-1071: a thread assigns; here none does."),
    _inert(
        "group.streams.topology.description.plugin.class",
        STRING,
        None,
        "KIP-1331: a Java class that keeps descriptions of topologies; here nobody does.",
    ),
)
