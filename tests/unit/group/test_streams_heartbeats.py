"""Heartbeats of streams groups (KIP-1071), without I/O: joining, topics, delays, static members, who is refused."""

import pytest

from kavka.broker.group.streams import heartbeats
from kavka.broker.group.streams.configured import StatusCode
from kavka.broker.group.streams.endpoints import all_endpoints
from kavka.broker.group.streams.heartbeats import StreamsHeartbeat
from kavka.broker.group.streams.member import UserEndpoint
from kavka.broker.group.streams.states import StreamsGroupState
from kavka.broker.group.streams.streams_config import StreamsGroupConfig
from kavka.broker.group.streams.tasks import RoleTasks
from kavka.broker.group.streams.topology import Topology
from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    CoordinatorLoadInProgress,
    ErrorCode,
    FencedInstanceId,
    FencedMemberEpoch,
    GroupMaxSizeReached,
    InvalidRequest,
    StaleMemberEpoch,
    StreamsInvalidTopology,
    UnknownMemberId,
    UnreleasedInstanceId,
)
from tests.support.group.streams_groups import AT_ONCE, Member, StreamsGroup, info, part, tasks, words

ALL = tasks("0_0", "0_1", "1_0", "1_1")


@pytest.fixture
def one():
    return StreamsGroup()


def state(one):
    return one.group.state


def active(*members):
    return [set(member.owned.active) for member in members]


# ---- members --------------------------------------------------------------------------------------------------------


def test_the_first_member_gets_every_task(one):
    first = Member("a")
    assert state(one) is StreamsGroupState.EMPTY
    one.beat(first)
    assert (active(first), first.epoch, first.statuses, state(one)) == ([ALL], 2, [], StreamsGroupState.STABLE)
    assert one.beat(first).assigned is None, "nothing has changed"


def test_a_second_member_waits_for_what_the_first_one_gives_up(one):
    first, second = Member("a"), Member("b")
    one.beat(first)
    one.beat(second)
    assert (active(second), state(one)) == ([set()], StreamsGroupState.RECONCILING)
    one.beat(first)
    assert len(first.owned.active) == 2
    one.beat(second)
    assert active(second) == [set()], "the first one has not said that it has given them up"
    one.settle(first, second)
    assert set.union(*active(first, second)) == ALL
    assert (len(second.owned.active), state(one)) == (2, StreamsGroupState.STABLE)


def test_who_leaves_leaves_its_tasks_to_the_others_and_the_last_one_an_empty_group(one):
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    one.leave(second)
    one.settle(first)
    assert active(first) == [ALL]
    one.leave(first, is_shutdown=True)
    assert (state(one), one.group.target_epoch, one.group.shutdown_by) == (
        StreamsGroupState.EMPTY,
        one.group.epoch,
        None,
    )


def test_standbys_are_on_another_process():
    one = StreamsGroup(config=AT_ONCE._replace(standby_replicas=1))
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    stateful = tasks("1_0", "1_1")
    assert first.owned.standby == second.owned.active & stateful
    assert second.owned.standby == first.owned.active & stateful
    assert one.group.configs == (("num.standby.replicas", "1"),)


def test_what_is_configured_anew_has_another_target_computed(one):
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    one.config = AT_ONCE._replace(standby_replicas=1)
    one.settle(first, second)
    assert first.owned.standby


def test_a_lost_response_is_given_again_and_any_other_epoch_is_fenced(one):
    first = Member("a")
    one.beat(first)
    one.beat(Member("b"))
    behind = first.epoch
    heard = heartbeats.beat(one.group, first.request(), one.topics, one.config, 0)
    assert heard.member_epoch == behind, "it has tasks to give up first"
    first.owned = RoleTasks(frozenset(heard.assigned.active))
    ahead = heartbeats.beat(one.group, first.request(), one.topics, one.config, 0)
    assert ahead.member_epoch == behind + 1
    one.beat(first)
    assert first.epoch == behind + 1
    for wrong in (behind - 1, behind + 7):
        with pytest.raises(FencedMemberEpoch, match=f"not {wrong}"):
            one.beat(first, member_epoch=wrong)
    with pytest.raises(FencedMemberEpoch):
        one.beat(first, member_epoch=behind, owned=None)


