"""Faults on purpose: rules that make chosen requests fail, so that the authors of clients can see what theirs do.

    a request ─▶ FaultRules.take ─▶ the first rule that matches it and whose turn it is ─▶ Fault
                                      what: API, versions, client id, group, topic-partition
                                      when: the n-th, at most so many times, with a probability from a seed

Deterministic: equal rules and equal requests give equal faults. What a fault does to a connection is
`broker.requests.fault_tap`. A broker without rules does not come here at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode

RULES_MAX: Final = 1_000
DELAY_MS_MAX: Final = 600_000


class FaultError(ValueError):
    """A rule that makes no sense; the message says why."""


class Action(StrEnum):
    """What happens to a request."""

    ERROR = "error"
    """It is not carried out and answered with an error code."""
    DELAY = "delay"
    """It is carried out after a while."""
    DROP = "drop"
    """It is not carried out and never answered; the connection stays."""
    HALF = "half"
    """It is carried out, half of the response is sent, and the connection closed."""
    CLOSE = "close"
    """It is not carried out, and the connection closed."""


@dataclass(slots=True)
class FaultRule:
    """One rule.

    Attributes:
        api: the API; None: any.
        versions: the lowest and the highest version.
        client_id, group, topic: as in the request; None: any. A request without groups matches no group.
        partition: of the topic; None: any.
        skip: so many matching requests pass first: 2 means from the third on.
        times: how often it strikes; None: without end.
        probability: how likely it strikes when it could.
        error: the code of an ERROR.
        delay_ms: of a DELAY.
    """

    rule_id: int
    action: Action
    api: ApiKey | None = None
    versions: tuple[int, int] = (0, 2**15 - 1)
    client_id: str | None = None
    group: str | None = None
    topic: str | None = None
    partition: int | None = None
    skip: int = 0
    times: int | None = None
    probability: float = 1.0
    seed: int = 0
    error: ErrorCode = ErrorCode.UNKNOWN_SERVER_ERROR
    delay_ms: int = 0
    matched: int = 0
    struck: int = 0
    _rng: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def matches(self, api: int, version: int, client_id: str | None, request: Any) -> bool:
        """Tells whether the rule matches a request."""
        if self.api is not None and api != self.api:
            return False
        if not self.versions[0] <= version <= self.versions[1]:
            return False
        if self.client_id is not None and client_id != self.client_id:
            return False
        if self.group is not None and self.group not in groups_of(request):
            return False
        return self.topic is None or any(
            topic == self.topic and (self.partition is None or index in (None, self.partition))
            for topic, index in partitions_of(request)
        )

    def strikes(self) -> bool:
        """Counts a match; whether it is this one's turn."""
        self.matched += 1
        if self.matched <= self.skip or (self.times is not None and self.struck >= self.times):
            return False
        if self.probability < 1 and self._rng.random() >= self.probability:
            return False
        self.struck += 1
        return True

    def told(self) -> dict[str, Any]:
        """Renders the rule as JSON, as `parse_rule` reads it."""
        shown: dict[str, Any] = {"id": self.rule_id, "action": self.action.value}
        if self.api is not None:
            shown["api"] = self.api.name
        if self.versions != (0, 2**15 - 1):
            shown["versions"] = list(self.versions)
        for name in ("client_id", "group", "topic", "partition", "times"):
            if getattr(self, name) is not None:
                shown[name] = getattr(self, name)
        if self.skip:
            shown["skip"] = self.skip
        if self.probability < 1:
            shown |= {"probability": self.probability, "seed": self.seed}
        if self.action is Action.ERROR:
            shown["error"] = self.error.name
        if self.action is Action.DELAY:
            shown["delay_ms"] = self.delay_ms
        return shown | {"matched": self.matched, "struck": self.struck}


class FaultRules:
    """The rules of one broker, in the order in which they were added; the first that strikes counts."""

    __slots__ = ("_next_id", "_rules")

    def __init__(self) -> None:
        self._rules: dict[int, FaultRule] = {}
        self._next_id = 1

    def __len__(self) -> int:
        """Counts the rules."""
        return len(self._rules)

    def __iter__(self) -> Iterator[FaultRule]:
        """Yields all rules."""
        return iter(list(self._rules.values()))

    def add(self, wanted: Mapping[str, Any]) -> FaultRule:
        """Adds a rule of JSON.

        Raises:
            FaultError: it makes no sense, or there are `RULES_MAX` already.
        """
        if len(self._rules) >= RULES_MAX:
            raise FaultError(f"there are {RULES_MAX} rules already")
        rule = parse_rule(wanted, self._next_id)
        self._rules[rule.rule_id] = rule
        self._next_id += 1
        return rule

    def remove(self, rule_id: int) -> bool:
        """Removes a rule; False where there is none."""
        return self._rules.pop(rule_id, None) is not None

    def clear(self) -> int:
        """Removes all rules; returns how many there were."""
        count = len(self._rules)
        self._rules.clear()
        return count

    def take(self, api: int, version: int, client_id: str | None, request: Any) -> FaultRule | None:
        """Returns the rule that strikes this request, None when it passes. Every rule that matches counts it."""
        struck = None
        for rule in self._rules.values():
            if rule.matches(api, version, client_id, request) and rule.strikes() and struck is None:
                struck = rule
        return struck


