"""ListGroups: the groups that this broker coordinates; a tool asks all brokers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.api_keys import ApiKey
from protocol.messages import ListGroupsResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import ListGroupsRequest

API = ApiKey.LIST_GROUPS


def handle(request: ListGroupsRequest, ctx: RequestContext, broker: BrokerServices) -> ListGroupsResponse:
    """Those of the states that are asked for; none asked for: all."""
    error, groups = broker.groups.admin.list_groups(request.states_filter)
    return ListGroupsResponse(
        error_code=int(error),
        groups=[
            ListGroupsResponse.ListedGroup(
                group_id=group.group_id, protocol_type=group.protocol_type, group_state=group.state
            )
            for group in groups
        ],
    )
