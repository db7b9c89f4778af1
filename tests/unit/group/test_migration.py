"""Groups with members that go over from one protocol to the other (KIP-848), and members of both side by side."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.group.consumer.states import ConsumerGroupState
from kavka.broker.group.consumer_payloads import write_assignment
from kavka.broker.group.group_config import POLICY_KEY, ConsumerGroupConfig, MigrationPolicy
from kavka.broker.group.member import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.broker.group.states import GroupState
from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode, IllegalGeneration
from tests.support.group.consumer_groups import ConsumerGroups
from tests.support.group.groups import REBALANCE_MS, SESSION_MS
from tests.support.group.mixed_members import assigned, subscription

SAID = subscription(["t"])
ALL = {0, 1, 2, 3}


@pytest.fixture
def consumers(groups):
    return ConsumerGroups(groups)


def configured(consumers, policy):
    config = consumers.groups.config
    consumers.groups.config = config._replace(consumer=config.consumer._replace(migration=policy))


def shared(groups, **shares):
    """Assigns partitions of t."""
    return {member_id: write_assignment([("t", indexes)], SAID) for member_id, indexes in shares.items()}


def classic(groups, *, owned=(), **options):
    """One member of the classic protocol that has every partition; its id and its generation."""
    said = subscription(["t"], owned)
    joined = groups.join(protocols=[("range", said)], **options)
    groups.run_for(6_000)
    member_id, generation = joined.result.member_id, joined.result.generation_id
    groups.sync(member_id, generation, shared(groups, **{member_id: ALL}), instance=options.get("instance"))
    return member_id, generation


def rejoin(groups, member_id, owned=(), **options):
    return groups.join(member_id, protocols=[("range", subscription(["t"], owned))], **options).result


def mixed(consumers):
    """A member c of the classic protocol and one of the consumer protocol, with two partitions each; c's id."""
    groups = consumers.groups
    member_id, _ = classic(groups)
    consumers.join("x")
    joined = rejoin(groups, member_id)
    assert assigned(groups.sync(member_id, joined.generation_id).result.assignment) == {0, 1}
    assert consumers.assigned(consumers.beat("x", 2, owned=())) == {2, 3}
    return member_id


# ---- to the consumer protocol ---------------------------------------------------------------------------------------


def test_a_classic_group_goes_over_with_the_first_member_of_the_consumer_protocol(consumers):
    groups = consumers.groups
    member_id, generation = classic(groups)
    joined = consumers.join("x")
    assert (consumers.assigned(joined), consumers.epoch(joined)) == (set(), 2)
    assert groups.heartbeat(member_id, generation) is ErrorCode.REBALANCE_IN_PROGRESS
    assert groups.sync(member_id, generation).error is ErrorCode.REBALANCE_IN_PROGRESS
    again = rejoin(groups, member_id)
    assert (again.error, again.member_id, again.generation_id) == (ErrorCode.NONE, member_id, 2)
    assert (again.leader_id, again.members, again.protocol_name) == ("", [], "range")
    assert groups.heartbeat(member_id, 2) is ErrorCode.NONE
    assert groups.heartbeat(member_id, generation) is ErrorCode.ILLEGAL_GENERATION
    synced = groups.sync(member_id, 2, protocol_type="consumer", protocol_name="range").result
    assert (assigned(synced.assignment), synced.protocol_name) == ({0, 1}, "range")
    assert consumers.assigned(consumers.beat("x", 2, owned=())) == {2, 3}
    assert groups.group().state_name == "Stable"
    assert at_once(groups.coordinator.admin.list_groups())[1] == [("g", "consumer", "Stable", "consumer")]


def test_who_rebalances_cooperatively_keeps_what_it_may_and_is_waited_for(consumers):
    groups = consumers.groups
    member_id, generation = classic(groups)
    consumers.join("x")
    asked = rejoin(groups, member_id, owned=ALL)
    assert asked.generation_id == generation, "it has to give some up, in its generation"
    assert assigned(groups.sync(member_id, generation).result.assignment) == {0, 1}
    assert groups.heartbeat(member_id, generation) is ErrorCode.REBALANCE_IN_PROGRESS
    assert consumers.assigned(consumers.beat("x", 2, owned=())) is None, "they are not free yet"
    assert rejoin(groups, member_id, owned={0, 1}).generation_id == 2
    assert consumers.assigned(consumers.beat("x", 2, owned=())) == {2, 3}
    assert groups.heartbeat(member_id, 2) is ErrorCode.NONE


