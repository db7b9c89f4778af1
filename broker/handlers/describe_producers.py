"""DescribeProducers: who has written to partitions idempotently, and since which offset a transaction is open.

Any replica answers for itself: what a follower knows comes from what it has copied (KIP-664).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.api_keys import ApiKey
from protocol.errors import KafkaError
from protocol.messages import DescribeProducersResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.replica.replica_manager import ReplicaManager
    from broker.services import BrokerServices
    from protocol.messages import DescribeProducersRequest

API = ApiKey.DESCRIBE_PRODUCERS

TopicResult = DescribeProducersResponse.TopicResponse
PartitionResult = DescribeProducersResponse.PartitionResponse
Producer = DescribeProducersResponse.ProducerState


def handle(request: DescribeProducersRequest, ctx: RequestContext, broker: BrokerServices) -> DescribeProducersResponse:
    """Looks every partition up; one's error is its own."""
    manager = broker.replica_manager
    return DescribeProducersResponse(
        topics=[
            TopicResult(
                name=topic.name, partitions=[_answer(topic.name, index, manager) for index in topic.partition_indexes]
            )
            for topic in request.topics
        ]
    )


def error_response(request: DescribeProducersRequest, error: KafkaError) -> DescribeProducersResponse:
    """The same error for every partition: the response has none of its own."""
    return DescribeProducersResponse(
        topics=[
            TopicResult(name=topic.name, partitions=[_failed(index, error) for index in topic.partition_indexes])
            for topic in request.topics
        ]
    )


def _answer(topic: str, index: int, manager: ReplicaManager) -> PartitionResult:
    try:
        partition = manager.partition(topic, index)
        partition.log.log_dir.check_online()
    except KafkaError as error:
        return _failed(index, error)
    return PartitionResult(
        partition_index=index,
        active_producers=[
            Producer(
                producer_id=entry.producer_id,
                producer_epoch=entry.epoch,
                last_sequence=entry.last_sequence,
                last_timestamp=entry.last_timestamp,
                coordinator_epoch=entry.coordinator_epoch,
                current_txn_start_offset=entry.txn_first_offset,
            )
            for entry in partition.log.producer_state.entries
        ],
    )


def _failed(index: int, error: KafkaError) -> PartitionResult:
    return PartitionResult(partition_index=index, error_code=int(error.code), error_message=error.message)
