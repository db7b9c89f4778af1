"""Faults that are aimed at coordinators: which seeds get some, when, and at whom."""

from __future__ import annotations

import json
import random

import pytest

from kavka.simulation.aimed_draws import TOPICS, draw_aimed
from kavka.simulation.faults import Fault, FaultKind, schedule_from_json, schedule_text
from kavka.simulation.leaders import LEADER, is_role
from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import drawn
from kavka.simulation.workloads import WORKLOADS

SEEDS = range(60)
FLIP = Fault(at_ms=1_000, kind=FaultKind.BIT_FLIP, targets=("broker-1",), lasts_ms=2_000)


def aimed(seed, beside=(), **scenario):
    return draw_aimed(random.Random(seed), Scenario(**{"workloads": ("copiers",)} | scenario), beside)


def test_some_seeds_get_them_within_the_first_two_thirds_and_at_coordinators():
    schedules = [aimed(seed) for seed in SEEDS]
    assert 0 < sum(map(bool, schedules)) < len(SEEDS)
    faults = [fault for schedule in schedules for fault in schedule]
    assert {fault.kind for fault in faults} == {
        FaultKind.CUT, FaultKind.LATE_REQUEST, FaultKind.KILL, FaultKind.SESSION_EXPIRY
    }  # fmt: skip
    assert all(4_000 <= fault.at_ms < 45_000 for fault in faults)
    roles = {target for fault in faults for target in fault.targets if is_role(target)}
    assert roles == {f"{LEADER}{topic}-{number}" for topic in TOPICS["copiers"] for number in (0, 1)}


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_a_schedule_is_read_as_it_was_written_and_is_in_order(seed):
    faults = aimed(seed)
    assert schedule_from_json(json.loads(schedule_text(faults))) == faults
    assert list(faults) == sorted(faults, key=lambda fault: fault.at_ms)


@pytest.mark.parametrize(
    "scenario",
    [
        {"workloads": ("producers",)},
        {"workloads": ()},
        {"faults": ()},
        {"kinds": (FaultKind.KILL, FaultKind.CUT)},
        {"faults": None, "seconds": 1},
    ],
)
def test_who_has_no_coordinator_or_does_not_want_them_gets_none(scenario):
    assert not any(aimed(seed, **scenario) for seed in SEEDS)


def test_there_are_none_beside_a_fault_that_takes_bytes():
    assert not any(aimed(seed, (FLIP,)) for seed in SEEDS)


def test_a_cluster_of_one_gets_them_too():
    assert any(aimed(seed, brokers=1) for seed in SEEDS)


def test_a_run_has_them_beside_its_others_by_their_time():
    found = [drawn(seed, Scenario(workloads=("transactions",)))[1] for seed in SEEDS]
    assert any(fault.kind is FaultKind.LATE_REQUEST for faults in found for fault in faults)
    assert all(list(faults) == sorted(faults, key=lambda fault: fault.at_ms) for faults in found)


def test_every_workload_that_is_named_is_there():
    assert TOPICS.keys() <= WORKLOADS.keys()
