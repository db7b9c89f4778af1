"""The rules of transactional producers: who gets an id, and what may join a transaction.

Permissions and errors are those of KafkaApis. Not here: records (`producing`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.authorization.paced import refused_names
from kavka.broker.authorization.questions import REFUSAL, check, may_in_cluster, may_somewhere, refused_topics
from kavka.broker.requests.added_partitions import answered, item_count
from kavka.broker.requests.cluster_view import INTERNAL_TOPICS
from kavka.broker.requests.permitted import Permitted
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import at_once
from kavka.protocol.errors import ClusterAuthorizationFailed, ErrorCode
from kavka.protocol.messages import AddPartitionsToTxnResponse

if TYPE_CHECKING:
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.authorization.rule import Decision
    from kavka.broker.requests.context import RequestContext
    from kavka.common.types import TopicPartition
    from kavka.protocol.messages import AddPartitionsToTxnRequest, InitProducerIdRequest

_WRITE: Final = AclOperation.WRITE
_TOPIC_ERROR: Final = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)


def init_producer_id(authority: Authority, request: InitProducerIdRequest, ctx: RequestContext) -> Decision:
    """Requires WRITE on the transactional id, or without one IDEMPOTENT_WRITE (KIP-679).

    WRITE on any topic at all does too.
    """
    authorizer = authority.authorizer
    if request.transactional_id is not None:
        check(ctx, authorizer, _WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id)
    elif not may_in_cluster(ctx, authorizer, AclOperation.IDEMPOTENT_WRITE, is_logged=False):
        is_allowed = may_somewhere(ctx, authorizer, _WRITE, ResourceType.TOPIC, authority.lane)
        if not isinstance(is_allowed, bool):
            return _decided(is_allowed)
        if not is_allowed:
            raise ClusterAuthorizationFailed(REFUSAL)
    return None


async def _decided(deciding: Awaitable[bool]) -> None:
    """Decides `init_producer_id` where ACLs are many."""
    if not await deciding:
        raise ClusterAuthorizationFailed(REFUSAL)


def add_partitions_to_txn(authority: Authority, request: AddPartitionsToTxnRequest, ctx: RequestContext) -> Decision:
    """Requires WRITE on the transactional id and each topic, else adds none.

    From version 4 on only brokers may ask.
    """
    if ctx.api_version >= 4:
        if may_in_cluster(ctx, authority.authorizer, AclOperation.CLUSTER_ACTION):
            return None
        code = int(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        return Permitted(None, response=AddPartitionsToTxnResponse(error_code=code))
    name = request.v3_and_below_transactional_id
    check(ctx, authority.authorizer, _WRITE, ResourceType.TRANSACTIONAL_ID, name)
    topics = request.v3_and_below_topics
    asked = (topic.name for topic in topics if topic.name not in INTERNAL_TOPICS)  # the handler refuses those itself
    if item_count(request) > ITEMS_IN_ONE_STEP_MAX:
        return _many_to_txn(authority, request, ctx, asked)
    refused = refused_topics(ctx, authority.authorizer, _WRITE, asked)
    if not refused:
        return None
    return Permitted(None, response=at_once(answered(request, _not_added(authority, refused))))


async def _many_to_txn(
    authority: Authority, request: AddPartitionsToTxnRequest, ctx: RequestContext, asked: Iterable[str]
) -> Permitted | None:
    """Decides `add_partitions_to_txn` of very many partitions, in slices."""
    lane = authority.lane
    async with lane.enter() as pace:
        refused = await refused_names(ctx, authority.authorizer, _WRITE, ResourceType.TOPIC, asked, pace)
    if not refused:
        return None
    return Permitted(None, response=await lane.do(answered(request, _not_added(authority, refused))))


def _not_added(authority: Authority, refused: Collection[str]) -> Callable[[TopicPartition], int]:
    """Says in a refusal that nothing was attempted in the topics that may be written to."""
    snapshot = authority.metadata_cache.snapshot

    def code_of(partition: TopicPartition) -> int:
        if partition.topic in refused or partition.topic in INTERNAL_TOPICS:
            return _TOPIC_ERROR
        is_there = snapshot.partition(*partition) is not None
        return int(ErrorCode.OPERATION_NOT_ATTEMPTED if is_there else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    return code_of
