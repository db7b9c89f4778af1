"""OffsetCommit: a group's committed offsets are stored; in version 0 in ZooKeeper, since then in `__consumer_offsets`.

    version 1     the client says when it committed, partition by partition; −1: now
    versions 2–4  it says how long the offsets stay after that; −1: as long as the broker keeps them
    from 5 on     the broker decides (KIP-211)

Partitions of topics that this broker does not know are refused; what ZooKeeper cannot store fails with the error that
ZooKeeper's loss means to clients of that time.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.membership import MemberName
from kavka.broker.group.znode_offsets import is_znode_name
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidGroupId, KafkaError
from kavka.protocol.messages import OffsetCommitResponse
from kavka.timer.moments import WallMs
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.errors import NoNode, ZkError

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import OffsetCommitRequest

API = ApiKey.OFFSET_COMMIT

TIME_MS_MAX: Final = 2**63 - 1
"""The last moment that a record can tell; a retention that ends later lasts as long as that."""

NOT_GIVEN: Final = -1
"""A time that the client leaves to the broker."""

Errors = Mapping[TopicPartition, ErrorCode]


def handle(
    request: OffsetCommitRequest, ctx: RequestContext, broker: BrokerServices
) -> Deferred | Coroutine[Any, Any, OffsetCommitResponse]:
    """Stores the committed offsets, and responds when the replicas or ZooKeeper have them."""
    known, errors = _wanted(request, broker)
    if ctx.api_version == 0:
        return _commit_to_zookeeper(request, known, errors, broker)
    # Only what the response needs is kept while it waits: the partitions in their order.
    layout = [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]
    if not known:
        ctx.respond(_response(layout, errors))
        return DEFERRED
    broker.groups.offsets.commit(
        request.group_id,
        request.generation_id_or_member_epoch,
        MemberName(request.member_id, request.group_instance_id),
        known,
        lambda results: ctx.respond(_response(layout, {**errors, **results})),
    )
    return DEFERRED


def error_response(request: OffsetCommitRequest, error: KafkaError) -> OffsetCommitResponse:
    """Returns the same error for every partition: the response has no place for one of the request."""
    layout = [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]
    code = ErrorCode(error.code)
    return _response(layout, {TopicPartition(name, index): code for name, indexes in layout for index in indexes})


def _wanted(
    request: OffsetCommitRequest, broker: BrokerServices
) -> tuple[dict[TopicPartition, CommittedOffset], dict[TopicPartition, ErrorCode]]:
    """Reads what is to be written, and what cannot be."""
    now_ms = broker.clock.now_ms()
    topics = broker.metadata_cache.snapshot.topics
    known: dict[TopicPartition, CommittedOffset] = {}
    errors: dict[TopicPartition, ErrorCode] = {}
    retention_ms = request.retention_time_ms
    for topic in request.topics:
        state = topics.get(topic.name)
        for asked in topic.partitions:
            partition = TopicPartition(topic.name, asked.partition_index)
            if state is None or asked.partition_index not in state.partitions:
                errors[partition] = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                continue
            commit_ms = now_ms if asked.commit_timestamp == NOT_GIVEN else WallMs(asked.commit_timestamp)
            known[partition] = CommittedOffset(
                offset=asked.committed_offset,
                leader_epoch=asked.committed_leader_epoch,
                metadata=asked.committed_metadata or "",
                commit_ms=commit_ms,
                expire_ms=None if retention_ms == NOT_GIVEN else min(commit_ms + retention_ms, WallMs(TIME_MS_MAX)),
            )
    return known, errors


def _response(layout: list[tuple[str, list[int]]], errors: Errors) -> OffsetCommitResponse:
    return OffsetCommitResponse(
        topics=[
            OffsetCommitResponse.OffsetCommitResponseTopic(
                name=name,
                partitions=[
                    OffsetCommitResponse.OffsetCommitResponsePartition(index, int(errors[TopicPartition(name, index)]))
                    for index in indexes
                ],
            )
            for name, indexes in layout
        ]
    )


async def _commit_to_zookeeper(
    request: OffsetCommitRequest,
    known: Mapping[TopicPartition, CommittedOffset],
    errors: dict[TopicPartition, ErrorCode],
    broker: BrokerServices,
) -> OffsetCommitResponse:
    if not is_znode_name(request.group_id):
        raise InvalidGroupId(f"{request.group_id!r} cannot be the name of a znode")
    metadata_max = broker.config.offset_metadata_max_bytes
    for partition, committed in known.items():
        if len(committed.metadata) > metadata_max:
            errors[partition] = ErrorCode.OFFSET_METADATA_TOO_LARGE
            continue
        path = paths.consumer_offset(request.group_id, *partition)
        try:
            await _write_znode(path, str(committed.offset).encode(), broker)
            errors[partition] = ErrorCode.NONE
        except ZkError:
            errors[partition] = ErrorCode.COORDINATOR_NOT_AVAILABLE
    layout = [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]
    return _response(layout, errors)


async def _write_znode(path: str, data: bytes, broker: BrokerServices) -> None:
    try:
        await broker.zk.set(path, data)
    except NoNode:
        await ensure_path(broker.zk, path)
        await broker.zk.set(path, data)
