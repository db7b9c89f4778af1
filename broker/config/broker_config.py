"""One broker's configuration: server.properties read, checked, and offered as typed values.

    server.properties, environment, --override ─▶ config_sources ─▶ BrokerConfig.from_properties ─▶ every value typed,
                                                     unknown keys refused, what belongs together checked together
    /config/brokers/<default> and <id> ─▶ dynamic_configs ─▶ BrokerConfig.with_dynamic ─▶ another BrokerConfig

A value is looked up in layers, and they are kept, so that a layer can be replaced and DescribeConfigs can list them:

    this broker's dynamic value ─▶ the dynamic default ─▶ the file (static) ─▶ the profile's default

`inter.broker.protocol.version` selects the profile, and the profile the defaults that changed between Kafka 2.0 and
3.0. The keys themselves are tables: `config_keys`, `config_keys_security`; which may change while a broker runs is said
in `dynamic_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kavka.broker.config import checks as config_checks
from kavka.broker.config.keys import KEYS as DATA_KEYS
from kavka.broker.config.listener_keys import PREFIX, parse_listener_key, prefixed
from kavka.broker.config.security_keys import SECURITY_KEYS
from kavka.broker.config.types import ConfigError, ConfigKey, Use, parse_value, render_value

__all__ = ["KEYS", "BrokerConfig", "ConfigError", "Endpoint", "did_you_mean", "key_named", "parse_endpoints"]

KEYS: Final[Mapping[str, ConfigKey]] = {key.name: key for key in (*DATA_KEYS, *SECURITY_KEYS)}
"""Every key that a server.properties may hold, by name."""

SECURITY_PROTOCOLS: Final = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")

PROTOCOL_VERSION_KEY: Final = "inter.broker.protocol.version"
PROFILES: Final = {
    **dict.fromkeys(("2.0", "2.0-IV0", "2.0-IV1"), "2.0"),
    **dict.fromkeys(("3.0", "3.0-IV0", "3.0-IV1"), "3.0"),
}
"""`inter.broker.protocol.version` → profile."""

ZOOKEEPER_START_MS_MIN: Final = 60_000
"""How long startup waits for ZooKeeper at least, unless configured: both start at once in every compose file, and a JVM
that comes up beside others takes longer than a short session timeout."""

_MS_PER_MINUTE: Final = 60_000
_MS_PER_HOUR: Final = 3_600_000
_PORT_MAX: Final = 65535
_WILDCARDS: Final = ("", "0.0.0.0", "::")


def key_named(name: str) -> ConfigKey | None:
    """Returns the key of a name, listener prefix or not; None where there is none."""
    key = KEYS.get(name)
    if key is not None or not name.startswith(PREFIX):
        return key
    parts = parse_listener_key(name)
    return None if parts is None or parts.key not in KEYS else prefixed(KEYS[parts.key], name)


def _key(name: str) -> ConfigKey:
    key = key_named(name)
    assert key is not None, name
    return key


class Endpoint:
    """One listener: its name, the address, and the security protocol that the map gives to the name."""

    __slots__ = ("host", "name", "port", "security_protocol")

    def __init__(self, name: str, host: str, port: int, security_protocol: str) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.security_protocol = security_protocol

    @property
    def is_wildcard(self) -> bool:
        """Tells whether the host stands for all addresses of the machine."""
        return self.host in _WILDCARDS

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


class BrokerConfig:
    """The configuration of one broker; never changed after construction.

    Attributes:
        dynamic_own: what /config/brokers/<id> says, as text; of keys that may change while the broker runs.
        dynamic_defaults: the same of /config/brokers/<default>, which stands behind it.
        profile: "3.0" or "2.0".
        listeners: where to listen.
        advertised_listeners: what clients learn; None when it is each connection's own address.
        log_dirs: the data directories.
    """

    __slots__ = (
        "_texts",
        "_values",
        "advertised_listeners",
        "dynamic_defaults",
        "dynamic_own",
        "listeners",
        "log_dirs",
        "profile",
    )

    def __init__(self, texts: Mapping[str, str], values: dict[str, Any], profile: str) -> None:
        self._texts = dict(texts)
        self._values = values
        self.dynamic_own: Mapping[str, str] = {}
        self.dynamic_defaults: Mapping[str, str] = {}
        self.profile = profile
        protocols = _protocol_map(values["listener.security.protocol.map"])
        named = values["listeners"]
        self.listeners = parse_endpoints("listeners", "PLAINTEXT://:9092" if named is None else named, protocols)
        advertised = values["advertised.listeners"]
        self.advertised_listeners = (
            None if advertised is None else parse_endpoints("advertised.listeners", advertised, protocols)
        )
        self.log_dirs = _log_dirs(values)

    @classmethod
    def from_properties(cls, properties: Mapping[str, str]) -> BrokerConfig:
        """Checks and types what a server.properties says.

        Raises:
            ConfigError: with the property, its value and the reason; for an unknown key also what may be meant.
        """
        profile = _profile(properties)
        values = {name: key.default_for(profile) for name, key in KEYS.items()}
        for name, text in properties.items():
            values[name] = _value(name, text, profile)
        config = cls(properties, values, profile)
        for problem in config_checks.prefix_problems(config.prefixed_names, config):
            raise ConfigError(problem)
        config._check_together()
        return config

    def with_dynamic(self, defaults: Mapping[str, str], own: Mapping[str, str]) -> BrokerConfig:
        """Returns the configuration with these dynamic layers over the static values.

        Args:
            defaults: of /config/brokers/<default>.
            own: of /config/brokers/<id>.

        Raises:
            ConfigError: one of the values is none, or does not go together with the rest.
        """
        values = {name: key.default_for(self.profile) for name, key in KEYS.items()}
        for name, text in {**self._texts, **defaults, **own}.items():
            values[name] = _value(name, text, self.profile)
        config = BrokerConfig(self._texts, values, self.profile)
        config.dynamic_own = dict(own)
        config.dynamic_defaults = dict(defaults)
        config._check_together()
        return config

    def _check_together(self) -> None:
        for problem in config_checks.problems(self):
            raise ConfigError(problem)
        _per_ip_overrides(self._values["max.connections.per.ip.overrides"])

    # ---- values ---------------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        """The typed value of a key: given, or its default under the profile. An unknown key is a fault of ours."""
        return self._values[name]

    def of_listener(self, listener: str, name: str, *, mechanism: str | None = None) -> Any:
        """Returns the typed value of a key for one listener: its own, else the unprefixed key's.

        Args:
            listener: the listener's name.
            name: the key, without prefix.
            mechanism: of SASL; with it only the listener's own value for that mechanism counts, None where it is unset.
        """
        prefix = f"{PREFIX}{listener.lower()}."
        if mechanism is not None:
            return self._values.get(f"{prefix}{mechanism.lower()}.{name}")
        own = self._values.get(prefix + name)
        return self._values[name] if own is None else own

    @property
    def prefixed_names(self) -> list[str]:
        """Names the listener-prefixed keys that were given, or altered since."""
        return sorted(name for name in self._values if name.startswith(PREFIX))

    def value_or_none(self, name: str) -> Any:
        """Returns the typed value of a key; None also for a listener's key that is not set."""
        return self._values.get(name)

    def is_set(self, name: str) -> bool:
        """Tells whether a key has a static value: in the file, the environment or as an override."""
        return name in self._texts

    def shown(self, name: str) -> str | None:
        """Renders a key's value for DescribeConfigs; None for no value, and for what must not be shown."""
        if _key(name).is_sensitive:
            return None
        return render_value(self._values.get(name))

    def static_shown(self, name: str) -> str | None:
        """Renders the static value of an `is_set` key as a synonym for DescribeConfigs."""
        return None if _key(name).is_sensitive else render_value(parse_value(_key(name), self._texts[name]))

    def layer_shown(self, name: str, text: str) -> str | None:
        """Renders a dynamic layer's text as a synonym for DescribeConfigs."""
        return None if _key(name).is_sensitive else text

    def default_shown(self, name: str) -> str | None:
        """Renders a key's default as a synonym for DescribeConfigs."""
        return None if _key(name).is_sensitive else render_value(_key(name).default_for(self.profile))

    def inert(self) -> list[str]:
        """Returns the keys with a value of their own that have no effect yet."""
        return [
            name
            for name in self._texts
            if _key(name).use is Use.INERT and self._values[name] != _key(name).default_for(self.profile)
        ]

    # ---- what several keys decide together ------------------------------------------------------------------------

    @property
    def inter_broker_listener(self) -> str:
        """Names the listener by which brokers reach each other."""
        name = self._values["inter.broker.listener.name"]
        return name.upper() if name else str(self._values["security.inter.broker.protocol"])

    @property
    def control_plane_listener(self) -> str:
        """Names the listener between controller and brokers: one of its own, or that of all brokers."""
        name = self._values["control.plane.listener.name"]
        return name.upper() if name else self.inter_broker_listener

    @property
    def brokers_listeners(self) -> frozenset[str]:
        """Names the listeners that brokers and the controller connect to."""
        return frozenset((self.inter_broker_listener, self.control_plane_listener))

    def protocol_of(self, listener: str) -> str:
        """Returns the security protocol of an existing listener."""
        return next(one.security_protocol for one in self.listeners if one.name == listener)

    @property
    def is_guarded(self) -> bool:
        """Tells whether some client must authenticate: by a login, a certificate, or to an authorizer."""
        return bool(self._values["authorizer.class.name"]) or any(
            one.security_protocol.startswith("SASL_")
            or (one.security_protocol == "SSL" and self.of_listener(one.name, "ssl.client.auth") != "none")
            for one in self.listeners
        )

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
        interval = self._values["log.flush.interval.ms"]
        return int(self._values["log.flush.scheduler.interval.ms"] if interval is None else interval)

    @property
    def zookeeper_connection_timeout_ms(self) -> int:
        """Returns zookeeper.connection.timeout.ms, else the session's timeout, at least `ZOOKEEPER_START_MS_MIN`."""
        set_ms: int | None = self._values["zookeeper.connection.timeout.ms"]
        return set_ms or max(int(self._values["zookeeper.session.timeout.ms"]), ZOOKEEPER_START_MS_MIN)

    @property
    def connections_per_ip_overrides(self) -> dict[str, int]:
        """Returns max.connections.per.ip.overrides, address → limit."""
        return _per_ip_overrides(self._values["max.connections.per.ip.overrides"])

    def socket_buffer_bytes(self, name: str) -> int | None:
        """Returns a socket buffer's configured size; None leaves it to the system, which adapts it to the load."""
        value = int(self._values[name])
        return value if self.is_set(name) and value != -1 else None

    def _first_ms(self, ms: str, minutes: str | None, hours: str) -> int:
        if self._values[ms] is not None:
            value, unit = int(self._values[ms]), 1
        elif minutes is not None and self._values[minutes] is not None:
            value, unit = int(self._values[minutes]), _MS_PER_MINUTE
        else:
            value, unit = int(self._values[hours]), _MS_PER_HOUR
        return -1 if value < 0 else value * unit


