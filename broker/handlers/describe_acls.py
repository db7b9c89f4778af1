"""DescribeAcls: the ACLs that a filter means. Version 0 knows literal patterns only."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.acls import (
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
    from_code,
)
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, SecurityDisabled
from kavka.protocol.messages import DescribeAclsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.acls import Acls
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DescribeAclsRequest

API = ApiKey.DESCRIBE_ACLS

Resource = DescribeAclsResponse.DescribeAclsResource


class DescribeAclsHandler:
    """Handles DescribeAcls requests."""

    __slots__ = ("_acls", "_lane")

    def __init__(self, *, acls: Acls | None, lane: Lane) -> None:
        self._acls = acls
        self._lane = lane

    def handle(self, request: DescribeAclsRequest, ctx: RequestContext) -> Coroutine[Any, Any, DescribeAclsResponse]:
        """Lists them by pattern.

        Raises:
            SecurityDisabled: there is no authorizer.
            InvalidRequest: some part of the filter is of a later Kafka.
        """
        if self._acls is None:
            raise SecurityDisabled("No Authorizer is configured on the broker")
        return self._lane.do(_describe(acl_filter(request), self._acls))


def _describe(wanted: AclFilter, acls: Acls) -> Steps[DescribeAclsResponse]:
    found: dict[ResourcePattern, Resource] = {}
    for pattern, entry in (yield from acls.find(wanted)):
        resource = found.get(pattern)
        if resource is None:
            resource = found[pattern] = Resource(
                resource_type=int(pattern.resource_type),
                resource_name=pattern.name,
                pattern_type=int(pattern.pattern_type),
            )
        resource.acls.append(
            DescribeAclsResponse.AclDescription(
                principal=entry.principal,
                host=entry.host,
                operation=int(entry.operation),
                permission_type=int(entry.permission),
            )
        )
        yield
    return DescribeAclsResponse(error_message=None, resources=list(found.values()))


def acl_filter(asked: Any) -> AclFilter:
    """Reads the filter in a request, as DescribeAcls and DeleteAcls both write it.

    Raises:
        InvalidRequest: some part of it is of a later Kafka.
    """
    wanted = AclFilter(
        resource_type=from_code(ResourceType, asked.resource_type_filter),
        name=asked.resource_name_filter,
        pattern_type=from_code(PatternType, asked.pattern_type_filter),
        principal=asked.principal_filter,
        host=asked.host_filter,
        operation=from_code(AclOperation, asked.operation),
        permission=from_code(PermissionType, asked.permission_type),
    )
    if wanted.is_unknown:
        raise InvalidRequest("the filter contains a type, an operation or a permission that is not known here")
    return wanted
