"""What brokers and the controller say to one another: the handlers, and what each is built of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import HandlerParts, Make
    from kavka.broker.requests.handler import Handler


def _leader_and_isr(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.leader_and_isr import LeaderAndIsrHandler

    return LeaderAndIsrHandler(
        broker_epoch=parts.broker_epoch,
        commands=parts.replicas.commands,
        control_requests=parts.replication.control_requests,
        topic_configs=parts.cluster.topic_configs,
    )


def _stop_replica(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.stop_replica import StopReplicaHandler

    return StopReplicaHandler(
        broker_epoch=parts.broker_epoch,
        commands=parts.replicas.commands,
        control_requests=parts.replication.control_requests,
    )


def _update_metadata(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.update_metadata import UpdateMetadataHandler

    return UpdateMetadataHandler(
        broker_epoch=parts.broker_epoch,
        commands=parts.replicas.commands,
        control_requests=parts.replication.control_requests,
        controller_epoch=parts.replicas.controller_epoch,
        followers=parts.replicas.followers,
        groups=parts.groups,
        metadata_cache=parts.cluster.metadata,
        partitions=parts.replicas.partitions,
        topic_configs=parts.cluster.topic_configs,
    )


def _controlled_shutdown(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.controlled_shutdown import ControlledShutdownHandler

    return ControlledShutdownHandler(
        config=parts.identity.config,
        control_requests=parts.replication.control_requests,
        controller=parts.cluster.controller.requests,
    )


def _alter_partition(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_partition import AlterPartitionHandler

    return AlterPartitionHandler(controller=parts.cluster.controller.requests)


def _allocate_producer_ids(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.allocate_producer_ids import AllocateProducerIdsHandler

    return AllocateProducerIdsHandler(controller=parts.cluster.controller.requests, zk=parts.identity.zk)


MAKE: Final[Mapping[ApiKey, Make]] = {
    ApiKey.LEADER_AND_ISR: _leader_and_isr,
    ApiKey.STOP_REPLICA: _stop_replica,
    ApiKey.UPDATE_METADATA: _update_metadata,
    ApiKey.CONTROLLED_SHUTDOWN: _controlled_shutdown,
    ApiKey.ALTER_PARTITION: _alter_partition,
    ApiKey.ALLOCATE_PRODUCER_IDS: _allocate_producer_ids,
}
