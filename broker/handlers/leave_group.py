"""LeaveGroup: members go at once, and the others need not wait for their sessions to end.

Up to version 2 one member leaves, and its error is the response's; from 3 on there may be several, each with its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.group.membership import MemberName
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import LeaveGroupResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import LeaveGroupRequest

API = ApiKey.LEAVE_GROUP

BATCHES_FROM_VERSION: Final = 3


def handle(request: LeaveGroupRequest, ctx: RequestContext, broker: BrokerServices) -> LeaveGroupResponse:
    """Removes the members from the group."""
    if ctx.api_version < BATCHES_FROM_VERSION:
        [error] = broker.groups.members.leave(request.group_id, [MemberName(request.member_id)])
        return LeaveGroupResponse(error_code=int(error))
    names = [MemberName(member.member_id, member.group_instance_id) for member in request.members]
    errors = broker.groups.members.leave(request.group_id, names)
    return LeaveGroupResponse(
        members=[
            LeaveGroupResponse.MemberResponse(name.member_id, name.group_instance_id, int(error))
            for name, error in zip(names, errors, strict=True)
        ]
    )
