"""Share groups over a real log (KIP-932): members, epochs, share-partitions, time, failover, administrators."""

import asyncio

import pytest

from kavka.broker.group.offset_commits import Producer
from kavka.broker.group.share.heartbeats import ShareHeartbeat
from kavka.broker.share.persister import SharePartition, ShareState
from kavka.broker.share.share_config import ShareGroupConfig
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import (
    ErrorCode,
    GroupIdNotFound,
    NonEmptyGroup,
    NotCoordinator,
)
from tests.support.group.consumer_groups import ConsumerGroups
from tests.support.group.groups import OTHER, TOPIC
from tests.support.group.share_groups import ShareGroups
from tests.support.replica.node import BROKER

SESSION_MS = ShareGroupConfig().session_timeout_ms


@pytest.fixture
async def running(groups):
    """The coordinator, asking the persister for what groups wait for."""
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(groups.coordinator.shares.run())
        yield groups
        task.cancel()


@pytest.fixture
def shares(running):
    return ShareGroups(running)


@pytest.fixture
def states(running):
    """What the persister keeps."""
    return running.persister.states


def configured(shares, **changes):
    config = shares.groups.config
    shares.groups.config = config._replace(share=config.share._replace(**changes))


# ---- members --------------------------------------------------------------------------------------------------------


async def test_a_member_gets_partitions_once_the_persister_has_begun_them(shares, states):
    first = shares.beat("a", 0, topics=["t"])
    assert (shares.assigned(first), shares.epoch(first), first.heartbeat_interval_ms) == (set(), 1, 5_000)
    assert shares.group().state.value == "Stable"
    await shares.settle()
    assert {place.partition: state.state_epoch for place, state in states.items()} == dict.fromkeys(range(4), 1)
    second = shares.beat("a", 1)
    assert (shares.assigned(second), shares.epoch(second)) == ({0, 1, 2, 3}, 2)
    assert shares.assigned(shares.beat("a", 2)) is None
    assert shares.assigned(shares.beat("a", 2, topics=["t"])) == {0, 1, 2, 3}, "it asks for all of it"


async def test_members_share_partitions_out_and_a_fifth_one_shares_one(shares):
    assigned = await shares.join("a", "b")
    assert sorted(map(len, assigned.values())) == [2, 2]
    assert set().union(*assigned.values()) == set(range(4))
    more = await shares.join("a", "b", "c", "d", "e")
    assert all(more.values())
    assert set().union(*more.values()) == set(range(4))


async def test_who_leaves_gives_its_share_to_the_others_and_the_last_one_leaves_the_group_empty(shares):
    await shares.join("a", "b")
    epoch = shares.group().epoch
    assert shares.epoch(shares.beat("b", -1)) == -1
    assert shares.assigned(shares.beat("a", epoch)) == set(range(4))
    shares.beat("a", -1)
    assert shares.group().state.value == "Empty"
    assert shares.beat("a", -1).error is ErrorCode.UNKNOWN_MEMBER_ID


async def test_a_member_is_fenced_in_another_epoch_but_may_repeat_the_one_before(shares):
    await shares.join("a")
    assert shares.beat("a", 2).error is ErrorCode.NONE
    assert shares.beat("a", 1).error is ErrorCode.NONE, "it has not heard of epoch 2"
    assert shares.beat("a", 3).error is ErrorCode.FENCED_MEMBER_EPOCH
    assert shares.beat("b", 2).error is ErrorCode.UNKNOWN_MEMBER_ID
    again = shares.beat("a", 0, topics=["t"])
    assert (shares.epoch(again), shares.assigned(again)) == (2, set(range(4)))


async def test_a_member_that_is_not_heard_of_is_gone(shares):
    await shares.join("a", "b")
    for _ in range(3):
        shares.groups.run_for(SESSION_MS // 3 + 20)
        epoch = shares.epoch(shares.beat("a", 0, topics=["t"]))
    assert shares.beat("b", epoch).error is ErrorCode.UNKNOWN_MEMBER_ID
    assert shares.assigned(shares.beat("a", 0, topics=["t"])) == set(range(4))
    assert shares.groups.metrics.sessions_expired == 1


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"member_id": " ", "topics": ["t"]}, ErrorCode.INVALID_REQUEST),
        ({"rack_id": "", "topics": ["t"]}, ErrorCode.INVALID_REQUEST),
        ({"group": "", "topics": ["t"]}, ErrorCode.INVALID_REQUEST),
        ({"epoch": -2}, ErrorCode.INVALID_REQUEST),
        ({}, ErrorCode.INVALID_REQUEST),
        ({"topics": []}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 1}, ErrorCode.GROUP_ID_NOT_FOUND),
        ({"epoch": -1}, ErrorCode.GROUP_ID_NOT_FOUND),
    ],
)
async def test_what_is_no_heartbeat_is_refused(shares, fields, error):
    assert shares.beat(fields.pop("member_id", "a"), fields.pop("epoch", 0), **fields).error is error
    assert shares.groups.group() is None


