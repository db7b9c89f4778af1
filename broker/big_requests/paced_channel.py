"""Between a handler and the connection: responses of many items are encoded a stretch at a time.

    handler ─▶ ctx.respond ─▶ PacedChannel ─▶ few items ─────────────────────────────────────────▶ connection.finish
                                           └▶ many ─▶ a task: a stretch, a turn, a stretch, … ─▶ connection.finish

The connection stays "in progress" until the encoded response comes, so that the order of responses needs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, Protocol

from protocol.response_pieces import JoinedResponse, ResponseWriter

if TYPE_CHECKING:
    from broker.big_requests.turns import Turns
    from broker.context import ConnectionInfo, RequestContext, ResponseChannel

AT_ONCE_ITEMS: Final = 500
"""Responses of so many items are encoded at once: a millisecond or two."""

Lists = tuple[tuple[str, ...], ...]
"""The lists that a response may have, by version, each followed by the list inside its elements, and so on."""


class Tasks(Protocol):
    """Who runs what takes a while, and what becomes of its failures: the dispatcher."""

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Runs it in the broker's task group."""

    def encoding_failed(self, ctx: RequestContext, error: Exception) -> None:
        """Logs that a response cannot be sent; the connection is to be closed."""


def has_many_items(response: Any, lists: Lists) -> bool:
    """Whether a response is too big to be encoded at once."""
    return any(_count(response, path, 0, 0) > AT_ONCE_ITEMS for path in lists)


def _count(owner: Any, path: tuple[str, ...], level: int, count: int) -> int:
    """`count` and the elements of one list and of those inside it, until there are too many."""
    elements = getattr(owner, path[level], None)
    if elements:
        count += len(elements)
        if level + 1 < len(path) and count <= AT_ONCE_ITEMS:
            for element in elements:
                count = _count(element, path, level + 1, count)
                if count > AT_ONCE_ITEMS:
                    break
    return count


class PacedChannel:
    """Encodes big responses in turns before it hands them to the connection.

    Args:
        channel: the connection's.
        tasks: runs what takes a while.
        turns: shared with all other big work.
        lists: those of the API's responses.
    """

    __slots__ = ("_channel", "_lists", "_tasks", "_turns")

    def __init__(self, channel: ResponseChannel, tasks: Tasks, turns: Turns, lists: Lists) -> None:
        self._channel = channel
        self._tasks = tasks
        self._turns = turns
        self._lists = lists

    @property
    def info(self) -> ConnectionInfo:
        """Of the connection."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the response, soon if it is big."""
        self._finish(ctx, response, self._channel.finish)

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """The same, of which half is sent."""
        self._finish(ctx, response, self._channel.finish_half)

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection."""
        self._channel.abort(ctx, reason)

    def is_open(self) -> bool:
        """Whether an answer could still reach somebody."""
        return self._channel.is_open()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """As of the connection."""
        self._channel.when_lost(callback)

    def _finish(self, ctx: RequestContext, response: Any, finish: Callable[[RequestContext, Any], None]) -> None:
        if response is None or type(response) is JoinedResponse or not has_many_items(response, self._lists):
            finish(ctx, response)
        else:
            self._tasks.later(self._encode(ctx, response, finish))

    async def _encode(self, ctx: RequestContext, response: Any, finish: Callable[[RequestContext, Any], None]) -> None:
        try:
            writer = ResponseWriter(type(response), ctx.api_version)
            await self._turns.take()
            for _ in writer.write(response):
                if self._turns.is_over():
                    await self._turns.take()
                if not self._channel.is_open():
                    break  # the connection takes no answer any more, whatever it is
            joined = writer.finish()
        except Exception as error:  # noqa: BLE001 - the connection's boundary, for what is encoded outside of it
            self._tasks.encoding_failed(ctx, error)
            self._channel.abort(ctx, "the response cannot be encoded")
            return
        finish(ctx, joined)
