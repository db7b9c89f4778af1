"""The scenarios that stay: what once went wrong does so no more, and each watches over a line that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.simulation.shipped_scenarios import shipped_names, shipped_scenario
from tests.support.simulation.scenario_guards import GUARDS
from tests.support.simulation.seeds import check

ROOT = Path(__file__).parents[2]


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


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.scenario)
def test_the_guarded_line_is_where_the_table_has_it(guard):
    for path, old, new in guard.edits:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path}: {old!r}"
        assert old != new