async def test_a_full_group_and_a_broker_without_share_groups_refuse(shares):
    configured(shares, size_max=1)
    await shares.join("a")
    assert shares.beat("b", 0, topics=["t"]).error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert shares.beat("a", 0, topics=["t"]).error is ErrorCode.NONE
    configured(shares, is_enabled=False)
    assert shares.beat("a", 2).error is ErrorCode.UNSUPPORTED_VERSION


async def test_before_the_controller_has_told_of_topics_nothing_is_taken_away(shares):
    await shares.join("a")
    await shares.groups.reload()
    shares.topics.version = 0
    shares.topics._topics.clear()
    result = shares.beat("a", 2)
    assert (result.error, shares.epoch(result), shares.assigned(result)) == (ErrorCode.NONE, 2, None)
    assert shares.epoch(shares.beat("b", 0, topics=["t"])) == 0


# ---- topics ---------------------------------------------------------------------------------------------------------


async def test_new_partitions_are_begun_and_assigned(shares, states):
    await shares.join("a")
    shares.topics.put("t", 6)
    assert shares.assigned(shares.beat("a", 2)) is None
    await shares.settle()
    assert shares.assigned(shares.beat("a", 2)) == set(range(6))
    assert [states[SharePartition("g", shares.topic_id, index)].state_epoch for index in (3, 5)] == [1, 2]


async def test_another_subscription_takes_effect_at_once(shares):
    other = shares.topics.put("u", 1)
    await shares.join("a")
    result = shares.beat("a", 2, topics=["u"])
    assert (shares.assigned(result), shares.epoch(result)) == (set(), 3)
    await shares.settle()
    assert shares.beat("a", 3).heard.assignment == {other: frozenset({0})}


async def test_a_deleted_topic_is_taken_out_and_one_of_its_name_begins_anew(shares):
    await shares.join("a")
    shares.topics.drop("t")
    gone = [TopicPartition("t", index) for index in range(4)]
    at_once(shares.groups.coordinator.admin.delete_topics(gone))
    assert not shares.group().partitions
    result = shares.beat("a", 2)
    assert (shares.assigned(result), shares.epoch(result)) == (set(), 3)
    shares.topic_id = shares.topics.put("t", 1)
    shares.beat("a", 3)
    await shares.settle()
    assert shares.assigned(shares.beat("a", 3)) == {0}


async def test_a_topic_that_was_deleted_unheard_is_forgotten_when_its_name_is_anothers(shares):
    await shares.join("a")
    shares.topics.drop("t")
    assert shares.assigned(shares.beat("a", 2)) == set()
    assert set(shares.group().partitions.names) == {shares.topic_id}
    shares.topic_id = shares.topics.put("t", 1)
    shares.beat("a", 3)
    assert set(shares.group().partitions.names) == {shares.topic_id}


# ---- the persister --------------------------------------------------------------------------------------------------


async def test_a_persister_that_fails_is_asked_again_after_a_pause(shares):
    failing = shares.groups.persister
    failing.is_silent = True
    shares.beat("a", 0, topics=["t"])
    await shares.settle()
    assert failing.calls == 4
    shares.beat("a", 1)
    await shares.settle()
    assert failing.calls == 4, "not at once"
    failing.is_silent = False
    shares.groups.advance(2_000)
    shares.beat("a", 1)
    await shares.settle()
    assert shares.assigned(shares.beat("a", 1)) == set(range(4))


async def test_who_coordinates_next_goes_on_where_the_persister_was_not_done(shares):
    shares.groups.persister.is_silent = True
    shares.beat("a", 0, topics=["t"])
    await shares.settle()
    await shares.groups.reload()
    shares.groups.persister.is_silent = False
    shares.beat("a", 1)
    await shares.settle()
    assert shares.assigned(shares.beat("a", 1)) == set(range(4))


async def test_a_group_that_is_coordinated_elsewhere_meanwhile_is_left_alone(shares):
    entered, released = asyncio.Event(), asyncio.Event()

    async def slow():
        entered.set()
        await released.wait()

    shares.groups.persister.before = slow
    shares.beat("a", 0, topics=["t"])
    await entered.wait()
    shares.groups.node.lead(TOPIC, leader=OTHER, epoch=2)
    await shares.settle()
    released.set()
    await shares.settle()
    assert shares.beat("a", 1).error is ErrorCode.NOT_COORDINATOR


