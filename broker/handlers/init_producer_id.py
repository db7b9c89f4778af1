"""InitProducerId: an identity for an idempotent producer. Transactional producers come with transactions."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from broker.context import RequestContext
from broker.services import BrokerServices
from protocol.api_keys import ApiKey
from protocol.errors import CoordinatorNotAvailable, InvalidRequest, KafkaError
from protocol.messages import InitProducerIdRequest, InitProducerIdResponse

API = ApiKey.INIT_PRODUCER_ID


def handle(
    request: InitProducerIdRequest, ctx: RequestContext, broker: BrokerServices
) -> InitProducerIdResponse | Coroutine[Any, Any, InitProducerIdResponse]:
    """A new id with epoch 0; at once while the broker's block lasts."""
    if request.transactional_id is not None:
        if not request.transactional_id:
            raise InvalidRequest("a transactional id may not be empty")
        raise CoordinatorNotAvailable("this broker does not coordinate transactions yet")
    if (request.producer_id == -1) != (request.producer_epoch == -1):
        raise InvalidRequest("a producer id and its epoch are given together or not at all")
    producer_id = broker.producer_ids.take()
    if producer_id is None:
        return _handle_with_new_block(broker)
    return InitProducerIdResponse(producer_id=producer_id, producer_epoch=0)


async def _handle_with_new_block(broker: BrokerServices) -> InitProducerIdResponse:
    return InitProducerIdResponse(producer_id=await broker.producer_ids.next_id(), producer_epoch=0)


def error_response(request: InitProducerIdRequest, error: KafkaError) -> InitProducerIdResponse:
    """No id."""
    return InitProducerIdResponse(error_code=int(error.code), producer_id=-1, producer_epoch=-1)
