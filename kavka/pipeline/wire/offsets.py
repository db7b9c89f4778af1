"""Offsets by time, asked of the leaders: one ListOffsets per leader, those that moved asked again."""

from __future__ import annotations

from collections.abc import Mapping

from kavka.client.errors import code_name, error_for_code
from kavka.client.offsets import CONSUMER_REPLICA_ID, EARLIEST, LATEST, OffsetAndTimestamp
from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import FAILURES, BlockingCluster
from protocol.errors import ErrorCode
from protocol.messages import ListOffsetsRequest, ListOffsetsResponse

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
                response = cluster.ask(leader, _request(group, isolation_level))
            except FAILURES:
                for tp in group:
                    cluster.mark_stale(tp.topic)
                raise
            _collect(cluster, response, found)

    cluster.retry(attempt, what="list offsets", timeout_ms=timeout_ms)
    return found


def _request(group: Mapping[TopicPartition, int], isolation_level: int) -> ListOffsetsRequest:
    topics: dict[str, list[ListOffsetsRequest.ListOffsetsPartition]] = {}
    for tp, timestamp in group.items():
        topics.setdefault(tp.topic, []).append(
            ListOffsetsRequest.ListOffsetsPartition(partition_index=tp.partition, timestamp=timestamp)
        )
    return ListOffsetsRequest(
        replica_id=CONSUMER_REPLICA_ID,
        isolation_level=isolation_level,
        topics=[ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=parts) for name, parts in topics.items()],
    )


def _collect(
    cluster: BlockingCluster, response: ListOffsetsResponse, found: dict[TopicPartition, OffsetAndTimestamp]
) -> None:
    failure = None
    for topic in response.topics:
        for part in topic.partitions:
            tp = TopicPartition(topic.name, part.partition_index)
            if part.error_code == ErrorCode.NONE:
                found[tp] = OffsetAndTimestamp(part.offset, part.timestamp, part.leader_epoch)
            else:
                cluster.mark_stale(tp.topic)
                failure = error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}")
    if failure is not None:
        raise failure
