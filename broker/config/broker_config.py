"""One broker's configuration: server.properties read, checked, and offered as typed values.

    server.properties, environment, --override ─▶ sources ─▶ BrokerConfig.from_properties ─▶ every value typed,
                                                     unknown keys refused, what belongs together checked together
    /config/brokers/<default> and <id> ─▶ dynamic_configs ─▶ BrokerConfig.with_dynamic ─▶ another BrokerConfig

A value is looked up in layers, and they are kept, so that a layer can be replaced and DescribeConfigs can list them:

    this broker's dynamic value ─▶ the dynamic default ─▶ the file (static) ─▶ the profile's default

`inter.broker.protocol.version` selects the profile, and the profile the defaults that changed between Kafka 2.0, 3.0
and 3.9. What a broker runs by are the attributes of `settings.BrokerSettings`; here are, besides, the layers, for
DescribeConfigs and AlterConfigs. The keys themselves are tables: `keys`, `security_keys`; which may change while a
broker runs is said in `dynamic_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kavka.broker.config import checks
from kavka.broker.config.all_keys import PLUGIN_PREFIXES, did_you_mean, key_named, known_key
from kavka.broker.config.listener_keys import PREFIX
from kavka.broker.config.settings import BrokerSettings, default_values
from kavka.broker.config.types import ConfigError, Use, Value, parse_value, render_value
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.inter_broker_versions import DEFAULT, NAMES, InterBrokerVersion, named

PROTOCOL_VERSION_KEY: Final = "inter.broker.protocol.version"

TELEMETRY: Final = frozenset({ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY})
"""What clients push metrics with; a Kafka without a receiver of them does not offer these either."""


class BrokerConfig(BrokerSettings):
    """The configuration of one broker; never changed after construction.

    Args:
        texts: what startup was given, by name.
        values: the typed values of all layers.
        protocol: `inter.broker.protocol.version`.
        dynamic_defaults: what /config/brokers/<default> says.
        dynamic_own: what /config/brokers/<id> says, which stands before it.

    Attributes:
        dynamic_own: as given, as text; of keys that may change while the broker runs.
        dynamic_defaults: likewise.
        protocol: as given.
    """

    __slots__ = ("_texts", "dynamic_defaults", "dynamic_own", "protocol")

    def __init__(
        self,
        texts: Mapping[str, str],
        values: Mapping[str, Any],
        protocol: InterBrokerVersion,
        *,
        dynamic_defaults: Mapping[str, str] | None = None,
        dynamic_own: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(values, texts)
        self._texts = texts
        self.dynamic_own: Final = dict(dynamic_own or {})
        self.dynamic_defaults: Final = dict(dynamic_defaults or {})
        self.protocol: Final = protocol

    @classmethod
    def from_properties(cls, properties: Mapping[str, str]) -> BrokerConfig:
        """Checks and types what a server.properties says.

        Raises:
            ConfigError: with the property, its value and the reason; for an unknown key also what may be meant.
        """
        protocol = _protocol(properties)
        texts = dict(properties)
        for given, other in (("node.id", "broker.id"), ("broker.id", "node.id")):  # KafkaConfig.populateSynonyms
            if given in texts and known_key(other).is_listed(protocol.profile):
                texts.setdefault(other, texts[given])
        config = cls(texts, _values(texts, protocol.profile), protocol)
        for problem in checks.prefix_problems(config.prefixed_names, config):
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
        values = _values({**self._texts, **defaults, **own}, self.profile)
        config = BrokerConfig(self._texts, values, self.protocol, dynamic_defaults=defaults, dynamic_own=own)
        config._check_together()
        return config

    def _check_together(self) -> None:
        for problem in checks.problems(self):
            raise ConfigError(problem)

    @property
    def profile(self) -> str:
        """Names the profile: what clients are offered, and which defaults hold."""
        return self.protocol.profile

    def ranges(self) -> dict[ApiKey, tuple[int, int]]:
        """Returns the versions of requests that this broker offers to answer."""
        return self._with_telemetry(self.protocol.ranges(beyond=self.kavka_later_apis_enable))

    def answered_ranges(self) -> dict[ApiKey, tuple[int, int]]:
        """Returns the versions of requests that this broker answers, those of its peers included."""
        return self._with_telemetry(self.protocol.answered(beyond=self.kavka_later_apis_enable))

    def _with_telemetry(self, ranges: dict[ApiKey, tuple[int, int]]) -> dict[ApiKey, tuple[int, int]]:
        return ranges if self.kavka_telemetry_enable else {api: ranges[api] for api in ranges if api not in TELEMETRY}

    # ---- by name, for DescribeConfigs and AlterConfigs --------------------------------------------------------------

    @property
    def prefixed_names(self) -> list[str]:
        """Names the listener-prefixed keys that were given, or altered since."""
        return sorted(name for name in self._values if name.startswith(PREFIX))

    @property
    def plugin_names(self) -> list[str]:
        """Names the settings that were given for tiered storage's classes, which have no effect."""
        return sorted(name for name in self._values if name.startswith(PLUGIN_PREFIXES))

    def has_layer(self, name: str) -> bool:
        """Tells whether a key was set, at startup or since."""
        return name in self._texts or name in self.dynamic_own or name in self.dynamic_defaults

    def value_or_none(self, name: str) -> Value:
        """Returns the typed value of a key; None also for a listener's key that is not set."""
        found: Value = self._values.get(name)
        return found

    def shown(self, name: str) -> str | None:
        """Renders a key's value for DescribeConfigs; None for no value, and for what must not be shown."""
        if known_key(name).is_sensitive:
            return None
        return render_value(self._values.get(name))

    def static_shown(self, name: str) -> str | None:
        """Renders the static value of an `is_set` key as a synonym for DescribeConfigs."""
        return None if known_key(name).is_sensitive else render_value(parse_value(known_key(name), self._texts[name]))

    def layer_shown(self, name: str, text: str) -> str | None:
        """Renders a dynamic layer's text as a synonym for DescribeConfigs."""
        return None if known_key(name).is_sensitive else text

    def default_shown(self, name: str) -> str | None:
        """Renders a key's default as a synonym for DescribeConfigs."""
        return None if known_key(name).is_sensitive else render_value(known_key(name).default_for(self.profile))

    def inert(self) -> list[str]:
        """Returns the keys with a value of their own that have no effect yet."""
        return [
            name
            for name in self._texts
            if known_key(name).use is Use.INERT and self._values[name] != known_key(name).default_for(self.profile)
        ]


def _protocol(properties: Mapping[str, str]) -> InterBrokerVersion:
    text = properties.get(PROTOCOL_VERSION_KEY, DEFAULT)
    protocol = named(text.strip())
    if protocol is None:
        raise ConfigError(
            f"Invalid value {text} for configuration {PROTOCOL_VERSION_KEY}: this broker speaks the versions from "
            f"{NAMES[0]} to {NAMES[-1]}, such as 2.8 or {DEFAULT}"
        )
    return protocol


def _values(texts: Mapping[str, str], profile: str) -> dict[str, Any]:
    return default_values(profile) | {name: _value(name, text, profile) for name, text in texts.items()}


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
