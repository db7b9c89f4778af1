"""DeleteGroups: groups without members go, with their committed offsets."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DeleteGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DeleteGroupsRequest

API = ApiKey.DELETE_GROUPS

Result = DeleteGroupsResponse.DeletableGroupResult


class DeleteGroupsHandler:
    """Handles DeleteGroups requests."""

    __slots__ = ("_groups", "_lane")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane) -> None:
        self._groups = groups
        self._lane = lane

    def handle(
        self, request: DeleteGroupsRequest, ctx: RequestContext
    ) -> DeleteGroupsResponse | Coroutine[Any, Any, DeleteGroupsResponse]:
        """Deletes each group by itself, once; in turns of the loop where they have many offsets."""
        group_ids = dict.fromkeys(request.groups_names)
        items = sum([1 + self._groups.offsets.count(group_id) for group_id in group_ids])
        return self._lane.do_in_time(self._delete(group_ids), items=items)

    def _delete(self, group_ids: Iterable[str]) -> Steps[DeleteGroupsResponse]:
        results = []
        for group_id in group_ids:
            error = yield from self._groups.admin.delete(group_id)
            results.append(Result(group_id, int(error)))
            yield
        return DeleteGroupsResponse(results=results)
