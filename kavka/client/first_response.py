"""One request to whichever broker responds first: a silent one holds nobody up for the request's whole deadline.

    the best broker ── request ──▶ ……………………… silent for SILENCE_MS
                         the next ── the same request ──▶ response: taken; what the others say is dropped

A process that stands still, and a host that is cut off, keep their connections open: only a deadline tells. Its kernel
accepts new ones, too, so a dial that takes as long is given up for the next. Where nobody else has responded it is
tried again, with its own deadline, for some ways are slow. Brokers that cannot be reached are passed at once.

For requests that may be sent twice, and that every broker can answer: Metadata, FindCoordinator, and InitProducerId
without a transactional id. Not here: who is asked in which order (`wire.cluster_view`).
"""

from __future__ import annotations

import asyncio
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
    ways = [*ways_in]
    slow: list[BrokerAddress] = []
    silence_s = SILENCE_MS / 1_000
    try:
        while ways or slow:
            is_first_round = bool(ways)
            address = (ways or slow).pop(0)
            if any(str(address) == str(other) for other in (*asked.values(), *slow)):
                continue  # bootstrap's name for a broker that is silent already
            has_others = bool(asked) or (is_first_round and bool(ways or slow))
            wait_s: float | None = silence_s if ways or slow else None  # None: each request has its own deadline
            try:
                async with asyncio.timeout(silence_s if has_others else None) as bound:
                    connection = await connect(address.broker_id)
                asked[start(connection)] = address
            except FAILURES as error:
                if not bound.expired():
                    failures.failed(address, error)
                    continue
                slow.append(address)
                wait_s = 0 if ways else silence_s
            response = await _first(asked, failures, wait_s)
            if response is not None:
                return response
        response = await _first(asked, failures, None)
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
