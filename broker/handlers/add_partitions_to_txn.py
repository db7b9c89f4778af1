"""AddPartitionsToTxn: the partitions that a transactional producer is about to write to.

All of them or none: where one cannot be, the others get OPERATION_NOT_ATTEMPTED. Versions 4 and 5 are for brokers
(KIP-890): several transactions in one request, and of each the partitions may only be verified. Brokers of ours verify
with DescribeTransactions (`broker.transaction.verifier`), which brokers of Kafka 3.0 know, too; with this they add what
clients of transaction version 2 write to (`broker.transaction.adder`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.requests.added_partitions import (
    Answer,
    answer,
    error_steps,
    item_count,
    named,
    topic_results,
)
from kavka.broker.requests.cluster_view import INTERNAL_TOPICS
from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.broker.transaction.partition_set import PartitionSet
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, KafkaError
from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.common.lane import Lane

API = ApiKey.ADD_PARTITIONS_TO_TXN

Transaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction
TransactionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnResult

BATCHES_FROM_VERSION: Final = 4
FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""


class AddPartitionsToTxnHandler:
    """Handles AddPartitionsToTxn requests."""

    __slots__ = ("_lane", "_metadata_cache", "_transactions")

    def __init__(self, *, lane: Lane, metadata_cache: MetadataCache, transactions: TransactionCoordinator) -> None:
        self._lane = lane
        self._metadata_cache = metadata_cache
        self._transactions = transactions

    async def handle(self, request: AddPartitionsToTxnRequest, ctx: RequestContext) -> Answer:
        """Adds the partitions to the transaction, whose coordinator must be this broker."""
        if ctx.api_version >= BATCHES_FROM_VERSION:
            return AddPartitionsToTxnResponse(results_by_transaction=await self._results(request))
        asked = item_count(request)
        lane = self._lane
        partitions, is_refused = await lane.do_for(self._judged(request), items=asked)
        if is_refused:
            return await lane.do_for(answer(request, partitions, self._refusals()), items=asked)
        producer = ProducerIdAndEpoch(request.v3_and_below_producer_id, request.v3_and_below_producer_epoch)
        code = 0
        try:
            await self._transactions.add_partitions(
                request.v3_and_below_transactional_id, producer, partitions, connection=ctx.connection.ordinal
            )
        except KafkaError as error:
            code = fenced_code(error, ctx.api_version, FENCED_FROM_VERSION)
        return await lane.do_for(answer(request, partitions, lambda _partition: code), items=asked)

    async def _results(self, request: AddPartitionsToTxnRequest) -> list[TransactionResult]:
        """Adds or verifies the partitions of several transactions side by side: none waits for another's append."""
        results: list[asyncio.Task[TransactionResult]] = []
        async with asyncio.TaskGroup() as group:
            results += [group.create_task(self._result(transaction)) for transaction in request.transactions]
        return [result.result() for result in results]

    async def _result(self, transaction: Transaction) -> TransactionResult:
        """Adds or verifies the partitions of one transaction of several; its error is its own."""
        transactional_id = transaction.transactional_id
        producer = ProducerIdAndEpoch(transaction.producer_id, transaction.producer_epoch)
        partitions = [TopicPartition(topic.name, index) for topic in transaction.topics for index in topic.partitions]
        refusals = self._refusals_of(partitions)
        if refusals:
            return _result(transactional_id, partitions, lambda partition: refusals[partition])
        try:
            if not transactional_id:
                raise InvalidRequest("a transaction has an id")
            if transaction.verify_only:
                found = self._transactions.verify(transactional_id, producer, partitions)
                # In version 4, too, as Kafka 3.9 (TransactionCoordinator): the broker that asked translates it for its
                # producer (AddPartitionsToTxnManager).
                absent = int(ErrorCode.TRANSACTION_ABORTABLE)
                return _result(transactional_id, partitions, lambda partition: 0 if partition in found else absent)
            await self._transactions.add_partitions(
                transactional_id, producer, partitions, version=TransactionVersion.V2
            )
        except KafkaError as error:
            code = int(error.code)
            return _result(transactional_id, partitions, lambda _partition: code)
        return _result(transactional_id, partitions, lambda _partition: 0)

    def _refusals_of(self, partitions: list[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns a code for every partition if some of them are not there."""
        snapshot = self._metadata_cache.snapshot
        absent = {partition for partition in partitions if snapshot.partition(*partition) is None}
        unknown, others = int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), int(ErrorCode.OPERATION_NOT_ATTEMPTED)
        return {partition: unknown if partition in absent else others for partition in partitions} if absent else {}

    def error_steps(self, request: AddPartitionsToTxnRequest, error: KafkaError) -> Steps[Answer]:
        """Returns the error once for each of very many partitions, in steps."""
        return error_steps(request, error)

    def _judged(self, request: AddPartitionsToTxnRequest) -> Steps[tuple[PartitionSet, bool]]:
        """Collects the partitions, each once, and tells whether some of them cannot be taken in."""
        snapshot = self._metadata_cache.snapshot
        is_refused = False
        partitions = yield from named(request)
        for partition in partitions:
            is_refused = is_refused or bool(_refusal(partition, snapshot.partition(*partition)))
            yield
        return partitions, is_refused

    def _refusals(
        self,
    ) -> Callable[[TopicPartition], int]:
        """Returns why some partitions cannot be taken in; the others are not because of those."""
        snapshot = self._metadata_cache.snapshot
        not_attempted = int(ErrorCode.OPERATION_NOT_ATTEMPTED)
        return lambda partition: _refusal(partition, snapshot.partition(*partition)) or not_attempted


def _result(
    transactional_id: str, partitions: list[TopicPartition], code_of: Callable[[TopicPartition], int]
) -> TransactionResult:
    outcomes = ((partition, code_of(partition)) for partition in partitions)
    return TransactionResult(transactional_id, topic_results(outcomes))


def _refusal(partition: TopicPartition, state: object | None) -> int:
    """Clients write no transactions into internal topics; offsets come by AddOffsetsToTxn."""
    if partition.topic in INTERNAL_TOPICS:
        return int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) if state is None else 0
