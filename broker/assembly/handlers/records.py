"""Records: appended, read, found, deleted, and where they lie: the handlers, and what each is built of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import HandlerParts, Make
    from kavka.broker.requests.handler import Handler


def _produce(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.produce import ProduceHandler

    return ProduceHandler(
        clock=parts.tools.clock,
        flusher=parts.replicas.flusher,
        lane=parts.lane,
        leaders=parts.leaders(),
        metadata_cache=parts.cluster.metadata,
        partitions=parts.replicas.partitions,
        record_checks=parts.logs.record_checks,
        traffic=parts.replicas.traffic,
        verification=parts.verification,
        waiting=parts.replicas.waiting,
    )


def _fetch(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.fetch import FetchHandler

    return FetchHandler(
        authorizer=parts.security.authorization.authorizer,
        clock=parts.tools.clock,
        fetches=parts.replicas.fetches,
        follower_fetches=parts.tools.metrics.follower_fetches,
        lane=parts.lane,
        leaders=parts.leaders(),
        metadata_cache=parts.cluster.metadata,
        quotas=parts.quotas,
    )


def _share_fetch(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.share_fetch import ShareFetchHandler

    return ShareFetchHandler(
        quotas=parts.quotas, share_fetches=parts.share_reading.fetches, share_requests=parts.share_requests()
    )


def _share_acknowledge(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.share_acknowledge import ShareAcknowledgeHandler

    return ShareAcknowledgeHandler(share_requests=parts.share_requests())


def _list_offsets(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.list_offsets import ListOffsetsHandler

    return ListOffsetsHandler(
        clock=parts.tools.clock, filesystem=parts.logs.filesystem, partitions=parts.replicas.partitions
    )


def _offset_for_leader_epoch(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.offset_for_leader_epoch import OffsetForLeaderEpochHandler

    return OffsetForLeaderEpochHandler(partitions=parts.replicas.partitions)


def _delete_records(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_records import DeleteRecordsHandler

    return DeleteRecordsHandler(
        checkpoint_log_start_offsets=parts.logs.checkpoint_log_start_offsets,
        followers=parts.replicas.followers,
        partitions=parts.replicas.partitions,
        waiting=parts.replicas.waiting,
    )


def _describe_producers(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_producers import DescribeProducersHandler

    return DescribeProducersHandler(lane=parts.lane, partitions=parts.replicas.partitions)


def _describe_log_dirs(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_log_dirs import DescribeLogDirsHandler

    return DescribeLogDirsHandler(data_dirs=parts.logs.data_dirs, lane=parts.lane)


def _alter_replica_log_dirs(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_replica_log_dirs import AlterReplicaLogDirsHandler

    return AlterReplicaLogDirsHandler(log_dir_moves=parts.replicas.log_dir_moves)


MAKE: Final[Mapping[ApiKey, Make]] = {
    ApiKey.PRODUCE: _produce,
    ApiKey.FETCH: _fetch,
    ApiKey.SHARE_FETCH: _share_fetch,
    ApiKey.SHARE_ACKNOWLEDGE: _share_acknowledge,
    ApiKey.LIST_OFFSETS: _list_offsets,
    ApiKey.OFFSET_FOR_LEADER_EPOCH: _offset_for_leader_epoch,
    ApiKey.DELETE_RECORDS: _delete_records,
    ApiKey.DESCRIBE_PRODUCERS: _describe_producers,
    ApiKey.DESCRIBE_LOG_DIRS: _describe_log_dirs,
    ApiKey.ALTER_REPLICA_LOG_DIRS: _alter_replica_log_dirs,
}
