"""The transaction APIs' handlers over a real coordinator, and a request to one."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from kavka.protocol.messages import AddPartitionsToTxnRequest
from tests.support.replica.node import Node
from tests.support.transaction.coordinating import Coordinating, running


@contextlib.asynccontextmanager
async def serving(node: Node) -> AsyncIterator[Coordinating]:
    async with running(node) as broker:
        broker.services.transactions = broker.coordinator
        broker.services.metadata_cache = broker.cache
        yield broker


def adding(producer: Any, *topics: Any, epoch: int | None = None) -> AddPartitionsToTxnRequest:
    return AddPartitionsToTxnRequest(
        v3_and_below_transactional_id="tx",
        v3_and_below_producer_id=producer.producer_id,
        v3_and_below_producer_epoch=producer.producer_epoch if epoch is None else epoch,
        v3_and_below_topics=[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(*topic) for topic in topics],
    )
