"""StopReplica: the controller takes partitions away from this broker, or has their logs deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broker.handlers.leader_and_isr import check_broker_epoch
from protocol.api_keys import ApiKey
from protocol.messages import StopReplicaResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import StopReplicaRequest

API = ApiKey.STOP_REPLICA

PartitionError = StopReplicaResponse.StopReplicaPartitionError


def handle(request: StopReplicaRequest, ctx: RequestContext, broker: BrokerServices) -> StopReplicaResponse:
    """Stops, and answers partition by partition.

    Raises:
        StaleBrokerEpoch: the request is for an earlier life of this broker.
        StaleControllerEpoch: it comes from a controller that has been replaced.
    """
    check_broker_epoch(request.broker_epoch, broker)
    results = broker.replica_manager.stop_replicas(request)
    return StopReplicaResponse(
        partition_errors=[
            PartitionError(topic_name=result.topic, partition_index=result.partition, error_code=result.error_code)
            for result in results
        ]
    )
