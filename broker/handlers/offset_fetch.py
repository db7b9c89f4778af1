"""OffsetFetch: a group's committed offsets; in version 0 from ZooKeeper, since then from the coordinator's memory.

version 0        nothing committed: UNKNOWN_TOPIC_OR_PARTITION; later ones say −1 without an error
version 2        null asks for all topics; an error of the whole group stands at the top, before in each partition
version 7        stable offsets, or UNSTABLE_OFFSET_COMMIT (KIP-447)
version 8        several groups in one request, each with its own response
version 9        members of consumer groups say who they are: STALE_MEMBER_EPOCH to one that is behind (KIP-848)
version 10       topics by id; of all topics, those that have none are left out
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from kavka.broker.authorization.questions import may_see
from kavka.broker.group.group_offsets import NO_OFFSET
from kavka.broker.group.znode_offsets import is_znode_name
from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.topic_names import NamedTopics, named
from kavka.common.steps import Steps
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import ErrorCode, InvalidGroupId, KafkaError
from kavka.protocol.messages import OffsetFetchRequest, OffsetFetchResponse
from kavka.zk import paths
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.group.offset_commits import FetchedOffset
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane
    from kavka.zk.client import ZkClient

API = ApiKey.OFFSET_FETCH

T = TypeVar("T")

TOP_ERROR_FROM_VERSION: Final = 2
GROUPS_FROM_VERSION: Final = 8
TOPIC_IDS_FROM_VERSION: Final = 10
NO_EPOCH: Final = -1

# The two layouts have classes of their own, with the same fields.
Topic = OffsetFetchResponse.OffsetFetchResponseTopic
Partition = OffsetFetchResponse.OffsetFetchResponsePartition
TopicOfGroup = OffsetFetchResponse.OffsetFetchResponseTopics
PartitionOfGroup = OffsetFetchResponse.OffsetFetchResponsePartitions

Asked = tuple[OffsetFetchRequest.OffsetFetchRequestGroup, NamedTopics | None]
"""A group that is asked about, and the topics with their names; None: all that it has offsets of."""


class OffsetFetchHandler:
    """Handles OffsetFetch requests."""

    __slots__ = ("_authorizer", "_groups", "_lane", "_metadata_cache", "_zk")

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        groups: GroupCoordinator,
        lane: Lane,
        metadata_cache: MetadataCache,
        zk: ZkClient,
    ) -> None:
        self._authorizer = authorizer
        self._groups = groups
        self._lane = lane
        self._metadata_cache = metadata_cache
        self._zk = zk

    def handle(
        self, request: OffsetFetchRequest, ctx: RequestContext
    ) -> OffsetFetchResponse | Coroutine[Any, Any, OffsetFetchResponse]:
        """Returns committed offsets from memory; version 0 waits for ZooKeeper."""
        if ctx.api_version == 0:
            return self._fetch_from_zookeeper(request)
        if ctx.api_version >= GROUPS_FROM_VERSION:
            items = sum(self._item_count(group) for group in request.groups)
            return self._lane.do_in_time(self._fetch_groups(self._asked(request, ctx), request, ctx), items=items)
        return self._lane.do_in_time(self._fetch_group(request, ctx), items=self._item_count(request))

    def _asked(self, request: OffsetFetchRequest, ctx: RequestContext) -> list[Asked]:
        """Looks up the names of the topics that are asked for, now: the guard has judged those."""
        is_by_id = ctx.api_version >= TOPIC_IDS_FROM_VERSION
        return [
            (group, None if group.topics is None else named(group.topics, self._metadata_cache, is_by_id=is_by_id))
            for group in request.groups
        ]

    def _fetch_groups(
        self, groups: list[Asked], request: OffsetFetchRequest, ctx: RequestContext
    ) -> Steps[OffsetFetchResponse]:
        """Builds the response of versions that ask about several groups; one group's error is its own."""
        is_by_id = ctx.api_version >= TOPIC_IDS_FROM_VERSION
        response = OffsetFetchResponse()
        for group, topics in groups:
            answer = OffsetFetchResponse.OffsetFetchResponseGroup(group_id=group.group_id)
            response.groups.append(answer)
            there = topics if topics is None or not is_by_id else [each for each in topics if each[0]]
            try:
                found = yield from self._found(group, there, request.require_stable, ctx)
            except KafkaError as error:
                answer.error_code = int(error.code)
                continue
            answer.topics = yield from _by_topic(found, TopicOfGroup, PartitionOfGroup)
            if is_by_id:
                answer.topics = self._with_ids(answer.topics, topics)
        return response

    def _with_ids(self, answered: list[TopicOfGroup], topics: NamedTopics | None) -> list[TopicOfGroup]:
        """Returns the topics of a response by id: those that have one, and what was asked for and is none."""
        if topics is None:
            known = self._metadata_cache.snapshot.topics
            ids: Mapping[str, bytes] = {
                topic.name: state.topic_id for topic in answered if (state := known.get(topic.name)) is not None
            }
        else:
            ids = {name: topic.topic_id for name, topic in topics if name}
        for topic in answered:
            topic.topic_id = ids.get(topic.name, ZERO_TOPIC_ID)
        return [topic for topic in answered if topic.topic_id != ZERO_TOPIC_ID] + [
            _unknown(topic.topic_id, topic.partition_indexes) for name, topic in topics or () if not name
        ]

    def _fetch_group(self, request: OffsetFetchRequest, ctx: RequestContext) -> Steps[OffsetFetchResponse]:
        """Builds the response of versions that ask about one group."""
        try:
            topics = None if request.topics is None else [(topic.name, topic) for topic in request.topics]
            found = yield from self._found(request, topics, request.require_stable, ctx)
        except KafkaError as error:
            return _refused(request, error, has_top_error=ctx.api_version >= TOP_ERROR_FROM_VERSION)
        return OffsetFetchResponse(topics=(yield from _by_topic(found, Topic, Partition)))

    def _item_count(self, asked: Any) -> int:
        """Counts the committed offsets of a group that are asked for."""
        if asked.topics is None:
            return self._groups.offsets.count(asked.group_id)
        return sum([len(topic.partition_indexes) for topic in asked.topics])

    def _found(
        self, asked: Any, topics: NamedTopics | None, is_stable: bool, ctx: RequestContext
    ) -> Steps[list[FetchedOffset]]:
        """Finds what a group has committed: of all topics those that may be seen; the guard has judged named ones.

        Raises:
            KafkaError: the group is not served here.
        """
        wanted = None if topics is None else list(_partitions(topics))
        found = yield from self._groups.offsets.fetch(
            asked.group_id, wanted, is_stable=is_stable, member=_member(asked)
        )
        if wanted is not None:
            return found
        if self._authorizer is None:
            return found
        seen: dict[str, bool] = {}
        shown = []
        for fetched in found:
            topic = fetched.partition.topic
            if topic not in seen:
                seen[topic] = may_see(ctx, self._authorizer, topic)
            if seen[topic]:
                shown.append(fetched)
            yield
        return shown

    async def _fetch_from_zookeeper(self, request: OffsetFetchRequest) -> OffsetFetchResponse:
        if not is_znode_name(request.group_id):
            raise InvalidGroupId(f"{request.group_id!r} cannot be the name of a znode")
        topics: dict[str, list[Partition]] = {}
        for partition in _partitions((topic.name, topic) for topic in request.topics or ()):
            error, offset = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, NO_OFFSET
            if self._metadata_cache.snapshot.partition(*partition) is not None:
                try:
                    [found] = await self._zk.get_many([paths.consumer_offset(request.group_id, *partition)])
                    if found is not None:
                        error, offset = ErrorCode.NONE, int(found[0])
                except (ZkError, ValueError):
                    error = ErrorCode.UNKNOWN_SERVER_ERROR
            topics.setdefault(partition.topic, []).append(
                Partition(
                    partition_index=partition.partition,
                    committed_offset=offset,
                    committed_leader_epoch=NO_LEADER_EPOCH,
                    metadata="",
                    error_code=int(error),
                )
            )
        return OffsetFetchResponse(topics=[Topic(name=name, partitions=found) for name, found in topics.items()])


