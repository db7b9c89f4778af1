"""The faults that seeds draw for surges: a follower falls behind, then a leader goes, or that follower's session.

    ├─ behind: far, narrow, cut or paused ──────────────┤
            ├ blow ┤   ├ blow ┤                              session lost, killed, stopped, paused; or at once one
                                                           after the other: who is behind leaves the ISR, a leader goes
    ├──────────── an episode ───────────────────────────┤ a pause ├──── the next …

What is drawn is plain data like every other schedule. Only the kinds that the scenario has are used. Not here: faults
without a plan (`fault_draws`).
"""

from __future__ import annotations

import random
from typing import Final

from kavka.simulation.faults import MS_PER_S, Fault, FaultKind, Schedule
from kavka.simulation.scenario import Scenario

FIRST_MS: Final = 3_000
BLOWS_MAX: Final = 2
BLOW_MS_MAX: Final = 6_000
"""After the begin of an episode: later blows meet nobody behind but who has left the ISR."""
DOUBLE: Final = 0.4
"""How often who is behind loses its session, and another is hit within moments."""
PAUSES_MS: Final = (500, 2_000, 5_000)
"""About so long all is well between two episodes."""

_BEHIND: Final = (
    (FaultKind.SLOW_LINK, (100, 400, 1_500)),
    (FaultKind.NARROW_LINK, (250, 400)),
    (FaultKind.CUT, (0,)),
    (FaultKind.CUT_ONE_WAY, (0,)),
    (FaultKind.PAUSE, (0,)),
)
_BLOWS: Final = (FaultKind.SESSION_EXPIRY, FaultKind.SESSION_EXPIRY, FaultKind.KILL, FaultKind.STOP, FaultKind.PAUSE)
_LASTS_MS: Final = {FaultKind.KILL: (50, 8_000), FaultKind.STOP: (50, 4_000), FaultKind.PAUSE: (500, 9_000)}


def draw_skews(rng: random.Random, scenario: Scenario) -> Schedule:
    """Returns episodes of the kinds that the scenario has; none where it has no kind to fall behind by."""
    brokers = [f"broker-{number}" for number in range(1, scenario.brokers + 1)]
    ways = [way for way in _BEHIND if way[0] in scenario.kinds]
    blows = [kind for kind in _BLOWS if kind in scenario.kinds]
    found: list[Fault] = []
    at_ms = FIRST_MS + rng.randrange(2_000)
    while ways and at_ms < scenario.seconds * MS_PER_S * 3 // 4:
        behind = rng.choice(brokers)
        others = [broker for broker in brokers if broker != behind]
        kind, amounts = rng.choice(ways)
        lasts_ms = rng.randrange(*rng.choice(((800, 5_000), (8_000, 15_000))))
        targets = (behind,) if kind is FaultKind.PAUSE else (behind, *_some(rng, others))
        found.append(Fault(at_ms=at_ms, kind=kind, targets=targets, lasts_ms=lasts_ms, amount=rng.choice(amounts)))
        until_ms = at_ms + min(lasts_ms, BLOW_MS_MAX)
        if others and FaultKind.SESSION_EXPIRY in blows and rng.random() < DOUBLE:
            found += _double(rng, rng.randrange(at_ms, until_ms), rng.choice(blows), behind, rng.choice(others))
        for _ in range(rng.randint(0, BLOWS_MAX) if blows else 0):
            target = rng.choice((behind, *others, *others))
            found.append(_blow(rng, rng.randrange(at_ms + 300, until_ms), rng.choice(blows), target))
        at_ms = max(fault.ends_ms for fault in found) + rng.choice(PAUSES_MS) + rng.randrange(1_000)
    return tuple(sorted(found, key=lambda fault: fault.at_ms))


def _double(rng: random.Random, at_ms: int, kind: FaultKind, first: str, second: str) -> list[Fault]:
    expiry = Fault(at_ms=at_ms, kind=FaultKind.SESSION_EXPIRY, targets=(first,))
    return [expiry, _blow(rng, at_ms + rng.randrange(100, 1_500), kind, second)]


def _some(rng: random.Random, others: list[str]) -> list[str]:
    return rng.sample(others, rng.randint(min(1, len(others)), len(others)))


def _blow(rng: random.Random, at_ms: int, kind: FaultKind, target: str) -> Fault:
    lasts_ms = rng.randrange(*_LASTS_MS[kind]) if kind in _LASTS_MS else 0
    return Fault(at_ms=at_ms, kind=kind, targets=(target,), lasts_ms=lasts_ms)
