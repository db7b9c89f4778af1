"""DeleteGroups: groups without members go, with their committed offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DeleteGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.errors import KafkaError
    from kavka.protocol.messages import DeleteGroupsRequest

API = ApiKey.DELETE_GROUPS

Result = DeleteGroupsResponse.DeletableGroupResult


def handle(request: DeleteGroupsRequest, ctx: RequestContext, broker: BrokerServices) -> DeleteGroupsResponse:
    """Deletes each group by itself, once."""
    group_ids = dict.fromkeys(request.groups_names)
    return DeleteGroupsResponse(
        results=[Result(group_id, int(broker.groups.admin.delete(group_id))) for group_id in group_ids]
    )


def error_response(request: DeleteGroupsRequest, error: KafkaError) -> DeleteGroupsResponse:
    """Returns the same error for every group."""
    return DeleteGroupsResponse(results=[Result(group_id, int(error.code)) for group_id in request.groups_names])