def test_who_has_lost_a_response_is_told_its_tasks_again(one):
    first, second = Member("a"), Member("b")
    one.beat(first)
    heartbeats.beat(one.group, second.request(), one.topics, one.config, 0)
    one.settle(first)
    second.epoch = one.group.members["b"].epoch
    heartbeats.beat(one.group, second.request(), one.topics, one.config, 0)
    one.beat(second)
    assert len(second.owned.active) == 2


def test_a_member_that_begins_again_gets_its_tasks_anew(one):
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    had, epoch = first.owned, one.group.epoch
    again = Member("a")
    one.beat(again)
    assert (again.owned, one.group.epoch) == (had, epoch)


def test_a_group_has_no_more_members_than_it_may():
    one = StreamsGroup(config=AT_ONCE._replace(size_max=1))
    one.beat(Member("a"))
    with pytest.raises(GroupMaxSizeReached):
        one.beat(Member("b"))


def test_a_member_that_nobody_knows_is_told_so(one):
    one.beat(Member("a"))
    for wrong in (Member("x"), Member("x", instance_id="i")):
        wrong.epoch = 1
        with pytest.raises(UnknownMemberId):
            one.beat(wrong)
        with pytest.raises(UnknownMemberId):
            one.leave(wrong)


# ---- static members -------------------------------------------------------------------------------------------------


def test_a_static_member_that_is_away_keeps_its_tasks_for_its_next_life(one):
    first, second = Member("a", instance_id="i"), Member("b")
    one.settle(first, second)
    had, epoch = first.owned, one.group.epoch
    one.leave(first, member_epoch=-2)
    one.settle(second)
    assert len(second.owned.active) == 2
    again = Member("c", instance_id="i", process_id="p-a")
    one.beat(again)
    assert (again.owned, one.group.epoch, set(one.group.members)) == (had, epoch, {"b", "c"})
    with pytest.raises(FencedInstanceId):
        one.beat(first)
    one.leave(again)
    assert one.group.static_members == {}


def test_a_static_member_of_another_process_has_another_target_computed(one):
    first = Member("a", instance_id="i")
    one.beat(first)
    one.leave(first, member_epoch=-2)
    epoch = one.group.epoch
    one.beat(Member("c", instance_id="i", process_id="other"))
    assert one.group.epoch == epoch + 1


def test_the_same_life_of_a_static_member_may_come_back_after_it_was_away(one):
    first = Member("a", instance_id="i")
    one.beat(first)
    one.leave(first, member_epoch=-2)
    first.epoch, first.owned = 0, RoleTasks()
    one.beat(first)
    assert active(first) == [ALL]


def test_an_instance_id_is_one_members_until_that_has_left(one):
    one.beat(Member("a", instance_id="i"))
    with pytest.raises(UnreleasedInstanceId):
        one.beat(Member("b", instance_id="i"))
    with pytest.raises(FencedInstanceId):
        one.beat(Member("a", instance_id="other"))


# ---- topics ---------------------------------------------------------------------------------------------------------


def test_members_have_no_tasks_while_topics_are_missing_and_are_told_which(one):
    one.topics.drop("words")
    first = Member("a")
    heard = one.beat(first)
    assert (active(first), first.statuses) == ([set()], [StatusCode.MISSING_INTERNAL_TOPICS])
    assert [topic.name for topic in heard.missing] == ["words"]
    assert state(one) is StreamsGroupState.NOT_READY
    one.topics.put("words", 2)
    one.beat(first)
    assert (active(first), first.statuses, state(one)) == ([ALL], [], StreamsGroupState.STABLE)
    one.topics.drop("lines")
    one.beat(first)
    assert (active(first), first.statuses) == ([set()], [StatusCode.MISSING_SOURCE_TOPICS])


def test_before_the_controller_has_told_of_topics_nobody_loses_its_tasks(one):
    one.topics.version = 0
    with pytest.raises(CoordinatorLoadInProgress):
        one.beat(Member("a"))


def test_topics_of_others_change_nothing(one):
    first = Member("a")
    one.beat(first)
    epoch = one.group.epoch
    one.topics.put("other", 7)
    one.beat(first)
    assert one.group.epoch == epoch


def test_a_topic_that_was_made_anew_has_another_target_computed(one):
    first = Member("a")
    one.beat(first)
    epoch = one.group.epoch
    one.topics.drop("lines")
    one.topics.put("lines", 2)
    one.beat(first)
    assert one.group.epoch == epoch + 1


