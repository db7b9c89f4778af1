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
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import DeleteRecordsRequest

API = ApiKey.DELETE_RECORDS

TopicResult = DeleteRecordsResponse.DeleteRecordsTopicResult
PartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult


def handle(request: DeleteRecordsRequest, ctx: RequestContext, broker: BrokerServices) -> Deferred:
    """Deletes on this leader, then waits for the other replicas."""
    manager = broker.replica_manager
    response = DeleteRecordsResponse()
    deletions: list[PendingDeletion] = []
    for topic, offsets in _wanted(request).items():
        results = [_delete(topic, index, offset, manager, deletions) for index, offset in offsets.items()]
        response.topics.append(TopicResult(name=topic, partitions=results))
    # Also a look at what was lost on the way: a start that moved inside a segment lives in the checkpoint only.
    if any(deletion.result.error_code == ErrorCode.NONE for deletion in deletions):
        broker.log_manager.checkpoint_log_start_offsets()
    if deletions:
        manager.delay_delete_records(request.timeout_ms, deletions, lambda: ctx.respond(response))
    else:
        ctx.respond(response)
    return DEFERRED


def error_response(request: DeleteRecordsRequest, error: KafkaError) -> DeleteRecordsResponse:
    """Returns the same error for every partition: DeleteRecords has no place for one of the request."""
    return DeleteRecordsResponse(
        topics=[
            TopicResult(name=topic, partitions=[_failed(index, error.code) for index in offsets])
            for topic, offsets in _wanted(request).items()
        ]
    )


def _wanted(request: DeleteRecordsRequest) -> dict[str, dict[int, int]]:
    """Reads topic → partition → offset; of a partition that is named twice, the last one counts, as in Kafka."""
    wanted: dict[str, dict[int, int]] = {}
    for topic in request.topics:
        offsets = wanted.setdefault(topic.name, {})
        offsets.update((asked.partition_index, asked.offset) for asked in topic.partitions)
    return wanted


def _delete(
    topic: str, index: int, offset: int, manager: ReplicaManager, deletions: list[PendingDeletion]
) -> PartitionResult:
    result = PartitionResult(partition_index=index, low_watermark=NO_WATERMARK)
    try:
        partition: Partition = manager.partition(topic, index)
        if topic in INTERNAL_TOPICS:
            raise InvalidTopic(f"Cannot delete records of internal topic {topic}")
        reached = partition.delete_records(offset)
    except KafkaError as error:
        return _failed(index, error.code)
    deletions.append(PendingDeletion(partition, offset=reached, low_watermark=manager.low_watermark, result=result))
    return result


def _failed(index: int, error: ErrorCode) -> PartitionResult:
    return PartitionResult(partition_index=index, low_watermark=NO_WATERMARK, error_code=int(error))
