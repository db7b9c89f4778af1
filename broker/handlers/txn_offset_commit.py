"""TxnOffsetCommit: a group's committed offsets become a part of a producer's transaction; its marker makes them count.

Versions 0 to 2 say nothing of a member; from 3 on one that is no member of the group any more is refused (KIP-447).

The first offsets of a transaction are appended only when its coordinator knows of them (KIP-890, part 1). It is asked
before anything else, and who the members are is looked at afterwards: that may have changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.group_store import COMMIT_ERRORS
from kavka.broker.group.membership import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.txn_verification import FirstBatch
from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code
from kavka.protocol.messages import TxnOffsetCommitResponse

if TYPE_CHECKING:
    from kavka.broker.log.verification import VerificationGuard
    from kavka.broker.replica.txn_verification import TransactionVerification
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import TxnOffsetCommitRequest

API = ApiKey.TXN_OFFSET_COMMIT

Layout = list[tuple[str, list[int]]]


def handle(
    request: TxnOffsetCommitRequest, ctx: RequestContext, broker: BrokerServices
) -> Deferred | Coroutine[Any, Any, Deferred]:
    """Appends the committed offsets, and responds when the replicas have them."""
    if broker.verification is None:
        return _commit(request, ctx, broker, NO_VERIFICATION)
    return _verify_and_commit(request, ctx, broker, broker.verification)


async def _verify_and_commit(
    request: TxnOffsetCommitRequest, ctx: RequestContext, broker: BrokerServices, verification: TransactionVerification
) -> Deferred:
    batch = FirstBatch(request.producer_id, request.producer_epoch, 0)
    try:
        index = broker.groups.store.check(request.group_id, may_be_empty=True)
        partition = broker.replica_manager.partition(internal_topics.OFFSETS.name, index)
        guard = await verification.guard_for(request.transactional_id, partition, batch, now_ms=broker.clock.now_ms())
    except KafkaError as error:
        code = ErrorCode(error.code)
        raise error_for_code(COMMIT_ERRORS.get(code) or code, error.message) from error
    return _commit(request, ctx, broker, guard)


def _commit(
    request: TxnOffsetCommitRequest, ctx: RequestContext, broker: BrokerServices, guard: VerificationGuard | None
) -> Deferred:
    topics = broker.metadata_cache.snapshot.topics
    now_ms = broker.clock.now_ms()
    layout = _layout(request)
    errors: dict[TopicPartition, ErrorCode] = {}
    known: dict[TopicPartition, CommittedOffset] = {}
    for topic in request.topics:
        state = topics.get(topic.name)
        for asked in topic.partitions:
            partition = TopicPartition(topic.name, asked.partition_index)
            if state is None or asked.partition_index not in state.partitions:
                errors[partition] = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                continue
            known[partition] = CommittedOffset(
                asked.committed_offset, asked.committed_leader_epoch, asked.committed_metadata or "", now_ms
            )
    if not known:
        ctx.respond(_response(layout, errors))
        return DEFERRED
    version = ctx.api_version
    broker.groups.offsets.commit(
        request.group_id,
        request.generation_id,
        MemberName(request.member_id, request.group_instance_id),
        known,
        lambda results: ctx.respond(_response(layout, {**errors, **_for_version(results, version)})),
        producer=Producer(request.producer_id, request.producer_epoch),
        guard=guard,
    )
    return DEFERRED


def error_response(request: TxnOffsetCommitRequest, error: KafkaError) -> TxnOffsetCommitResponse:
    """Returns the same error for every partition: the response has no place for one of the request."""
    layout, code = _layout(request), ErrorCode(error.code)
    return _response(layout, {TopicPartition(name, index): code for name, indexes in layout for index in indexes})


def _layout(request: TxnOffsetCommitRequest) -> Layout:
    return [(topic.name, [asked.partition_index for asked in topic.partitions]) for topic in request.topics]


def _for_version(results: Mapping[TopicPartition, ErrorCode], version: int) -> Mapping[TopicPartition, ErrorCode]:
    """Clients before version 2 do not try again while a coordinator loads, but do when there is none."""
    if version >= 2:
        return results
    return {
        partition: ErrorCode.COORDINATOR_NOT_AVAILABLE if error is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS else error
        for partition, error in results.items()
    }


def _response(layout: Layout, errors: Mapping[TopicPartition, ErrorCode]) -> TxnOffsetCommitResponse:
    return TxnOffsetCommitResponse(
        topics=[
            TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic(
                name=name,
                partitions=[
                    TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition(
                        index, int(errors[TopicPartition(name, index)])
                    )
                    for index in indexes
                ],
            )
            for name, indexes in layout
        ]
    )
