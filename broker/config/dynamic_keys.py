"""Which broker keys may change while the broker runs: a table, and the checks that only such a change needs.

The table is Kafka's (DynamicBrokerConfig.AllDynamicConfigs), so that tools find the same keys read-only. What has an
effect here has it at once: topics' defaults, limits, throttles, TLS of every listener that has no setting of its own,
listeners that come and go (`listener_changes`). What can have none, such as Kerberos and Java's metric reporters, is
stored as Kafka stores it. No value is ever loaded as a class, whoever may alter configuration (CVE-2025-27819 and its
kin): where a key names one, only what stands for our own behaviour is taken.

    key                                for all brokers   for one broker   with a listener's prefix
    topics' defaults, limits, …        yes               yes              –
    limits of connections              yes               yes              for all brokers, for one broker
    listeners, sasl.*, most of ssl.*   –                 yes              TLS, logins: for one broker
    key and trust stores               –                 –                for one broker

Not here: where the values come from and who is notified (`dynamic_configs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kavka.broker.config.all_keys import KEYS, did_you_mean, key_named, known_key
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.checks import prefix_problems
from kavka.broker.config.listener_keys import PREFIX, parse_listener_key
from kavka.broker.config.topic_config import VALIDATE_RECORDS
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.broker.config.types import CLASS, ConfigError, parse_value

_FORMAT_VERSION: Final = "log.message.format.version"

LOG_KEYS: Final = frozenset(topic_key.synonyms[0][0] for topic_key in TOPIC_KEYS.values() if topic_key.synonyms) - {
    _FORMAT_VERSION
}
"""The defaults of topics: of the keys that come in several units the finest alone, as in Kafka."""

CONNECTION_KEYS: Final = frozenset(
    {
        "max.connections",
        "max.connections.per.ip",
        "max.connections.per.ip.overrides",
        "max.connection.creation.rate",
    }
)
RATE_KEYS: Final = frozenset({"max.connections", "max.connection.creation.rate"})
"""What a running broker takes above 0 alone, though startup takes 0."""

CLEANER_KEYS: Final = frozenset(
    {
        "log.cleaner.threads",
        "log.cleaner.dedupe.buffer.size",
        "log.cleaner.io.buffer.load.factor",
        "log.cleaner.io.buffer.size",
        "log.cleaner.io.max.bytes.per.second",
        "log.cleaner.backoff.ms",
    }
)
THREAD_KEYS: Final = frozenset(
    {
        "num.io.threads",
        "num.network.threads",
        "num.replica.fetchers",
        "num.recovery.threads.per.data.dir",
        "background.threads",
        "log.cleaner.threads",
    }
)
"""Kafka lets each of these at most double or halve in one change; so do we, though most have no effect here."""

THROTTLE_KEYS: Final = frozenset(
    {
        "leader.replication.throttled.rate",
        "follower.replication.throttled.rate",
        "replica.alter.log.dirs.io.max.bytes.per.second",
    }
)

PRODUCER_KEYS: Final = frozenset(
    {"producer.id.expiration.ms", "transaction.partition.verification.enable", VALIDATE_RECORDS}
)

STORE_KEYS: Final = frozenset(
    {
        "ssl.keystore.type",
        "ssl.keystore.location",
        "ssl.keystore.password",
        "ssl.keystore.key",
        "ssl.keystore.certificate.chain",
        "ssl.key.password",
        "ssl.truststore.type",
        "ssl.truststore.location",
        "ssl.truststore.password",
        "ssl.truststore.certificates",
    }
)
"""What Kafka takes with a listener's prefix alone, though DescribeConfigs does not call it read-only without."""

