"""A scenario: the cluster, what its clients do, and which faults may happen; the seed decides all the rest.

    {"name": "cut brokers", "brokers": 3, "seconds": 60, "workloads": ["…"],
     "kinds": ["cut", "cut-one-way"],                     drawn from the seed, or
     "faults": [{"at_ms": 4000, "kind": "kill", "targets": ["broker-1"], "lasts_ms": 5000}],
     "limits": {"broker ends": 0}}

It is plain data: the same JSON and the same seed are the same run. Not here: the run (`runner`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from kavka.simulation.faults import BY_HAND, CLIENTS, ZOOKEEPER, FaultKind, Schedule, ScheduleError, schedule_from_json
from kavka.simulation.leaders import CONTROLLER, LEADER, is_role

BROKERS_MAX: Final = 9
SECONDS_MAX: Final = 3_600

SETTINGS: Final = {
    "zookeeper.session.timeout.ms": "6000",
    "replica.lag.time.max.ms": "5000",
    "replica.fetch.wait.max.ms": "2000",
    "replica.socket.timeout.ms": "5000",
    "controller.socket.timeout.ms": "5000",
    "group.initial.rebalance.delay.ms": "500",
    "transactional.id.expiration.ms": "3600000",
}
"""Shorter than Kafka's defaults: what takes half a minute there happens several times in a simulated minute."""

KINDS: Final = (
    FaultKind.KILL,
    FaultKind.STOP,
    FaultKind.PAUSE,
    FaultKind.CUT,
    FaultKind.CUT_ONE_WAY,
    FaultKind.SLOW_LINK,
    FaultKind.NARROW_LINK,
    FaultKind.RESET,
    FaultKind.CLOCK_JUMP,
    FaultKind.CLOCK_DRIFT,
    FaultKind.SESSION_EXPIRY,
    FaultKind.ZNODE_DELETE,
    FaultKind.TOPIC_CHURN,
    FaultKind.POWER_LOSS,
    FaultKind.DISK_FULL,
    FaultKind.DISK_ERROR,
    FaultKind.SLOW_DISK,
    FaultKind.BIT_FLIP,
)
"""What is drawn unless the scenario says otherwise."""

APART: Final = (FaultKind.STALE_REQUEST,)
"""Likewise, but beside the others, by chance of their own (`late_draws`)."""

FIGURES: Final = {
    "broker ends": "brokers that ended by themselves",
    "calls in a turn": "functions that a broker called in one turn of its loop; counted where it is limited",
    "controllers": "controllers that were elected",
    "elections": "leaders that were elected, or given up, after the first fault",
    "first election after ms": "from the first fault to the first election after it; 0: there was none",
    "half request bytes": "what a broker held or reserved at a time for requests that had not come whole",
    "log lines": "what brokers logged at INFO and above",
    "longest send ms": "the longest time that a record took which was acknowledged",
    "longest wait ms": "the same of all records of idempotent producers, acknowledged in the end or not",
    "settled after ms": "from when all was healed until the cluster was whole",
    "truncations": "logs that were truncated",
    "unread bytes": "what a broker held at a time of responses that nobody read",
}
"""What a scenario may limit: figure → what it counts, until the workloads are told to stop."""

NECESSARY: Final = {"zookeeper.connect": "zookeeper:2181", "log.dirs": "/data"}
"""Settings without which no broker starts, and which are not a scenario's."""

FLUSHES: Final = "log.flush.interval.messages"
THREAD_BYTES: Final = "kavka.log.write.thread.bytes"


