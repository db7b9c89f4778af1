"""EndTxn: commits or aborts a transaction. The response comes when that is certain; partitions learn of it by markers.

From version 5 on (KIP-890) the end raises the producer's epoch, and the response says who it is from now on: the next
transaction can neither be ended nor written to by what is left of this one.

One that comes late, by a connection that its client has left, must not end the next transaction (decision 0027).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import LateEndTxn, ProducerIdAndEpoch, fenced_code
from kavka.broker.transaction.versions import TransactionVersion
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import EndTxnRequest, EndTxnResponse

_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from kavka.broker.transaction.coordinator import TransactionCoordinator

API = ApiKey.END_TXN

FENCED_FROM_VERSION: Final = 2
"""From here on clients know PRODUCER_FENCED (KIP-588)."""
EPOCHS_FROM_VERSION: Final = 5


class EndTxnHandler:
    """Handles EndTxn requests."""

    __slots__ = ("_transactions",)

    def __init__(self, *, transactions: TransactionCoordinator) -> None:
        self._transactions = transactions

    async def handle(self, request: EndTxnRequest, ctx: RequestContext) -> EndTxnResponse:
        """Commits or aborts the transaction, whose coordinator must be this broker."""
        producer = ProducerIdAndEpoch(request.producer_id, request.producer_epoch)
        try:
            producer_id, epoch = await self._transactions.end(
                request.transactional_id,
                producer,
                is_commit=request.committed,
                connection=ctx.connection.ordinal,
                version=TransactionVersion.V2 if ctx.api_version >= EPOCHS_FROM_VERSION else TransactionVersion.V0,
            )
        except LateEndTxn as error:
            _log.warning("%s came too late and is refused: %s", ctx, error)
            ctx.respond_last()
            return EndTxnResponse(error_code=int(ErrorCode.CONCURRENT_TRANSACTIONS))
        except KafkaError as error:
            return EndTxnResponse(error_code=fenced_code(error, ctx.api_version, FENCED_FROM_VERSION))
        if ctx.api_version < EPOCHS_FROM_VERSION:
            return EndTxnResponse()
        return EndTxnResponse(producer_id=producer_id, producer_epoch=epoch)
