"""StopReplica: the controller takes partitions away from this broker, or has their logs deleted."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.leader_and_isr import PARTITIONS_IN_ONE_STEP_MAX, check_broker_epoch, refuse_kraft
from kavka.common.steps import Steps, at_once, in_slices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import StopReplicaResponse
from kavka.protocol.response_pieces import JoinedResponse, StretchWriter
from kavka.protocol.sliced_list import is_sliced

if TYPE_CHECKING:
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.controller_commands import ControllerCommands, ReplicaResult
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import StopReplicaRequest

API = ApiKey.STOP_REPLICA

PartitionError = StopReplicaResponse.StopReplicaPartitionError

Answer = StopReplicaResponse | JoinedResponse
"""Of a request that is decoded as it is read, the response is encoded as it is found."""


class StopReplicaHandler:
    """Handles StopReplica requests."""

    __slots__ = ("_broker_epoch", "_commands", "_control_requests")

    def __init__(
        self, *, broker_epoch: Callable[[], int], commands: ControllerCommands, control_requests: ControlRequests
    ) -> None:
        self._broker_epoch = broker_epoch
        self._commands = commands
        self._control_requests = control_requests

    def handle(self, request: StopReplicaRequest, ctx: RequestContext) -> Answer | Coroutine[Any, Any, Answer]:
        """Stops replicas, and responds partition by partition.

        Raises:
            StaleBrokerEpoch: the request is for an earlier life of this broker.
            StaleControllerEpoch: it comes from a controller that has been replaced.
        """
        refuse_kraft(request)
        check_broker_epoch(request.broker_epoch, self._broker_epoch())
        if _is_large(request) or self._control_requests.is_busy:
            return self._stop_in_turn(request, ctx)
        return at_once(self._stop(request, ctx))

    async def _stop_in_turn(self, request: StopReplicaRequest, ctx: RequestContext) -> Answer:
        def recheck() -> None:
            check_broker_epoch(request.broker_epoch, self._broker_epoch())

        async with self._control_requests.turn(), self._control_requests.lane.enter() as pace:
            recheck()
            return await in_slices(self._stop(request, ctx), pace, recheck)

    def _stop(self, request: StopReplicaRequest, ctx: RequestContext) -> Steps[Answer]:
        if is_sliced(request.ungrouped_partitions, request.topics, request.topic_states):
            encoded = StretchWriter(StopReplicaResponse, ctx.api_version, _response)
            yield from self._commands.stop_replicas(request, encoded.add)
            return encoded.finish()
        results: list[ReplicaResult] = []
        yield from self._commands.stop_replicas(request, results.append)
        return _response(results)


def _is_large(request: StopReplicaRequest) -> bool:
    if is_sliced(request.ungrouped_partitions, request.topics, request.topic_states):
        return True
    named = (
        len(request.ungrouped_partitions)
        + sum(len(topic.partition_indexes) for topic in request.topics)
        + sum(len(topic.partition_states) for topic in request.topic_states)
    )
    return named > PARTITIONS_IN_ONE_STEP_MAX


def _response(results: Iterable[ReplicaResult]) -> StopReplicaResponse:
    return StopReplicaResponse(
        partition_errors=[PartitionError(topic, index, error_code) for topic, _, index, error_code in results]
    )
