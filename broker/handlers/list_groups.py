"""ListGroups: the groups that this broker coordinates; a tool asks all brokers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from protocol.api_keys import ApiKey
from protocol.messages import ListGroupsResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import ListGroupsRequest

API = ApiKey.LIST_GROUPS


def handle(
    request: ListGroupsRequest, ctx: RequestContext, broker: BrokerServices
) -> ListGroupsResponse | Coroutine[Any, Any, ListGroupsResponse]:
    """Those of the states that are asked for; none asked for: all."""
    del ctx  # every version means the same
    return broker.lane.do_in_time(_list(request, broker), items=broker.groups.admin.group_count)


def _list(request: ListGroupsRequest, broker: BrokerServices) -> Steps[ListGroupsResponse]:
    error, groups = yield from broker.groups.admin.list_groups(request.states_filter)
    listed = []
    for group in groups:
        listed.append(
            ListGroupsResponse.ListedGroup(
                group_id=group.group_id, protocol_type=group.protocol_type, group_state=group.state
            )
        )
        yield
    return ListGroupsResponse(error_code=int(error), groups=listed)
