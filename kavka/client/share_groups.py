"""Share groups seen from outside (KIP-932): which there are, who is in them, where they are, and moving that.

    list_all        ListGroups of type share, to every broker: each knows what it coordinates
    describe        ShareGroupDescribe, to the group's coordinator
    offsets         DescribeShareGroupOffsets: from where on records are not all handled, and how many are left
    move, forget    AlterShareGroupOffsets and DeleteShareGroupOffsets, of a group without members

There is no committed offset: a partition has a start offset, before which everything is done, and what became of each
record behind it is kept by its leader. DeleteGroups deletes share groups as it does others (`groups.delete_group`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.group_kinds import SHARE
from kavka.client.groups import GroupListing, link_to
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import (
    AlterShareGroupOffsetsRequest,
    DeleteShareGroupOffsetsRequest,
    DescribeShareGroupOffsetsRequest,
    ShareGroupDescribeRequest,
    ShareGroupDescribeResponse,
)
from kavka.wire.errors import code_name, error_for_code


class ShareGroupMemberInfo(NamedTuple):
    """A member of a share group."""

    member_id: str
    epoch: int
    client_id: str
    host: str
    rack: str | None
    topics: tuple[str, ...]
    """What it subscribes to."""
    partitions: tuple[TopicPartition, ...]
    """Where it looks for records; others may look there, too."""


class ShareGroupInfo(NamedTuple):
    """A share group."""

    group: str
    coordinator: int
    state: str
    """"Stable", "Empty" or "Dead"."""
    epoch: int
    assignment_epoch: int
    assignor: str
    members: tuple[ShareGroupMemberInfo, ...]


class ShareOffset(NamedTuple):
    """Where a share group is in a partition."""

    start_offset: int
    """Everything before it is done; −1: the group has not begun there."""
    leader_epoch: int
    lag: int | None
    """How many records are left to be handled; None: the broker does not say (before Kafka 4.2)."""


async def list_all(cluster: Cluster, *, states: Iterable[str] = ()) -> list[GroupListing]:
    """Returns a cluster's share groups; see `GroupKind.list_all`."""
    return await SHARE.list_all(cluster, states=states)


async def describe(cluster: Cluster, group_id: str) -> ShareGroupInfo:
    """Returns a share group and its members.

    Raises:
        GroupIdNotFound: there is none of that name.
        UnsupportedByBroker: the cluster has no share groups.
        KafkaError, ClientError: its coordinator does not say.
    """
    link = link_to(cluster, group_id)

    async def attempt() -> ShareGroupInfo:
        [group] = (await SHARE.asked(link.ask(ShareGroupDescribeRequest(group_ids=[group_id])))).groups
        SHARE.check(link, group.error_code, group_id, group.error_message)
        return ShareGroupInfo(
            group_id,
            await link.broker_id(),
            group.group_state,
            group.group_epoch,
            group.assignment_epoch,
            group.assignor_name,
            tuple(map(_member, group.members)),
        )

    return await cluster.retry(attempt, what=f"describe share group {group_id!r}")


def _member(member: ShareGroupDescribeResponse.Member) -> ShareGroupMemberInfo:
    assigned = [] if member.assignment is None else member.assignment.topic_partitions
    partitions = [TopicPartition(part.topic_name, index) for part in assigned for index in part.partitions]
    return ShareGroupMemberInfo(
        member.member_id,
        member.member_epoch,
        member.client_id,
        member.client_host.removeprefix("/"),
        member.rack_id,
        tuple(member.subscribed_topic_names),
        tuple(sorted(partitions)),
    )


async def offsets(
    cluster: Cluster, group_id: str, partitions: Iterable[TopicPartition] | None = None
) -> dict[TopicPartition, ShareOffset]:
    """Returns a share group's start offsets.

    Args:
        cluster: Where.
        group_id: The group.
        partitions: Which; None: all in which it has begun.

    Raises:
        GroupIdNotFound: there is none of that name.
        UnsupportedByBroker: the cluster has no share groups.
        KafkaError, ClientError: its coordinator does not say, or not of a partition.
    """
    link = link_to(cluster, group_id)
    topics: list[Any] | None = None
    if partitions is not None:
        make = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic
        topics = [make(name, indexes) for name, indexes in _by_topic(partitions).items()]
    asked = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup(group_id, topics)
    request = DescribeShareGroupOffsetsRequest(groups=[asked])

    async def attempt() -> dict[TopicPartition, ShareOffset]:
        [group] = (await SHARE.asked(link.ask(request))).groups
        SHARE.check(link, group.error_code, group_id, group.error_message)
        found = {}
        for topic in group.topics:
            for part in topic.partitions:
                tp = TopicPartition(topic.topic_name, part.partition_index)
                SHARE.check(link, part.error_code, group_id, part.error_message and f"{tp}: {part.error_message}")
                found[tp] = ShareOffset(part.start_offset, part.leader_epoch, part.lag if part.lag >= 0 else None)
        return found

    return await cluster.retry(attempt, what=f"read the offsets of share group {group_id!r}")


async def move(
    cluster: Cluster, group_id: str, wanted: Mapping[TopicPartition, int]
) -> dict[TopicPartition, KafkaError | None]:
    """Sets the start offsets of a share group without members.

    Returns:
        What became of each partition.

    Raises:
        NonEmptyGroup: it has members.
        UnsupportedByBroker: the cluster has no share groups.
        KafkaError, ClientError: its coordinator does not do it.
    """
    link = link_to(cluster, group_id)
    make = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic
    part_of = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition
    topics = [
        make(name, [part_of(index, wanted[TopicPartition(name, index)]) for index in indexes])
        for name, indexes in _by_topic(wanted).items()
    ]

    async def attempt() -> dict[TopicPartition, KafkaError | None]:
        response = await SHARE.asked(link.ask(AlterShareGroupOffsetsRequest(group_id=group_id, topics=topics)))
        SHARE.check(link, response.error_code, group_id, response.error_message)
        return {
            TopicPartition(topic.topic_name, part.partition_index): _error_of(part)
            for topic in response.responses
            for part in topic.partitions
        }

    return await cluster.retry(attempt, what=f"move share group {group_id!r}")


async def forget(cluster: Cluster, group_id: str, topics: Iterable[str]) -> dict[str, KafkaError | None]:
    """Deletes what a share group without members has done with topics.

    Returns:
        What became of each topic.

    Raises:
        NonEmptyGroup: it has members.
        GroupIdNotFound: there is none of that name.
        UnsupportedByBroker: the cluster has no share groups.
        KafkaError, ClientError: its coordinator does not do it.
    """
    link = link_to(cluster, group_id)
    make = DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic
    request = DeleteShareGroupOffsetsRequest(group_id=group_id, topics=[make(name) for name in topics])

    async def attempt() -> dict[str, KafkaError | None]:
        response = await SHARE.asked(link.ask(request))
        SHARE.check(link, response.error_code, group_id, response.error_message)
        return {topic.topic_name: _error_of(topic) for topic in response.responses}

    return await cluster.retry(attempt, what=f"delete offsets of share group {group_id!r}")


def _error_of(result: Any) -> KafkaError | None:
    code = result.error_code
    return None if code == ErrorCode.NONE else error_for_code(code, result.error_message or code_name(code))


def _by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    topics: dict[str, list[int]] = {}
    for tp in sorted(partitions):
        topics.setdefault(tp.topic, []).append(tp.partition)
    return topics
