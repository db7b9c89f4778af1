"""Each workload in a cluster of three: alone it is clean and does what it says; so it is when brokers die and stop."""

from __future__ import annotations

import itertools
import random

import pytest

from kavka.simulation.agreement import unsettled
from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario, ScenarioError
from kavka.simulation.workloads import (
    ALONE,
    INSTEAD,
    WORKLOADS,
    draw_instead,
    draw_workloads,
    make_workloads,
    settings_for,
)
from kavka.simulation.workloads.ground import Ground
from kavka.simulation.workloads.producers import ProducersWorkload

DONE = {
    "producers": {"acked", "unknown", "failed", "crashes"},
    "consumers": {"acked", "read_uncommitted records", "read_committed records"},
    "transactions": {"committed", "aborted", "read_committed records"},
    "group": {"acked", "records", "commits", "joined", "rebalances"},
    "copiers": {"acked", "committed", "crashes"},
    "compaction": {"acked", "cleaned", "wavered"},
    "retention": {"acked", "deletions", "offsets gone"},
    "replicas": {"acked", "reassignments", "moves", "elections"},
    "topics": {"acked", "renewed", "grown"},
    "restarts": {"acked", "restarts"},
    "upgrade": {"acked", "restarts"},
    "latecomers": {"acked", "committed", "aborted", "commits", "refused"},
    "shares": {"acked", "records", "settled acked", "joined"},
    "surges": {"acked", "unknown", "read_uncommitted records", "ends told"},
}
"""Workload → what it must have done in half a minute, by its own counts."""

TROUBLE = (
    Fault(at_ms=4_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=5_000),
    Fault(at_ms=12_000, kind=FaultKind.PAUSE, targets=("broker-2",), lasts_ms=8_000),
    Fault(at_ms=18_000, kind=FaultKind.KILL, targets=("broker-3",), lasts_ms=1_000),
)


def test_every_workload_is_tried_here():
    assert DONE.keys() == WORKLOADS.keys()


def outcome_of(name, seed, *, seconds, faults=()):
    return run(seed, Scenario(name=name, workloads=(name,), seconds=seconds), faults=faults)


@pytest.mark.parametrize("name", sorted(WORKLOADS))
def test_alone_it_is_clean_and_does_what_it_says(name):
    outcome = outcome_of(name, 1, seconds=30)
    assert not outcome.violations
    done = {count.removeprefix(f"{name}: ") for count, number in outcome.figures.items() if number > 0}
    assert DONE[name] <= done


@pytest.mark.parametrize("name", sorted(WORKLOADS))
@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_clean_while_brokers_die_and_stop(name, seed):
    assert not outcome_of(name, seed, seconds=25, faults=TROUBLE).violations


@pytest.mark.parametrize("seed", [1, 7])
def test_a_group_of_the_consumer_protocol_is_clean_while_brokers_die_and_stop(seed):
    settings = {"inter.broker.protocol.version": "3.9"}
    outcome = run(seed, Scenario(name="group", workloads=("group",), seconds=25, settings=settings), faults=TROUBLE)
    assert outcome.figures["group: of the consumer protocol"] == 1
    assert not outcome.violations


def test_final_reads_begin_when_every_replica_knows_what_was_acknowledged():
    unknown = []

    def make(names, cluster, history, rng):
        class AtTheEnd(ProducersWorkload):
            async def finish(self):
                unknown.append(unsettled(cluster, cluster.zookeeper.tree))
                await super().finish()

        return [AtTheEnd(Ground("producers", cluster, history, rng))]

    assert not run(1, Scenario(workloads=("producers",), seconds=10, faults=()), make=make).violations
    assert unknown == [[]]


def test_copiers_are_told_by_brokers_that_are_too_old_for_their_groups_offsets():
    old = {"inter.broker.protocol.version": "2.0"}
    outcome = run(1, Scenario(workloads=("copiers",), settings=old, seconds=15, faults=()))
    assert not outcome.has_failed, outcome.violations
    assert outcome.figures["copiers: failed inside"] > 0


def test_the_settings_of_several_workloads_are_joined():
    settings = settings_for(["replicas", "retention"])
    assert settings["log.dirs"].count(",") == 1
    assert settings["log.retention.check.interval.ms"] == "2000"


def test_workloads_that_need_different_brokers_are_refused_together():
    with pytest.raises(ScenarioError, match=r"another workload inter\.broker\.protocol\.version"):
        settings_for(["upgrade", "copiers"])


def test_seeds_draw_every_workload_and_every_pair_that_one_cluster_can_have():
    drawn = {draw_workloads(random.Random(seed)) for seed in range(2_000)}
    assert {name for names in drawn for name in names} == WORKLOADS.keys() - {INSTEAD}
    pairs = set(itertools.combinations(sorted(WORKLOADS.keys() - ALONE - {INSTEAD}), 2))
    assert {names for names in drawn if len(names) == 2} == pairs - {("copiers", "upgrade"), ("latecomers", "upgrade")}


def test_few_seeds_draw_share_groups_instead():
    drawn = [draw_instead(random.Random(seed), ("group",)) for seed in range(400)]
    assert set(drawn) == {("group",), (INSTEAD,)}
    assert drawn.count((INSTEAD,)) < 40


def test_an_unknown_workload_is_refused():
    with pytest.raises(ScenarioError, match="there is no workload 'none'; there are producers"):
        make_workloads(["none"], None, None, random.Random(1))
