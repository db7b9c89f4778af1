"""A group's committed offsets as requests and responses: commit, fetch, delete. Sans I/O.

commit   OffsetCommit   by a member in its generation, or, while the group has no members, by anybody
fetch    OffsetFetch    of some partitions, or of all that the group has any of
delete   OffsetDelete   of topics that no member reads

Members of groups of the consumer protocol (KIP-848) have an epoch in the place of a generation, and name it when they
fetch, too; a coordinator takes that from `EPOCHS_VERSION` on, and refuses another epoch by STALE_MEMBER_EPOCH.

By topic id (`versions.BY_ID`) an offset is of the topic that it was read in, and never of one that was made anew under
its name; who does not know all ids names topics.

Each goes to the group's coordinator, and its errors are read by `coordinator.CoordinatorCore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import (
    OffsetCommitRequest,
    OffsetCommitResponse,
    OffsetDeleteRequest,
    OffsetDeleteResponse,
    OffsetFetchRequest,
    OffsetFetchResponse,
)
from kavka.wire.coordinator import CoordinatorCore

NO_OFFSET: Final = -1
"""The response's offset for a partition without a committed offset."""

ONE_GROUP_VERSION_MAX: Final = 7
"""From version 8 on OffsetFetch has a list of groups (KIP-709)."""

EPOCHS_VERSION: Final = 9
"""OffsetCommit and OffsetFetch in which members say their epochs."""


class GroupMetadata(NamedTuple):
    """Whose offsets these are, and which generation of the group says so; the group's id alone fences nobody.

    Of a member of the consumer protocol the generation is its epoch.
    """

    group_id: str
    generation_id: int = -1
    member_id: str = ""
    group_instance_id: str | None = None


class OffsetAndMetadata(NamedTuple):
    """What is committed for a partition: the offset of the next record to read, and a note of the user's."""

    offset: int
    metadata: str = ""
    leader_epoch: LeaderEpoch = NO_LEADER_EPOCH


IdOf = Callable[[TopicPartition], bytes]
"""Tells the id of a partition's topic; of zeros where nobody knows."""


_Topic = OffsetFetchResponse.OffsetFetchResponseTopic | OffsetFetchResponse.OffsetFetchResponseTopics

Names = Mapping[bytes, str]
"""Id of a topic that was asked for by it → its name."""

NO_NAMES: Final[Names] = {}


def names_of(partitions: Iterable[TopicPartition], id_of: IdOf) -> Names:
    """Returns the names of the topics that a request named by id, for its response."""
    return {id_of(tp): tp.topic for tp in partitions}


def no_id(_: TopicPartition) -> bytes:
    """Returns that no topic's id is known: they are named."""
    return ZERO_TOPIC_ID


def as_committed(offset: int | OffsetAndMetadata) -> OffsetAndMetadata:
    """Converts a user's offset to `OffsetAndMetadata`: a number has no metadata."""
    return offset if isinstance(offset, OffsetAndMetadata) else OffsetAndMetadata(offset)


def by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    """Groups partitions by topic, in their order."""
    topics: dict[str, list[int]] = {}
    for tp in partitions:
        topics.setdefault(tp.topic, []).append(tp.partition)
    return topics


def commit_request(
    member: GroupMetadata, offsets: Mapping[TopicPartition, OffsetAndMetadata], *, id_of: IdOf = no_id
) -> OffsetCommitRequest:
    """Returns the OffsetCommit request of a member, or, without a generation, of nobody in particular."""
    topics: dict[tuple[str, bytes], list[OffsetCommitRequest.OffsetCommitRequestPartition]] = {}
    for tp, committed in offsets.items():
        topics.setdefault((tp.topic, id_of(tp)), []).append(
            OffsetCommitRequest.OffsetCommitRequestPartition(
                partition_index=tp.partition,
                committed_offset=committed.offset,
                committed_leader_epoch=committed.leader_epoch,
                committed_metadata=committed.metadata,
            )
        )
    return OffsetCommitRequest(
        group_id=member.group_id,
        generation_id_or_member_epoch=member.generation_id,
        member_id=member.member_id,
        group_instance_id=member.group_instance_id,
        topics=[
            OffsetCommitRequest.OffsetCommitRequestTopic(name=name, topic_id=topic_id, partitions=parts)
            for (name, topic_id), parts in topics.items()
        ],
    )


def check_committed(
    coordinator: CoordinatorCore, group_id: str, response: OffsetCommitResponse, *, names: Names = NO_NAMES
) -> None:
    """Checks that every offset of an OffsetCommit was taken.

    Raises:
        KafkaError: the first partition's that was not.
    """
    for topic in response.topics:
        name = names.get(topic.topic_id, topic.name)
        for part in topic.partitions:
            coordinator.check(part.error_code, f"group {group_id!r}, {name}-{part.partition_index}")


