"""ACLs, asked of any broker: listed, added, removed. What `kavka acl` stands on.

Every broker of a ZooKeeper cluster serves them; the one that was asked has the change when it responds, the others
within moments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.common.acls import (
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
    from_code,
)
from kavka.protocol.messages import CreateAclsRequest, DeleteAclsRequest, DescribeAclsRequest
from kavka.wire.errors import raise_first


async def describe_acls(cluster: Cluster, wanted: AclFilter) -> list[AclBinding]:
    """Returns the ACLs that match a filter.

    Raises:
        SecurityDisabled: the brokers have no authorizer.
        ClusterAuthorizationFailed: who asks may not DESCRIBE the cluster.
    """
    request = DescribeAclsRequest(**_fields(wanted))

    async def attempt() -> list[AclBinding]:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("", response.error_code, response.error_message)])
        return [
            AclBinding(
                ResourcePattern(
                    from_code(ResourceType, resource.resource_type),
                    resource.resource_name,
                    from_code(PatternType, resource.pattern_type),
                ),
                _entry(acl),
            )
            for resource in response.resources
            for acl in resource.acls
        ]

    return await cluster.retry(attempt, what="describe ACLs")


async def create_acls(cluster: Cluster, bindings: Sequence[AclBinding]) -> None:
    """Adds ACLs; those that are there already are fine.

    Raises:
        KafkaError: the first refusal; the others stand.
    """
    request = CreateAclsRequest(
        creations=[
            CreateAclsRequest.AclCreation(
                resource_type=int(pattern.resource_type),
                resource_name=pattern.name,
                resource_pattern_type=int(pattern.pattern_type),
                principal=entry.principal,
                host=entry.host,
                operation=int(entry.operation),
                permission_type=int(entry.permission),
            )
            for pattern, entry in bindings
        ]
    )

    async def attempt() -> None:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first(
            (str(binding.pattern), result.error_code, result.error_message)
            for binding, result in zip(bindings, response.results, strict=True)
        )

    await cluster.retry(attempt, what="create ACLs")


async def delete_acls(cluster: Cluster, filters: Iterable[AclFilter]) -> list[AclBinding]:
    """Removes every ACL that a filter matches; returns the removed ACLs.

    Raises:
        KafkaError: the first refusal; what was removed before stays removed.
    """
    request = DeleteAclsRequest(filters=[DeleteAclsRequest.DeleteAclsFilter(**_fields(wanted)) for wanted in filters])
    gone: list[AclBinding] = []

    async def attempt() -> None:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first(("", result.error_code, result.error_message) for result in response.filter_results)
        matching = [acl for result in response.filter_results for acl in result.matching_acls]
        gone.extend(
            AclBinding(
                ResourcePattern(
                    from_code(ResourceType, acl.resource_type),
                    acl.resource_name,
                    from_code(PatternType, acl.pattern_type),
                ),
                _entry(acl),
            )
            for acl in matching
            if not acl.error_code
        )
        raise_first((acl.resource_name, acl.error_code, acl.error_message) for acl in matching)

    await cluster.retry(attempt, what="delete ACLs")
    return gone


def _fields(wanted: AclFilter) -> dict[str, Any]:
    return {
        "resource_type_filter": int(wanted.resource_type),
        "resource_name_filter": wanted.name,
        "pattern_type_filter": int(wanted.pattern_type),
        "principal_filter": wanted.principal,
        "host_filter": wanted.host,
        "operation": int(wanted.operation),
        "permission_type": int(wanted.permission),
    }


def _entry(acl: Any) -> AclEntry:
    return AclEntry(
        acl.principal, acl.host, from_code(AclOperation, acl.operation), from_code(PermissionType, acl.permission_type)
    )
