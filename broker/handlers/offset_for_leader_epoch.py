"""OffsetForLeaderEpoch: where a leader epoch ends in this leader's log, for replicas and clients that must truncate.

Version 0 returns an offset only; 1 adds the epoch that it belongs to (KIP-279); from 2 on the client says which
leader epoch it believes in and is fenced when that is not the leader's (KIP-320).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.replica.fetch_types import CONSUMER
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import OffsetForLeaderEpochResponse

if TYPE_CHECKING:
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import OffsetForLeaderEpochRequest

API = ApiKey.OFFSET_FOR_LEADER_EPOCH

EpochEnd = OffsetForLeaderEpochResponse.EpochEndOffset
TopicResult = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult


class OffsetForLeaderEpochHandler:
    """Handles OffsetForLeaderEpoch requests."""

    __slots__ = ("_partitions",)

    def __init__(self, *, partitions: Partitions) -> None:
        self._partitions = partitions

    def handle(self, request: OffsetForLeaderEpochRequest, ctx: RequestContext) -> OffsetForLeaderEpochResponse:
        """Looks up every partition's epoch end offset; a partition's error is its own."""
        return OffsetForLeaderEpochResponse(
            topics=[
                TopicResult(
                    topic=topic.topic, partitions=[self._answer(topic.topic, asked) for asked in topic.partitions]
                )
                for topic in request.topics
            ]
        )

    def _answer(self, topic: str, asked: OffsetForLeaderEpochRequest.OffsetForLeaderPartition) -> EpochEnd:
        try:
            partition = self._partitions.get(topic, asked.partition)
            # Only the leader's log counts, for everybody: also a debugging consumer is sent to it.
            partition.check_readable(CONSUMER, asked.current_leader_epoch)
            epoch, end_offset = partition.end_offset_for_epoch(asked.leader_epoch)
        except KafkaError as error:
            return _failed(asked.partition, error)
        return EpochEnd(partition=asked.partition, leader_epoch=epoch, end_offset=end_offset)


def _failed(partition: int, error: KafkaError) -> EpochEnd:
    return EpochEnd(partition=partition, error_code=int(error.code))
