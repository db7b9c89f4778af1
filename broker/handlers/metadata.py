"""Metadata: which topics there are, who leads their partitions, and where those brokers are.

The request every client sends first, and the one by which most clients create topics without asking. Versions differ
in more than fields:

    which topics   version 0: an empty list means all; from 1 on null means all and an empty list none
    dead replicas  version 0 hides them and says REPLICA_NOT_AVAILABLE; from 1 on they are listed without an error
    no listener    a leader without the connection's listener: LISTENER_NOT_FOUND from 6 on, LEADER_NOT_AVAILABLE before
    topic ids      versions 10 and 11 return them, but asking by id came with 12
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

from collections.abc import Collection, Coroutine, Iterable
from itertools import islice
from typing import Any, Final

from kavka.broker.authorization.questions import authorized_operations, may, refused_creations
from kavka.broker.cluster.metadata_cache import EMPTY_SNAPSHOT, ClusterSnapshot, PartitionState, TopicState
from kavka.broker.requests import internal_topics
from kavka.broker.requests.cluster_view import (
    AUTHORIZED_OPERATIONS_OMITTED,
    CLUSTER_OPERATIONS,
    INTERNAL_TOPICS,
    live_controller_id,
    reachable_brokers,
)
from kavka.broker.requests.context import DEFERRED, Deferred, RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps, at_once
from kavka.common.types import ZERO_TOPIC_ID, NewTopic, is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, KafkaError, NotController
from kavka.protocol.messages import MetadataRequest, MetadataResponse
from kavka.protocol.response_pieces import JoinedResponse, ResponseWriter

API = ApiKey.METADATA

AUTO_CREATE_TIMEOUT_MS: Final = 10_000
"""How long the controller may take to decide about a topic that a client's request creates."""

FIRST_UPDATE_WAIT_MS: Final = 5_000
"""How long the response waits for the controller's first request. An undisturbed startup needs some ten milliseconds;
a response without brokers, which is Kafka's, makes librdkafka's admin client wait for half a minute and more."""

PARTITIONS_IN_ONE_STEP_MAX: Final = 1_000
"""Responses of more partitions are made in slices: a thousand take some 3 ms."""
PARTITIONS_AT_ONCE: Final = 64
"""Partitions of a topic between two looks at the time."""

TOPICS_AT_ONCE: Final = 64
"""Topics whose bytes are kept between two looks at the time."""

TOPIC_IDS_FROM_VERSION: Final = 10
NO_EPOCH: Final = -1
"""The client forgets what epoch it knew, and believes the rest of the response."""

_IS_CREATED: Final = frozenset({ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS})
_IS_COMING: Final = _IS_CREATED | {ErrorCode.REQUEST_TIMED_OUT}
"""Outcomes after which the topic is there, or may soon be: the client gets an error that it retries."""


Answer = MetadataResponse | JoinedResponse


def handle(
    request: MetadataRequest, ctx: RequestContext, broker: BrokerServices
) -> Answer | Coroutine[Any, Any, Answer | Deferred]:
    """Responds from the metadata cache.

    An empty cache, or topics that are to be created first, make it wait.
    """
    if broker.metadata_cache.snapshot is EMPTY_SNAPSHOT:
        return _wait_and_answer(request, ctx, broker)
    return _answer(request, ctx, broker)


async def _wait_and_answer(request: MetadataRequest, ctx: RequestContext, broker: BrokerServices) -> Answer | Deferred:
    """Responds once there is metadata, for a client that came while the broker starts."""
    await broker.metadata_cache.wait_until(
        lambda snapshot: snapshot is not EMPTY_SNAPSHOT, timeout_ms=FIRST_UPDATE_WAIT_MS
    )
    answer = _answer(request, ctx, broker)
    return answer if isinstance(answer, MetadataResponse) else await answer


