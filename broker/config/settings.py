"""What a broker runs by: the values of its keys, and what several of them decide together.

    values by name ─▶ BrokerSettings ── replica_lag_time_max_ms, log_dirs, …            (`values`, and here)
                          └ of_listener ─▶ ListenerSettings ── ssl_client_auth, …       its own, else everybody's
                                               └ of_mechanism ─▶ MechanismValues ── sasl_jaas_config, …

Typed, and resolved when it is made: reading a setting is reading an attribute. A key that may change while the broker
runs changes by another object, so who must see that asks for the current one each time. Not here: where values come
from, and what they look like to DescribeConfigs (`broker_config`); whether they go together (`checks`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final

from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.endpoints import Endpoint, parse_endpoints, protocol_map
from kavka.broker.config.listener_keys import PREFIX
from kavka.broker.config.types import INT_MAX, ConfigError, Value
from kavka.broker.config.values import BrokerValues, ListenerValues, MechanismValues
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE

ZOOKEEPER_START_MS_MIN: Final = 60_000
"""How long startup waits for ZooKeeper at least, unless configured: both start at once in every compose file, and a JVM
that comes up beside others takes longer than a short session timeout."""

_MS_PER_MINUTE: Final = 60_000
_MS_PER_HOUR: Final = 3_600_000


class ListenerSettings(ListenerValues):
    """The settings of one listener.

    Args:
        values: of the broker's keys and of those with a listener's prefix, typed, by name.
        name: the listener's.

    Attributes:
        connections_max: its own `max.connections`; without one no limit beside what all listeners share.
        creation_rate_max: its own `max.connection.creation.rate`, likewise.
        has_own_client_auth: whether `ssl.client.auth` is set for this listener itself.
    """

    __slots__ = ("_values", "connections_max", "creation_rate_max", "has_own_client_auth", "name")

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        super().__init__(values, name)
        self._values = values
        self.name: Final = name
        self.connections_max: Final = self._own_limit("max.connections")
        self.creation_rate_max: Final = self._own_limit("max.connection.creation.rate")
        self.has_own_client_auth: Final = self._own("ssl.client.auth") is not None

    def value_of(self, name: str) -> Value:
        """Returns the value of a key by its name, for tables of names."""
        own = self._own(name)
        found: Value = self._values[name] if own is None else own
        return found

    def of_mechanism(self, mechanism: str) -> MechanismValues:
        """Returns what this listener sets for one SASL mechanism."""
        return MechanismValues(self._values, self.name, mechanism)

    def _own(self, name: str) -> Any:
        return self._values.get(f"{PREFIX}{self.name.lower()}.{name}")

    def _own_limit(self, name: str) -> int:
        own: int | None = self._own(name)
        return INT_MAX if own is None else own


class BrokerSettings(BrokerValues):
    """The settings of one broker; never changed after construction.

    Args:
        values: of the keys and of those with a listener's prefix, typed, by name.
        given: the keys that have a static value.

    Attributes:
        listeners: where to listen.
        advertised_listeners: what clients learn; None when it is each connection's own address.
        log_dirs: the data directories.
        connections_per_ip_overrides: `max.connections.per.ip.overrides`, address → limit.

    Raises:
        ConfigError: a value that is made of several parts cannot be read.
    """

    __slots__ = (
        "_given",
        "_values",
        "advertised_listeners",
        "connections_per_ip_overrides",
        "listeners",
        "log_dirs",
    )

    def __init__(self, values: Mapping[str, Any], given: Collection[str] = ()) -> None:
        super().__init__(values)
        self._values = values
        self._given = given
        protocols = protocol_map(values["listener.security.protocol.map"])
        named, advertised = values["listeners"], values["advertised.listeners"]
        self.listeners: Final = parse_endpoints("listeners", "PLAINTEXT://:9092" if named is None else named, protocols)
        self.advertised_listeners: Final = (
            None if advertised is None else parse_endpoints("advertised.listeners", advertised, protocols)
        )
        self.log_dirs: Final = _log_dirs(values)
        self.connections_per_ip_overrides: Final = _per_ip_overrides(values["max.connections.per.ip.overrides"])

    def __getitem__(self, name: str) -> Value:
        """Returns the value of a key by its name, for DescribeConfigs; an unknown key is a fault of ours."""
        found: Value = self._values[name]
        return found

    def is_set(self, name: str) -> bool:
        """Tells whether a key has a static value: in the file, the environment or as an override."""
        return name in self._given

    def of_listener(self, listener: str) -> ListenerSettings:
        """Returns the settings of one listener: its own, else everybody's."""
        return ListenerSettings(self._values, listener)

    # ---- listeners ------------------------------------------------------------------------------------------------

    @property
    def inter_broker_listener(self) -> str:
        """Names the listener by which brokers reach each other."""
        name: str | None = self._values["inter.broker.listener.name"]
        return name.upper() if name else str(self._values["security.inter.broker.protocol"])

    @property
    def control_plane_listener(self) -> str:
        """Names the listener between controller and brokers: one of its own, or that of all brokers."""
        name: str | None = self._values["control.plane.listener.name"]
        return name.upper() if name else self.inter_broker_listener

    @property
    def brokers_listeners(self) -> frozenset[str]:
        """Names the listeners that brokers and the controller connect to."""
        return frozenset((self.inter_broker_listener, self.control_plane_listener))

    def protocol_of(self, listener: str) -> str:
        """Returns the security protocol of an existing listener."""
        return self.endpoint_of(listener).security_protocol

    def endpoint_of(self, listener: str) -> Endpoint:
        """Returns the endpoint of an existing listener."""
        return next(one for one in self.listeners if one.name == listener)

    @property
    def is_guarded(self) -> bool:
        """Tells whether some client must authenticate: by a login, a certificate, or to an authorizer."""
        return bool(self.authorizer_class_name) or any(
            one.security_protocol.startswith("SASL_")
            or (one.security_protocol == "SSL" and self.of_listener(one.name).ssl_client_auth != "none")
            for one in self.listeners
        )

    @property
    def socket_send_buffer_bytes(self) -> int | None:
        """Returns SO_SNDBUF as configured; None leaves it to the system, which adapts it."""
        return self._socket_buffer_bytes("socket.send.buffer.bytes")

    @property
    def socket_receive_buffer_bytes(self) -> int | None:
        """Returns SO_RCVBUF as configured; None leaves it to the system, which adapts it."""
        return self._socket_buffer_bytes("socket.receive.buffer.bytes")

    def _socket_buffer_bytes(self, name: str) -> int | None:
        value: int = self._values[name]
        return value if self.is_set(name) and value != -1 else None

    # ---- the first key of several that is given ---------------------------------------------------------------------

    @property
    def log_retention_ms(self) -> int:
        """Returns the first of log.retention.ms, .minutes and .hours that is given; −1 for ever."""
        return self._first_ms("log.retention.ms", "log.retention.minutes", "log.retention.hours")

    @property
    def log_roll_ms(self) -> int:
        """Returns log.roll.ms, else log.roll.hours in milliseconds."""
        return self._first_ms("log.roll.ms", None, "log.roll.hours")

    @property
    def log_roll_jitter_ms(self) -> int:
        """Returns log.roll.jitter.ms, else log.roll.jitter.hours in milliseconds."""
        return self._first_ms("log.roll.jitter.ms", None, "log.roll.jitter.hours")

    @property
    def log_flush_interval_ms(self) -> int:
        """Returns log.flush.interval.ms, else log.flush.scheduler.interval.ms."""
        interval_ms: int | None = self._values["log.flush.interval.ms"]
        return self.log_flush_scheduler_interval_ms if interval_ms is None else interval_ms

    @property
    def zookeeper_connect(self) -> str:
        """Returns ZooKeeper's servers with the chroot; empty where none are named."""
        return self._values["zookeeper.connect"] or ""

    @property
    def zookeeper_connection_timeout_ms(self) -> int:
        """Returns zookeeper.connection.timeout.ms, else the session's timeout, at least `ZOOKEEPER_START_MS_MIN`."""
        set_ms: int | None = self._values["zookeeper.connection.timeout.ms"]
        return set_ms or max(self.zookeeper_session_timeout_ms, ZOOKEEPER_START_MS_MIN)

    def _first_ms(self, ms: str, minutes: str | None, hours: str) -> int:
        if self._values[ms] is not None:
            value, unit = int(self._values[ms]), 1
        elif minutes is not None and self._values[minutes] is not None:
            value, unit = int(self._values[minutes]), _MS_PER_MINUTE
        else:
            value, unit = int(self._values[hours]), _MS_PER_HOUR
        return -1 if value < 0 else value * unit


