"""FindCoordinator: which broker looks after a group, a transactional id or a share-partition.

It is the broker that leads the partition of `__consumer_offsets`, of `__transaction_state` or of `__share_group_state`
that the key hashes to. A share-partition's key is `group:topic id:partition` (KIP-932); brokers ask for it. Any broker
responds from its metadata. The first request has the topic created, and waits for that; Kafka returns
COORDINATOR_NOT_AVAILABLE at once, and its clients ask again after a pause.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.internal_topics import InternalTopic
from kavka.broker.share.state.keys import coordinator_key, read_coordinator_key
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import CoordinatorNotAvailable, InvalidRequest, KafkaError
from kavka.protocol.messages import FindCoordinatorRequest, FindCoordinatorResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.requests.cluster_view import AdvertisedBrokers
    from kavka.broker.requests.internal_topics import InternalTopics

API = ApiKey.FIND_COORDINATOR

GROUP: Final = 0
TRANSACTION: Final = 1
SHARE: Final = 2
SHARES_FROM_VERSION: Final = 6
BATCHES_FROM_VERSION: Final = 4
"""KIP-699: from here on several keys are asked for at once, and the errors stand beside them."""

_TOPICS: Final = {
    GROUP: internal_topics.OFFSETS,
    TRANSACTION: internal_topics.TRANSACTIONS,
    SHARE: internal_topics.SHARE_STATES,
}
_NO_NODE: Final = -1

Coordinator = FindCoordinatorResponse.Coordinator


class FindCoordinatorHandler:
    """Handles FindCoordinator requests."""

    __slots__ = ("_internal_topics", "_metadata_cache", "_view")

    def __init__(
        self, *, internal_topics: InternalTopics, metadata_cache: MetadataCache, view: AdvertisedBrokers
    ) -> None:
        self._internal_topics = internal_topics
        self._metadata_cache = metadata_cache
        self._view = view

    def handle(
        self, request: FindCoordinatorRequest, ctx: RequestContext
    ) -> FindCoordinatorResponse | Coroutine[Any, Any, FindCoordinatorResponse]:
        """Finds coordinators in the metadata cache; waits where the topic is to be created first."""
        if ctx.api_version >= BATCHES_FROM_VERSION and not request.coordinator_keys:
            return FindCoordinatorResponse()  # nor is there a place for an error
        topic = _TOPICS.get(request.key_type)
        if topic is None or (request.key_type == SHARE and ctx.api_version < SHARES_FROM_VERSION):
            raise InvalidRequest(f"there is no coordinator type {request.key_type}")
        if internal_topics.partition_count(self._metadata_cache, topic) is None:
            for key in request.coordinator_keys if topic is internal_topics.SHARE_STATES else ():
                read_coordinator_key(key)  # no topic is made for what is no key
            return self._create_and_answer(request, ctx, topic)
        return self._answer(request, ctx, topic)

    async def _create_and_answer(
        self, request: FindCoordinatorRequest, ctx: RequestContext, topic: InternalTopic
    ) -> FindCoordinatorResponse:
        await self._internal_topics.ensure(topic)
        return self._answer(request, ctx, topic)

    def _answer(
        self, request: FindCoordinatorRequest, ctx: RequestContext, topic: InternalTopic
    ) -> FindCoordinatorResponse:
        keys = request.coordinator_keys if ctx.api_version >= BATCHES_FROM_VERSION else [request.key]
        found = [self._locate(key, ctx, topic) for key in keys]
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

    def _locate(self, key: str, ctx: RequestContext, topic: InternalTopic) -> Coordinator:
        try:
            hashed = key
            if topic is internal_topics.SHARE_STATES:
                hashed = coordinator_key(read_coordinator_key(key))  # a key may be written in several ways
            node_id = self._internal_topics.coordinator(topic, hashed)
            endpoint = self._view.reachable_endpoint(node_id, self._metadata_cache.snapshot, ctx)
            if endpoint is None:
                listener = ctx.connection.listener_name
                raise CoordinatorNotAvailable(
                    f"broker {node_id}, which coordinates {key!r}, has no listener {listener}"
                )
        except (CoordinatorNotAvailable, InvalidRequest) as error:
            return _failed(key, error)
        return Coordinator(key=key, node_id=node_id, host=endpoint[0], port=endpoint[1])


def _failed(key: str, error: KafkaError) -> Coordinator:
    return Coordinator(
        key=key,
        node_id=_NO_NODE,
        host="",
        port=_NO_NODE,
        error_code=int(error.code),
        error_message=error.message,
    )
