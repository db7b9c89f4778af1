"""Where the answer to one slice of a request goes: to whoever joins them, instead of to the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from broker.context import ConnectionInfo, RequestContext, ResponseChannel


class SliceChannel:
    """Carries what is answered to one slice.

    Args:
        channel: the connection's, or whatever stands before it.

    Attributes:
        response: the answer, once there is one.
        closing: why the connection is to be closed; "": it is not.
        is_done: whether the slice has ended.
    """

    __slots__ = ("_channel", "_waiter", "_when_lost", "closing", "is_done", "response")

    def __init__(self, channel: ResponseChannel) -> None:
        self._channel = channel
        self._when_lost: Callable[[], object] | None = None
        self._waiter: asyncio.Future[None] | None = None
        self.response: Any = None
        self.closing = ""
        self.is_done = False

    @property
    def info(self) -> ConnectionInfo:
        """Of the connection."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Takes the slice's answer."""
        del ctx
        self.response = response
        self._end()

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """The same: halves are made of the joined answer."""
        self.finish(ctx, response)

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Notes that the connection is to be closed."""
        del ctx
        self.closing = reason
        self._end()

    def is_open(self) -> bool:
        """Whether an answer could still reach somebody."""
        return self._channel.is_open()

    def close_when_answered(self) -> None:
        """As of the connection."""
        self._channel.close_when_answered()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """What the slice's handler wants done if the client goes; only the last counts."""
        if self.is_open():
            self._when_lost = callback
        else:
            callback()

    def lost(self) -> None:
        """The client has gone: tells the slice's handler, and nobody waits for its answer any more."""
        callback, self._when_lost = self._when_lost, None
        if callback is not None:
            callback()
        self._end()

    async def wait(self) -> None:
        """Waits until the slice has ended, or the client has gone."""
        if not self.is_done:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def _end(self) -> None:
        self.is_done = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
