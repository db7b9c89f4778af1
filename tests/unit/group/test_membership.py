"""Joining, syncing, heartbeats, leaving: what each member hears, and when."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.group.member import MemberName
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import ErrorCode, InvalidGroupId
from tests.support.group.groups import INITIAL_DELAY_MS, OTHER, REBALANCE_MS, SESSION_MS, TOPIC

NONE = ErrorCode.NONE
REBALANCING = ErrorCode.REBALANCE_IN_PROGRESS
UNKNOWN = ErrorCode.UNKNOWN_MEMBER_ID


# ---- the first generation ----


async def test_the_first_member_waits_for_others_and_then_leads(groups):
    joined = groups.join()
    groups.advance(INITIAL_DELAY_MS - 1)
    assert joined.is_waiting
    groups.advance(1)
    result = joined.result
    assert (result.error, result.generation_id, result.protocol_name) == (NONE, 1, "range")
    assert result.leader_id == result.member_id
    assert result.member_id.startswith("c-")
    assert [member.member_id for member in result.members] == [result.member_id]
    synced = groups.sync(result.member_id, 1, {result.member_id: b"mine", "stranger": b"?"})
    assert (synced.error, synced.result.assignment) == (NONE, b"mine")
    assert groups.group().state is GroupState.Stable
    assert "stranger" not in groups.group().members


async def test_who_comes_meanwhile_prolongs_the_wait_up_to_the_rebalance_timeout(groups):
    joins = [groups.join(rebalance_ms=8_000)]
    for _ in range(4):
        groups.run_for(2_000)
        joins.append(groups.join(rebalance_ms=8_000))
        assert all(joined.is_waiting for joined in joins[:4])
        if len(joins) == 4:
            break
    groups.run_for(2_000)
    assert {joined.result.generation_id for joined in joins} == {1}
    assert sum(bool(joined.result.members) for joined in joins) == 1, "only the leader is told of the others"


async def test_without_an_initial_delay_the_answer_comes_at_once(groups):
    groups.config = groups.config._replace(initial_rebalance_delay_ms=0)
    assert groups.join().result.generation_id == 1


async def test_everybody_gets_their_own_share_when_the_leader_has_synced(groups):
    joins = [groups.join() for _ in range(3)]
    groups.advance(INITIAL_DELAY_MS)
    groups.advance(INITIAL_DELAY_MS)
    leader = joins[0].result.leader_id
    others = [joined.result.member_id for joined in joins if joined.result.member_id != leader]
    early = groups.sync(others[0], 1)
    assert early.is_waiting
    shares = {leader: b"l", others[0]: b"0"}
    assert groups.sync(leader, 1, shares).result.assignment == b"l"
    assert early.result.assignment == b"0"
    late = groups.sync(others[1], 1).result
    assert (late.error, late.assignment) == (NONE, b""), "who was not named has nothing"


# ---- rebalances ----


async def test_a_new_member_has_the_others_join_again(groups):
    [old], _ = groups.stable()
    new = groups.join()
    assert groups.heartbeat(old, 1) is REBALANCING
    assert groups.sync(old, 1).error is REBALANCING
    again = groups.join(old)
    assert {again.result.generation_id, new.result.generation_id} == {2}
    assert again.result.leader_id == old
    assert groups.heartbeat(old, 1) is ErrorCode.ILLEGAL_GENERATION
    assert groups.heartbeat(old, 2) is NONE, "between the join and the sync"


async def test_who_does_not_join_again_in_time_is_no_member(groups):
    (leader, other), _ = groups.stable(2, session_ms=300_000)
    new = groups.join(session_ms=300_000)
    again = groups.join(other, session_ms=300_000)
    groups.run_for(REBALANCE_MS - 100)
    assert again.is_waiting
    groups.run_for(200)
    assert {again.result.member_id, new.result.member_id} == set(groups.group().members)
    assert again.result.leader_id == other, "the leader that is gone was replaced"
    assert groups.heartbeat(leader, 1) is UNKNOWN


async def test_a_join_with_the_same_protocols_repeats_the_answer(groups):
    (leader, other), _ = groups.stable(2)
    assert groups.join(other).result[:4] == (NONE, other, 1, "consumer")
    assert groups.group().state is GroupState.Stable
    assert groups.join(leader).is_waiting, "the leader asks for a rebalance that way"
    groups.join(other)
    assert groups.group().state is GroupState.CompletingRebalance
    assert groups.join(leader).result.members, "it had missed its answer"


async def test_other_protocols_of_a_member_make_a_rebalance(groups):
    (_, other), _ = groups.stable(2, protocols=("range", "sticky"))
    assert groups.join(other, protocols=("sticky",)).is_waiting
    assert groups.group().state is GroupState.PreparingRebalance


async def test_the_protocol_that_most_like_best_of_those_that_all_have(groups):
    wishes = [("a", "b", "x"), ("b", "a"), ("b", "a", "y")]
    joins = [groups.join(protocols=wish) for wish in wishes]
    groups.run_for(2 * INITIAL_DELAY_MS)
    assert {joined.result.protocol_name for joined in joins} == {"b"}


async def test_a_subscription_that_nobody_can_read_does_not_hold_the_group(groups):
    """Apache Kafka 3.9.1 never answers these joins: reading the subscription fails in the middle of the rebalance."""
    ids, generation = groups.stable(2, protocols=[("range", b"x" * 40)])
    assert [groups.heartbeat(member, generation) for member in ids] == [NONE, NONE]
    assert groups.group().is_subscribed("any topic"), "what cannot be known is kept"


@pytest.mark.parametrize(
    "differs", [{"protocols": ("other",)}, {"protocol_type": "connect"}, {"protocols": ()}, {"protocol_type": ""}]
)
async def test_who_has_no_protocol_of_the_group_cannot_join(groups, differs):
    groups.stable()
    assert groups.join(**differs).error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    if not all(differs.values()):
        assert groups.join(group="empty", **differs).error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL


async def test_syncs_that_wait_end_when_a_rebalance_begins(groups):
    joins = [groups.join() for _ in range(2)]
    groups.run_for(2 * INITIAL_DELAY_MS)
    leader = joins[0].result.leader_id
    [other] = [joined.result.member_id for joined in joins if joined.result.member_id != leader]
    waiting = groups.sync(other, 1)
    groups.join()
    assert waiting.error is REBALANCING
    assert groups.sync(leader, 1, {leader: b"stale"}).error is REBALANCING


async def test_an_assignment_that_cannot_be_written_is_nobodys(groups):
    await groups.reload()
    joined = groups.join()
    groups.advance(INITIAL_DELAY_MS)
    groups.node.lead(TOPIC, epoch=3, isr=(1, OTHER))
    member = joined.result.member_id
    synced = groups.sync(member, 1, {member: b"mine"})
    assert synced.is_waiting
    groups.advance(5_000)
    assert synced.error is REBALANCING
    assert groups.group().state is GroupState.PreparingRebalance
    assert groups.group().members[member].assignment == b""


async def test_a_join_again_while_the_assignment_is_on_its_way_makes_it_void(groups):
    joined = groups.join()
    groups.advance(INITIAL_DELAY_MS)
    member = joined.result.member_id
    groups.node.lead(TOPIC, epoch=1, isr=(1, OTHER))
    synced = groups.sync(member, 1, {member: b"mine"})
    other = groups.join()
    assert synced.error is REBALANCING
    groups.node.lead(TOPIC, epoch=2, isr=(1,))
    assert groups.group().state is GroupState.PreparingRebalance
    assert groups.join(member).result.generation_id == other.result.generation_id == 2


# ---- who may ----


async def test_strangers(groups):
    [member], _ = groups.stable()
    assert groups.heartbeat("x", 1) is UNKNOWN
    assert groups.heartbeat(member, 2) is ErrorCode.ILLEGAL_GENERATION
    assert groups.heartbeat(member, 1, group="none") is UNKNOWN
    assert groups.sync("x", 1).error is UNKNOWN
    assert groups.sync(member, 0).error is ErrorCode.ILLEGAL_GENERATION
    assert groups.sync(member, 1, group="none").error is UNKNOWN
    assert groups.join("x").error is UNKNOWN
    assert groups.join("x", group="none").error is UNKNOWN
    assert groups.leave("x", member) == [UNKNOWN, NONE]
    assert groups.leave("x", group="none") == [UNKNOWN]


async def test_a_sync_names_the_protocol_that_is_in_use(groups):
    [member], _ = groups.stable()
    right = {"protocol_type": "consumer", "protocol_name": "range"}
    assert groups.sync(member, 1, **right).error is NONE
    for wrong in ({"protocol_type": "connect"}, {"protocol_name": "sticky"}):
        assert groups.sync(member, 1, **(right | wrong)).error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL


async def test_a_group_has_a_name_and_sessions_have_bounds(groups):
    assert groups.join(group="").error is ErrorCode.INVALID_GROUP_ID
    assert groups.heartbeat("m", 1, group="") is ErrorCode.INVALID_GROUP_ID
    with pytest.raises(InvalidGroupId):
        groups.leave("m", group="")
    for session_ms, error in (
        (5_999, ErrorCode.INVALID_SESSION_TIMEOUT),
        (1_800_001, ErrorCode.INVALID_SESSION_TIMEOUT),
    ):
        assert groups.join(session_ms=session_ms).error is error
    assert groups.join(session_ms=6_000).is_waiting


async def test_a_broker_that_does_not_lead_says_so(unled):
    assert unled.join().error is ErrorCode.NOT_COORDINATOR
    assert unled.sync("m", 1).error is ErrorCode.NOT_COORDINATOR
    assert unled.heartbeat("m", 1) is ErrorCode.NOT_COORDINATOR


async def test_while_loading_members_are_kept_in_patience(groups):
    [member], _ = groups.stable()
    groups.node.lead(TOPIC, leader=OTHER, epoch=1)
    groups.node.lead(TOPIC, epoch=2)  # and the loading task has not run yet
    assert groups.join(member).error is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
    assert groups.sync(member, 1).error is REBALANCING
    assert groups.heartbeat(member, 1) is NONE
    assert groups.commit(7).result is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS


# ---- member ids ----


async def test_bug_88_an_id_is_given_out_first_and_is_good_for_a_session(groups):
    first = groups.join(is_id_required=True).result
    assert first.error is ErrorCode.MEMBER_ID_REQUIRED
    assert groups.group().state is GroupState.Empty
    joined = groups.join(first.member_id, is_id_required=True)
    groups.advance(INITIAL_DELAY_MS)
    assert joined.result.member_id == first.member_id
    groups.join(is_id_required=True)
    assert groups.heartbeat(first.member_id, 1) is NONE, "an id alone is no rebalance"


async def test_bug_88_an_id_that_nobody_comes_with_holds_a_rebalance_up_for_one_session_only(groups):
    [member], _ = groups.stable()
    groups.join(is_id_required=True, session_ms=6_000)
    assert groups.join(member).is_waiting
    again = groups.join(member)
    groups.run_for(5_900)
    assert again.is_waiting
    groups.run_for(200)
    assert again.result.generation_id == 2


async def test_bug_88_ids_that_are_given_out_are_bounded(groups, monkeypatch):
    monkeypatch.setattr("kavka.broker.group.membership.PENDING_MEMBERS_MAX", 3)
    ids = [groups.join(is_id_required=True).result.member_id for _ in range(5)]
    assert groups.join(ids[0]).error is UNKNOWN, "the oldest were forgotten"
    assert groups.join(ids[4]).is_waiting
    assert len(groups.group().pending_members) == 2


async def test_an_id_that_was_given_out_can_leave(groups):
    [member], _ = groups.stable()
    pending = groups.join(is_id_required=True).result.member_id
    again = groups.join(member)
    assert groups.leave(pending) == [NONE]
    assert again.result.generation_id == 2
    assert groups.join(pending).error is UNKNOWN


# ---- leaving, and falling silent ----


async def test_the_last_member_that_leaves_makes_the_group_empty(groups):
    [member], _ = groups.stable()
    assert groups.leave(member) == [NONE]
    assert groups.group().state is GroupState.Empty
    assert groups.group().generation_id == 2


async def test_who_leaves_makes_the_others_share(groups):
    (leader, other), _ = groups.stable(2)
    assert groups.leave(leader) == [NONE]
    assert groups.heartbeat(other, 1) is REBALANCING
    assert groups.join(other).result.leader_id == other


async def test_who_leaves_while_a_rebalance_waits_for_it_completes_it(groups):
    (leader, other), _ = groups.stable(2)
    again = groups.join(leader)
    groups.leave(other)
    assert again.result.generation_id == 2


async def test_who_waits_for_an_answer_and_is_removed_gets_one(groups):
    joins = [groups.join() for _ in range(2)]
    groups.run_for(2 * INITIAL_DELAY_MS)
    leader = joins[0].result.leader_id
    [other] = [joined.result.member_id for joined in joins if joined.result.member_id != leader]
    waiting = groups.sync(other, 1)
    groups.leave(other)
    assert waiting.error is UNKNOWN
    rejoining = groups.join(leader)
    assert rejoining.result.generation_id == 2
    new = groups.join()
    again = groups.join(leader)
    assert (new.is_waiting, again.is_waiting) == (False, False)


async def test_who_is_not_heard_of_for_a_session_is_expired(groups):
    (leader, other), _ = groups.stable(2)
    for _ in range(4):
        groups.run_for(SESSION_MS // 2)
        state = groups.heartbeat(leader, 1)
        if state is REBALANCING:
            break
    assert other not in groups.group().members
    assert groups.metrics.sessions_expired == 1
    assert groups.join(leader).result.generation_id == 2


async def test_a_commit_and_a_sync_are_signs_of_life(groups):
    [member], _ = groups.stable()
    for _ in range(3):
        groups.run_for(SESSION_MS - 1_000)
        assert groups.commit(1, generation_id=1, member_id=member).result is NONE
        groups.run_for(SESSION_MS - 1_000)
        assert groups.sync(member, 1).error is NONE
    assert groups.metrics.sessions_expired == 0


async def test_bug_52_the_timer_of_a_member_that_has_left_expires_nobody(groups):
    (leader, other), _ = groups.stable(2)
    groups.run_for(SESSION_MS - 40)
    groups.heartbeat(leader, 1)
    groups.leave(other)
    again = groups.join(leader)
    groups.settle([again])
    groups.run_for(SESSION_MS - 1_000)
    assert groups.group().state is GroupState.Stable
    assert groups.metrics.sessions_expired == 0
    groups.leave(leader)
    groups.advance(SESSION_MS)
    assert groups.group().generation_id == 3, "one rebalance for the leave, none for the timer"


async def test_a_new_member_whose_connection_is_lost_goes_after_five_minutes(groups):
    [old], _ = groups.stable(session_ms=1_000_000, rebalance_ms=2_000_000)
    lost = groups.join(session_ms=1_000_000, rebalance_ms=2_000_000)
    groups.run_for(5 * 60_000 - 1_000, step_ms=50)
    assert lost.is_waiting
    groups.run_for(2_000)
    assert lost.error is UNKNOWN
    assert groups.join(old, session_ms=1_000_000).result.generation_id == 2


async def test_bug_89_a_member_that_never_syncs_does_not_hold_the_group(groups):
    joins = [groups.join(session_ms=300_000) for _ in range(2)]
    groups.run_for(2 * INITIAL_DELAY_MS)
    leader = joins[0].result.leader_id
    [silent] = [joined.result.member_id for joined in joins if joined.result.member_id != leader]
    assert groups.sync(leader, 1, {leader: b"l"}).result.assignment == b"l"
    groups.run_for(REBALANCE_MS - 100)
    assert groups.heartbeat(leader, 1) is NONE
    groups.run_for(200)
    assert groups.heartbeat(leader, 1) is REBALANCING
    assert silent not in groups.group().members


async def test_bug_89_a_leader_that_never_syncs_is_replaced(groups):
    joins = [groups.join(session_ms=300_000) for _ in range(2)]
    groups.run_for(2 * INITIAL_DELAY_MS)
    leader = joins[0].result.leader_id
    [other] = [joined.result.member_id for joined in joins if joined.result.member_id != leader]
    waiting = groups.sync(other, 1)
    groups.run_for(REBALANCE_MS + 100)
    assert waiting.error is REBALANCING
    assert groups.join(other).result.leader_id == other


# ---- after a stall ----


async def test_bug_56_members_whose_heartbeats_lie_unread_survive_a_stall(groups):
    (leader, other), _ = groups.stable(2)
    groups.advance(60_000)  # the broker is stopped: nothing runs in between
    assert set(groups.group().members) == {leader, other}
    assert groups.heartbeat(leader, 1) is NONE
    groups.run_for(SESSION_MS + 100)
    assert set(groups.group().members) == set(), "silence after the stall counts"
    assert groups.metrics.sessions_spared == 2


async def test_bug_56_mercy_has_an_end(groups):
    [member], _ = groups.stable()
    for _ in range(100):
        groups.advance(SESSION_MS + 1_000)  # a broker that does nothing but stall
        if member not in groups.group().members:
            break
    assert member not in groups.group().members


async def test_bug_56_joins_that_lie_unread_are_waited_for_after_a_stall(groups):
    (leader, other), _ = groups.stable(2, session_ms=300_000)
    new = groups.join(session_ms=300_000)
    groups.advance(REBALANCE_MS + 5_000)
    assert new.is_waiting
    assert [groups.join(member).is_waiting for member in (leader, other)] == [True, False]
    assert len(groups.group().members) == 3


async def test_bug_56_syncs_that_lie_unread_are_waited_for_after_a_stall(groups):
    joins = [groups.join(session_ms=300_000) for _ in range(2)]
    groups.run_for(2 * INITIAL_DELAY_MS)
    groups.advance(REBALANCE_MS + 5_000)
    groups.settle(joins)


# ---- size ----


async def test_bug_91_a_group_has_no_more_members_than_it_may(groups):
    groups.config = groups.config._replace(group_size_max=2)
    (leader, other), _ = groups.stable(2)
    assert groups.join().error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert groups.join(leader).is_waiting
    new = groups.join()
    assert new.is_waiting, "one place is free as long as the other has not joined again"
    assert groups.join(other).error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert new.result.generation_id == 2
    assert len(groups.group().members) == 2


async def test_a_group_that_was_loaded_with_too_many_members_shrinks(groups):
    ids, _ = groups.stable(3)
    groups.config = groups.config._replace(group_size_max=2)
    await groups.reload()
    while groups.group().state is GroupState.Stable:  # noqa: ASYNC110 - loaded groups are looked after in turns
        await asyncio.sleep(0)
    assert groups.heartbeat(ids[0], 1) is REBALANCING
    joins = [groups.join(member) for member in ids]
    assert [joined.is_waiting for joined in joins] == [False, False, False]
    assert [joined.error for joined in joins].count(ErrorCode.GROUP_MAX_SIZE_REACHED) == 1


# ---- whatever happens, an answer ----


async def test_bug_92_an_answer_that_fails_keeps_nobody_from_theirs(groups):
    def fails(result):
        raise RuntimeError("the connection's own fault")

    groups.join(on_joined=fails)
    other = groups.join()
    groups.run_for(2 * INITIAL_DELAY_MS)
    assert other.result.generation_id == 1
    assert len(groups.group().members) == 2
    groups.run_for(SESSION_MS + 100)
    assert groups.group() is None or not groups.group().members, "and its member can be expired"


async def test_an_answer_that_lets_the_next_request_in_finds_a_whole_state(groups):
    """The connection's next request runs inside the answer: here the member leaves when it hears that it joined."""
    others = [groups.join()]
    left = []
    groups.join(on_joined=lambda result: left.append(groups.leave(result.member_id)))
    others.append(groups.join())
    groups.run_for(2 * INITIAL_DELAY_MS)
    assert left == [[NONE]]
    assert [joined.result.generation_id for joined in others] == [1, 1]
    assert groups.group().state is GroupState.PreparingRebalance
    assert len(groups.group().members) == 2


