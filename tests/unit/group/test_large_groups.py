"""Very many groups, positions and members: lists of them are made in slices, and show what may be seen."""

from __future__ import annotations

import pytest

from kavka.broker.authorization.rule import guard
from kavka.broker.authorization.rules import RULES
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.membership import MemberName
from kavka.broker.handlers import describe_groups, list_groups, offset_fetch
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import DescribeGroupsRequest, ListGroupsRequest, OffsetFetchRequest
from tests.unit.broker.fakes import RecordingChannel, context
from tests.unit.broker.turns import Asked, in_small_slices, most_questions, turns_of

from .test_handlers import Broker

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
    outcome = guard(RULES[handler.API], handler)(request, ctx, broker.services)
    ctx.respond(await outcome if hasattr(outcome, "__await__") else outcome)
    [response] = channel.responses
    return response


def commit_many(broker, group="g", topics=MANY):
    committed = CommittedOffset(7, 5, "", broker.groups.node.clock.now_ms())
    offsets = {TopicPartition(f"t{number:04}", 0): committed for number in range(topics)}
    errors = []
    broker.groups.coordinator.offsets.commit(group, -1, MemberName("", None), offsets, errors.append)
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
    turns, answer = await turns_of(offset_fetch.handle(request, context(version), broker.services))
    topics = answer.groups[0].topics if version >= 8 else answer.topics
    assert len(topics) == MANY
    assert turns > 2 * MANY // 10  # once for what is fetched, once for what is made of it


async def test_others_are_served_while_a_group_of_very_many_members_is_described(broker):
    broker.groups.stable(count=30)
    request = DescribeGroupsRequest(groups=["g"])
    turns, answer = await turns_of(describe_groups.handle(request, context(5), broker.services))
    [group] = answer.groups
    assert len(group.members) == 30
    assert turns > 5
