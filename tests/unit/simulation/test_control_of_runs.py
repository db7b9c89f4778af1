"""Runs in which somebody speaks or writes for who is not in office: requests are refused, and writes are found."""

from __future__ import annotations

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.simulation.checks import check_all
from kavka.simulation.cluster import simulated
from kavka.simulation.control_onlooker import ControlOnlooker
from kavka.simulation.decisions import Decisions
from kavka.simulation.faults import STALE, Fault, FaultKind
from kavka.simulation.history import History
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.znode_hands import set_znode

PATH = "/brokers/topics/t/partitions/0/state"
STATE = '{"controller_epoch":0,"leader":1,"version":1,"leader_epoch":0,"isr":[1,2,3]}'
BROKERS = ("broker-1", "broker-2", "broker-3")


def ran(*faults):
    return run(1, Scenario(seconds=24, workloads=("producers",), faults=faults))


def test_whatever_comes_too_late_is_refused_by_everybody():
    failover = Fault(at_ms=2_000, kind=FaultKind.KILL, targets=("controller",), lasts_ms=8_000)
    late = [
        Fault(at_ms=12_000 + 100 * number, kind=FaultKind.STALE_REQUEST, targets=(broker,), text=text)
        for number, text in enumerate(STALE)
        for broker in BROKERS
    ]
    outcome = ran(failover, *late)
    assert not outcome.has_failed, outcome.violations
    assert [entry.words for entry in outcome.timeline if entry.words.endswith("comes late")]


@pytest.mark.parametrize(("by_hand", "found"), [(frozenset(), ["unfenced-write"]), (frozenset({PATH}), [])])
def test_a_state_that_is_written_for_a_former_controller_is_found_unless_people_write_there(by_hand, found):
    cluster, decisions = simulated(1), Decisions()
    onlooker = ControlOnlooker(cluster, decisions, by_hand=by_hand)

    async def create():
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])

    async def whole():
        async with asyncio.timeout(300):
            await cluster.start_all()
            onlooker.look()
            await cluster.client("admin", create)
            set_znode(cluster.zookeeper, PATH, STATE)

    with cluster.world() as loop:
        loop.run_until_complete(whole())
    assert [breach.invariant for breach in check_all(History(), decisions=decisions)] == found


def test_who_sets_the_controller_epoch_back_gets_no_epoch_twice():
    """Brokers know what they have heard, and elect above it."""
    outcome = ran(
        Fault(at_ms=3_000, kind=FaultKind.ZNODE_DELETE, text="/controller"),
        Fault(at_ms=6_000, kind=FaultKind.ZNODE_SET, text="/controller_epoch=0"),
        Fault(at_ms=6_100, kind=FaultKind.ZNODE_DELETE, text="/controller"),
    )
    assert not outcome.has_failed, outcome.violations
    assert outcome.figures["controllers"] >= 3


def test_an_administrator_moves_a_partition_and_cancels_a_move():
    outcome = ran(
        Fault(at_ms=3_000, kind=FaultKind.REASSIGN, text="produced-0=2,3"),
        Fault(at_ms=7_000, kind=FaultKind.REASSIGN, text="produced-0=3,1"),
        Fault(at_ms=7_000, kind=FaultKind.REASSIGN, text="produced-0="),
        Fault(at_ms=9_000, kind=FaultKind.REASSIGN, text="produced-9=1"),
    )
    assert not outcome.has_failed, outcome.violations