async def test_what_a_former_group_of_the_name_has_left_behind_fences_nobody_for_long(shares, states):
    for index in range(4):
        states[SharePartition("g", shares.topic_id, index)] = ShareState(7 + index, LeaderEpoch(3), 40, 2, ())
    shares.beat("a", 0, topics=["t"])
    await shares.settle()
    epoch = shares.epoch(shares.beat("a", 1))
    assert epoch == 11
    shares.groups.advance(2_000)
    shares.beat("a", epoch)
    await shares.settle()
    assert shares.assigned(shares.beat("a", epoch)) == set(range(4))
    assert {state.state_epoch for state in states.values()} == {11}


# ---- failover -------------------------------------------------------------------------------------------------------


async def test_after_a_failover_members_go_on_as_they_were(shares):
    assigned = await shares.join("a", "b")
    epoch = shares.group().epoch
    await shares.groups.reload()
    for member_id, partitions in assigned.items():
        result = shares.beat(member_id, epoch, topics=["t"])
        assert (shares.epoch(result), shares.assigned(result)) == (epoch, partitions)
    shares.groups.run_for(SESSION_MS + 100)
    assert shares.group().state.value == "Empty", "their sessions have begun again with the failover"


async def test_what_could_not_be_written_is_not_answered_with_success(shares):
    await shares.join("a")
    shares.groups.node.lead(TOPIC, leader=OTHER, epoch=2)
    await shares.settle()
    assert shares.beat("b", 0, topics=["t"]).error is ErrorCode.NOT_COORDINATOR


# ---- other groups ---------------------------------------------------------------------------------------------------


async def test_a_name_is_of_one_type(shares):
    groups = shares.groups
    await shares.join("a")
    assert groups.join(is_id_required=False).error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    consumers = ConsumerGroups(groups)
    assert consumers.join("c").error is ErrorCode.GROUP_ID_NOT_FOUND
    assert groups.commit(5).result is ErrorCode.GROUP_ID_NOT_FOUND
    assert groups.commit(5, producer=Producer(7, 0)).result is ErrorCode.GROUP_ID_NOT_FOUND
    with pytest.raises(GroupIdNotFound):
        groups.fetch(0)
    with pytest.raises(GroupIdNotFound):
        groups.coordinator.admin.delete_offsets("g", [])
    assert at_once(groups.coordinator.admin.describe("g")).state == "Dead"
    groups.commit(5, group="committed")
    assert shares.beat("a", 0, group="committed", topics=["t"]).error is ErrorCode.GROUP_ID_NOT_FOUND
    assert shares.beat("a", -1, group="committed").error is ErrorCode.GROUP_ID_NOT_FOUND
    with pytest.raises(GroupIdNotFound):
        groups.coordinator.shares.find("committed")


async def test_share_groups_are_listed_and_never_expire(shares):
    groups = shares.groups
    await shares.join("a")
    [listed] = at_once(groups.coordinator.admin.list_groups(types=["Share"]))[1]
    assert listed == ("g", "share", "Stable", "share")
    assert at_once(groups.coordinator.admin.list_groups(types=["classic", "consumer"]))[1] == []
    assert groups.coordinator.admin.member_count("g") == 1
    assert set(groups.coordinator.groups_by_state().values()) == {0}, "of the classic protocol"
    types, states, _ = at_once(groups.coordinator.count_types())
    assert (types, states) == ({"classic": 0, "consumer": 0, "share": 1, "streams": 0}, {"Empty": 0, "Stable": 1})
    assert groups.metrics.share_rebalances == groups.group().share.epoch == 2
    shares.beat("a", -1)
    groups.advance(8 * 24 * 3_600_000)
    at_once(groups.coordinator.admin.expire())
    assert groups.group() is not None


# ---- administrators -------------------------------------------------------------------------------------------------


