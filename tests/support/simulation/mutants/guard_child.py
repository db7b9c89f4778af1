"""The child process that runs a shipped scenario without its guard, and tells the first seed that fails.

    argument  the scenario's name: late-end-txn

What is edited has to be imported by nobody before: the simulation is imported last. Not here: `guards`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.support.simulation.mutants.children import tell
from tests.support.simulation.mutants.mutant import Mutant, imported
from tests.support.simulation.scenario_guards import GUARDS


def main(arguments: Sequence[str]) -> None:
    """Runs the seeds of one guard."""
    (name,) = arguments
    guard = next(guard for guard in GUARDS if guard.scenario == name)
    for path, old, new in guard.edits:
        imported(Mutant(name=name, path=path, old=old, new=new, guard=guard.guard))

    from kavka.simulation.runner import run
    from kavka.simulation.shipped_scenarios import shipped_scenario

    tell(run(seed, shipped_scenario(name)) for seed in guard.seeds)


if __name__ == "__main__":
    main(sys.argv[1:])
