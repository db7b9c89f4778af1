"""SyncGroup: the leader hands in who gets what, and everybody waits for their share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.group.member import MemberName
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InconsistentGroupProtocol
from kavka.protocol.messages import SyncGroupResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.group.member import SyncResult
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import SyncGroupRequest

API = ApiKey.SYNC_GROUP

PROTOCOL_FROM_VERSION: Final = 5
"""From here on the member says which protocol it believes to be in use."""


class SyncGroupHandler:
    """Handles SyncGroup requests."""

    __slots__ = ("_groups",)

    def __init__(self, *, groups: GroupCoordinator) -> None:
        self._groups = groups

    def handle(self, request: SyncGroupRequest, ctx: RequestContext) -> Deferred:
        """Syncs the member: responds when the assignment is in the log, or with the error."""
        has_protocol = request.protocol_type is not None and request.protocol_name is not None
        if ctx.api_version >= PROTOCOL_FROM_VERSION and not has_protocol:
            raise InconsistentGroupProtocol("from version 5 on a sync names the protocol and its type")

        def answer(result: SyncResult) -> None:
            ctx.respond(
                SyncGroupResponse(
                    error_code=int(result.error),
                    protocol_type=result.protocol_type,
                    protocol_name=result.protocol_name,
                    assignment=result.assignment,
                )
            )

        self._groups.members.sync(
            request.group_id,
            request.generation_id,
            MemberName(request.member_id, request.group_instance_id),
            {given.member_id: bytes(given.assignment) for given in request.assignments},
            answer,
            protocol_type=request.protocol_type,
            protocol_name=request.protocol_name,
        )
        return DEFERRED
