"""The rules that are more than a row: permissions that depend on a request's content, and what responses may show.

Each decision is one API's (`rule.Rule.decide`); each `show_…` removes from a response what its receiver may not see.
Permissions and errors are those of KafkaApis. Not here: Produce (`producing`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.paced import refused_names
from kavka.broker.authorization.questions import (
    REFUSAL,
    authorized_operations,
    check,
    cluster_operations,
    may,
    may_in_cluster,
    may_somewhere,
    refused_topics,
)
from kavka.broker.authorization.rule import Items, Need, Resource, Rule, check_whole, permit, with_items
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, INTERNAL_TOPICS
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ClusterAuthorizationFailed, ErrorCode, GroupAuthorizationFailed, KafkaError
from kavka.protocol.messages import (
    FindCoordinatorResponse,
    MetadataResponse,
    OffsetDeleteResponse,
    OffsetFetchResponse,
)

if TYPE_CHECKING:
    from kavka.broker.authorization.rule import Decision
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices

_DESCRIBE: Final = (AclOperation.DESCRIBE,)
_TOPIC_ERROR: Final = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)


def _topic(item: Any, _broker: BrokerServices) -> Resource | None:
    return None if item.name is None else Resource(ResourceType.TOPIC, item.name)


# ---- metadata -----------------------------------------------------------------------------------------------------


def metadata(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Permitted | None:
    """Requires DESCRIBE on each named topic.

    Without it the sender learns nothing of a topic, not even its absence.

    A topic that the request would create needs CREATE; its handler checks that, as it knows what is absent. A request
    for all topics shows the visible ones: they may be very many, and the handler leaves the others out as it goes.
    """
    del handler
    kept, refused = _METADATA_TOPICS.split(request, ctx, broker)
    if not (refused or request.include_cluster_authorized_operations):
        return None
    # An empty list asks for all in version 0, and then nothing of the response may be shown.
    shows_none = bool(refused) and not kept

    def show(response: Any) -> None:
        if shows_none:
            response.topics = []
        show_cluster(response, ctx, broker)

    names = sorted({topic.name for topics in refused.values() for topic in topics})
    hidden = [MetadataResponse.MetadataResponseTopic(error_code=_TOPIC_ERROR, name=name) for name in names]
    return Permitted(with_items(request, "topics", kept), RefusedItems([("topics", hidden)], show=show))


_METADATA_TOPICS: Final = Items("topics", Need(_DESCRIBE, _topic), "topics")


def show_cluster(response: Any, ctx: RequestContext, broker: BrokerServices) -> None:
    """Fills in the receiver's authorized operations on the cluster, where requested."""
    if response.cluster_authorized_operations != AUTHORIZED_OPERATIONS_OMITTED:
        response.cluster_authorized_operations = cluster_operations(ctx, broker)


def show_created(response: Any, ctx: RequestContext, broker: BrokerServices) -> None:
    """Hides the settings of created topics without DESCRIBE_CONFIGS on them (KIP-525)."""
    for topic in response.topics:
        if topic.error_code == 0 and not may(
            ctx, broker, AclOperation.DESCRIBE_CONFIGS, ResourceType.TOPIC, topic.name, is_logged=False
        ):
            topic.topic_config_error_code = _TOPIC_ERROR
            topic.configs, topic.num_partitions, topic.replication_factor = [], -1, -1


def _coordinated(kind: ResourceType) -> tuple[Rule, Rule]:
    one = Need(_DESCRIBE, lambda request, _: Resource(kind, request.key))
    each = Items("coordinator_keys", Need(_DESCRIBE, lambda key, _: Resource(kind, key)), "coordinators")
    return Rule(whole=(one,)), Rule(items=(each,))


_COORDINATED: Final = {0: _coordinated(ResourceType.GROUP), 1: _coordinated(ResourceType.TRANSACTIONAL_ID)}