async def test_bug_46_leadership_that_goes_answers_whoever_waits(groups):
    joins = [groups.join(group="a"), groups.join(group="b")]
    groups.run_for(2 * INITIAL_DELAY_MS)
    members = [joined.result.member_id for joined in joins]
    waiting = [groups.join(group="c"), groups.join(group="a")]
    groups.node.lead(TOPIC, epoch=1, isr=(1, OTHER))
    waiting.append(groups.sync(members[1], 1, {members[1]: b""}, group="b"))
    assert all(asked.is_waiting for asked in waiting)
    groups.node.lead(TOPIC, leader=OTHER, epoch=2)
    assert [asked.error for asked in waiting] == [ErrorCode.NOT_COORDINATOR] * 3
    assert groups.heartbeat(members[0], 1, group="a") is ErrorCode.NOT_COORDINATOR


async def test_a_broker_that_stops_lets_nobody_wait(groups):
    waiting = groups.join()
    groups.coordinator.resign()
    assert waiting.error is ErrorCode.NOT_COORDINATOR
    assert groups.join().error is ErrorCode.NOT_COORDINATOR
    groups.advance(INITIAL_DELAY_MS)
    groups.node.lead(TOPIC, leader=OTHER, epoch=1)


async def test_a_later_coordinator_goes_on_with_the_generation(groups):
    (leader, other), _ = groups.stable(2)
    await groups.reload()
    assert groups.heartbeat(leader, 1) is NONE
    assert groups.sync(other, 1).result.assignment == f"for {other}".encode()
    groups.run_for(SESSION_MS // 2)
    groups.heartbeat(leader, 1)
    groups.run_for(SESSION_MS // 2 + 100)
    assert groups.heartbeat(leader, 1) is REBALANCING, "the other has not been heard of since the load"


# ---- static members (KIP-345) ----


async def test_a_static_member_comes_back_without_a_rebalance(groups):
    (leader, other), _ = groups.stable(2, instances=["i0", "i1"])
    old, instance = (other, groups.group().members[other].group_instance_id)
    back = groups.join(instance=instance).result
    assert (back.error, back.generation_id) == (NONE, 1)
    assert back.member_id != old
    assert groups.group().state is GroupState.Stable
    assert groups.sync(back.member_id, 1, instance=instance).result.assignment == f"for {old}".encode()
    assert groups.heartbeat(old, 1, instance=instance) is ErrorCode.FENCED_INSTANCE_ID
    assert groups.heartbeat(old, 1) is UNKNOWN
    assert groups.join(old, instance=instance).error is ErrorCode.FENCED_INSTANCE_ID
    assert groups.heartbeat(leader, 1) is NONE
    await groups.reload()
    assert groups.heartbeat(back.member_id, 1, instance=instance) is NONE, "its new id was written"


@pytest.mark.parametrize("can_skip", [False, True])
async def test_a_static_leader_that_comes_back_does_not_assign(groups, can_skip):
    [leader], _ = groups.stable(instances=["i0"])
    back = groups.join(instance="i0", can_skip_assignment=can_skip).result
    if can_skip:
        assert (back.leader_id, back.skip_assignment, len(back.members)) == (back.member_id, True, 1)
    else:
        assert (back.leader_id, back.skip_assignment, back.members) == (leader, False, [])
    assert groups.group().leader_id == back.member_id


async def test_bug_90_the_former_life_that_waits_is_fenced_at_once(groups):
    first = groups.join(instance="i0")
    second = groups.join(instance="i0")
    assert first.error is ErrorCode.FENCED_INSTANCE_ID
    groups.run_for(2 * INITIAL_DELAY_MS)
    assert second.result.generation_id == 1
    third = groups.join(instance="i0")
    assert third.result.generation_id == 2, "the former id may be with the leader already: another rebalance"
    synced = groups.sync(third.result.member_id, 2, {third.result.member_id: b"x"}, instance="i0")
    assert synced.result.assignment == b"x"


async def test_bug_90_a_new_id_that_cannot_be_written_is_taken_back(groups):
    [old], _ = groups.stable(instances=["i0"])
    groups.node.lead(TOPIC, epoch=1, isr=(1, OTHER))
    back = groups.join(instance="i0")
    assert back.is_waiting
    groups.advance(5_000)
    assert back.error is REBALANCING
    assert groups.heartbeat(old, 1, instance="i0") is NONE


async def test_a_static_member_that_changes_the_protocol_makes_a_rebalance(groups):
    groups.stable(instances=["i0"], protocols=("a", "b"))
    assert groups.join(instance="i0", protocols=("b",)).result.generation_id == 2


async def test_static_members_keep_their_place_until_their_session_ends(groups):
    (leader, other), _ = groups.stable(2, instances=["i0", "i1"], session_ms=200_000)
    new = groups.join()
    groups.join(leader, instance=groups.group().members[leader].group_instance_id, session_ms=200_000)
    groups.run_for(REBALANCE_MS + 100)
    assert new.result.generation_id == 2
    assert other in groups.group().members, "it may come back"
    groups.run_for(200_000, step_ms=40)
    assert groups.group() is None or other not in groups.group().members


async def test_an_administrator_removes_static_members_by_their_instance(groups):
    groups.stable(2, instances=["i0", "i1"])
    names = [MemberName("", "i0"), MemberName("", "none"), MemberName("wrong", "i1")]
    assert groups.leave(*names) == [NONE, UNKNOWN, ErrorCode.FENCED_INSTANCE_ID]
    assert list(groups.group().static_members) == ["i1"]


async def test_static_members_that_all_stay_away_hold_the_rebalance_until_their_sessions_end(groups):
    ids, _ = groups.stable(3, instances=["i0", "i1"], rebalance_ms=7_000)
    [dynamic] = [member for member in ids if not groups.group().members[member].is_static]
    groups.leave(dynamic)
    groups.run_for(8_000)
    assert groups.group().state is GroupState.PreparingRebalance
    groups.run_for(SESSION_MS)
    assert groups.group().state is GroupState.Empty
