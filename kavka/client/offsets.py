"""Offsets by time, asked of the leaders: what the consumer's lookups and Admin stand on.

`wire.offsets` says whom to ask for what, and again; here are the requests and the waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition
from kavka.wire.cluster_view import NoSuchPartition
from kavka.wire.errors import FAILURES, LeaderUnknown
from kavka.wire.offsets import (
    EARLIEST,
    EARLIEST_LOCAL,
    EARLIEST_PENDING_UPLOAD,
    LATEST,
    LATEST_TIERED,
    MAX_TIMESTAMP,
    OffsetAndTimestamp,
    OffsetLookup,
)

__all__ = [
    "EARLIEST",
    "EARLIEST_LOCAL",
    "EARLIEST_PENDING_UPLOAD",
    "LATEST",
    "LATEST_TIERED",
    "MAX_TIMESTAMP",
    "OffsetAndTimestamp",
    "beginning_offsets",
    "end_offsets",
    "list_offsets",
    "offsets_for_times",
    "watermarks",
]


async def list_offsets(
    cluster: Cluster,
    wanted: Mapping[TopicPartition, int],
    *,
    timeout_ms: int | None = None,
    isolation_level: int = 0,
    may_be_new: bool = False,
) -> dict[TopicPartition, OffsetAndTimestamp]:
    """Returns each partition's offset at a timestamp.

    Args:
        cluster: Where.
        wanted: Partition → ms since the epoch, `LATEST`, `EARLIEST` or another of these.
        timeout_ms: Deadline with retries; None: the cluster's.
        isolation_level: 1: what is not committed counts as not there.
        may_be_new: whether a partition that brokers do not know may have been added a moment ago; it is waited for.

    Returns:
        One entry a partition; offset −1 means that no record is that young.

    Raises:
        KafkaError: what a broker refuses for good.
        ValueError: there is no such partition.
        DeadlineExceeded: some leader did not respond in time.
    """
    lookup = OffsetLookup(cluster.view, wanted, isolation_level=isolation_level)

    async def attempt() -> None:
        for topic in lookup.topics():
            await cluster.topic(topic)
        try:
            groups = lookup.by_leader()
        except NoSuchPartition as error:
            if may_be_new:
                raise LeaderUnknown(str(error)) from None
            raise
        for leader, group in groups.items():
            try:
                response = await cluster.ask(leader, lookup.request(group))
            except FAILURES:
                lookup.lost(group)
                raise
            lookup.collect(group, response)

    if wanted:
        await cluster.retry(attempt, what="list offsets", timeout_ms=timeout_ms)
    return lookup.found


async def beginning_offsets(cluster: Cluster, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
    """Returns the partitions' log start offsets; raises as `list_offsets`."""
    found = await list_offsets(cluster, dict.fromkeys(partitions, EARLIEST))
    return {tp: item.offset for tp, item in found.items()}


async def end_offsets(
    cluster: Cluster, partitions: Iterable[TopicPartition], *, isolation_level: int = 0
) -> dict[TopicPartition, int]:
    """Returns the partitions' high watermarks, or last stable offsets; raises as `list_offsets`."""
    found = await list_offsets(cluster, dict.fromkeys(partitions, LATEST), isolation_level=isolation_level)
    return {tp: item.offset for tp, item in found.items()}


async def offsets_for_times(
    cluster: Cluster, timestamps: Mapping[TopicPartition, int], *, isolation_level: int
) -> dict[TopicPartition, OffsetAndTimestamp | None]:
    """Returns each partition's first record at or after a timestamp, None without one; raises as `list_offsets`."""
    found = await list_offsets(cluster, timestamps, isolation_level=isolation_level)
    return {tp: item if item.offset >= 0 else None for tp, item in found.items()}


async def watermarks(cluster: Cluster, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, tuple[int, int]]:
    """Returns each partition's log start offset and high watermark; raises as `list_offsets`."""
    first = await beginning_offsets(cluster, partitions)
    last = await end_offsets(cluster, partitions)
    return {tp: (first[tp], last[tp]) for tp in partitions}
