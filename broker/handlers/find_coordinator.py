"""FindCoordinator: which broker looks after a group or a transactional id.

It is the broker that leads the partition of `__consumer_offsets`, or of `__transaction_state`, that the key hashes to.
Any broker responds from its metadata. The first request has the topic created, and waits for that; Kafka returns
COORDINATOR_NOT_AVAILABLE at once, and its clients ask again after a pause.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Final

from kavka.broker.requests import internal_topics
from kavka.broker.requests.cluster_view import reachable_endpoint
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.internal_topics import InternalTopic
from kavka.broker.requests.services import BrokerServices
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorNotAvailable, InvalidRequest, KafkaError
from kavka.protocol.messages import FindCoordinatorRequest, FindCoordinatorResponse

API = ApiKey.FIND_COORDINATOR

GROUP: Final = 0
TRANSACTION: Final = 1
BATCHES_FROM_VERSION: Final = 4
"""KIP-699: from here on several keys are asked for at once, and the errors stand beside them."""

_TOPICS: Final = {GROUP: internal_topics.OFFSETS, TRANSACTION: internal_topics.TRANSACTIONS}
_NO_NODE: Final = -1

Coordinator = FindCoordinatorResponse.Coordinator


def handle(
    request: FindCoordinatorRequest, ctx: RequestContext, broker: BrokerServices
) -> FindCoordinatorResponse | Coroutine[Any, Any, FindCoordinatorResponse]:
    """Finds coordinators in the metadata cache; waits where the topic is to be created first."""
    if ctx.api_version >= BATCHES_FROM_VERSION and not request.coordinator_keys:
        return FindCoordinatorResponse()  # nor is there a place for an error
    topic = _TOPICS.get(request.key_type)
    if topic is None:
        raise InvalidRequest(f"there is no coordinator type {request.key_type}")
    if internal_topics.partition_count(broker.metadata_cache, topic) is None:
        return _create_and_answer(request, ctx, broker, topic)
    return _answer(request, ctx, broker, topic)


async def _create_and_answer(
    request: FindCoordinatorRequest, ctx: RequestContext, broker: BrokerServices, topic: InternalTopic
) -> FindCoordinatorResponse:
    await internal_topics.ensure(broker, topic)
    return _answer(request, ctx, broker, topic)


def _answer(
    request: FindCoordinatorRequest, ctx: RequestContext, broker: BrokerServices, topic: InternalTopic
) -> FindCoordinatorResponse:
    keys = request.coordinator_keys if ctx.api_version >= BATCHES_FROM_VERSION else [request.key]
    found = [_locate(key, ctx, broker, topic) for key in keys]
    if ctx.api_version >= BATCHES_FROM_VERSION:
        return FindCoordinatorResponse(coordinators=found)
    [single] = found
    return FindCoordinatorResponse(
        error_code=single.error_code,
        error_message=single.error_message,
        node_id=single.node_id,
        host=single.host,
        port=single.port,
    )


def _locate(key: str, ctx: RequestContext, broker: BrokerServices, topic: InternalTopic) -> Coordinator:
    try:
        node_id = internal_topics.coordinator(broker, topic, key)
        endpoint = reachable_endpoint(node_id, broker.metadata_cache.snapshot, ctx, broker)
        if endpoint is None:
            listener = ctx.connection.listener_name
            raise CoordinatorNotAvailable(f"broker {node_id}, which coordinates {key!r}, has no listener {listener}")
    except CoordinatorNotAvailable as error:
        return _failed(key, error)
    return Coordinator(key=key, node_id=node_id, host=endpoint[0], port=endpoint[1])


def error_response(request: FindCoordinatorRequest, error: KafkaError) -> FindCoordinatorResponse:
    """Returns the error once for each key, or once in versions without keys."""
    if request.coordinator_keys:
        return FindCoordinatorResponse(coordinators=[_failed(key, error) for key in request.coordinator_keys])
    return FindCoordinatorResponse(
        error_code=int(error.code), error_message=error.message, node_id=_NO_NODE, host="", port=_NO_NODE
    )


def _failed(key: str, error: KafkaError) -> Coordinator:
    return Coordinator(
        key=key,
        node_id=_NO_NODE,
        host="",
        port=_NO_NODE,
        error_code=int(error.code),
        error_message=error.message,
    )
