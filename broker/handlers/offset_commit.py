"""OffsetCommit: a group's committed offsets are stored; in version 0 in ZooKeeper, since then in `__consumer_offsets`.

    version 1     the client says when it committed, partition by partition; −1: now
    versions 2–4  it says how long the offsets stay after that; −1: as long as the broker keeps them
    from 5 on     the broker decides (KIP-211)

Partitions of topics that this broker does not know are refused; what ZooKeeper cannot store fails with the error that
ZooKeeper's loss means to clients of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.membership import MemberName
from kavka.broker.group.znode_offsets import is_znode_name
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidGroupId
from kavka.protocol.messages import OffsetCommitResponse
from kavka.timer.moments import WallMs
from kavka.zk import paths
from kavka.zk.client import ensure_path
from kavka.zk.errors import NoNode, ZkError

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import OffsetCommitRequest
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient

API = ApiKey.OFFSET_COMMIT

TIME_MS_MAX: Final = 2**63 - 1
"""The last moment that a record can tell; a retention that ends later lasts as long as that."""

NOT_GIVEN: Final = -1
"""A time that the client leaves to the broker."""

Errors = Mapping[TopicPartition, ErrorCode]


class OffsetCommitHandler:
    """Handles OffsetCommit requests."""

    __slots__ = ("_clock", "_config", "_groups", "_metadata_cache", "_zk")

    def __init__(
        self,
        *,
        clock: Clock,
        config: Callable[[], BrokerConfig],
        groups: GroupCoordinator,
        metadata_cache: MetadataCache,
        zk: ZkClient,
    ) -> None:
        self._clock = clock
        self._config = config
        self._groups = groups
        self._metadata_cache = metadata_cache
        self._zk = zk

    def handle(
        self, request: OffsetCommitRequest, ctx: RequestContext
    ) -> Deferred | Coroutine[Any, Any, OffsetCommitResponse]:
        """Stores the committed offsets, and responds when the replicas or ZooKeeper have them."""
        known, errors = self._wanted(request)
        if ctx.api_version == 0:
            return self._commit_to_zookeeper(request, known, errors)
        # Only what the response needs is kept while it waits: the partitions in their order.
        layout = [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]
        if not known:
            ctx.respond(_response(layout, errors))
            return DEFERRED
        self._groups.offsets.commit(
            request.group_id,
            request.generation_id_or_member_epoch,
            MemberName(request.member_id, request.group_instance_id),
            known,
            lambda results: ctx.respond(_response(layout, {**errors, **results})),
        )
        return DEFERRED

    def _wanted(
        self, request: OffsetCommitRequest
    ) -> tuple[dict[TopicPartition, CommittedOffset], dict[TopicPartition, ErrorCode]]:
        """Reads what is to be written, and what cannot be."""
        now_ms = self._clock.now_ms()
        topics = self._metadata_cache.snapshot.topics
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

    async def _commit_to_zookeeper(
        self,
        request: OffsetCommitRequest,
        known: Mapping[TopicPartition, CommittedOffset],
        errors: dict[TopicPartition, ErrorCode],
    ) -> OffsetCommitResponse:
        if not is_znode_name(request.group_id):
            raise InvalidGroupId(f"{request.group_id!r} cannot be the name of a znode")
        metadata_max = self._config().offset_metadata_max_bytes
        for partition, committed in known.items():
            if len(committed.metadata) > metadata_max:
                errors[partition] = ErrorCode.OFFSET_METADATA_TOO_LARGE
                continue
            path = paths.consumer_offset(request.group_id, *partition)
            try:
                await self._write_znode(path, str(committed.offset).encode())
                errors[partition] = ErrorCode.NONE
            except ZkError:
                errors[partition] = ErrorCode.COORDINATOR_NOT_AVAILABLE
        layout = [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]
        return _response(layout, errors)

    async def _write_znode(self, path: str, data: bytes) -> None:
        try:
            await self._zk.set(path, data)
        except NoNode:
            await ensure_path(self._zk, path)
            await self._zk.set(path, data)


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
