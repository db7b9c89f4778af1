"""DescribeShareGroupOffsets: where share groups begin, and from version 1 on how far they lag (KIP-932, KIP-1226).

Of topics that nobody names those that the sender may see, and that the group has begun, are described.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.authorization.questions import REFUSAL, may_see
from kavka.broker.group.share.share_offsets import StartOffset
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError, TopicAuthorizationFailed
from kavka.protocol.messages import DescribeShareGroupOffsetsResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.protocol.messages import DescribeShareGroupOffsetsRequest

API = ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS

Group = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup
Topic = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic
Partition = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition


class DescribeShareGroupOffsetsHandler:
    """Handles DescribeShareGroupOffsets requests."""

    __slots__ = ("_authorizer", "_groups", "_metadata_cache")

    def __init__(
        self, *, authorizer: Authorizer | None, groups: GroupCoordinator, metadata_cache: MetadataCache
    ) -> None:
        self._authorizer = authorizer
        self._groups = groups
        self._metadata_cache = metadata_cache

    async def handle(
        self, request: DescribeShareGroupOffsetsRequest, ctx: RequestContext
    ) -> DescribeShareGroupOffsetsResponse:
        """Describes each group by itself: some may be coordinated elsewhere."""
        sees = partial(may_see, ctx, self._authorizer)
        return DescribeShareGroupOffsetsResponse(groups=[await self._describe(asked, sees) for asked in request.groups])

    async def _describe(
        self,
        asked: DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup,
        may_see: Callable[[str], bool],
    ) -> Group:
        names = None if asked.topics is None else {topic.topic_name: topic.partitions for topic in asked.topics}
        hidden = {} if names is None else {name: names.pop(name) for name in list(names) if not may_see(name)}
        try:
            found = await self._groups.shares.offsets.describe(
                asked.group_id, names, VisibleTopics.by_name(self._metadata_cache)
            )
        except KafkaError as error:
            return Group(group_id=asked.group_id, error_code=int(error.code), error_message=error.message)
        return Group(
            group_id=asked.group_id,
            topics=[
                Topic(topic_name=name, topic_id=topic_id, partitions=[_partition(start) for start in starts])
                for name, (topic_id, starts) in found.items()
                if names is not None or may_see(name)
            ]
            + [_refused(name, indexes) for name, indexes in hidden.items()],
        )


def _refused(name: str, indexes: Sequence[int]) -> Topic:
    error = TopicAuthorizationFailed(REFUSAL)
    return Topic(topic_name=name, partitions=[_partition(StartOffset(index, error=error)) for index in indexes])


def _partition(start: StartOffset) -> Partition:
    return Partition(
        partition_index=start.partition,
        start_offset=start.start_offset,
        leader_epoch=start.leader_epoch,
        lag=start.lag,
        error_code=0 if start.error is None else int(start.error.code),
        error_message=None if start.error is None else start.error.message,
    )
