"""ListGroups: the groups that this broker coordinates; a tool asks all brokers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.authorization.questions import may, may_in_cluster
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ListGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane
    from kavka.protocol.messages import ListGroupsRequest

API = ApiKey.LIST_GROUPS


class ListGroupsHandler:
    """Handles ListGroups requests."""

    __slots__ = ("_authorizer", "_groups", "_lane")

    def __init__(self, *, authorizer: Authorizer | None, groups: GroupCoordinator, lane: Lane) -> None:
        self._authorizer = authorizer
        self._groups = groups
        self._lane = lane

    def handle(
        self, request: ListGroupsRequest, ctx: RequestContext
    ) -> ListGroupsResponse | Coroutine[Any, Any, ListGroupsResponse]:
        """Lists the groups in the states, and of the types, that are asked for; none asked for: all."""
        return self._lane.do_in_time(self._list(request, ctx), items=self._groups.admin.group_count)

    def _list(self, request: ListGroupsRequest, ctx: RequestContext) -> Steps[ListGroupsResponse]:
        error, groups = yield from self._groups.admin.list_groups(request.states_filter, types=request.types_filter)
        # All groups to who may DESCRIBE the cluster, as before KIP-389; otherwise those that may be described.
        shows_all = may_in_cluster(ctx, self._authorizer, AclOperation.DESCRIBE, is_logged=False)
        listed = []
        for group in groups:
            yield
            if shows_all or may(
                ctx, self._authorizer, AclOperation.DESCRIBE, ResourceType.GROUP, group.group_id, is_logged=False
            ):
                listed.append(
                    ListGroupsResponse.ListedGroup(
                        group_id=group.group_id,
                        protocol_type=group.protocol_type,
                        group_state=group.state,
                        group_type=group.type_name,
                    )
                )
        return ListGroupsResponse(error_code=int(error), groups=listed)