def test_who_waits_for_others_is_told_when_it_may_join_again(consumers):
    groups = consumers.groups
    consumers.join("x")
    joined = groups.join("", protocols=[("range", SAID)], is_id_required=True).result
    assert joined.error is ErrorCode.MEMBER_ID_REQUIRED
    joined = rejoin(groups, joined.member_id, is_id_required=True)
    assert assigned(groups.sync(joined.member_id, 2).result.assignment) == set()
    assert groups.heartbeat(joined.member_id, 2) is ErrorCode.NONE
    kept = consumers.assigned(consumers.beat("x", 1, owned=ALL))
    assert groups.heartbeat(joined.member_id, 2) is ErrorCode.NONE
    consumers.beat("x", 1, owned=kept)
    assert groups.heartbeat(joined.member_id, 2) is ErrorCode.REBALANCE_IN_PROGRESS
    assert rejoin(groups, joined.member_id).generation_id == 2
    assert assigned(groups.sync(joined.member_id, 2).result.assignment) == ALL - kept


def test_what_a_member_may_be_giving_up_is_nobodys_before_it_says_so(consumers):
    groups = consumers.groups
    member_id, generation = classic(groups, owned=())
    again = groups.join(member_id, protocols=[("range", subscription(["t"], ALL))])
    groups.sync(member_id, generation + 1, shared(groups, **{member_id: {0}}))
    assert again.result.generation_id == generation + 1
    joined = consumers.join("x")
    assert consumers.assigned(joined) == set()
    assert groups.heartbeat(member_id, generation + 1) is ErrorCode.REBALANCE_IN_PROGRESS
    rejoin(groups, member_id, owned={0})
    assert consumers.assigned(consumers.beat("x", 3, owned=())) == {2, 3}


def test_what_waits_in_a_rebalance_is_sent_into_the_next_one(consumers):
    groups = consumers.groups
    member_id, _ = classic(groups)
    waiting = groups.join("", protocols=[("range", SAID)])
    assert groups.group().state is GroupState.PreparingRebalance
    consumers.join("x")
    assert waiting.error is ErrorCode.REBALANCE_IN_PROGRESS
    assert set(groups.group().consumer.members) == {member_id, waiting.result.member_id, "x"}
    groups.run_for(REBALANCE_MS + 100)
    assert list(groups.group().consumer.members) == [], "nobody has been heard of"


def test_syncs_that_wait_are_sent_into_the_next_rebalance(consumers):
    groups = consumers.groups
    member_id, generation = classic(groups)
    other = groups.join("", protocols=[("range", SAID)])
    groups.join(member_id, protocols=[("range", SAID)])
    waiting = groups.sync(other.result.member_id, generation + 1)
    consumers.join("x")
    assert waiting.error is ErrorCode.REBALANCE_IN_PROGRESS
    assert groups.group().state_name == "Reconciling"


