"""A connection's requests in flight beside one another: their responses leave in the order of the requests.

    produce 1, acks=all ─▶ appended, waits      in flight: 1 2 3
    produce 2           ─▶ appended, waits      2 is answered: its response is kept, behind 1
    produce 3           ─▶ answered at once     1 is answered: 1 2 3 leave in one write

Each of them has the connection to itself, as far as its response goes (`responder.Outlet`). Not here: which requests
may come beside others, and how many (`request_flow`), what a response becomes (`requests.responder`).
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.requests.responder import Outlet
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import ConnectionInfo

_PRODUCE: Final = struct.pack(">h", ApiKey.PRODUCE)


def may_come_beside(key: bytes) -> bool:
    """Tells by the API key whether a request may come beside others in flight.

    Produce requests may: each is appended behind those before it. Whatever else there is, a fetch or the end of a
    transaction, may count on what came before it having been answered.
    """
    return key == _PRODUCE


class Carrier(Outlet, Protocol):
    """The connection, as requests in flight need it."""

    def in_flight_answered(self) -> None:
        """Sends the responses that no unanswered request stands before."""


class InFlightRequest:
    """One request's place in the order of responses.

    Args:
        connection: the request's.

    Attributes:
        parts: the response's finished buffers; none where there is no response.
        size: of all of them.
        is_answered: whether the request has ended.
    """

    __slots__ = ("_connection", "_when_lost", "is_answered", "parts", "size")

    def __init__(self, connection: Carrier) -> None:
        self._connection = connection
        self._when_lost: Callable[[], object] | None = None
        self.is_answered = False
        self.parts: Sequence[Any] = ()
        self.size = 0

    @property
    def info(self) -> ConnectionInfo:
        """Returns who is at the other end."""
        return self._connection.info

    def is_open(self) -> bool:
        """Tells whether a response could still reach the peer."""
        return self._connection.is_open()

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Sets the callback for a peer that goes before the request has ended; only the last counts."""
        if self._connection.is_open():
            self._when_lost = callback
        else:
            callback()

    def lost(self) -> None:
        """Ends the request of a peer that is gone."""
        callback, self._when_lost = self._when_lost, None
        if callback is not None:
            callback()

    def let_next_in(self) -> InFlightRequest:
        """Returns itself: the next request has come in already."""
        return self

    def answer(self, parts: Sequence[Any], size: int, throttle_ms: int) -> int:
        """Sends the response as soon as those before it have left; returns its bytes.

        Args:
            parts: its buffers, finished.
            size: of all of them; 0: there is none.
            throttle_ms: says the response itself. Nobody is charged where requests come beside one another; whoever
                began that meanwhile has the next request wait.
        """
        self._when_lost = None
        if not self._connection.is_open():
            return 0
        self.parts, self.size, self.is_answered = parts, size, True
        self._connection.in_flight_answered()
        return size

    def abort(self, reason: str) -> None:
        """Closes the connection because of the request."""
        self._when_lost = None
        self._connection.abort(reason)

    def close_when_answered(self) -> None:
        """Closes the connection when all that is in flight has been answered."""
        self._connection.close_when_answered()

    def close(self) -> None:
        """Closes the connection once all responses have left."""
        self._connection.close()

    def drop(self) -> None:
        """Closes the connection at once."""
        self._connection.drop()


class InFlight:
    """The requests in flight of one connection, in their order, until their responses leave."""

    __slots__ = ("_in_flight",)

    def __init__(self) -> None:
        self._in_flight: deque[InFlightRequest] = deque()

    def __len__(self) -> int:
        return len(self._in_flight)

    def begin(self, connection: Carrier) -> InFlightRequest:
        """Adds the request in progress, as the last of all."""
        request = InFlightRequest(connection)
        self._in_flight.append(request)
        return request

    def add_answered(self, connection: Carrier, parts: Sequence[Any], size: int) -> None:
        """Keeps the response of the request in progress until those before it have left."""
        request = self.begin(connection)
        request.parts, request.size, request.is_answered = parts, size, True

    def next_answered(self) -> InFlightRequest | None:
        """Takes the first one out, if it is answered."""
        requests = self._in_flight
        return requests.popleft() if requests and requests[0].is_answered else None

    def forget(self) -> None:
        """Gives all of them up, since nobody is left who could be answered."""
        requests, self._in_flight = self._in_flight, deque()
        for request in requests:
            request.lost()
