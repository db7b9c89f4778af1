"""A member of a share group: what its heartbeats say, and what each response makes of it."""

from pathlib import Path

import pytest

from kavka.common.transitions import IllegalTransition
from kavka.protocol.errors import ErrorCode, GroupAuthorizationFailed
from kavka.protocol.messages import ShareGroupHeartbeatResponse
from kavka.wire import share_membership_states
from kavka.wire.acknowledgements import TopicIdPartition
from kavka.wire.share_membership import ShareMembershipCore
from kavka.wire.share_membership_states import SHARE_MEMBER_TRANSITIONS, SharePhase

OUTSIDE, JOINING, MEMBER = SharePhase.OUTSIDE, SharePhase.JOINING, SharePhase.MEMBER
T = b"t" * 16
INTERVAL_MS, POLL_MS = 5_000, 60_000


class Told(list):
    def __call__(self):
        self.append("told")


def member(phase=OUTSIDE):
    told = Told()
    made = ShareMembershipCore("g", "m", rack="r", poll_interval_ms_max=POLL_MS, tell=told)
    if phase is not OUTSIDE:
        made.subscribe(["b", "a"])
    if phase is MEMBER:
        made.polling()
        made.polled(100)
        said(made)
        heard(made, 100)
    told.clear()
    return made, told


def said(made):
    request = made.heartbeat_request()
    return request.member_epoch, request.rack_id, request.subscribed_topic_names


def heard(made, now_ms, *, error=ErrorCode.NONE, epoch=3, assigned=(0,)):
    assignment = None
    if assigned is not None:
        part = ShareGroupHeartbeatResponse.TopicPartitions(topic_id=T, partitions=list(assigned))
        assignment = ShareGroupHeartbeatResponse.Assignment(topic_partitions=[part])
    response = ShareGroupHeartbeatResponse(
        error_code=int(error), member_epoch=epoch, heartbeat_interval_ms=INTERVAL_MS, assignment=assignment
    )
    return made.heard(response, now_ms)


LEGAL = {"OUTSIDE": "JOINING MEMBER", "JOINING": "OUTSIDE MEMBER", "MEMBER": "JOINING"}
"""target → from where, written down a second time."""


@pytest.mark.parametrize("target", SharePhase)
@pytest.mark.parametrize("current", SharePhase)
def test_the_table_is_the_law(current, target):
    is_legal = current.name in LEGAL[target.name].split()
    assert SHARE_MEMBER_TRANSITIONS.is_legal(current, target) == is_legal
    if not is_legal:
        with pytest.raises(IllegalTransition):
            SHARE_MEMBER_TRANSITIONS.check(current, target)


def test_every_phase_says_what_it_does():
    source = Path(share_membership_states.__file__).read_text(encoding="utf-8")
    assert source.count("    action: ") == source.count("    transition: ") == len(SharePhase)


