"""Groups of the consumer protocol over a real log (KIP-848): epochs, fencing, static members, time, failover."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.group.consumer.states import MEMBER_TRANSITIONS, MemberState
from kavka.broker.group.group_config import PROTOCOLS_KEY, ConsumerGroupConfig
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.member import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, StaleMemberEpoch, UnknownMemberId
from tests.support.group.consumer_groups import ConsumerGroups
from tests.support.group.groups import OTHER, TOPIC

SESSION_MS = ConsumerGroupConfig().session_timeout_ms


@pytest.fixture
def consumers(groups):
    return ConsumerGroups(groups)


def configured(consumers, **changes):
    config = consumers.groups.config
    consumers.groups.config = config._replace(consumer=config.consumer._replace(**changes))


def two_members(consumers):
    """Members a and b with two partitions each; what a has."""
    consumers.join("a")
    consumers.join("b")
    kept = consumers.assigned(consumers.beat("a", 1, owned=range(4)))
    consumers.beat("a", 1, owned=kept)
    result = consumers.beat("b", 2, owned=())
    assert consumers.assigned(result) == set(range(4)) - kept
    return kept


def test_a_first_member_gets_everything(consumers):
    result = consumers.join("a")
    assert consumers.assigned(result) == {0, 1, 2, 3}
    assert (consumers.epoch(result), result.heartbeat_interval_ms) == (1, 5_000)
    assert consumers.assigned(consumers.beat("a", 1)) is None
    assert consumers.group().state.value == "Stable"


def test_a_second_member_waits_until_the_first_has_given_up(consumers):
    consumers.join("a")
    joined = consumers.join("b")
    assert (consumers.assigned(joined), consumers.epoch(joined)) == (set(), 2)
    asked = consumers.beat("a", 1, owned=range(4))
    kept = consumers.assigned(asked)
    assert len(kept) == 2
    assert consumers.epoch(asked) == 1
    assert consumers.assigned(consumers.beat("b", 2, owned=())) is None
    assert consumers.epoch(consumers.beat("a", 1, owned=range(4))) == 1, "it owns them still"
    assert consumers.epoch(consumers.beat("a", 1, owned=kept)) == 2
    assert consumers.assigned(consumers.beat("b", 2, owned=())) == {0, 1, 2, 3} - kept
    assert consumers.group().state.value == "Stable"


def test_who_leaves_frees_its_partitions(consumers):
    kept = two_members(consumers)
    assert consumers.beat("b", -1).error is ErrorCode.NONE
    assert consumers.assigned(consumers.beat("a", 2, owned=kept)) == {0, 1, 2, 3}
    consumers.beat("a", -1)
    assert consumers.group().state.value == "Empty"
    assert consumers.beat("a", 3).error is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_lost_response_may_be_asked_for_again(consumers):
    kept = two_members(consumers)
    again = consumers.beat("a", 1, owned=kept, topics=["t"], rebalance_timeout_ms=60_000)
    assert (consumers.assigned(again), consumers.epoch(again)) == (kept, 2)
    assert consumers.beat("a", 1, owned=range(4)).error is ErrorCode.FENCED_MEMBER_EPOCH
    assert consumers.beat("a", 1).error is ErrorCode.FENCED_MEMBER_EPOCH


def test_who_is_ahead_is_fenced_and_joins_again(consumers):
    consumers.join("a")
    result = consumers.beat("a", 7)
    assert (result.error, result.heard) == (ErrorCode.FENCED_MEMBER_EPOCH, None)
    assert consumers.assigned(consumers.join("a")) == {0, 1, 2, 3}
    assert list(consumers.group().members) == ["a"]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"epoch": -3}, ErrorCode.INVALID_REQUEST),
        ({"epoch": -2}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 1, "member_id": ""}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 0}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 0, "rebalance_timeout_ms": 1}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 0, "rebalance_timeout_ms": 1, "owned": ()}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 0, "rebalance_timeout_ms": 1, "owned": (1,), "topics": ["t"]}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 1, "instance_id": " "}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 1, "rack_id": ""}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 1, "server_assignor": "sticky"}, ErrorCode.UNSUPPORTED_ASSIGNOR),
        ({"epoch": 1}, ErrorCode.GROUP_ID_NOT_FOUND),
        ({"epoch": -1}, ErrorCode.GROUP_ID_NOT_FOUND),
        ({"epoch": 0, "rebalance_timeout_ms": 1, "owned": (), "regex": "("}, ErrorCode.INVALID_REGULAR_EXPRESSION),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(consumers, fields, error):
    said = {"member_id": "a", **fields}
    assert consumers.beat(said.pop("member_id"), said.pop("epoch"), **said).error is error
    assert consumers.groups.group() is None


def test_a_group_may_be_full(consumers):
    configured(consumers, size_max=1)
    consumers.join("a")
    assert consumers.join("b").error is ErrorCode.GROUP_MAX_SIZE_REACHED
    assert consumers.join("a").error is ErrorCode.NONE


def test_the_protocol_may_be_off(consumers):
    configured(consumers, is_enabled=False)
    assert consumers.join("a").error is ErrorCode.UNSUPPORTED_VERSION


def test_a_member_without_an_id_gets_one(consumers):
    result = consumers.join("")
    assert result.heard.member_id in consumers.group().members


def test_most_members_choose_the_assignor(consumers):
    consumers.topics.put("u", 4)
    for name in ("a", "b"):
        consumers.join(name, topics=["t", "u"], server_assignor="range")
    group = consumers.group()
    assert {len(target) for target in group.targets.values()} == {2}
    assert list(group.target_of("a").values()) == [frozenset({0, 1})] * 2


# ---- static members -------------------------------------------------------------------------------------------------


def test_a_static_member_comes_back_to_what_it_had(consumers):
    consumers.join("a", instance_id="i")
    assert consumers.join("b", instance_id="i").error is ErrorCode.UNRELEASED_INSTANCE_ID
    assert consumers.epoch(consumers.beat("a", -2, instance_id="i")) == -2
    consumers.join("c")
    assert consumers.beat("c", 2).error is ErrorCode.NONE
    epoch = consumers.group().epoch
    back = consumers.join("b", instance_id="i")
    assert len(consumers.assigned(back)) == 2
    assert consumers.group().epoch == epoch, "nobody else is disturbed"
    assert consumers.beat("a", 1, instance_id="i").error is ErrorCode.FENCED_INSTANCE_ID


def test_a_static_member_that_stays_away_is_gone(consumers):
    consumers.join("a", instance_id="i")
    consumers.beat("a", -2, instance_id="i")
    consumers.groups.run_for(SESSION_MS + 100)
    assert not consumers.group().members
    assert consumers.assigned(consumers.join("b", instance_id="i")) == {0, 1, 2, 3}


# ---- time -----------------------------------------------------------------------------------------------------------


def test_who_is_silent_is_fenced(consumers):
    kept = two_members(consumers)
    for _ in range(10):
        consumers.groups.run_for(5_000)
        assert consumers.beat("a", 2, owned=kept).error is ErrorCode.NONE
        if len(consumers.group().members) == 1:
            break
    assert list(consumers.group().members) == ["a"]
    assert consumers.beat("b", 2).error is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_group_may_have_times_of_its_own(consumers):
    groups = consumers.groups
    groups.config_of["g"] = ConsumerGroupConfig(session_timeout_ms=7_000, heartbeat_interval_ms=1_000)
    assert consumers.join("a").heartbeat_interval_ms == 1_000
    groups.run_for(7_100)
    assert not consumers.group().members


def test_who_does_not_give_up_in_time_is_fenced(consumers):
    consumers.join("a", rebalance_timeout_ms=8_000)
    consumers.join("b")
    consumers.beat("a", 1, owned=range(4))
    for _ in range(3):
        consumers.groups.run_for(3_000)
        fenced = consumers.beat("a", 1, owned=range(4))
    assert fenced.error is ErrorCode.UNKNOWN_MEMBER_ID
    assert consumers.assigned(consumers.beat("b", 2, owned=())) == {0, 1, 2, 3}


def test_a_stall_of_the_broker_fences_nobody(consumers):
    consumers.join("a")
    consumers.groups.advance(SESSION_MS * 2)
    assert consumers.beat("a", 1).error is ErrorCode.NONE


# ---- topics ---------------------------------------------------------------------------------------------------------


def test_new_partitions_and_topics_are_assigned(consumers):
    consumers.join("a", topics=["later", "t"])
    consumers.topics.put("t", 6)
    assert consumers.assigned(consumers.beat("a", 1)) == set(range(6))
    later = consumers.topics.put("later", 1)
    heard = consumers.beat("a", 2, owned=range(6)).heard
    assert heard.assignment[later] == {0}
    consumers.topics.drop("t")
    assert consumers.topic_id not in consumers.beat("a", 3, owned=range(6)).heard.assignment


def test_a_topic_that_nobody_reads_changes_nothing(consumers):
    consumers.join("a")
    consumers.topics.put("other", 1)
    assert consumers.epoch(consumers.beat("a", 1)) == 1


def test_a_member_may_subscribe_by_an_expression(consumers):
    joined = consumers.join("a", topics=None, regex="t*")
    assert consumers.assigned(joined) == {0, 1, 2, 3}
    two = consumers.topics.put("two", 1)
    assert consumers.beat("a", 1).heard.assignment[two] == {0}
    assert consumers.beat("a", 2, regex="x").error is ErrorCode.INVALID_REGULAR_EXPRESSION
    assert consumers.assigned(consumers.beat("a", 2, regex="", topics=["t"], owned=range(4))) == {0, 1, 2, 3}


# ---- the log --------------------------------------------------------------------------------------------------------


async def test_the_next_coordinator_goes_on(consumers):
    kept = two_members(consumers)
    consumers.join("s", instance_id="i", topics=None, regex="t*", rack_id="r", server_assignor="range")
    before = consumers.group()
    await consumers.groups.reload()
    after = consumers.group()
    assert after is not before
    assert (after.epoch, after.target_epoch, after.topics) == (before.epoch, before.target_epoch, before.topics)
    assert (after.regexes, after.static_members) == (before.regexes, before.static_members)
    assert after.targets == before.targets
    for name, member in before.members.items():
        loaded = after.members[name]
        assert loaded.subscription == member.subscription
        assert (loaded.epoch, loaded.previous_epoch, loaded.state) == (
            member.epoch,
            member.previous_epoch,
            member.state,
        )
        assert (loaded.assigned, loaded.revoking) == (member.assigned, member.revoking)
    assert consumers.beat("a", 2, owned=kept).error is ErrorCode.NONE
    while any(member.session_timer is None for member in after.members.values()):  # noqa: ASYNC110 - the loading task tells nobody
        await asyncio.sleep(0)
    consumers.groups.run_for(SESSION_MS + 100)
    assert not consumers.group().members, "their sessions have begun anew, and ended"


async def test_who_was_fenced_is_so_after_a_failover(consumers):
    two_members(consumers)
    consumers.beat("b", -1)
    await consumers.groups.reload()
    assert list(consumers.group().members) == ["a"]


async def test_who_does_not_coordinate_the_group_says_so(consumers):
    consumers.join("a")
    groups = consumers.groups
    groups.node.lead(TOPIC, leader=OTHER, epoch=1)
    while groups.coordinator.store.get("g") is not None:  # noqa: ASYNC110 - the unloading task tells nobody
        await asyncio.sleep(0)
    assert consumers.join("b").error is ErrorCode.NOT_COORDINATOR


# ---- offsets and administration -------------------------------------------------------------------------------------


def test_commits_and_fetches_say_the_epoch(consumers):
    groups = consumers.groups
    kept = two_members(consumers)
    assert groups.commit(7, generation_id=2, member_id="a").result is ErrorCode.NONE
    assert groups.commit(8, generation_id=3, member_id="a").result is ErrorCode.STALE_MEMBER_EPOCH
    assert groups.commit(8, generation_id=2, member_id="x").result is ErrorCode.UNKNOWN_MEMBER_ID
    assert groups.commit(8).result is ErrorCode.UNKNOWN_MEMBER_ID, "from outside, while there are members"
    assert groups.fetch(0) == {0: 7}
    offsets = groups.coordinator.offsets
    with pytest.raises(StaleMemberEpoch):
        at_once(offsets.fetch("g", None, member=("a", 1)))
    with pytest.raises(UnknownMemberId):
        at_once(offsets.fetch("g", None, member=("x", 2)))
    assert [found.committed.offset for found in at_once(offsets.fetch("g", None, member=("a", 2)))] == [7]
    assert kept


def test_a_member_that_has_not_heard_of_its_epoch_yet_commits_what_it_has_kept(consumers):
    """KIP-1251; and what Kafka's `createAssignmentEpochValidator` refuses refuses the whole request."""
    groups = consumers.groups
    kept, given = two_members(consumers), set()
    given = set(range(4)) - kept
    mine, lost = min(kept), min(given)
    for producer in (None, Producer(5, 0)):

        def commit(member_id, generation_id, partition, topic="t", producer=producer):
            told = {"member_id": member_id, "generation_id": generation_id, "producer": producer}
            return groups.commit(7, partition=partition, topic=topic, **told).result

        assert commit("a", 1, mine) is ErrorCode.NONE
        assert commit("a", 0, mine) is ErrorCode.STALE_MEMBER_EPOCH, "before it got it"
        assert commit("a", 1, lost) is ErrorCode.STALE_MEMBER_EPOCH, "it is b's since"
        assert commit("b", 1, lost) is ErrorCode.STALE_MEMBER_EPOCH, "b got it in epoch 2"
        assert commit("b", 2, lost) is ErrorCode.NONE
        assert commit("a", 1, mine, topic="gone") is ErrorCode.STALE_MEMBER_EPOCH
    both = commit_of(groups, "a", 1, {mine: "", lost: ""})
    assert set(both.values()) == {ErrorCode.STALE_MEMBER_EPOCH}
    too_large = "m" * (groups.config.metadata_bytes_max + 1)
    assert commit_of(groups, "a", 1, {mine: "", lost: too_large}) == {
        mine: ErrorCode.NONE,
        lost: ErrorCode.OFFSET_METADATA_TOO_LARGE,
    }, "what is refused for something else is not looked at"


