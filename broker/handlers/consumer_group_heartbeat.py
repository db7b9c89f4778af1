"""ConsumerGroupHeartbeat: a member of a consumer group joins, is there, gives up, gets, leaves (KIP-848).

The response comes when the log has what the heartbeat has changed. From version 1 on clients make their member ids by
themselves: who joins twice, since it has lost the first response, is one member.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.authorization.questions import may_see
from kavka.broker.group.consumer.assignment import assignment_of
from kavka.broker.group.consumer.heartbeats import Heartbeat
from kavka.broker.handlers.epoch_groups import heartbeat_response
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import ConsumerGroupHeartbeatResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.protocol.messages import ConsumerGroupHeartbeatRequest

API = ApiKey.CONSUMER_GROUP_HEARTBEAT

MEMBER_ID_FROM_VERSION: Final = 1


class ConsumerGroupHeartbeatHandler:
    """Handles ConsumerGroupHeartbeat requests."""

    __slots__ = ("_authorizer", "_groups", "_metadata_cache")

    def __init__(
        self, *, authorizer: Authorizer | None, groups: GroupCoordinator, metadata_cache: MetadataCache
    ) -> None:
        self._authorizer = authorizer
        self._groups = groups
        self._metadata_cache = metadata_cache

    def handle(self, request: ConsumerGroupHeartbeatRequest, ctx: RequestContext) -> Deferred:
        """Carries out the heartbeat, and responds when the log has it, or with the error."""
        if ctx.api_version >= MEMBER_ID_FROM_VERSION and not request.member_id:
            raise InvalidRequest("a member makes its id by itself from version 1 on")
        cache = self._metadata_cache
        topics = VisibleTopics(cache.snapshot, cache.topics_version, partial(may_see, ctx, self._authorizer))
        owned = request.topic_partitions
        self._groups.consumers.heartbeat(
            Heartbeat(
                group_id=request.group_id,
                member_id=request.member_id,
                member_epoch=request.member_epoch,
                instance_id=request.instance_id,
                rack_id=request.rack_id,
                rebalance_timeout_ms=request.rebalance_timeout_ms,
                topics=request.subscribed_topic_names,
                regex=request.subscribed_topic_regex,
                server_assignor=request.server_assignor,
                owned=None if owned is None else assignment_of((part.topic_id, part.partitions) for part in owned),
                client_id=ctx.client_id or "",
                client_host=f"/{ctx.connection.peer_host}",
            ),
            topics,
            lambda result: ctx.respond(heartbeat_response(result, ConsumerGroupHeartbeatResponse)),
        )
        return DEFERRED