def parse_endpoints(key: str, text: str, protocols: Mapping[str, str]) -> list[Endpoint]:
    """Reads `NAME://host:port,NAME://host:port`.

    Args:
        key: the property, for messages.
        text: its value.
        protocols: listener name → security protocol.

    Raises:
        ConfigError: a part is malformed, a name is not in the map, or a name or port appears twice.
    """
    endpoints = [_parse_endpoint(key, text, part.strip(), protocols) for part in text.split(",") if part.strip()]
    if not endpoints:
        raise ConfigError(f"Invalid value {text!r} for configuration {key}: it names no listener")
    names = [endpoint.name for endpoint in endpoints]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"Invalid value {text} for configuration {key}: the listener {name} is named twice")
    ports = [endpoint.port for endpoint in endpoints if endpoint.port]
    if key == "listeners" and len(set(ports)) < len(ports):
        raise ConfigError(f"Invalid value {text} for configuration {key}: each listener needs a port of its own")
    return endpoints


def _parse_endpoint(key: str, text: str, part: str, protocols: Mapping[str, str]) -> Endpoint:
    name, separator, address = part.partition("://")
    host, colon, port = address.rpartition(":")
    if not separator or not colon or not port.isdigit() or int(port) > _PORT_MAX:
        raise ConfigError(
            f"Invalid value {text} for configuration {key}: {part!r} does not read NAME://host:port, "
            f"for example PLAINTEXT://localhost:9092"
        )
    name = name.upper()
    if name not in protocols:
        raise ConfigError(
            f"Invalid value {text} for configuration {key}: listener.security.protocol.map does not say "
            f"which security protocol the listener {name} speaks"
        )
    return Endpoint(name, host.removeprefix("[").removesuffix("]"), int(port), protocols[name])


