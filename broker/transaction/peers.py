"""Connections to other brokers, one for each, opened by use: what markers and verifications travel on.

    ask(broker id, request) ─▶ still open ─▶ request ─▶ response
                             └▶ look the broker up, dial ─┘

Whoever asks has a `Peers` of its own: a broker handles one request of a connection after the other, and a verification
must not wait behind markers that wait for replicas. A broker that is no longer alive is waited for no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kavka.broker.cluster.dial import BrokerConnection, DialPlace


Locate = Callable[[int], tuple[str, int] | None]
"""Broker id → where it listens for brokers, None: it is not alive."""


class Peers:
    """The connections of one purpose. At most as many as there are brokers.

    Args:
        locate: where a broker is.
        dial: opens a connection.
    """

    __slots__ = ("_connections", "_dial", "_locate", "_opening")

    def __init__(self, *, locate: Locate, dial: DialPlace) -> None:
        self._locate = locate
        self._dial = dial
        self._connections: dict[int, BrokerConnection] = {}
        self._opening: dict[int, asyncio.Event] = {}

    async def ask(self, broker_id: int, message: Any, *, version: int, timeout_ms: int) -> Any:
        """Sends a request to a broker, and returns the response.

        Args:
            broker_id: whom to ask.
            message: the request.
            version: of it.
            timeout_ms: for the response; the dialling has its own.

        Raises:
            OSError: nothing is known of what became of the request; TimeoutError is one.
            DecodeError: the response cannot be decoded.
        """
        connection = await self._connected(broker_id)
        return await connection.request(message, version=version, timeout_ms=timeout_ms)

    async def _connected(self, broker_id: int) -> BrokerConnection:
        while (opening := self._opening.get(broker_id)) is not None:
            await opening.wait()
        connection = self._connections.get(broker_id)
        if connection is not None and not connection.is_closed:
            return connection
        endpoint = self._locate(broker_id)
        if endpoint is None:
            raise ConnectionError(f"broker {broker_id} is not alive")
        opened = self._opening[broker_id] = asyncio.Event()
        try:
            connection = self._connections[broker_id] = await self._dial(*endpoint)
        finally:
            del self._opening[broker_id]
            opened.set()
        return connection

    async def close_all_but(self, alive: Collection[int]) -> None:
        """Closes the connections to brokers that are gone: a paused one would not respond, and would not say so."""
        for broker_id in [broker_id for broker_id in self._connections if broker_id not in alive]:
            await self._connections.pop(broker_id).close()

    async def close(self) -> None:
        """Closes all connections."""
        await self.close_all_but(())
