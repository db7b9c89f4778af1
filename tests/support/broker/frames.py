"""Whole frames through a dispatcher with the real handlers, and how much memory that takes at most."""

from __future__ import annotations

import asyncio
import gc
import itertools
import tracemalloc
from typing import Any

from kavka.broker.metrics import BrokerMetrics
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.common.lane import Lanes
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.header import encode_request_frame
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import RecordingChannel
from tests.support.broker.parts import maker_of

RANGES = {int(api): (0, 40) for api in ApiKey}
DEADLINE_SECONDS = 60


class _Channel(RecordingChannel):
    def __init__(self) -> None:
        super().__init__()
        self.ended = asyncio.Event()

    def finish(self, ctx: Any, response: Any) -> None:
        super().finish(ctx, response)
        self.ended.set()

    def abort(self, ctx: Any, reason: str) -> None:
        super().abort(ctx, reason)
        self.ended.set()


def frame_of(request: Any, version: int) -> bytes:
    """A frame without its length."""
    return b"".join(encode_request_frame(request, version=version, correlation_id=7, client_id="me"))[4:]


class Frames:
    """Answers frames as a broker with these services does.

    Args:
        tasks: where what takes a while runs.
        services: the broker's.
    """

    def __init__(self, tasks: asyncio.TaskGroup, services: Any) -> None:
        ticks = itertools.count(step=100_000).__next__
        self.dispatcher = Dispatcher(
            clock=services.clock,
            metrics=BrokerMetrics(),
            ranges=RANGES,
            tasks=tasks,
            ticks=ticks,
            lanes=Lanes(ticks),
            make_handler=maker_of(services),
        )

    async def ask(self, frame: bytes) -> Any:
        """The response as it would be encoded; the reason where the connection was closed instead."""
        channel: Any = _Channel()
        self.dispatcher.dispatch(frame, channel, received_ms=MonotonicMs(0), started_ns=0)
        async with asyncio.timeout(DEADLINE_SECONDS):
            await channel.ended.wait()
        return channel.closed.pop() if channel.closed else channel.responses.pop()

    async def ask_measured(self, frame: bytes) -> tuple[Any, int]:
        """The response, and the most memory that it took beside the frame."""
        await self.ask(frame)  # what is loaded by use is loaded then
        gc.collect()
        tracemalloc.start()
        try:
            response = await self.ask(frame)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        return response, peak
