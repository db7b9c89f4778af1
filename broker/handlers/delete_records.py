"""DeleteRecords: moves where partitions begin; −1 stands for the high watermark.

Each partition has its own outcome. The leader's start moves at once, and with it what Fetch and ListOffsets see; the
response waits, at most for the request's time, until the replicas have followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.replica.delayed_delete_records import NO_WATERMARK, PendingDeletion
from kavka.broker.requests.cluster_view import INTERNAL_TOPICS
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidTopic, KafkaError
from kavka.protocol.messages import DeleteRecordsResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.replica.follower_progress import FollowerProgress
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import DeleteRecordsRequest

API = ApiKey.DELETE_RECORDS

TopicResult = DeleteRecordsResponse.DeleteRecordsTopicResult
PartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult


class DeleteRecordsHandler:
    """Handles DeleteRecords requests."""

    __slots__ = ("_checkpoint_log_start_offsets", "_followers", "_partitions", "_waiting")

    def __init__(
        self,
        *,
        checkpoint_log_start_offsets: Callable[[], None],
        followers: FollowerProgress,
        partitions: Partitions,
        waiting: Waiting,
    ) -> None:
        self._checkpoint_log_start_offsets = checkpoint_log_start_offsets
        self._followers = followers
        self._partitions = partitions
        self._waiting = waiting

    def handle(self, request: DeleteRecordsRequest, ctx: RequestContext) -> Deferred:
        """Deletes on this leader, then waits for the other replicas."""
        response = DeleteRecordsResponse()
        deletions: list[PendingDeletion] = []
        for topic, offsets in _wanted(request).items():
            results = [self._delete(topic, index, offset, deletions) for index, offset in offsets.items()]
            response.topics.append(TopicResult(name=topic, partitions=results))
        # Also a look at what was lost on the way: a start that moved inside a segment lives in the checkpoint only.
        if any(deletion.result.error_code == ErrorCode.NONE for deletion in deletions):
            self._checkpoint_log_start_offsets()
        if deletions:
            self._waiting.delay_delete_records(request.timeout_ms, deletions, lambda: ctx.respond(response))
        else:
            ctx.respond(response)
        return DEFERRED

    def _delete(self, topic: str, index: int, offset: int, deletions: list[PendingDeletion]) -> PartitionResult:
        result = PartitionResult(partition_index=index, low_watermark=NO_WATERMARK)
        try:
            partition: Partition = self._partitions.get(topic, index)
            if topic in INTERNAL_TOPICS:
                raise InvalidTopic(f"Cannot delete records of internal topic {topic}")
            reached = partition.delete_records(offset)
        except KafkaError as error:
            return _failed(index, error.code)
        deletions.append(
            PendingDeletion(partition, offset=reached, low_watermark=self._followers.low_watermark, result=result)
        )
        return result


def _wanted(request: DeleteRecordsRequest) -> dict[str, dict[int, int]]:
    """Reads topic → partition → offset; of a partition that is named twice, the last one counts, as in Kafka."""
    wanted: dict[str, dict[int, int]] = {}
    for topic in request.topics:
        offsets = wanted.setdefault(topic.name, {})
        offsets.update((asked.partition_index, asked.offset) for asked in topic.partitions)
    return wanted


def _failed(index: int, error: ErrorCode) -> PartitionResult:
    return PartitionResult(partition_index=index, low_watermark=NO_WATERMARK, error_code=int(error))
