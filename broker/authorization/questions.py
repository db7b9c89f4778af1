"""The requests of rules and handlers to the authorizer, about the sender of a request.

    may(ctx, authorizer, AclOperation.READ, ResourceType.TOPIC, "pay")     True where there is no authorizer

Not here: which API asks what (`rules`), and how it is decided (`broker.security.authorizer`).
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.requests.cluster_view import CLUSTER_OPERATIONS, GROUP_OPERATIONS, TOPIC_OPERATIONS
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.protocol.errors import (
    ClusterAuthorizationFailed,
    DelegationTokenAuthorizationFailed,
    GroupAuthorizationFailed,
    KafkaError,
    TopicAuthorizationFailed,
    TransactionalIdAuthorizationFailed,
)

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane

REFUSAL: Final = "Authorization failed."
"""All that is said: neither what lacks nor whether the thing is there."""

ERRORS: Final[dict[ResourceType, type[KafkaError]]] = {
    ResourceType.TOPIC: TopicAuthorizationFailed,
    ResourceType.GROUP: GroupAuthorizationFailed,
    ResourceType.CLUSTER: ClusterAuthorizationFailed,
    ResourceType.TRANSACTIONAL_ID: TransactionalIdAuthorizationFailed,
    ResourceType.DELEGATION_TOKEN: DelegationTokenAuthorizationFailed,
    ResourceType.USER: DelegationTokenAuthorizationFailed,
}
"""The error for each type of resource without authorization (Kafka's AclEntry.authorizationError)."""

_EVERYTHING: Final = {
    ResourceType.TOPIC: TOPIC_OPERATIONS,
    ResourceType.GROUP: GROUP_OPERATIONS,
    ResourceType.CLUSTER: CLUSTER_OPERATIONS,
}


def may(
    ctx: RequestContext,
    authorizer: Authorizer | None,
    operation: AclOperation,
    resource_type: ResourceType,
    name: str,
    *,
    is_logged: bool = True,
) -> bool:
    """Tells whether the sender of a request is authorized for an operation.

    Without an authorizer everybody is.

    Args:
        ctx: the request.
        authorizer: who decides; None: everybody is authorized for everything.
        operation: what is to be done.
        resource_type: with what kind of resource.
        name: with which.
        is_logged: whether a refusal is worth a line: not where a list is only filtered.
    """
    if authorizer is None:
        return True
    connection = ctx.connection
    return authorizer.is_allowed(
        connection.principal, connection.peer_host, operation, resource_type, name, is_logged=is_logged
    )


def may_see(ctx: RequestContext, authorizer: Authorizer | None, topic: str) -> bool:
    """Tells whether the sender may see a topic.

    For lists of which each receiver sees a part; refusals are not logged.
    """
    return may(ctx, authorizer, AclOperation.DESCRIBE, ResourceType.TOPIC, topic, is_logged=False)


def may_in_cluster(
    ctx: RequestContext, authorizer: Authorizer | None, operation: AclOperation, *, is_logged: bool = True
) -> bool:
    """Tells whether the sender is authorized for an operation on the cluster."""
    return may(ctx, authorizer, operation, ResourceType.CLUSTER, CLUSTER_NAME, is_logged=is_logged)


def may_somewhere(
    ctx: RequestContext,
    authorizer: Authorizer | None,
    operation: AclOperation,
    resource_type: ResourceType,
    lane: Lane,
) -> bool | Coroutine[Any, Any, bool]:
    """Tells whether the sender is authorized on at least one resource of a type. In slices where ACLs are many."""
    if authorizer is None:
        return True
    asked = (ctx.connection.principal, ctx.connection.peer_host, operation, resource_type)
    known = authorizer.known_somewhere(*asked)
    if known is not None:
        return known
    return lane.do_in_time(authorizer.is_allowed_somewhere(*asked), items=authorizer.pattern_count)


def check(
    ctx: RequestContext, authorizer: Authorizer | None, operation: AclOperation, resource_type: ResourceType, name: str
) -> None:
    """Checks that the sender is authorized for an operation.

    Raises:
        KafkaError: the one of ERRORS.
    """
    if not may(ctx, authorizer, operation, resource_type, name):
        raise ERRORS[resource_type](REFUSAL)


def refused_topics(
    ctx: RequestContext, authorizer: Authorizer | None, operation: AclOperation, names: Iterable[str]
) -> frozenset[str]:
    """Returns the topics on which the sender is not authorized for an operation."""
    if authorizer is None:
        return frozenset()
    return frozenset(name for name in set(names) if not may(ctx, authorizer, operation, ResourceType.TOPIC, name))


def refused_creations(ctx: RequestContext, authorizer: Authorizer | None, names: Iterable[str]) -> frozenset[str]:
    """Returns the topics that the sender may not create. CREATE on the cluster holds for all of them."""
    if authorizer is None or may_in_cluster(ctx, authorizer, AclOperation.CREATE, is_logged=False):
        return frozenset()
    return refused_topics(ctx, authorizer, AclOperation.CREATE, names)


def refused_fetches(
    ctx: RequestContext, authorizer: Authorizer | None, names: Iterable[str], *, is_follower: bool
) -> frozenset[str]:
    """Returns the topics that the sender may not fetch.

    Followers act for the cluster, or not at all (CVE-2018-1288).
    """
    if authorizer is None:
        return frozenset()
    if not is_follower:
        return refused_topics(ctx, authorizer, AclOperation.READ, names)
    return frozenset() if may_in_cluster(ctx, authorizer, AclOperation.CLUSTER_ACTION) else frozenset(names)


def authorized_operations(
    ctx: RequestContext, authorizer: Authorizer | None, resource_type: ResourceType, name: str
) -> int:
    """Returns the bits of the sender's authorized operations on a resource (KIP-430)."""
    if authorizer is None:
        return _EVERYTHING[resource_type]
    connection = ctx.connection
    return authorizer.operations(connection.principal, connection.peer_host, resource_type, name)


def cluster_operations(ctx: RequestContext, authorizer: Authorizer | None) -> int:
    """Returns the bits of the sender's authorized operations on the cluster. 0 without DESCRIBE on it."""
    if not may_in_cluster(ctx, authorizer, AclOperation.DESCRIBE):
        return 0
    return authorized_operations(ctx, authorizer, ResourceType.CLUSTER, CLUSTER_NAME)
