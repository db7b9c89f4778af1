"""StopReplica: the controller takes partitions away from this broker, or has their logs deleted."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.leader_and_isr import PARTITIONS_IN_ONE_STEP_MAX, check_broker_epoch
from kavka.common.steps import Steps, at_once, in_slices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import StopReplicaResponse
from kavka.protocol.response_pieces import JoinedResponse, StretchWriter
from kavka.protocol.sliced_list import is_sliced

if TYPE_CHECKING:
    from kavka.broker.replica.controller_commands import ReplicaResult
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import StopReplicaRequest

API = ApiKey.STOP_REPLICA

PartitionError = StopReplicaResponse.StopReplicaPartitionError

Answer = StopReplicaResponse | JoinedResponse
"""Of a request that is decoded as it is read, the response is encoded as it is found."""


def handle(
    request: StopReplicaRequest, ctx: RequestContext, broker: BrokerServices
) -> Answer | Coroutine[Any, Any, Answer]:
    """Stops replicas, and responds partition by partition.

    Raises:
        StaleBrokerEpoch: the request is for an earlier life of this broker.
        StaleControllerEpoch: it comes from a controller that has been replaced.
    """
    check_broker_epoch(request.broker_epoch, broker)
    if _is_large(request) or broker.control_requests.is_busy:
        return _stop_in_turn(request, ctx, broker)
    return at_once(_stop(request, ctx, broker))


def _is_large(request: StopReplicaRequest) -> bool:
    if is_sliced(request.ungrouped_partitions, request.topics, request.topic_states):
        return True
    named = (
        len(request.ungrouped_partitions)
        + sum(len(topic.partition_indexes) for topic in request.topics)
        + sum(len(topic.partition_states) for topic in request.topic_states)
    )
    return named > PARTITIONS_IN_ONE_STEP_MAX


async def _stop_in_turn(request: StopReplicaRequest, ctx: RequestContext, broker: BrokerServices) -> Answer:
    def recheck() -> None:
        check_broker_epoch(request.broker_epoch, broker)

    async with broker.control_requests.turn(), broker.control_requests.lane.enter() as pace:
        recheck()
        return await in_slices(_stop(request, ctx, broker), pace, recheck)


def _stop(request: StopReplicaRequest, ctx: RequestContext, broker: BrokerServices) -> Steps[Answer]:
    if is_sliced(request.ungrouped_partitions, request.topics, request.topic_states):
        encoded = StretchWriter(StopReplicaResponse, ctx.api_version, _response)
        yield from broker.replica_manager.stop_replicas(request, encoded.add)
        return encoded.finish()
    results: list[ReplicaResult] = []
    yield from broker.replica_manager.stop_replicas(request, results.append)
    return _response(results)


def _response(results: Iterable[ReplicaResult]) -> StopReplicaResponse:
    return StopReplicaResponse(
        partition_errors=[PartitionError(topic, index, error_code) for topic, _, index, error_code in results]
    )
