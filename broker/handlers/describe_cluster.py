"""DescribeCluster (KIP-700): the cluster's id, its controller, and where its brokers are.

From version 1 on a client says whether it wants brokers or KRaft's controllers (KIP-919); here are brokers alone.
Version 2 asks for fenced brokers, too (KIP-1073): with ZooKeeper a broker is registered or it is none, never fenced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.requests.cluster_view import (
    AUTHORIZED_OPERATIONS_OMITTED,
    CLUSTER_OPERATIONS,
    live_controller_id,
)
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import MismatchedEndpointType, UnsupportedEndpointType
from kavka.protocol.messages import DescribeClusterRequest, DescribeClusterResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.requests.cluster_view import AdvertisedBrokers

API = ApiKey.DESCRIBE_CLUSTER

BROKERS: Final = 1
CONTROLLERS: Final = 2


class DescribeClusterHandler:
    """Handles DescribeCluster requests."""

    __slots__ = ("_cluster_id", "_metadata_cache", "_view")

    def __init__(self, *, cluster_id: str, metadata_cache: MetadataCache, view: AdvertisedBrokers) -> None:
        self._cluster_id = cluster_id
        self._metadata_cache = metadata_cache
        self._view = view

    def handle(self, request: DescribeClusterRequest, ctx: RequestContext) -> DescribeClusterResponse:
        """Describes the cluster from the metadata cache.

        Raises:
            UnsupportedEndpointType: there are no endpoints of the type that is asked for.
            MismatchedEndpointType: they are not here.
        """
        if request.endpoint_type != BROKERS:
            if request.endpoint_type != CONTROLLERS:
                raise UnsupportedEndpointType(f"Unsupported endpoint type {request.endpoint_type}")
            raise MismatchedEndpointType(
                "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER"
            )
        snapshot = self._metadata_cache.snapshot
        wants_operations = request.include_cluster_authorized_operations
        return DescribeClusterResponse(
            cluster_id=self._cluster_id,
            controller_id=live_controller_id(snapshot),
            brokers=[
                DescribeClusterResponse.DescribeClusterBroker(broker_id=broker_id, host=host, port=port, rack=rack)
                for broker_id, host, port, rack in self._view.reachable_brokers(snapshot, ctx)
            ],
            cluster_authorized_operations=CLUSTER_OPERATIONS if wants_operations else AUTHORIZED_OPERATIONS_OMITTED,
        )
