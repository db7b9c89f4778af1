"""One connection to each broker: opened once by whoever needs it first, while everybody else waits for that.

    connection(id) ─▶ open, same address, login not about to end? ─▶ it
                        │ no                  └─ about to end: renewed first
                        └─▶ opening? ─▶ wait, look again      else: close what is stale, open, negotiate

Not here: which broker (`wire.cluster_view`), and what one connection does (`connection`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING

from kavka.client.connection import Connection
from kavka.client.security import ConnectionSecurity
from kavka.client.versions import is_offered
from kavka.timer.clock import Clock
from kavka.wire.cluster_view import ClusterView
from kavka.wire.connection_core import NOTHING_FINALIZED
from kavka.wire.errors import ClientClosed
from kavka.wire.metadata import BrokerAddress

if TYPE_CHECKING:
    from kavka.wire.client_measures import ClientMeasures


class Connections:
    """The open connections of one client.

    Args:
        view: Brokers' addresses.
        client_id: What brokers call us.
        connect_timeout_ms: Deadline of one TCP handshake.
        request_timeout_ms: Deadline of one request.
        security: TLS and a login; None: neither.
        clock: Reads the time, for `measures`.
        measures: Is told of connections and responses; None: nobody measures.

    Attributes:
        finalized: the features that the cluster has agreed on, by the newest word of a broker that was reached.
    """

    def __init__(
        self,
        view: ClusterView,
        *,
        client_id: str,
        connect_timeout_ms: int,
        request_timeout_ms: int,
        security: ConnectionSecurity | None,
        clock: Clock,
        measures: ClientMeasures | None,
    ) -> None:
        self._view = view
        self._client_id = client_id
        self._connect_timeout_ms = connect_timeout_ms
        self._request_timeout_ms = request_timeout_ms
        self._security = security
        self._clock = clock
        self._measures = measures
        self._open: dict[int, tuple[BrokerAddress, Connection]] = {}
        self._opening: dict[int, asyncio.Future[None]] = {}
        self._is_closed = False
        self.finalized = NOTHING_FINALIZED

    async def close(self) -> None:
        """Closes every connection; what still waits fails with ConnectionError."""
        self._is_closed = True
        while self._open:
            _, (_, connection) = self._open.popitem()
            await connection.close()

    async def get(self, broker_id: int) -> Connection:
        """Returns the open, negotiated connection to a broker; opens it when there is none.

        Raises:
            OSError, AuthenticationFailed, TimeoutError: it cannot be opened.
            LeaderUnknown: the metadata does not name this broker.
            ClientClosed: after `close`.
        """
        while True:
            if self._is_closed:
                raise ClientClosed("the client is closed")
            address = self._view.address_of(broker_id)
            known = self._open.get(broker_id)
            if known is not None and known[0] == address and not known[1].is_closed:
                if not known[1].must_renew:
                    return known[1]
                await known[1].renew_login()
                continue
            opening = self._opening.get(broker_id)
            if opening is None:
                return await self._dial(broker_id, address)
            await asyncio.wait((opening,))

    def get_nowait(self, broker_id: int) -> Connection | None:
        """Returns a broker's open connection whose login need not be renewed, else None. Never waits."""
        known = self._open.get(broker_id)
        if known is None or known[1].is_closed or known[0] != self._view.metadata.brokers.get(broker_id):
            return None
        return None if known[1].must_renew else known[1]

    def in_flight(self) -> dict[int, int]:
        """Returns the requests without a response of each open connection, by broker id."""
        return {
            broker_id: connection.in_flight
            for broker_id, (_, connection) in self._open.items()
            if not connection.is_closed
        }

    def least_loaded(self, api_keys: Collection[int], version: int) -> Connection | None:
        """Returns the least loaded open connection whose broker offers some APIs, else None."""
        offering = (
            connection
            for _, connection in self._open.values()
            if not (connection.is_closed or connection.must_renew)
            and all(is_offered(api_key, version, connection.api_versions) for api_key in api_keys)
        )
        return min(offering, key=lambda connection: connection.in_flight, default=None)

    async def _dial(self, broker_id: int, address: BrokerAddress) -> Connection:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening[broker_id] = done
        try:
            stale = self._open.pop(broker_id, None)
            if stale is not None:
                await stale[1].close()
            measures = self._measures
            connection = await Connection.open(
                address.host,
                address.port,
                client_id=self._client_id,
                connect_timeout_ms=self._connect_timeout_ms,
                request_timeout_ms=self._request_timeout_ms,
                security=self._security,
                heard=None if measures is None else measures.heard_of(broker_id, self._clock.monotonic_ms()),
            )
            if measures is not None:
                measures.connected(self._clock.monotonic_ms())
            try:
                await connection.negotiate(min(self._request_timeout_ms, self._connect_timeout_ms))
            except BaseException:
                await connection.close()
                raise
            if self._is_closed:
                await connection.close()
                raise ClientClosed("the client was closed while it connected")
            self._open[broker_id] = (address, connection)
            self.finalized = self.finalized.newer(connection.finalized)
            return connection
        finally:
            del self._opening[broker_id]
            done.set_result(None)