def find_coordinator(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Permitted | None:
    """Requires DESCRIBE on each group or transactional id. From version 4 on each key is checked by itself."""
    rules = _COORDINATED.get(request.key_type)
    if rules is None:
        return None  # the handler says that there is no such type
    permitted = permit(rules[ctx.api_version >= 4], handler, request, ctx, broker)
    if permitted is None or (permitted.request is not None and permitted.request.coordinator_keys):
        return permitted
    return Permitted(None, permitted.refused, FindCoordinatorResponse())


# ---- groups -------------------------------------------------------------------------------------------------------


def _refused_offsets(refused: Iterable[Any], error: KafkaError, *, of_group: bool = False) -> Iterable[Any]:
    """Returns the error for each partition, in the layout of the versions: that of groups has its own classes."""
    topic_class: Any = OffsetFetchResponse.OffsetFetchResponseTopic
    partition_class: Any = OffsetFetchResponse.OffsetFetchResponsePartition
    if of_group:
        topic_class = OffsetFetchResponse.OffsetFetchResponseTopics
        partition_class = OffsetFetchResponse.OffsetFetchResponsePartitions
    for topic in refused:
        yield topic_class(
            name=topic.name,
            partitions=[
                partition_class(partition_index=index, committed_offset=-1, metadata="", error_code=int(error.code))
                for index in topic.partition_indexes
            ],
        )


_OFFSETS: Final = Rule(
    whole=(Need(_DESCRIBE, lambda request, _: Resource(ResourceType.GROUP, request.group_id)),),
    items=(Items("topics", Need(_DESCRIBE, _topic), "topics", refuse=_refused_offsets),),
)
_OFFSETS_OF_GROUP: Final = Rule(
    whole=_OFFSETS.whole,
    items=(Items("topics", Need(_DESCRIBE, _topic), "topics", refuse=partial(_refused_offsets, of_group=True)),),
)


def offset_fetch(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Permitted | None:
    """Requires DESCRIBE on each group, and on each named topic. For all topics the handler checks as it goes."""
    if not request.groups:
        return permit(_OFFSETS, handler, request, ctx, broker)
    kept: list[Any] = []
    layout: list[Any] = []
    for group in request.groups:
        try:
            permitted = permit(_OFFSETS_OF_GROUP, handler, group, ctx, broker)
        except GroupAuthorizationFailed as error:
            refused = OffsetFetchResponse.OffsetFetchResponseGroup(group_id=group.group_id, error_code=int(error.code))
            layout.append(refused)
            continue
        layout.append(None if permitted is None else permitted.refused)
        kept.append(group if permitted is None else permitted.request)
    places = RefusedItems(places=("groups", layout))
    if not kept:
        return Permitted(None, places, OffsetFetchResponse())
    return Permitted(with_items(request, "groups", kept), places) if any(layout) else None


def refuse_offset_delete(refused: list[Any], error: KafkaError) -> list[Any]:
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


def init_producer_id(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Decision:
    """Requires WRITE on the transactional id, or without one IDEMPOTENT_WRITE (KIP-679).

    WRITE on any topic at all does too.
    """
    if request.transactional_id is not None:
        check(ctx, broker, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id)
    elif not may_in_cluster(ctx, broker, AclOperation.IDEMPOTENT_WRITE, is_logged=False):
        is_allowed = may_somewhere(ctx, broker, AclOperation.WRITE, ResourceType.TOPIC)
        if not isinstance(is_allowed, bool):
            return _decided(is_allowed)
        if not is_allowed:
            raise ClusterAuthorizationFailed(REFUSAL)
    return None


async def _decided(deciding: Awaitable[bool]) -> None:
    """Decides `init_producer_id` where ACLs are many."""
    if not await deciding:
        raise ClusterAuthorizationFailed(REFUSAL)


def add_partitions_to_txn(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Decision:
    """Requires WRITE on the transactional id and each topic, else adds none."""
    name = request.v3_and_below_transactional_id
    check(ctx, broker, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, name)
    topics = request.v3_and_below_topics
    asked = (topic.name for topic in topics if topic.name not in INTERNAL_TOPICS)  # the handler refuses those itself
    if handler.item_count(request) > ITEMS_IN_ONE_STEP_MAX:
        return _many_to_txn(handler, request, ctx, broker, asked)
    refused = refused_topics(ctx, broker, AclOperation.WRITE, asked)
    if not refused:
        return None
    return Permitted(None, response=at_once(handler.answered(request, _not_added(broker, refused))))


async def _many_to_txn(
    handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices, asked: Iterable[str]
) -> Permitted | None:
    """Decides `add_partitions_to_txn` of very many partitions, in slices."""
    async with broker.lane.enter() as pace:
        refused = await refused_names(ctx, broker, AclOperation.WRITE, ResourceType.TOPIC, asked, pace)
    if not refused:
        return None
    return Permitted(None, response=await broker.lane.do(handler.answered(request, _not_added(broker, refused))))


def _not_added(broker: BrokerServices, refused: Collection[str]) -> Callable[[TopicPartition], int]:
    """Says in a refusal that nothing was attempted in the topics that may be written to."""
    snapshot = broker.metadata_cache.snapshot

    def code_of(partition: TopicPartition) -> int:
        if partition.topic in refused or partition.topic in INTERNAL_TOPICS:
            return int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        is_there = snapshot.partition(*partition) is not None
        return int(ErrorCode.OPERATION_NOT_ATTEMPTED if is_there else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    return code_of


# ---- leaders ------------------------------------------------------------------------------------------------------


def elect_leaders(handler: Any, request: Any, ctx: RequestContext, broker: BrokerServices) -> Permitted | None:
    """Requires ALTER on the cluster. The error stands at the top from version 1 on, which only the version shows."""
    try:
        check_whole((Need((AclOperation.ALTER,)),), request, ctx, broker)
    except ClusterAuthorizationFailed as error:
        response = handler.error_response(request, error)
        if ctx.api_version >= 1:
            response.error_code = int(error.code)
        return Permitted(None, response=response)
    return None
