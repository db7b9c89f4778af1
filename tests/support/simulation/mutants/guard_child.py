"""The child process that runs a shipped scenario without its guard, and prints the first seed that fails, or null.

    argument  late-end-txn        stdout  {"seed": 24, "invariant": "torn-transaction", "detail": "…"}

What is edited has to be imported by nobody before: the simulation is imported last. Not here: `guards`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from tests.support.simulation.mutants.mutant import Mutant, imported
from tests.support.simulation.scenario_guards import GUARDS, ScenarioGuard

DETAIL_MAX: Final = 300


def main(arguments: Sequence[str]) -> None:
    """Runs the seeds of one guard."""
    (name,) = arguments
    guard = next(guard for guard in GUARDS if guard.scenario == name)
    for path, old, new in guard.edits:
        imported(Mutant(name=name, path=path, old=old, new=new, guard=guard.guard))
    print(json.dumps(_first_failure(guard)))


def _first_failure(guard: ScenarioGuard) -> dict[str, Any] | None:
    from kavka.simulation.runner import run
    from kavka.simulation.shipped_scenarios import shipped_scenario

    for seed in guard.seeds:
        outcome = run(seed, shipped_scenario(guard.scenario))
        if outcome.has_failed:
            first = outcome.violations[0]
            return {"seed": seed, "invariant": first.invariant, "detail": first.detail[:DETAIL_MAX]}
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
