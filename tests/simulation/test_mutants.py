"""Guards that are taken away are missed by the simulation: that it does not fail says something.

All of them are looked for in `tests/soak/test_mutants.py`, and written down in docs/simulation-mutants.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.support.simulation.mutants.found import recorded
from tests.support.simulation.mutants.hunt import SEEDS_MAX, Found, hunt, seeds_for
from tests.support.simulation.mutants.mutant import ROOT, Edit, MutantError
from tests.support.simulation.mutants.page import page
from tests.support.simulation.mutants.table import MUTANTS, mutant_named

QUICK = ("leader-epoch-not-raised", "fetch-session-misses-changes", "compaction-drops-last-value")
TRIES = 4
"""Seeds that a quick one may take: any change of the product may make another run of the seed that was recorded."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_mutant_fits_its_source(mutant):
    base, whole = mutant.sources(is_base=True), mutant.sources()
    for path, source in whole.items():
        assert compile(source, path, "exec", dont_inherit=True) is not None
        assert source != (ROOT / path).read_text(encoding="utf-8")
    assert whole != base
    assert base.keys() <= whole.keys() == {mutant.path, *(edit.path for edit in mutant.beside)}
    assert all([mutant.guard, *(edit.guard for edit in mutant.beside)])


def test_a_mutant_of_what_is_not_there_is_none():
    gone = replace(MUTANTS[0], old="no such line")
    with pytest.raises(MutantError, match="0 times"):
        gone.sources()
    many = replace(MUTANTS[0], old="self")
    with pytest.raises(MutantError, match="times, not once"):
        many.sources()


PROGRAM = """
import json, sys
from tests.support.simulation.mutants.mutant import Edit, Mutant, imported
pace, first, second = json.loads(sys.argv[1])
one = Mutant(name="one", guard="-", beside=tuple(Edit(**edit) for edit in (first, second)), **pace)
imported(one, is_base=sys.argv[2] == "base")
import kavka.common.pace, kavka.common.steps
print([getattr(module, "GONE", "") for module in (kavka.common.pace, kavka.common.steps, kavka.common)])
"""


@pytest.mark.parametrize(
    ("which", "gone"), [("base", ["1", "2", ""]), ("whole", ["1 and 3", "2", ""])], ids=["base", "whole"]
)
def test_a_mutant_is_imported_in_place_of_its_modules_and_nowhere_else(which, gone):
    first = "from __future__ import annotations"
    beside = [
        {"path": f"kavka/common/{name}.py", "old": first, "new": f"{first}; GONE = '{number}'", "guard": "-"}
        for number, name in enumerate(("pace", "steps"), start=1)
    ]
    own = {"path": "kavka/common/pace.py", "old": "GONE = '1'", "new": "GONE = '1 and 3'"}
    command = [sys.executable, "-c", PROGRAM, json.dumps([own, *beside]), which]
    plain = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    assert done.stdout == f"{gone}\n", done.stderr


BESIDE = Edit(
    path="broker/replica/isr_changes.py",
    old="partition.log.high_watermark, partition.leader_epoch_start_offset\n",
    new="partition.log.high_watermark, 0\n",
    guard="who joins has the leader epoch's start",
)


def test_the_page_says_what_is_removed_as_well():
    mutant = replace(MUTANTS[0], guard="acks=all waits", beside=(BESIDE,))
    text = page((mutant,), {mutant.name: Found(tried=3, seed=5, invariant="lost-write")})
    assert "| acks=all waits (removed as well: who joins has the leader epoch's start) |" in text
    text = page((mutant,), {mutant.name: Found(tried=3)})
    assert "| acks=all waits (removed as well: who joins has the leader epoch's start) |" in text


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_mutant_is_found(name):
    mutant, seed = mutant_named(name), recorded()[name].seed
    found = hunt(mutant, seeds_for(mutant, range(seed, SEEDS_MAX))[:TRIES])
    assert found.seed is not None, f"none of {TRIES} seeds from {seed} on finds it"


def test_every_mutant_was_found_by_one_of_so_many_seeds():
    found = recorded()
    assert found.keys() == {mutant.name for mutant in MUTANTS}
    assert not [name for name, one in found.items() if one.seed is None or one.seed > SEEDS_MAX]


def test_the_page_of_mutants_is_current():
    written = (ROOT / "docs" / "simulation-mutants.md").read_text(encoding="utf-8")
    assert written == page(), "run make generate"
