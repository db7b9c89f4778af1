"""DeleteGroups: groups without members go, with their committed offsets."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DeleteGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.errors import KafkaError
    from kavka.protocol.messages import DeleteGroupsRequest

API = ApiKey.DELETE_GROUPS

Result = DeleteGroupsResponse.DeletableGroupResult


def handle(
    request: DeleteGroupsRequest, ctx: RequestContext, broker: BrokerServices
) -> DeleteGroupsResponse | Coroutine[Any, Any, DeleteGroupsResponse]:
    """Deletes each group by itself, once; in turns of the loop where they have many offsets."""
    group_ids = dict.fromkeys(request.groups_names)
    items = sum([1 + broker.groups.offsets.count(group_id) for group_id in group_ids])
    return broker.lane.do_in_time(_delete(group_ids, broker), items=items)


def _delete(group_ids: Iterable[str], broker: BrokerServices) -> Steps[DeleteGroupsResponse]:
    results = []
    for group_id in group_ids:
        error = yield from broker.groups.admin.delete(group_id)
        results.append(Result(group_id, int(error)))
        yield
    return DeleteGroupsResponse(results=results)


def error_response(request: DeleteGroupsRequest, error: KafkaError) -> DeleteGroupsResponse:
    """Returns the same error for every group."""
    return DeleteGroupsResponse(results=[Result(group_id, int(error.code)) for group_id in request.groups_names])
