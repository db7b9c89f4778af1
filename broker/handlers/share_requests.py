"""What ShareFetch and ShareAcknowledge have in common: member, acknowledgements, topics by id, current leaders.

    request ─▶ member, each partition's acknowledgements ─▶ share-partitions ─▶ what was wrong with any of them

A partition whose acknowledgements cannot be read has an error of its own, and the others are acknowledged. Not here:
sessions (`share.partition.sessions`), what acknowledgements do (`share.partition.led_share_partition`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.broker.authorization.questions import REFUSAL, may
from kavka.broker.share.partition.acknowledgements import Acknowledgement, read_acknowledgements
from kavka.broker.share.partition.sessions import ShareSessionKey
from kavka.common.acls import AclOperation, ResourceType
from kavka.protocol.errors import (
    ErrorCode,
    InvalidGroupId,
    InvalidRequest,
    KafkaError,
    TopicAuthorizationFailed,
    UnknownTopicId,
    UnsupportedVersion,
)
from kavka.wire.acknowledgements import TopicIdPartition

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.broker.security.authorizer import Authorizer
    from kavka.broker.share.partition.led_share_partitions import LedSharePartitions
    from kavka.protocol.messages import ShareAcknowledgeRequest, ShareFetchRequest

    ShareRequest = ShareFetchRequest | ShareAcknowledgeRequest

NodeT = TypeVar("NodeT")

_LED_ELSEWHERE: Final = (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH)

Acknowledged = dict[TopicIdPartition, KafkaError | None]
"""What was wrong with the acknowledgements of each partition that had some; None: nothing."""


class ShareRequests:
    """Reads and carries out what both requests have.

    Args:
        authorizer: who may read which topic; None: everybody.
        leaders: who leads what this broker does not.
        metadata_cache: names of topics.
        share_partitions: what members read from this broker.
        is_enabled: whether there are share groups.
    """

    __slots__ = ("_authorizer", "_is_enabled", "_leaders", "_metadata_cache", "share_partitions")

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        leaders: CurrentLeaders,
        metadata_cache: MetadataCache,
        share_partitions: LedSharePartitions,
        is_enabled: Callable[[], bool],
    ) -> None:
        self._authorizer = authorizer
        self._is_enabled = is_enabled
        self._leaders = leaders
        self._metadata_cache = metadata_cache
        self.share_partitions = share_partitions

    def key_of(self, request: ShareRequest) -> ShareSessionKey:
        """Returns whose request it is.

        Raises:
            UnsupportedVersion: there are no share groups here.
            InvalidGroupId, InvalidRequest: it does not say.
        """
        if not self._is_enabled():
            raise UnsupportedVersion("share groups are switched off: group.share.enable")
        if not request.group_id:
            raise InvalidGroupId("a share group has a name")
        if not request.member_id:
            raise InvalidRequest("a member of a share group has an id")
        return ShareSessionKey(request.group_id, request.member_id)

    def topic_of(self, partition: TopicIdPartition, ctx: RequestContext) -> str:
        """Returns the name of a partition's topic.

        Raises:
            UnknownTopicId: no topic is known to have its id.
            TopicAuthorizationFailed: the sender may not read it.
        """
        name = self._metadata_cache.snapshot.topic_names.get(partition.topic_id)
        if name is None:
            raise UnknownTopicId(f"no topic is known to have the id {partition.topic_id.hex()}")
        if not may(ctx, self._authorizer, AclOperation.READ, ResourceType.TOPIC, name):
            raise TopicAuthorizationFailed(REFUSAL)
        return name

    async def acknowledge(self, request: ShareRequest, key: ShareSessionKey, ctx: RequestContext) -> Acknowledged:
        """Carries out the acknowledgements of a request, those of all partitions at once."""
        read: dict[TopicIdPartition, Sequence[Acknowledgement]] = {}
        acknowledged: Acknowledged = {}
        topics: dict[TopicIdPartition, str] = {}
        for partition, batches in with_acknowledgements(request):
            acknowledged[partition] = None
            try:
                topics[partition] = self.topic_of(partition, ctx)
                read[partition] = read_acknowledgements(batches, may_renew=request.is_renew_ack)
            except KafkaError as error:
                acknowledged[partition] = error
        results = await asyncio.gather(
            *(self._acknowledge(key, topics[partition], partition, read[partition]) for partition in read)
        )
        return acknowledged | dict(zip(read, results, strict=True))

    async def _acknowledge(
        self, key: ShareSessionKey, topic: str, partition: TopicIdPartition, acknowledgements: Sequence[Acknowledgement]
    ) -> KafkaError | None:
        metrics = self.share_partitions.metrics
        traffic, counts = metrics.traffic.known(topic), metrics.shares.acknowledged
        traffic.share_acknowledgements += 1
        try:
            led = self.share_partitions.acquired_from(key.group_id, topic, partition)
            await led.acknowledge(key.member_id, acknowledgements)
        except KafkaError as error:
            traffic.failed_share_acknowledgements += 1
            return error
        for first, last, kind in acknowledgements:
            counts[kind] = counts.get(kind, 0) + last - first + 1
        return None

    def tell_leaders(
        self,
        topics: Iterable[Any],
        ctx: RequestContext,
        made: Callable[[int, Any], Any],
        node: Callable[[int, str, int, str | None], NodeT],
    ) -> list[NodeT]:
        """Adds the leaders of partitions that this broker does not lead; returns where they are.

        Args:
            topics: of the response.
            ctx: the request.
            made: makes the response's leader of id and epoch.
            node: makes its endpoint.
        """
        names = self._metadata_cache.snapshot.topic_names
        leaders = []
        for topic in topics:
            name = names.get(topic.topic_id)
            for data in topic.partitions:
                if name is not None and data.error_code in _LED_ELSEWHERE:
                    leader, epoch = self._leaders.of(name, data.partition_index)
                    data.current_leader = made(leader, epoch)
                    leaders.append(leader)
        return self._leaders.addresses(leaders, ctx, node) if leaders else []


def partitions_of(request: ShareRequest) -> list[TopicIdPartition]:
    """Lists the partitions that a request names."""
    return [
        TopicIdPartition(topic.topic_id, partition.partition_index)
        for topic in request.topics
        for partition in topic.partitions
    ]


def with_acknowledgements(request: ShareRequest) -> list[tuple[TopicIdPartition, Sequence[Any]]]:
    """Lists the partitions of a request that have acknowledgements, and these."""
    return [
        (TopicIdPartition(topic.topic_id, partition.partition_index), partition.acknowledgement_batches)
        for topic in request.topics
        for partition in topic.partitions
        if partition.acknowledgement_batches
    ]


def by_topic(items: Mapping[TopicIdPartition, Any]) -> dict[bytes, list[Any]]:
    """Groups what a response says of partitions by their topics."""
    topics: dict[bytes, list[Any]] = {}
    for partition, item in items.items():
        topics.setdefault(partition.topic_id, []).append(item)
    return topics
