"""OffsetDelete (KIP-496): forget committed offsets of partitions that nobody in the group reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import OffsetDeleteResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import OffsetDeleteRequest

API = ApiKey.OFFSET_DELETE

Topic = OffsetDeleteResponse.OffsetDeleteResponseTopic
Partition = OffsetDeleteResponse.OffsetDeleteResponsePartition


class OffsetDeleteHandler:
    """Handles OffsetDelete requests."""

    __slots__ = ("_groups", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._metadata_cache = metadata_cache

    def handle(self, request: OffsetDeleteRequest, ctx: RequestContext) -> OffsetDeleteResponse:
        """Deletes each partition's offset by itself; an error of the group raises, and stands at the top."""
        snapshot = self._metadata_cache.snapshot
        asked = [
            TopicPartition(topic.name, each.partition_index) for topic in request.topics for each in topic.partitions
        ]
        known = [partition for partition in asked if snapshot.partition(*partition) is not None]
        errors = self._groups.admin.delete_offsets(request.group_id, known)
        topics: dict[str, list[Partition]] = {}
        for partition in dict.fromkeys(asked):
            error = errors.get(partition, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            topics.setdefault(partition.topic, []).append(Partition(partition.partition, int(error)))
        return OffsetDeleteResponse(
            topics=[Topic(name=name, partitions=partitions) for name, partitions in topics.items()]
        )