async def test_offsets_are_described_with_their_lag(shares, states):
    await shares.join("a")
    place = SharePartition("g", shares.topic_id, 1)
    states[place] = ShareState(1, LeaderEpoch(3), 40, 2, ())
    shares.groups.latest.ends[TopicPartition("t", 1)] = 100
    states[SharePartition("g", shares.topic_id, 2)] = ShareState(1, LeaderEpoch(3), 40, 2, ())
    topic_id, described = (await shares.offsets.describe("g", None, shares.topics))["t"]
    assert topic_id == shares.topic_id
    assert described[0] == (0, -1, 0, -1, None), "no leader has begun there"
    assert described[1] == (1, 40, 3, 58, None)
    assert (described[2].start_offset, described[2].error.code) == (-1, ErrorCode.LEADER_NOT_AVAILABLE)
    named = await shares.offsets.describe("g", {"t": [1], "gone": [0]}, shares.topics)
    assert named["t"][1] == [described[1]]
    assert named["gone"] == (bytes(16), [(0, -1, 0, -1, None)])
    with pytest.raises(GroupIdNotFound):
        await shares.offsets.describe("other", None, shares.topics)


async def test_a_state_that_cannot_be_read_is_that_partitions_error(shares):
    await shares.join("a")
    shares.groups.persister.is_silent = True
    described = (await shares.offsets.describe("g", {"t": [0]}, shares.topics))["t"][1]
    assert described[0].error.code == ErrorCode.REQUEST_TIMED_OUT


async def test_offsets_of_a_group_without_members_are_altered(shares, states):
    await shares.join("a")
    with pytest.raises(NonEmptyGroup):
        await shares.offsets.alter("g", {"t": {1: 7}}, shares.topics)
    shares.beat("a", -1)
    epoch = shares.group().epoch
    outcomes = await shares.offsets.alter("g", {"t": {1: 7, 9: 1}, "gone": {0: 1}}, shares.topics)
    codes = {(outcome.topic, outcome.partition): outcome.error and outcome.error.code for outcome in outcomes}
    unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert codes == {("t", 1): None, ("t", 9): unknown, ("gone", 0): unknown}
    state = states[SharePartition("g", shares.topic_id, 1)]
    assert (state.state_epoch, state.start_offset) == (epoch + 1, 7)
    await shares.groups.reload()
    assert shares.assigned(shares.beat("a", 0, topics=["t"])) == set(range(4))
    assert states[SharePartition("g", shares.topic_id, 1)].start_offset == 7


async def test_altering_makes_a_group_and_leaves_others_alone(shares, states):
    assert await shares.offsets.alter("g", {"gone": {}}, shares.topics) == []
    assert shares.groups.group() is None
    await shares.offsets.alter("g", {"t": {0: 3}}, shares.topics)
    assert shares.group().state.value == "Empty"
    await shares.groups.reload()
    assert shares.assigned(shares.beat("a", 0, topics=["t"])) == {0}
    await shares.settle()
    assert shares.assigned(shares.beat("a", 2)) == set(range(4))
    assert states[SharePartition("g", shares.topic_id, 0)].start_offset == 3
    shares.groups.commit(5, group="committed")
    with pytest.raises(GroupIdNotFound):
        await shares.offsets.alter("committed", {"t": {0: 3}}, shares.topics)


async def test_offsets_that_the_persister_does_not_take_are_that_partitions_error(shares):
    shares.groups.persister.is_silent = True
    [outcome] = await shares.offsets.alter("g", {"t": {0: 3}}, shares.topics)
    assert outcome.error.code == ErrorCode.REQUEST_TIMED_OUT


async def test_offsets_of_a_topic_are_deleted(shares, states):
    shares.topics.put("u", 1)
    await shares.join("a", topics=("t", "u"))
    with pytest.raises(NonEmptyGroup):
        await shares.offsets.delete("g", ["t"], shares.topics)
    shares.beat("a", -1)
    outcomes = await shares.offsets.delete("g", ["t", "gone"], shares.topics)
    assert [outcome.error and outcome.error.code for outcome in outcomes] == [
        None,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ]
    assert {place.topic_id for place in states} == {shares.topics.find("u").topic_id}
    [again] = await shares.offsets.delete("g", ["t"], shares.topics)
    assert again.error.code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    with pytest.raises(GroupIdNotFound):
        await shares.offsets.delete("other", ["t"], shares.topics)


async def test_what_could_not_be_forgotten_is_tried_again_after_a_failover(shares, states):
    await shares.join("a")
    shares.beat("a", -1)
    shares.groups.persister.is_silent = True
    [outcome] = await shares.offsets.delete("g", ["t"], shares.topics)
    assert outcome.error.code == ErrorCode.REQUEST_TIMED_OUT
    assert await shares.offsets.delete_all("g", shares.topics) is ErrorCode.REQUEST_TIMED_OUT
    await shares.groups.reload()
    shares.groups.persister.is_silent = False
    [outcome] = await shares.offsets.delete("g", ["t"], shares.topics)
    assert outcome.error is None
    assert (states, bool(shares.group().partitions)) == ({}, False)