LISTENER_KEYS: Final = frozenset(
    {
        "listeners",
        "advertised.listeners",
        "listener.security.protocol.map",
        "principal.builder.class",
        "ssl.protocol",
        "ssl.provider",
        "ssl.cipher.suites",
        "ssl.enabled.protocols",
        "ssl.keymanager.algorithm",
        "ssl.trustmanager.algorithm",
        "ssl.endpoint.identification.algorithm",
        "ssl.secure.random.implementation",
        "ssl.client.auth",
        "ssl.engine.factory.class",
        "sasl.mechanism.inter.broker.protocol",
        "sasl.jaas.config",
        "sasl.enabled.mechanisms",
        "sasl.kerberos.service.name",
        "sasl.kerberos.kinit.cmd",
        "sasl.kerberos.ticket.renew.window.factor",
        "sasl.kerberos.ticket.renew.jitter",
        "sasl.kerberos.min.time.before.relogin",
        "sasl.kerberos.principal.to.local.rules",
        "sasl.login.refresh.window.factor",
        "sasl.login.refresh.window.jitter",
        "sasl.login.refresh.min.period.seconds",
        "sasl.login.refresh.buffer.seconds",
    }
)
"""What each broker has for itself: its addresses, and what holds for those without a setting of their own."""

METRIC_REPORTERS: Final = "metric.reporters"
JMX_REPORTER: Final = "org.apache.kafka.common.metrics.JmxReporter"
"""The one reporter that every Kafka has; a class that a Kafka cannot load it refuses, and here none can be loaded."""

TIERED_KEYS: Final = frozenset(
    {
        "remote.fetch.max.wait.ms",
        "remote.log.index.file.cache.total.size.bytes",
        "remote.log.manager.copy.max.bytes.per.second",
        "remote.log.manager.fetch.max.bytes.per.second",
    }
)
"""What Kafka lets change of tiered storage; without effect here."""

DYNAMIC_KEYS: Final = (
    LOG_KEYS
    | CONNECTION_KEYS
    | CLEANER_KEYS
    | THREAD_KEYS
    | THROTTLE_KEYS
    | PRODUCER_KEYS
    | STORE_KEYS
    | LISTENER_KEYS
    | TIERED_KEYS
    | {METRIC_REPORTERS}
)
"""Every key that DescribeConfigs does not call read-only."""


JAAS: Final = "sasl.jaas.config"

CLUSTER_WIDE_OF_LISTENER: Final = frozenset({"max.connections", "max.connection.creation.rate", "num.network.threads"})
"""What may be said of a listener for all brokers together; its other settings each broker has for itself."""

_OF_MECHANISM: Final = frozenset({JAAS, "connections.max.reauth.ms"})
_BEARER_FILES: Final = frozenset({"sasl.oauthbearer.jwks.endpoint.url", "sasl.oauthbearer.token.endpoint.url"})


def is_dynamic(name: str) -> bool:
    """Tells whether a key may change while the broker runs.

    Of a listener's settings that is every one but those that name a class, or where bearer tokens' keys are. The
    secrets among them are encrypted in ZooKeeper (`dynamic_secrets`); `sasl.jaas.config` of one mechanism holds the
    users of PLAIN.
    """
    parts = parse_listener_key(name)
    if parts is None:
        return name in DYNAMIC_KEYS
    if parts.mechanism is not None:
        return parts.key in _OF_MECHANISM
    return KEYS[parts.key].type is not CLASS and parts.key not in _BEARER_FILES


def check_names(names: Iterable[str]) -> None:
    """Refuses keys that cannot change while the broker runs.

    Raises:
        ConfigError: some are unknown, read only at startup, or lack a listener's prefix; in Kafka's words, which tools
            look for.
    """
    names = list(names)
    fixed = [name for name in names if _is_fixed(name)]
    if fixed:
        raise ConfigError(f"Cannot update these configs dynamically: Set({', '.join(fixed)})")
    unprefixed = [name for name in names if name in STORE_KEYS]
    if unprefixed:
        raise ConfigError(
            f"These security configs can be dynamically updated only per-listener using the listener prefix: "
            f"Set({', '.join(unprefixed)})"
        )
    for name in names:
        if key_named(name) is None:
            # Kafka keeps what it does not know, for plug-ins that may. There are none here, so it is a slip of the pen.
            raise ConfigError(f"Unknown broker config name: {name}{did_you_mean(name)}")


