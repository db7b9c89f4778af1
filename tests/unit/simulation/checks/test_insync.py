"""Replicas as looks find them, by hand: each breach of what an ISR promises is found, and what brokers do is none."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks.insync import GRACE_MS, LAG_FACTOR, InSync, Standing

A, B = TopicPartition("orders", 0), TopicPartition("orders", 1)
LAG_MS = 1_000
LAG_MS_MAX = int(LAG_MS * LAG_FACTOR) + GRACE_MS


def leads(broker, end, committed, *, isr=(1, 2, 3), epoch=0, life=1, tp=A, **fields):
    common = {"high_watermark": committed, "log_end_offset": end, "leader_epoch": epoch}
    return Standing(broker=broker, life=life, tp=tp, is_leader=True, isr=isr, **common, **fields)


def follows(broker, end, committed=0, *, epoch=0, life=1, tp=A, **fields):
    common = {"high_watermark": committed, "log_end_offset": end, "leader_epoch": epoch}
    return Standing(broker=broker, life=life, tp=tp, **common, **fields)


def found(*looks):
    """Returns the names of what looks find: (time, replicas …)."""
    in_sync = InSync(LAG_MS)
    return [breach.invariant for time_ms, *replicas in looks for breach in in_sync.look(time_ms, replicas)]


WELL = (0, leads(1, 9, 9), follows(2, 9), follows(3, 9))
"""All have everything: from here on nobody is excused."""


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([(250, leads(1, 12, 12), follows(2, 11), follows(3, 12))], id="a member behind"),
        pytest.param([(250, leads(1, 12, 9), follows(2, 11, 12), follows(3, 12))], id="its leader does not know it"),
        pytest.param([(250, leads(2, 8, 8, epoch=1), follows(1, 9), follows(3, 9))], id="the leader itself"),
        pytest.param(
            [
                (250, leads(1, 12, 12, isr=(1, 3)), follows(2, 9), follows(3, 12)),
                (500, leads(1, 12, 12), follows(2, 11), follows(3, 12)),
            ],
            id="who joins too early",
        ),
        pytest.param(
            [
                (250, leads(1, 12, 12, isr=(1, 3)), follows(2, 5, life=2), follows(3, 12)),
                (500, leads(1, 12, 12), follows(2, 11, life=2), follows(3, 12)),
            ],
            id="who joins too early after a start",
        ),
    ],
)
def test_a_member_of_the_isr_that_lacks_what_is_committed_is_found_once(looks):
    *_, (time_ms, *replicas) = looks
    assert found(WELL, *looks, (time_ms + 250, *replicas)) == ["isr-lacks-committed"]


@pytest.mark.parametrize(
    "replicas",
    [
        pytest.param([leads(1, 12, 11), follows(2, 11), follows(3, 12)], id="records that are not committed"),
        pytest.param([leads(1, 12, 12, isr=(1, 3)), follows(2, 9), follows(3, 12)], id="who is not in the ISR"),
        pytest.param([leads(1, 12, 12), follows(2, 5, life=2), follows(3, 12)], id="a machine that lost power"),
        pytest.param([leads(1, 12, 12), follows(2, 5, is_sound=False), follows(3, 12)], id="a log that is damaged"),
        pytest.param([leads(1, 12, 12), follows(3, 12)], id="a broker that is down"),
        pytest.param([follows(2, 8), follows(3, 12, 12)], id="nobody leads"),
        pytest.param([leads(1, 12, 9, tp=B), follows(2, 9, tp=B)], id="another partition"),
        pytest.param(
            [leads(1, 12, 9, isr=(1, 2)), leads(3, 12, 12, epoch=1, isr=(3,)), follows(2, 9)],
            id="a former leader's ISR",
        ),
    ],
)
def test_what_brokers_do_is_no_lack(replicas):
    assert found(WELL, (250, *replicas)) == []


def test_who_was_excused_is_held_to_it_once_it_has_everything():
    back = follows(2, 5, life=2)
    whole = follows(2, 12, life=2)
    others = leads(1, 12, 12), follows(3, 12)
    assert found(WELL, (250, back, *others), (500, whole, *others)) == []
    names = found(WELL, (250, back, *others), (500, whole, *others), (750, follows(2, 10, life=2), *others))
    assert names == ["isr-lacks-committed"]


def small(committed, *, partition_epoch=3, **fields):
    return leads(1, 20, committed, isr=(1,), partition_epoch=partition_epoch, is_under_min_isr=True, **fields)


def test_what_is_committed_below_the_least_isr_is_found():
    assert found((0, small(9)), (250, small(9)), (500, small(10)), (750, small(11))) == ["commits-below-min"]


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([(0, small(9)), (250, small(10, partition_epoch=5))], id="the ISR was larger in between"),
        pytest.param([(0, small(9)), (250, small(10, epoch=1))], id="another leader epoch"),
        pytest.param(
            [(0, small(9)), (250, leads(1, 20, 10, isr=(1,))), (500, small(11))], id="the ISR is large enough"
        ),
    ],
)
def test_what_is_committed_by_enough_is_not(looks):
    assert found(*looks) == []


def lagging(time_ms, end=9, **fields):
    return time_ms, leads(1, 12 + time_ms, 9, **fields), follows(2, end), follows(3, 12 + time_ms)


def test_who_lags_for_too_long_and_stays_in_the_isr_is_found_once():
    late_ms = LAG_MS_MAX + 1
    assert found(WELL, lagging(250), lagging(250 + LAG_MS_MAX)) == []
    assert found(WELL, lagging(250), lagging(250 + late_ms), lagging(500 + late_ms)) == ["laggard-in-isr"]


@pytest.mark.parametrize(
    ("between", "end"),
    [
        pytest.param(lagging(1_000, end=500), 500, id="it had what there was at the first look"),
        pytest.param(lagging(1_000, is_awake=False), 9, id="the leader's process was paused"),
        pytest.param(lagging(1_000, isr=(1, 3)), 9, id="it was out of the ISR"),
        pytest.param(
            (1_000, leads(1, 12, 9, isr=(1, 3)), follows(3, 12)), 9, id="it was out of the ISR, and its broker dead"
        ),
        pytest.param(lagging(1_000, is_pending=True), 9, id="the controller has not decided"),
    ],
)
def test_who_lags_for_a_reason_is_given_its_time(between, end):
    assert found(WELL, lagging(250), between, lagging(300 + LAG_MS_MAX, end)) == []
    assert found(WELL, lagging(250), lagging(300 + LAG_MS_MAX, 9)) == ["laggard-in-isr"]
