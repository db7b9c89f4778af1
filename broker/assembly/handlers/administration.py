"""The cluster: what there is of it, its topics, its configuration: the handlers, and what each is built of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import HandlerParts, Make
    from kavka.broker.requests.handler import Handler


def _api_versions(parts: HandlerParts) -> Handler:
    from kavka.broker.cluster.features import supported_features
    from kavka.broker.handlers.api_versions import ApiVersionsHandler

    return ApiVersionsHandler(
        api_ranges=parts.ranges,
        broker_id=parts.identity.broker_id,
        cluster_id=parts.identity.cluster_id,
        features=parts.cluster.features,
        supported_features=supported_features(parts.identity.config()),
    )


def _metadata(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.metadata import MetadataHandler

    return MetadataHandler(
        authorizer=parts.security.authorization.authorizer,
        cluster_id=parts.identity.cluster_id,
        config=parts.identity.config,
        controller=parts.cluster.controller.requests,
        controller_channel=parts.cluster.channel,
        internal_topics=parts.internal_topics(),
        lane=parts.lane,
        metadata_cache=parts.cluster.metadata,
        quotas=parts.quotas,
        view=parts.view(),
    )


def _describe_topic_partitions(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_topic_partitions import DescribeTopicPartitionsHandler

    return DescribeTopicPartitionsHandler(
        authorizer=parts.security.authorization.authorizer,
        config=parts.identity.config,
        lane=parts.lane,
        metadata_cache=parts.cluster.metadata,
        view=parts.view(),
    )


def _describe_cluster(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_cluster import DescribeClusterHandler

    return DescribeClusterHandler(
        cluster_id=parts.identity.cluster_id, metadata_cache=parts.cluster.metadata, view=parts.view()
    )


def _create_topics(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.create_topics import CreateTopicsHandler

    return CreateTopicsHandler(
        awaited=parts.awaited(),
        clock=parts.tools.clock,
        config=parts.identity.config,
        controller=parts.cluster.controller.requests,
        quotas=parts.quotas,
    )


def _delete_topics(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_topics import DeleteTopicsHandler

    return DeleteTopicsHandler(
        clock=parts.tools.clock,
        config=parts.identity.config,
        controller=parts.cluster.controller.requests,
        metadata_cache=parts.cluster.metadata,
        quotas=parts.quotas,
        zk=parts.identity.zk,
    )


def _create_partitions(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.create_partitions import CreatePartitionsHandler

    return CreatePartitionsHandler(
        awaited=parts.awaited(),
        clock=parts.tools.clock,
        controller=parts.cluster.controller.requests,
        metadata_cache=parts.cluster.metadata,
        quotas=parts.quotas,
    )


def _describe_configs(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_configs import DescribeConfigsHandler

    return DescribeConfigsHandler(
        broker_id=parts.identity.broker_id,
        config=parts.identity.config,
        group_nodes=parts.inside.coordinators.groups.config_nodes,
        lane=parts.lane,
        metadata_cache=parts.cluster.metadata,
        subscriptions=parts.telemetry.nodes,
        topic_configs=parts.cluster.topic_configs,
    )


def _alter_configs(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_configs import AlterConfigsHandler

    return AlterConfigsHandler(resources=parts.resources())


def _incremental_alter_configs(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.incremental_alter_configs import IncrementalAlterConfigsHandler

    return IncrementalAlterConfigsHandler(resources=parts.resources())


def _list_config_resources(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.list_config_resources import ListConfigResourcesHandler

    return ListConfigResourcesHandler(lane=parts.lane, names=parts.resource_names())


def _get_telemetry_subscriptions(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.get_telemetry_subscriptions import GetTelemetrySubscriptionsHandler

    return GetTelemetrySubscriptionsHandler(clock=parts.tools.clock, telemetry=parts.telemetry.core)


def _push_telemetry(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.push_telemetry import PushTelemetryHandler

    return PushTelemetryHandler(clock=parts.tools.clock, lane=parts.lane, telemetry=parts.telemetry.core)


def _elect_leaders(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.elect_leaders import ElectLeadersHandler

    return ElectLeadersHandler(
        awaited=parts.awaited(),
        clock=parts.tools.clock,
        controller=parts.cluster.controller.requests,
        lane=parts.lane,
        metadata_cache=parts.cluster.metadata,
    )


def _alter_partition_reassignments(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_partition_reassignments import AlterPartitionReassignmentsHandler

    return AlterPartitionReassignmentsHandler(controller=parts.cluster.controller.requests)


def _list_partition_reassignments(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.list_partition_reassignments import ListPartitionReassignmentsHandler

    return ListPartitionReassignmentsHandler(controller=parts.cluster.controller.requests, lane=parts.lane)


def _describe_client_quotas(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_client_quotas import DescribeClientQuotasHandler

    return DescribeClientQuotasHandler(lane=parts.lane, zk=parts.identity.zk)


def _alter_client_quotas(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_client_quotas import AlterClientQuotasHandler

    return AlterClientQuotasHandler(configs=parts.configs())


def _update_features(parts: HandlerParts) -> Handler:
    from kavka.broker.cluster.features import supported_features
    from kavka.broker.handlers.update_features import UpdateFeaturesHandler

    return UpdateFeaturesHandler(
        controller=parts.cluster.controller.requests,
        supported_features=supported_features(parts.identity.config()),
        zk=parts.identity.zk,
    )


MAKE: Final[Mapping[ApiKey, Make]] = {
    ApiKey.API_VERSIONS: _api_versions,
    ApiKey.METADATA: _metadata,
    ApiKey.DESCRIBE_CLUSTER: _describe_cluster,
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: _describe_topic_partitions,
    ApiKey.CREATE_TOPICS: _create_topics,
    ApiKey.DELETE_TOPICS: _delete_topics,
    ApiKey.CREATE_PARTITIONS: _create_partitions,
    ApiKey.DESCRIBE_CONFIGS: _describe_configs,
    ApiKey.ALTER_CONFIGS: _alter_configs,
    ApiKey.INCREMENTAL_ALTER_CONFIGS: _incremental_alter_configs,
    ApiKey.LIST_CONFIG_RESOURCES: _list_config_resources,
    ApiKey.GET_TELEMETRY_SUBSCRIPTIONS: _get_telemetry_subscriptions,
    ApiKey.PUSH_TELEMETRY: _push_telemetry,
    ApiKey.ELECT_LEADERS: _elect_leaders,
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: _alter_partition_reassignments,
    ApiKey.LIST_PARTITION_REASSIGNMENTS: _list_partition_reassignments,
    ApiKey.DESCRIBE_CLIENT_QUOTAS: _describe_client_quotas,
    ApiKey.ALTER_CLIENT_QUOTAS: _alter_client_quotas,
    ApiKey.UPDATE_FEATURES: _update_features,
}
