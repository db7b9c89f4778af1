"""A broker's configuration as attributes, one a key: their types are generated from the tables of keys.

    keys, security_keys ─┬▶ value_stub ─▶ values.pyi: each attribute with its type, for mypy and for editors
                         └▶ values: the same attributes at run time, looked up once, when the object is made

    replica.lag.time.max.ms ─▶ replica_lag_time_max_ms: int          sasl.jaas.config ─▶ of a listener's mechanism alone

An attribute is the key, dots as underscores; so the units are Kafka's. A key has one in the scope that it counts in,
and in no other: what a listener may have for itself cannot be read as everybody's by mistake. None where nothing may
read it by itself: what has no effect here or is refused (`Use`), and what several keys decide together (`settings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, Final

from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.listener_keys import LISTENER_KEYS, MECHANISM_KEYS, PREFIX
from kavka.broker.config.types import Use

TOGETHER: Final = frozenset(
    {
        "zookeeper.connect",
        "zookeeper.connection.timeout.ms",
        "inter.broker.protocol.version",
        "node.id",
        "listeners",
        "advertised.listeners",
        "listener.security.protocol.map",
        "inter.broker.listener.name",
        "control.plane.listener.name",
        "security.inter.broker.protocol",
        "socket.send.buffer.bytes",
        "socket.receive.buffer.bytes",
        "max.connections.per.ip.overrides",
        "log.dir",
        "log.dirs",
        "log.retention.ms",
        "log.retention.minutes",
        "log.retention.hours",
        "log.roll.ms",
        "log.roll.hours",
        "log.roll.jitter.ms",
        "log.roll.jitter.hours",
        "log.flush.interval.ms",
    }
)
"""Keys that say something with others, or with whether they were set: `BrokerSettings` has what comes of them."""

EVERYBODYS: Final = frozenset(
    {"max.connections", "max.connection.creation.rate", "sasl.mechanism.inter.broker.protocol"}
)
"""Keys that a listener may set too, and that count for the broker as a whole whatever its listeners set."""


def attribute_of(name: str) -> str:
    """Returns the attribute of a key: `log.dirs` is `log_dirs`."""
    return name.replace(".", "_")


def _attributes(names: Set[str]) -> Mapping[str, str]:
    return {attribute_of(name): name for name in KEYS if name in names}


_USED: Final = frozenset(name for name, key in KEYS.items() if key.use is Use.USED)

BROKER_ATTRIBUTES: Final = _attributes(_USED - TOGETHER - (LISTENER_KEYS - EVERYBODYS))
LISTENER_ATTRIBUTES: Final = _attributes(_USED & LISTENER_KEYS - EVERYBODYS)
MECHANISM_ATTRIBUTES: Final = _attributes(MECHANISM_KEYS)
"""Attribute → key, by scope, in the order of the tables."""


class BrokerValues:
    """The values of a broker's keys: given, or their defaults."""

    __slots__ = tuple(BROKER_ATTRIBUTES)

    def __init__(self, values: Mapping[str, Any]) -> None:
        for attribute, name in BROKER_ATTRIBUTES.items():
            setattr(self, attribute, values[name])


class ListenerValues:
    """The values of one listener's keys: its own, else everybody's."""

    __slots__ = tuple(LISTENER_ATTRIBUTES)

    def __init__(self, values: Mapping[str, Any], listener: str) -> None:
        prefix = f"{PREFIX}{listener.lower()}."
        for attribute, name in LISTENER_ATTRIBUTES.items():
            own = values.get(prefix + name)
            setattr(self, attribute, values[name] if own is None else own)


class MechanismValues:
    """The values of one SASL mechanism's keys at one listener; None where a key is unset."""

    __slots__ = tuple(MECHANISM_ATTRIBUTES)

    def __init__(self, values: Mapping[str, Any], listener: str, mechanism: str) -> None:
        prefix = f"{PREFIX}{listener.lower()}.{mechanism.lower()}."
        for attribute, name in MECHANISM_ATTRIBUTES.items():
            setattr(self, attribute, values.get(prefix + name))
