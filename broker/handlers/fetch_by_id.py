"""Fetch 13 to 17: topics by id (KIP-516), turned into a fetch by names and back. Part of `fetch`.

    request ─▶ ids to names, each log's id compared ─▶ fetch, as in version 12 ─▶ ids compared anew ─▶ names to ids
                         └▶ UNKNOWN_TOPIC_ID: no topic has it   INCONSISTENT_TOPIC_ID: the log is of another topic

A topic that is made anew under its name has another id, and so is never mistaken for the one before: what a log holds
is compared before the fetch, and again when it has been read, however long it waited. Ids only go forward, so what was
read between two equal ids is that topic's. A log without an id is of the time before ids, and believed.

A fetch by id has no session yet: it is told session 0, and names its partitions each time, as a client does whose
session is dropped. From version 15 on a follower's id stands in a tagged field (KIP-903), from 16 on the leader is told
where this broker does not lead (KIP-951).
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.fetch_session import FINAL_EPOCH, NO_SESSION
from kavka.broker.replica.fetch_types import CONSUMER
from kavka.common.steps import Steps, at_once, stretches
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest, FetchResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.current_leaders import CurrentLeaders

TOPIC_IDS_FROM_VERSION: Final = 13
REPLICA_STATE_FROM_VERSION: Final = 15
LEADERS_FROM_VERSION: Final = 16

PARTITIONS_AT_ONCE: Final = 64
"""Partitions of a response between two looks at the time."""

PartitionData = FetchResponse.PartitionData
TopicData = FetchResponse.FetchableTopicResponse


class FetchById:
    """Knows which topics have which ids.

    Args:
        leaders: who leads what this broker does not.
        metadata_cache: the names of ids.
        partitions: what this broker holds.
    """

    __slots__ = ("_leaders", "_metadata_cache", "_partitions")

    def __init__(self, *, leaders: CurrentLeaders, metadata_cache: MetadataCache, partitions: Partitions) -> None:
        self._leaders = leaders
        self._metadata_cache = metadata_cache
        self._partitions = partitions

    def named(self, request: FetchRequest, ctx: RequestContext) -> Steps[tuple[FetchRequest, NamedFetch]]:
        """Returns a fetch by names, and what turns its response into that by ids."""
        names = self._metadata_cache.snapshot.topic_names
        topics, refused, ids = [], [], {}
        for topic in request.topics:
            name = names.get(topic.topic_id)
            if name is None:
                refused.append(_refused(topic.topic_id, topic.partitions, ErrorCode.UNKNOWN_TOPIC_ID))
                yield
                continue
            ids[name] = topic.topic_id
            right: list[FetchRequest.FetchPartition] = []
            wrong: list[FetchRequest.FetchPartition] = []
            for stretch in stretches(topic.partitions):
                for asked in stretch:
                    (right if self.is_of(name, asked.partition, topic.topic_id) else wrong).append(asked)
                yield
            if wrong:
                refused.append(_refused(topic.topic_id, wrong, ErrorCode.INCONSISTENT_TOPIC_ID))
            topics.append(FetchRequest.FetchTopic(name, topic.topic_id, right))
        named = copy.copy(request)
        named.topics, named.forgotten_topics_data = topics, []
        named.session_id, named.session_epoch = NO_SESSION, FINAL_EPOCH
        if ctx.api_version >= REPLICA_STATE_FROM_VERSION:
            state = request.replica_state
            named.replica_id = CONSUMER if state is None else state.replica_id
        return named, NamedFetch(self, ids, refused, ctx)

    def is_of(self, topic: str, index: int, topic_id: bytes) -> bool:
        """Tells whether a partition that this broker holds belongs to this topic id."""
        partition = self._partitions.find(topic, index)
        return partition is None or partition.log.topic_id in (topic_id, ZERO_TOPIC_ID)

    def tell_leaders(self, response: FetchResponse, ctx: RequestContext) -> Steps[None]:
        """Adds the leaders of partitions that this broker does not lead."""
        leaders = []
        for topic in response.responses:
            for stretch in stretches(topic.partitions):
                for data in stretch:
                    if data.error_code in (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH):
                        leader, epoch = self._leaders.of(topic.topic, data.partition_index)
                        data.current_leader = FetchResponse.LeaderIdAndEpoch(leader, epoch)
                        leaders.append(leader)
                yield
        if leaders:
            response.node_endpoints = self._leaders.addresses(leaders, ctx, FetchResponse.NodeEndpoint)


class NamedFetch:
    """Turns the response to one fetch by names into that by ids. Keeps nothing of the request."""

    __slots__ = ("_by_id", "_ctx", "_ids", "_refused")

    def __init__(self, by_id: FetchById, ids: dict[str, bytes], refused: list[TopicData], ctx: RequestContext) -> None:
        self._by_id = by_id
        self._ids = ids
        self._refused = refused
        self._ctx = ctx

    def finish(self, response: FetchResponse) -> None:
        """Replaces names by ids, and removes what is of another topic by now."""
        at_once(self.finishing(response))

    def finishing(self, response: FetchResponse) -> Steps[FetchResponse]:
        """Yields the steps of `finish`."""
        is_of = self._by_id.is_of
        for topic in response.responses:
            topic.topic_id = self._ids[topic.topic]
            for position, data in enumerate(topic.partitions):
                if not is_of(topic.topic, data.partition_index, topic.topic_id):
                    topic.partitions[position] = _failed(data.partition_index, ErrorCode.INCONSISTENT_TOPIC_ID)
                if position % PARTITIONS_AT_ONCE == 0:
                    yield
        response.responses += self._refused
        if self._ctx.api_version >= LEADERS_FROM_VERSION:
            yield from self._by_id.tell_leaders(response, self._ctx)
        return response


def _refused(topic_id: bytes, asked: list[FetchRequest.FetchPartition], code: ErrorCode) -> TopicData:
    return TopicData(topic_id=topic_id, partitions=[_failed(each.partition, code) for each in asked])


def _failed(index: int, code: ErrorCode) -> PartitionData:
    return PartitionData(partition_index=index, error_code=int(code), high_watermark=-1, records=b"")
