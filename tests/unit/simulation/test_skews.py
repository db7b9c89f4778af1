"""The faults that surges come with: plain data of the scenario's kinds, the same of the same seed."""

from __future__ import annotations

import random

from kavka.simulation.faults import FaultKind, schedule_from_json
from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import drawn
from kavka.simulation.skews import draw_skews


def skews(seed, **fields):
    return draw_skews(random.Random(seed), Scenario(**fields))


def test_a_seed_draws_episodes_of_a_follower_that_is_behind_and_of_blows():
    schedules = [skews(seed) for seed in range(50)]
    kinds = {fault.kind for faults in schedules for fault in faults}
    assert kinds > {FaultKind.SLOW_LINK, FaultKind.CUT, FaultKind.SESSION_EXPIRY, FaultKind.KILL, FaultKind.STOP}
    assert all(fault.at_ms < 60_000 for faults in schedules for fault in faults)
    assert [skews(seed) for seed in range(50)] == schedules
    for faults in schedules:
        assert schedule_from_json([fault.to_json() for fault in faults]) == faults
        assert [fault.at_ms for fault in faults] == sorted(fault.at_ms for fault in faults)


def test_the_scenarios_kinds_alone_are_drawn():
    assert {fault.kind for fault in skews(1, kinds=(FaultKind.CUT,))} == {FaultKind.CUT}
    assert skews(1, kinds=(FaultKind.KILL,)) == ()


def test_of_one_broker_nobody_is_behind_but_itself():
    assert all(fault.targets == ("broker-1",) for fault in skews(1, brokers=1))


LAG, PROTOCOL = "replica.lag.time.max.ms", "inter.broker.protocol.version"


def test_surges_draw_skews_and_settings_unless_the_scenario_says_otherwise():
    settings = [drawn(seed, Scenario(workloads=("surges",)))[0].settings for seed in range(40)]
    assert {one[LAG] for one in settings} == {"2500", "5000"}
    assert {one.get(PROTOCOL) for one in settings} == {"2.0", None}
    own = Scenario(workloads=("surges",), settings={LAG: "1000", PROTOCOL: "3.0"}, faults=())
    assert drawn(1, own) == (own, ())
    for seed in range(20):
        kept, faults = drawn(seed, Scenario(workloads=("surges",), settings=own.settings))
        assert own.settings.items() <= kept.settings.items()
        assert faults
