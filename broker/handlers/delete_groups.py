"""DeleteGroups: groups without members go, with their committed offsets; share groups with what they have done."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import DeleteGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DeleteGroupsRequest

API = ApiKey.DELETE_GROUPS

Result = DeleteGroupsResponse.DeletableGroupResult


class DeleteGroupsHandler:
    """Handles DeleteGroups requests."""

    __slots__ = ("_groups", "_lane", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._lane = lane
        self._metadata_cache = metadata_cache

    def handle(
        self, request: DeleteGroupsRequest, ctx: RequestContext
    ) -> DeleteGroupsResponse | Coroutine[Any, Any, DeleteGroupsResponse]:
        """Deletes each group by itself, once; in turns of the loop where they have many offsets."""
        group_ids = dict.fromkeys(request.groups_names)
        items = sum([1 + self._groups.offsets.count(group_id) for group_id in group_ids])
        shares = [group_id for group_id in group_ids if self._groups.admin.is_share_group(group_id)]
        if shares:
            return self._forget_and_delete(shares, group_ids)
        return self._lane.do_in_time(self._delete(group_ids, {}), items=items)

    async def _forget_and_delete(self, shares: Iterable[str], group_ids: Iterable[str]) -> DeleteGroupsResponse:
        """Deletes groups of which some are share groups: the persister forgets what those have done first."""
        topics = VisibleTopics.by_name(self._metadata_cache)
        failed = {group_id: await self._groups.shares.offsets.delete_all(group_id, topics) for group_id in shares}
        return await self._lane.do(self._delete(group_ids, failed))

    def _delete(self, group_ids: Iterable[str], failed: Mapping[str, ErrorCode]) -> Steps[DeleteGroupsResponse]:
        results = []
        for group_id in group_ids:
            error = failed.get(group_id, ErrorCode.NONE)
            if error is ErrorCode.NONE:
                error = yield from self._groups.admin.delete(group_id)
            results.append(Result(group_id, int(error)))
            yield
        return DeleteGroupsResponse(results=results)
