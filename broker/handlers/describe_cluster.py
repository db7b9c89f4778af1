"""DescribeCluster (KIP-700): the cluster's id, its controller, and where its brokers are."""

from __future__ import annotations

from kavka.broker.requests.cluster_view import (
    AUTHORIZED_OPERATIONS_OMITTED,
    CLUSTER_OPERATIONS,
    live_controller_id,
    reachable_brokers,
)
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DescribeClusterRequest, DescribeClusterResponse

API = ApiKey.DESCRIBE_CLUSTER


def handle(request: DescribeClusterRequest, ctx: RequestContext, broker: BrokerServices) -> DescribeClusterResponse:
    """Describes the cluster from the metadata cache."""
    snapshot = broker.metadata_cache.snapshot
    wants_operations = request.include_cluster_authorized_operations
    return DescribeClusterResponse(
        cluster_id=broker.cluster_id,
        controller_id=live_controller_id(snapshot),
        brokers=[
            DescribeClusterResponse.DescribeClusterBroker(broker_id=broker_id, host=host, port=port, rack=rack)
            for broker_id, host, port, rack in reachable_brokers(snapshot, ctx, broker)
        ],
        cluster_authorized_operations=CLUSTER_OPERATIONS if wants_operations else AUTHORIZED_OPERATIONS_OMITTED,
    )
