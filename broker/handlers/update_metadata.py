"""UpdateMetadata: the controller tells this broker what the cluster looks like."""

from __future__ import annotations

from itertools import chain
from typing import Final

from broker.context import RequestContext
from broker.services import BrokerServices
from kavka.common.types import is_topic_name
from protocol.api_keys import ApiKey
from protocol.errors import InvalidRequest, StaleBrokerEpoch, StaleControllerEpoch
from protocol.messages import UpdateMetadataRequest, UpdateMetadataResponse

API = ApiKey.UPDATE_METADATA

HOST_LENGTH_MAX: Final = 255
"""Of a host or a rack, in characters; DNS allows 253. Every client is told it, some in 16-bit strings."""
PORT_MAX: Final = 65_535


def handle(request: UpdateMetadataRequest, ctx: RequestContext, broker: BrokerServices) -> UpdateMetadataResponse:
    """Takes the new state in, unless it comes from a controller, or is meant for a life of this broker, that is over.

    Raises:
        StaleBrokerEpoch: the request was written for this broker before it registered anew (KIP-380).
        StaleControllerEpoch: a later controller has spoken already.
        InvalidRequest: it names what there cannot be.
    """
    if -1 < request.broker_epoch < broker.broker_epoch():
        raise StaleBrokerEpoch(
            f"the request is for broker epoch {request.broker_epoch}, this is {broker.broker_epoch()}"
        )
    replica_manager = broker.replica_manager
    if request.controller_epoch < replica_manager.controller_epoch:
        raise StaleControllerEpoch(
            f"controller epoch {request.controller_epoch} is over, this broker follows epoch "
            f"{replica_manager.controller_epoch}"
        )
    replica_manager.controller_epoch = request.controller_epoch
    _check(request)
    alive = broker.metadata_cache.snapshot.brokers.keys()
    deleted = broker.metadata_cache.update(request)
    for topic_partition in deleted:
        broker.topic_configs.forget(topic_partition.topic)
    if deleted:
        broker.groups.admin.delete_topics(deleted)
    if alive - broker.metadata_cache.snapshot.brokers.keys():
        replica_manager.brokers_left()
    return UpdateMetadataResponse()


def _check(request: UpdateMetadataRequest) -> None:
    """Refuses what this broker would pass on to every client and could never be rid of.

    Raises:
        InvalidRequest: a topic, a partition, a broker or its address is impossible.
    """
    topics = [(topic.topic_name, topic.partition_states) for topic in request.topic_states]
    flat = [(state.topic_name, [state]) for state in request.ungrouped_partition_states]
    for name, states in chain(topics, flat):
        if not is_topic_name(name):
            raise InvalidRequest(f"there can be no topic {name[:HOST_LENGTH_MAX]!r}")
        if any(state.partition_index < 0 for state in states):
            raise InvalidRequest(f"topic {name} can have no negative partition")
    for node in request.live_brokers:
        if node.id < 0:
            raise InvalidRequest(f"there can be no broker {node.id}")
        hosts = [node.v0_host, node.rack or "", *(endpoint.host for endpoint in node.endpoints)]
        ports = [node.v0_port, *(endpoint.port for endpoint in node.endpoints)]
        if max(map(len, hosts)) > HOST_LENGTH_MAX or min(ports) < 0 or max(ports) > PORT_MAX:
            raise InvalidRequest(f"broker {node.id} can have no such address or rack")
