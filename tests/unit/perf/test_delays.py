"""The delays of the wheel's load tests: by their law, within their bounds, and the same for the same seed."""

from __future__ import annotations

import random
import statistics

import pytest

from kavka.perf.delays import LAWS, Delays
from kavka.perf.purgatory_load import RUNS, PurgatoryLoad


@pytest.mark.parametrize("law", LAWS)
def test_a_seed_draws_the_same_within_the_bounds(law):
    delays = Delays(law=law, min_ms=3, max_ms=700)
    drawn = delays.draw(2000, random.Random(5))
    assert drawn == delays.draw(2000, random.Random(5))
    assert 1 <= min(drawn) <= max(drawn) <= 700


def test_each_law_has_its_parameters():
    chance = random.Random(1)
    assert set(Delays("fixed", fixed_ms=42).draw(10, chance)) == {42}
    uniform = Delays("uniform", min_ms=100, max_ms=200).draw(5000, chance)
    assert (min(uniform), max(uniform)) == (100, 200)
    assert statistics.mean(Delays("exponential", mean_ms=300).draw(20_000, chance)) == pytest.approx(300, rel=0.05)
    lognormal = sorted(Delays("lognormal", pct50_ms=20, pct75_ms=60).draw(20_000, chance))
    assert lognormal[10_000] == pytest.approx(20, rel=0.1)
    assert lognormal[15_000] == pytest.approx(60, rel=0.1)


@pytest.mark.parametrize(("name", "completed"), [("completed by key", 500), ("timed out", 0)])
def test_every_operation_of_a_run_ends(name, completed):
    load = PurgatoryLoad(requests=500, timeout_ms=50)
    run = RUNS[name](load, load.arrivals(random.Random(3)))
    assert (run.completed, run.expired) == (completed, 500 - completed)
    assert run.watched_max > 0
