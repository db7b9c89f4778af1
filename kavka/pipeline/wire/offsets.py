"""Offsets by time, asked of the leaders: the blocking twin of `kavka.client.offsets`, on `wire.offsets`."""

from __future__ import annotations

from collections.abc import Mapping

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.wire.errors import FAILURES
from kavka.wire.offsets import EARLIEST, LATEST, READ_COMMITTED, READ_UNCOMMITTED, OffsetAndTimestamp, OffsetLookup

__all__ = ["EARLIEST", "LATEST", "READ_COMMITTED", "READ_UNCOMMITTED", "OffsetAndTimestamp", "list_offsets"]


def list_offsets(
    cluster: BlockingCluster,
    wanted: Mapping[TopicPartition, int],
    *,
    isolation_level: int = READ_UNCOMMITTED,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndTimestamp]:
    """Asks for the offset of a time, per partition.

    Args:
        cluster: Where.
        wanted: Partition → ms since the epoch, `LATEST` (−1) or `EARLIEST` (−2).
        isolation_level: `READ_COMMITTED`: the latest offset is the last stable one.
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        One entry a partition; offset −1 means that no record is that young.

    Raises:
        KafkaError: what a broker refuses for good.
        ValueError: there is no such partition.
        DeadlineExceeded: some leader did not answer in time.
    """
    lookup = OffsetLookup(cluster.view, wanted, isolation_level=isolation_level)

    def attempt() -> None:
        cluster.refresh_stale(lookup.topics())
        for leader, group in lookup.by_leader().items():
            try:
                response = cluster.ask(leader, lookup.request(group))
            except FAILURES:
                lookup.lost(group)
                raise
            lookup.collect(group, response)

    cluster.retry(attempt, what="list offsets", timeout_ms=timeout_ms)
    return lookup.found
