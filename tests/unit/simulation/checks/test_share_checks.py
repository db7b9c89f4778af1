"""What share groups did, by hand: what comes again, is lost, or comes too often is found, and nothing else."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks import check_all
from kavka.simulation.history import (
    History,
    Isolation,
    LogRead,
    SendOutcome,
    Sent,
    ShareDelivered,
    ShareDrained,
    ShareSettled,
)

TP = TopicPartition("jobs", 0)
LATE_MS, QUIET_MS = 100, 1_000


def delivered(time_ms, *, to="a", offset=0, count=1):
    return ShareDelivered(
        client=to, group="g", tp=TP, records=((offset, offset),), delivery_counts=(count,), time_ms=time_ms
    )


def settled(time_ms, *, by="a", is_final=True, is_confirmed=True, invoked_ms=None):
    return ShareSettled(
        client=by,
        group="g",
        tp=TP,
        offset=0,
        is_final=is_final,
        is_confirmed=is_confirmed,
        invoked_ms=time_ms - 1 if invoked_ms is None else invoked_ms,
        time_ms=time_ms,
    )


def found(*happenings, records=1, lag=0):
    sent = [
        Sent(client="p", tp=TP, value=n, outcome=SendOutcome.ACKED, invoked_ms=0, completed_ms=1, offset=n)
        for n in range(records)
    ]
    end = ShareDrained(
        group="g", tp=TP, lag=lag, deliveries_max=5, since_ms=QUIET_MS, late_ms=LATE_MS, time_ms=2 * QUIET_MS
    )
    reads = [
        LogRead(
            tp=TP, isolation=level, records=tuple((n, n) for n in range(records)), end_offset=records, time_ms=3_000
        )
        for level in Isolation
    ]
    return [breach.invariant for breach in check_all(History((*sent, *happenings, end, *reads)))]


@pytest.mark.parametrize(
    "happenings",
    [
        pytest.param([delivered(1), settled(10), delivered(QUIET_MS, to="b")], id="once all is quiet"),
        pytest.param([delivered(1), settled(10), delivered(200, to="b"), settled(210, by="b")], id="later, and taken"),
    ],
)
def test_what_is_settled_and_comes_again_is_found(happenings):
    assert found(*happenings) == ["settled-again"]


@pytest.mark.parametrize(
    "happenings",
    [
        pytest.param([delivered(1), settled(10, is_final=False), delivered(QUIET_MS), settled(1_001)], id="released"),
        pytest.param([delivered(1), settled(10, is_confirmed=False), delivered(QUIET_MS)], id="in doubt"),
        pytest.param([delivered(1), settled(10), delivered(200, to="b")], id="of a former leader"),
        pytest.param(
            [delivered(1), settled(10), delivered(50, to="b"), settled(60, by="b")], id="acquired before it was settled"
        ),
    ],
)
def test_what_may_come_again_is_not(happenings):
    assert found(*happenings) == []


def test_a_record_that_nobody_settled_is_lost_unless_it_came_often():
    assert found(delivered(1), settled(2), records=2) == ["share-lost"]
    assert found(delivered(1), settled(2), delivered(3, offset=1, count=2), records=2) == ["share-lost"]
    assert found(delivered(1), settled(2), delivered(3, offset=1, count=4), records=2) == []


def test_a_record_that_comes_too_often_is_found():
    assert found(delivered(1, count=6), settled(2)) == ["over-delivered"]
    assert found(delivered(1, count=0), settled(2)) == ["over-delivered"]


def test_a_group_that_does_not_get_to_the_end_is_found():
    assert found(delivered(1), settled(2), lag=1) == ["share-stuck"]
    assert found(delivered(1), settled(2), lag=-1) == ["share-stuck"]