def _profile(properties: Mapping[str, str]) -> str:
    text = properties.get(PROTOCOL_VERSION_KEY)
    if text is None:
        return "3.0"
    profile = PROFILES.get(text.strip())
    if profile is None:
        raise ConfigError(
            f"Invalid value {text} for configuration {PROTOCOL_VERSION_KEY}: "
            f"this broker speaks the versions {', '.join(PROFILES)}"
        )
    return profile


def _value(name: str, text: str, profile: str) -> Any:
    key = key_named(name)
    if key is None:
        raise _unknown(name, text)
    value = parse_value(key, text)
    default = key.default_for(profile)
    if key.use is Use.REFUSED and value != default and (value or default):
        raise ConfigError(f"Invalid value {text.strip()} for configuration {name}: {key.reason}")
    return value


def _unknown(name: str, text: str) -> ConfigError:
    if name.startswith(PREFIX):
        return ConfigError(
            f"Unknown configuration {name}: of one listener there can be settings of TLS (ssl.…), logins (sasl.…) "
            f"and connections"
        )
    return ConfigError(f"Unknown configuration {name} (value {text}){did_you_mean(name)}")


def did_you_mean(name: str) -> str:
    """Suggests the known key that an unknown key resembles, as a sentence's end, or nothing."""
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, KEYS, n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


def _protocol_map(text: str) -> dict[str, str]:
    key = "listener.security.protocol.map"
    protocols = {}
    for part in text.split(","):
        name, colon, protocol = part.strip().partition(":")
        if not colon or protocol.upper() not in SECURITY_PROTOCOLS:
            raise ConfigError(
                f"Invalid value {text} for configuration {key}: {part.strip()!r} does not read NAME:PROTOCOL, "
                f"with PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL"
            )
        protocols[name.upper()] = protocol.upper()
    return protocols


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
    text = values["log.dirs"] if values["log.dirs"] is not None else values["log.dir"]
    directories = [part.strip() for part in text.split(",") if part.strip()]
    if not directories:
        raise ConfigError(f"Invalid value {text!r} for configuration log.dirs: it names no directory")
    if len(set(directories)) < len(directories):
        raise ConfigError(f"Invalid value {text} for configuration log.dirs: a directory is named twice")
    return directories
