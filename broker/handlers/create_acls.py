"""CreateAcls: stores ACLs, each with its own outcome; they count on this broker when the response comes."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.acls import (
    AclBinding,
    AclEntry,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
    from_code,
)
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError, SecurityDisabled
from kavka.protocol.messages import CreateAclsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.acls import Acls
    from kavka.protocol.messages import CreateAclsRequest

API = ApiKey.CREATE_ACLS

Result = CreateAclsResponse.AclCreationResult


class CreateAclsHandler:
    """Handles CreateAcls requests."""

    __slots__ = ("_acls",)

    def __init__(self, *, acls: Acls | None) -> None:
        self._acls = acls

    def handle(self, request: CreateAclsRequest, ctx: RequestContext) -> Coroutine[Any, Any, CreateAclsResponse]:
        """Stores them.

        Raises:
            SecurityDisabled: there is no authorizer.
        """
        if self._acls is None:
            raise SecurityDisabled("No Authorizer is configured.")
        return _create(request, self._acls)


async def _create(request: CreateAclsRequest, acls: Acls) -> CreateAclsResponse:
    errors = await acls.create([_binding(wanted) for wanted in request.creations])
    return CreateAclsResponse(results=[_result(error) for error in errors])


def _binding(wanted: Any) -> AclBinding:
    return AclBinding(
        ResourcePattern(
            from_code(ResourceType, wanted.resource_type),
            wanted.resource_name,
            from_code(PatternType, wanted.resource_pattern_type),
        ),
        AclEntry(
            wanted.principal,
            wanted.host,
            from_code(AclOperation, wanted.operation),
            from_code(PermissionType, wanted.permission_type),
        ),
    )


def _result(error: KafkaError | None) -> Result:
    return Result(error_message=None) if error is None else Result(int(error.code), error.message)
