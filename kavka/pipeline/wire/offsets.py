"""Offsets by time, asked of the leaders: one ListOffsets per leader, again for partitions that moved."""

from __future__ import annotations

from collections.abc import Mapping

from kavka.client.offsets import EARLIEST, LATEST, OffsetAndTimestamp, collect_offsets, offsets_request
from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster

__all__ = ["EARLIEST", "LATEST", "READ_COMMITTED", "READ_UNCOMMITTED", "OffsetAndTimestamp", "list_offsets"]

READ_UNCOMMITTED = 0
READ_COMMITTED = 1


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
    found: dict[TopicPartition, OffsetAndTimestamp] = {}

    def attempt() -> None:
        by_leader: dict[int, dict[TopicPartition, int]] = {}
        for tp, timestamp in wanted.items():
            if tp not in found:
                by_leader.setdefault(cluster.leader_of(tp), {})[tp] = timestamp
        for leader, group in by_leader.items():
            try:
                response = cluster.ask(leader, offsets_request(group, isolation_level))
            except FAILURES:
                for tp in group:
                    cluster.mark_stale(tp.topic)
                raise
            collect_offsets(cluster, response, found)

    cluster.retry(attempt, what="list offsets", timeout_ms=timeout_ms)
    return found
