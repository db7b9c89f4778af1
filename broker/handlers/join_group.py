"""JoinGroup: a member enters a rebalance, and waits for the others to do the same.

What waits keeps the context and what the group must know of the member, not the request. A member whose connection is
lost stays one until its session ends, as in Kafka: it may come back on another connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.group.member import JoinRequest
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import JoinGroupResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.group.member import JoinResult
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import JoinGroupRequest

API = ApiKey.JOIN_GROUP

REBALANCE_TIMEOUT_FROM_VERSION: Final = 1
MEMBER_ID_REQUIRED_FROM_VERSION: Final = 4
NULL_PROTOCOL_FROM_VERSION: Final = 7
SKIP_ASSIGNMENT_FROM_VERSION: Final = 9

_NO_GENERATION: Final = -1


class JoinGroupHandler:
    """Handles JoinGroup requests."""

    __slots__ = ("_groups",)

    def __init__(self, *, groups: GroupCoordinator) -> None:
        self._groups = groups

    def handle(self, request: JoinGroupRequest, ctx: RequestContext) -> Deferred:
        """Joins the member, and responds when the rebalance has got everybody, or with the error."""
        version = ctx.api_version
        has_timeout = version >= REBALANCE_TIMEOUT_FROM_VERSION
        self._groups.members.join(
            JoinRequest(
                group_id=request.group_id,
                member_id=request.member_id,
                group_instance_id=request.group_instance_id,
                client_id=ctx.client_id or "",
                client_host=f"/{ctx.connection.peer_host}",
                session_timeout_ms=request.session_timeout_ms,
                rebalance_timeout_ms=request.rebalance_timeout_ms if has_timeout else request.session_timeout_ms,
                protocol_type=request.protocol_type,
                protocols=[(protocol.name, bytes(protocol.metadata)) for protocol in request.protocols],
                is_id_required=version >= MEMBER_ID_REQUIRED_FROM_VERSION,
                can_skip_assignment=version >= SKIP_ASSIGNMENT_FROM_VERSION,
                reason=request.reason or "",
            ),
            lambda result: ctx.respond(_response(result, version)),
        )
        return DEFERRED


def _response(result: JoinResult, version: int) -> JoinGroupResponse:
    has_null = version >= NULL_PROTOCOL_FROM_VERSION
    return JoinGroupResponse(
        error_code=int(result.error),
        generation_id=result.generation_id,
        protocol_type=result.protocol_type,
        protocol_name=result.protocol_name if has_null else result.protocol_name or "",
        leader=result.leader_id,
        skip_assignment=result.skip_assignment,
        member_id=result.member_id,
        members=[JoinGroupResponse.JoinGroupResponseMember(*member) for member in result.members],
    )
