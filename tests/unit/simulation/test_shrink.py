"""Shrinking: what is left fails still, nothing of it can go, and runs are bounded."""

from __future__ import annotations

import random

import pytest

from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.shrink import SHORTEST_MS, shrink


def schedule(count):
    return tuple(
        Fault(at_ms=number, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=8_000) for number in range(count)
    )


@pytest.mark.parametrize("seed", range(30))
def test_the_faults_that_it_takes_are_found(seed):
    rng = random.Random(seed)
    needed = set(rng.sample(range(20), rng.randrange(4)))
    shrunk = shrink(schedule(20), lambda faults: needed <= {fault.at_ms for fault in faults})
    assert {fault.at_ms for fault in shrunk.faults} == needed
    assert shrunk.is_minimal


def test_durations_are_shortened_as_far_as_it_still_fails():
    shrunk = shrink(schedule(3), lambda faults: any(f.at_ms == 1 and f.lasts_ms >= 1_500 for f in faults))
    assert [fault.lasts_ms for fault in shrunk.faults] == [2_000]
    assert shrink(schedule(1), bool).faults[0].lasts_ms in range(SHORTEST_MS, 2 * SHORTEST_MS)


def test_runs_are_bounded_and_what_is_left_fails():
    runs = []

    def fails(faults):
        runs.append(faults)
        return {3, 40, 77} <= {fault.at_ms for fault in faults}

    shrunk = shrink(schedule(100), fails, runs_max=12)
    assert len(runs) == shrunk.runs == 12
    assert not shrunk.is_minimal
    assert fails(shrunk.faults)
