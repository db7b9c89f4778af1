"""AddOffsetsToTxn: a transactional producer is about to commit offsets of a group as a part of its transaction.

The partition of `__consumer_offsets` that has the group joins the transaction, and gets a marker when it ends. The
offsets themselves go to the group's coordinator by TxnOffsetCommit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.replica.internal_log import partition_for
from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse

if TYPE_CHECKING:
    from kavka.broker.requests.internal_topics import InternalTopics
    from kavka.broker.transaction.coordinator import TransactionCoordinator

API = ApiKey.ADD_OFFSETS_TO_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""


class AddOffsetsToTxnHandler:
    """Handles AddOffsetsToTxn requests."""

    __slots__ = ("_internal_topics", "_transactions")

    def __init__(self, *, internal_topics: InternalTopics, transactions: TransactionCoordinator) -> None:
        self._internal_topics = internal_topics
        self._transactions = transactions

    async def handle(self, request: AddOffsetsToTxnRequest, ctx: RequestContext) -> AddOffsetsToTxnResponse:
        """Adds the group's partition to the transaction, whose coordinator must be this broker."""
        count = await self._internal_topics.ensure(internal_topics.OFFSETS)
        partition = TopicPartition(internal_topics.OFFSETS.name, partition_for(request.group_id, count))
        producer = ProducerIdAndEpoch(request.producer_id, request.producer_epoch)
        try:
            await self._transactions.add_partitions(
                request.transactional_id, producer, [partition], connection=ctx.connection.ordinal
            )
        except KafkaError as error:
            return AddOffsetsToTxnResponse(error_code=fenced_code(error, ctx.api_version, FENCED_FROM_VERSION))
        return AddOffsetsToTxnResponse()