def fetch_request(
    group_id: str, partitions: Iterable[TopicPartition] | None, *, require_stable: bool
) -> OffsetFetchRequest:
    """Returns the OffsetFetch request, to be sent in `ONE_GROUP_VERSION_MAX` at most.

    Args:
        group_id: Whose.
        partitions: Which; None: all that have an offset.
        require_stable: Refuse while a transaction has offsets of these partitions open (KIP-447); cannot be encoded for
            brokers of before Kafka 2.5.
    """
    topic = OffsetFetchRequest.OffsetFetchRequestTopic
    return OffsetFetchRequest(
        group_id=group_id,
        topics=None
        if partitions is None
        else [topic(name=name, partition_indexes=indexes) for name, indexes in by_topic(partitions).items()],
        require_stable=require_stable,
    )


def check_fetched(
    coordinator: CoordinatorCore, group_id: str, response: OffsetFetchResponse
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns the committed offsets of a response; only partitions that have one.

    Raises:
        KafkaError: the group's error, else the first partition's.
    """
    return _offsets_in(coordinator, f"group {group_id!r}", response.error_code, ((t.name, t) for t in response.topics))


def _offsets_in(
    coordinator: CoordinatorCore,
    what: str,
    error_code: int,
    topics: Iterable[tuple[str, _Topic]],
) -> dict[TopicPartition, OffsetAndMetadata]:
    coordinator.check(error_code, what)
    named = list(topics)
    for name, topic in named:
        for part in topic.partitions:
            coordinator.check(part.error_code, f"{name}-{part.partition_index}")
    return {
        TopicPartition(name, part.partition_index): OffsetAndMetadata(
            part.committed_offset, part.metadata or "", part.committed_leader_epoch
        )
        for name, topic in named
        for part in topic.partitions
        if part.committed_offset != NO_OFFSET
    }


def member_fetch_request(
    member: GroupMetadata, partitions: Iterable[TopicPartition], *, require_stable: bool, id_of: IdOf = no_id
) -> OffsetFetchRequest:
    """Returns the OffsetFetch request of a member in its epoch.

    It is to be sent in `EPOCHS_VERSION` or by topic id, and then it may be nobody's in particular, too.
    """
    topics: dict[tuple[str, bytes], list[int]] = {}
    for tp in partitions:
        topics.setdefault((tp.topic, id_of(tp)), []).append(tp.partition)
    topic = OffsetFetchRequest.OffsetFetchRequestTopics
    group = OffsetFetchRequest.OffsetFetchRequestGroup(
        group_id=member.group_id,
        member_id=member.member_id or None,
        member_epoch=member.generation_id,
        topics=[topic(name, topic_id, indexes) for (name, topic_id), indexes in topics.items()],
    )
    return OffsetFetchRequest(groups=[group], require_stable=require_stable)


def check_member_fetched(
    coordinator: CoordinatorCore, group_id: str, response: OffsetFetchResponse, *, names: Names = NO_NAMES
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns the committed offsets of a response to a member; only partitions that have one.

    Raises:
        KafkaError: the group's error, else the first partition's.
        DecodeError: the response is about another group, or another topic.
    """
    found = next((group for group in response.groups if group.group_id == group_id), None)
    if found is None:
        raise DecodeError(f"a response without the offsets of group {group_id!r}")
    topics = [(names.get(topic.topic_id, topic.name), topic) for topic in found.topics]
    if not all(name for name, _ in topics):
        raise DecodeError(f"a response with offsets of topics that nobody asked for, of group {group_id!r}")
    return _offsets_in(coordinator, f"group {group_id!r}", found.error_code, topics)


def delete_request(group_id: str, partitions: Iterable[TopicPartition]) -> OffsetDeleteRequest:
    """Returns the OffsetDelete request for a group's partitions."""
    topic, partition = OffsetDeleteRequest.OffsetDeleteRequestTopic, OffsetDeleteRequest.OffsetDeleteRequestPartition
    return OffsetDeleteRequest(
        group_id=group_id,
        topics=[
            topic(name=name, partitions=[partition(partition_index=index) for index in indexes])
            for name, indexes in by_topic(partitions).items()
        ],
    )


def deleted_in(response: OffsetDeleteResponse) -> dict[TopicPartition, int]:
    """Returns the error code of each partition in an OffsetDelete response."""
    return {
        TopicPartition(topic.name, part.partition_index): part.error_code
        for topic in response.topics
        for part in topic.partitions
    }
