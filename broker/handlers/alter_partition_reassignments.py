"""AlterPartitionReassignments (KIP-455): asks the controller to start, replace or cancel reassignments.

The response comes when they have begun; ListPartitionReassignments says when they have ended. From version 1 on a
client may forbid that a partition gets more or fewer replicas (KIP-860).
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi

API = ApiKey.ALTER_PARTITION_REASSIGNMENTS

TopicResponse = AlterPartitionReassignmentsResponse.ReassignableTopicResponse
PartitionResponse = AlterPartitionReassignmentsResponse.ReassignablePartitionResponse


class AlterPartitionReassignmentsHandler:
    """Handles AlterPartitionReassignments requests."""

    __slots__ = ("_controller",)

    def __init__(self, *, controller: ControllerApi) -> None:
        self._controller = controller

    def handle(
        self, request: AlterPartitionReassignmentsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, AlterPartitionReassignmentsResponse]:
        """Alters reassignments, if this broker is the controller.

        Raises:
            NotController: it is not.
            InvalidRequest: a partition is asked for twice.
        """
        del ctx  # every version means the same
        check_is_active(self._controller)
        wanted: dict[TopicPartition, Sequence[int] | None] = {}
        for topic in request.topics:
            for part in topic.partitions:
                partition = TopicPartition(topic.name, part.partition_index)
                if partition in wanted:
                    raise InvalidRequest(f"{partition} is in the request twice.")
                wanted[partition] = part.replicas
        return self._alter(request, wanted)

    async def _alter(
        self,
        request: AlterPartitionReassignmentsRequest,
        wanted: Mapping[TopicPartition, Sequence[int] | None],
    ) -> AlterPartitionReassignmentsResponse:
        results = await self._controller.alter_partition_reassignments(
            wanted,
            timeout_ms=request.timeout_ms,
            allow_replication_factor_change=request.allow_replication_factor_change,
        )
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
    return AlterPartitionReassignmentsResponse(
        allow_replication_factor_change=request.allow_replication_factor_change,
        responses=topics,
        error_code=0,
        error_message=None,
    )
