"""InitProducerId: an identity for an idempotent producer, and the next epoch of a transactional one.

Without a transactional id any broker does it, from its block of ids. With one it is the coordinator that does: the
response fences whoever had the epoch before, and comes only when that one's transaction is over. From version 3 on a
producer may name who it is, to go on under the next epoch after an error (KIP-360).

Two-phase commits, for which version 6 has fields, are not supported (KIP-939): who asks for one is refused in the words
that Kafka has for a cluster where they are not allowed, and a reason.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.requests.context import RequestContext
from kavka.broker.transaction.coordinator import ProducerIdAndEpoch, fenced_code
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, KafkaError
from kavka.protocol.messages import InitProducerIdRequest, InitProducerIdResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.producer_ids import ProducerIds
    from kavka.broker.transaction.coordinator import TransactionCoordinator

_log = logging.getLogger(__name__)

API = ApiKey.INIT_PRODUCER_ID

FENCED_FROM_VERSION: Final = 4
"""From here on clients know PRODUCER_FENCED (KIP-588)."""


class InitProducerIdHandler:
    """Handles InitProducerId requests."""

    __slots__ = ("_producer_ids", "_transactions")

    def __init__(self, *, producer_ids: ProducerIds, transactions: TransactionCoordinator) -> None:
        self._producer_ids = producer_ids
        self._transactions = transactions

    def handle(
        self, request: InitProducerIdRequest, ctx: RequestContext
    ) -> InitProducerIdResponse | Coroutine[Any, Any, InitProducerIdResponse]:
        """Allocates a producer id.

        Without a transactional id it does so at once while the broker's block lasts.
        """
        if (request.producer_id == -1) != (request.producer_epoch == -1):
            raise InvalidRequest("a producer id and its epoch are given together or not at all")
        if request.enable2_pc or request.keep_prepared_txn:
            _log.warning("%s asks for a two-phase commit (KIP-939), which is not supported, and is refused", ctx)
            code = (
                ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED if request.enable2_pc else ErrorCode.UNSUPPORTED_VERSION
            )
            return InitProducerIdResponse(error_code=int(code), producer_id=-1, producer_epoch=-1)
        if request.transactional_id is not None:
            if not request.transactional_id:
                raise InvalidRequest("a transactional id may not be empty")
            return self._handle_transactional(request, ctx)
        producer_id = self._producer_ids.take()
        if producer_id is None:
            return self._handle_with_new_block()
        return InitProducerIdResponse(producer_id=producer_id, producer_epoch=0)

    async def _handle_with_new_block(
        self,
    ) -> InitProducerIdResponse:
        return InitProducerIdResponse(producer_id=await self._producer_ids.next_id(), producer_epoch=0)

    async def _handle_transactional(
        self, request: InitProducerIdRequest, ctx: RequestContext
    ) -> InitProducerIdResponse:
        transactional_id = request.transactional_id
        assert transactional_id is not None
        expected = (
            None if request.producer_id == -1 else ProducerIdAndEpoch(request.producer_id, request.producer_epoch)
        )
        try:
            producer_id, epoch = await self._transactions.init_producer_id(
                transactional_id, request.transaction_timeout_ms, expected
            )
        except KafkaError as error:
            code = fenced_code(error, ctx.api_version, FENCED_FROM_VERSION)
            return InitProducerIdResponse(error_code=code, producer_id=-1, producer_epoch=-1)
        return InitProducerIdResponse(producer_id=producer_id, producer_epoch=epoch)
