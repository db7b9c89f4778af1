"""Takes the response to one slice of a request, to be joined with the others before the client gets it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo, RequestContext, ResponseChannel


class SliceChannel:
    """Carries the response to one slice.

    Args:
        channel: the connection's, or whatever stands before it.

    Attributes:
        response: the response, once there is one.
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
        """Returns the connection's information."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Takes the slice's response."""
        del ctx
        self.response = response
        self._end()

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Takes the slice's response whole: only the joined response is halved."""
        self.finish(ctx, response)

    def let_next_in(self) -> SliceChannel:
        """Lets nobody in, for the request has other slices."""
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Notes that the connection is to be closed."""
        del ctx
        self.closing = reason
        self._end()

    def is_open(self) -> bool:
        """Tells whether a response could still reach the client."""
        return self._channel.is_open()

    def close_when_answered(self) -> None:
        """Closes the connection after the response in progress."""
        self._channel.close_when_answered()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Keeps the callback that the slice's handler wants when the client goes. Only the last counts."""
        if self.is_open():
            self._when_lost = callback
        else:
            callback()

    def lost(self) -> None:
        """Notifies the slice's handler that the client is gone. Its response is not awaited any more."""
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
