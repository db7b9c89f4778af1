"""Heartbeat: a member is alive, and learns whether it has to join again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.group.membership import MemberName
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import HeartbeatResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import HeartbeatRequest

API = ApiKey.HEARTBEAT


def handle(request: HeartbeatRequest, ctx: RequestContext, broker: BrokerServices) -> HeartbeatResponse:
    """Prolongs the member's session."""
    name = MemberName(request.member_id, request.group_instance_id)
    error = broker.groups.members.heartbeat(request.group_id, request.generation_id, name)
    return HeartbeatResponse(error_code=int(error))
