"""The rules that are more than a row: permissions that depend on a request's content, and what responses may show.

Each `around` function stands before one API's handler (`rule.Rule.around`); each `show_…` takes out of a response what
its receiver may not see. Permissions and errors are those of KafkaApis.
"""

from __future__ import annotations

import asyncio
import copy
import struct
from collections import Counter
from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.paced import refused_names
from kavka.broker.authorization.questions import (
    ERRORS,
    REFUSAL,
    authorized_operations,
    check,
    cluster_operations,
    may,
    may_in_cluster,
    may_somewhere,
    refused_creations,
    refused_topics,
)
from kavka.broker.authorization.rule import AmendingChannel
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, INTERNAL_TOPICS
from kavka.broker.requests.context import DEFERRED
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import Steps, at_once
from kavka.protocol.errors import (
    ClusterAuthorizationFailed,
    ErrorCode,
    GroupAuthorizationFailed,
    KafkaError,
    TopicAuthorizationFailed,
    TransactionalIdAuthorizationFailed,
)
from kavka.protocol.messages import MetadataResponse, OffsetDeleteResponse, OffsetFetchResponse

if TYPE_CHECKING:
    from kavka.broker.authorization.rule import Handler
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices

_MAGIC: Final = 16
_ATTRIBUTES: Final = 22
_TRANSACTIONAL: Final = 0x10
_BATCHES_FROM_VERSION: Final = 3
_LENGTH: Final = struct.Struct(">i")
_LENGTH_AT: Final = 8
_OVERHEAD: Final = 12
"""Base offset and length: what stands before the bytes that the length counts."""

_BIG_PRODUCE_BYTES: Final = 2_000
_PRODUCE_TOPICS_IN_ONE_STEP_MAX: Final = 250
"""Requests of more topics are asked about in slices."""

_WRITE: Final = AclOperation.WRITE
_TOPIC: Final = ResourceType.TOPIC
_TOPIC_ERROR: Final = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)


# ---- produce ------------------------------------------------------------------------------------------------------


