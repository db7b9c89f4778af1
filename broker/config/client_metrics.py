"""Subscriptions of client metrics: the keys of a CLIENT_METRICS resource, their checks, and whom one matches (KIP-714).

    metrics      prefixes of the metrics that clients push; `*`: all
    interval.ms  how often
    match        NAME=REGULAR EXPRESSION of clients, in RE2's syntax; all must match, and none means every client

The checks are Kafka's (ClientMetricsConfigs). Pure; where a subscription is stored, and who follows it, is
`broker.assembly.telemetry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kavka.broker.config.types import INT, LIST, ConfigError, ConfigKey, parse_value
from kavka.common.patterns import InvalidPattern, Pattern
from kavka.protocol.errors import InvalidConfig, InvalidRequest

METRICS: Final = "metrics"
INTERVAL: Final = "interval.ms"
MATCH: Final = "match"

INTERVAL_MS_DEFAULT: Final = 5 * 60 * 1000
INTERVAL_MS_MIN: Final = 100
INTERVAL_MS_MAX: Final = 60 * 60 * 1000

ALL_METRICS: Final = "*"

SUBSCRIPTION_KEYS: Final[Mapping[str, ConfigKey]] = {
    key.name: key
    for key in (
        ConfigKey(METRICS, LIST, [], "Prefixes of the metrics that clients push; *: all."),
        ConfigKey(INTERVAL, INT, INTERVAL_MS_DEFAULT, "How often clients push, in milliseconds."),
        ConfigKey(MATCH, LIST, [], "Which clients: NAME=REGULAR EXPRESSION, all of which must match; none: every one."),
    )
}

MATCHED: Final = (
    "client_instance_id",
    "client_id",
    "client_software_name",
    "client_software_version",
    "client_source_address",
    "client_source_port",
)
"""What clients are matched by."""


class Subscription(NamedTuple):
    """One subscription.

    Attributes:
        name: the resource's.
        metrics: prefixes of metrics.
        interval_ms: how often clients push.
        patterns: by what a client is called, what it must match; none: every client is meant.
    """

    name: str
    metrics: frozenset[str]
    interval_ms: int
    patterns: Mapping[str, Pattern]

    def matches(self, client: Mapping[str, str | None]) -> bool:
        """Tells whether a client is meant."""
        return all(_is_match(pattern, client.get(name)) for name, pattern in self.patterns.items())


def _is_match(pattern: Pattern, text: str | None) -> bool:
    return text is not None and pattern.matches(text)


def subscription(name: str, texts: Mapping[str, str]) -> Subscription:
    """Parses the texts of a subscription.

    Raises:
        InvalidRequest: the name is empty, a key is unknown, the interval is too short or too long.
        InvalidConfig: a value is none, or matches clients by what they have not.
    """
    if not name:
        raise InvalidRequest("Subscription name can't be empty")
    for key in texts:
        if key not in SUBSCRIPTION_KEYS:
            raise InvalidRequest(f"Unknown client metrics configuration: {key}")
    interval_ms = _value(INTERVAL, texts)
    if not INTERVAL_MS_MIN <= interval_ms <= INTERVAL_MS_MAX:
        raise InvalidRequest(
            f"Invalid value {interval_ms} for {INTERVAL}, interval must be between {INTERVAL_MS_MIN} and "
            f"{INTERVAL_MS_MAX} (1 hour)"
        )
    return Subscription(
        name=name,
        metrics=frozenset(filter(None, _value(METRICS, texts))),
        interval_ms=interval_ms,
        patterns=dict(map(_pattern, filter(None, _value(MATCH, texts)))),
    )


def _value(name: str, texts: Mapping[str, str]) -> Any:
    key = SUBSCRIPTION_KEYS[name]
    if name not in texts:
        return key.default
    try:
        return parse_value(key, texts[name])
    except ConfigError as error:
        raise InvalidConfig(str(error)) from None


def _pattern(text: str) -> tuple[str, Pattern]:
    name, equals, expression = (part.strip() for part in text.partition("="))
    if not equals or name not in MATCHED:
        raise InvalidConfig(f"Illegal client matching pattern: {text}; clients are matched by {', '.join(MATCHED)}")
    try:
        return name, Pattern(expression)
    except InvalidPattern as error:
        raise InvalidConfig(f"Illegal client matching pattern: {text}: {error}") from None
