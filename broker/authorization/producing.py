"""The rule of Produce: its batches, not its header, say what they need, and it runs on the hot path.

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
from kavka.common.acls import AclOperation, ResourceType
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import TopicAuthorizationFailed, TransactionalIdAuthorizationFailed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kavka.broker.authorization.authority import Authority
    from kavka.broker.authorization.rule import Decision
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.protocol.messages import ProduceRequest, ProduceResponse

    Topic = ProduceRequest.TopicProduceData
    TopicResult = ProduceResponse.TopicProduceResponse

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
_ERROR: Final = TopicAuthorizationFailed.code
_SILENCE: Final = f"a produce request with acks=0 failed: {_ERROR.name}"


def produce(authority: Authority, request: ProduceRequest, ctx: RequestContext) -> Decision:
    """Requires WRITE on every topic, and on a transactional batch's transactional id.

    The batches decide (CVE-2018-17196): what the request says of itself may be a lie. An idempotent producer needs
    nothing more than WRITE since KIP-679. With acks=0 a refusal closes the connection, as every error does.
    """
    if ctx.request_bytes > _BIG_PRODUCE_BYTES and len(request.topic_data) > _PRODUCE_TOPICS_IN_ONE_STEP_MAX:
        return _produce_many(authority, request, ctx)
    authorizer = authority.authorizer
    connection = ctx.connection
    principal, host = connection.principal, connection.peer_host
    is_allowed = authorizer.is_allowed
    is_old = ctx.api_version < _BATCHES_FROM_VERSION
    refused: list[str] = []
    for topic in request.topic_data:
        if not is_allowed(principal, host, _WRITE, _TOPIC, topic.name):
            refused.append(topic.name)
        for data in topic.partition_data:
            records = data.records
            if not records or len(records) <= _ATTRIBUTES:
                continue  # the handler says what is wrong
            # One look shows for most batches that they need nothing more.
            if is_old or records[_ATTRIBUTES] & _TRANSACTIONAL:
                _check_transactional_id(request, ctx, authorizer, records, is_old=is_old)
    if not refused:
        return None
    names = frozenset(refused)
    kept = [topic for topic in request.topic_data if topic.name not in names]
    if kept or not request.acks:
        return _permitted(request, kept, _refusals(topic for topic in request.topic_data if topic.name in names))
    raise TopicAuthorizationFailed(REFUSAL)


async def _produce_many(authority: Authority, request: ProduceRequest, ctx: RequestContext) -> Permitted | None:
    """Decides `produce` of very many topics, in slices."""
    names = (topic.name for topic in request.topic_data)
    authorizer = authority.authorizer
    async with authority.lane.enter() as pace:
        refused = await refused_names(ctx, authorizer, _WRITE, _TOPIC, names, pace)
        is_old = ctx.api_version < _BATCHES_FROM_VERSION
        refusals: list[TopicResult] = []
        for topic in request.topic_data:
            for data in topic.partition_data:
                records = data.records
                if records and len(records) > _ATTRIBUTES and (is_old or records[_ATTRIBUTES] & _TRANSACTIONAL):
                    _check_transactional_id(request, ctx, authorizer, records, is_old=is_old)
            if topic.name in refused:
                refusals += _refusals((topic,))
            if pace.is_due():
                await pace.breathe()
        if not refused:
            return None
        return _permitted(request, [topic for topic in request.topic_data if topic.name not in refused], refusals)


def _refusals(topics: Iterable[Topic]) -> list[TopicResult]:
    return refused_items(ApiKey.PRODUCE, "responses", topics, TopicAuthorizationFailed(REFUSAL))


def _permitted(request: ProduceRequest, kept: list[Topic], refusals: list[TopicResult]) -> Permitted:
    """Permits some topics; of acks=0 a refusal closes the connection, as every error does."""
    refused = RefusedItems([("responses", refusals)], silence=_SILENCE)
    if not kept and not request.acks:
        return Permitted(None, refused)
    return Permitted(with_items(request, "topic_data", kept), refused)


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
