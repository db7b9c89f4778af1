"""Draws what comes beside a seed's other faults: requests that come late, and controllers that are over.

    some seeds ─ stale requests ─▶ one to four, at any time
    some seeds ─ a zombie       ─▶ the controller's way to ZooKeeper is slow
                                   a broker is cut from the others: leaders ask for smaller ISRs
                                   meanwhile somebody deletes /controller: another one is in office

Chance is their own, so that a seed that draws none of it has the faults that it had without this module. All of it is
what a cluster survives at any time. Not here: the other faults (`fault_draws`).
"""

from __future__ import annotations

import random
from typing import Final

from kavka.simulation.faults import MS_PER_S, STALE, ZOOKEEPER, Fault, FaultKind, Schedule
from kavka.simulation.leaders import CONTROLLER
from kavka.simulation.scenario import Scenario

STALE_SEEDS: Final = 0.2
"""How many of the seeds get stale requests."""
STALE_MAX: Final = 4
ZOMBIE_SEEDS: Final = 0.1
"""How many get a zombie."""
ZOMBIE_KINDS: Final = frozenset({FaultKind.SLOW_LINK, FaultKind.CUT, FaultKind.ZNODE_DELETE})
"""What it is made of."""

FIRST_MS: Final = 4_000
SLOW_MS: Final = 1_000
"""One way: the session survives it, and what is decided in between is a second old when it is written."""
LAG_MS: Final = 4_500
"""Before replica.lag.time.max.ms of the cut: from then on leaders ask for smaller ISRs."""
ASKING_MS: Final = 4_000
"""For how long they do."""
PLOT_MS: Final = 12_000


def draw_late(rng: random.Random, scenario: Scenario) -> Schedule:
    """Returns the faults that come beside those of a seed, by their time; none where the scenario has its own."""
    if scenario.faults is not None:
        return ()
    until_ms = scenario.seconds * MS_PER_S * 2 // 3
    brokers = [f"broker-{number}" for number in range(1, scenario.brokers + 1)]
    found: list[Fault] = []
    if rng.random() < STALE_SEEDS and FaultKind.STALE_REQUEST in scenario.kinds:
        found += [_stale(rng, brokers, until_ms) for _ in range(rng.randint(1, STALE_MAX))]
    if rng.random() < ZOMBIE_SEEDS and set(scenario.kinds) >= ZOMBIE_KINDS and scenario.brokers > 1:
        found += _zombie(rng, brokers, until_ms)
    return tuple(sorted(found, key=lambda fault: fault.at_ms))


def _stale(rng: random.Random, brokers: list[str], until_ms: int) -> Fault:
    at_ms = _time(rng, until_ms)
    return Fault(at_ms=at_ms, kind=FaultKind.STALE_REQUEST, targets=(rng.choice(brokers),), text=rng.choice(STALE))


def _zombie(rng: random.Random, brokers: list[str], until_ms: int) -> list[Fault]:
    at_ms, apart = _time(rng, until_ms), rng.choice(brokers)
    others = tuple(broker for broker in brokers if broker != apart)
    deleted_ms = at_ms + LAG_MS + rng.randrange(ASKING_MS)
    slow = Fault(
        at_ms=at_ms, kind=FaultKind.SLOW_LINK, targets=(CONTROLLER, ZOOKEEPER), lasts_ms=PLOT_MS, amount=SLOW_MS
    )
    cut = Fault(at_ms=at_ms, kind=FaultKind.CUT, targets=(apart, *others), lasts_ms=PLOT_MS)
    return [slow, cut, Fault(at_ms=deleted_ms, kind=FaultKind.ZNODE_DELETE, text="/controller")]


def _time(rng: random.Random, until_ms: int) -> int:
    return FIRST_MS + rng.randrange(max(1, until_ms - FIRST_MS))
