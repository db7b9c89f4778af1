"""LeaveGroup: members go at once, and the others need not wait for their sessions to end.

Up to version 2 one member leaves, and its error is the response's; from 3 on there may be several, each with its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.group.member import MemberName
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import LeaveGroupResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import LeaveGroupRequest

API = ApiKey.LEAVE_GROUP

BATCHES_FROM_VERSION: Final = 3


class LeaveGroupHandler:
    """Handles LeaveGroup requests."""

    __slots__ = ("_groups",)

    def __init__(self, *, groups: GroupCoordinator) -> None:
        self._groups = groups

    def handle(self, request: LeaveGroupRequest, ctx: RequestContext) -> LeaveGroupResponse:
        """Removes the members from the group."""
        if ctx.api_version < BATCHES_FROM_VERSION:
            [error] = self._groups.members.leave(request.group_id, [(MemberName(request.member_id), "")])
            return LeaveGroupResponse(error_code=int(error))
        names = [MemberName(member.member_id, member.group_instance_id) for member in request.members]
        reasons = [member.reason or "" for member in request.members]
        errors = self._groups.members.leave(request.group_id, zip(names, reasons, strict=True))
        return LeaveGroupResponse(
            members=[
                LeaveGroupResponse.MemberResponse(name.member_id, name.group_instance_id, int(error))
                for name, error in zip(names, errors, strict=True)
            ]
        )
