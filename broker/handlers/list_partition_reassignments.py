"""ListPartitionReassignments (KIP-455): what the controller is moving; partitions at rest are left out."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.common.steps import Steps, in_order
from kavka.common.types import OngoingReassignment, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError, NotController
from kavka.protocol.messages import ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse

API = ApiKey.LIST_PARTITION_REASSIGNMENTS

Topic = ListPartitionReassignmentsResponse.OngoingTopicReassignment
Partition = ListPartitionReassignmentsResponse.OngoingPartitionReassignment


def handle(
    request: ListPartitionReassignmentsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, ListPartitionReassignmentsResponse]:
    """Lists reassignments, if this broker is the controller.

    Raises:
        NotController: it is not.
    """
    del ctx  # there is one version
    if not broker.controller.is_active:
        raise NotController(f"broker {broker.controller.active_controller_id} is the controller, this is not")
    return _list(request, broker)


def error_response(request: ListPartitionReassignmentsRequest, error: KafkaError) -> ListPartitionReassignmentsResponse:
    """Returns the error, and nothing listed."""
    del request
    return ListPartitionReassignmentsResponse(error_code=int(error.code), error_message=error.message, topics=[])


async def _list(
    request: ListPartitionReassignmentsRequest, broker: BrokerServices
) -> ListPartitionReassignmentsResponse:
    wanted = None
    if request.topics is not None:
        wanted = [TopicPartition(topic.name, index) for topic in request.topics for index in topic.partition_indexes]
    found = await broker.controller.list_partition_reassignments(wanted, timeout_ms=request.timeout_ms)
    return await broker.lane.do_for(_listed(found), items=len(found))


def _listed(found: Mapping[TopicPartition, OngoingReassignment]) -> Steps[ListPartitionReassignmentsResponse]:
    topics: dict[str, Topic] = {}
    for partition in (yield from in_order(found)):
        move = found[partition]
        topic = topics.setdefault(partition.topic, Topic(name=partition.topic, partitions=[]))
        topic.partitions.append(
            Partition(
                partition_index=partition.partition,
                replicas=list(move.replicas),
                adding_replicas=list(move.adding),
                removing_replicas=list(move.removing),
            )
        )
        yield
    return ListPartitionReassignmentsResponse(error_code=0, error_message=None, topics=list(topics.values()))