def default_values(profile: str) -> dict[str, Any]:
    """Returns the typed default of every key under a profile."""
    return {name: key.default_for(profile) for name, key in KEYS.items()}


def settings_of(values: Mapping[str, Value]) -> BrokerSettings:
    """Builds a broker's settings of typed values, unchecked, over the defaults of the default profile."""
    return BrokerSettings({**default_values(DEFAULT_PROFILE), **values}, values.keys())


@cache
def default_settings() -> BrokerSettings:
    """Returns the settings of a broker that was given none."""
    return settings_of({})


def _per_ip_overrides(text: str) -> dict[str, int]:
    overrides = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        host, colon, count = part.rpartition(":")
        if not colon or not count.isdigit():
            raise ConfigError(
                f"Invalid value {text} for configuration max.connections.per.ip.overrides: "
                f"{part!r} does not read address:count"
            )
        overrides[host] = int(count)
    return overrides


def _log_dirs(values: Mapping[str, Any]) -> list[str]:
    text: str = values["log.dirs"] if values["log.dirs"] is not None else values["log.dir"]
    directories = [part.strip() for part in text.split(",") if part.strip()]
    if not directories:
        raise ConfigError(f"Invalid value {text!r} for configuration log.dirs: it names no directory")
    if len(set(directories)) < len(directories):
        raise ConfigError(f"Invalid value {text} for configuration log.dirs: a directory is named twice")
    return directories
