"""When another try is worth its pause."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.protocol.errors import ConcurrentTransactions, InvalidTopic, NotLeaderOrFollower, UnknownTopicOrPartition
from kavka.timer.backoff import Backoff
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import AuthenticationFailed, DeadlineExceeded, LeaderUnknown
from kavka.wire.retries import Retries

BEGAN = MonotonicMs(5_000)


def retries(limit_ms=1_000, **options):
    return Retries("do it", limit_ms=limit_ms, now_ms=BEGAN, pause_ms=Backoff(50, 400).pause_ms, **options)


def test_pauses_double_up_to_the_longest():
    tries = retries(limit_ms=10_000)
    assert [tries.failed(NotLeaderOrFollower(), BEGAN) for _ in range(5)] == [50, 100, 200, 400, 400]


@pytest.mark.parametrize(
    "error", [InvalidTopic(), AuthenticationFailed("no"), ValueError("x"), DeadlineExceeded("in it")]
)
def test_what_no_retry_mends_is_raised_as_it_is(error):
    with pytest.raises(type(error)) as caught:
        retries().failed(error, BEGAN)
    assert caught.value is error


def test_a_caller_may_call_an_error_final():
    with pytest.raises(UnknownTopicOrPartition):
        retries(unless=UnknownTopicOrPartition).failed(UnknownTopicOrPartition(), BEGAN)


def test_a_pause_that_no_try_could_follow_is_not_waited_for():
    tries = retries(limit_ms=100)
    assert tries.failed(OSError("first"), BEGAN) == 50
    with pytest.raises(DeadlineExceeded, match="could not do it within 100 ms; last: second") as caught:
        tries.failed(OSError("second"), BEGAN + 50)
    assert str(caught.value.__cause__) == "second"


def test_a_transaction_that_is_being_ended_is_asked_after_soon_and_does_not_lengthen_other_pauses():
    tries = retries(limit_ms=10_000)
    assert [tries.failed(ConcurrentTransactions(), BEGAN) for _ in range(6)] == [5, 10, 20, 40, 80, 100]
    assert tries.failed(LeaderUnknown("?"), BEGAN) == 50


def test_time_may_be_up_without_a_failure():
    assert str(retries().expired()) == "could not do it within 1000 ms"


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 2_000))
def test_a_call_ends_by_its_deadline(kinds, limit_ms):
    tries, now_ms = retries(limit_ms=limit_ms), BEGAN
    try:
        for is_concurrent in kinds:
            now_ms += tries.failed(ConcurrentTransactions() if is_concurrent else OSError("x"), now_ms)
    except DeadlineExceeded:
        pass
    assert now_ms < BEGAN + limit_ms or now_ms == BEGAN
