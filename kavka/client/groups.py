"""Groups seen from outside: which there are, who is in them, how far behind they are, and moving their offsets.

    list_groups      ListGroups, to every broker: each knows what it coordinates
    describe_group   DescribeGroups, to the group's coordinator; ConsumerGroupDescribe of a group of KIP-848
    delete_groups    DeleteGroups, to each one's coordinator
    lags             OffsetFetch of everything, and ListOffsets of where those partitions end
    targets          where a reset would put the committed offsets; `group_offsets.commit` puts them there

Committed offsets of a group that has members are the members' business: the coordinator refuses everybody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from kavka.client import group_offsets
from kavka.client.cluster import Cluster
from kavka.client.consumer_protocol import PROTOCOL_TYPE, decode_assignment
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.offsets import EARLIEST, LATEST, list_offsets
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, GroupIdNotFound, KafkaError, UnknownTopicOrPartition
from kavka.protocol.messages import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupDescribeResponse,
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    DescribeGroupsResponse,
    ListGroupsRequest,
)
from kavka.wire.errors import UnsupportedByBroker, code_name, error_for_code

CLASSIC = "classic"
CONSUMER = "consumer"
MEMBER_TYPES: Mapping[int, str] = {0: CLASSIC, 1: CONSUMER}
"""ConsumerGroupDescribe's `MemberType`, in words."""

DEAD = "Dead"
"""The state of a group that does not exist."""


class GroupListing(NamedTuple):
    """A group in short."""

    group: str
    state: str
    """"" when the broker is too old to say (before 2.6)."""
    protocol_type: str
    coordinator: int
    group_type: str = CLASSIC
    """By which protocol its members join: "classic", "consumer" (KIP-848), "share" (KIP-932), …"""


class GroupMemberInfo(NamedTuple):
    """A member; what only groups of the consumer protocol have is None in others."""

    member_id: str
    group_instance_id: str | None
    client_id: str
    host: str
    partitions: tuple[TopicPartition, ...]
    """Its share; empty in groups that are not consumers'."""
    epoch: int | None = None
    target: tuple[TopicPartition, ...] | None = None
    """What it is to have, once others have given it up, and it what is theirs."""
    topics: tuple[str, ...] | None = None
    regex: str | None = None
    """The expression by which it subscribes, too."""
    member_type: str | None = None
    """The protocol that it speaks, where the broker says: a group may be on its way from one to the other."""


class GroupInfo(NamedTuple):
    """A group."""

    group: str
    coordinator: int
    state: str
    protocol_type: str
    protocol: str
    """The assignor's name."""
    members: tuple[GroupMemberInfo, ...]
    group_type: str = CLASSIC
    epoch: int | None = None
    """Of a group of the consumer protocol: another one with every change of members, subscriptions and topics."""
    target_epoch: int | None = None
    """The group's epoch of which the targets are; behind it while they are computed."""


class PartitionLag(NamedTuple):
    """How far a group is in a partition."""

    partition: TopicPartition
    offset: int
    metadata: str
    end_offset: int | None
    """None: there is no such partition any more, or it has no leader."""

    @property
    def lag(self) -> int | None:
        """Returns the number of records still to be read; None without an end offset."""
        return None if self.end_offset is None else max(0, self.end_offset - self.offset)


class Place(Enum):
    """Where a committed offset can be moved to; the last three need a number."""

    EARLIEST = "earliest"
    LATEST = "latest"
    CURRENT = "current"
    OFFSET = "offset"
    """That offset, or the nearest that the log has."""
    TIMESTAMP = "timestamp"
    """The first record at or after it, ms since the epoch; the end where none is that young."""
    SHIFT = "shift"
    """So many on from where it is, backwards when negative, within the log."""


