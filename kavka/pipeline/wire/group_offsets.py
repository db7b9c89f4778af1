"""A group's committed offsets, read and written without being a member: markers of batches, and lag displays.

`wire.group_offsets` has the requests and reads the responses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.coordinators import BlockingCoordinator
from kavka.wire.coordinator import CoordinatorKind
from kavka.wire.group_offsets import (
    ONE_GROUP_VERSION_MAX,
    GroupMetadata,
    OffsetAndMetadata,
    check_committed,
    check_fetched,
    commit_request,
    fetch_request,
)


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
    found = BlockingCoordinator(cluster, CoordinatorKind.GROUP, group_id).ask(
        fetch_request(group_id, partitions, require_stable=require_stable),
        lambda coordinator, response: check_fetched(coordinator, group_id, response),
        what=f"read the offsets of group {group_id!r}",
        timeout_ms=timeout_ms,
        version_max=ONE_GROUP_VERSION_MAX,
    )
    return {tp: committed.offset for tp, committed in found.items()}


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
    committed = {tp: OffsetAndMetadata(offset) for tp, offset in offsets.items()}
    BlockingCoordinator(cluster, CoordinatorKind.GROUP, group_id).ask(
        commit_request(GroupMetadata(group_id), committed),
        lambda coordinator, response: check_committed(coordinator, group_id, response),
        what=f"commit offsets of group {group_id!r}",
        timeout_ms=timeout_ms,
    )
