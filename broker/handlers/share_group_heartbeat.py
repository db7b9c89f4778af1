"""ShareGroupHeartbeat: a member of a share group joins, is there, gets partitions, leaves (KIP-932).

The response comes when the log has what the heartbeat has changed. Clients make their member ids by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.group.share.heartbeats import ShareHeartbeat
from kavka.broker.handlers.epoch_groups import heartbeat_response
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ShareGroupHeartbeatResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import ShareGroupHeartbeatRequest

API = ApiKey.SHARE_GROUP_HEARTBEAT


class ShareGroupHeartbeatHandler:
    """Handles ShareGroupHeartbeat requests."""

    __slots__ = ("_groups", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._metadata_cache = metadata_cache

    def handle(self, request: ShareGroupHeartbeatRequest, ctx: RequestContext) -> Deferred:
        """Carries out the heartbeat, and responds when the log has it, or with the error."""
        self._groups.shares.heartbeat(
            ShareHeartbeat(
                group_id=request.group_id,
                member_id=request.member_id,
                member_epoch=request.member_epoch,
                rack_id=request.rack_id,
                topics=request.subscribed_topic_names,
                client_id=ctx.client_id or "",
                client_host=f"/{ctx.connection.peer_host}",
            ),
            VisibleTopics.by_name(self._metadata_cache),
            lambda result: ctx.respond(heartbeat_response(result, ShareGroupHeartbeatResponse)),
        )
        return DEFERRED
