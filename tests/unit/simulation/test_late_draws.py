"""What comes beside a seed's faults: some seeds get it, the others keep what they had, and all of it is plain data."""

from __future__ import annotations

import json
import random

import pytest

from kavka.simulation.fault_draws import draw_faults
from kavka.simulation.faults import STALE, Fault, FaultKind, schedule_from_json, schedule_text
from kavka.simulation.late_draws import draw_late
from kavka.simulation.scenario import APART, KINDS, Scenario
from kavka.simulation.seed_draws import drawn

SEEDS = range(300)


def late(seed, **scenario):
    return draw_late(random.Random(seed), Scenario(**scenario))


def test_some_seeds_get_stale_requests_of_each_kind_and_some_a_zombie_controller():
    faults = [late(seed) for seed in SEEDS]
    stale = {fault.text for some in faults for fault in some if fault.kind is FaultKind.STALE_REQUEST}
    assert stale == set(STALE)
    assert sum(not some for some in faults) > len(faults) / 2
    zombies = [some for some in faults if any(fault.kind is FaultKind.ZNODE_DELETE for fault in some)]
    assert zombies
    for some in zombies:
        slow, ended, deleted = (
            next(fault for fault in some if fault.kind is kind)
            for kind in (FaultKind.SLOW_LINK, FaultKind.SESSION_EXPIRY, FaultKind.ZNODE_DELETE)
        )
        assert slow.targets == ("controller", "zookeeper")
        assert slow.at_ms < ended.at_ms <= deleted.at_ms < slow.ends_ms


def test_a_seed_that_gets_nothing_has_the_faults_that_it_had():
    spared = [seed for seed in SEEDS if not draw_late(random.Random(f"late {seed}"), Scenario())]
    scenario, faults = drawn(spared[0], Scenario(settings={"log.flush.interval.messages": "1"}))
    assert faults == draw_faults(random.Random(f"faults {spared[0]}"), scenario)
    alone = Scenario(kinds=KINDS, settings=scenario.settings)
    assert faults == draw_faults(random.Random(f"faults {spared[0]}"), alone)


def test_they_are_read_as_they_were_written_and_begin_in_the_first_two_thirds():
    for seed in SEEDS:
        faults = late(seed)
        assert schedule_from_json(json.loads(schedule_text(faults))) == faults
        assert list(faults) == sorted(faults, key=lambda fault: fault.at_ms)
        assert all(fault.at_ms < 55_000 for fault in faults)


@pytest.mark.parametrize(
    "scenario",
    [
        {"faults": ()},
        {"kinds": (FaultKind.KILL,)},
        {"kinds": (FaultKind.SLOW_LINK, FaultKind.SESSION_EXPIRY, FaultKind.ZNODE_DELETE), "brokers": 1},
    ],
)
def test_a_scenario_that_names_its_faults_or_their_kinds_gets_no_others(scenario):
    assert not [fault for seed in SEEDS for fault in late(seed, **scenario)]


def test_a_scenario_of_late_requests_alone_has_no_other_faults():
    assert draw_faults(random.Random(1), Scenario(kinds=APART)) == ()
    assert {fault.kind for seed in SEEDS for fault in late(seed, kinds=APART)} == set(APART)


def test_what_is_stale_has_a_name_that_is_known():
    body = [{"kind": "stale-request", "targets": ["broker-1"], "text": "former-life"}]
    assert schedule_from_json(body) == (
        Fault(at_ms=0, kind=FaultKind.STALE_REQUEST, targets=("broker-1",), text="former-life"),
    )
    with pytest.raises(ValueError, match="nothing stale is called 'late-life'"):
        schedule_from_json([body[0] | {"text": "late-life"}])
