"""The cluster as one connection's client should see it: addresses of the listener that the client came to.

Shared by Metadata, DescribeCluster and FindCoordinator. While `advertised.listeners` is not set, this broker's own
address is the one that the connection used: right through tunnels, in containers and on laptops that change networks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster.metadata_cache import ClusterSnapshot, PartitionState
from kavka.broker.requests.context import RequestContext

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

AUTHORIZED_OPERATIONS_OMITTED: Final = -(2**31)
"""What the field holds when nobody asked for it."""

INTERNAL_TOPICS: Final = frozenset({"__consumer_offsets", "__transaction_state", "__share_group_state"})


def _bits(*operations: int) -> int:
    return sum(1 << operation for operation in operations)


# The numbers are Kafka's AclOperation codes: READ 3, WRITE 4, CREATE 5, DELETE 6, ALTER 7, DESCRIBE 8,
# CLUSTER_ACTION 9, DESCRIBE_CONFIGS 10, ALTER_CONFIGS 11, IDEMPOTENT_WRITE 12.
CLUSTER_OPERATIONS: Final = _bits(5, 7, 8, 9, 10, 11, 12)
"""Everything one may do with a cluster: without an authorizer every client may do all of it."""

TOPIC_OPERATIONS: Final = _bits(3, 4, 5, 6, 7, 8, 10, 11)
"""The same for a topic."""

GROUP_OPERATIONS: Final = _bits(3, 6, 8, 10, 11)
"""The same for a group."""

GROUP_OPERATIONS_OF_3_9: Final = _bits(3, 6, 8)
"""As Kafka before 4.0 told them, where groups had no configuration."""


class AdvertisedBrokers:
    """Shows the brokers' addresses as one client can reach them.

    Args:
        broker_id: of this broker.
        config: what holds now.
    """

    __slots__ = ("_broker_id", "_config")

    def __init__(self, broker_id: int, config: Callable[[], BrokerConfig]) -> None:
        self._broker_id = broker_id
        self._config = config

    def reachable_brokers(
        self, snapshot: ClusterSnapshot, ctx: RequestContext
    ) -> Iterator[tuple[int, str, int, str | None]]:
        """Yields id, host, port and rack of live brokers on the connection's listener, by id."""
        for broker_id, node in sorted(snapshot.brokers.items()):
            endpoint = self.reachable_endpoint(broker_id, snapshot, ctx)
            if endpoint is not None:
                yield broker_id, endpoint[0], endpoint[1], node.rack

    def reachable_endpoint(
        self, broker_id: int, snapshot: ClusterSnapshot, ctx: RequestContext
    ) -> tuple[str, int] | None:
        """Returns a broker's host and port; None when it is not alive or has no listener of the connection's name."""
        node = snapshot.brokers.get(broker_id)
        endpoint = None if node is None else node.endpoint(ctx.connection.listener_name)
        if endpoint is not None and broker_id == self._broker_id and self._config().advertised_listeners is None:
            return ctx.connection.local_host, ctx.connection.local_port
        return endpoint


def offline_replicas(state: PartitionState, snapshot: ClusterSnapshot) -> list[int]:
    """Lists a partition's replicas that serve nobody: in a failed directory, or on a dead broker."""
    alive = snapshot.brokers
    return [replica for replica in state.replicas if replica in state.offline_replicas or replica not in alive]


def live_controller_id(snapshot: ClusterSnapshot) -> int:
    """Returns the controller of the last UpdateMetadata request, −1 when it is not alive."""
    return snapshot.controller_id if snapshot.controller_id in snapshot.brokers else -1
