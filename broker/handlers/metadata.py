"""Metadata: which topics there are, who leads their partitions, and where those brokers are.

The request every client sends first, and the one by which most clients create topics without asking. Versions differ
in more than fields:

    which topics   version 0: an empty list means all; from 1 on null means all and an empty list none
    dead replicas  version 0 hides them and says REPLICA_NOT_AVAILABLE; from 1 on they are listed without an error
    no listener    a leader without the connection's listener: LISTENER_NOT_FOUND from 6 on, LEADER_NOT_AVAILABLE before
    topic ids      from 10 on they are returned, from 12 on asked for; who asks for one by id asks for none by name
    leader epochs  from 7 on; below 10, where a topic is but a name, not of one that was deleted and recreated

Who asks for all topics of a large cluster is sent bytes that were made for the one before (`cluster.encoded_topics`):

    snapshot.topics ─▶ may it be seen? ─▶ its bytes are kept ─────────────────────────────┬▶ joined, in slices
                                       └▶ or they are not ─▶ described ─▶ encoded, kept ──┘

Who has a topic created is not kept waiting for it, as in Kafka: the controller's own broker returns
LEADER_NOT_AVAILABLE once the topic is written, or with why it is not; any other one with UNKNOWN_TOPIC_OR_PARTITION at
once, and sends the request on. Clients take both for a reason to try again. A response that waited outlived clients
with short timeouts, and what they had given up was created after all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import authorized_operations, may, refused_creations
from kavka.broker.cluster.metadata_cache import EMPTY_SNAPSHOT, ClusterSnapshot, PartitionState, TopicState
from kavka.broker.requests import internal_topics
from kavka.broker.requests.cluster_view import (
    AUTHORIZED_OPERATIONS_OMITTED,
    CLUSTER_OPERATIONS,
    INTERNAL_TOPICS,
    live_controller_id,
    offline_replicas,
)
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps, at_once
from kavka.common.types import ZERO_TOPIC_ID, NewTopic, is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import ErrorCode, InvalidRequest, NotController
from kavka.protocol.messages import MetadataRequest, MetadataResponse
from kavka.protocol.response_pieces import JoinedResponse, ResponseWriter

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.controller_channel import ControllerChannel
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.requests.cluster_view import AdvertisedBrokers
    from kavka.broker.requests.internal_topics import InternalTopics
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane

API = ApiKey.METADATA

AUTO_CREATE_TIMEOUT_MS: Final = 10_000
"""How long the controller may take to decide about a topic that a client's request creates."""

PARTITIONS_IN_ONE_STEP_MAX: Final = 1_000
"""Responses of more partitions are made in slices: a thousand take some 3 ms."""
PARTITIONS_AT_ONCE: Final = 64
"""Partitions of a topic between two looks at the time."""

TOPICS_AT_ONCE: Final = 64
"""Topics whose bytes are kept between two looks at the time."""

TOPIC_IDS_FROM_VERSION: Final = 10
ASKED_BY_ID_FROM_VERSION: Final = 12

_IS_CREATED: Final = frozenset({ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS})
_IS_COMING: Final = _IS_CREATED | {ErrorCode.REQUEST_TIMED_OUT}
"""Outcomes after which the topic is there, or may soon be: the client gets an error that it retries."""


Answer = MetadataResponse | JoinedResponse


