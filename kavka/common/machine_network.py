"""The machine's network: addresses bound by system calls, connections by the event loop.

The machine's `kavka.common.network.Network`. Not here: what is served on an address (a broker's listener and admin
endpoint, the embedded ZooKeeper), and TLS of clients that come in (`kavka.broker.network.tls_transport`).
"""

from __future__ import annotations

import asyncio
import socket
import ssl as tls
from collections.abc import Callable
from typing import Final, TypeVar

from kavka.common.port_holder import holder_of_port
from kavka.common.refusal import Refusal

P = TypeVar("P", bound=asyncio.BaseProtocol)

_TEST_NET: Final = ("192.0.2.1", 9)
"""An address of documentation's own network (RFC 5737). Connecting a datagram socket to it sends nothing, and tells
which of our addresses the routes to the outside would use."""

_WILDCARDS: Final = ("", "0.0.0.0", "::")


class BoundSocket:
    """A listening socket; clients that connect wait in the kernel until it is served."""

    __slots__ = ("_is_closed", "_server", "_socket")

    def __init__(self, bound: socket.socket) -> None:
        self._socket = bound
        self._server: asyncio.AbstractServer | None = None
        self._is_closed = False

    @property
    def port(self) -> int:
        """Returns the port that was bound."""
        return int(self._socket.getsockname()[1])

    async def serve(self, make_protocol: Callable[[], asyncio.BaseProtocol], *, backlog: int) -> None:
        """Serves the address by the running loop."""

        def make() -> asyncio.BaseProtocol:
            return Refusal() if self._is_closed else make_protocol()

        self._server = await asyncio.get_running_loop().create_server(make, sock=self._socket, backlog=backlog)

    def close(self) -> None:
        """Releases the address.

        asyncio makes a connection's transport a turn after its acceptance, and fails to when the server was closed
        between: the socket then stays open until it is collected, and its peer waits. So there the server itself is
        left as it is, without its socket; who is on the way gets a transport, and is refused.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if self._server is not None:
            loop = self._server.get_loop()
            if not isinstance(loop, asyncio.SelectorEventLoop):
                self._server.close()
                return
            loop.remove_reader(self._socket)
        self._socket.close()


class MachineNetwork:
    """Addresses of this machine, and connections from it."""

    __slots__ = ()

    def bind(
        self,
        host: str,
        port: int,
        *,
        backlog: int,
        is_dual_stack: bool = True,
        send_bytes: int | None = None,
        receive_bytes: int | None = None,
    ) -> BoundSocket:
        """Binds an address."""
        bound = _dual(host, port, backlog) if is_dual_stack else _single(host, port, backlog)
        if send_bytes is not None:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
        if receive_bytes is not None:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        return BoundSocket(bound)

    def holder_of(self, port: int) -> str | None:
        """Describes the process that listens on a port."""
        return holder_of_port(port)

    def own_address(self) -> str:
        """Returns this machine's address towards the network; the loopback when there is no network.

        It is the one by which other machines most likely reach this one.
        """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(_TEST_NET)
                return str(probe.getsockname()[0])
            except OSError:
                return "127.0.0.1"

    async def connect(
        self,
        make_protocol: Callable[[], P],
        host: str,
        port: int,
        *,
        ssl: tls.SSLContext | None = None,
        server_hostname: str | None = None,
        ssl_shutdown_timeout: float | None = None,
    ) -> tuple[asyncio.BaseTransport, P]:
        """Dials an address by the running loop."""
        loop = asyncio.get_running_loop()
        return await loop.create_connection(
            make_protocol,
            host,
            port,
            ssl=ssl,
            server_hostname=server_hostname,
            ssl_shutdown_timeout=ssl_shutdown_timeout,
        )


def _dual(host: str, port: int, backlog: int) -> socket.socket:
    """Opens a listening socket; for a wildcard one that takes IPv4 and IPv6 where the system can."""
    if host in _WILDCARDS and socket.has_dualstack_ipv6():
        return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=backlog)
    family, _, _, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
        0
    ]
    return socket.create_server((str(address[0]), int(address[1])), family=family, backlog=backlog)


def _single(host: str, port: int, backlog: int) -> socket.socket:
    """Opens a listening socket of the family that the host is written in; a name is one of IPv4."""
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(backlog)
    except OSError:
        taken.close()
        raise
    taken.setblocking(False)
    return taken