async def list_groups(cluster: Cluster, *, states: Iterable[str] = (), types: Iterable[str] = ()) -> list[GroupListing]:
    """Returns a cluster's groups, sorted by group id.

    Args:
        cluster: Where.
        states: Only in these, by Kafka's names; empty: in any.
        types: Only of these, by Kafka's names; empty: of any. Brokers that do not tell have classic groups only.

    Raises:
        KafkaError, ClientError: a broker does not say.
    """
    wanted, of_types = frozenset(states), frozenset(types)
    found: list[GroupListing] = []
    for broker_id in sorted(cluster.metadata.brokers):

        async def attempt(broker_id: int = broker_id) -> list[GroupListing]:
            response = await cluster.ask(broker_id, ListGroupsRequest())
            if response.error_code != ErrorCode.NONE:
                raise error_for_code(response.error_code, f"broker {broker_id}: {code_name(response.error_code)}")
            return [
                GroupListing(
                    group.group_id, group.group_state, group.protocol_type, broker_id, type_name(group.group_type)
                )
                for group in response.groups
            ]

        found += await cluster.retry(attempt, what=f"list the groups of broker {broker_id}")
    return sorted(
        listing
        for listing in found
        if (not wanted or listing.state in wanted) and (not of_types or listing.group_type in of_types)
    )


def type_name(said: str) -> str:
    """Returns a group's type as ListGroups says it, in small letters; nothing said is a classic group's."""
    return said.lower() or CLASSIC


async def describe_group(cluster: Cluster, group_id: str) -> GroupInfo:
    """Returns a group and its members.

    Raises:
        GroupIdNotFound: there is none of that name.
        KafkaError, ClientError: its coordinator does not say.
    """
    link = link_to(cluster, group_id)

    async def attempt() -> GroupInfo:
        [group] = (await link.ask(DescribeGroupsRequest(groups=[group_id]))).groups
        if group.error_code != ErrorCode.GROUP_ID_NOT_FOUND:
            link.core.check(group.error_code, f"group {group_id!r}")
        if group.group_state == DEAD or group.error_code != ErrorCode.NONE:
            return await _describe_consumer_group(link, group_id)
        return GroupInfo(
            group_id,
            await link.broker_id(),
            group.group_state,
            group.protocol_type,
            group.protocol_data,
            tuple(_member(member, is_consumer=group.protocol_type == PROTOCOL_TYPE) for member in group.members),
        )

    return await cluster.retry(attempt, what=f"describe group {group_id!r}")


async def _describe_consumer_group(link: CoordinatorLink, group_id: str) -> GroupInfo:
    """Returns a group of the consumer protocol (KIP-848), which DescribeGroups does not know."""
    absent = GroupIdNotFound(f"there is no group {group_id!r} in this cluster")
    try:
        [group] = (await link.ask(ConsumerGroupDescribeRequest(group_ids=[group_id]))).groups
    except UnsupportedByBroker:
        raise absent from None
    if group.error_code == ErrorCode.GROUP_ID_NOT_FOUND:
        raise absent
    link.core.check(group.error_code, f"group {group_id!r}")
    return GroupInfo(
        group_id,
        await link.broker_id(),
        group.group_state,
        PROTOCOL_TYPE,
        group.assignor_name,
        tuple(map(_consumer_member, group.members)),
        CONSUMER,
        group.group_epoch,
        group.assignment_epoch,
    )


def _consumer_member(member: ConsumerGroupDescribeResponse.Member) -> GroupMemberInfo:
    return GroupMemberInfo(
        member.member_id,
        member.instance_id,
        member.client_id,
        member.client_host.removeprefix("/"),
        _partitions_of(member.assignment),
        member.member_epoch,
        _partitions_of(member.target_assignment),
        tuple(member.subscribed_topic_names),
        member.subscribed_topic_regex or None,
        MEMBER_TYPES.get(member.member_type),
    )


def _partitions_of(assignment: ConsumerGroupDescribeResponse.Assignment | None) -> tuple[TopicPartition, ...]:
    parts = [] if assignment is None else assignment.topic_partitions
    return tuple(sorted(TopicPartition(part.topic_name, index) for part in parts for index in part.partitions))


def _member(member: DescribeGroupsResponse.DescribedGroupMember, *, is_consumer: bool) -> GroupMemberInfo:
    try:
        partitions = decode_assignment(member.member_assignment) if is_consumer else []
    except DecodeError:
        partitions = []  # members' metadata is theirs; it need not be what Kafka's clients write
    return GroupMemberInfo(
        member.member_id,
        member.group_instance_id,
        member.client_id,
        member.client_host.removeprefix("/"),
        tuple(sorted(partitions)),
    )


