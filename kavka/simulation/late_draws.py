"""Draws what comes beside a seed's other faults: requests that come late, and controllers that are over.

    some seeds ─ stale requests ─▶ one to four, at any time
    some seeds ─ a zombie       ─▶ the controller's way to ZooKeeper is slow
                                   a broker's session ends: others shall lead, which takes some round trips
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
ZOMBIE_KINDS: Final = frozenset({FaultKind.SLOW_LINK, FaultKind.SESSION_EXPIRY, FaultKind.ZNODE_DELETE})
"""What it is made of."""

FIRST_MS: Final = 4_000
SLOW_MS: Final = 400
"""One way: the session survives it, and what is decided is older than that when it is written."""
SLOW_BEFORE_MS: Final = 1_500
DECIDES_MS: Final = 1_800
"""How long the controller takes, from the end of the session until it has written who leads."""
PLOT_MS: Final = 8_000


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
    at_ms, host = _time(rng, until_ms), rng.choice(brokers)
    ended_ms = at_ms + SLOW_BEFORE_MS
    deleted_ms = ended_ms + rng.randrange(DECIDES_MS)
    way = (CONTROLLER, ZOOKEEPER)
    return [
        Fault(at_ms=at_ms, kind=FaultKind.SLOW_LINK, targets=way, lasts_ms=PLOT_MS, amount=SLOW_MS),
        Fault(at_ms=ended_ms, kind=FaultKind.SESSION_EXPIRY, targets=(host,)),
        Fault(at_ms=deleted_ms, kind=FaultKind.ZNODE_DELETE, text="/controller"),
    ]


def _time(rng: random.Random, until_ms: int) -> int:
    return FIRST_MS + rng.randrange(max(1, until_ms - FIRST_MS))