async def test_who_subscribes_to_what_could_not_be_forgotten_begins_it_anew(shares, states):
    await shares.join("a")
    shares.beat("a", -1)
    shares.groups.persister.is_silent = True
    await shares.offsets.delete("g", ["t"], shares.topics)
    shares.groups.persister.is_silent = False
    epoch = shares.epoch(shares.beat("a", 0, topics=["t"]))
    await shares.settle()
    assert shares.assigned(shares.beat("a", epoch)) == set(range(4))
    assert {state.state_epoch for state in states.values()} == {epoch}


async def test_a_group_is_deleted_with_what_it_has_done(shares, states):
    groups = shares.groups
    await shares.join("a")
    assert await shares.offsets.delete_all("g", shares.topics) is ErrorCode.NONE
    assert at_once(groups.coordinator.admin.delete("g")) is ErrorCode.NON_EMPTY_GROUP
    assert len(states) == 4
    shares.beat("a", -1)
    assert await shares.offsets.delete_all("g", shares.topics) is ErrorCode.NONE
    assert at_once(groups.coordinator.admin.delete("g")) is ErrorCode.NONE
    assert states == {}
    await groups.reload()
    assert groups.group() is None
    assert await shares.offsets.delete_all("g", shares.topics) is ErrorCode.NONE


async def test_an_administrator_hears_of_a_coordinator_that_is_none_any_more(shares):
    await shares.join("a")
    shares.beat("a", -1)
    groups = shares.groups

    async def resigned():
        groups.node.lead(TOPIC, leader=OTHER, epoch=2)
        await shares.settle()

    groups.persister.before = resigned
    with pytest.raises(NotCoordinator):
        await shares.offsets.delete("g", ["t"], shares.topics)
    with pytest.raises(NotCoordinator):
        await shares.offsets.alter("g", {"t": {0: 1}}, shares.topics)


# ---- what is slow ---------------------------------------------------------------------------------------------------


async def test_a_heartbeat_whose_records_are_on_no_other_replica_is_an_error_and_is_repeated(shares):
    """They stay noted, and go with the next heartbeat (decision 0094)."""
    await shares.join("a")
    groups = shares.groups
    groups.node.lead(TOPIC, epoch=1, isr=[BROKER, OTHER], replicas=[BROKER, OTHER])
    asked = shares.ask(ShareHeartbeat("g", "b", 0, topics=["t"]))
    assert asked.is_waiting
    groups.run_for(groups.config.commit_timeout_ms + 100, step_ms=500)
    await shares.settle()
    assert asked.result.error is ErrorCode.COORDINATOR_NOT_AVAILABLE
    groups.node.lead(TOPIC, epoch=2, isr=[BROKER], replicas=[BROKER, OTHER])
    assert shares.assigned(shares.beat("b", 0, topics=["t"])) == {2, 3}


async def test_of_a_large_group_a_target_is_computed_once_for_many_members(shares):
    shares.topics.put("t", 600)
    await shares.join("a")
    target_epoch = shares.group().target_epoch
    for number in range(10):
        shares.beat(f"m{number}", 0, topics=["t"])
    group = shares.group()
    assert group.target_epoch < group.epoch
    shares.groups.advance(1_000)
    shares.beat("m0", 0, topics=["t"])
    assert target_epoch < group.target_epoch == group.epoch


async def test_what_is_being_forgotten_is_begun_when_it_was(shares, states):
    """A member that comes while the persister forgets a topic gets it once that is done."""
    await shares.join("a")
    shares.beat("a", -1)
    entered, released = asyncio.Event(), asyncio.Event()

    async def slow():
        entered.set()
        await released.wait()

    shares.groups.persister.before = slow
    async with asyncio.TaskGroup() as tasks:
        deletion = tasks.create_task(shares.offsets.delete("g", ["t"], shares.topics))
        await entered.wait()
        epoch = shares.epoch(shares.beat("a", 0, topics=["t"]))
        assert list(shares.group().partitions.waiting()) == []
        released.set()
    assert deletion.result()[0].error is None
    assert states == {}
    shares.beat("a", epoch)
    await shares.settle()
    assert shares.assigned(shares.beat("a", epoch)) == set(range(4))


async def test_a_session_that_ends_while_the_broker_itself_stalls_goes_on(shares):
    await shares.join("a")
    shares.groups.advance(SESSION_MS + 5_000)
    assert shares.beat("a", 2).error is ErrorCode.NONE
    assert shares.groups.metrics.sessions_spared == 1
