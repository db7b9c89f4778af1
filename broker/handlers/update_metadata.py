"""UpdateMetadata: the controller tells this broker what the cluster looks like."""

from __future__ import annotations

from broker.context import RequestContext
from broker.services import BrokerServices
from protocol.api_keys import ApiKey
from protocol.errors import StaleBrokerEpoch, StaleControllerEpoch
from protocol.messages import UpdateMetadataRequest, UpdateMetadataResponse

API = ApiKey.UPDATE_METADATA


def handle(request: UpdateMetadataRequest, ctx: RequestContext, broker: BrokerServices) -> UpdateMetadataResponse:
    """Takes the new state in, unless it comes from a controller, or is meant for a life of this broker, that is over.

    Raises:
        StaleBrokerEpoch: the request was written for this broker before it registered anew (KIP-380).
        StaleControllerEpoch: a later controller has spoken already.
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
    alive = broker.metadata_cache.snapshot.brokers.keys()
    deleted = broker.metadata_cache.update(request)
    for topic_partition in deleted:
        broker.topic_configs.forget(topic_partition.topic)
    if deleted:
        broker.groups.admin.delete_topics(deleted)
    if alive - broker.metadata_cache.snapshot.brokers.keys():
        replica_manager.brokers_left()
    return UpdateMetadataResponse()
