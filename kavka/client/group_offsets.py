"""A group's committed offsets, read and written through its coordinator: what consumers and administrators share.

commit   OffsetCommit   by a member in its generation, or, while the group has no members, by anybody
fetch    OffsetFetch    of some partitions, or of all that the group has any of
delete   OffsetDelete   of topics that no member reads
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.coordinators import MOVED, CoordinatorLink
from kavka.client.errors import code_name, error_for_code
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.errors import EncodeError, ErrorCode, RequestTimedOut
from kavka.protocol.messages import OffsetCommitRequest, OffsetDeleteRequest, OffsetFetchRequest, OffsetFetchResponse

NO_OFFSET = -1
"""The response's offset for a partition without a committed offset."""


class OffsetAndMetadata(NamedTuple):
    """What is committed for a partition: the offset of the next record to read, and a note of the user's."""

    offset: int
    metadata: str = ""
    leader_epoch: int = -1


LinkNow = Callable[[], CoordinatorLink]


async def commit(
    cluster: Cluster,
    link: LinkNow,
    member: GroupMetadata,
    offsets: Mapping[TopicPartition, OffsetAndMetadata],
    *,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets.

    Args:
        cluster: For pauses and deadlines.
        link: The way to the coordinator, asked for at each try.
        member: Who commits; without a generation: nobody in particular.
        offsets: What.
        timeout_ms: Deadline with retries; None: the cluster's.

    Raises:
        KafkaError: it is refused: by IllegalGeneration, UnknownMemberId and RebalanceInProgress the group says that it
            went on, or is about to; FencedInstanceId, OffsetMetadataTooLarge, ….
        DeadlineExceeded: no coordinator took them in time.
    """
    topics: dict[str, list[OffsetCommitRequest.OffsetCommitRequestPartition]] = {}
    for tp, committed in offsets.items():
        topics.setdefault(tp.topic, []).append(
            OffsetCommitRequest.OffsetCommitRequestPartition(
                partition_index=tp.partition,
                committed_offset=committed.offset,
                committed_leader_epoch=committed.leader_epoch,
                committed_metadata=committed.metadata,
            )
        )
    request = OffsetCommitRequest(
        group_id=member.group_id,
        generation_id_or_member_epoch=member.generation_id,
        member_id=member.member_id,
        group_instance_id=member.group_instance_id,
        topics=[OffsetCommitRequest.OffsetCommitRequestTopic(name=n, partitions=p) for n, p in topics.items()],
    )

    async def attempt() -> None:
        asked = link()
        response = await asked.ask(request)
        for topic in response.topics:
            for part in topic.partitions:
                what = f"group {member.group_id!r}, {topic.name}-{part.partition_index}"
                check(asked, part.error_code, what)

    if topics:
        await cluster.retry(attempt, what=f"commit offsets of group {member.group_id!r}", timeout_ms=timeout_ms)


async def fetch(
    cluster: Cluster,
    link: LinkNow,
    group_id: str,
    partitions: Iterable[TopicPartition] | None,
    *,
    is_stable_only: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns a group's committed offsets.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        group_id: Whose.
        partitions: Which; None: all that have an offset.
        is_stable_only: Wait until no transaction has offsets of these partitions open (KIP-447).
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        Only partitions that have one.

    Raises:
        KafkaError: it is refused.
        DeadlineExceeded: no coordinator said in time.
    """
    topics = None if partitions is None else _by_topic(partitions)
    request = OffsetFetchRequest(
        group_id=group_id,
        topics=None
        if topics is None
        else [
            OffsetFetchRequest.OffsetFetchRequestTopic(name=name, partition_indexes=numbers)
            for name, numbers in topics.items()
        ],
        require_stable=is_stable_only,
    )

    async def attempt() -> dict[TopicPartition, OffsetAndMetadata]:
        asked = link()
        try:
            response = await asked.ask(request, version_max=ONE_GROUP_VERSION_MAX)
        except EncodeError:
            request.require_stable = False  # brokers of before 2.5 do not know of it; Kafka's client goes on, too
            raise RequestTimedOut("asked again in an older form") from None
        check(asked, response.error_code, f"group {group_id!r}")
        return _committed(asked, response)

    if topics is not None and not topics:
        return {}
    return await cluster.retry(attempt, what=f"read the offsets of group {group_id!r}", timeout_ms=timeout_ms)


ONE_GROUP_VERSION_MAX = 7


def _committed(asked: CoordinatorLink, response: OffsetFetchResponse) -> dict[TopicPartition, OffsetAndMetadata]:
    found: dict[TopicPartition, OffsetAndMetadata] = {}
    for topic in response.topics:
        for part in topic.partitions:
            tp = TopicPartition(topic.name, part.partition_index)
            check(asked, part.error_code, str(tp))
            if part.committed_offset != NO_OFFSET:
                found[tp] = OffsetAndMetadata(part.committed_offset, part.metadata or "", part.committed_leader_epoch)
    return found


async def delete(
    cluster: Cluster, link: LinkNow, group_id: str, partitions: Iterable[TopicPartition]
) -> dict[TopicPartition, int]:
    """Deletes committed offsets.

    Returns:
        Partition → error code: GROUP_SUBSCRIBED_TO_TOPIC where a member reads the topic, 0 where it is done.

    Raises:
        KafkaError: all of it is refused: GroupIdNotFound, ….
    """
    request = OffsetDeleteRequest(
        group_id=group_id,
        topics=[
            OffsetDeleteRequest.OffsetDeleteRequestTopic(
                name=name,
                partitions=[OffsetDeleteRequest.OffsetDeleteRequestPartition(partition_index=n) for n in numbers],
            )
            for name, numbers in _by_topic(partitions).items()
        ],
    )

    async def attempt() -> dict[TopicPartition, int]:
        asked = link()
        response = await asked.ask(request)
        check(asked, response.error_code, f"group {group_id!r}")
        return {
            TopicPartition(topic.name, part.partition_index): part.error_code
            for topic in response.topics
            for part in topic.partitions
        }

    return await cluster.retry(attempt, what=f"delete offsets of group {group_id!r}")


def check(asked: CoordinatorLink, code: int, what: str) -> None:
    """Raises a coordinator's error, and forgets a coordinator that is none any more.

    Raises:
        KafkaError: the code's own.
    """
    if code != ErrorCode.NONE:
        if code in MOVED:
            asked.forget()
        raise error_for_code(code, f"{what}: {code_name(code)}")


def _by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    topics: dict[str, list[int]] = {}
    for tp in partitions:
        topics.setdefault(tp.topic, []).append(tp.partition)
    return topics


def as_committed(offset: int | OffsetAndMetadata) -> OffsetAndMetadata:
    """Converts a user's offset to `OffsetAndMetadata`: a number has no metadata."""
    return offset if isinstance(offset, OffsetAndMetadata) else OffsetAndMetadata(offset)
