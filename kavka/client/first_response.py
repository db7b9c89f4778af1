"""One request to whichever broker responds first: a silent one holds nobody up for the request's whole deadline.

    the best broker ── request ──▶ ……………………… silent for SILENCE_MS
                         the next ── the same request ──▶ response: taken; what the others say is dropped

A process that stands still, and a host that is cut off, keep their connections open: only a deadline tells. Brokers
that cannot be reached, or end the connection, are passed at once. For requests that may be sent twice, and that every
broker can answer: Metadata, and InitProducerId without a transactional id. Not here: who is asked in which order
(`wire.cluster_view`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from kavka.client.connection import Connection
from kavka.wire.cluster_view import WaysIn
from kavka.wire.errors import FAILURES
from kavka.wire.metadata import BrokerAddress

SILENCE_MS: Final = 2_000
"""A healthy broker takes milliseconds; one that is only busy is asked twice, which costs it as little."""

Asked = dict["asyncio.Future[Any]", BrokerAddress]


async def first_response(
    ways_in: Iterable[BrokerAddress],
    connect: Callable[[int], Awaitable[Connection]],
    start: Callable[[Connection], asyncio.Future[Any]],
) -> Any:
    """Asks broker after broker, each beside those that are silent; returns the first response.

    Args:
        ways_in: Whom to ask, the best first.
        connect: Broker (or bootstrap) id → its connection.
        start: Writes the request.

    Raises:
        BootstrapFailed: nobody responded; says why of each.
        AuthenticationFailed, KafkaError, ClientError: a failure that the next broker would repeat.
    """
    failures, asked = WaysIn(), Asked()
    try:
        for address in ways_in:
            if any(str(address) == str(other) for other in asked.values()):
                continue  # bootstrap's name for a broker that is silent already
            try:
                async with asyncio.timeout(SILENCE_MS / 1_000) if asked else contextlib.nullcontext():
                    connection = await connect(address.broker_id)
                asked[start(connection)] = address
            except FAILURES as error:
                failures.failed(address, error)
                continue
            response = await _first(asked, failures, SILENCE_MS / 1_000)
            if response is not None:
                return response
        response = await _first(asked, failures, None)  # each request has its own deadline
        if response is not None:
            return response
        raise failures.exhausted()
    finally:
        for future in asked:
            future.cancel()


async def _first(asked: Asked, failures: WaysIn, seconds: float | None) -> Any:
    """Returns the first response; None where all are silent, or nobody is left who was asked."""
    while asked:
        done, _ = await asyncio.wait(asked, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            return None
        for future in done:
            address, error = asked.pop(future), future.exception()
            if error is None:
                return future.result()
            failures.failed(address, error)
    return None
