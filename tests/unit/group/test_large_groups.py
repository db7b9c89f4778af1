"""Very many groups, positions and members: lists of them are made in slices, and show what may be seen."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.broker.authorization.rules import RULES
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.member import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.broker.handlers import (
    delete_groups,
    describe_groups,
    list_groups,
    offset_fetch,
    update_metadata,
    write_txn_markers,
)
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.common.lane import Lane
from kavka.common.steps import at_once
from kavka.common.types import LEADER_DURING_DELETE, TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    ListGroupsRequest,
    OffsetFetchRequest,
    UpdateMetadataRequest,
    WriteTxnMarkersRequest,
)
from tests.support.broker.fakes import RecordingChannel, context
from tests.support.broker.guarded import guarded
from tests.support.broker.parts import handling
from tests.support.broker.turns import FEW, Asked, in_small_slices, most_questions, turns_of
from tests.support.group.handlers import Broker

READ, DESCRIBE = AclOperation.READ, AclOperation.DESCRIBE
GROUP, TOPIC = ResourceType.GROUP, ResourceType.TOPIC
MANY = 200


@pytest.fixture
def broker(groups, monkeypatch):
    broker = Broker(groups)
    in_small_slices(broker.services, monkeypatch)
    return broker


async def answered(broker, handler, version, request):
    """What leaves the broker, through the guard that stands before the handler."""
    channel = RecordingChannel()
    ctx = context(version, channel)
    outcome = guarded(RULES[handler.API], handler)(request, ctx, broker.services)
    ctx.respond(await outcome if hasattr(outcome, "__await__") else outcome)
    [response] = channel.responses
    return response


def commit_many(broker, group="g", topics=MANY, producer=None):
    committed = CommittedOffset(7, 5, "", broker.groups.node.clock.now_ms())
    offsets = {TopicPartition(f"t{number:04}", 0): committed for number in range(topics)}
    errors = []
    broker.groups.coordinator.offsets.commit(group, -1, MemberName("", None), offsets, errors.append, producer=producer)
    [outcome] = errors
    assert set(outcome.values()) == {ErrorCode.NONE}


@pytest.mark.parametrize("sees_all", [False, True])
async def test_of_very_many_groups_those_are_listed_that_may_be_described(broker, sees_all):
    for number in range(MANY):
        broker.groups.commit(7, group=f"g{number}")
    names = [f"g{number}" for number in range(0, MANY, 2)]
    rights = [(DESCRIBE, ResourceType.CLUSTER, CLUSTER_NAME)] if sees_all else [(READ, GROUP, name) for name in names]
    authorizer = broker.services.authorizer = Asked(*rights)
    most, answer = await most_questions(authorizer, answered(broker, list_groups, 4, ListGroupsRequest()))
    shown = sorted(f"g{number}" for number in range(MANY)) if sees_all else sorted(names)
    assert sorted(group.group_id for group in answer.groups) == shown
    assert most < 20


@pytest.mark.parametrize("version", [7, 8])
async def test_of_very_many_positions_those_are_shown_whose_topics_may_be_seen(broker, version):
    commit_many(broker)
    names = [f"t{number:04}" for number in range(0, MANY, 2)]
    authorizer = broker.services.authorizer = Asked((READ, GROUP, "g"), *((READ, TOPIC, name) for name in names))
    asked = OffsetFetchRequest.OffsetFetchRequestGroup
    request = (
        OffsetFetchRequest(groups=[asked(group_id=name, topics=None) for name in ("no", "g")])
        if version >= 8
        else OffsetFetchRequest(group_id="g", topics=None)
    )
    most, answer = await most_questions(authorizer, answered(broker, offset_fetch, version, request))
    if version >= 8:
        refused, answer = answer.groups
        assert (refused.group_id, refused.error_code) == ("no", ErrorCode.GROUP_AUTHORIZATION_FAILED)
        assert (answer.group_id, answer.error_code) == ("g", 0)
    assert sorted(topic.name for topic in answer.topics) == names
    assert {part.committed_offset for topic in answer.topics for part in topic.partitions} == {7}
    assert most < 20


@pytest.mark.parametrize("version", [7, 8])
async def test_others_are_served_while_all_positions_of_a_group_are_fetched(broker, version):
    commit_many(broker)
    asked = OffsetFetchRequest.OffsetFetchRequestGroup(group_id="g", topics=None)
    request = OffsetFetchRequest(groups=[asked]) if version >= 8 else OffsetFetchRequest(group_id="g", topics=None)
    turns, answer = await turns_of(handling(offset_fetch, broker.services).handle(request, context(version)))
    topics = answer.groups[0].topics if version >= 8 else answer.topics
    assert len(topics) == MANY
    assert turns > 2 * MANY // 10  # once for what is fetched, once for what is made of it


async def test_others_are_served_while_a_group_of_very_many_members_is_described(broker):
    broker.groups.stable(count=30)
    request = DescribeGroupsRequest(groups=["g"])
    turns, answer = await turns_of(handling(describe_groups, broker.services).handle(request, context(5)))
    [group] = answer.groups
    assert len(group.members) == 30
    assert turns > 5


# ---- what goes ------------------------------------------------------------------------------------------------------


@pytest.fixture
def slowly(broker, monkeypatch):
    """A broker that deletes a few offsets, and makes a few of a transaction count, in one step."""
    monkeypatch.setattr("kavka.broker.group.group_admin.DELETED_IN_ONE_STEP_MAX", FEW)
    monkeypatch.setattr("kavka.broker.group.group_offsets.OFFSETS_IN_ONE_STEP_MAX", FEW)
    monkeypatch.setattr("kavka.broker.handlers.write_txn_markers.ITEMS_IN_ONE_STEP_MAX", FEW)
    broker.services.lane = broker.services.control_requests.lane = Lane(slice_ns=0)
    return broker


async def left_after_each_turn(groups, sent):
    """How many offsets there are in each turn of the loop until a response comes, and the response."""
    task, left = asyncio.ensure_future(sent), [groups.coordinator.offset_count()]
    while not task.done():
        await asyncio.sleep(0)
        left.append(groups.coordinator.offset_count())
    return left, task.result()


def most_at_once(left):
    return max(abs(before - after) for before, after in itertools.pairwise(left))


async def test_a_group_of_very_many_offsets_is_deleted_a_few_at_a_time(slowly):
    commit_many(slowly)
    groups = slowly.groups
    sent = handling(delete_groups, slowly.services).handle(DeleteGroupsRequest(groups_names=["g", "no"]), context(2))
    left, answer = await left_after_each_turn(groups, sent)
    assert {result.group_id: result.error_code for result in answer.results} == {
        "g": 0,
        "no": ErrorCode.GROUP_ID_NOT_FOUND,
    }
    assert (left[0], left[-1], most_at_once(left)) == (MANY, 0, FEW)
    assert groups.metrics.offsets_deleted == MANY
    await groups.reload()
    assert groups.group() is None


async def test_nobody_commits_to_a_group_that_is_being_deleted_and_whoever_does_afterwards_keeps_it(slowly):
    commit_many(slowly)
    groups = slowly.groups
    steps = groups.coordinator.admin.delete("g")
    next(steps)
    assert groups.commit(8).result is ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert groups.join().error is ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert at_once(groups.coordinator.admin.delete("g")) is ErrorCode.GROUP_ID_NOT_FOUND
    assert at_once(steps) is ErrorCode.NONE
    assert groups.commit(8).result is ErrorCode.NONE
    await groups.reload()
    assert groups.fetch() == {0: 8}


async def test_a_deletion_ends_where_the_group_is_coordinated_elsewhere_meanwhile(slowly):
    commit_many(slowly)
    groups = slowly.groups
    steps = groups.coordinator.admin.delete("g")
    next(steps)
    await groups.reload()
    assert at_once(steps) is ErrorCode.NOT_COORDINATOR
    assert groups.coordinator.offset_count() == MANY - FEW
    assert at_once(groups.coordinator.admin.delete("g")) is ErrorCode.NONE


async def test_offsets_of_very_many_deleted_partitions_are_deleted_a_few_at_a_time(slowly):
    commit_many(slowly)
    groups = slowly.groups
    groups.commit(7, topic="stays")
    gone = [TopicPartition(f"t{number:04}", 0) for number in range(MANY)]
    left = [groups.coordinator.offset_count()]
    for _ in groups.coordinator.admin.delete_topics(gone):
        left.append(groups.coordinator.offset_count())
    assert (left[-1], most_at_once(left)) == (1, FEW)
    await groups.reload()
    assert [found.partition.topic for found in at_once(groups.coordinator.offsets.fetch("g", None))] == ["stays"]


async def test_a_small_request_that_deletes_a_topic_of_very_many_groups_takes_turns(slowly):
    groups = slowly.groups
    for number in range(MANY):
        groups.commit(7, topic="known", group=f"g{number}")
    state = UpdateMetadataRequest.UpdateMetadataPartitionState(
        topic_name="known", partition_index=0, leader=LEADER_DURING_DELETE, leader_epoch=LEADER_DURING_DELETE
    )
    topic = UpdateMetadataRequest.UpdateMetadataTopicState(topic_name="known", partition_states=[state])
    request = UpdateMetadataRequest(controller_epoch=1, broker_epoch=-1, topic_states=[topic])
    sent = handling(update_metadata, slowly.services).handle(request, context(6))
    left, answer = await left_after_each_turn(groups, sent)
    assert answer.error_code == 0
    assert (left[0], left[-1], most_at_once(left)) == (MANY, 0, 1)


@pytest.mark.parametrize("is_commit", [True, False])
async def test_the_end_of_a_transaction_of_very_many_offsets_counts_before_it_is_answered(slowly, is_commit):
    groups = slowly.groups
    commit_many(slowly, producer=Producer(7, 0))
    assert groups.coordinator.offset_count() == 0
    marker = WriteTxnMarkersRequest.WritableTxnMarker(
        producer_id=7,
        producer_epoch=0,
        transaction_result=is_commit,
        coordinator_epoch=0,
        topics=[WriteTxnMarkersRequest.WritableTxnMarkerTopic(name="__consumer_offsets", partition_indexes=[0])],
    )
    slowly.services.transactional_offsets = groups.coordinator
    sent = handling(write_txn_markers, slowly.services).handle(WriteTxnMarkersRequest(markers=[marker]), context(1))
    held = [groups.coordinator.held_count(7)]
    task = asyncio.ensure_future(sent)
    while not task.done():
        await asyncio.sleep(0)
        held.append(groups.coordinator.held_count(7))
    [ended] = task.result().markers
    assert [part.error_code for topic in ended.topics for part in topic.partitions] == [0]
    assert (held[0], held[-1], most_at_once(held)) == (MANY, 0, FEW)
    assert groups.coordinator.offset_count() == (MANY if is_commit else 0)
    before = groups.coordinator.offset_count()
    await groups.reload()
    assert groups.coordinator.offset_count() == before, "the log says the same"


async def test_what_is_deleted_while_its_transaction_ends_stays_deleted(slowly):
    groups = slowly.groups
    commit_many(slowly, producer=Producer(7, 0))
    steps = groups.coordinator.transaction_marked([0], 7, is_commit=True)
    next(steps)
    last = TopicPartition(f"t{MANY - 1:04}", 0)
    at_once(groups.coordinator.admin.delete_topics([last]))
    at_once(steps)
    assert groups.coordinator.offset_count() == MANY - 1
    assert groups.group().offsets.get(last) is None
    assert not any(groups.group().offsets.is_unstable(partition) for partition in groups.group().offsets)
