"""One connection to the controller's broker: found in the metadata, opened by use, anew when the controller moves.

    ask ─▶ where is the controller? ─▶ the same place, still open ─▶ request ─▶ response
                     │                  otherwise: close, dial ───────┘
                     └─ nobody knows ─▶ ControllerUnknown

Whoever asks has a link of its own: a broker answers one request of a connection after the other, and a change of an ISR
must not wait behind the creation of topics. Not here: what is asked, and when again (`controller_channel`,
`isr_writers`, `controlled_shutdown`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kavka.broker.cluster.dial import BrokerConnection, DialPlace
    from kavka.broker.cluster.metadata_cache import MetadataCache


class ControllerUnknown(ConnectionError):
    """Nobody says which broker is the controller, or where it listens; a moment later somebody may."""


class ControllerLink:
    """A way to whoever is the controller.

    Args:
        cache: where brokers are reached.
        controller_id: who is the controller now, −1 when nobody knows.
        listener: the inter-broker listener's name.
        dial: opens a connection.
    """

    __slots__ = ("_cache", "_connected_to", "_connection", "_controller_id", "_dial", "_listener")

    def __init__(
        self, cache: MetadataCache, *, controller_id: Callable[[], int], listener: str, dial: DialPlace
    ) -> None:
        self._cache = cache
        self._controller_id = controller_id
        self._listener = listener
        self._dial = dial
        self._connection: BrokerConnection | None = None
        self._connected_to: tuple[str, int] | None = None

    async def ask(self, message: Any, *, version: int, timeout_ms: int, connect_timeout_ms: int | None = None) -> Any:
        """Sends a request to the controller's broker and returns the response.

        Whether that broker is the controller no more is for the caller to see in it.

        Args:
            message: the request.
            version: of it.
            timeout_ms: how long a response may take.
            connect_timeout_ms: how long a new connection may take; None: as long as `dial` gives it.

        Raises:
            ControllerUnknown: there is nobody to ask.
            OSError: nothing is known of what became of the request; TimeoutError is one.
            DecodeError: the response is none.
        """
        connection = await self._connected(connect_timeout_ms)
        return await connection.request(message, version=version, timeout_ms=timeout_ms)

    async def _connected(self, connect_timeout_ms: int | None) -> BrokerConnection:
        endpoint = self._endpoint()
        connection = self._connection
        if connection is not None and not connection.is_closed and endpoint == self._connected_to:
            return connection
        await self.close()
        async with asyncio.timeout(None if connect_timeout_ms is None else connect_timeout_ms / 1000):
            opened = await self._dial(*endpoint)
        if self._connection is not None:
            await opened.close()  # another request was faster
            return self._connection
        self._connection, self._connected_to = opened, endpoint
        return opened

    def _endpoint(self) -> tuple[str, int]:
        controller_id = self._controller_id()
        node = self._cache.snapshot.brokers.get(controller_id)
        endpoint = None if node is None else node.endpoint(self._listener)
        if endpoint is None:
            raise ControllerUnknown(f"nobody knows where controller {controller_id} is")
        return endpoint

    async def close(self) -> None:
        """Closes the connection; a later request opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
