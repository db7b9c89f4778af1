"""Draws faults that are aimed at a coordinator, beside those that hit whoever they hit.

    alone      whoever coordinates is cut from the other brokers, and from ZooKeeper or not; clients still get there
    late       requests of one kind stay on their way to every broker, and whoever coordinates is killed meanwhile
    deposed    the same requests are late, and brokers lose their sessions: who gets them leads no more

By chance alone a fault meets a coordinator between a decision and its end once in thousands of seeds. An aimed fault is
one like others: plain data, which names a role (`leaders`), so that a schedule with it shrinks and repeats. Only seeds
whose workloads have coordinators get any, from a chance of their own: the others are as they were.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from kavka.simulation.fault_draws import LOSING
from kavka.simulation.faults import MS_PER_S, ZOOKEEPER, Fault, FaultKind, Schedule
from kavka.simulation.leaders import LEADER
from kavka.simulation.scenario import Scenario

TOPICS: Final = {
    "transactions": ("__transaction_state",),
    "group": ("__consumer_offsets",),
    "copiers": ("__transaction_state", "__consumer_offsets"),
    "latecomers": ("__transaction_state", "__consumer_offsets"),
}
"""Workload → the internal topics whose leaders coordinate for it."""

SHARE: Final = 0.5
"""Of the seeds with such workloads, how many get aimed faults."""
AIMED: Final = frozenset({FaultKind.LATE_REQUEST})
"""Kinds that are drawn here alone."""
NECESSARY: Final = frozenset({FaultKind.CUT, FaultKind.KILL, FaultKind.SESSION_EXPIRY})
"""A scenario that does not want all of these kinds gets none."""
PARTITIONS: Final = 2
"""Of an internal topic in a simulated cluster."""
FAULTS_MAX: Final = 3
FIRST_MS: Final = 4_000
EVERY_MS: Final = 14_000


def draw_aimed(rng: random.Random, scenario: Scenario, faults: Schedule) -> Schedule:
    """Returns the aimed faults of a seed, often none, by their time.

    Args:
        rng: their own.
        scenario: with its workloads.
        faults: the others; one that takes bytes from a disk has to come alone, and so there are no aimed ones.
    """
    if any(fault.kind in LOSING for fault in faults):
        return ()
    topics = sorted({topic for name in scenario.workloads for topic in TOPICS.get(name, ())})
    is_wanted = scenario.faults is None and topics and set(scenario.kinds) >= NECESSARY
    if not is_wanted or rng.random() >= SHARE:
        return ()
    draws = _AimedDraws(rng, [f"broker-{number}" for number in range(1, scenario.brokers + 1)], scenario)
    found: list[Fault] = []
    until_ms = scenario.seconds * MS_PER_S * 2 // 3
    for number in range(rng.randint(1, FAULTS_MAX)):
        at_ms = FIRST_MS + number * EVERY_MS + rng.randrange(EVERY_MS // 2)
        if at_ms < until_ms:
            found += draws.draw(at_ms, f"{LEADER}{rng.choice(topics)}-{rng.randrange(PARTITIONS)}")
    return tuple(sorted(found, key=lambda fault: fault.at_ms))


class _AimedDraws:
    """The draw of one aimed fault."""

    def __init__(self, rng: random.Random, brokers: list[str], scenario: Scenario) -> None:
        self._rng = rng
        self._brokers = brokers
        self._session_ms = scenario.session_timeout_ms

    def draw(self, at_ms: int, role: str) -> list[Fault]:
        """Draws what happens together, to whoever has a role."""
        kinds: tuple[Callable[[int, str], list[Fault]], ...] = (self._alone, self._late, self._deposed)
        return self._rng.choice(kinds)(at_ms, role)

    def _alone(self, at_ms: int, role: str) -> list[Fault]:
        others = (*self._brokers, ZOOKEEPER) if self._rng.random() < 0.5 else tuple(self._brokers)
        lasts_ms = self._session_ms + self._rng.randrange(1_000, 7_000)
        return [Fault(at_ms=at_ms, kind=FaultKind.CUT, targets=(role, *others), lasts_ms=lasts_ms)]

    def _late(self, at_ms: int, role: str) -> list[Fault]:
        late = self._late_request(at_ms, self._session_ms + self._rng.randrange(2_000, 9_000))
        killed_ms = at_ms + self._rng.randrange(500, 4_000)
        lasts_ms = self._session_ms + self._rng.randrange(4_000)
        return [late, Fault(at_ms=killed_ms, kind=FaultKind.KILL, targets=(role,), lasts_ms=lasts_ms)]

    def _deposed(self, at_ms: int, role: str) -> list[Fault]:
        late = self._late_request(at_ms, self._rng.randrange(2_000, 6_000))
        deposed = self._rng.sample(self._brokers, min(2, len(self._brokers)))
        return [late] + [
            Fault(at_ms=at_ms + self._rng.randrange(1_500, 3_500), kind=FaultKind.SESSION_EXPIRY, targets=(broker,))
            for broker in deposed
        ]

    def _late_request(self, at_ms: int, amount: int) -> Fault:
        api = self._rng.choice(("WriteTxnMarkers", "WriteTxnMarkers", "EndTxn", "TxnOffsetCommit", "Produce"))
        return Fault(
            at_ms=at_ms,
            kind=FaultKind.LATE_REQUEST,
            targets=tuple(self._brokers),
            lasts_ms=5_000,
            amount=amount,
            text=api,
        )
