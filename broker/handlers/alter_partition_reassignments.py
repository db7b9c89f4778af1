"""AlterPartitionReassignments (KIP-455): asks the controller to start, replace or cancel reassignments.

The response comes when they have begun; ListPartitionReassignments says when they have ended.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.common.types import PartitionResult, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError, NotController
from kavka.protocol.messages import AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse

API = ApiKey.ALTER_PARTITION_REASSIGNMENTS

TopicResponse = AlterPartitionReassignmentsResponse.ReassignableTopicResponse
PartitionResponse = AlterPartitionReassignmentsResponse.ReassignablePartitionResponse


def handle(
    request: AlterPartitionReassignmentsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, AlterPartitionReassignmentsResponse]:
    """Alters reassignments, if this broker is the controller.

    Raises:
        NotController: it is not.
        InvalidRequest: a partition is asked for twice.
    """
    del ctx  # every version means the same
    if not broker.controller.is_active:
        raise NotController(f"broker {broker.controller.active_controller_id} is the controller, this is not")
    wanted: dict[TopicPartition, Sequence[int] | None] = {}
    for topic in request.topics:
        for part in topic.partitions:
            partition = TopicPartition(topic.name, part.partition_index)
            if partition in wanted:
                raise InvalidRequest(f"{partition} is in the request twice.")
            wanted[partition] = part.replicas
    return _alter(request, wanted, broker)


def error_response(
    request: AlterPartitionReassignmentsRequest, error: KafkaError
) -> AlterPartitionReassignmentsResponse:
    """Returns the same error for the request and every partition."""
    result = PartitionResult(int(error.code), error.message)
    response = _response(request, lambda _: result)
    response.error_code, response.error_message = result.error_code, result.error_message
    return response


async def _alter(
    request: AlterPartitionReassignmentsRequest,
    wanted: Mapping[TopicPartition, Sequence[int] | None],
    broker: BrokerServices,
) -> AlterPartitionReassignmentsResponse:
    results = await broker.controller.alter_partition_reassignments(wanted, timeout_ms=request.timeout_ms)
    return _response(request, results.__getitem__)


def _response(request: AlterPartitionReassignmentsRequest, result_of: Any) -> AlterPartitionReassignmentsResponse:
    topics = []
    for topic in request.topics:
        parts = []
        for part in topic.partitions:
            result = result_of(TopicPartition(topic.name, part.partition_index))
            parts.append(
                PartitionResponse(
                    partition_index=part.partition_index,
                    error_code=result.error_code,
                    error_message=result.error_message,
                )
            )
        topics.append(TopicResponse(name=topic.name, partitions=parts))
    return AlterPartitionReassignmentsResponse(responses=topics, error_code=0, error_message=None)
