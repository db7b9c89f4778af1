"""The requests of rules and handlers to the authorizer, about the sender of a request.

    may(ctx, broker, AclOperation.READ, ResourceType.TOPIC, "pay")     True where there is no authorizer

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
    from kavka.broker.requests.services import BrokerServices

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
    broker: BrokerServices,
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
        broker: has the authorizer.
        operation: what is to be done.
        resource_type: with what kind of resource.
        name: with which.
        is_logged: whether a refusal is worth a line: not where a list is only filtered.
    """
    authorizer = broker.authorizer
    if authorizer is None:
        return True
    connection = ctx.connection
    return authorizer.is_allowed(
        connection.principal, connection.peer_host, operation, resource_type, name, is_logged=is_logged
    )


def may_see(ctx: RequestContext, broker: BrokerServices, topic: str) -> bool:
    """Tells whether the sender may see a topic.

    For lists of which each receiver sees a part; refusals are not logged.
    """
    return may(ctx, broker, AclOperation.DESCRIBE, ResourceType.TOPIC, topic, is_logged=False)


def may_in_cluster(
    ctx: RequestContext, broker: BrokerServices, operation: AclOperation, *, is_logged: bool = True
) -> bool:
    """Tells whether the sender is authorized for an operation on the cluster."""
    return may(ctx, broker, operation, ResourceType.CLUSTER, CLUSTER_NAME, is_logged=is_logged)


def may_somewhere(
    ctx: RequestContext, broker: BrokerServices, operation: AclOperation, resource_type: ResourceType
) -> bool | Coroutine[Any, Any, bool]:
    """Tells whether the sender is authorized on at least one resource of a type. In slices where ACLs are many."""
    authorizer = broker.authorizer
    if authorizer is None:
        return True
    asked = (ctx.connection.principal, ctx.connection.peer_host, operation, resource_type)
    known = authorizer.known_somewhere(*asked)
    if known is not None:
        return known
    return broker.lane.do_in_time(authorizer.is_allowed_somewhere(*asked), items=authorizer.pattern_count)


def check(
    ctx: RequestContext, broker: BrokerServices, operation: AclOperation, resource_type: ResourceType, name: str
) -> None:
    """Checks that the sender is authorized for an operation.

    Raises:
        KafkaError: the one of ERRORS.
    """
    if not may(ctx, broker, operation, resource_type, name):
        raise ERRORS[resource_type](REFUSAL)


def refused_topics(
    ctx: RequestContext, broker: BrokerServices, operation: AclOperation, names: Iterable[str]
) -> frozenset[str]:
    """Returns the topics on which the sender is not authorized for an operation."""
    if broker.authorizer is None:
        return frozenset()
    return frozenset(name for name in set(names) if not may(ctx, broker, operation, ResourceType.TOPIC, name))


def refused_creations(ctx: RequestContext, broker: BrokerServices, names: Iterable[str]) -> frozenset[str]:
    """Returns the topics that the sender may not create. CREATE on the cluster holds for all of them."""
    if broker.authorizer is None or may_in_cluster(ctx, broker, AclOperation.CREATE, is_logged=False):
        return frozenset()
    return refused_topics(ctx, broker, AclOperation.CREATE, names)


def refused_fetches(
    ctx: RequestContext, broker: BrokerServices, names: Iterable[str], *, is_follower: bool
) -> frozenset[str]:
    """Returns the topics that the sender may not fetch.

    Followers act for the cluster, or not at all (CVE-2018-1288).
    """
    if broker.authorizer is None:
        return frozenset()
    if not is_follower:
        return refused_topics(ctx, broker, AclOperation.READ, names)
    return frozenset() if may_in_cluster(ctx, broker, AclOperation.CLUSTER_ACTION) else frozenset(names)


def authorized_operations(ctx: RequestContext, broker: BrokerServices, resource_type: ResourceType, name: str) -> int:
    """Returns the bits of the sender's authorized operations on a resource (KIP-430)."""
    authorizer = broker.authorizer
    if authorizer is None:
        return _EVERYTHING[resource_type]
    connection = ctx.connection
    return authorizer.operations(connection.principal, connection.peer_host, resource_type, name)


def cluster_operations(ctx: RequestContext, broker: BrokerServices) -> int:
    """Returns the bits of the sender's authorized operations on the cluster. 0 without DESCRIBE on it."""
    if not may_in_cluster(ctx, broker, AclOperation.DESCRIBE):
        return 0
    return authorized_operations(ctx, broker, ResourceType.CLUSTER, CLUSTER_NAME)
