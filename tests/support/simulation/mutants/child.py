"""The child process of a hunt: imports one mutant, runs the seeds that it reads, and prints the first that fails.

    stdin  [1, 2, 3, …]        arguments  the mutant's name; `-name`: its base, what is gone beside it alone
    stdout {"seed": 2, "invariant": "lost-write", "detail": "…"}, or null

What was mutated has to be imported by nobody before: the simulation is imported last. Not here: `hunt`.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

from tests.support.simulation.mutants.mutant import imported
from tests.support.simulation.mutants.table import mutant_named

CPU_SECONDS_MAX: Final = 60
"""Of one seed, which takes about one: a mutant may turn for ever without a single virtual moment."""
DETAIL_MAX: Final = 300


class _Hung(BaseException):
    """A seed has taken too long."""


def main(arguments: Sequence[str]) -> None:
    """Runs the seeds."""
    (name,) = arguments
    mutant = mutant_named(name.removeprefix("-"))
    imported(mutant, is_base=name.startswith("-"))
    print(json.dumps(_first_failure(json.load(sys.stdin), mutant.scenario)))


def _first_failure(seeds: Sequence[int], scenario_name: str) -> dict[str, Any] | None:
    from kavka.simulation.batch import run_seeds
    from tests.support.simulation.mutants.hunt import HANGS
    from tests.support.simulation.mutants.scenarios import SCENARIOS

    def hung(*_: object) -> None:
        raise _Hung

    signal.signal(signal.SIGPROF, hung)
    outcomes = run_seeds(seeds, SCENARIOS[scenario_name])
    for seed in seeds:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_MAX)
        try:
            outcome = next(outcomes)
        except _Hung:
            return {"seed": seed, "invariant": HANGS, "detail": f"no end within {CPU_SECONDS_MAX} s of a processor"}
        if outcome.has_failed:
            first = outcome.violations[0]
            return {"seed": seed, "invariant": first.invariant, "detail": first.detail[:DETAIL_MAX]}
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