def produce(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires WRITE on every topic, and on a transactional batch's transactional id.

    The batches decide (CVE-2018-17196): what the request says of itself may be a lie. An idempotent producer needs
    nothing more than WRITE since KIP-679. With acks=0 a refusal closes the connection, as every error does.
    """
    if ctx.request_bytes > _BIG_PRODUCE_BYTES and len(request.topic_data) > _PRODUCE_TOPICS_IN_ONE_STEP_MAX:
        return _produce_many(handler, request, ctx, broker)
    authorizer = broker.authorizer
    assert authorizer is not None
    connection = ctx.connection
    principal, host = connection.principal, connection.peer_host
    is_allowed = authorizer.is_allowed
    is_old = ctx.api_version < _BATCHES_FROM_VERSION
    refused: list[Any] = []
    for topic in request.topic_data:
        if not is_allowed(principal, host, _WRITE, _TOPIC, topic.name):
            refused.append(topic)
        for data in topic.partition_data:
            records = data.records
            if not records or len(records) <= _ATTRIBUTES:
                continue  # the handler says what is wrong
            # One look shows for most batches that they need nothing more.
            if is_old or records[_ATTRIBUTES] & _TRANSACTIONAL:
                _check_transactional_id(request, ctx, broker, records, is_old=is_old)
    if not refused:
        return handler.handle(request, ctx, broker)
    return _produce_the_rest(handler, request, ctx, broker, refused)


async def _produce_many(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Handles `produce` of very many topics, in slices."""
    names = (topic.name for topic in request.topic_data)
    async with broker.lane.enter() as pace:
        refused = await refused_names(ctx, broker, _WRITE, _TOPIC, names, pace)
        is_old = ctx.api_version < _BATCHES_FROM_VERSION
        refusals: list[Any] = []
        error = TopicAuthorizationFailed(REFUSAL)
        part = copy.copy(request)
        part.acks = 1
        for topic in request.topic_data:
            for data in topic.partition_data:
                records = data.records
                if records and len(records) > _ATTRIBUTES and (is_old or records[_ATTRIBUTES] & _TRANSACTIONAL):
                    _check_transactional_id(request, ctx, broker, records, is_old=is_old)
            if topic.name in refused:
                part.topic_data = [topic]
                refusals += handler.error_response(part, error).responses  # type: ignore[attr-defined]
            if pace.is_due():
                await pace.breathe()
        if refused:
            request.topic_data = [topic for topic in request.topic_data if topic.name not in refused]
    if refused:
        silence = f"a produce request with acks=0 failed: {error.code.name}"
        if not request.topic_data and not request.acks:
            ctx.close_connection(silence)
            return DEFERRED

        def amend(response: Any) -> None:
            response.responses = [*response.responses, *refusals]

        ctx.answer_through(AmendingChannel(ctx.channel, amend, silence=silence))
    outcome = handler.handle(request, ctx, broker)
    return await outcome if asyncio.iscoroutine(outcome) else outcome


def _is_transactional(records: bytes | memoryview, *, is_old: bool) -> bool:
    """Tells whether a partition's records are of a transaction.

    Before version 3 there may be many batches; one is enough.
    """
    if not is_old:
        return records[_MAGIC] == 2 and bool(records[_ATTRIBUTES] & _TRANSACTIONAL)
    position = 0
    while position + _ATTRIBUTES < len(records):
        if records[position + _MAGIC] == 2 and records[position + _ATTRIBUTES] & _TRANSACTIONAL:
            return True
        position += max(_LENGTH.unpack_from(records, position + _LENGTH_AT)[0], 1) + _OVERHEAD
    return False


def _check_transactional_id(
    request: Any, ctx: RequestContext, broker: BrokerServices, records: bytes | memoryview, *, is_old: bool
) -> None:
    if not _is_transactional(records, is_old=is_old):
        return
    name = request.transactional_id
    if name is None:
        raise TransactionalIdAuthorizationFailed(REFUSAL)
    check(ctx, broker, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, name)


def _produce_the_rest(
    handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices, refused: list[Any]
) -> Any:
    error = TopicAuthorizationFailed(REFUSAL)
    silence = f"a produce request with acks=0 failed: {error.code.name}"
    names = {topic.name for topic in refused}
    kept = [topic for topic in request.topic_data if topic.name not in names]
    if not kept:
        if request.acks:
            raise error
        ctx.close_connection(silence)
        return DEFERRED
    part = copy.copy(request)
    part.topic_data, part.acks = refused, 1
    refusals = handler.error_response(part, error).responses  # type: ignore[attr-defined]

    def amend(response: Any) -> None:
        response.responses = [*response.responses, *refusals]

    request.topic_data = kept
    ctx.answer_through(AmendingChannel(ctx.channel, amend, silence=silence))
    return handler.handle(request, ctx, broker)


# ---- metadata -----------------------------------------------------------------------------------------------------


def metadata(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires DESCRIBE on each named topic.

    Without it the sender learns nothing of a topic, not even its absence.

    A topic that the request would create needs CREATE; its handler checks that, as it knows what is absent. A request
    for all topics shows the visible ones: they may be very many, and the handler leaves the others out as it goes.
    """
    asks_for_all = request.topics is None or (ctx.api_version == 0 and not request.topics)
    names = [] if asks_for_all else [topic.name for topic in request.topics if topic.name is not None]
    refused = refused_topics(ctx, broker, AclOperation.DESCRIBE, names)
    if refused:
        request.topics = [topic for topic in request.topics if topic.name not in refused]
    # An empty list asks for all in version 0, and then nothing of the response may be shown.
    shows_none = bool(refused) and not request.topics
    if not (refused or request.include_cluster_authorized_operations):
        return handler.handle(request, ctx, broker)

    def amend(response: Any) -> None:
        if shows_none:
            response.topics = []
        show_cluster(response, ctx, broker)
        response.topics += [
            MetadataResponse.MetadataResponseTopic(error_code=_TOPIC_ERROR, name=name) for name in sorted(refused)
        ]

    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


def show_cluster(response: Any, ctx: RequestContext, broker: BrokerServices) -> None:
    """Fills in the receiver's authorized operations on the cluster, where requested."""
    if response.cluster_authorized_operations != AUTHORIZED_OPERATIONS_OMITTED:
        response.cluster_authorized_operations = cluster_operations(ctx, broker)


def find_coordinator(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires DESCRIBE on each group or transactional id. From version 4 on each key is checked by itself."""
    kind = {0: ResourceType.GROUP, 1: ResourceType.TRANSACTIONAL_ID}.get(request.key_type)
    if kind is None:
        return handler.handle(request, ctx, broker)  # which says that there is no such type
    if ctx.api_version < 4:
        check(ctx, broker, AclOperation.DESCRIBE, kind, request.key)
        return handler.handle(request, ctx, broker)
    keys = request.coordinator_keys
    refused = dict.fromkeys(key for key in keys if not may(ctx, broker, AclOperation.DESCRIBE, kind, key))
    if not refused:
        return handler.handle(request, ctx, broker)
    part = copy.copy(request)
    part.coordinator_keys = [key for key in keys if key in refused]
    refusal = handler.error_response(part, ERRORS[kind](REFUSAL))  # type: ignore[attr-defined]
    request.coordinator_keys = [key for key in keys if key not in refused]
    if not request.coordinator_keys:
        return refusal  # an empty request would have the handler create its topic

    def amend(response: Any) -> None:
        response.coordinators = [*response.coordinators, *refusal.coordinators]

    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


# ---- groups -------------------------------------------------------------------------------------------------------


def offset_fetch(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires DESCRIBE on each group, and on each named topic. For all topics the handler checks as it goes."""
    if request.groups:
        return _offset_fetch_groups(handler, request, ctx, broker)
    check(ctx, broker, AclOperation.DESCRIBE, ResourceType.GROUP, request.group_id)
    refused = _split_topics(request, ctx, broker)
    if not refused:
        return handler.handle(request, ctx, broker)

    def amend(response: Any) -> None:
        if not response.error_code:
            response.topics = [*response.topics, *_refused_offsets(refused)]

    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


def _offset_fetch_groups(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    layout: list[list[Any] | None] = []
    kept = []
    for group in request.groups:
        if may(ctx, broker, AclOperation.DESCRIBE, ResourceType.GROUP, group.group_id):
            layout.append(_split_topics(group, ctx, broker))
            kept.append(group)
        else:
            layout.append(None)
    named = [group.group_id for group in request.groups]

    def amend(response: Any) -> None:
        found = iter(response.groups)
        answers = []
        for group_id, refused in zip(named, layout, strict=True):
            if refused is None:
                code = int(GroupAuthorizationFailed.code)
                answers.append(OffsetFetchResponse.OffsetFetchResponseGroup(group_id=group_id, error_code=code))
                continue
            answer = next(found)
            if not answer.error_code:
                answer.topics = [*answer.topics, *_refused_offsets(refused, of_group=True)]
            answers.append(answer)
        response.groups = answers

    request.groups = kept
    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    if not kept:
        return OffsetFetchResponse()
    return handler.handle(request, ctx, broker)


def _split_topics(asked: Any, ctx: RequestContext, broker: BrokerServices) -> list[Any]:
    """Takes out topics that may not be seen; returns them."""
    if asked.topics is None:
        return []
    names = refused_topics(ctx, broker, AclOperation.DESCRIBE, (topic.name for topic in asked.topics))
    refused = [topic for topic in asked.topics if topic.name in names]
    if refused:
        asked.topics = [topic for topic in asked.topics if topic.name not in names]
    return refused


def _refused_offsets(refused: Iterable[Any], *, of_group: bool = False) -> Iterable[Any]:
    """Results for topics, in the layout of the versions: a request of groups has classes of its own."""
    topic_class: Any = OffsetFetchResponse.OffsetFetchResponseTopic
    partition_class: Any = OffsetFetchResponse.OffsetFetchResponsePartition
    if of_group:
        topic_class = OffsetFetchResponse.OffsetFetchResponseTopics
        partition_class = OffsetFetchResponse.OffsetFetchResponsePartitions
    for topic in refused:
        yield topic_class(
            name=topic.name,
            partitions=[
                partition_class(partition_index=index, committed_offset=-1, metadata="", error_code=_TOPIC_ERROR)
                for index in topic.partition_indexes
            ],
        )


def refuse_offset_delete(_request: Any, refused: list[Any], error: KafkaError) -> list[Any]:
    """Returns the error for each partition: OffsetDelete's own error response has none."""
    partition_class = OffsetDeleteResponse.OffsetDeleteResponsePartition
    return [
        OffsetDeleteResponse.OffsetDeleteResponseTopic(
            name=topic.name,
            partitions=[partition_class(asked.partition_index, int(error.code)) for asked in topic.partitions],
        )
        for topic in refused
    ]


def show_group_operations(response: Any, ctx: RequestContext, broker: BrokerServices) -> None:
    """Fills in the receiver's authorized operations on each group, where requested."""
    for group in response.groups:
        if group.authorized_operations != AUTHORIZED_OPERATIONS_OMITTED:
            group.authorized_operations = authorized_operations(ctx, broker, ResourceType.GROUP, group.group_id)


# ---- transactions -------------------------------------------------------------------------------------------------


def init_producer_id(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires WRITE on the transactional id, or without one IDEMPOTENT_WRITE (KIP-679).

    WRITE on any topic at all does too.
    """
    if request.transactional_id is not None:
        check(ctx, broker, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id)
    elif not may_in_cluster(ctx, broker, AclOperation.IDEMPOTENT_WRITE, is_logged=False):
        is_allowed = may_somewhere(ctx, broker, AclOperation.WRITE, ResourceType.TOPIC)
        if not isinstance(is_allowed, bool):
            return _init_producer_id_later(handler, request, ctx, broker, is_allowed)
        if not is_allowed:
            raise ClusterAuthorizationFailed(REFUSAL)
    return handler.handle(request, ctx, broker)


async def _init_producer_id_later(
    handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices, deciding: Awaitable[bool]
) -> Any:
    """Handles `init_producer_id` once its authorization is decided."""
    if not await deciding:
        raise ClusterAuthorizationFailed(REFUSAL)
    outcome = handler.handle(request, ctx, broker)
    return await outcome if asyncio.iscoroutine(outcome) else outcome


def add_partitions_to_txn(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires WRITE on the transactional id and each topic, else adds none."""
    name = request.v3_and_below_transactional_id
    check(ctx, broker, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, name)
    topics = request.v3_and_below_topics
    asked = (topic.name for topic in topics if topic.name not in INTERNAL_TOPICS)  # the handler refuses those itself
    if sum([1 + len(topic.partitions) for topic in topics]) > ITEMS_IN_ONE_STEP_MAX:
        return _add_many_partitions_to_txn(handler, request, ctx, broker, asked)
    refused = refused_topics(ctx, broker, AclOperation.WRITE, asked)
    if not refused:
        return handler.handle(request, ctx, broker)
    response = handler.error_response(request, TopicAuthorizationFailed(REFUSAL))  # type: ignore[attr-defined]
    return at_once(_not_added(response, broker, refused))


async def _add_many_partitions_to_txn(
    handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices, asked: Iterable[str]
) -> Any:
    """Handles `add_partitions_to_txn` of very many partitions, in slices."""
    async with broker.lane.enter() as pace:
        refused = await refused_names(ctx, broker, AclOperation.WRITE, ResourceType.TOPIC, asked, pace)
    if not refused:
        return await handler.handle(request, ctx, broker)
    response = await broker.lane.do(handler.error_steps(request, TopicAuthorizationFailed(REFUSAL)))
    return await broker.lane.do(_not_added(response, broker, refused))


def _not_added(response: Any, broker: BrokerServices, refused: frozenset[str]) -> Steps[Any]:
    """Says in a refusal that nothing was attempted in the topics that may be written to."""
    snapshot = broker.metadata_cache.snapshot
    for topic in response.results_by_topic_v3_and_below:
        yield
        if topic.name in refused or topic.name in INTERNAL_TOPICS:
            continue
        for partition in topic.results_by_partition:
            is_there = snapshot.partition(topic.name, partition.partition_index) is not None
            code = ErrorCode.OPERATION_NOT_ATTEMPTED if is_there else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            partition.partition_error_code = int(code)
            yield
    return response


# ---- topics and leaders -------------------------------------------------------------------------------------------


def create_topics(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires CREATE on the cluster or each topic.

    DESCRIBE_CONFIGS shows the settings of what was created (KIP-525).
    """
    if not broker.controller.is_active:
        return handler.handle(request, ctx, broker)
    refused = refused_creations(ctx, broker, _named_once(request.topics))
    part = _without(request, refused)
    refusals = [] if part is None else _refusals(handler, part, TopicAuthorizationFailed(REFUSAL)).topics

    def amend(response: Any) -> None:
        for topic in response.topics:
            if topic.error_code == 0 and not may(
                ctx, broker, AclOperation.DESCRIBE_CONFIGS, ResourceType.TOPIC, topic.name, is_logged=False
            ):
                topic.topic_config_error_code = _TOPIC_ERROR
                topic.configs, topic.num_partitions, topic.replication_factor = [], -1, -1
        response.topics = [*response.topics, *refusals]

    ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


def create_partitions(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires ALTER on each topic."""
    if not broker.controller.is_active:
        return handler.handle(request, ctx, broker)
    part = _without(request, refused_topics(ctx, broker, AclOperation.ALTER, _named_once(request.topics)))
    if part is not None:
        refusals = _refusals(handler, part, TopicAuthorizationFailed(REFUSAL)).results

        def amend(response: Any) -> None:
            response.results = [*response.results, *refusals]

        ctx.answer_through(AmendingChannel(ctx.channel, amend))
    return handler.handle(request, ctx, broker)


def _named_once(topics: Iterable[Any]) -> list[str]:
    """Names that stand in a request once: the handler refuses the others as repeated, whoever asks."""
    return [name for name, count in Counter(topic.name for topic in topics).items() if count == 1]


def _without(request: Any, refused: frozenset[str]) -> Any | None:
    """Takes topics out of a request; returns one of those that were taken out, None if there were none."""
    if not refused:
        return None
    part = copy.copy(request)
    part.topics = [topic for topic in request.topics if topic.name in refused]
    request.topics = [topic for topic in request.topics if topic.name not in refused]
    return part


def _refusals(handler: Any, part: Any, error: KafkaError) -> Any:
    return handler.error_response(part, error)


def elect_leaders(handler: Handler, request: Any, ctx: RequestContext, broker: BrokerServices) -> Any:
    """Requires ALTER on the cluster. The error stands at the top from version 1 on, which only the version shows."""
    if may_in_cluster(ctx, broker, AclOperation.ALTER):
        return handler.handle(request, ctx, broker)
    error = ClusterAuthorizationFailed(REFUSAL)
    response = handler.error_response(request, error)  # type: ignore[attr-defined]
    if ctx.api_version >= 1:
        response.error_code = int(error.code)
    return response