def commit_of(groups, member_id, generation_id, metadata):
    """Commits several partitions of t, each with its metadata; the errors by partition."""
    errors = {}
    offsets = {TopicPartition("t", index): CommittedOffset(7, -1, said, 0) for index, said in metadata.items()}
    groups.coordinator.offsets.commit("g", generation_id, MemberName(member_id, None), offsets, errors.update)
    return {partition.partition: error for partition, error in errors.items()}


async def test_what_a_member_is_to_give_up_it_commits_in_its_former_epoch_and_after_a_failover(consumers):
    groups = consumers.groups
    consumers.join("a")
    groups.topics.put("u", 1)
    consumers.beat("a", 1, topics=["t", "u"], owned=range(4))
    consumers.join("b")
    kept = consumers.assigned(consumers.beat("a", 2, owned=range(4)))
    revoked = min(set(range(4)) - kept)
    for _ in range(2):
        assert consumers.group().members["a"].state is MemberState.UNREVOKED_PARTITIONS
        assert groups.commit(7, partition=revoked, generation_id=1, member_id="a").result is ErrorCode.NONE
        stale = groups.commit(7, topic="u", generation_id=1, member_id="a").result
        assert stale is ErrorCode.STALE_MEMBER_EPOCH, "it got u in epoch 2"
        await groups.reload()


