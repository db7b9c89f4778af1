"""Faults as data: JSON both ways, what is refused, and what a draw never does."""

from __future__ import annotations

import json
import random

import pytest

from kavka.simulation.fault_draws import LOSING, draw_faults
from kavka.simulation.faults import (
    AT_ONCE,
    BY_HAND,
    ZOOKEEPER,
    Fault,
    FaultKind,
    ScheduleError,
    schedule_from_json,
    schedule_text,
)
from kavka.simulation.scenario import KINDS, Scenario, ScenarioError


def drawn(seed, **scenario):
    return draw_faults(random.Random(seed), Scenario(**scenario))


@pytest.mark.parametrize("seed", range(20))
def test_a_schedule_is_read_as_it_was_written(seed):
    faults = drawn(seed, kinds=tuple(kind for kind in FaultKind if kind not in BY_HAND))
    assert schedule_from_json(json.loads(schedule_text(faults))) == faults
    assert all(fault.words() for fault in faults)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({}, "a list of faults"),
        ([3], "a fault is an object"),
        ([{"kind": "kil"}], "'kil' is no kind of fault"),
        ([{"kind": "kill"}], "needs a target"),
        ([{"kind": "kill", "targets": "broker-1"}], "a list of hosts"),
        ([{"kind": "kill", "targets": ["broker-1"], "at_ms": -1}], "at_ms of a fault is a number"),
        ([{"kind": "kill", "targets": ["broker-1"], "when": 1}], "no field 'when'"),
        ([{"kind": "znode-set", "text": 7}], "a string"),
        ([{"kind": "reassign", "text": "t=1"}], "'t=1' is no partition with its replicas"),
        ([{"kind": "late-request", "targets": ["broker-1"], "text": "EndTx"}], "no API 'EndTx'"),
        ([{"kind": "odd-request", "targets": ["broker-1"], "text": "tea"}], "no odd request 'tea': offsets of many"),
    ],
)
def test_what_is_no_schedule_is_refused_with_a_reason(body, what):
    with pytest.raises(ScheduleError, match=what):
        schedule_from_json(body)


@pytest.mark.parametrize("seed", range(50))
def test_faults_that_lose_bytes_come_alone_unless_brokers_flush(seed):
    faults = drawn(seed, kinds=(FaultKind.POWER_LOSS, FaultKind.BIT_FLIP, FaultKind.KILL, FaultKind.CUT))
    for fault in faults:
        if fault.kind in LOSING:
            others = [other for other in faults if other is not fault]
            assert all(other.ends_ms < fault.at_ms or fault.ends_ms < other.at_ms for other in others)
            assert len(fault.targets) == 1


def test_all_brokers_lose_power_at_once_where_they_flush():
    flushed = {"log.flush.interval.messages": "1"}
    losses = [f for seed in range(50) for f in drawn(seed, kinds=(FaultKind.POWER_LOSS,), settings=flushed)]
    assert {len(loss.targets) for loss in losses} == {1, 3, 4}


def test_each_kind_is_drawn_and_processes_and_disks_of_zookeeper_are_among_the_targets():
    faults = [fault for seed in range(200) for fault in drawn(seed)]
    assert {fault.kind for fault in faults} == set(KINDS)
    to_zookeeper = {fault.kind for fault in faults if fault.targets == (ZOOKEEPER,)}
    assert to_zookeeper >= {FaultKind.KILL, FaultKind.PAUSE, FaultKind.POWER_LOSS, FaultKind.SLOW_DISK}


@pytest.mark.parametrize("seed", range(50))
def test_a_drawn_fault_begins_in_the_first_two_thirds_and_only_lasting_ones_last(seed):
    for fault in drawn(seed, seconds=30):
        assert 0 < fault.at_ms < 30_000
        assert (fault.lasts_ms == 0) == (fault.kind in AT_ONCE)


def test_a_scenario_is_read_as_it_was_written():
    scenario = Scenario(
        name="cuts",
        brokers=5,
        seconds=7,
        workloads=("producers",),
        settings={"min.insync.replicas": "3"},
        kinds=(FaultKind.CUT,),
        faults=(Fault(at_ms=1, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=5),),
    )
    assert Scenario.from_json(json.dumps(scenario.to_json())) == scenario
    assert Scenario.from_json("{}") == Scenario()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("nothing", "no JSON"),
        ("[]", "an object"),
        ('{"broker": 3}', "no field 'broker'"),
        ('{"brokers": 0}', "brokers is a number from 1 to 9"),
        ('{"kinds": ["fire"]}', "kinds: no seed draws 'fire'"),
        ('{"kinds": ["poison"]}', "kinds: no seed draws 'poison'"),
        ('{"settings": {"a": 1}}', "a is a string"),
        ('{"settings": {"min.insync.replicas": "two"}}', "settings: .*min.insync.replicas"),
        ('{"brokers": 1, "faults": [{"kind": "kill", "targets": ["broker-2"]}]}', "no host 'broker-2'; there are bro"),
        ('{"limits": {"deaths": 1}}', "no figure 'deaths'"),
        ('{"limits": {"elections": -1}}', "elections is a number of at least 0"),
        ('{"faults": [{"kind": "kill"}]}', "faults: a fault of kind kill needs a target"),
    ],
)
def test_what_is_no_scenario_is_refused_with_a_reason(text, what):
    with pytest.raises(ScenarioError, match=what):
        Scenario.from_json(text)