def _is_fixed(name: str) -> bool:
    return key_named(name) is not None and not is_dynamic(name)


def is_of_listeners(name: str) -> bool:
    """Tells whether a key configures listeners; the running ones have to agree to its change."""
    return name in LISTENER_KEYS or name.startswith(PREFIX)


def _is_cluster_wide(name: str) -> bool:
    parts = parse_listener_key(name)
    return parts is not None and parts.key in CLUSTER_WIDE_OF_LISTENER


def check_level(names: Iterable[str], *, is_default: bool) -> None:
    """Refuses for all brokers together what each has for itself: its listeners and their keys.

    Raises:
        ConfigError: such a key stands among them.
    """
    own = [name for name in names if is_default and is_of_listeners(name) and not _is_cluster_wide(name)]
    if own:
        raise ConfigError(
            f"Cannot update these configs at default cluster level, broker id must be specified: Set({', '.join(own)})"
        )


def check_listeners(names: Iterable[str], changed: BrokerConfig) -> None:
    """Refuses settings of listeners that there would not be.

    Kafka keeps them for a listener that may come; here it is a slip of the pen, unless the listener comes with them.

    Raises:
        ConfigError: such a setting stands among them.
    """
    for problem in prefix_problems(names, changed):
        raise ConfigError(problem)


def check_values(current: BrokerConfig, changed: Mapping[str, str]) -> None:
    """Parses new dynamic values, and holds numbers of threads to Kafka's pace.

    Raises:
        ConfigError: with name, value and reason.
    """
    for name, text in changed.items():
        value = parse_value(known_key(name), text)
        parts = parse_listener_key(name)
        key = name if parts is None else parts.key
        if key in THREAD_KEYS:
            _check_threads(
                name, value, current[key] if parts is None else current.of_listener(parts.listener).value_of(key)
            )
        if key in RATE_KEYS and value <= 0:
            raise ConfigError(f"Invalid {key} {value}: nobody could connect to undo that")
        _check_login(name, text)
        _check_reporters(name, value)


def _check_reporters(name: str, classes: Any) -> None:
    if name == METRIC_REPORTERS and set(classes) - {JMX_REPORTER}:
        raise ConfigError(f"Invalid value {','.join(classes)} for configuration {name}: no Java class is loaded here")


def _check_login(name: str, text: str) -> None:
    """Refuses users of a mechanism that cannot be read, or that name another class; no message has a password."""
    parts = parse_listener_key(name)
    if parts is None or parts.mechanism is None or parts.key != JAAS:
        return
    from kavka.common.jaas import MODULES, JaasError, parse_jaas_for  # who alters logins has them

    mechanism = parts.mechanism.upper()
    try:
        if mechanism not in MODULES:
            raise JaasError(f"there is no mechanism {mechanism}; there is {', '.join(MODULES)}")
        parse_jaas_for(mechanism, text)
    except JaasError as error:
        raise ConfigError(f"Invalid value [hidden] for configuration {name}: {error}") from None


def _check_threads(name: str, value: Any, now: Any) -> None:
    update = f"Dynamic thread count update validation failed for {name}={value}"
    if value > now * 2:
        raise ConfigError(f"{update}, value should not be greater than double the current value {now}")
    if value < now // 2:
        raise ConfigError(f"{update}, value should be at least half the current value {now}")


def usable(texts: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Splits a node's texts into usable and unusable ones: an older hand wrote them, or Kafka.

    Returns:
        The dynamic keys whose values are values, and a sentence about each of the others.
    """
    good: dict[str, str] = {}
    problems: list[str] = []
    for name, text in texts.items():
        try:
            check_names([name])
            _check_reporters(name, parse_value(known_key(name), text))
            _check_login(name, text)
        except ConfigError as error:
            problems.append(str(error))
        else:
            good[name] = text
    return good, problems
