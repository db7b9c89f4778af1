"""Heartbeat: a member is alive, and learns whether it has to join again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.group.member import MemberName
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import HeartbeatResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import HeartbeatRequest

API = ApiKey.HEARTBEAT


class HeartbeatHandler:
    """Handles Heartbeat requests."""

    __slots__ = ("_groups",)

    def __init__(self, *, groups: GroupCoordinator) -> None:
        self._groups = groups

    def handle(self, request: HeartbeatRequest, ctx: RequestContext) -> HeartbeatResponse:
        """Prolongs the member's session."""
        name = MemberName(request.member_id, request.group_instance_id)
        error = self._groups.members.heartbeat(request.group_id, request.generation_id, name)
        return HeartbeatResponse(error_code=int(error))