class MetadataHandler:
    """Handles Metadata requests."""

    __slots__ = (
        "_authorizer",
        "_cluster_id",
        "_config",
        "_controller",
        "_controller_channel",
        "_internal_topics",
        "_lane",
        "_metadata_cache",
        "_quotas",
        "_view",
    )

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        cluster_id: str,
        config: Callable[[], BrokerConfig],
        controller: ControllerApi,
        controller_channel: ControllerChannel | None,
        internal_topics: InternalTopics,
        lane: Lane,
        metadata_cache: MetadataCache,
        quotas: LiveQuotas,
        view: AdvertisedBrokers,
    ) -> None:
        self._authorizer = authorizer
        self._cluster_id = cluster_id
        self._config = config
        self._controller = controller
        self._controller_channel = controller_channel
        self._internal_topics = internal_topics
        self._lane = lane
        self._metadata_cache = metadata_cache
        self._quotas = quotas
        self._view = view

    def handle(self, request: MetadataRequest, ctx: RequestContext) -> Answer | Coroutine[Any, Any, Answer | Deferred]:
        """Responds from the metadata cache.

        An empty cache, or topics that are to be created first, make it wait.
        """
        if self._metadata_cache.snapshot is EMPTY_SNAPSHOT:
            return self._wait_and_answer(request, ctx)
        return self._answer(request, ctx)

    async def _wait_and_answer(self, request: MetadataRequest, ctx: RequestContext) -> Answer | Deferred:
        """Responds once there is metadata, for a client that came while the broker starts."""
        await self._metadata_cache.wait_for_first_update()
        answer = self._answer(request, ctx)
        return answer if isinstance(answer, MetadataResponse) else await answer

    def _answer(
        self, request: MetadataRequest, ctx: RequestContext
    ) -> MetadataResponse | Coroutine[Any, Any, Answer | Deferred]:
        snapshot = self._metadata_cache.snapshot
        if request.topics is None or (ctx.api_version == 0 and not request.topics):
            has_operations = (
                request.include_topic_authorized_operations or request.include_cluster_authorized_operations
            )
            if not has_operations and _has_many_partitions(snapshot, snapshot.topics):
                return self._lane.do(self._joined_response(request, ctx, snapshot))
            return self._respond_in_time(request, ctx, snapshot, snapshot.topics, {})
        if ctx.api_version >= ASKED_BY_ID_FROM_VERSION:
            ids = dict.fromkeys(topic.topic_id for topic in request.topics if topic.topic_id != ZERO_TOPIC_ID)
            if ids:
                return self._respond_by_id(request, ctx, snapshot, ids)
        names = _names(request)
        missing = [name for name in names if name not in snapshot.topics]
        if missing and request.allow_auto_topic_creation and self._config().auto_create_topics_enable:
            refused = refused_creations(ctx, self._authorizer, missing)
            wanted = [name for name in missing if name not in refused]
            errors = dict.fromkeys(refused, int(ErrorCode.TOPIC_AUTHORIZATION_FAILED))
            if wanted:
                create = self._create_and_respond if self._controller.is_active else self._respond_and_create
                return create(request, ctx, names, wanted, errors)
            return self._respond_in_time(request, ctx, snapshot, names, errors)
        unknown = dict.fromkeys(missing, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
        return self._respond_in_time(request, ctx, snapshot, names, unknown)

    def _respond_by_id(
        self, request: MetadataRequest, ctx: RequestContext, snapshot: ClusterSnapshot, ids: Iterable[bytes]
    ) -> MetadataResponse | Coroutine[Any, Any, MetadataResponse]:
        """Builds the response for topics that are asked for by id; nothing is created, for an id says no name."""
        found = {topic_id: snapshot.topic_names.get(topic_id) for topic_id in ids}
        names = [name for name in found.values() if name is not None]
        steps = self._response(request, ctx, snapshot, names, {})
        response = self._lane.do(steps) if _has_many_partitions(snapshot, names) else at_once(steps)
        unknown = [
            MetadataResponse.MetadataResponseTopic(
                error_code=int(ErrorCode.UNKNOWN_TOPIC_ID), name=None, topic_id=topic_id
            )
            for topic_id, name in found.items()
            if name is None
        ]
        return _with_topics(response, unknown) if unknown else response

    async def _create_and_respond(
        self,
        request: MetadataRequest,
        ctx: RequestContext,
        names: list[str],
        missing: list[str],
        refused: dict[str, int],
    ) -> MetadataResponse:
        """Creates topics first, in the controller's own broker: Kafka, too, returns what became of it."""
        errors, created = await self._auto_create(missing)
        self._charge(ctx, topics=created)
        return self._respond(request, ctx, self._metadata_cache.snapshot, names, errors | refused)

    async def _respond_and_create(
        self,
        request: MetadataRequest,
        ctx: RequestContext,
        names: list[str],
        missing: list[str],
        refused: dict[str, int],
    ) -> MetadataResponse | Deferred:
        """Responds first, in every other broker: the client has its response before the controller has the request."""
        channel = self._controller_channel
        bad = {name: int(ErrorCode.INVALID_TOPIC_EXCEPTION) for name in missing if not is_topic_name(name)}
        new = [name for name in missing if name not in bad and channel is not None and not channel.is_creating(name)]
        self._charge(ctx, topics=len(new))
        response = self._respond(request, ctx, self._metadata_cache.snapshot, names, bad | refused)
        if channel is None or not new:
            return response
        ctx.respond(response)
        await channel.create_topics(
            [self._wanted(name) for name in new], timeout_ms=AUTO_CREATE_TIMEOUT_MS, validate_only=False
        )
        return DEFERRED

    def _charge(self, ctx: RequestContext, *, topics: int) -> None:
        quota = self._quotas.current and self._quotas.current.mutation(ctx, is_strict=False)
        if quota:
            quota.take(topics * self._config().num_partitions)

    async def _auto_create(self, names: list[str]) -> tuple[dict[str, int], int]:
        """Has this process's controller create topics.

        Returns:
            The error code to return for each that is not there afterwards, and how many are there or come.
        """
        try:
            results = await self._controller.create_topics(
                [self._wanted(name) for name in names], timeout_ms=AUTO_CREATE_TIMEOUT_MS, validate_only=False
            )
        except NotController:  # it resigned in this very moment
            return dict.fromkeys(names, int(ErrorCode.LEADER_NOT_AVAILABLE)), 0
        errors = {
            result.name: int(ErrorCode.LEADER_NOT_AVAILABLE if result.error_code in _IS_COMING else result.error_code)
            for result in results
        }
        return errors, sum(result.error_code in _IS_CREATED for result in results)

    def _wanted(self, name: str) -> NewTopic:
        internal = internal_topics.ALL.get(name)
        return NewTopic(name=name) if internal is None else self._internal_topics.new_topic(internal)

    def _respond(
        self,
        request: MetadataRequest,
        ctx: RequestContext,
        snapshot: ClusterSnapshot,
        names: Iterable[str],
        errors: dict[str, int],
    ) -> MetadataResponse:
        """Builds the response for these topics, `errors` for those that the snapshot does not have."""
        return at_once(self._response(request, ctx, snapshot, names, errors))

    def _respond_in_time(
        self,
        request: MetadataRequest,
        ctx: RequestContext,
        snapshot: ClusterSnapshot,
        names: Collection[str],
        errors: dict[str, int],
    ) -> MetadataResponse | Coroutine[Any, Any, MetadataResponse]:
        """Builds the response for these topics; in slices where it has many partitions."""
        steps = self._response(request, ctx, snapshot, names, errors)
        return self._lane.do(steps) if _has_many_partitions(snapshot, names) else at_once(steps)

    def _joined_response(
        self, request: MetadataRequest, ctx: RequestContext, snapshot: ClusterSnapshot
    ) -> Steps[JoinedResponse]:
        """Joins the response about all topics that may be seen, of the bytes that are kept."""
        kept, is_guarded = self._metadata_cache.encoded, self._authorizer is not None
        head = self._head(request, ctx, snapshot)
        reachable = {node.node_id for node in head.brokers}
        view = kept.view(ctx.api_version, ctx.connection.listener_name, snapshot.brokers.keys(), reachable)
        writer = ResponseWriter(MetadataResponse, ctx.api_version)
        for _ in writer.write(head):
            yield
        topics = snapshot.topics.pairs()
        while some := list(islice(topics, TOPICS_AT_ONCE)):
            parts = []
            for name, state in some:
                if is_guarded and not self._may_see(name, ctx):
                    continue
                encoded = view.get(name, state.version)
                if encoded is None:
                    topic = yield from _topic(name, state, snapshot, reachable, view.version)
                    topic.is_internal = name in INTERNAL_TOPICS
                    encoded = yield from _encoded(topic, view.version)
                    kept.put(view, name, state.version, encoded)
                parts.append(encoded)
            writer.add(b"".join(parts), len(parts))
            yield
        yield from view.drop_all_but(snapshot.topics)
        return writer.finish()

    def _may_see(self, name: str, ctx: RequestContext) -> bool:
        return may(ctx, self._authorizer, AclOperation.DESCRIBE, ResourceType.TOPIC, name, is_logged=False)

    def _head(self, request: MetadataRequest, ctx: RequestContext, snapshot: ClusterSnapshot) -> MetadataResponse:
        """Builds the response without topics."""
        brokers = [
            MetadataResponse.MetadataResponseBroker(node_id=broker_id, host=host, port=port, rack=rack)
            for broker_id, host, port, rack in self._view.reachable_brokers(snapshot, ctx)
        ]
        wants_operations = request.include_cluster_authorized_operations
        return MetadataResponse(
            brokers=brokers,
            cluster_id=self._cluster_id,
            controller_id=live_controller_id(snapshot),
            topics=[],
            cluster_authorized_operations=CLUSTER_OPERATIONS if wants_operations else AUTHORIZED_OPERATIONS_OMITTED,
        )

    def _response(
        self,
        request: MetadataRequest,
        ctx: RequestContext,
        snapshot: ClusterSnapshot,
        names: Iterable[str],
        errors: dict[str, int],
    ) -> Steps[MetadataResponse]:
        response = self._head(request, ctx, snapshot)
        reachable = {node.node_id for node in response.brokers}
        has_operations = request.include_topic_authorized_operations
        # Of all topics only those that may be seen; of those that are named the guard has taken the others out.
        asks_rights = self._authorizer is not None and names is snapshot.topics
        for name in names:
            if asks_rights and not self._may_see(name, ctx):
                yield
                continue
            state = snapshot.topics.get(name)
            if state is None:
                topic = MetadataResponse.MetadataResponseTopic(
                    error_code=errors.get(name, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)), name=name
                )
            else:
                topic = yield from _topic(name, state, snapshot, reachable, ctx.api_version)
            topic.is_internal = name in INTERNAL_TOPICS
            if has_operations:
                topic.topic_authorized_operations = authorized_operations(
                    ctx, self._authorizer, ResourceType.TOPIC, name
                )
            response.topics.append(topic)
            yield
        return response


