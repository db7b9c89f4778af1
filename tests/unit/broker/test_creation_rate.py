"""max.connection.creation.rate: how many connections a second get a token."""

from __future__ import annotations

import pytest

from kavka.broker.network.creation_rate import WAIT_MS_MAX, CreationRate


def taken(rate, now_ms, tries=100):
    return sum(rate.try_take(now_ms) for _ in range(tries))


def test_a_seconds_worth_at_once_and_then_one_at_a_time():
    rate = CreationRate(10)
    assert taken(rate, 5_000) == 10
    assert rate.wait_ms() in (100, 101)
    assert taken(rate, 5_099) == 0
    assert taken(rate, 5_101) == 1
    assert taken(rate, 5_501) == 4
    assert taken(rate, 99_000) == 10, "what nobody took in time is lost"


@pytest.mark.parametrize("per_second", [1, 3, 7, 1000])
def test_waiting_as_told_is_long_enough(per_second):
    rate = CreationRate(per_second)
    now_ms = 0
    assert taken(rate, now_ms, per_second) == per_second
    for _ in range(20):
        assert not rate.try_take(now_ms)
        now_ms += rate.wait_ms()
        assert rate.try_take(now_ms)
        if per_second == 1000:
            taken(rate, now_ms)


def test_without_a_limit_there_are_always_tokens():
    assert taken(CreationRate(), 0, 10_000) == 10_000


def test_at_rate_zero_nobody_gets_one():
    rate = CreationRate(0)
    assert taken(rate, 1 << 40) == 0
    assert rate.wait_ms() == WAIT_MS_MAX


def test_another_rate_holds_from_the_next_token_on():
    rate = CreationRate()
    assert taken(rate, 0) == 100
    rate.per_second = 2
    assert taken(rate, 0) == 2
    rate.per_second = 20
    assert taken(rate, 1_000) == 20