def test_the_next_life_of_a_static_member_commits_in_its_first_epoch(consumers):
    groups = consumers.groups
    consumers.join("a", instance_id="i")
    consumers.beat("a", -2, instance_id="i")
    assert groups.commit(7, generation_id=1, member_id="a").result is ErrorCode.STALE_MEMBER_EPOCH, "it is away"
    assert consumers.epoch(consumers.join("b", instance_id="i")) == 1
    assert groups.commit(7, generation_id=0, member_id="b").result is ErrorCode.NONE
    assert groups.commit(7, generation_id=1, member_id="a").result is ErrorCode.UNKNOWN_MEMBER_ID


def test_a_transaction_of_a_stale_member_is_refused(consumers):
    consumers.join("a")
    stale = consumers.groups.commit(8, generation_id=0, member_id="a", producer=Producer(5, 0))
    assert stale.result is ErrorCode.STALE_MEMBER_EPOCH
    of_old_client = consumers.groups.commit(8, producer=Producer(5, 0))
    assert of_old_client.result is ErrorCode.NONE


async def test_a_group_is_listed_deleted_and_gone(consumers):
    groups = consumers.groups
    admin = groups.coordinator.admin
    consumers.join("a")
    groups.commit(7, generation_id=1, member_id="a")
    [listed] = at_once(admin.list_groups(["stable"], types=["Consumer"]))[1]
    assert listed == ("g", "consumer", "Stable", "consumer")
    assert at_once(admin.list_groups(types=["classic"]))[1] == []
    assert at_once(admin.describe("g")).state == "Dead", "DescribeGroups is for the classic protocol"
    assert at_once(admin.delete("g")) is ErrorCode.NON_EMPTY_GROUP
    consumers.beat("a", -1)
    assert groups.commit(9).result is ErrorCode.NONE, "from outside, without members"
    assert at_once(admin.delete("g")) is ErrorCode.NONE
    await groups.reload()
    assert groups.group() is None