def _names(request: MetadataRequest) -> list[str]:
    """Lists the topics asked for, each once."""
    names: dict[str, None] = {}
    for topic in request.topics or ():
        if topic.name is None or topic.topic_id != ZERO_TOPIC_ID:
            raise InvalidRequest("topics are asked for by name up to version 11, by name or by id from 12 on")
        names[topic.name] = None
    return list(names)


def _with_topics(
    response: MetadataResponse | Coroutine[Any, Any, MetadataResponse],
    topics: list[MetadataResponse.MetadataResponseTopic],
) -> MetadataResponse | Coroutine[Any, Any, MetadataResponse]:
    """Puts topics before those of a response, which may be on its way."""
    if isinstance(response, MetadataResponse):
        response.topics[:0] = topics
        return response

    async def joined() -> MetadataResponse:
        made = await response
        made.topics[:0] = topics
        return made

    return joined()


def _has_many_partitions(snapshot: ClusterSnapshot, names: Collection[str]) -> bool:
    if len(names) > PARTITIONS_IN_ONE_STEP_MAX:
        return True
    topics = snapshot.topics
    return sum([len(topics[name].partitions) for name in names if name in topics]) > PARTITIONS_IN_ONE_STEP_MAX


def _encoded(topic: MetadataResponse.MetadataResponseTopic, version: int) -> Steps[bytes]:
    writer = ResponseWriter(MetadataResponse, version)
    if len(topic.partitions) <= PARTITIONS_AT_ONCE:
        return writer.encoded([topic])
    for _ in writer.write(MetadataResponse(topics=[topic])):
        yield
    return writer.elements


