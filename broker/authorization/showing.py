"""What responses show of a receiver's permissions, and hide for lack of them: `rule.Rule.shown`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.authorization.questions import authorized_operations, cluster_operations, may
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED
from kavka.common.acls import AclOperation, ResourceType
from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import (
        ConsumerGroupDescribeResponse,
        CreateTopicsResponse,
        DescribeClusterResponse,
        DescribeGroupsResponse,
        MetadataResponse,
    )


def show_cluster(
    response: MetadataResponse | DescribeClusterResponse, ctx: RequestContext, authority: Authority
) -> None:
    """Fills in the receiver's authorized operations on the cluster, where requested."""
    if response.cluster_authorized_operations != AUTHORIZED_OPERATIONS_OMITTED:
        response.cluster_authorized_operations = cluster_operations(ctx, authority.authorizer)


def show_created(response: CreateTopicsResponse, ctx: RequestContext, authority: Authority) -> None:
    """Hides the settings of created topics without DESCRIBE_CONFIGS on them (KIP-525)."""
    for topic in response.topics:
        if topic.error_code == ErrorCode.NONE and not may(
            ctx, authority.authorizer, AclOperation.DESCRIBE_CONFIGS, ResourceType.TOPIC, topic.name, is_logged=False
        ):
            topic.topic_config_error_code = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            topic.configs, topic.num_partitions, topic.replication_factor = [], -1, -1


def show_group_operations(
    response: DescribeGroupsResponse | ConsumerGroupDescribeResponse, ctx: RequestContext, authority: Authority
) -> None:
    """Keeps the receiver's authorized operations on each group, of those that the response has."""
    for group in response.groups:
        if group.authorized_operations != AUTHORIZED_OPERATIONS_OMITTED:
            group.authorized_operations &= authorized_operations(
                ctx, authority.authorizer, ResourceType.GROUP, group.group_id
            )
