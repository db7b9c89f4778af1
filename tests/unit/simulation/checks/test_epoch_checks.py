"""What leaders told clients, by hand: an end that goes back and a former epoch that is served are found, no others."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks import check_all
from kavka.simulation.history import EndTold, EpochProbed, History

A, B = TopicPartition("orders", 0), TopicPartition("orders", 1)


def told(offset, epoch, asked, came=None, *, tp=A):
    came = asked + 5 if came is None else came
    return EndTold(client="c", tp=tp, offset=offset, leader_epoch=epoch, invoked_ms=asked, completed_ms=came)


def found(*happenings):
    return [breach.invariant for breach in check_all(History(happenings))]


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param([told(9, 0, 10), told(8, 0, 20)], id="of one leader"),
        pytest.param([told(9, 0, 10), told(8, 2, 20)], id="of a later one"),
        pytest.param([told(9, 0, 10), told(5, 1, 11, 30), told(8, 2, 40)], id="past an answer that came late"),
        pytest.param([told(9, 0, 10), told(7, 0, 12, 16), told(8, 1, 20)], id="against the greatest of an epoch"),
    ],
)
def test_an_end_that_goes_back_is_found(ends):
    assert found(*ends) == ["end-went-back"]


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param([told(8, 0, 10), told(9, 0, 20), told(9, 1, 30)], id="forward"),
        pytest.param([told(9, 1, 10), told(8, 0, 20)], id="a former leader that was cut off"),
        pytest.param([told(9, 0, 10, 30), told(8, 0, 20)], id="asked for before the other came"),
        pytest.param([told(9, 0, 10), told(8, 0, 20, tp=B)], id="another partition"),
    ],
)
def test_what_leaders_may_tell_is_not(ends):
    assert found(*ends) == []


def probed(named, known, *, is_refused):
    return EpochProbed(client="c", tp=A, named=named, known=known, is_refused=is_refused, time_ms=7)


def test_a_former_epoch_that_is_served_is_found():
    assert found(probed(1, 2, is_refused=False)) == ["former-epoch-served"]
    assert found(probed(1, 2, is_refused=True), probed(2, 2, is_refused=False)) == []
