"""The scenarios that stay: what once went wrong does so no more, and each watches over a line that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.simulation.checks.invariants import INVARIANTS
from kavka.simulation.shipped_scenarios import shipped_names, shipped_scenario
from tests.support.simulation.mutants.guards import failure_without, guard_failures, what_failed
from tests.support.simulation.scenario_guards import GUARDS
from tests.support.simulation.seeds import check

ROOT = Path(__file__).parents[2]
QUICK = ("coordinator-of-nobody", "responses-unread")
"""All of them are tried in `tests/soak/test_mutants.py`."""


@pytest.mark.parametrize(
    ("name", "seed"), [pytest.param(guard.scenario, seed) for guard in GUARDS for seed in guard.seeds]
)
def test_a_scenario_holds(name, seed):
    scenario = shipped_scenario(name)
    outcome = check(seed, scenario)
    done = [entry.words for entry in outcome.timeline if entry.kind == "fault"]
    assert not [words for words in done if words.startswith("killed only")], "a fault of the scenario was left out"
    assert len(done) >= len(scenario.faults or ())


def test_every_shipped_scenario_says_what_it_is_about_and_watches_over_a_guard():
    assert shipped_names() == sorted(guard.scenario for guard in GUARDS)
    for name in shipped_names():
        assert shipped_scenario(name).name == name.replace("-", " ")
        assert shipped_scenario(name).about.endswith(".")


@pytest.mark.parametrize("name", QUICK)
def test_a_scenario_fails_without_its_guard(name):
    [guard] = [guard for guard in GUARDS if guard.scenario == name]
    failure, written = failure_without(guard), guard_failures()[name]
    assert failure is not None
    assert (failure.seed, what_failed(failure)) == (written.seed, what_failed(written))


def test_what_fails_without_each_guard_is_known():
    assert guard_failures().keys() == {guard.scenario for guard in GUARDS}
    names = {invariant.name for invariant in INVARIANTS}
    for guard in GUARDS:
        failure = guard_failures()[guard.scenario]
        assert failure.invariant in names
        assert failure.seed in guard.seeds


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.scenario)
def test_the_guarded_line_is_where_the_table_has_it(guard):
    for path, old, new in guard.edits:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path}: {old!r}"
        assert old != new