def test_offsets_of_subscribed_topics_stay(consumers):
    groups = consumers.groups
    consumers.join("a")
    groups.commit(7, generation_id=1, member_id="a")
    groups.commit(7, generation_id=1, member_id="a", topic="former")
    groups.node.clock.advance(groups.config.retention_ms)
    assert at_once(groups.coordinator.admin.expire()) == 1
    assert groups.fetch(0) == {0: 7}
    consumers.beat("a", -1)
    assert at_once(groups.coordinator.admin.expire()) == 1
    assert groups.group() is None


def test_protocols_do_not_mix_and_an_empty_group_goes_over(consumers):
    groups = consumers.groups
    [member], _ = groups.stable()
    assert consumers.join("a").error is ErrorCode.GROUP_ID_NOT_FOUND
    groups.leave(member)
    groups.run_for(100)
    assert consumers.assigned(consumers.join("a")) == {0, 1, 2, 3}
    assert groups.join().error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL
    assert groups.heartbeat("a", 1) is ErrorCode.UNKNOWN_MEMBER_ID
    consumers.beat("a", -1)
    groups.stable()
    with pytest.raises(GroupIdNotFound):
        groups.coordinator.consumers.find("g")


@pytest.mark.parametrize("classic_comes_last", [False, True])
async def test_the_next_coordinator_knows_the_protocol(consumers, classic_comes_last):
    groups = consumers.groups
    [member], _ = groups.stable()
    groups.leave(member)
    groups.run_for(100)
    consumers.join("a")
    if classic_comes_last:
        consumers.beat("a", -1)
        groups.stable()
    await groups.reload()
    assert (groups.group().consumer is None) == classic_comes_last
    assert bool(groups.group().members) == classic_comes_last


@pytest.mark.parametrize("current", MemberState, ids=lambda state: state.name)
@pytest.mark.parametrize("target", MemberState, ids=lambda state: state.name)
def test_a_member_may_come_to_any_other_state(current, target):
    assert MEMBER_TRANSITIONS.is_legal(current, target) == (current is not target)


@pytest.mark.parametrize(
    ("given", "is_enabled"),
    [({}, True), ({PROTOCOLS_KEY: "classic"}, False), ({PROTOCOLS_KEY: "classic,consumer"}, True)],
)
def test_consumer_groups_are_on_unless_the_broker_is_told_otherwise(given, is_enabled):
    read = BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "0", **given})
    config = ConsumerGroupConfig.from_broker(read)
    assert config == ConsumerGroupConfig(is_enabled=is_enabled)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (PROTOCOLS_KEY, "consumer"),
        ("group.consumer.session.timeout.ms", "1000"),
        ("group.consumer.heartbeat.interval.ms", "60000"),
        ("group.consumer.assignors", "sticky"),
    ],
)
def test_keys_that_do_not_go_together_stop_the_start(name, value):
    with pytest.raises(ConfigError, match=f"for configuration {name}"):
        BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", "broker.id": "0", name: value})
