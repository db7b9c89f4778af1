"""Configurations as DescribeConfigs and CreateTopics show them: value, where it comes from, and what it hides.

A value's synonyms are listed from the strongest to the weakest, Kafka's order:

    DYNAMIC_TOPIC_CONFIG             /config/topics/<t>
    DYNAMIC_BROKER_CONFIG            /config/brokers/<id>
    DYNAMIC_DEFAULT_BROKER_CONFIG    /config/brokers/<default>
    STATIC_BROKER_CONFIG             server.properties, environment, command line
    DEFAULT_CONFIG                   the profile's

with Kafka's oddity kept, because tools compare: of the keys that come in several units (log.retention.ms, .minutes,
.hours) the list begins with the first of them, so when only another one has a value the list is empty, and the source
is DEFAULT_CONFIG whatever the file said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from kavka.broker.config.all_keys import KEYS, known_key
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.client_metrics import SUBSCRIPTION_KEYS
from kavka.broker.config.dynamic_keys import is_dynamic
from kavka.broker.config.group_configs import values_of
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.broker.config.types import STRING, ConfigKey, render_value


class ConfigSource(IntEnum):
    """Where a value comes from; the numbers are Kafka's."""

    DYNAMIC_TOPIC_CONFIG = 1
    DYNAMIC_BROKER_CONFIG = 2
    DYNAMIC_DEFAULT_BROKER_CONFIG = 3
    STATIC_BROKER_CONFIG = 4
    DEFAULT_CONFIG = 5
    DYNAMIC_BROKER_LOGGER_CONFIG = 6
    DYNAMIC_CLIENT_METRICS_CONFIG = 7
    DYNAMIC_GROUP_CONFIG = 8


class Synonym(NamedTuple):
    """One layer of a value."""

    name: str
    value: str | None
    source: ConfigSource


class ConfigEntry(NamedTuple):
    """One key of a topic or a broker."""

    key: ConfigKey
    value: str | None
    source: ConfigSource
    is_read_only: bool
    synonyms: tuple[Synonym, ...]

    @property
    def name(self) -> str:
        """Returns the key's name."""
        return self.key.name

    @property
    def is_sensitive(self) -> bool:
        """Tells whether the value is hidden."""
        return self.key.is_sensitive


_UNITS: Final = (
    ("log.roll.ms", "log.roll.hours"),
    ("log.roll.jitter.ms", "log.roll.jitter.hours"),
    ("log.retention.ms", "log.retention.minutes", "log.retention.hours"),
)
_FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: names for names in _UNITS for name in names},
    "log.flush.interval.ms": ("log.flush.interval.ms", "log.flush.scheduler.interval.ms"),
}
"""Broker keys that stand for each other, the finest unit first."""


def describe_topic(overrides: Mapping[str, str], config: BrokerConfig) -> Iterator[ConfigEntry]:
    """Describes the topic-level keys of the broker's profile for a topic with these overrides."""
    effective = LogConfig(overrides, broker=config)
    for name, topic_key in TOPIC_KEYS.items():
        if not (topic_key.key.is_listed(config.profile) or name in overrides):
            continue
        synonyms = _broker_synonyms(topic_key.synonyms[0][0], config) if topic_key.synonyms else ()
        value = effective.shown(name)
        if name in overrides:
            synonyms = (Synonym(name, value, ConfigSource.DYNAMIC_TOPIC_CONFIG), *synonyms)
        yield ConfigEntry(topic_key.key, value, _source(synonyms), False, synonyms)


def describe_broker(config: BrokerConfig) -> Iterator[ConfigEntry]:
    """Describes the keys of this broker's profile, and those that were set; what cannot change is read-only."""
    for name, key in KEYS.items():
        if not (key.is_listed(config.profile) or config.has_layer(name)):
            continue
        synonyms = _broker_synonyms(name, config)
        yield ConfigEntry(key, config.shown(name), _source(synonyms), not is_dynamic(name), synonyms)
    for name in (*config.prefixed_names, *config.plugin_names):
        listener_key = known_key(name)
        synonyms = _broker_synonyms(name, config)
        yield ConfigEntry(listener_key, config.shown(name), _source(synonyms), not is_dynamic(name), synonyms)


def describe_broker_defaults(config: BrokerConfig) -> Iterator[ConfigEntry]:
    """Describes the dynamic defaults of all brokers, and nothing that only this broker was given."""
    for name, text in config.dynamic_defaults.items():
        shown = config.layer_shown(name, text)
        synonym = Synonym(name, shown, ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG)
        yield ConfigEntry(known_key(name), shown, synonym.source, not is_dynamic(name), (synonym,))


def describe_loggers(levels: Mapping[str, str]) -> Iterator[ConfigEntry]:
    """Describes every logger with its level, as if it were a key."""
    for name, level in levels.items():
        key = ConfigKey(name, STRING, None, "The level of one logger of this broker.")
        yield ConfigEntry(key, level, ConfigSource.DYNAMIC_BROKER_LOGGER_CONFIG, False, ())


def describe_subscription(texts: Mapping[str, str]) -> Iterator[ConfigEntry]:
    """Describes the keys of a subscription of client metrics with these texts; of none, the defaults."""
    for name, key in SUBSCRIPTION_KEYS.items():
        value = texts.get(name, render_value(key.default))
        synonyms: tuple[Synonym, ...] = ()
        if name in texts:
            synonyms = (Synonym(name, value, ConfigSource.DYNAMIC_CLIENT_METRICS_CONFIG),)
        yield ConfigEntry(key, value, _source(synonyms), False, synonyms)


def describe_group(texts: Mapping[str, str], config: BrokerConfig) -> Iterator[ConfigEntry]:
    """Describes the keys of a group with these texts; what it does not say holds by the broker's configuration."""
    for key, value in values_of(texts, config):
        synonyms: tuple[Synonym, ...] = ()
        text = render_value(value)
        if key.name in texts:
            text = texts[key.name]
            synonyms = (Synonym(key.name, text, ConfigSource.DYNAMIC_GROUP_CONFIG),)
        yield ConfigEntry(key, text, _source(synonyms), False, synonyms)


def _source(synonyms: tuple[Synonym, ...]) -> ConfigSource:
    return synonyms[0].source if synonyms else ConfigSource.DEFAULT_CONFIG


def _broker_synonyms(name: str, config: BrokerConfig) -> tuple[Synonym, ...]:
    names = _FAMILIES.get(name, (name,))
    layers = [
        Synonym(n, config.layer_shown(n, texts[n]), source)
        for texts, source in (
            (config.dynamic_own, ConfigSource.DYNAMIC_BROKER_CONFIG),
            (config.dynamic_defaults, ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG),
        )
        for n in names
        if n in texts
    ]
    layers += [Synonym(n, config.static_shown(n), ConfigSource.STATIC_BROKER_CONFIG) for n in names if config.is_set(n)]
    layers += [
        Synonym(n, config.default_shown(n), ConfigSource.DEFAULT_CONFIG)
        for n in names
        if n in KEYS and KEYS[n].default_for(config.profile) is not None
    ]
    for position, layer in enumerate(layers):
        if layer.name == name:
            return tuple(layers[position:])
    return ()