class TestJoining:
    def test_who_subscribes_joins_at_once_and_says_all(self):
        made, _ = member()
        assert made.left_ms(7) is None
        made.subscribe(["b", "a"])
        assert (made.phase, made.left_ms(7)) == (JOINING, 0)
        request = made.heartbeat_request()
        assert (request.group_id, request.member_id) == ("g", "m")
        assert said(made) == (0, "r", ["a", "b"])

    def test_the_response_makes_a_member_with_an_epoch_and_partitions(self):
        made, told = member(JOINING)
        said(made)
        assert heard(made, 100, epoch=3, assigned=(0, 2)) is None
        assert (made.phase, made.epoch, made.left_ms(100)) == (MEMBER, 3, INTERVAL_MS)
        assert made.assigned == {TopicIdPartition(T, 0), TopicIdPartition(T, 2)}
        assert told

    def test_what_may_pass_is_the_drivers_to_wait_for(self):
        made, _ = member(JOINING)
        said(made)
        error = heard(made, 100, error=ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        assert error.code is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
        assert (made.phase, made.left_ms(100)) == (JOINING, 0)

    def test_who_is_unknown_though_it_joins_pauses(self):
        made, _ = member(JOINING)
        said(made)
        assert heard(made, 100, error=ErrorCode.UNKNOWN_MEMBER_ID).code is ErrorCode.UNKNOWN_MEMBER_ID
        assert made.phase is JOINING

    def test_what_no_retry_mends_is_raised_once_and_the_poll_after_joins_again(self):
        made, told = member(JOINING)
        said(made)
        assert heard(made, 100, error=ErrorCode.GROUP_AUTHORIZATION_FAILED) is None
        assert told
        assert made.has_failed
        made.polling()
        assert made.phase is OUTSIDE
        with pytest.raises(GroupAuthorizationFailed, match="member m of share group 'g'"):
            made.raise_failure()
        made.raise_failure()
        made.polling()
        assert made.phase is JOINING


class TestMember:
    def test_a_heartbeat_says_nothing_new(self):
        made, _ = member(MEMBER)
        assert said(made) == (3, None, None)

    def test_an_assignment_that_is_not_named_has_not_changed(self):
        made, told = member(MEMBER)
        before = made.assigned
        said(made)
        heard(made, 200, assigned=None)
        assert (made.assigned, told) == (before, [])

    def test_another_subscription_is_said_at_once_until_it_is_answered(self):
        made, _ = member(MEMBER)
        made.subscribe(["c"])
        assert made.left_ms(200) == 0
        assert said(made) == (3, "r", ["c"])
        made.not_heard()
        assert said(made) == (3, "r", ["c"])
        heard(made, 200)
        assert said(made) == (3, None, None)

    def test_a_subscription_that_changes_while_one_is_said_is_said_next(self):
        made, _ = member(MEMBER)
        said(made)
        made.subscribe(["c"])
        heard(made, 200)
        assert made.left_ms(200) == 0
        assert said(made)[2] == ["c"]

    @pytest.mark.parametrize("error", [ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH])
    def test_who_is_not_known_any_more_joins_anew_under_its_id(self, error):
        made, _ = member(MEMBER)
        said(made)
        assert heard(made, 200, error=error) is None
        assert (made.phase, made.assigned, made.left_ms(200)) == (JOINING, frozenset(), 0)
        assert said(made) == (0, "r", ["a", "b"])

    def test_a_response_from_before_it_left_changes_nothing(self):
        made, told = member(MEMBER)
        said(made)
        assert made.leave()
        assert heard(made, 200, epoch=9) is None
        assert (made.phase, made.epoch, told) == (OUTSIDE, 0, [])
        made.subscribe(["c"])
        assert heard(made, 200, epoch=9) is None
        assert made.phase is JOINING


class TestLeaving:
    def test_only_who_was_a_member_has_to_say_so(self):
        assert not member()[0].leave()
        assert not member(JOINING)[0].leave()
        made, _ = member(MEMBER)
        assert made.leave()
        assert made.subscription == frozenset()
        assert made.left_ms(200) is None
        assert made.leave_request().member_epoch == -1

    def test_whose_user_does_not_poll_in_time_leaves_until_the_next_poll(self):
        made, _ = member(MEMBER)
        late_ms = 100 + POLL_MS
        said(made)
        heard(made, late_ms - 1_000)
        assert made.left_ms(late_ms - 600) == 600
        assert not made.give_up_idle(late_ms - 1)
        assert made.give_up_idle(late_ms)
        assert (made.phase, made.subscription) == (OUTSIDE, {"a", "b"})
        made.polling()
        assert made.phase is JOINING

    def test_a_poll_that_lasts_is_a_poll(self):
        made, _ = member(MEMBER)
        made.polling()
        assert not made.give_up_idle(100 + 10 * POLL_MS)
        assert made.left_ms(100) == INTERVAL_MS

    def test_who_fails_outside_fails_all_the_same(self):
        made, told = member()
        made.fail(GroupAuthorizationFailed())
        assert made.has_failed
        assert told
        assert not made.leave()
        assert not made.has_failed
