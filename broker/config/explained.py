"""What one key means, for people: the data of `kavka config explain KEY`.

    explain("log.retention.ms") ─▶ ConfigExplanation: type, defaults, what is allowed, when it may change

Keys of brokers and of topics alike. Reads tables only; nothing here knows the values of a running broker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kavka.broker.config.all_keys import KEYS, key_named
from kavka.broker.config.altered import TOPIC_CONFIG_KEYS
from kavka.broker.config.dynamic_keys import is_dynamic
from kavka.broker.config.listener_keys import parse_listener_key
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.broker.config.types import INT_MAX, LONG_MAX, ConfigKey, ConfigType, Use, render_value
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE

Scope = Literal["broker", "topic"]

_TYPE_NAMES: Final = {kind: kind.name.lower() for kind in ConfigType}
_EFFECTS: Final = {
    Use.USED: "kavka acts on it",
    Use.INERT: "accepted without effect",
    Use.REFUSED: "refused, unless it is the default",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigExplanation:
    """One key.

    Attributes:
        scopes: where it can be set: in server.properties ("broker"), for a topic ("topic"), or both.
        default: under the default profile, as it is written; None for none.
        default_2_0: under the 2.0 profile.
        valid_values: what is allowed, in words; empty when the type says it all.
        is_dynamic: whether it can be altered while the broker runs (a topic's key always can).
        is_sensitive: whether its value is never shown.
        effect: "kavka acts on it", "accepted without effect" or "refused, unless it is the default".
        reason: why it is refused; empty otherwise.
        inherits: of a topic's key: the broker keys that stand behind it, the strongest first.
        doc: what it is for, one sentence.
    """

    name: str
    scopes: tuple[Scope, ...]
    type: str
    default: str | None
    default_2_0: str | None
    valid_values: str
    is_dynamic: bool
    is_sensitive: bool
    effect: str
    reason: str
    inherits: tuple[str, ...]
    doc: str

    def lines(self) -> list[str]:
        """Renders the explanation as text, a line for each fact."""
        default = _in_words(self.default)
        if self.default_2_0 != self.default:
            default += f" (with inter.broker.protocol.version=2.0: {_in_words(self.default_2_0)})"
        facts = [
            ("what", self.doc),
            ("set for", " and ".join(self.scopes)),
            ("type", self.type + (", never shown" if self.is_sensitive else "")),
            ("default", default),
            ("allowed", self.valid_values),
            ("inherits", " or ".join(self.inherits)),
            ("changes", "while the broker runs" if self.is_dynamic else "at a start only"),
            ("effect", f"{self.effect}: {self.reason}" if self.reason else self.effect),
        ]
        return [self.name, *(f"  {label:9}{text}" for label, text in facts if text)]


def _in_words(default: str | None) -> str:
    return "none" if default is None else default or "empty"


def names() -> list[str]:
    """Returns every key that `explain` knows, sorted."""
    return sorted({*KEYS, *TOPIC_CONFIG_KEYS})


def explain(name: str) -> ConfigExplanation | None:
    """Explains one key; None for a key that there is not (`similar` may help)."""
    broker_key, topic_key = key_named(name), TOPIC_KEYS.get(name)
    key = broker_key or (topic_key.key if topic_key else None)
    if key is None:
        return None
    scopes: tuple[Scope, ...] = ("broker",) if topic_key is None else ("broker", "topic")
    return ConfigExplanation(
        name=name,
        scopes=scopes if broker_key else ("topic",),
        type=_TYPE_NAMES[key.type],
        default=render_value(key.default_for(DEFAULT_PROFILE)),
        default_2_0=render_value(_default_2_0(name, key)),
        valid_values=valid_values(key),
        is_dynamic=topic_key is not None or is_dynamic(name),
        is_sensitive=key.is_sensitive,
        effect=_EFFECTS[key.use],
        reason=key.reason,
        inherits=_inherits(name),
        doc=key.doc,
    )


def _inherits(name: str) -> tuple[str, ...]:
    """The broker's keys that stand behind a topic's, or the one behind a listener's own."""
    topic_key, parts = TOPIC_KEYS.get(name), parse_listener_key(name)
    if topic_key is not None:
        return tuple(synonym for synonym, _ in topic_key.synonyms)
    return () if parts is None or parts.mechanism is not None else (parts.key,)


def similar(name: str, count: int = 3) -> list[str]:
    """Returns the keys that resemble an unknown name, the closest first."""
    import difflib  # only a mistake pays for it

    return difflib.get_close_matches(name, names(), n=count, cutoff=0.6)


def valid_values(key: ConfigKey) -> str:
    """Renders the values that a key allows: `producer, gzip`, `0 to 2147483647`, `at least 14`."""
    if key.choices is not None:
        return ", ".join(key.choices)
    if key.type is ConfigType.BOOLEAN:
        return "true, false"
    if key.low is not None and key.high is not None:
        return f"{key.low} to {key.high}"
    if key.low is not None:
        return f"at least {key.low}"
    if key.high is not None:
        return f"at most {key.high}"
    limits = {ConfigType.INT: INT_MAX, ConfigType.LONG: LONG_MAX, ConfigType.SHORT: 2**15 - 1}
    limit = limits.get(key.type)
    return "" if limit is None else f"{-limit - 1} to {limit}"


def _default_2_0(name: str, key: ConfigKey) -> object:
    """A topic's key has the default of the broker key behind it, which may differ between the profiles."""
    if name in TOPIC_KEYS and name not in KEYS:
        for synonym, unit in TOPIC_KEYS[name].synonyms:
            value = KEYS[synonym].default_2_0
            if value is not None:
                return value if unit == 1 or value < 0 else value * unit
    return key.default_2_0