def _topic(
    name: str, topic: TopicState, snapshot: ClusterSnapshot, reachable: set[int], version: int
) -> Steps[MetadataResponse.MetadataResponseTopic]:
    partitions: list[MetadataResponse.MetadataResponsePartition] = []
    states = sorted(topic.partitions.items())
    for start in range(0, len(states), PARTITIONS_AT_ONCE):
        partitions += [
            _partition(index, state, snapshot, reachable, version)
            for index, state in states[start : start + PARTITIONS_AT_ONCE]
        ]
        yield
    if topic.is_renewed and version < TOPIC_IDS_FROM_VERSION:
        for partition in partitions:
            partition.leader_epoch = NO_LEADER_EPOCH  # the client forgets what it knew, and believes the rest
    return MetadataResponse.MetadataResponseTopic(name=name, topic_id=topic.topic_id, partitions=partitions)


def _partition(
    index: int, state: PartitionState, snapshot: ClusterSnapshot, reachable: set[int], version: int
) -> MetadataResponse.MetadataResponsePartition:
    replicas, isr = state.replicas, state.isr
    error = ErrorCode.NONE
    leader = state.leader
    if version == 0:
        replicas = [replica for replica in replicas if replica in reachable]
        isr = [replica for replica in isr if replica in reachable]
        if len(replicas) < len(state.replicas) or len(isr) < len(state.isr):
            error = ErrorCode.REPLICA_NOT_AVAILABLE
    if leader not in reachable:
        is_listener_missing = leader in snapshot.brokers and version >= 6
        error = ErrorCode.LISTENER_NOT_FOUND if is_listener_missing else ErrorCode.LEADER_NOT_AVAILABLE
        leader = -1
    return MetadataResponse.MetadataResponsePartition(
        error_code=int(error),
        partition_index=index,
        leader_id=leader,
        leader_epoch=state.leader_epoch,
        replica_nodes=replicas,
        isr_nodes=isr,
        offline_replicas=offline_replicas(state, snapshot),
    )
