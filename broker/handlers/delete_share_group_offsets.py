"""DeleteShareGroupOffsets: what a share group without members has done with topics is forgotten (KIP-932)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DeleteShareGroupOffsetsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import DeleteShareGroupOffsetsRequest

API = ApiKey.DELETE_SHARE_GROUP_OFFSETS

Topic = DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic


class DeleteShareGroupOffsetsHandler:
    """Handles DeleteShareGroupOffsets requests."""

    __slots__ = ("_groups", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._metadata_cache = metadata_cache

    async def handle(
        self, request: DeleteShareGroupOffsetsRequest, ctx: RequestContext
    ) -> DeleteShareGroupOffsetsResponse:
        """Has the persister forget the topics; each topic has its own result."""
        del ctx  # there is one version
        names = [topic.topic_name for topic in request.topics]
        outcomes = await self._groups.shares.offsets.delete(
            request.group_id, names, VisibleTopics.by_name(self._metadata_cache)
        )
        return DeleteShareGroupOffsetsResponse(
            responses=[
                Topic(
                    topic_name=outcome.topic,
                    topic_id=outcome.topic_id,
                    error_code=0 if outcome.error is None else int(outcome.error.code),
                    error_message=None if outcome.error is None else outcome.error.message,
                )
                for outcome in outcomes
            ]
        )
