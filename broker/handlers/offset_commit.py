"""OffsetCommit: a group's committed offsets are stored; in version 0 in ZooKeeper, since then in `__consumer_offsets`.

    version 1     the client says when it committed, partition by partition; −1: now
    versions 2–4  it says how long the offsets stay after that; −1: as long as the broker keeps them
    from 5 on     the broker decides (KIP-211)
    from 9 on     a member of a group that is gone hears so, and no more ILLEGAL_GENERATION; members of groups of the
                  consumer protocol (KIP-848) say their epoch
    from 10 on    topics are named by id

Partitions of topics that this broker does not know are refused; what ZooKeeper cannot store fails with the error that
ZooKeeper's loss means to clients of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.member import MemberName
from kavka.broker.group.znode_offsets import is_znode_name
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.topic_names import NamedTopics, absence, named
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

TOPIC_IDS_FROM_VERSION: Final = 10
EPOCHS_FROM_VERSION: Final = 9

NOT_GIVEN: Final = -1
"""A time that the client leaves to the broker."""

Errors = Mapping[TopicPartition, ErrorCode]

Layout = list[tuple[str, bytes, list[int]]]
"""What a response has: of each topic its name, its id, and its partitions in their order."""


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
        is_by_id = ctx.api_version >= TOPIC_IDS_FROM_VERSION
        knows_epochs = ctx.api_version >= EPOCHS_FROM_VERSION
        topics = named(request.topics, self._metadata_cache, is_by_id=is_by_id)
        known, errors = self._wanted(topics, request.retention_time_ms, is_by_id=is_by_id)
        layout = _layout(topics)  # only what the response needs is kept while it waits
        if ctx.api_version == 0:
            return self._commit_to_zookeeper(request, known, errors, layout)
        if not known:
            ctx.respond(_response(layout, errors))
            return DEFERRED
        self._groups.offsets.commit(
            request.group_id,
            request.generation_id_or_member_epoch,
            MemberName(request.member_id, request.group_instance_id),
            known,
            lambda results: ctx.respond(_response(layout, {**errors, **_for_version(results, knows=knows_epochs)})),
            knows_epochs=knows_epochs,
        )
        return DEFERRED

    def _wanted(
        self, topics: NamedTopics, retention_ms: int, *, is_by_id: bool
    ) -> tuple[dict[TopicPartition, CommittedOffset], dict[TopicPartition, ErrorCode]]:
        """Reads what is to be written, and what cannot be."""
        now_ms = self._clock.now_ms()
        there = self._metadata_cache.snapshot.topics
        known: dict[TopicPartition, CommittedOffset] = {}
        errors: dict[TopicPartition, ErrorCode] = {}
        for name, topic in topics:
            state = there.get(name)
            for asked in topic.partitions:
                partition = TopicPartition(name, asked.partition_index)
                if state is None or asked.partition_index not in state.partitions:
                    errors[partition] = absence(name, is_by_id=is_by_id)
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
        layout: Layout,
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
        return _response(layout, errors)

    async def _write_znode(self, path: str, data: bytes) -> None:
        try:
            await self._zk.set(path, data)
        except NoNode:
            await ensure_path(self._zk, path)
            await self._zk.set(path, data)


def _layout(topics: NamedTopics) -> Layout:
    return [(name, topic.topic_id, [asked.partition_index for asked in topic.partitions]) for name, topic in topics]


def _for_version(results: Errors, *, knows: bool) -> Errors:
    """Returns the results as clients of the request's version know them: of a group that is gone old ones do not."""
    if knows or ErrorCode.GROUP_ID_NOT_FOUND not in results.values():
        return results
    return {
        partition: ErrorCode.ILLEGAL_GENERATION if error is ErrorCode.GROUP_ID_NOT_FOUND else error
        for partition, error in results.items()
    }


def _response(layout: Layout, errors: Errors) -> OffsetCommitResponse:
    return OffsetCommitResponse(
        topics=[
            OffsetCommitResponse.OffsetCommitResponseTopic(
                name=name,
                topic_id=topic_id,
                partitions=[
                    OffsetCommitResponse.OffsetCommitResponsePartition(index, int(errors[TopicPartition(name, index)]))
                    for index in indexes
                ],
            )
            for name, topic_id, indexes in layout
        ]
    )
