"""Faults of a simulated cluster as plain data: what happens to which host, when, and for how long.

    at_ms ──────────────── lasts_ms ────────────────▶          milliseconds since the workloads began
    │ apply (kill, cut, …)                          │ heal (start again, join, …)

    kind              targets                        amount                     text
    kill, stop        brokers, `zookeeper`
    pause             the same
    slow-host         the same                       milliseconds a callback, at most
    power-loss        the same
    cut, cut-one-way  a host; from these, or all
    slow-link         the same                       milliseconds, one way
    narrow-link       the same                       bytes a second
    reset             hosts
    late-request      brokers                        milliseconds               an API: EndTxn, Produce …
    clock-jump        brokers                        milliseconds, signed
    clock-drift       brokers                        parts in a million, signed
    disk-full         brokers, `zookeeper`
    disk-error        the same                       errors in a thousand       read, write or fsync
    slow-disk         the same                       milliseconds a call
    cold-cache        brokers
    no-descriptors    brokers
    bit-flip          brokers
    rot               brokers                        a byte's position, or 0    a pattern of paths, or none
    reconfigure       brokers                                                   `key=value`, separated by spaces
    session-expiry    brokers
    znode-delete                                                                a path
    znode-set                                                                   a path, `=`, the data
    topic-churn
    reassign                                                                    a partition, `=`, brokers or none
    poison                                                                      a topic
    forged-isr        brokers                                                   a topic
    stale-request     brokers                                                   former-controller, former-epoch …
    odd-request       brokers                        items, where it has some   which one (`OddRequest`)
    admin-request     brokers                        the body, so many times    method, path, body
    half-requests     brokers                        connections
    unread-responses  brokers                        connections                a topic, made for it

A bit flips in a log of a broker that is killed for it, so that its next start may find it; bytes rot while it runs. A
schedule is a tuple of faults. It reads and writes JSON, so that a failure can be sent to somebody, and a part can be
left out of it (`shrink`). `clients` as a target are the hosts of all clients; `controller` and
`leader:<topic>-<number>` are the broker that is so when the fault is due. Not here: the draw from a seed
(`fault_draws`), and what does it (`hands`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from kavka.protocol.api_keys import ApiKey

CLIENTS: Final = "clients"
ZOOKEEPER: Final = "zookeeper"
MS_PER_S: Final = 1_000


API_KEYS: Final = {
    "".join(word.capitalize() for word in api.name.split("_")): int(api) for api in ApiKey if api.value >= 0
}
"""APIs by Kafka's names of their requests, and their numbers."""

REASSIGNED: Final = re.compile(r".+-[0-9]+=([0-9]+(,[0-9]+)*)?")
STALE: Final = ("former-controller", "former-epoch", "former-life", "former-isr", "former-leader")
"""Whose words come too late; `stale_hands` has them."""


class ScheduleError(ValueError):
    """What was read is no fault; the message says why, for whoever wrote it."""


class FaultKind(StrEnum):
    """What can happen."""

    KILL = "kill"
    STOP = "stop"
    PAUSE = "pause"
    SLOW_HOST = "slow-host"
    POWER_LOSS = "power-loss"
    CUT = "cut"
    CUT_ONE_WAY = "cut-one-way"
    SLOW_LINK = "slow-link"
    NARROW_LINK = "narrow-link"
    RESET = "reset"
    LATE_REQUEST = "late-request"
    CLOCK_JUMP = "clock-jump"
    CLOCK_DRIFT = "clock-drift"
    DISK_FULL = "disk-full"
    DISK_ERROR = "disk-error"
    SLOW_DISK = "slow-disk"
    COLD_CACHE = "cold-cache"
    NO_DESCRIPTORS = "no-descriptors"
    ROT = "rot"
    BIT_FLIP = "bit-flip"
    RECONFIGURE = "reconfigure"
    SESSION_EXPIRY = "session-expiry"
    ZNODE_DELETE = "znode-delete"
    ZNODE_SET = "znode-set"
    TOPIC_CHURN = "topic-churn"
    REASSIGN = "reassign"
    POISON = "poison"
    FORGED_ISR = "forged-isr"
    STALE_REQUEST = "stale-request"
    ODD_REQUEST = "odd-request"
    ADMIN_REQUEST = "admin-request"
    HALF_REQUESTS = "half-requests"
    UNREAD_RESPONSES = "unread-responses"


class OddRequest(StrEnum):
    """What no client of ours asks for, by name."""

    MANY_OFFSETS = "offsets of many partitions"
    COORDINATOR_OF_NOBODY = "coordinator of nobody"
    ENDLESS_RETENTION = "offset kept for ever"


