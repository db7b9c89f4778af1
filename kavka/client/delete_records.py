"""Deleting what partitions begin with, asked of the leaders: what `Admin.delete_records` stands on.

One DeleteRecords request per leader; partitions whose leader moved are asked again of the new one. Asking twice does no
harm: a log start offset only grows.
"""

from __future__ import annotations

from collections.abc import Mapping

from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, UnknownTopicOrPartition
from kavka.protocol.messages import DeleteRecordsRequest, DeleteRecordsResponse
from kavka.wire.errors import code_name, error_for_code

HIGH_WATERMARK = -1
"""The offset that stands for all that consumers can see."""


async def delete_records(cluster: Cluster, wanted: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
    """Deletes the records before an offset, partition by partition.

    Args:
        cluster: Where.
        wanted: Partition → the first offset that stays, or HIGH_WATERMARK.

    Returns:
        Where each partition begins now.

    Raises:
        KafkaError: what a leader refuses for good; other partitions may be done.
        DeadlineExceeded: some leader did not respond in time.
    """
    done: dict[TopicPartition, int] = {}

    async def attempt() -> None:
        by_leader: dict[int, dict[TopicPartition, int]] = {}
        for topic in sorted({tp.topic for tp in wanted if tp not in done}):
            await cluster.topic(topic)
        for tp, offset in wanted.items():
            if tp not in done:
                by_leader.setdefault(cluster.view.leader_of(tp), {})[tp] = offset
        for leader, group in by_leader.items():
            request = DeleteRecordsRequest(topics=_topics(group), timeout_ms=cluster.request_timeout_ms)
            try:
                _collect(cluster, await cluster.ask(leader, request), done)
            except (OSError, TimeoutError):
                for tp in group:
                    cluster.mark_stale(tp.topic)
                raise

    if wanted:
        await cluster.retry(attempt, what="delete records", unless=UnknownTopicOrPartition)
    return done


def _topics(group: Mapping[TopicPartition, int]) -> list[DeleteRecordsRequest.DeleteRecordsTopic]:
    topics: dict[str, list[DeleteRecordsRequest.DeleteRecordsPartition]] = {}
    for tp, offset in group.items():
        part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=tp.partition, offset=offset)
        topics.setdefault(tp.topic, []).append(part)
    return [DeleteRecordsRequest.DeleteRecordsTopic(name=name, partitions=parts) for name, parts in topics.items()]


def _collect(cluster: Cluster, response: DeleteRecordsResponse, done: dict[TopicPartition, int]) -> None:
    failure = None
    for topic in response.topics:
        for part in topic.partitions:
            tp = TopicPartition(topic.name, part.partition_index)
            if part.error_code == ErrorCode.NONE:
                done[tp] = part.low_watermark
            else:
                cluster.mark_stale(tp.topic)
                failure = error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}")
    if failure is not None:
        raise failure