@pytest.mark.parametrize(
    ("payload", "share", "reason"),
    [
        (b"", None, "cannot be read"),
        (b"\xff\xff", None, "version -1"),
        (SAID, b"\x00", "cannot be read"),
        (SAID, b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01!", "assignor of its own"),
    ],
)
def test_who_is_no_consumer_of_kafkas_stays_as_it_is(consumers, payload, share, reason):
    groups = consumers.groups
    joined = groups.join(protocols=[("range", payload)])
    groups.run_for(6_000)
    member_id = joined.result.member_id
    if share is not None:
        groups.sync(member_id, 1, {member_id: share})
    refused = consumers.join("x")
    assert refused.error is ErrorCode.GROUP_ID_NOT_FOUND
    assert reason in refused.message
    assert groups.heartbeat(member_id, 1) is ErrorCode.NONE


def test_a_partition_of_two_members_keeps_the_group_as_it_is(consumers):
    groups = consumers.groups
    joins = [groups.join(protocols=[("range", SAID)]) for _ in range(2)]
    groups.run_for(6_000)
    ids = [joined.result.member_id for joined in joins]
    for member_id in ids:
        groups.sync(member_id, 1, shared(groups, **{each: {0} for each in ids}))
    assert "two members" in consumers.join("x").message


def test_members_of_other_types_stay_as_they_are(consumers):
    groups = consumers.groups
    groups.join(protocols=[("range", SAID)], protocol_type="connect")
    groups.run_for(6_000)
    assert "connect" in consumers.join("x").message


def test_a_group_that_is_too_large_stays_as_it_is(consumers):
    groups = consumers.groups
    classic(groups)
    config = groups.config
    groups.config = config._replace(consumer=config.consumer._replace(size_max=0))
    assert "1 members" in consumers.join("x").message
    groups.config = config._replace(consumer=config.consumer._replace(size_max=1))
    assert consumers.join("x").error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert groups.group().consumer is None


@pytest.mark.parametrize("policy", MigrationPolicy, ids=lambda policy: policy.value)
def test_the_policy_says_which_way_groups_go(consumers, policy):
    groups = consumers.groups
    configured(consumers, policy)
    member_id, _ = classic(groups)
    joined = consumers.join("x")
    if not policy.has_upgrade:
        assert joined.error is ErrorCode.GROUP_ID_NOT_FOUND
        assert policy.value in joined.message
        groups.leave(member_id)
        groups.run_for(100)
        consumers.join("x")
        member_id = groups.join(protocols=[("range", SAID)]).result.member_id
    consumers.beat("x", -1)
    assert groups.group().type_name == ("classic" if policy.has_downgrade else "consumer")
    epoch = groups.group().consumer.members[member_id].epoch if groups.group().consumer else None
    if epoch is not None:
        assert groups.heartbeat(member_id, epoch) is ErrorCode.REBALANCE_IN_PROGRESS
        generation = rejoin(groups, member_id).generation_id
        assert assigned(groups.sync(member_id, generation).result.assignment) == ALL


# ---- back to the classic one ----------------------------------------------------------------------------------------


def test_the_last_member_of_the_consumer_protocol_leaves_a_classic_group(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    assert consumers.beat("x", -1).error is ErrorCode.NONE
    assert groups.group().state is GroupState.PreparingRebalance
    assert groups.heartbeat(member_id, 2) is ErrorCode.REBALANCE_IN_PROGRESS
    assert groups.commit(5, generation_id=2, member_id=member_id).result is ErrorCode.NONE
    again = rejoin(groups, member_id)
    assert (again.generation_id, again.leader_id) == (3, member_id)
    groups.sync(member_id, 3, shared(groups, **{member_id: ALL}))
    assert groups.group().state is GroupState.Stable
    assert consumers.beat("x", 3).error is ErrorCode.GROUP_ID_NOT_FOUND
    assert consumers.join("y").error is ErrorCode.NONE, "and up again"


def test_the_last_one_that_is_not_heard_of_leaves_a_classic_group(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    for _ in range(20):
        groups.run_for(5_000)
        groups.heartbeat(member_id, 2)
        if groups.group().consumer is None:
            break
    assert list(groups.group().members) == [member_id]
    assert groups.heartbeat(member_id, 2) is ErrorCode.REBALANCE_IN_PROGRESS


def test_a_group_larger_than_classic_ones_may_be_stays_as_it_is(consumers):
    groups = consumers.groups
    mixed(consumers)
    groups.config = groups.config._replace(group_size_max=0)
    consumers.beat("x", -1)
    assert groups.group().type_name == "consumer"


def test_without_members_a_group_stays_of_its_last_protocol(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    assert groups.leave(member_id) == [ErrorCode.NONE]
    assert list(groups.group().consumer.members) == ["x"]
    consumers.beat("x", -1)
    assert groups.group().state_name == "Empty"


def test_an_administrator_removes_members_of_either_protocol(consumers):
    groups = consumers.groups
    member_id, _ = classic(groups, instance="i")
    consumers.join("x", instance_id="j")
    errors = groups.leave(
        MemberName("", "j"), MemberName("", "none"), MemberName("other", "i"), MemberName("nobody"), MemberName("x")
    )
    unknown = ErrorCode.UNKNOWN_MEMBER_ID
    assert errors == [ErrorCode.NONE, unknown, ErrorCode.FENCED_INSTANCE_ID, unknown, ErrorCode.NONE]
    assert list(groups.group().members) == [member_id]
    assert groups.leave(MemberName("nobody")) == [unknown]


# ---- static members -------------------------------------------------------------------------------------------------


def test_a_static_member_changes_its_protocol_and_keeps_its_partitions(consumers):
    groups = consumers.groups
    member_id, _ = classic(groups, instance="i")
    taken = consumers.join("x", instance_id="i")
    assert consumers.assigned(taken) == ALL
    assert list(groups.group().consumer.members) == ["x"]
    assert groups.heartbeat(member_id, 1, instance="i") is ErrorCode.FENCED_INSTANCE_ID
    back = groups.join("", instance="i", protocols=[("range", SAID)])
    assert groups.group().consumer is None, "nobody of the consumer protocol is left"
    groups.run_for(6_000)
    assert back.result.leader_id == back.result.member_id


def test_a_static_member_of_a_mixed_group_is_replaced_in_its_place(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    first = groups.join("", instance="i", protocols=[("range", SAID)]).result
    second = groups.join("", instance="i", protocols=[("range", SAID)]).result
    assert first.member_id != second.member_id
    assert groups.join(first.member_id, instance="i", protocols=[("range", SAID)]).error is ErrorCode.FENCED_INSTANCE_ID
    assert groups.join("other", instance="j", protocols=[("range", SAID)]).error is ErrorCode.UNKNOWN_MEMBER_ID
    assert set(groups.group().consumer.members) == {member_id, "x", second.member_id}
    stolen = consumers.join("x", instance_id="i")
    assert stolen.error is ErrorCode.FENCED_INSTANCE_ID


# ---- requests -------------------------------------------------------------------------------------------------------


def test_protocols_that_do_not_go_together_are_refused(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    inconsistent = ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    assert groups.join(protocols=[("other", SAID)]).error is inconsistent
    assert groups.join(protocols=[("range", SAID)], protocol_type="connect").error is inconsistent
    assert groups.join(protocols=[("range", b"")]).error is inconsistent
    assert groups.sync(member_id, 2, protocol_name="other").error is inconsistent
    assert groups.sync(member_id, 2, protocol_type="connect").error is inconsistent
    assert groups.sync("x", 2).error is ErrorCode.UNKNOWN_MEMBER_ID, "it is none of the classic protocol"
    assert groups.join(protocols=[("range", SAID)], session_ms=1).error is ErrorCode.INVALID_SESSION_TIMEOUT
    config = groups.config
    groups.config = config._replace(consumer=config.consumer._replace(size_max=2))
    assert groups.join(protocols=[("range", SAID)]).error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert rejoin(groups, member_id).error is ErrorCode.NONE


def test_offsets_are_committed_and_fetched_by_generation_or_by_epoch(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    assert groups.commit(5, generation_id=2, member_id=member_id).result is ErrorCode.NONE
    own = consumers.group().members[member_id].assigned[consumers.topic_id]
    theirs = next(index for index in range(4) if index not in own)
    assert groups.commit(4, partition=min(own), generation_id=1, member_id=member_id).result is ErrorCode.NONE
    refused = groups.commit(5, partition=theirs, generation_id=1, member_id=member_id)
    assert refused.result is ErrorCode.ILLEGAL_GENERATION
    assert groups.commit(6, generation_id=2, member_id="x").result is ErrorCode.NONE
    assert groups.commit(6, generation_id=1, member_id="x").result is ErrorCode.STALE_MEMBER_EPOCH
    stale = groups.commit(8, generation_id=0, member_id=member_id, producer=Producer(5, 0))
    assert stale.result is ErrorCode.ILLEGAL_GENERATION
    fetch = groups.coordinator.offsets.fetch
    assert at_once(fetch("g", None, member=(member_id, 2)))[0].committed.offset == 6
    with pytest.raises(IllegalGeneration):
        at_once(fetch("g", None, member=(member_id, 1)))


def test_who_commits_by_a_client_of_before_is_told_in_its_words(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    before = {"generation_id": 2, "knows_epochs": False}
    assert groups.commit(5, member_id=member_id, **before).result is ErrorCode.NONE
    assert groups.commit(5, member_id="x", **before).result is ErrorCode.UNSUPPORTED_VERSION
    assert groups.commit(5, member_id="nobody", **before).result is ErrorCode.UNKNOWN_MEMBER_ID
    assert groups.commit(5, group="h", member_id="x", generation_id=2).result is ErrorCode.GROUP_ID_NOT_FOUND


def test_groups_are_counted_by_protocol_and_state(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    counts = at_once(groups.coordinator.count())
    assert sum(counts.classic.values()) == 0
    assert counts.consumer[ConsumerGroupState.STABLE] == 1
    assert groups.metrics.consumer_rebalances == 1
    groups.leave(member_id)
    assert at_once(groups.coordinator.count()).consumer[ConsumerGroupState.ASSIGNING] == 1
    assert groups.metrics.consumer_rebalances == 2


def test_a_group_of_classic_members_alone_notices_new_partitions(consumers):
    groups = consumers.groups
    configured(consumers, MigrationPolicy.UPGRADE)
    member_id = mixed(consumers)
    consumers.beat("x", -1)
    generation = rejoin(groups, member_id).generation_id
    assert groups.heartbeat(member_id, generation) is ErrorCode.NONE
    consumers.topics.put("t", 5)
    assert groups.heartbeat(member_id, generation) is ErrorCode.REBALANCE_IN_PROGRESS
    generation = rejoin(groups, member_id).generation_id
    assert assigned(groups.sync(member_id, generation).result.assignment) == {*ALL, 4}
    consumers.topics.drop("t")
    groups.heartbeat(member_id, generation)
    generation = rejoin(groups, member_id).generation_id
    assert assigned(groups.sync(member_id, generation).result.assignment) == set()


def test_expressions_are_left_to_the_consumer_protocol(consumers):
    groups = consumers.groups
    consumers.join("x", topics=None, regex="t*")
    groups.join(protocols=[("range", subscription(["u"]))])
    assert set(groups.group().consumer.regexes) == {"t*"}
    consumers.topics.put("two", 1)
    two = consumers.beat("x", 1, owned=ALL).heard
    assert len(two.assignment) == 2


# ---- time -----------------------------------------------------------------------------------------------------------


def test_who_does_not_join_again_in_time_is_fenced(consumers):
    groups = consumers.groups
    member_id, generation = classic(groups, rebalance_ms=9_000)
    consumers.join("x")
    for _ in range(3):
        assert groups.heartbeat(member_id, generation) is ErrorCode.REBALANCE_IN_PROGRESS
        groups.run_for(4_000)
    assert groups.heartbeat(member_id, generation) is ErrorCode.UNKNOWN_MEMBER_ID
    assert consumers.assigned(consumers.beat("x", 2, owned=())) == ALL


def test_who_does_not_sync_in_time_is_fenced(consumers):
    groups = consumers.groups
    member_id, _ = classic(groups, rebalance_ms=9_000)
    consumers.join("x")
    generation = rejoin(groups, member_id, rebalance_ms=9_000).generation_id
    for _ in range(3):
        groups.heartbeat(member_id, generation)
        groups.run_for(4_000)
    assert groups.heartbeat(member_id, generation) is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_classic_session_is_as_long_as_its_member_has_said(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    for _ in range(4):
        groups.run_for(SESSION_MS - 1_000)
        assert groups.heartbeat(member_id, 2) is ErrorCode.NONE
        consumers.beat("x", 2)
    groups.run_for(SESSION_MS + 100)
    assert list(groups.group().consumer.members) == ["x"]


# ---- the log --------------------------------------------------------------------------------------------------------


async def test_the_next_coordinator_goes_on_with_members_of_both(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    before = groups.group().consumer
    await groups.reload()
    after = groups.group().consumer
    assert after is not before
    assert after.members[member_id].subscription == before.members[member_id].subscription
    assert (after.classic_count, after.epoch) == (1, before.epoch)
    assert groups.heartbeat(member_id, 2) is ErrorCode.NONE
    assert consumers.beat("x", 2).error is ErrorCode.NONE
    assert groups.group().generation_id == 0, "what it was as a classic group is deleted"


async def test_the_next_coordinator_goes_on_with_a_rebalance_of_a_group_that_is_classic_again(consumers):
    groups = consumers.groups
    member_id = mixed(consumers)
    consumers.beat("x", -1)
    await groups.reload()
    assert groups.group().consumer is None
    assert groups.group().state is GroupState.PreparingRebalance
    assert groups.heartbeat(member_id, 2) is ErrorCode.REBALANCE_IN_PROGRESS
    again = groups.join(member_id, protocols=[("range", SAID)])
    while again.is_waiting:  # noqa: ASYNC110 - the loading task tells nobody
        await asyncio.sleep(0)
    assert (again.result.generation_id, again.result.leader_id) == (3, member_id)
    groups.sync(member_id, 3, shared(groups, **{member_id: ALL}))
    await groups.reload()
    assert groups.group().state is GroupState.Stable
    assert groups.heartbeat(member_id, 3) is ErrorCode.NONE


async def test_a_classic_group_that_is_deleted_takes_with_it_what_it_was(consumers):
    groups = consumers.groups
    consumers.join("x")
    consumers.beat("x", -1)
    groups.join(is_id_required=True)
    assert groups.group().consumer is None
    groups.coordinator.members.leave("g", [(MemberName(next(iter(groups.group().pending_members))), "")])
    assert at_once(groups.coordinator.admin.delete("g")) is ErrorCode.NONE
    await groups.reload()
    assert groups.group() is None


# ---- configuration --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "policy"),
    [
        ({}, MigrationPolicy.BIDIRECTIONAL),
        ({POLICY_KEY: "disabled"}, MigrationPolicy.DISABLED),
        ({POLICY_KEY: "Upgrade"}, MigrationPolicy.UPGRADE),
    ],
)
def test_groups_go_both_ways_unless_the_broker_is_told_otherwise(given, policy):
    read = BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "0", **given})
    assert ConsumerGroupConfig.from_broker(read).migration is policy


def test_a_policy_that_is_none_stops_the_start():
    with pytest.raises(ConfigError, match=POLICY_KEY):
        BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "0", POLICY_KEY: "sideways"})
