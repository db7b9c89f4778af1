"""What came of a simulation: plain data for people, JSON and the next process.

Two outcomes with the same digest were the same run: every byte that went over the network and when, every fault, all
that clients did and saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kavka.simulation.checks import Violation
from kavka.simulation.faults import Schedule
from kavka.simulation.scenario import Scenario
from kavka.simulation.trace import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """See the module.

    Attributes:
        faults: those that were done, drawn or given.
        digest: of all that happened.
        violations: the invariants that did not hold; none: all is well.
        timeline: what happened, for people.
        figures: counts, and how long it took; nothing in it is part of the digest.
        has_spun: a host computed for ever, and the run was ended: so would each be that is like it, as late.
    """

    seed: int
    scenario: Scenario
    faults: Schedule
    digest: str
    violations: tuple[Violation, ...]
    timeline: tuple[Entry, ...]
    figures: dict[str, int]
    has_spun: bool = False

    @property
    def has_failed(self) -> bool:
        """Tells whether an invariant did not hold."""
        return bool(self.violations)

    @property
    def invariant(self) -> str:
        """Returns the name of the first invariant that did not hold; empty: all did."""
        return self.violations[0].invariant if self.violations else ""

    def to_json(self) -> dict[str, Any]:
        """Returns what JSON can show."""
        return {
            "seed": self.seed,
            "scenario": self.scenario.to_json(),
            "faults": [fault.to_json() for fault in self.faults],
            "digest": self.digest,
            "violations": [
                {"invariant": found.invariant, "detail": found.detail, "kafka": list(found.kafka)}
                for found in self.violations
            ],
            "timeline": [entry.to_json() for entry in self.timeline],
            "figures": self.figures,
        }
