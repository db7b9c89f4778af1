"""The rule of Produce: its batches, not its header, say what they need, and it runs on the hot path.

    topics by id, from version 13 on ─▶ their names ─▶ those without are left out: UNKNOWN_TOPIC_ID, which is no secret
    topics ─▶ WRITE on each; of many, in slices ─▶ those without are left out, each partition answered with the error
    batches ─▶ one of a transaction ─▶ WRITE on the transactional id, else the whole request is refused

Not here: what every other API needs (`rules`, `special`).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from kavka.broker.authorization.paced import refused_names
from kavka.broker.authorization.questions import REFUSAL, check
from kavka.broker.authorization.rule import with_items
from kavka.broker.requests.error_responses import refused_items
from kavka.broker.requests.permitted import Permitted, RefusedItems
from kavka.broker.requests.produced_topics import TOPIC_IDS_FROM_VERSION, named
from kavka.common.acls import AclOperation, ResourceType
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    KafkaError,
    TopicAuthorizationFailed,
    TransactionalIdAuthorizationFailed,
    UnknownTopicId,
)
from kavka.protocol.messages import ProduceRequest, ProduceResponse

if TYPE_CHECKING:
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.authorization.rule import Decision
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer

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
_SILENCE: Final = "a produce request with acks=0 failed: "

Topic = ProduceRequest.TopicProduceData
TopicResult = ProduceResponse.TopicProduceResponse


def produce(authority: Authority, request: ProduceRequest, ctx: RequestContext) -> Decision:
    """Requires WRITE on every topic, and on a transactional batch's transactional id.

    The batches decide (CVE-2018-17196): what the request says of itself may be a lie. An idempotent producer needs
    nothing more than WRITE since KIP-679. With acks=0 a refusal closes the connection, as every error does. Of a topic
    id that no topic has nobody can be asked: it is refused here, so that the handler cannot find it has one by then.
    """
    is_by_id = ctx.api_version >= TOPIC_IDS_FROM_VERSION
    if is_by_id:
        request = named(request, authority.metadata_cache)
    if ctx.request_bytes > _BIG_PRODUCE_BYTES and len(request.topic_data) > _PRODUCE_TOPICS_IN_ONE_STEP_MAX:
        return _produce_many(authority, request, ctx)
    authorizer = authority.authorizer
    connection = ctx.connection
    principal, host = connection.principal, connection.peer_host
    is_allowed = authorizer.is_allowed
    is_old = ctx.api_version < _BATCHES_FROM_VERSION
    refused: set[str] = set()
    for topic in request.topic_data:
        if (is_by_id and not topic.name) or not is_allowed(principal, host, _WRITE, _TOPIC, topic.name):
            refused.add(topic.name)
        for data in topic.partition_data:
            records = data.records
            if not records or len(records) <= _ATTRIBUTES:
                continue  # the handler says what is wrong
            # One look shows for most batches that they need nothing more.
            if is_old or records[_ATTRIBUTES] & _TRANSACTIONAL:
                _check_transactional_id(request, ctx, authorizer, records, is_old=is_old)
    if not refused:
        return None
    if request.acks and not is_by_id and all(topic.name in refused for topic in request.topic_data):
        raise TopicAuthorizationFailed(REFUSAL)
    lacking = [topic for topic in request.topic_data if topic.name in refused]
    return _permitted(request, refused, [result for topic in lacking for result in _refusal(topic, is_by_id=is_by_id)])


async def _produce_many(authority: Authority, request: ProduceRequest, ctx: RequestContext) -> Permitted | None:
    """Decides `produce` of very many topics, in slices."""
    is_by_id = ctx.api_version >= TOPIC_IDS_FROM_VERSION
    names = (topic.name for topic in request.topic_data if topic.name or not is_by_id)
    authorizer = authority.authorizer
    async with authority.lane.enter() as pace:
        refused = set(await refused_names(ctx, authorizer, _WRITE, _TOPIC, names, pace))
        is_old = ctx.api_version < _BATCHES_FROM_VERSION
        refusals: list[TopicResult] = []
        for topic in request.topic_data:
            for data in topic.partition_data:
                records = data.records
                if records and len(records) > _ATTRIBUTES and (is_old or records[_ATTRIBUTES] & _TRANSACTIONAL):
                    _check_transactional_id(request, ctx, authorizer, records, is_old=is_old)
            if is_by_id and not topic.name:
                refused.add(topic.name)
            if topic.name in refused:
                refusals += _refusal(topic, is_by_id=is_by_id)
            if pace.is_due():
                await pace.breathe()
        return _permitted(request, refused, refusals) if refused else None


def _refusal(topic: Topic, *, is_by_id: bool) -> list[TopicResult]:
    """Returns what the response says of a topic that may not be written to, or of an id that no topic has."""
    if is_by_id and not topic.name:
        error: KafkaError = UnknownTopicId(f"no topic is known to have the id {topic.topic_id.hex()}")
    else:
        error = TopicAuthorizationFailed(REFUSAL)
    return refused_items(ApiKey.PRODUCE, "responses", (topic,), error)


def _permitted(request: ProduceRequest, refused: set[str], refusals: list[TopicResult]) -> Permitted:
    """Permits the topics that are not refused; of acks=0 a refusal closes the connection, as every error does."""
    kept = [topic for topic in request.topic_data if topic.name not in refused]
    code = UnknownTopicId.code if refused == {""} else TopicAuthorizationFailed.code
    merged = RefusedItems([("responses", refusals)], silence=_SILENCE + code.name)
    if not kept:
        return Permitted(None, merged, ProduceResponse() if request.acks else None)
    return Permitted(with_items(request, "topic_data", kept), merged)


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
    request: ProduceRequest, ctx: RequestContext, authorizer: Authorizer, records: bytes | memoryview, *, is_old: bool
) -> None:
    if not _is_transactional(records, is_old=is_old):
        return
    name = request.transactional_id
    if name is None:
        raise TransactionalIdAuthorizationFailed(REFUSAL)
    check(ctx, authorizer, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, name)
