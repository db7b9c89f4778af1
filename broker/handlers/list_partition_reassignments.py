"""ListPartitionReassignments (KIP-455): what the controller is moving; partitions at rest are left out."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.common.steps import Steps, in_order
from kavka.common.types import OngoingReassignment, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.common.lane import Lane

API = ApiKey.LIST_PARTITION_REASSIGNMENTS

Topic = ListPartitionReassignmentsResponse.OngoingTopicReassignment
Partition = ListPartitionReassignmentsResponse.OngoingPartitionReassignment


class ListPartitionReassignmentsHandler:
    """Handles ListPartitionReassignments requests."""

    __slots__ = ("_controller", "_lane")

    def __init__(self, *, controller: ControllerApi, lane: Lane) -> None:
        self._controller = controller
        self._lane = lane

    def handle(
        self, request: ListPartitionReassignmentsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, ListPartitionReassignmentsResponse]:
        """Lists reassignments, if this broker is the controller.

        Raises:
            NotController: it is not.
        """
        del ctx  # there is one version
        check_is_active(self._controller)
        return self._list(request)

    async def _list(self, request: ListPartitionReassignmentsRequest) -> ListPartitionReassignmentsResponse:
        wanted = None
        if request.topics is not None:
            wanted = [
                TopicPartition(topic.name, index) for topic in request.topics for index in topic.partition_indexes
            ]
        found = await self._controller.list_partition_reassignments(wanted, timeout_ms=request.timeout_ms)
        return await self._lane.do_for(_listed(found), items=len(found))


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
