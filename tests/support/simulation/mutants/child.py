"""The child process of a hunt: imports one mutant, runs the seeds that it reads, and tells the first that fails.

    arguments  the mutant's name; `-name`: its base, what is gone beside it alone; `=scenario`: the product as it is

A seed that never comes to its end has failed, too: a mutant may turn for ever without a single virtual moment. What was
mutated has to be imported by nobody before: the simulation is imported last. Not here: `hunt`.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tests.support.simulation.mutants.children import Failure, tell, tell_failure
from tests.support.simulation.mutants.mutant import imported
from tests.support.simulation.mutants.table import mutant_named

if TYPE_CHECKING:
    from kavka.simulation.outcome import Outcome

CPU_SECONDS_MAX: Final = 60
"""Of one seed, which takes about one."""
HANGS: Final = "hangs"
"""In place of an invariant's name: the seed did not come to its end."""


class _Hung(BaseException):
    """A seed has taken too long."""


def main(arguments: Sequence[str]) -> None:
    """Runs the seeds."""
    (name,) = arguments
    scenario = name.removeprefix("=")
    if not name.startswith("="):
        mutant = mutant_named(name.removeprefix("-"))
        imported(mutant, is_base=name.startswith("-"))
        scenario = mutant.scenario
    seeds = json.load(sys.stdin)

    from kavka.simulation.batch import run_seeds
    from tests.support.simulation.mutants.scenarios import SCENARIOS

    ended: list[int] = []
    try:
        tell(_timed(run_seeds(seeds, SCENARIOS[scenario]), ended))
    except _Hung:
        detail = f"no end within {CPU_SECONDS_MAX} s of a processor"
        tell_failure(Failure(seeds[len(ended)], HANGS, detail))


def _timed(outcomes: Iterable[Outcome], ended: list[int]) -> Iterator[Outcome]:
    """Gives each seed its time."""

    def hung(*_: object) -> None:
        raise _Hung

    signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_MAX)
    for outcome in outcomes:
        ended.append(outcome.seed)
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_MAX)
        yield outcome


if __name__ == "__main__":
    main(sys.argv[1:])
