"""A dispatcher over one handler function, whose time passes with every look at it."""

from __future__ import annotations

import asyncio
import itertools
from types import SimpleNamespace
from typing import Any

from kavka.broker.metrics import BrokerMetrics
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.requests.error_responses import error_response
from kavka.common.lane import Lanes
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, response_class
from kavka.protocol.header import encode_request_frame
from kavka.timer.clock import ManualClock
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import RecordingChannel, context

RANGES = {int(api): (0, 40) for api in ApiKey}


class EndingChannel(RecordingChannel):
    """Says when there is an answer, or when the connection is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = asyncio.Event()

    def finish(self, ctx: Any, response: Any) -> None:
        super().finish(ctx, response)
        self.ended.set()

    def abort(self, ctx: Any, reason: str) -> None:
        super().abort(ctx, reason)
        self.ended.set()


class Harness:
    """A dispatcher over one handler function, whose time passes with every look at it."""

    def __init__(
        self, tasks: asyncio.TaskGroup, handle: Any, error_response: Any = error_response, **handler: Any
    ) -> None:
        self.channel: Any = EndingChannel()
        self.clock = ManualClock()
        ticks = itertools.count(step=1_000_000).__next__
        self.dispatcher = Dispatcher(
            clock=self.clock,
            metrics=BrokerMetrics(),
            ranges=RANGES,
            tasks=tasks,
            ticks=ticks,
            lanes=Lanes(ticks),
            make_handler=lambda _api: SimpleNamespace(handle=handle, **handler),
            error_response=error_response,
        )

    async def ask(self, request: Any, version: int) -> Any:
        """The response as a client reads it; the reason where the connection was closed instead."""
        self.send(request, version)
        async with asyncio.timeout(10):
            await self.channel.ended.wait()
        if self.channel.closed:
            return self.channel.closed.pop()
        response = self.channel.responses.pop()
        frame = b"".join(self.dispatcher.encode(context(version), response))
        cls = response_class(request.API_KEY)
        flexible = version >= cls.FLEXIBLE_FROM
        return decode_message(cls, version, frame, 9 if flexible else 8)

    def send(self, request: Any, version: int) -> None:
        frame = b"".join(encode_request_frame(request, version=version, correlation_id=7, client_id="me"))[4:]
        self.dispatcher.dispatch(frame, self.channel, received_ms=MonotonicMs(0), started_ns=0)
