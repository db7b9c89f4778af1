"""What the callers of a producer wait for: memory for a record, and the end of everything sent.

    send: the buffer is full ──▶ wait_for_memory ─┐                       ┌─ a batch is done, whatever became of it
    flush ──▶ wait_until_settled ─────────────────┴─▶ waits, looks again ─┴─◀ note

The sender notes progress and is woken by whoever waits. Not here: what becomes of a batch (`settlement`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kavka.client.accumulator import Accumulator
from kavka.protocol.errors import MessageTooLarge
from kavka.wire.errors import BufferExhausted, ClientClosed, DeadlineExceeded


class ProducerProgress:
    """The waiting callers of one producer.

    Args:
        accumulator: Whose memory, and whose batches.
        wake: Wakes the sender.
    """

    def __init__(self, accumulator: Accumulator, *, wake: Callable[[], None]) -> None:
        self._accumulator = accumulator
        self._wake = wake
        self._waiters: list[asyncio.Future[None]] = []
        self._is_closing = False

    def note(self) -> None:
        """Wakes everybody who waits: a batch is done."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._waiters.clear()

    def refuse_more(self) -> None:
        """Lets nobody wait for memory any more: the producer is being closed."""
        self._is_closing = True

    async def wait_for_memory(self, size: int, *, timeout_ms: int) -> None:
        """Waits until a record has room in the buffer.

        Raises:
            MessageTooLarge: it never will.
            BufferExhausted: not in time.
            ClientClosed: the producer was closed meanwhile.
        """
        accumulator = self._accumulator
        if size > accumulator.buffer_bytes:
            raise MessageTooLarge(
                f"a record of {size} bytes is larger than the producer's buffer ({accumulator.buffer_bytes})"
            )
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                while accumulator.bytes_used + size > accumulator.buffer_bytes:
                    await self._next()
                    if self._is_closing:
                        raise ClientClosed("the producer was closed while a send waited")
        except TimeoutError:
            raise BufferExhausted(
                f"the producer's {accumulator.buffer_bytes} bytes were full for {timeout_ms} ms: "
                "brokers take records more slowly than they are sent"
            ) from None

    async def wait_until_settled(self, *, timeout_ms: int) -> None:
        """Waits until no batch is open.

        Raises:
            DeadlineExceeded: some are, after all that time.
        """
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                while self._accumulator.batches_open:
                    await self._next()
        except TimeoutError:
            raise DeadlineExceeded(
                f"{self._accumulator.batches_open} batches are not settled after {timeout_ms} ms"
            ) from None

    async def _next(self) -> None:
        """Has the sender look at its batches, and waits until one is done."""
        self._wake()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter
