"""Every mutant that was ever found is found again, at its seed or at another one; so is what each guard's lack breaks.

What the page says of the guards of shipped scenarios is what happens now.
"""

from __future__ import annotations

import pytest

from tests.support.simulation.mutants.found import recorded
from tests.support.simulation.mutants.guards import failure_without, guard_failures, what_failed
from tests.support.simulation.mutants.hunt import SEEDS_MAX, hunt, seeds_for
from tests.support.simulation.mutants.table import MUTANTS
from tests.support.simulation.scenario_guards import GUARDS

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3_600)]

FOUND = {name: found for name, found in recorded().items() if found.seed is not None}


@pytest.mark.parametrize("mutant", [m for m in MUTANTS if m.name in FOUND], ids=lambda mutant: mutant.name)
def test_a_mutant_is_found(mutant):
    seed = FOUND[mutant.name].seed
    others = [other for other in seeds_for(mutant, range(1, SEEDS_MAX + 1)) if other != seed]
    found = hunt(mutant, [seed, *others])
    print(f"{mutant.name}: seed {found.seed}, {found.invariant}: {found.detail}")
    assert found.seed is not None, f"seed {seed} found it, and none does now"


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.scenario)
def test_a_shipped_scenario_fails_without_its_guard(guard):
    failure, written = failure_without(guard), guard_failures()[guard.scenario]
    assert failure is not None
    assert (failure.seed, what_failed(failure)) == (written.seed, what_failed(written)), (
        "run the mutants with --guards --record"
    )