def test_tasks_that_there_are_not_are_refused(one):
    first = Member("a")
    one.beat(first)
    for wrong, reason in (("9_0", "does not exist"), ("0_2", "Number of tasks for this subtopology: 2")):
        with pytest.raises(InvalidRequest, match=reason):
            one.beat(first, owned=RoleTasks(tasks(wrong)))
    one.topics.drop("lines")
    one.beat(first)
    one.beat(first, owned=RoleTasks(tasks("9_0")))


# ---- topologies -----------------------------------------------------------------------------------------------------


def test_an_older_topology_is_told_to_be_stale_and_another_one_is_not_taken_while_somebody_runs(one):
    newer = Topology(epoch=3, subtopologies=words().subtopologies)
    one.beat(Member("a"), topology=newer)
    old = Member("b")
    one.beat(old)
    assert old.statuses == [StatusCode.STALE_TOPOLOGY]
    for other in (
        Topology(epoch=4, subtopologies=words().subtopologies),
        Topology(epoch=3, subtopologies=words().subtopologies[:1]),
    ):
        with pytest.raises(InvalidRequest, match="Topology updates are not supported yet"):
            one.beat(Member("c"), topology=other)
    assert set(one.group.members) == {"a", "b"}


def test_a_group_without_members_takes_another_topology(one):
    first = Member("a")
    one.beat(first)
    one.leave(first)
    again = Member("b")
    one.beat(again, topology=Topology(epoch=0, subtopologies=[part("0", "lines")]))
    assert active(again) == [tasks("0_0", "0_1")]
    one.leave(again)
    same = Member("c")
    one.beat(same, topology=Topology(epoch=0, subtopologies=[part("0", "lines")]))
    assert active(same) == [tasks("0_0", "0_1")]


def test_a_topology_that_cannot_work_leaves_the_group_as_it_was(one):
    never = Topology(epoch=0, subtopologies=[part("0", "lines", repartition_source_topics=[info("r")])])
    with pytest.raises(StreamsInvalidTopology):
        one.beat(Member("a"), topology=never)
    assert (one.group.topology, one.group.members, one.group.unwritten) == (None, {}, {})


# ---- delays ---------------------------------------------------------------------------------------------------------


def test_a_new_group_waits_for_more_members():
    one = StreamsGroup(config=StreamsGroupConfig(initial_rebalance_delay_ms=3_000, assignment_interval_ms=0))
    first, second = Member("a"), Member("b")
    one.beat(first)
    assert (active(first), first.epoch, first.statuses) == ([set()], 1, [StatusCode.ASSIGNMENT_DELAYED])
    assert state(one) is StreamsGroupState.ASSIGNING
    one.now_ms += 2_999
    one.beat(second)
    assert second.statuses == [StatusCode.ASSIGNMENT_DELAYED]
    one.now_ms += 1
    one.beat(first)
    assert (len(first.owned.active), first.statuses) == (2, [])
    one.beat(second)
    assert len(second.owned.active) == 2, "nobody had to give anything up"


def test_targets_are_computed_at_intervals():
    one = StreamsGroup(config=StreamsGroupConfig(initial_rebalance_delay_ms=0, assignment_interval_ms=1_000))
    first, second = Member("a"), Member("b")
    one.beat(first)
    one.beat(second)
    assert (active(first, second), second.statuses) == ([ALL, set()], [StatusCode.ASSIGNMENT_DELAYED])
    one.now_ms += 1_000
    one.settle(first, second)
    assert (len(second.owned.active), second.statuses) == (2, [])


# ---- what members hear besides --------------------------------------------------------------------------------------


def test_every_member_hears_of_a_shutdown_that_one_asks_for(one):
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    one.beat(second, is_shutdown=True)
    one.beat(first, is_shutdown=True)
    assert first.statuses == second.statuses == [StatusCode.SHUTDOWN_APPLICATION]
    assert one.group.shutdown_by == "b"
    one.leave(second, is_shutdown=True)
    one.beat(first)
    assert first.statuses == [StatusCode.SHUTDOWN_APPLICATION]