def groups_of(request: Any) -> Iterable[str]:
    """Yields the group and transactional ids that a request names, whatever its API calls them."""
    for name in ("group_id", "transactional_id"):
        value = getattr(request, name, None)
        if isinstance(value, str):
            yield value
    for group in getattr(request, "groups", None) or getattr(request, "groups_names", None) or ():
        yield group if isinstance(group, str) else getattr(group, "group_id", "")


def partitions_of(request: Any) -> Iterator[tuple[str, int | None]]:
    """Yields (topic, partition) of everything that a request names; None: the topic without its partitions."""
    for attribute in ("topics", "topic_data", "topic_states"):
        for topic in getattr(request, attribute, None) or ():
            if isinstance(topic, str):
                yield topic, None
                continue
            name = _name(topic)
            partitions = getattr(topic, "partitions", None) or getattr(topic, "partition_data", None) or ()
            if not isinstance(partitions, list | tuple) or not partitions:
                yield name, None
            for partition in partitions if isinstance(partitions, list | tuple) else ():
                yield name, _index(partition)


def _name(topic: Any) -> str:
    for attribute in ("name", "topic", "topic_name"):
        value = getattr(topic, attribute, None)
        if isinstance(value, str):
            return value
    return ""


def _index(partition: Any) -> int | None:
    if isinstance(partition, int):
        return partition
    for name in ("partition", "partition_index", "index"):
        value = getattr(partition, name, None)
        if isinstance(value, int):
            return value
    return None


# ---- from JSON ------------------------------------------------------------------------------------------------------

_NUMBERS: Final = {
    "partition": (0, 2**31 - 1),
    "skip": (0, 2**31 - 1),
    "times": (1, 2**31 - 1),
    "seed": (0, 2**63),
    "delay_ms": (0, DELAY_MS_MAX),
}
_TEXTS: Final = ("client_id", "group", "topic")
_KEYS: Final = frozenset({"action", "api", "versions", "error", "probability", *_NUMBERS, *_TEXTS})


def parse_rule(wanted: Mapping[str, Any], rule_id: int) -> FaultRule:
    """Parses a rule of JSON. An example: {"api": "PRODUCE", "action": "error", "error": "NOT_LEADER_OR_FOLLOWER",
    "times": 3}.

    Raises:
        FaultError: a key is unknown, or a value out of bounds.
    """
    if not isinstance(wanted, Mapping):
        raise FaultError("a rule is an object")
    unknown = sorted(set(wanted) - _KEYS)
    if unknown:
        raise FaultError(f"a rule has no {unknown[0]!r}; it has {', '.join(sorted(_KEYS))}")
    given: dict[str, Any] = {"rule_id": rule_id, "action": _named(Action, wanted.get("action"), "action")}
    for name in sorted(set(wanted) - {"action"}):
        given[name] = _read(name, wanted[name])
    return FaultRule(**given)


def _read(name: str, value: Any) -> Any:
    if name in _NUMBERS:
        return _number(value, name, *_NUMBERS[name])
    if name == "versions":
        return _versions(value)
    if name == "probability":
        return float(_number(value, name, 0, 1))
    if name in ("api", "error"):
        return _named(ApiKey if name == "api" else ErrorCode, value, name)
    if not isinstance(value, str):
        raise FaultError(f"{name} must be a text, not {value!r}")
    return value


def _versions(value: Any) -> tuple[int, int]:
    if isinstance(value, int):
        value = [value, value]
    if not isinstance(value, list) or len(value) != 2:
        raise FaultError(f"versions must be a number or two, not {value!r}")
    low, high = (_number(item, "versions", 0, 2**15 - 1) for item in value)
    return low, high


def _number(value: Any, name: str, low: int, high: int) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise FaultError(f"{name} must be a number from {low} to {high}, not {value!r}")
    return value


def _named(kind: Any, value: Any, name: str) -> Any:
    """A member by its name, in any case, or by its number."""
    members = kind.__members__
    if isinstance(value, str):
        camel_case = "".join(f"_{c}" if c.isupper() and i else c for i, c in enumerate(value)).upper()
        for spelling in (value.upper().replace("-", "_").replace(" ", "_"), camel_case):
            if spelling in members:
                return members[spelling]
    elif isinstance(value, int) and not isinstance(value, bool):
        for member in members.values():
            if member == value:
                return member
    raise FaultError(f"{name} must be one of {', '.join(list(members)[:12])}…, not {value!r}")