async def delete_group(cluster: Cluster, group_id: str) -> None:
    """Deletes a group with its committed offsets.

    Raises:
        NonEmptyGroup: it has members.
        GroupIdNotFound: there is none of that name.
        KafkaError, ClientError: its coordinator does not do it.
    """
    link = link_to(cluster, group_id)

    async def attempt() -> None:
        [result] = (await link.ask(DeleteGroupsRequest(groups_names=[group_id]))).results
        link.core.check(result.error_code, f"group {group_id!r}")

    await cluster.retry(attempt, what=f"delete group {group_id!r}")


async def committed(cluster: Cluster, group_id: str) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns all committed offsets of a group."""
    link = link_to(cluster, group_id)
    return await group_offsets.fetch(cluster, lambda: link, group_id, None)


async def move(cluster: Cluster, group_id: str, offsets: Mapping[TopicPartition, OffsetAndMetadata]) -> None:
    """Sets the committed offsets of a group without members.

    Raises:
        UnknownMemberId: it has some.
        KafkaError, ClientError: its coordinator does not do it.
    """
    link = link_to(cluster, group_id)
    await group_offsets.commit(cluster, lambda: link, GroupMetadata(group_id), offsets)


async def forget(
    cluster: Cluster, group_id: str, partitions: Iterable[TopicPartition]
) -> dict[TopicPartition, KafkaError | None]:
    """Deletes a group's committed offsets of partitions; returns what became of each.

    Raises:
        KafkaError, ClientError: see `group_offsets.delete`.
    """
    link = link_to(cluster, group_id)
    codes = await group_offsets.delete(cluster, lambda: link, group_id, partitions)
    return {tp: error_for_code(code, str(tp)) if code else None for tp, code in codes.items()}


async def lags(cluster: Cluster, group_id: str) -> list[PartitionLag]:
    """Returns a group's lag in each partition that has a committed offset."""
    offsets = await committed(cluster, group_id)
    ends = await _offsets_by_time(cluster, dict.fromkeys(offsets, LATEST))
    return [PartitionLag(tp, at.offset, at.metadata, ends.get(tp)) for tp, at in sorted(offsets.items())]


async def targets(
    cluster: Cluster,
    positions: Mapping[TopicPartition, int | None],
    place: Place,
    number: int = 0,
) -> dict[TopicPartition, int]:
    """Returns the committed offsets that a reset would set.

    Args:
        cluster: Where.
        positions: Partition → where it is; None: nowhere yet.
        place: Where to.
        number: The offset, the timestamp (ms), or how many records on.

    Returns:
        An offset a partition that there is and that can be moved so; every one is within its log. One without a
        position stays out where the place is relative to it.
    """
    first = await _offsets_by_time(cluster, dict.fromkeys(positions, EARLIEST))
    last = await _offsets_by_time(cluster, dict.fromkeys(positions, LATEST))
    there = [tp for tp in positions if tp in first and tp in last]
    by_time: dict[TopicPartition, int] = {}
    if place is Place.TIMESTAMP:
        by_time = await _offsets_by_time(cluster, dict.fromkeys(there, number))
    found: dict[TopicPartition, int] = {}
    for tp in there:
        at = positions[tp]
        wanted = {
            Place.EARLIEST: first[tp],
            Place.LATEST: last[tp],
            Place.CURRENT: at,
            Place.OFFSET: number,
            Place.TIMESTAMP: by_time[tp] if by_time.get(tp, -1) >= 0 else last[tp],
            Place.SHIFT: None if at is None else at + number,
        }[place]
        if wanted is not None:
            found[tp] = min(max(wanted, first[tp]), last[tp])
    return found


async def _offsets_by_time(cluster: Cluster, wanted: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
    """Offsets of the partitions that there still are."""
    found: dict[TopicPartition, int] = {}
    for name in sorted({tp.topic for tp in wanted}):
        try:
            info = await cluster.topic(name)
        except UnknownTopicOrPartition:
            continue  # deleted since; a group's offsets outlive topics until somebody looks after them
        asked = {tp: time for tp, time in wanted.items() if tp.topic == name and tp.partition in info.partitions}
        found |= {tp: item.offset for tp, item in (await list_offsets(cluster, asked)).items()}
    return found


def link_to(cluster: Cluster, group_id: str) -> CoordinatorLink:
    """Returns a link to a group's coordinator."""
    return CoordinatorLink(cluster, CoordinatorKind.GROUP, group_id)
