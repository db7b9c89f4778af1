"""Between a handler and the connection: responses of many items are encoded a stretch at a time.

    handler ─▶ ctx.respond ─▶ PacedChannel ─▶ few items ─────────────────────────────────────────▶ connection.finish
                                           └▶ many ─▶ a task: a stretch, a turn, a stretch, … ─▶ connection.finish

The connection stays "in progress" until the encoded response comes, so that the order of responses needs nothing more.
Behind it the response is freed in turns, too: 200,000 partitions at once would hold the loop for 10 to 30 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.common.steps import Steps, in_slices, let_go, stretches
from kavka.protocol.response_pieces import JoinedResponse, ResponseWriter

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo, RequestContext, ResponseChannel
    from kavka.common.lane import Lane

AT_ONCE_ITEMS: Final = 500
"""Responses of so many items are encoded at once: a millisecond or two."""

Lists = tuple[tuple[str, ...], ...]
"""The lists that a response may have, by version, each followed by the list inside its elements, and so on."""


Finish = Callable[["RequestContext", Any], None]


class Tasks(Protocol):
    """Who runs what takes a while, and what becomes of its failures: the dispatcher."""

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine in the broker's task group."""

    def encoding_failed(self, ctx: RequestContext, error: Exception) -> None:
        """Logs that a response cannot be sent; the connection is to be closed."""


def has_many_items(response: Any, lists: Lists) -> bool:
    """Tells whether a response is too big to be encoded at once."""
    for path in lists:
        count = 0
        owners: Any = (response,)
        for name in path:
            below: list[Any] = []
            for owner in owners:
                elements = getattr(owner, name)
                if elements:
                    count += len(elements)
                    if count > AT_ONCE_ITEMS:
                        return True
                    below += elements
            if not below:
                break
            owners = below
    return False


def _elements(response: Any, lists: Lists) -> Steps[list[list[Any]]]:
    """The elements of a response, list by list: kept for longer than it, so that they go a stretch at a time."""
    found: list[list[Any]] = []
    for path in lists:
        owners = [response]
        for name in path:
            below: list[Any] = []
            for stretch in stretches(owners):
                for owner in stretch:
                    below += getattr(owner, name) or ()
                yield
            found.append(below)
            owners = below
    return found


class Pacing:
    """How one API's big responses are encoded: shared by all its requests.

    Args:
        tasks: runs what takes a while.
        lane: shared with all other large work.
        lists: those of the API's responses.
    """

    __slots__ = ("_lane", "_tasks", "lists")

    def __init__(self, tasks: Tasks, lane: Lane, lists: Lists) -> None:
        self._tasks = tasks
        self._lane = lane
        self.lists = lists

    def encode_later(self, ctx: RequestContext, response: Any, channel: ResponseChannel, finish: Finish) -> None:
        """Encodes a response in turns, then hands it on."""
        self._tasks.later(self._encode(ctx, response, channel, finish))

    async def _encode(self, ctx: RequestContext, response: Any, channel: ResponseChannel, finish: Finish) -> None:
        try:
            writer = ResponseWriter(type(response), ctx.api_version)
            async with self._lane.enter() as pace:
                for _ in writer.write(response):
                    await pace.breathe()
                    if not channel.is_open():
                        break  # the connection takes no response any more, whatever it is
            joined = writer.finish()
        except Exception as error:  # noqa: BLE001 - the connection's boundary, for what is encoded outside of it
            self._tasks.encoding_failed(ctx, error)
            channel.abort(ctx, "the response cannot be encoded")
            return
        finish(ctx, joined)
        async with self._lane.enter() as pace:
            elements = await in_slices(_elements(response, self.lists), pace)
            del response
            await in_slices(let_go(*elements), pace)


class PacedChannel:
    """Encodes big responses in turns before it hands them to the connection.

    Args:
        channel: the connection's.
        pacing: the API's.
    """

    __slots__ = ("_channel", "_pacing")

    def __init__(self, channel: ResponseChannel, pacing: Pacing) -> None:
        self._channel = channel
        self._pacing = pacing

    @property
    def info(self) -> ConnectionInfo:
        """Returns the connection's information."""
        return self._channel.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the response, soon if it is big."""
        if response is None or type(response) is JoinedResponse or not has_many_items(response, self._pacing.lists):
            self._channel.finish(ctx, response)
        else:
            self._pacing.encode_later(ctx, response, self._channel, self._channel.finish)

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the response, soon if it is big, and closes."""
        if response is None or type(response) is JoinedResponse or not has_many_items(response, self._pacing.lists):
            self._channel.finish_half(ctx, response)
        else:
            self._pacing.encode_later(ctx, response, self._channel, self._channel.finish_half)

    def let_next_in(self) -> PacedChannel:
        """Takes the connection's next request before this one has ended."""
        self._channel = self._channel.let_next_in()
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection."""
        self._channel.abort(ctx, reason)

    def is_open(self) -> bool:
        """Tells whether a response could still reach the client."""
        return self._channel.is_open()

    def close_when_answered(self) -> None:
        """Closes the connection after the response in progress."""
        self._channel.close_when_answered()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Calls back when the client is gone."""
        self._channel.when_lost(callback)
