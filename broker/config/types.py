"""What a configuration key is: name, type, default, allowed values, documentation, and what this broker does with it.

Not the keys themselves (`keys`, `security_keys`) and not their values (`values`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

INT_MAX: Final = 2**31 - 1
LONG_MAX: Final = 2**63 - 1


Value = bool | int | float | str | list[str] | None
"""What a key may hold."""


class ConfigType(IntEnum):
    """Kafka's config types; the numbers are those of DescribeConfigs v3+."""

    BOOLEAN = 1
    STRING = 2
    INT = 3
    SHORT = 4
    LONG = 5
    DOUBLE = 6
    LIST = 7
    CLASS = 8
    PASSWORD = 9


BOOLEAN = ConfigType.BOOLEAN
STRING = ConfigType.STRING
INT = ConfigType.INT
SHORT = ConfigType.SHORT
LONG = ConfigType.LONG
DOUBLE = ConfigType.DOUBLE
LIST = ConfigType.LIST
CLASS = ConfigType.CLASS
PASSWORD = ConfigType.PASSWORD


class Use(IntEnum):
    """What a value of a key changes here."""

    USED = 0
    INERT = 1
    """Accepted and reported, without effect so far; startup names such keys in one warning."""
    REFUSED = 2
    """A value other than the default stops startup: acting as if it were unset would be dangerous or a lie."""


class ConfigKey:
    """One property of server.properties.

    Attributes:
        default: under the 3.0 profile.
        default_2_0: under the 2.0 profile, where it differs; `default` otherwise.
        default_3_9: under the 3.9 profile, likewise.
        low: the smallest number allowed, None for any.
        high: the largest number allowed, None for what the type holds.
        choices: the only strings allowed; None for any. Of a list: of each of its items.
        reason: why a refused key is refused.
        since: the profile from which on DescribeConfigs lists the key; "2.0": always; "3.0": it came in between.
        until: the last profile in which it does so; "3.9": to this day.
        is_internal: whether Kafka keeps it out of DescribeConfigs unless it was set.
        doc: what the key is for, one sentence.
    """

    __slots__ = (
        *("default", "default_2_0", "default_3_9", "doc", "name", "type", "use"),
        *("choices", "high", "is_internal", "low", "reason", "since", "until"),
    )

    def __init__(
        self,
        name: str,
        kind: ConfigType,
        default: Any,
        doc: str,
        *,
        low: float | None = None,
        high: float | None = None,
        choices: tuple[str, ...] | None = None,
        use: Use = Use.USED,
        reason: str = "",
        **differs: Any,
    ) -> None:
        self.name = name
        self.type = kind
        self.default = default
        self.default_2_0 = differs.get("in_2_0", default)
        self.default_3_9 = differs.get("in_3_9", default)
        self.since: str = differs.get("since", "2.0")
        self.until: str = differs.get("until", "3.9")
        self.is_internal: bool = differs.get("is_internal", False)
        self.doc = doc
        self.low = low
        self.high = high
        self.choices = choices
        self.use = use
        self.reason = reason

    def default_for(self, profile: str) -> Any:
        """Returns the typed default under a profile."""
        if profile == "2.0":
            return self.default_2_0
        return self.default_3_9 if profile == "3.9" else self.default

    def is_listed(self, profile: str) -> bool:
        """Tells whether DescribeConfigs lists the key under a profile where nobody set it."""
        return not self.is_internal and self.since <= profile <= self.until

    @property
    def is_sensitive(self) -> bool:
        """Tells whether the value must never be shown."""
        return self.type is ConfigType.PASSWORD


class ConfigError(ValueError):
    """A configuration that cannot be used; the message names the property, its value and the reason."""


_RANGES = {
    ConfigType.INT: (-(2**31), INT_MAX, "a 32-bit number"),
    ConfigType.SHORT: (-(2**15), 2**15 - 1, "a 16-bit number"),
    ConfigType.LONG: (-(2**63), LONG_MAX, "a 64-bit number"),
}


def parse_value(key: ConfigKey, text: str) -> Any:
    """Parses a property's text into its typed value.

    Raises:
        ConfigError: the text is no value of the key's type, or lies outside what it allows.
    """
    text = text.strip()
    if key.type is ConfigType.BOOLEAN:
        return _parse_boolean(key, text)
    if key.type in _RANGES:
        value: Any = _parse_integer(key, text)
    elif key.type is ConfigType.DOUBLE:
        value = _parse_double(key, text)
    elif key.type is ConfigType.LIST:
        value = [item.strip() for item in text.split(",")] if text else []
    else:
        value = text
    _check(key, value, text)
    return value


def render_value(value: Any) -> str | None:
    """Renders a typed value as Kafka shows it: booleans in lower case, lists with commas, None for none."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(value)
    if isinstance(value, float):
        return "1.7976931348623157E308" if value > 1e300 else repr(value)
    return str(value)


def _parse_boolean(key: ConfigKey, text: str) -> bool:
    lowered = text.lower()
    if lowered not in ("true", "false"):
        raise _invalid(key, text, "it must be true or false")
    return lowered == "true"


def _parse_integer(key: ConfigKey, text: str) -> int:
    low, high, what = _RANGES[key.type]
    try:
        value = int(text)
    except ValueError:
        raise _invalid(key, text, "it must be a whole number") from None
    if not low <= value <= high:
        raise _invalid(key, text, f"it must fit {what}")
    return value


def _parse_double(key: ConfigKey, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _invalid(key, text, "it must be a number") from None


def _check(key: ConfigKey, value: Any, text: str) -> None:
    if key.choices is not None:
        for item in value if isinstance(value, list) else [value]:
            if item not in key.choices:
                raise _invalid(key, text, f"it must be one of {', '.join(key.choices)}")
    if isinstance(value, int | float):
        if key.low is not None and value < key.low:
            raise _invalid(key, text, f"it must be at least {key.low}")
        if key.high is not None and value > key.high:
            raise _invalid(key, text, f"it must be at most {key.high}")


def _invalid(key: ConfigKey, text: str, reason: str) -> ConfigError:
    shown = "[hidden]" if key.is_sensitive else text
    return ConfigError(f"Invalid value {shown} for configuration {key.name}: {reason}")
