"""DescribeTopicPartitions (KIP-966): topics by name, or all of them, so many partitions a response.

    topics in the order of their names ─▶ from the cursor on ─▶ partitions up to the limit ─▶ next cursor, or null

What a page has is described as Metadata describes it. Topics that were named and may not be seen are at the end of the
page, as in Kafka; of all topics those are left out. There are no eligible leader replicas with ZooKeeper: the lists are
empty, as they are with KRaft where that feature is off.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import authorized_operations, may
from kavka.broker.cluster.metadata_cache import EMPTY_SNAPSHOT, ClusterSnapshot, PartitionState
from kavka.broker.requests.cluster_view import INTERNAL_TOPICS, offline_replicas
from kavka.broker.requests.context import RequestContext
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps
from kavka.common.types import NO_LEADER, is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest
from kavka.protocol.messages import DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.requests.cluster_view import AdvertisedBrokers
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane

API = ApiKey.DESCRIBE_TOPIC_PARTITIONS

NAMES_AT_ONCE: Final = 500
"""Names that are put in order between two looks at the time."""

PARTITIONS_AT_ONCE: Final = 64
"""Partitions of a topic between two looks at the time."""

Cursor = DescribeTopicPartitionsResponse.Cursor
Partition = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition
Topic = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic


class DescribeTopicPartitionsHandler:
    """Handles DescribeTopicPartitions requests."""

    __slots__ = ("_authorizer", "_config", "_lane", "_metadata_cache", "_view")

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        config: Callable[[], BrokerConfig],
        lane: Lane,
        metadata_cache: MetadataCache,
        view: AdvertisedBrokers,
    ) -> None:
        self._authorizer = authorizer
        self._config = config
        self._lane = lane
        self._metadata_cache = metadata_cache
        self._view = view

    def handle(
        self, request: DescribeTopicPartitionsRequest, ctx: RequestContext
    ) -> DescribeTopicPartitionsResponse | Coroutine[Any, Any, DescribeTopicPartitionsResponse]:
        """Responds with a page from the metadata cache; waits for it while the broker starts.

        Raises:
            InvalidRequest: there can be no such cursor.
        """
        _check_cursor(request)
        snapshot = self._metadata_cache.snapshot
        if snapshot is EMPTY_SNAPSHOT:
            return self._wait_and_answer(request, ctx)
        items = len(request.topics) or len(snapshot.topics)
        return self._lane.do_in_time(self._page(request, ctx, snapshot), items=items + self._limit(request))

    async def _wait_and_answer(
        self, request: DescribeTopicPartitionsRequest, ctx: RequestContext
    ) -> DescribeTopicPartitionsResponse:
        await self._metadata_cache.wait_for_first_update()
        return await self._lane.do(self._page(request, ctx, self._metadata_cache.snapshot))

    def _limit(self, request: DescribeTopicPartitionsRequest) -> int:
        return max(min(self._config().max_request_partition_size_limit, request.response_partition_limit), 1)

    def _page(
        self, request: DescribeTopicPartitionsRequest, ctx: RequestContext, snapshot: ClusterSnapshot
    ) -> Steps[DescribeTopicPartitionsResponse]:
        """Makes the page: its topics in order, each whole but for the first and the last one."""
        is_named, cursor, limit = bool(request.topics), request.cursor, self._limit(request)
        first = "" if cursor is None else cursor.topic_name
        wanted = [topic.name for topic in request.topics] if is_named else snapshot.topics
        names = yield from _in_order(wanted, first, limit + 1, lambda name: is_named or self._may_see(name, ctx))
        reachable = {broker_id for broker_id, *_ in self._view.reachable_brokers(snapshot, ctx)}
        response, hidden, left = DescribeTopicPartitionsResponse(), [], limit
        for name in names[:limit]:
            if is_named and not self._may_see(name, ctx):
                hidden.append(Topic(error_code=int(ErrorCode.TOPIC_AUTHORIZATION_FAILED), name=name))
                continue
            if left == 0:
                response.next_cursor = Cursor(topic_name=name, partition_index=0)
                break
            start = cursor.partition_index if cursor is not None and name == first else 0
            topic, next_index = yield from _described(name, snapshot, reachable, start, left)
            topic.topic_authorized_operations = authorized_operations(ctx, self._authorizer, ResourceType.TOPIC, name)
            response.topics.append(topic)
            if next_index is not None:
                response.next_cursor = Cursor(topic_name=name, partition_index=next_index)
                break
            left -= len(topic.partitions)
        else:
            if len(names) > limit:
                response.next_cursor = Cursor(topic_name=names[limit], partition_index=0)
        response.topics += hidden
        return response

    def _may_see(self, name: str, ctx: RequestContext) -> bool:
        return may(ctx, self._authorizer, AclOperation.DESCRIBE, ResourceType.TOPIC, name, is_logged=False)


def _check_cursor(request: DescribeTopicPartitionsRequest) -> None:
    """Checks that a page can begin where the request says.

    Raises:
        InvalidRequest: it cannot.
    """
    cursor = request.cursor
    if cursor is None:
        return
    if request.topics and not any(topic.name == cursor.topic_name for topic in request.topics):
        raise InvalidRequest(
            f"DescribeTopicPartitionsRequest topic list should contain the cursor topic: {cursor.topic_name}"
        )
    if cursor.partition_index < 0:
        raise InvalidRequest(f"DescribeTopicPartitionsRequest cursor partition must be valid: {cursor.partition_index}")


def _in_order(names: Iterable[str], first: str, count_max: int, is_wanted: Callable[[str], bool]) -> Steps[list[str]]:
    """Finds the first names in order, each once, from one on; in steps, as a cluster may have very many."""
    found: list[str] = []
    left = iter(names)
    while some := list(islice(left, NAMES_AT_ONCE)):
        fresh = {name for name in some if name >= first and is_wanted(name)}
        found = sorted(fresh.union(found))[:count_max]
        yield
    return found


def _described(
    name: str, snapshot: ClusterSnapshot, reachable: set[int], start: int, count_max: int
) -> Steps[tuple[Topic, int | None]]:
    """Describes a topic's partitions from one on: so many, and the number of the next one; None: that was all."""
    state = snapshot.topics.get(name)
    if state is None:
        error = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if is_topic_name(name) else ErrorCode.INVALID_TOPIC_EXCEPTION
        return Topic(error_code=int(error), name=name, is_internal=name in INTERNAL_TOPICS), None
    indexes = sorted(index for index in state.partitions if index >= start)
    partitions: list[Partition] = []
    for begin in range(0, min(len(indexes), count_max), PARTITIONS_AT_ONCE):
        some = indexes[begin : min(begin + PARTITIONS_AT_ONCE, count_max)]
        partitions += [_partition(index, state.partitions[index], snapshot, reachable) for index in some]
        yield
    topic = Topic(name=name, topic_id=state.topic_id, is_internal=name in INTERNAL_TOPICS, partitions=partitions)
    return topic, indexes[count_max] if len(indexes) > count_max else None


def _partition(index: int, state: PartitionState, snapshot: ClusterSnapshot, reachable: set[int]) -> Partition:
    return Partition(
        partition_index=index,
        leader_id=state.leader if state.leader in reachable else NO_LEADER,
        leader_epoch=state.leader_epoch,
        replica_nodes=state.replicas,
        isr_nodes=state.isr,
        eligible_leader_replicas=[],
        last_known_elr=[],
        offline_replicas=offline_replicas(state, snapshot),
    )
