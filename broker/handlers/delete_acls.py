"""DeleteAcls: removes the ACLs that filters mean, and names them; a filter that means none is fine."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from kavka.broker.handlers.describe_acls import acl_filter
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import SecurityDisabled
from kavka.protocol.messages import DeleteAclsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.acls import Acls, Deleted
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DeleteAclsRequest

API = ApiKey.DELETE_ACLS

Result = DeleteAclsResponse.DeleteAclsFilterResult
Matching = DeleteAclsResponse.DeleteAclsMatchingAcl


class DeleteAclsHandler:
    """Handles DeleteAcls requests."""

    __slots__ = ("_acls", "_lane")

    def __init__(self, *, acls: Acls | None, lane: Lane) -> None:
        self._acls = acls
        self._lane = lane

    def handle(self, request: DeleteAclsRequest, ctx: RequestContext) -> Coroutine[Any, Any, DeleteAclsResponse]:
        """Removes them.

        Raises:
            SecurityDisabled: there is no authorizer.
        """
        if self._acls is None:
            raise SecurityDisabled("No Authorizer is configured.")
        return self._delete(request, self._acls)

    async def _delete(self, request: DeleteAclsRequest, acls: Acls) -> DeleteAclsResponse:
        # Every filter is understood before the first ACL goes.
        deleted = await acls.delete([acl_filter(asked) for asked in request.filters])
        return await self._lane.do_for(_answer(deleted), items=sum(map(len, deleted)))


def _answer(deleted: Iterable[Iterable[Deleted]]) -> Steps[DeleteAclsResponse]:
    response = DeleteAclsResponse()
    for of_filter in deleted:
        result = Result(error_message=None)
        for each in of_filter:
            result.matching_acls.append(_matching(each))
            yield
        response.filter_results.append(result)
    return response


def _matching(deleted: Deleted) -> Matching:
    (pattern, entry), error = deleted
    return Matching(
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
        resource_type=int(pattern.resource_type),
        resource_name=pattern.name,
        pattern_type=int(pattern.pattern_type),
        principal=entry.principal,
        host=entry.host,
        operation=int(entry.operation),
        permission_type=int(entry.permission),
    )