def _member(asked: Any) -> tuple[str, int] | None:
    """Returns the id and epoch of a member of a consumer group (KIP-848), from version 9 on; None: it does not say."""
    member_id = getattr(asked, "member_id", None)
    epoch = getattr(asked, "member_epoch", NO_EPOCH)
    return None if member_id is None and epoch < 0 else (member_id or "", epoch)


def _refused(request: OffsetFetchRequest, error: KafkaError, *, has_top_error: bool) -> OffsetFetchResponse:
    """Returns the error at the top, or in each partition where there is none; such clients look in each."""
    response = cast(OffsetFetchResponse, error_response(request, error))
    if not has_top_error:
        response.error_code = 0
    return response


def _partitions(topics: Iterable[tuple[str, Any]]) -> Iterable[TopicPartition]:
    for name, topic in topics:
        for index in topic.partition_indexes:
            yield TopicPartition(name, index)


def _unknown(topic_id: bytes, indexes: Iterable[int]) -> TopicOfGroup:
    """Returns what is said of an id that no topic has."""
    error = int(ErrorCode.UNKNOWN_TOPIC_ID)
    none = [PartitionOfGroup(index, NO_OFFSET, NO_LEADER_EPOCH, "", error) for index in indexes]
    return TopicOfGroup("", topic_id, none)


def _by_topic(
    found: Iterable[FetchedOffset], new_topic: Callable[..., T], new_partition: Callable[..., Any]
) -> Steps[list[T]]:
    """Offsets in one of the two layouts, in the order in which their topics come first."""
    topics: dict[str, Any] = {}
    for fetched in found:
        name = fetched.partition.topic
        topic = topics.get(name) or topics.setdefault(name, new_topic(name=name))
        topic.partitions.append(new_partition(*_fields(fetched)))
        yield
    return list(topics.values())


def _fields(fetched: FetchedOffset) -> tuple[int, int, int, str, int]:
    """Returns in the order of both layouts: partition, offset, leader epoch, metadata, error."""
    index, committed = fetched.partition.partition, fetched.committed
    if committed is None:
        return index, NO_OFFSET, NO_LEADER_EPOCH, "", int(fetched.error)
    return index, committed.offset, committed.leader_epoch, committed.metadata, int(fetched.error)
