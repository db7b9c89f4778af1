"""AllocateProducerIds (KIP-730): a broker asks the controller for a block of producer ids.

Our own brokers claim their blocks in ZooKeeper, whoever the controller is, and never ask. Apache Kafka's brokers from
3.0 on do ask, and without a response give no idempotent producer an id. The block is claimed in the same znode, by the
same conditional write, so nobody gets an id twice.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from kavka.broker.cluster.producer_ids import BLOCK_IDS, claim_block
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorLoadInProgress, KafkaError, NotController, StaleBrokerEpoch
from kavka.protocol.messages import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from kavka.zk import paths
from kavka.zk.errors import ZkError

API = ApiKey.ALLOCATE_PRODUCER_IDS


def handle(
    request: AllocateProducerIdsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, AllocateProducerIdsResponse]:
    """Claims a block for the broker that asks, if this broker is the controller.

    Raises:
        NotController: it is not.
        StaleBrokerEpoch: who asks is not registered, or has another life since.
        CoordinatorLoadInProgress: ZooKeeper cannot be asked now; Kafka's broker then asks again.
    """
    return _allocate(request, broker)


async def _allocate(request: AllocateProducerIdsRequest, broker: BrokerServices) -> AllocateProducerIdsResponse:
    if not broker.controller.is_active:
        raise NotController("producer ids are allocated by the controller only")
    try:
        registration = await broker.zk.exists(paths.broker_id(request.broker_id))
        if registration is None or registration.czxid != request.broker_epoch:
            raise StaleBrokerEpoch(f"broker {request.broker_id} is not registered with epoch {request.broker_epoch}")
        start = await claim_block(broker.zk, request.broker_id)
    except ZkError as error:
        raise CoordinatorLoadInProgress(f"no producer ids can be had from ZooKeeper: {error}") from error
    return AllocateProducerIdsResponse(producer_id_start=start, producer_id_len=BLOCK_IDS)


def error_response(request: AllocateProducerIdsRequest, error: KafkaError) -> AllocateProducerIdsResponse:
    """Returns the error, and no ids."""
    return AllocateProducerIdsResponse(error_code=int(error.code), producer_id_start=-1, producer_id_len=0)
