"""A member's place in its group: the table is the law, and each change is the right one for the next poll."""

from pathlib import Path

import pytest

from kavka.common.transitions import IllegalTransition
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, FencedInstanceId, GroupAuthorizationFailed
from kavka.wire import membership_states
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.member_reactions import Reaction
from kavka.wire.membership import NO_GENERATION, MembershipCore
from kavka.wire.membership_states import MEMBER_TRANSITIONS, Phase

OUTSIDE, JOINING, MEMBER = Phase.OUTSIDE, Phase.JOINING, Phase.MEMBER
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)

LEGAL = {"OUTSIDE": "JOINING MEMBER", "JOINING": "OUTSIDE JOINING MEMBER", "MEMBER": "JOINING"}
"""target → from where, written down a second time."""


class Told(list):
    def __call__(self):
        self.append("told")


def member(phase=OUTSIDE, *, instance=None):
    told = Told()
    made = MembershipCore("g", instance, tell=told)
    if phase is not OUTSIDE:
        made.request_join([])
        made.got_id("m1")
    if phase is MEMBER:
        made.joined(3, [T0])
    told.clear()
    return made, told


ENTER = {
    OUTSIDE: lambda made: made.lose(Reaction.LOSE_GENERATION),
    JOINING: lambda made: made.request_join([]),
    MEMBER: lambda made: made.joined(4, []),
}


@pytest.mark.parametrize("target", Phase)
@pytest.mark.parametrize("current", Phase)
def test_the_table_is_the_law(current, target):
    is_legal = current.name in LEGAL[target.name].split()
    assert MEMBER_TRANSITIONS.is_legal(current, target) == is_legal
    made, _ = member(current)
    attempt = made.attempt
    if is_legal:
        ENTER[target](made)
        assert made.phase is target
        assert made.attempt != attempt, "what was asked before is outdated"
    else:
        with pytest.raises(IllegalTransition):
            ENTER[target](made)
        assert (made.phase, made.attempt) == (current, attempt)


def test_every_phase_says_what_it_does():
    source = Path(membership_states.__file__).read_text(encoding="utf-8")
    assert source.count("    action: ") == source.count("    transition: ") == len(Phase)


class TestJoining:
    def test_a_share_waits_for_the_next_poll_which_takes_it_once(self):
        made, told = member(JOINING)
        made.joined(7, [T0, T1])
        assert told
        assert made.has_news
        assert made.metadata() == GroupMetadata("g", 7, "m1", None)
        assert made.take_assignment() == [T0, T1]
        assert made.take_assignment() is None
        assert not made.has_news

    def test_what_is_kept_while_joining_is_named_in_order(self):
        made, _ = member()
        made.want_rejoin()
        assert made.has_news
        made.request_join({T1, T0})
        assert made.owned == (T0, T1)
        assert not made.has_news

    def test_a_share_that_nobody_took_is_void_with_the_next_join(self):
        made, _ = member(MEMBER)
        made.request_join([])
        assert made.take_assignment() is None

    def test_a_share_that_could_not_be_applied_is_there_again_unless_it_is_void(self):
        made, _ = member(MEMBER)
        share = made.take_assignment()
        made.put_back(share)
        assert made.take_assignment() == share
        made.lose(Reaction.LOSE_MEMBER)
        made.put_back(share)
        assert made.take_assignment() is None

    def test_a_share_may_be_taken_until_the_phase_changes(self):
        made, _ = member(MEMBER)
        assert made.is_member
        attempt = made.attempt
        assert made.still_assigned([T0, T1], attempt) == [T0, T1]
        made.lose(Reaction.LOSE_MEMBER)
        assert made.still_assigned([T0, T1], attempt) == []
        assert not made.is_member

    def test_a_rebalance_is_told_and_the_membership_kept(self):
        made, told = member(MEMBER)
        made.must_rejoin()
        assert told
        assert (made.phase, made.generation_id, made.is_rejoin_wanted) == (MEMBER, 3, True)


class TestLoss:
    @pytest.mark.parametrize(("reaction", "id_left"), [(Reaction.LOSE_GENERATION, "m1"), (Reaction.LOSE_MEMBER, "")])
    @pytest.mark.parametrize("phase", [JOINING, MEMBER])
    def test_a_lost_member_is_notified_and_joins_again(self, phase, reaction, id_left):
        made, told = member(phase)
        made.lose(reaction)
        assert told
        assert made.is_lost
        assert (made.member_id, made.generation_id) == (id_left, NO_GENERATION)
        assert made.take_assignment() is None
        made.acknowledge_loss()
        assert not made.is_lost
        assert made.is_rejoin_wanted

    def test_what_it_has_polled_is_fenced_by_the_generation_it_was_in(self):
        made, _ = member(MEMBER, instance="i1")
        assert made.metadata_joined() == GroupMetadata("g", 3, "m1", "i1")
        made.lose(Reaction.LOSE_MEMBER)
        assert made.metadata_joined() == GroupMetadata("g", 3, "m1", "i1")
        assert made.metadata() == GroupMetadata("g", NO_GENERATION, "", "i1")

    def test_a_failure_is_raised_once(self):
        made, told = member(JOINING)
        error = GroupAuthorizationFailed("no")
        made.fail(error)
        assert told
        assert made.is_lost
        with pytest.raises(GroupAuthorizationFailed) as caught:
            made.raise_failure()
        assert caught.value is error
        made.raise_failure()

    def test_a_fenced_member_never_joins_again(self):
        made, _ = member(MEMBER, instance="i1")
        made.fail(FencedInstanceId("another"))
        for _ in range(3):
            with pytest.raises(FencedInstanceId):
                made.raise_failure()
        assert made.has_news, "every poll raises it, at once"

    @pytest.mark.parametrize("phase", Phase)
    def test_who_leaves_has_nothing_left_to_do(self, phase):
        made, told = member(phase)
        made.want_rejoin()
        made.leave()
        assert (made.phase, made.member_id, made.generation_id) == (OUTSIDE, "", NO_GENERATION)
        assert not made.has_news
        assert not told


class TestRefusedCommits:
    def test_a_rebalance_is_joined_by_the_next_poll(self):
        made, _ = member(MEMBER)
        made.refused(int(ErrorCode.REBALANCE_IN_PROGRESS), 3)
        assert (made.phase, made.is_rejoin_wanted) == (MEMBER, True)

    @pytest.mark.parametrize("code", [ErrorCode.ILLEGAL_GENERATION, ErrorCode.UNKNOWN_MEMBER_ID])
    def test_the_group_has_gone_on(self, code):
        made, told = member(MEMBER)
        made.refused(int(code), 3)
        assert made.is_lost
        assert told

    def test_other_errors_say_nothing_of_the_membership(self):
        made, _ = member(MEMBER)
        made.refused(int(ErrorCode.OFFSET_METADATA_TOO_LARGE), 3)
        assert (made.phase, made.is_rejoin_wanted, made.is_lost) == (MEMBER, False, False)

    def test_a_former_generations_refusal_says_nothing_of_this_one(self):
        made, _ = member(MEMBER)
        made.refused(int(ErrorCode.ILLEGAL_GENERATION), 2)
        assert made.phase is MEMBER
        made.request_join([])
        made.refused(int(ErrorCode.ILLEGAL_GENERATION), 3)
        assert made.phase is JOINING