def test_members_hear_which_endpoint_has_which_partitions(one):
    first, second = Member("a", endpoint=UserEndpoint("h", 1)), Member("b")
    assert one.beat(first).tells_endpoints
    known = one.group.endpoint_epoch
    assert not one.beat(first, endpoint_epoch=known).tells_endpoints
    assert all_endpoints(one.group, one.topics) == [(("h", 1), [("lines", [0, 1]), ("words", [0, 1])], [])]
    one.settle(first, second)
    assert one.group.endpoint_epoch > known, "it has fewer tasks now"
    known = one.group.endpoint_epoch
    one.beat(first, endpoint=UserEndpoint("h", 2))
    assert one.group.endpoint_epoch == known + 1
    one.topics.drop("lines")
    assert [name for name, _ in all_endpoints(one.group, one.topics)[0].active] in (["words"], [])
    one.settle(first, second)
    one.leave(first)
    assert all_endpoints(one.group, one.topics) == []


def test_endpoints_have_no_partitions_before_topics_were_looked_at(one):
    first = Member("a", endpoint=UserEndpoint("h", 1))
    one.beat(first)
    one.group.configured = None
    assert all_endpoints(one.group, one.topics) == [(("h", 1), [], [])]


def test_what_a_member_says_of_itself_is_kept_where_it_says_nothing_new(one):
    first = Member("a", rack_id="r", tags=(("zone", "z"),))
    one.beat(first, offsets={}, end_offsets={})
    said = one.group.members["a"].said
    one.beat(first, client_id="c")
    assert one.group.members["a"].said.rack_id == "r"
    assert one.group.members["a"].said.tags == said.tags == (("zone", "z"),)


# ---- committed offsets ----------------------------------------------------------------------------------------------


def test_offsets_are_committed_by_members_that_have_the_task_since_the_epoch_that_they_say(one):
    first, second = Member("a"), Member("b")
    one.settle(first, second)
    group = one.group
    member = group.members["a"]
    mine = [
        TopicPartition("lines" if t.subtopology_id == "0" else "words", t.partition) for t in member.assigned.active
    ]
    theirs = [TopicPartition(name, i) for name in ("lines", "words") for i in (0, 1)]

    def commit(member_id, epoch, partitions=mine, *, is_transactional=False):
        return group.check_commit(member_id, epoch, partitions, is_transactional=is_transactional)

    assert commit("a", first.epoch) is ErrorCode.NONE
    assert commit("a", first.epoch - 1) is ErrorCode.NONE, "it had these tasks then"
    assert commit("a", first.epoch - 1, theirs) is ErrorCode.STALE_MEMBER_EPOCH
    assert commit("b", 1, []) is ErrorCode.NONE
    assert commit("a", 0) is ErrorCode.STALE_MEMBER_EPOCH
    assert commit("a", first.epoch + 1) is ErrorCode.STALE_MEMBER_EPOCH
    assert commit("x", 1) is ErrorCode.UNKNOWN_MEMBER_ID
    assert commit("", -1, is_transactional=True) is ErrorCode.NONE
    group.check_fetch("a", first.epoch)
    with pytest.raises(StaleMemberEpoch):
        group.check_fetch("a", first.epoch + 1)
    with pytest.raises(UnknownMemberId):
        group.check_fetch("x", 1)
    assert group.is_subscribed("words")
    assert not group.is_subscribed("counts")


# ---- requests -------------------------------------------------------------------------------------------------------

JOIN = {"topology": words(), "rebalance_timeout_ms": 1}


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (StreamsHeartbeat("g", " ", 1), "member id is empty"),
        (StreamsHeartbeat("", "m", 1), "group id is empty"),
        (StreamsHeartbeat("g", "m", 1, instance_id=""), "instance id is empty"),
        (StreamsHeartbeat("g", "m", 1, rack_id=""), "rack id is empty"),
        (StreamsHeartbeat("g", "m", -3), "no member epoch -3"),
        (StreamsHeartbeat("g", "m", -2), "only static members"),
        (StreamsHeartbeat("g", "m", 1, topology=words()), "only who joins"),
        (StreamsHeartbeat("g", "m", 0, topology=words()), "rebalance timeout"),
        (StreamsHeartbeat("g", "m", 0, **JOIN, owned=RoleTasks(tasks("0_0"))), "has no tasks"),
        (StreamsHeartbeat("g", "m", 0, rebalance_timeout_ms=1), "says the topology"),
    ],
)
def test_what_can_be_no_heartbeat_is_refused(request_, reason):
    with pytest.raises(InvalidRequest, match=reason):
        heartbeats.check(request_)
