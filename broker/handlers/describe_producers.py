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
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DescribeProducersRequest

API = ApiKey.DESCRIBE_PRODUCERS

TopicResult = DescribeProducersResponse.TopicResponse
PartitionResult = DescribeProducersResponse.PartitionResponse
Producer = DescribeProducersResponse.ProducerState


class DescribeProducersHandler:
    """Handles DescribeProducers requests."""

    __slots__ = ("_lane", "_partitions")

    def __init__(self, *, lane: Lane, partitions: Partitions) -> None:
        self._lane = lane
        self._partitions = partitions

    def handle(
        self, request: DescribeProducersRequest, ctx: RequestContext
    ) -> DescribeProducersResponse | Coroutine[Any, Any, DescribeProducersResponse]:
        """Describes every partition's producers; a partition's error is its own."""
        found = (
            self._partitions.find(topic.name, index) for topic in request.topics for index in topic.partition_indexes
        )
        producers = sum([1 if partition is None else len(partition.log.producer_state) for partition in found])
        return self._lane.do_in_time(_describe(request, self._partitions), items=producers)


def _describe(request: DescribeProducersRequest, here: Partitions) -> Steps[DescribeProducersResponse]:
    response = DescribeProducersResponse()
    for topic in request.topics:
        partitions = []
        for index in topic.partition_indexes:
            partitions.append((yield from _answer(topic.name, index, here)))
        response.topics.append(TopicResult(name=topic.name, partitions=partitions))
    return response


def _answer(topic: str, index: int, here: Partitions) -> Steps[PartitionResult]:
    yield
    try:
        partition = here.get(topic, index)
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
