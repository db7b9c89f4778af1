"""EndTxn: commits or aborts a transaction. Answered when that is certain; partitions learn of it by markers."""

from __future__ import annotations

from typing import Final

from broker.context import RequestContext
from broker.services import BrokerServices
from broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from protocol.api_keys import ApiKey
from protocol.errors import KafkaError
from protocol.messages import EndTxnRequest, EndTxnResponse

API = ApiKey.END_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""


async def handle(request: EndTxnRequest, ctx: RequestContext, broker: BrokerServices) -> EndTxnResponse:
    """Has the coordinator, which must be this broker, decide."""
    producer = ProducerIdAndEpoch(request.producer_id, request.producer_epoch)
    try:
        await broker.transactions.end(request.transactional_id, producer, is_commit=request.committed)
    except KafkaError as error:
        return EndTxnResponse(error_code=fenced_code(error, ctx.api_version, FENCED_FROM_VERSION))
    return EndTxnResponse()
