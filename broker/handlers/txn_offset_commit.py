"""TxnOffsetCommit: a group's committed offsets become a part of a producer's transaction; its marker makes them count.

Versions 0 to 2 say nothing of a member; from 3 on one that is no member of the group any more is refused (KIP-447).
From 6 on topics are named by id, and what else may be wrong with a member has its own words (KIP-1319).

The first offsets of a transaction are appended only when its coordinator knows of them (KIP-890): up to version 4 by an
AddOffsetsToTxn, from 5 on since it is told now. It is asked before anything else, and who the members are is looked at
afterwards: that may have changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.group_store import COMMIT_ERRORS
from kavka.broker.group.member import MemberName
from kavka.broker.group.offset_commits import Producer
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.txn_verification import FirstBatch
from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.topic_names import NamedTopics, absence, named
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code
from kavka.protocol.messages import TxnOffsetCommitResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.log.verification import VerificationGuard
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.txn_verification import TransactionVerification
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import TxnOffsetCommitRequest
    from kavka.timer.clock import Clock

API = ApiKey.TXN_OFFSET_COMMIT

ABORTABLE_FROM_VERSION: Final = 4
"""From here on producers know TRANSACTION_ABORTABLE (KIP-890)."""
ADDS_FROM_VERSION: Final = 5
"""From here on the group joins the transaction by this (KIP-890, part 2)."""
TOPIC_IDS_FROM_VERSION: Final = 6

_UNSAID: Final = frozenset({ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.STALE_MEMBER_EPOCH})
"""What versions before 6 call ILLEGAL_GENERATION."""

Layout = list[tuple[str, bytes, list[int]]]


class TxnOffsetCommitHandler:
    """Handles TxnOffsetCommit requests."""

    __slots__ = ("_clock", "_groups", "_metadata_cache", "_partitions", "_verification")

    def __init__(
        self,
        *,
        clock: Clock,
        groups: GroupCoordinator,
        metadata_cache: MetadataCache,
        partitions: Partitions,
        verification: TransactionVerification | None,
    ) -> None:
        self._clock = clock
        self._groups = groups
        self._metadata_cache = metadata_cache
        self._partitions = partitions
        self._verification = verification

    def handle(self, request: TxnOffsetCommitRequest, ctx: RequestContext) -> Deferred | Coroutine[Any, Any, Deferred]:
        """Appends the committed offsets, and responds when the replicas have them."""
        topics = named(request.topics, self._metadata_cache, is_by_id=ctx.api_version >= TOPIC_IDS_FROM_VERSION)
        if self._verification is None:
            return self._commit(request, topics, ctx, NO_VERIFICATION)
        return self._verify_and_commit(request, topics, ctx, self._verification)

    async def _verify_and_commit(
        self,
        request: TxnOffsetCommitRequest,
        topics: NamedTopics,
        ctx: RequestContext,
        verification: TransactionVerification,
    ) -> Deferred:
        batch = FirstBatch(request.producer_id, request.producer_epoch, 0)
        try:
            index = self._groups.store.check(request.group_id, may_be_empty=True)
            partition = self._partitions.get(internal_topics.OFFSETS.name, index)
            guard = await verification.guard_for(
                request.transactional_id,
                partition,
                batch,
                now_ms=self._clock.now_ms(),
                is_abortable_known=ctx.api_version >= ABORTABLE_FROM_VERSION,
                adds=ctx.api_version >= ADDS_FROM_VERSION,
            )
        except KafkaError as error:
            code = ErrorCode(error.code)
            raise error_for_code(COMMIT_ERRORS.get(code) or code, error.message) from error
        return self._commit(request, topics, ctx, guard)

    def _commit(
        self,
        request: TxnOffsetCommitRequest,
        topics: NamedTopics,
        ctx: RequestContext,
        guard: VerificationGuard | None,
    ) -> Deferred:
        there = self._metadata_cache.snapshot.topics
        now_ms = self._clock.now_ms()
        version = ctx.api_version
        layout = _layout(topics)
        errors: dict[TopicPartition, ErrorCode] = {}
        known: dict[TopicPartition, CommittedOffset] = {}
        for name, topic in topics:
            state = there.get(name)
            for asked in topic.partitions:
                partition = TopicPartition(name, asked.partition_index)
                if state is None or asked.partition_index not in state.partitions:
                    errors[partition] = absence(name, is_by_id=version >= TOPIC_IDS_FROM_VERSION)
                    continue
                known[partition] = CommittedOffset(
                    asked.committed_offset, asked.committed_leader_epoch, asked.committed_metadata or "", now_ms
                )
        if not known:
            ctx.respond(_response(layout, errors))
            return DEFERRED
        self._groups.offsets.commit(
            request.group_id,
            request.generation_id,
            MemberName(request.member_id, request.group_instance_id),
            known,
            lambda results: ctx.respond(_response(layout, {**errors, **_for_version(results, version)})),
            producer=Producer(request.producer_id, request.producer_epoch),
            guard=guard,
        )
        return DEFERRED


def _layout(topics: NamedTopics) -> Layout:
    return [(name, topic.topic_id, [asked.partition_index for asked in topic.partitions]) for name, topic in topics]


def _for_version(results: Mapping[TopicPartition, ErrorCode], version: int) -> Mapping[TopicPartition, ErrorCode]:
    """Returns the results as clients of a version know them.

    Those before version 2 do not try again while a coordinator loads, but do when there is none.
    """
    if version >= TOPIC_IDS_FROM_VERSION:
        return results
    known = dict.fromkeys(_UNSAID, ErrorCode.ILLEGAL_GENERATION)
    if version < 2:
        known[ErrorCode.COORDINATOR_LOAD_IN_PROGRESS] = ErrorCode.COORDINATOR_NOT_AVAILABLE
    return {partition: known.get(error, error) for partition, error in results.items()}


def _response(layout: Layout, errors: Mapping[TopicPartition, ErrorCode]) -> TxnOffsetCommitResponse:
    return TxnOffsetCommitResponse(
        topics=[
            TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic(
                name=name,
                topic_id=topic_id,
                partitions=[
                    TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition(
                        index, int(errors[TopicPartition(name, index)])
                    )
                    for index in indexes
                ],
            )
            for name, topic_id, indexes in layout
        ]
    )
