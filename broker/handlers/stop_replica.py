"""StopReplica: the controller takes partitions away from this broker, or has their logs deleted."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.leader_and_isr import PARTITIONS_IN_ONE_STEP_MAX, check_broker_epoch
from kavka.common.steps import Steps, at_once, in_slices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import StopReplicaResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import StopReplicaRequest

API = ApiKey.STOP_REPLICA

PartitionError = StopReplicaResponse.StopReplicaPartitionError


def handle(
    request: StopReplicaRequest, ctx: RequestContext, broker: BrokerServices
) -> StopReplicaResponse | Coroutine[Any, Any, StopReplicaResponse]:
    """Stops replicas, and responds partition by partition.

    Raises:
        StaleBrokerEpoch: the request is for an earlier life of this broker.
        StaleControllerEpoch: it comes from a controller that has been replaced.
    """
    check_broker_epoch(request.broker_epoch, broker)
    named = (
        len(request.ungrouped_partitions)
        + sum(len(topic.partition_indexes) for topic in request.topics)
        + sum(len(topic.partition_states) for topic in request.topic_states)
    )
    if named > PARTITIONS_IN_ONE_STEP_MAX or broker.control_requests.is_busy:
        return _stop_in_turn(request, broker)
    return at_once(_stop(request, broker))


async def _stop_in_turn(request: StopReplicaRequest, broker: BrokerServices) -> StopReplicaResponse:
    def recheck() -> None:
        check_broker_epoch(request.broker_epoch, broker)

    async with broker.control_requests.turn(), broker.control_requests.lane.enter() as pace:
        recheck()
        return await in_slices(_stop(request, broker), pace, recheck)


def _stop(request: StopReplicaRequest, broker: BrokerServices) -> Steps[StopReplicaResponse]:
    results = yield from broker.replica_manager.stop_replicas(request)
    errors = []
    for result in results:
        errors.append(
            PartitionError(topic_name=result.topic, partition_index=result.partition, error_code=result.error_code)
        )
        yield
    return StopReplicaResponse(partition_errors=errors)
