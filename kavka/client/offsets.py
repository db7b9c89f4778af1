"""Offsets by time, asked of the leaders: what `seek_to_end`, `offsets_for_times` and Admin stand on.

One ListOffsets request per leader; partitions whose leader moved are asked again of the new one, the others are not
asked twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from kavka.client.cluster import Cluster
from kavka.client.errors import LeaderUnknown, code_name, error_for_code
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ListOffsetsRequest, ListOffsetsResponse

LATEST = -1
"""A "timestamp" that stands for the high watermark."""

EARLIEST = -2
"""A "timestamp" that stands for the log start offset."""

CONSUMER_REPLICA_ID = -1


class OffsetAndTimestamp(NamedTuple):
    """The first record at or after some time."""

    offset: int
    timestamp: int
    leader_epoch: int


async def list_offsets(
    cluster: Cluster,
    wanted: Mapping[TopicPartition, int],
    *,
    timeout_ms: int | None = None,
    isolation_level: int = 0,
) -> dict[TopicPartition, OffsetAndTimestamp]:
    """Returns each partition's offset at a timestamp.

    Args:
        cluster: Where.
        wanted: Partition → ms since the epoch, `LATEST` or `EARLIEST`.
        timeout_ms: Deadline with retries; None: the cluster's.
        isolation_level: 1: what is not committed counts as not there.

    Returns:
        One entry a partition; offset −1 means that no record is that young.

    Raises:
        KafkaError: what a broker refuses for good.
        DeadlineExceeded: some leader did not respond in time.
    """
    found: dict[TopicPartition, OffsetAndTimestamp] = {}

    async def attempt() -> None:
        for topic in sorted({tp.topic for tp in wanted if tp not in found}):
            await cluster.topic(topic)
        by_leader: dict[int, dict[TopicPartition, int]] = {}
        for tp, timestamp in wanted.items():
            if tp not in found:
                by_leader.setdefault(leader_of(cluster, tp), {})[tp] = timestamp
        for leader, group in by_leader.items():
            try:
                response = await cluster.ask(leader, offsets_request(group, isolation_level))
            except (OSError, TimeoutError):
                for tp in group:
                    cluster.mark_stale(tp.topic)
                raise
            collect_offsets(cluster, response, found)

    if wanted:
        await cluster.retry(attempt, what="list offsets", timeout_ms=timeout_ms)
    return found


def leader_of(cluster: Cluster, tp: TopicPartition) -> int:
    """Returns the partition's leader as the metadata has it.

    Raises:
        LeaderUnknown: there is none at the moment; worth another try.
        ValueError: the topic has no such partition.
    """
    leader = cluster.metadata.leader_of(tp.topic, tp.partition)
    if leader < 0:
        info = cluster.metadata.topics.get(tp.topic)
        if info is not None and info.partitions and tp.partition not in info.partitions:
            count = len(info.partitions)
            message = f"there is no partition {tp.partition}: {tp.topic!r} has partitions 0 to {count - 1}"
            raise _NoSuchPartition(message)
        cluster.mark_stale(tp.topic)
        raise LeaderUnknown(f"{tp} has no leader")
    return leader


class _NoSuchPartition(ValueError):
    """Asked for a partition beyond the topic's last; no retry mends that."""


class StaleTopics(Protocol):
    """What `collect_offsets` needs of a cluster, whether it waits in a loop or blocks."""

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata stale; its leaders are looked up again."""


def offsets_request(group: Mapping[TopicPartition, int], isolation_level: int) -> ListOffsetsRequest:
    """Returns the ListOffsets request for a leader's partitions, by timestamp."""
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


def collect_offsets(
    cluster: StaleTopics, response: ListOffsetsResponse, found: dict[TopicPartition, OffsetAndTimestamp]
) -> None:
    """Collects a leader's response in `found`.

    Raises:
        KafkaError: the last partition's that it did not return; the returned ones are in `found`.
    """
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
