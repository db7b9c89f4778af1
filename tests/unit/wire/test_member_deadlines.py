"""When a member's heartbeat is due, its session over, and its user given up."""

import pytest

from kavka.wire.member_deadlines import MemberDeadlines


def deadlines(*, heartbeat=300, poll=1_000, session=900):
    return MemberDeadlines(session_timeout_ms=session, heartbeat_interval_ms=heartbeat, poll_interval_ms_max=poll)


def test_a_heartbeat_is_due_an_interval_after_the_last_response():
    made = deadlines()
    made.joined(100)
    assert made.left_ms(100) == 300
    assert made.left_ms(399) == 1
    assert made.left_ms(450) == 0
    made.heard(450)
    assert made.left_ms(450) == 300


def test_nothing_heard_for_longer_than_the_session_is_the_end_of_it():
    made = deadlines()
    made.joined(100)
    assert not made.is_session_over(1_000)
    assert made.is_session_over(1_001)


@pytest.mark.parametrize(("joined_at", "overdue_at"), [(50, 1_050), (400, 1_400)])
def test_a_user_is_given_up_an_interval_after_the_last_poll_or_the_join(joined_at, overdue_at):
    made = deadlines(heartbeat=10_000)
    made.polled(40)
    made.joined(joined_at)
    assert made.left_ms(overdue_at - 1) == 1
    assert not made.is_poll_overdue(overdue_at - 1)
    assert made.is_poll_overdue(overdue_at)
    assert made.left_ms(overdue_at) == 0


def test_nobody_is_given_up_in_the_middle_of_a_poll():
    made = deadlines(heartbeat=300)
    made.polling()
    made.joined(100)
    assert made.left_ms(100) == 300, "the heartbeat alone"
    assert not made.is_poll_overdue(10**9)
    made.polled(10**9)
    assert not made.is_poll_overdue(10**9 + 999)
    assert made.is_poll_overdue(10**9 + 1_000)


def test_a_join_in_a_poll_does_not_count_as_one():
    made = deadlines()
    made.polled(40)
    made.polling()
    made.joined(900)
    made.polled(1_000)
    assert not made.is_poll_overdue(1_999)


@pytest.mark.parametrize(("poll", "are_closer"), [(299, True), (300, False)])
def test_only_polls_in_quick_order_need_wake_anybody(poll, are_closer):
    assert deadlines(poll=poll).are_polls_closer is are_closer


def test_the_coordinator_may_say_how_often_but_not_without_a_pause():
    made = deadlines(heartbeat=300)
    made.beat_every(200)
    made.joined(100)
    assert made.left_ms(100) == 200
    made.beat_every(0)
    made.heard(100)
    assert made.left_ms(100) > 0
