"""AddOffsetsToTxn: a transactional producer is about to commit offsets of a group as a part of its transaction.

The partition of `__consumer_offsets` that has the group joins the transaction, and gets a marker when it ends. The
offsets themselves go to the group's coordinator by TxnOffsetCommit.
"""

from __future__ import annotations

from typing import Final

from kavka.broker.replica.internal_log import partition_for
from kavka.broker.requests import internal_topics
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse

API = ApiKey.ADD_OFFSETS_TO_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""


async def handle(
    request: AddOffsetsToTxnRequest, ctx: RequestContext, broker: BrokerServices
) -> AddOffsetsToTxnResponse:
    """Adds the group's partition to the transaction, whose coordinator must be this broker."""
    count = await internal_topics.ensure(broker, internal_topics.OFFSETS)
    partition = TopicPartition(internal_topics.OFFSETS.name, partition_for(request.group_id, count))
    producer = ProducerIdAndEpoch(request.producer_id, request.producer_epoch)
    try:
        await broker.transactions.add_partitions(
            request.transactional_id, producer, [partition], connection=ctx.connection.ordinal
        )
    except KafkaError as error:
        return AddOffsetsToTxnResponse(error_code=fenced_code(error, ctx.api_version, FENCED_FROM_VERSION))
    return AddOffsetsToTxnResponse()
