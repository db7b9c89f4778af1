"""Guards that are taken away are missed by the simulation: that it does not fail says something.

All of them are looked for in `tests/soak/test_mutants.py`, and written down in docs/simulation-mutants.md.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from tests.support.simulation.mutants.found import recorded
from tests.support.simulation.mutants.hunt import SEEDS_MAX, hunt, seeds_for
from tests.support.simulation.mutants.mutant import ROOT, MutantError
from tests.support.simulation.mutants.page import page
from tests.support.simulation.mutants.table import MUTANTS, mutant_named

FOUND_MIN = 25
QUICK = ("leader-epoch-not-raised", "fetch-session-misses-changes", "compaction-drops-last-value")
TRIES = 4
"""Seeds that a quick one may take: any change of the product may make another run of the seed that was recorded."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_mutant_fits_its_source(mutant):
    assert mutant.code() is not None
    assert mutant.source() != (ROOT / mutant.path).read_text(encoding="utf-8")
    assert mutant.guard


def test_a_mutant_of_what_is_not_there_is_none():
    gone = replace(MUTANTS[0], old="no such line")
    with pytest.raises(MutantError, match="0 times"):
        gone.source()
    many = replace(MUTANTS[0], old="self")
    with pytest.raises(MutantError, match="times, not once"):
        many.source()


def test_a_mutant_is_imported_in_place_of_its_module_and_nowhere_else():
    path = "kavka/common/pace.py"
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    first = next(line for line in lines if line.startswith("from __future__"))
    program = (
        "from tests.support.simulation.mutants.mutant import Mutant, imported\n"
        f"one = Mutant(name='one', path={path!r}, old={first!r}, new={first + '; MUTATED = 1'!r}, guard='-')\n"
        "imported(one)\n"
        "import kavka.common.pace as mutated, kavka.common.steps as other\n"
        "print(mutated.MUTATED, hasattr(other, 'MUTATED'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "1 False\n", done.stderr


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_mutant_is_found(name):
    mutant, seed = mutant_named(name), recorded()[name].seed
    found = hunt(mutant, seeds_for(mutant, range(seed, SEEDS_MAX))[:TRIES])
    assert found.seed is not None, f"none of {TRIES} seeds from {seed} on finds it"


def test_every_mutant_was_looked_for():
    found = recorded()
    assert found.keys() == {mutant.name for mutant in MUTANTS}
    caught = [name for name, one in found.items() if one.seed is not None and one.seed <= SEEDS_MAX]
    assert len(caught) >= FOUND_MIN


def test_the_page_of_mutants_is_current():
    written = (ROOT / "docs" / "simulation-mutants.md").read_text(encoding="utf-8")
    assert written == page(), "run make generate"
