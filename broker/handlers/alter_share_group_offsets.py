"""AlterShareGroupOffsets: a share group without members begins somewhere else in partitions (KIP-932)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import AlterShareGroupOffsetsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import AlterShareGroupOffsetsRequest

API = ApiKey.ALTER_SHARE_GROUP_OFFSETS

Topic = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponseTopic
Partition = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponsePartition


class AlterShareGroupOffsetsHandler:
    """Handles AlterShareGroupOffsets requests."""

    __slots__ = ("_groups", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._metadata_cache = metadata_cache

    async def handle(
        self, request: AlterShareGroupOffsetsRequest, ctx: RequestContext
    ) -> AlterShareGroupOffsetsResponse:
        """Has the persister begin the partitions anew; each partition has its own result."""
        del ctx  # there is one version
        asked = {
            topic.topic_name: {part.partition_index: part.start_offset for part in topic.partitions}
            for topic in request.topics
        }
        outcomes = await self._groups.shares.offsets.alter(
            request.group_id, asked, VisibleTopics.by_name(self._metadata_cache)
        )
        topics = {topic.topic_name: Topic(topic_name=topic.topic_name) for topic in request.topics}
        for outcome in outcomes:
            topic, error = topics[outcome.topic], outcome.error
            topic.topic_id = outcome.topic_id
            topic.partitions.append(
                Partition(
                    partition_index=outcome.partition,
                    error_code=0 if error is None else int(error.code),
                    error_message=None if error is None else error.message,
                )
            )
        return AlterShareGroupOffsetsResponse(responses=list(topics.values()))
