"""One request on its way through the broker: what a handler knows about it and how its response leaves.

`network.connection` makes a context a request, `dispatcher` decodes and calls the handler with it. A handler that can
answer now returns the response and never touches the context's responding side. A handler that has to wait (acks=all,
a fetch below min_bytes) returns `DEFERRED`, keeps the context in its delayed operation, and calls `respond` when the
operation completes. Exactly one of `respond`, `respond_nothing` and `close_connection` ends a request; the connection
takes none other until then, unless the handler says that it may (`let_next_in`).

The context never holds the decoded request: nothing that waits in a purgatory keeps a request tree alive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.security.connection_info import NO_CONNECTION, ConnectionInfo
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.requests.permitted import RefusedItems


class Deferred:
    """The type of `DEFERRED`, a handler's promise to respond through its context later."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "DEFERRED"


DEFERRED: Final = Deferred()

__all__ = ["DEFERRED", "NO_CONNECTION", "ConnectionInfo", "Deferred", "RequestContext", "ResponseChannel"]


class ResponseChannel(Protocol):
    """What a context needs of what carries its response; the dispatcher's side of a connection."""

    @property
    def info(self) -> ConnectionInfo:
        """Returns the connection that the channel's requests come through."""

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends `response` (None: there is none, as for acks=0) and takes the connection's next request."""

    def let_next_in(self) -> ResponseChannel:
        """Takes the connection's next request before this one's response; returns the channel of that."""

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of `response` and closes the connection: a fault on purpose."""

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection and logs from whom the request came and why."""

    def close_when_answered(self) -> None:
        """Closes the connection when the request in progress has been answered."""

    def is_open(self) -> bool:
        """Tells whether a response could still reach the client."""

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Sets the callback for a peer lost during the request in progress; only the last counts."""


class RequestContext:
    """One request: its header, its connection, and the one way to respond.

    Attributes:
        received_ms: the clock's monotonic time at which the whole request had arrived.
        counts_also: where it is counted besides its API's own numbers.
        throttle_ms: for how long the client has to be silent after its response (`broker.quota`).
        parked_ns: since when it waits for others, on the dispatcher's `ticks`; 0: it did not have to.
        refused: what its response says of the items that the sender may not have handled; None: all were permitted.
    """

    __slots__ = (
        "_channel",
        "api_key",
        "api_version",
        "client_id",
        "connection",
        "correlation_id",
        "counts_also",
        "is_answered",
        "parked_ns",
        "received_ms",
        "refused",
        "request_bytes",
        "started_ns",
        "throttle_ms",
    )

    def __init__(
        self,
        connection: ConnectionInfo,
        channel: ResponseChannel,
        received_ms: MonotonicMs,
        started_ns: int = 0,
        request_bytes: int = 0,
        api_key: int = -1,
        api_version: int = -1,
        correlation_id: int = -1,
        client_id: str | None = None,
    ) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        self.connection = connection
        self.received_ms = received_ms
        self.request_bytes = request_bytes
        self.started_ns = started_ns
        self.is_answered = False
        self.counts_also: ApiMetrics | None = None
        self.parked_ns = 0
        self.throttle_ms = 0
        self.refused: RefusedItems | None = None
        self._channel = channel

    def answer_through(self, channel: ResponseChannel) -> None:
        """Replaces the response's channel by another, which passes it on in its own way."""
        self._channel = channel

    @property
    def channel(self) -> ResponseChannel:
        """Returns the channel that carries the response."""
        return self._channel

    @property
    def is_client_gone(self) -> bool:
        """Tells whether the connection is lost: a delayed operation may then be dropped instead of completed."""
        return not self._channel.is_open()

    def when_client_gone(self, callback: Callable[[], object]) -> None:
        """Sets the callback for a connection lost before this request has ended: nobody waits for it then."""
        if not self.is_answered:
            self._channel.when_lost(callback)

    def let_next_in(self) -> None:
        """Lets the connection's next request in before this one is answered, if that may be.

        The next one can rely on what has been done by now, and on nothing else; responses leave in order.
        """
        self._channel = self._channel.let_next_in()

    def respond(self, response: Any) -> None:
        """Writes the response and lets the connection's next request in.

        After the connection was lost this does nothing, so delayed operations need not care.

        Args:
            response: the message class that belongs to this request's API.
        """
        assert not self.is_answered, f"{self} is answered twice"
        self.is_answered = True
        if self.refused is not None:
            self._respond_merged(self.refused, response)
            return
        self._channel.finish(self, response)

    def respond_nothing(self) -> None:
        """Ends a request that has no response (acks=0) and lets the connection's next request in."""
        self.respond(None)

    def _respond_merged(self, refused: RefusedItems, response: Any | None) -> None:
        """Says what was refused, or closes the connection where no response could."""
        if response is not None:
            refused.merge(response)
        elif refused.silence:
            self._channel.abort(self, refused.silence)
            return
        self._channel.finish(self, response)

    def respond_last(self) -> None:
        """Closes the connection behind this request's response: its client shall come by another one."""
        self._channel.close_when_answered()

    def close_connection(self, reason: str) -> None:
        """Closes the request's connection instead of sending a response. Kafka does so for acks=0 with an error
        (KAFKA-6261).

        Args:
            reason: goes to the log, with the peer's address, the API and the client id.
        """
        assert not self.is_answered, f"{self} is answered twice"
        self.is_answered = True
        self._channel.abort(self, reason)

    def __str__(self) -> str:
        return (
            f"request {self.correlation_id} (API {self.api_key} v{self.api_version}) "
            f"of client {self.client_id!r} at {self.connection}"
        )
