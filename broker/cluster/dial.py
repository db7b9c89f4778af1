"""What a broker needs of connections to other brokers, and the types of what opens them.

    assembly.dialing ─▶ Dial (host, port, client id) ─▶ fetchers
                          └▶ with a client id of its own: DialPlace (host, port) ─▶ `Peers`, `ControllerLink`

Ports: `kavka.client.connection.Connection` is such a connection, and only `assembly.dialing` knows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol


class BrokerConnection(Protocol):
    """A connection to a broker, for requests of which each is waited for."""

    @property
    def is_closed(self) -> bool:
        """Tells whether the connection can carry no further request."""

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        """Sends a request and waits for the response."""

    async def close(self) -> None:
        """Closes the connection; pending requests get a ConnectionError."""


class FetchingConnection(BrokerConnection, Protocol):
    """A connection that a follower fetches by: its waiting can be broken off, its login renewed between requests."""

    def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> asyncio.Future[Any]:
        """Sends a request and returns the future of its response."""

    async def renew_login(self) -> None:
        """Repeats the login where its end is near; between requests."""


Dial = Callable[[str, int, str], Awaitable[FetchingConnection]]
"""(host, port, client id) → an open connection, in bounded time."""
DialPlace = Callable[[str, int], Awaitable[BrokerConnection]]
"""(host, port) → an open connection, in bounded time; whose it is was said before."""