class ScenarioError(ValueError):
    """What was read is no scenario; the message says why, for whoever wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """See the module.

    Attributes:
        name: for people.
        about: what happens and what must come of it, likewise.
        brokers: how many.
        seconds: virtual ones in which workloads run and faults happen; what is after them takes as long as it takes.
        workloads: names of `workloads.WORKLOADS`; none: the seed draws them.
        settings: of all brokers, over those of `SETTINGS`.
        kinds: of the faults that the seed draws.
        faults: these, and none that are drawn; None: drawn ones.
        limits: of figures of the run: name → the greatest value that is no violation; see `FIGURES`.
    """

    name: str = "default"
    about: str = ""
    brokers: int = 3
    seconds: int = 60
    workloads: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[FaultKind, ...] = (*KINDS, *APART)
    faults: Schedule | None = None
    limits: Mapping[str, int] = field(default_factory=dict)

    @property
    def broker_settings(self) -> dict[str, str]:
        """Returns the settings of all brokers."""
        return {**SETTINGS, **_for_few(self.brokers), **self.settings}

    @property
    def session_timeout_ms(self) -> int:
        """Returns after what time ZooKeeper gives up a broker."""
        return int(self.broker_settings["zookeeper.session.timeout.ms"])

    @property
    def is_flushed(self) -> bool:
        """Tells whether brokers acknowledge what is durable: then all of them may lose power."""
        return self.broker_settings.get(FLUSHES) == "1"

    def to_json(self) -> dict[str, Any]:
        """Returns what JSON can show."""
        found: dict[str, Any] = {item.name: getattr(self, item.name) for item in fields(self)}
        found |= {
            "workloads": list(self.workloads),
            "settings": dict(self.settings),
            "limits": dict(self.limits),
            "kinds": list(map(str, self.kinds)),
        }
        found["faults"] = None if self.faults is None else [fault.to_json() for fault in self.faults]
        return found

    @classmethod
    def from_json(cls, text: str) -> Scenario:
        """Reads a scenario.

        Raises:
            ScenarioError: it is none.
        """
        try:
            body = json.loads(text)
        except ValueError as error:
            raise ScenarioError(f"it is no JSON: {error}") from None
        if not isinstance(body, dict):
            raise ScenarioError("a scenario is an object")
        unknown = sorted(body.keys() - set(cls.__slots__))
        if unknown:
            raise ScenarioError(f"a scenario has no field {unknown[0]!r}: {', '.join(cls.__slots__)}")
        found: dict[str, Any] = {}
        for name, read in _READERS.items():
            if name in body:
                found[name] = read(name, body[name])
        scenario = cls(**found)
        check_settings(scenario.settings)
        _check_targets(scenario)
        return scenario


def _for_few(brokers: int) -> dict[str, str]:
    """Returns what fewer than three brokers need: topics that fit on them."""
    if brokers >= 3:
        return {}
    factors = ("default", "offsets.topic", "transaction.state.log")
    isr = ("min.insync.replicas", "transaction.state.log.min.isr")
    return {f"{name}.replication.factor": str(brokers) for name in factors} | dict.fromkeys(isr, "1")


def check_settings(settings: Mapping[str, str]) -> None:
    """Raises ScenarioError for a setting that no broker starts with."""
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.config.types import ConfigError

    try:
        BrokerConfig.from_properties(NECESSARY | dict(settings))
    except ConfigError as error:
        raise ScenarioError(f"settings: {error}") from None


def _check_targets(scenario: Scenario) -> None:
    hosts = {ZOOKEEPER, CLIENTS, *(f"broker-{number}" for number in range(1, scenario.brokers + 1))}
    for fault in scenario.faults or ():
        for target in fault.targets:
            if target not in hosts and not is_role(target):
                known = ", ".join((*sorted(hosts), CONTROLLER, f"{LEADER}<topic>-<partition>"))
                raise ScenarioError(f"faults: there is no host {target!r}; there are {known}")


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f"{name} is a string")
    return value


def _count(most: int) -> Any:
    def read(name: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise ScenarioError(f"{name} is a number from 1 to {most:,}")
        return value

    return read


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ScenarioError(f"{name} is a list of strings")
    return tuple(_text(name, item) for item in value)


def _kinds(name: str, value: Any) -> tuple[FaultKind, ...]:
    texts = _texts(name, value)
    drawn = [kind for kind in FaultKind if kind not in BY_HAND]
    for text in texts:
        if text not in drawn:
            raise ScenarioError(f"{name}: no seed draws {text!r}; there are {', '.join(drawn)}")
    return tuple(map(FaultKind, texts))


def _settings(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ScenarioError(f"{name} is an object")
    return {key: _text(key, item) for key, item in value.items()}


def _limits(name: str, value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise ScenarioError(f"{name} is an object")
    unknown = sorted(value.keys() - set(FIGURES))
    if unknown:
        raise ScenarioError(f"{name}: there is no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    for key, limit in value.items():
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise ScenarioError(f"{name}: {key} is a number of at least 0")
    return value


def _faults(name: str, value: Any) -> Schedule | None:
    try:
        return None if value is None else schedule_from_json(value)
    except ScheduleError as error:
        raise ScenarioError(f"{name}: {error}") from None


_READERS: Final = {
    "name": _text,
    "about": _text,
    "brokers": _count(BROKERS_MAX),
    "seconds": _count(SECONDS_MAX),
    "workloads": _texts,
    "settings": _settings,
    "kinds": _kinds,
    "faults": _faults,
    "limits": _limits,
}
