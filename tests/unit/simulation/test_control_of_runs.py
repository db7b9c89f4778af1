"""Runs in which somebody speaks or writes for who is not in office: requests are refused, and writes are found."""

from __future__ import annotations

from kavka.simulation.faults import STALE, Fault, FaultKind
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario

BROKERS = ("broker-1", "broker-2", "broker-3")


def ran(*faults):
    return run(1, Scenario(seconds=24, workloads=("producers",), faults=faults))


def names(outcome):
    return {breach.invariant for breach in outcome.violations}


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


def test_a_state_that_is_written_for_a_former_controller_is_found():
    body = '{"controller_epoch":0,"leader":1,"version":1,"leader_epoch":0,"isr":[1,2,3]}'
    path = "/brokers/topics/produced/partitions/0/state"
    outcome = ran(Fault(at_ms=5_000, kind=FaultKind.ZNODE_SET, text=f"{path}={body}"))
    assert "unfenced-write" in names(outcome)


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