WITHOUT_TARGET: Final = frozenset(
    {FaultKind.ZNODE_DELETE, FaultKind.ZNODE_SET, FaultKind.TOPIC_CHURN, FaultKind.REASSIGN, FaultKind.POISON}
)
AT_ONCE: Final = frozenset(
    {
        FaultKind.RESET,
        FaultKind.COLD_CACHE,
        FaultKind.ROT,
        FaultKind.SESSION_EXPIRY,
        FaultKind.FORGED_ISR,
        FaultKind.STALE_REQUEST,
        FaultKind.ODD_REQUEST,
        FaultKind.ADMIN_REQUEST,
        *WITHOUT_TARGET,
    }
)
"""Faults that nobody heals: they last for no time, and the cluster mends what they did."""
BY_HAND: Final = frozenset(
    {
        FaultKind.LATE_REQUEST,
        FaultKind.NO_DESCRIPTORS,
        FaultKind.ROT,
        FaultKind.RECONFIGURE,
        FaultKind.REASSIGN,
        FaultKind.POISON,
        FaultKind.FORGED_ISR,
        FaultKind.ODD_REQUEST,
        FaultKind.ADMIN_REQUEST,
        FaultKind.HALF_REQUESTS,
        FaultKind.UNREAD_RESPONSES,
    }
)
"""Faults that somebody writes into a schedule; no seed draws them, but for those that are aimed (`aimed_draws`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that happens to the cluster; see the module for what its fields mean to each kind."""

    # Invariant: at_ms >= 0; lasts_ms >= 0
    at_ms: int
    kind: FaultKind
    targets: tuple[str, ...] = ()
    lasts_ms: int = 0
    amount: int = 0
    text: str = ""

    @property
    def ends_ms(self) -> int:
        """Returns when it is healed."""
        return self.at_ms + self.lasts_ms

    def to_json(self) -> dict[str, Any]:
        """Returns what JSON can show, without the fields that say nothing."""
        found = asdict(self) | {"kind": str(self.kind), "targets": list(self.targets)}
        return {name: value for name, value in found.items() if value or name in ("at_ms", "kind")}

    @classmethod
    def from_json(cls, body: Any) -> Fault:
        """Reads a fault.

        Raises:
            ScheduleError: it is none.
        """
        if not isinstance(body, Mapping):
            raise ScheduleError(f"a fault is an object, not {body!r}")
        unknown = sorted(set(body) - set(cls.__slots__))
        if unknown:
            raise ScheduleError(f"a fault has no field {unknown[0]!r}")
        try:
            kind = FaultKind(str(body.get("kind")))
        except ValueError:
            raise ScheduleError(f"{body.get('kind')!r} is no kind of fault: {', '.join(FaultKind)}") from None
        targets = body.get("targets", [])
        if not isinstance(targets, list) or not all(isinstance(target, str) for target in targets):
            raise ScheduleError("the targets of a fault are a list of hosts")
        if not targets and kind not in WITHOUT_TARGET:
            raise ScheduleError(f"a fault of kind {kind} needs a target")
        text = body.get("text", "")
        if not isinstance(text, str):
            raise ScheduleError("the text of a fault is a string")
        _check_text(kind, text)
        return cls(
            at_ms=_number(body, "at_ms"),
            kind=kind,
            targets=tuple(targets),
            lasts_ms=_number(body, "lasts_ms"),
            amount=_number(body, "amount", is_signed=True),
            text=text,
        )

    def words(self) -> str:
        """Returns a sentence without its full stop, for people."""
        text = self.happening
        return text if self.kind in AT_ONCE else f"{text}, for {self.lasts_ms / MS_PER_S:g} s"

    @property
    def happening(self) -> str:
        """Returns the same without how long it lasts."""
        first, others = (self.targets or ("",))[0], ", ".join(self.targets[1:]) or "all others"
        hosts = ", ".join(self.targets)
        return {
            FaultKind.KILL: f"{hosts}: killed (SIGKILL)",
            FaultKind.STOP: f"{hosts}: stopped in order (SIGTERM)",
            FaultKind.PAUSE: f"{hosts}: paused (SIGSTOP)",
            FaultKind.SLOW_HOST: f"{hosts}: short of CPU, a callback takes up to {self.amount} ms",
            FaultKind.POWER_LOSS: f"{hosts}: power lost",
            FaultKind.CUT: f"{first}: cut from {others}",
            FaultKind.CUT_ONE_WAY: f"{first}: what it sends to {others} is lost",
            FaultKind.SLOW_LINK: f"{first}: {self.amount} ms to {others}",
            FaultKind.NARROW_LINK: f"{first}: {self.amount} bytes/s to {others}",
            FaultKind.RESET: f"{hosts}: connections reset",
            FaultKind.LATE_REQUEST: f"{hosts}: the next {self.text} comes {self.amount} ms late",
            FaultKind.CLOCK_JUMP: f"{hosts}: wall clock set by {self.amount:+d} ms",
            FaultKind.CLOCK_DRIFT: f"{hosts}: clock drifts by {self.amount:+d} ppm",
            FaultKind.DISK_FULL: f"{hosts}: disk full",
            FaultKind.DISK_ERROR: f"{hosts}: {self.text or 'write'} fails {self.amount} times in 1,000",
            FaultKind.SLOW_DISK: f"{hosts}: each call of the disk takes {self.amount} ms",
            FaultKind.COLD_CACHE: f"{hosts}: logs evicted from the page cache",
            FaultKind.NO_DESCRIPTORS: f"{hosts}: no file descriptor is left",
            FaultKind.BIT_FLIP: f"{hosts}: killed, and a bit of a log flips",
            FaultKind.ROT: f"{hosts}: a bit of {self.text or 'the disk'} flips",
            FaultKind.RECONFIGURE: f"{hosts}: restarted with {self.text}",
            FaultKind.SESSION_EXPIRY: f"{hosts}: ZooKeeper session expired",
            FaultKind.ZNODE_DELETE: f"{self.text} deleted by hand",
            FaultKind.ZNODE_SET: f"{self.text.replace('=', ' set by hand to ', 1)}",
            FaultKind.TOPIC_CHURN: "a topic deleted and made anew",
            FaultKind.REASSIGN: f"reassigned by an administrator: {self.text}",
            FaultKind.POISON: f"noise with a right checksum produced to {self.text}",
            FaultKind.FORGED_ISR: f"{hosts}: told by a stranger to lead {self.text} outside of the ISR",
            FaultKind.STALE_REQUEST: f"{hosts}: a request of a {self.text.replace('-', ' ')} comes late",
            FaultKind.ODD_REQUEST: f"{hosts}: asked by a stranger: {self.text}{self._times}",
            FaultKind.ADMIN_REQUEST: f"{hosts}: {self.text}{self._times} without a token",
            FaultKind.HALF_REQUESTS: f"{hosts}: {self.amount} connections send half a request each",
            FaultKind.UNREAD_RESPONSES: f"{hosts}: {self.amount} connections fetch {self.text} and read nothing",
        }[self.kind]

    @property
    def _times(self) -> str:
        return f" ({self.amount:,})" if self.amount else ""


