"""A group's committed offsets, read and written without being a member: markers of batches, and lag displays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kavka.client.coordinators import CoordinatorKind
from kavka.client.group_offsets import NO_OFFSET, ONE_GROUP_VERSION_MAX
from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.coordinators import BlockingCoordinator
from kavka.protocol.messages import OffsetCommitRequest, OffsetFetchRequest, OffsetFetchResponse


def fetch_offsets(
    cluster: BlockingCluster,
    group_id: str,
    partitions: Iterable[TopicPartition],
    *,
    require_stable: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, int]:
    """Fetches a group's committed offsets.

    Args:
        cluster: Where.
        group_id: Whose.
        partitions: Which.
        require_stable: Wait until no transaction has offsets of these partitions open (KIP-447).
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        Only partitions that have an offset.

    Raises:
        KafkaError: it is refused.
        EncodeError: `require_stable`, and the broker is older than Kafka 2.5, which cannot promise it.
        DeadlineExceeded: no coordinator said in time.
    """
    request = OffsetFetchRequest(
        group_id=group_id,
        topics=[
            OffsetFetchRequest.OffsetFetchRequestTopic(name=name, partition_indexes=numbers)
            for name, numbers in _by_topic(partitions).items()
        ],
        require_stable=require_stable,
    )
    coordinator = BlockingCoordinator(cluster, CoordinatorKind.GROUP, group_id)
    response = coordinator.ask(
        request,
        _fetch_codes,
        what=f"read the offsets of group {group_id!r}",
        timeout_ms=timeout_ms,
        version_max=ONE_GROUP_VERSION_MAX,
    )
    return {
        TopicPartition(topic.name, part.partition_index): part.committed_offset
        for topic in response.topics
        for part in topic.partitions
        if part.committed_offset != NO_OFFSET
    }


def commit_offsets(
    cluster: BlockingCluster,
    group_id: str,
    offsets: Mapping[TopicPartition, int],
    *,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets of a group that has no members.

    Raises:
        UnknownMemberId: the group has members.
        KafkaError: it is refused.
        DeadlineExceeded: no coordinator took them in time.
    """
    if not offsets:
        return
    topics: dict[str, list[OffsetCommitRequest.OffsetCommitRequestPartition]] = {}
    for tp, offset in offsets.items():
        topics.setdefault(tp.topic, []).append(
            OffsetCommitRequest.OffsetCommitRequestPartition(
                partition_index=tp.partition, committed_offset=offset, committed_metadata=""
            )
        )
    request = OffsetCommitRequest(
        group_id=group_id,
        topics=[OffsetCommitRequest.OffsetCommitRequestTopic(name=n, partitions=p) for n, p in topics.items()],
    )
    coordinator = BlockingCoordinator(cluster, CoordinatorKind.GROUP, group_id)
    coordinator.ask(request, partition_codes, what=f"commit offsets of group {group_id!r}", timeout_ms=timeout_ms)


def partition_codes(response: object) -> Iterator[int]:
    """Yields the error code of each partition in a response."""
    for topic in response.topics:  # type: ignore[attr-defined]
        for part in topic.partitions:
            yield int(part.error_code)


def _fetch_codes(response: OffsetFetchResponse) -> Iterator[int]:
    yield int(response.error_code)
    yield from partition_codes(response)


def _by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    topics: dict[str, list[int]] = {}
    for tp in partitions:
        topics.setdefault(tp.topic, []).append(tp.partition)
    return topics
