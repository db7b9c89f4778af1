"""The way of a response down: quotas settle it, it is encoded, its buffers go to the connection, it is counted.

    handler ─▶ ctx.respond ─▶ [PacedChannel] ─▶ Responder.finish: settle ─▶ encode ─▶ connection.answer ─▶ count

A response passes once: what reaches a connection is finished buffers, and a connection asks nothing back. There is one
responder a connection, the last of the channels that a context may have; during a login one whose `Answering` is the
gate, which charges nobody and knows the mechanisms' own frames.

Not here: requests on their way up (`dispatcher`), order, mutes and sockets (`network.connection`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo, RequestContext

_log = logging.getLogger(__name__)


class Quotas(Protocol):
    """Who counts what clients use, and has them wait who used too much."""

    def settle(self, ctx: RequestContext, response: Any) -> Any:
        """Returns the response to send; `ctx.throttle_ms` says how long its client is to be silent afterwards."""


class Answering(Protocol):
    """What makes bytes of responses: the dispatcher, or a login's gate."""

    @property
    def quotas(self) -> Quotas | None:
        """Charges requests; None while nobody has a quota."""

    def encode(self, ctx: RequestContext, response: Any) -> list[Any]:
        """Encodes a response as buffers, its length before them."""

    def count(self, ctx: RequestContext, response_bytes: int) -> None:
        """Notes that a request is finished."""


class Outlet(Protocol):
    """A connection, as responses leave by it."""

    @property
    def info(self) -> ConnectionInfo:
        """Returns who is at the other end."""

    def is_open(self) -> bool:
        """Tells whether a response could still reach the peer."""

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Sets the callback for a peer lost during the request in progress; only the last counts."""

    def answer(self, parts: Sequence[Any], size: int, throttle_ms: int) -> int:
        """Sends a response and lets the next request in; returns its bytes.

        Args:
            parts: finished; none where there is no response.
            size: of all of them.
            throttle_ms: so long the client is to be silent first.
        """

    def let_next_in(self) -> Outlet:
        """Takes further requests before this one's response; returns the outlet of that."""

    def abort(self, reason: str) -> None:
        """Closes the connection because of the request in progress."""

    def close_when_answered(self) -> None:
        """Closes the connection when the request in progress has been answered."""

    def close(self) -> None:
        """Closes the connection once all responses have left."""

    def drop(self) -> None:
        """Closes the connection at once."""


class FrameSource(Outlet, Protocol):
    """A connection, as the short way needs it."""

    def frames_behind(self, frame: bytes | bytearray) -> list[bytes]:
        """Returns the frames that came behind the one in progress, in the same read.

        They are of the same API and version.
        """

    def take_behind(self, frames: Sequence[bytes]) -> None:
        """Takes frames that `frames_behind` has returned, from the first on: they are in progress, too."""


class Responder:
    """The responses of one connection, as a context's channel.

    Args:
        answering: makes bytes of them.
        connection: takes the bytes.

    Attributes:
        info: who is at the other end; the same object for all requests, so that a request need not ask for it.
    """

    __slots__ = ("_answering", "_connection", "info")

    def __init__(self, answering: Answering, connection: Outlet) -> None:
        self._answering = answering
        self._connection = connection
        self.info = connection.info

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the response, or notes that there is none, and lets the next request in."""
        answering, connection = self._answering, self._connection
        throttle_ms = 0
        if answering.quotas is not None:
            response = answering.quotas.settle(ctx, response)
            throttle_ms = ctx.throttle_ms
        parts: Sequence[Any] = ()
        size = 0
        # `answer` knows whether anybody is left. Who asks before spares the encoding, and only who waited asks in time.
        if response is not None and (not ctx.parked_ns or connection.is_open()):
            try:
                parts = answering.encode(ctx, response)
                size = len(parts[0]) if len(parts) == 1 else sum(map(len, parts))
            except Exception:  # noqa: BLE001 - the boundary of one request's response
                # Whoever completed this request may be in the middle of another's: nothing may escape to them.
                _log.exception("closing the connection: the answer to %s cannot be sent", ctx)
                connection.drop()
        answering.count(ctx, connection.answer(parts, size, throttle_ms))

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the response and closes: a fault on purpose (`broker.requests.faults`)."""
        answering, connection = self._answering, self._connection
        half = b""
        if response is not None and connection.is_open():
            frame = b"".join(answering.encode(ctx, response))
            half = frame[: len(frame) // 2]
        if answering.quotas is not None:
            answering.quotas.settle(ctx, None)
        answering.count(ctx, 0)
        connection.answer((half,), len(half), 0)
        connection.close()

    def let_next_in(self) -> Responder:
        """Takes further requests before this one's response; returns the channel of that.

        Who is charged by quotas comes one after the other: what one has used has the next one wait.
        """
        if self._answering.quotas is not None:
            return self
        return Responder(self._answering, self._connection.let_next_in())

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection because of one request."""
        self._connection.abort(f"{reason} [API {ctx.api_key} v{ctx.api_version}, client {ctx.client_id!r}]")

    def is_open(self) -> bool:
        """Tells whether a response could still reach the peer."""
        return self._connection.is_open()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Sets the callback for a peer that goes before the request in progress has ended."""
        self._connection.when_lost(callback)

    def close_when_answered(self) -> None:
        """Closes the connection when the request in progress has been answered."""
        self._connection.close_when_answered()
