"""DescribeProducers: who has written to partitions idempotently, and since which offset a transaction is open.

Any replica describes its own log: what a follower knows comes from what it has copied (KIP-664).
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import DescribeProducersResponse

if TYPE_CHECKING:
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import DescribeProducersRequest

API = ApiKey.DESCRIBE_PRODUCERS

TopicResult = DescribeProducersResponse.TopicResponse
PartitionResult = DescribeProducersResponse.PartitionResponse
Producer = DescribeProducersResponse.ProducerState


def handle(
    request: DescribeProducersRequest, ctx: RequestContext, broker: BrokerServices
) -> DescribeProducersResponse | Coroutine[Any, Any, DescribeProducersResponse]:
    """Describes every partition's producers; a partition's error is its own."""
    found = (
        broker.replica_manager.find(topic.name, index) for topic in request.topics for index in topic.partition_indexes
    )
    producers = sum([1 if partition is None else len(partition.log.producer_state) for partition in found])
    return broker.lane.do_in_time(_describe(request, broker.replica_manager), items=producers)


def _describe(request: DescribeProducersRequest, manager: ReplicaManager) -> Steps[DescribeProducersResponse]:
    response = DescribeProducersResponse()
    for topic in request.topics:
        partitions = []
        for index in topic.partition_indexes:
            partitions.append((yield from _answer(topic.name, index, manager)))
        response.topics.append(TopicResult(name=topic.name, partitions=partitions))
    return response


def error_response(request: DescribeProducersRequest, error: KafkaError) -> DescribeProducersResponse:
    """Returns the same error for every partition: the response has no place for one of the request."""
    return DescribeProducersResponse(
        topics=[
            TopicResult(name=topic.name, partitions=[_failed(index, error) for index in topic.partition_indexes])
            for topic in request.topics
        ]
    )


def _answer(topic: str, index: int, manager: ReplicaManager) -> Steps[PartitionResult]:
    yield
    try:
        partition = manager.partition(topic, index)
        partition.log.log_dir.check_online()
    except KafkaError as error:
        return _failed(index, error)
    result = PartitionResult(partition_index=index)
    for entry in partition.log.producer_state.entries:
        result.active_producers.append(
            Producer(
                producer_id=entry.producer_id,
                producer_epoch=entry.epoch,
                last_sequence=entry.last_sequence,
                last_timestamp=entry.last_timestamp,
                coordinator_epoch=entry.coordinator_epoch,
                current_txn_start_offset=entry.txn_first_offset,
            )
        )
        yield
    return result


def _failed(index: int, error: KafkaError) -> PartitionResult:
    return PartitionResult(partition_index=index, error_code=int(error.code), error_message=error.message)