def _answer(
    request: MetadataRequest, ctx: RequestContext, broker: BrokerServices
) -> MetadataResponse | Coroutine[Any, Any, Answer | Deferred]:
    snapshot = broker.metadata_cache.snapshot
    if request.topics is None or (ctx.api_version == 0 and not request.topics):
        has_operations = request.include_topic_authorized_operations or request.include_cluster_authorized_operations
        if not has_operations and _has_many_partitions(snapshot, snapshot.topics):
            return broker.lane.do(_joined_response(request, ctx, broker, snapshot))
        return _respond_in_time(request, ctx, broker, snapshot, snapshot.topics, {})
    names = _names(request)
    missing = [name for name in names if name not in snapshot.topics]
    if missing and request.allow_auto_topic_creation and broker.config.auto_create_topics_enable:
        refused = refused_creations(ctx, broker, missing)
        wanted = [name for name in missing if name not in refused]
        errors = dict.fromkeys(refused, int(ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        if wanted:
            create = _create_and_respond if broker.controller.is_active else _respond_and_create
            return create(request, ctx, broker, names, wanted, errors)
        return _respond_in_time(request, ctx, broker, snapshot, names, errors)
    unknown = dict.fromkeys(missing, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
    return _respond_in_time(request, ctx, broker, snapshot, names, unknown)


def error_response(request: MetadataRequest, error: KafkaError) -> MetadataResponse:
    """Returns the error once for each topic asked for; there is no place for one at the top."""
    return MetadataResponse(
        topics=[
            MetadataResponse.MetadataResponseTopic(error_code=int(error.code), name=topic.name or "")
            for topic in request.topics or ()
        ]
    )


def _names(request: MetadataRequest) -> list[str]:
    """Lists the topics asked for, each once."""
    names: dict[str, None] = {}
    for topic in request.topics or ():
        if topic.name is None or topic.topic_id != ZERO_TOPIC_ID:
            raise InvalidRequest("topics are asked for by name up to version 11")
        names[topic.name] = None
    return list(names)


async def _create_and_respond(
    request: MetadataRequest,
    ctx: RequestContext,
    broker: BrokerServices,
    names: list[str],
    missing: list[str],
    refused: dict[str, int],
) -> MetadataResponse:
    """Creates topics first, in the controller's own broker: Kafka, too, returns what became of it."""
    errors, created = await _auto_create(broker, missing)
    _charge(ctx, broker, topics=created)
    return _respond(request, ctx, broker, broker.metadata_cache.snapshot, names, errors | refused)


async def _respond_and_create(
    request: MetadataRequest,
    ctx: RequestContext,
    broker: BrokerServices,
    names: list[str],
    missing: list[str],
    refused: dict[str, int],
) -> MetadataResponse | Deferred:
    """Responds first, in every other broker: the client has its response before the controller has the request."""
    channel = broker.controller_channel
    bad = {name: int(ErrorCode.INVALID_TOPIC_EXCEPTION) for name in missing if not is_topic_name(name)}
    new = [name for name in missing if name not in bad and channel is not None and not channel.is_creating(name)]
    _charge(ctx, broker, topics=len(new))
    response = _respond(request, ctx, broker, broker.metadata_cache.snapshot, names, bad | refused)
    if channel is None or not new:
        return response
    ctx.respond(response)
    await channel.create_topics(
        [_wanted(broker, name) for name in new], timeout_ms=AUTO_CREATE_TIMEOUT_MS, validate_only=False
    )
    return DEFERRED


def _charge(ctx: RequestContext, broker: BrokerServices, *, topics: int) -> None:
    quota = broker.quotas and broker.quotas.mutation(ctx, is_strict=False)
    if quota:
        quota.take(topics * broker.config.num_partitions)


async def _auto_create(broker: BrokerServices, names: list[str]) -> tuple[dict[str, int], int]:
    """Has this process's controller create topics.

    Returns:
        The error code to return for each that is not there afterwards, and how many are there or come.
    """
    try:
        results = await broker.controller.create_topics(
            [_wanted(broker, name) for name in names], timeout_ms=AUTO_CREATE_TIMEOUT_MS, validate_only=False
        )
    except NotController:  # it resigned in this very moment
        return dict.fromkeys(names, int(ErrorCode.LEADER_NOT_AVAILABLE)), 0
    errors = {
        result.name: int(ErrorCode.LEADER_NOT_AVAILABLE if result.error_code in _IS_COMING else result.error_code)
        for result in results
    }
    return errors, sum(result.error_code in _IS_CREATED for result in results)


def _wanted(broker: BrokerServices, name: str) -> NewTopic:
    internal = internal_topics.ALL.get(name)
    return NewTopic(name=name) if internal is None else internal_topics.new_topic(broker, internal)


def _respond(
    request: MetadataRequest,
    ctx: RequestContext,
    broker: BrokerServices,
    snapshot: ClusterSnapshot,
    names: Iterable[str],
    errors: dict[str, int],
) -> MetadataResponse:
    """Builds the response for these topics, `errors` for those that the snapshot does not have."""
    return at_once(_response(request, ctx, broker, snapshot, names, errors))


def _respond_in_time(
    request: MetadataRequest,
    ctx: RequestContext,
    broker: BrokerServices,
    snapshot: ClusterSnapshot,
    names: Collection[str],
    errors: dict[str, int],
) -> MetadataResponse | Coroutine[Any, Any, MetadataResponse]:
    """Builds the response for these topics; in slices where it has many partitions."""
    steps = _response(request, ctx, broker, snapshot, names, errors)
    return broker.lane.do(steps) if _has_many_partitions(snapshot, names) else at_once(steps)


def _has_many_partitions(snapshot: ClusterSnapshot, names: Collection[str]) -> bool:
    if len(names) > PARTITIONS_IN_ONE_STEP_MAX:
        return True
    topics = snapshot.topics
    return sum([len(topics[name].partitions) for name in names if name in topics]) > PARTITIONS_IN_ONE_STEP_MAX


def _joined_response(
    request: MetadataRequest, ctx: RequestContext, broker: BrokerServices, snapshot: ClusterSnapshot
) -> Steps[JoinedResponse]:
    """Joins the response about all topics that may be seen, of the bytes that are kept."""
    kept, is_guarded = broker.metadata_cache.encoded, broker.authorizer is not None
    head = _head(request, ctx, broker, snapshot)
    reachable = {node.node_id for node in head.brokers}
    view = kept.view(ctx.api_version, ctx.connection.listener_name, snapshot.brokers.keys(), reachable)
    writer = ResponseWriter(MetadataResponse, ctx.api_version)
    for _ in writer.write(head):
        yield
    topics = snapshot.topics.pairs()
    while some := list(islice(topics, TOPICS_AT_ONCE)):
        parts = []
        for name, state in some:
            if is_guarded and not _may_see(name, ctx, broker):
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


def _encoded(topic: MetadataResponse.MetadataResponseTopic, version: int) -> Steps[bytes]:
    writer = ResponseWriter(MetadataResponse, version)
    if len(topic.partitions) <= PARTITIONS_AT_ONCE:
        return writer.encoded([topic])
    for _ in writer.write(MetadataResponse(topics=[topic])):
        yield
    return writer.elements


def _may_see(name: str, ctx: RequestContext, broker: BrokerServices) -> bool:
    return may(ctx, broker, AclOperation.DESCRIBE, ResourceType.TOPIC, name, is_logged=False)


def _head(
    request: MetadataRequest, ctx: RequestContext, broker: BrokerServices, snapshot: ClusterSnapshot
) -> MetadataResponse:
    """Builds the response without topics."""
    brokers = [
        MetadataResponse.MetadataResponseBroker(node_id=broker_id, host=host, port=port, rack=rack)
        for broker_id, host, port, rack in reachable_brokers(snapshot, ctx, broker)
    ]
    wants_operations = request.include_cluster_authorized_operations
    return MetadataResponse(
        brokers=brokers,
        cluster_id=broker.cluster_id,
        controller_id=live_controller_id(snapshot),
        topics=[],
        cluster_authorized_operations=CLUSTER_OPERATIONS if wants_operations else AUTHORIZED_OPERATIONS_OMITTED,
    )


def _response(
    request: MetadataRequest,
    ctx: RequestContext,
    broker: BrokerServices,
    snapshot: ClusterSnapshot,
    names: Iterable[str],
    errors: dict[str, int],
) -> Steps[MetadataResponse]:
    response = _head(request, ctx, broker, snapshot)
    reachable = {node.node_id for node in response.brokers}
    has_operations = request.include_topic_authorized_operations
    # Of all topics only those that may be seen; of those that are named the guard has taken the others out.
    asks_rights = broker.authorizer is not None and names is snapshot.topics
    for name in names:
        if asks_rights and not _may_see(name, ctx, broker):
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
            topic.topic_authorized_operations = authorized_operations(ctx, broker, ResourceType.TOPIC, name)
        response.topics.append(topic)
        yield
    return response


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
            partition.leader_epoch = NO_EPOCH
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
    dead = [replica for replica in state.replicas if replica not in snapshot.brokers]
    offline = [replica for replica in state.replicas if replica in state.offline_replicas or replica in dead]
    return MetadataResponse.MetadataResponsePartition(
        error_code=int(error),
        partition_index=index,
        leader_id=leader,
        leader_epoch=state.leader_epoch,
        replica_nodes=replicas,
        isr_nodes=isr,
        offline_replicas=offline,
    )