def _check_text(kind: FaultKind, text: str) -> None:
    """Refuses a text that says nothing to faults of its kind."""
    if kind is FaultKind.LATE_REQUEST and text not in API_KEYS:
        raise ScheduleError(f"there is no API {text!r}: {', '.join(API_KEYS)}")
    if kind is FaultKind.REASSIGN and not REASSIGNED.fullmatch(text):
        raise ScheduleError(f"{text!r} is no partition with its replicas, as in t-0=1,2")
    if kind is FaultKind.STALE_REQUEST and text not in STALE:
        raise ScheduleError(f"nothing stale is called {text!r}: {', '.join(STALE)}")
    if kind is FaultKind.ODD_REQUEST and text not in list(OddRequest):
        raise ScheduleError(f"there is no odd request {text!r}: {', '.join(OddRequest)}")


Schedule = tuple[Fault, ...]


def schedule_from_json(body: Any) -> Schedule:
    """Reads a schedule: a list of faults.

    Raises:
        ScheduleError: it is none.
    """
    if not isinstance(body, list):
        raise ScheduleError("a schedule is a list of faults")
    return tuple(map(Fault.from_json, body))


def schedule_text(faults: Iterable[Fault]) -> str:
    """Returns a schedule as JSON, a line for each fault."""
    lines = ",\n ".join(json.dumps(fault.to_json()) for fault in faults)
    return f"[{lines}]"


def paths_by_hand(faults: Iterable[Fault]) -> frozenset[str]:
    """Returns the znodes that somebody writes by hand."""
    return frozenset(fault.text.partition("=")[0] for fault in faults if fault.kind is FaultKind.ZNODE_SET)


def _number(body: Mapping[str, Any], name: str, *, is_signed: bool = False) -> int:
    value = body.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or (value < 0 and not is_signed):
        raise ScheduleError(f"{name} of a fault is {'an integer' if is_signed else 'a number of milliseconds'}")
    return value
