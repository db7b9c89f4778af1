"""A network in memory: machines by their addresses, what they listen on, and connections between them.

    MemoryNetwork ── machine("10.0.0.1") ─▶ MachineLink: bind, connect          the port `world.Network` of one broker
          └─ (address, port) ─▶ MemoryAddress: who dialled and is not served yet, then who serves

A name is its machine's address; `localhost`, the loopback and the wildcards are the machine that says them. Nothing is
lost, delayed or cut here: bytes go over in the next turn of the loop (`memory_transport`).
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import ssl as tls
from collections import deque
from collections.abc import Callable
from typing import Final, TypeVar

from kavka.common.pace import pass_turn
from kavka.simulation.memory_transport import MemoryTransport

P = TypeVar("P", bound=asyncio.BaseProtocol)

LOOPBACK: Final = "127.0.0.1"
_OWN: Final = frozenset({"", "0.0.0.0", "::", "::1", "localhost", LOOPBACK})
FIRST_FREE_PORT: Final = 32_768
PORT_MAX: Final = 65_535


def _failure(number: int, what: str) -> OSError:
    return OSError(number, f"{os.strerror(number)}: {what}")


class MemoryNetwork:
    """The addresses that are taken, on all machines."""

    __slots__ = ("bound",)

    def __init__(self) -> None:
        self.bound: dict[tuple[str, int], MemoryAddress] = {}

    def machine(self, address: str = LOOPBACK) -> MachineLink:
        """Returns the way from one machine to all others."""
        return MachineLink(self, address)


class MemoryAddress:
    """An address that was taken.

    Args:
        network: where.
        host: the machine's address.
        port: of the machine.
        backlog: connections that may wait to be served.
    """

    __slots__ = ("_backlog", "_make_protocol", "_network", "_waiting", "host", "port")

    def __init__(self, network: MemoryNetwork, host: str, port: int, backlog: int) -> None:
        self._network = network
        self.host = host
        self.port = port
        self._backlog = backlog
        self._waiting: deque[MemoryTransport] = deque()
        self._make_protocol: Callable[[], asyncio.BaseProtocol] | None = None

    async def serve(self, make_protocol: Callable[[], asyncio.BaseProtocol], *, backlog: int) -> None:
        """Serves the address, those that wait already first."""
        self._make_protocol = make_protocol
        self._backlog = backlog
        while self._waiting:
            self._begin(self._waiting.popleft())

    def close(self) -> None:
        """Releases the address; who waits to be served is reset."""
        if self._network.bound.get((self.host, self.port)) is self:
            del self._network.bound[self.host, self.port]
        self._make_protocol = None
        while self._waiting:
            self._waiting.popleft().abort()

    def accept(self, transport: MemoryTransport) -> None:
        """Takes a connection.

        Raises:
            ConnectionRefusedError: too many wait already.
        """
        if self._make_protocol is None and len(self._waiting) >= self._backlog:
            raise _failure(errno.ECONNREFUSED, f"{self.host}:{self.port}")
        if self._make_protocol is None:
            self._waiting.append(transport)
        else:
            asyncio.get_running_loop().call_soon(self._begin, transport)

    def _begin(self, transport: MemoryTransport) -> None:
        if self._make_protocol is None:  # closed meanwhile
            transport.abort()
        else:
            transport.begin(self._make_protocol())


class MachineLink:
    """One machine's way to the others.

    Args:
        network: all of them.
        address: its own.
    """

    __slots__ = ("_network", "_ports", "address")

    def __init__(self, network: MemoryNetwork, address: str) -> None:
        self._network = network
        self._ports = itertools.cycle(range(FIRST_FREE_PORT, PORT_MAX + 1))
        self.address = address

    def bind(
        self,
        host: str,
        port: int,
        *,
        backlog: int,
        is_dual_stack: bool = True,
        send_bytes: int | None = None,
        receive_bytes: int | None = None,
    ) -> MemoryAddress:
        """Takes an address of this machine."""
        if self._resolved(host) != self.address:
            raise _failure(errno.EADDRNOTAVAIL, f"{host}:{port}")
        if port == 0:
            port = self._free_port()
        elif (self.address, port) in self._network.bound:
            raise _failure(errno.EADDRINUSE, f"{host}:{port}")
        made = self._network.bound[self.address, port] = MemoryAddress(self._network, self.address, port, backlog)
        return made

    def holder_of(self, port: int) -> str | None:
        """Returns that a broker of this machine has the port, if one has."""
        return "a broker of this simulation" if (self.address, port) in self._network.bound else None

    def own_address(self) -> str:
        """Returns this machine's address."""
        return self.address

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
        """Dials a machine; with `ssl` returns after the handshake."""
        loop = asyncio.get_running_loop()
        await pass_turn()
        there = self._resolved(host)
        bound = self._network.bound.get((there, port))
        if bound is None:
            raise _failure(errno.ECONNREFUSED, f"{host}:{port}")
        own, peer = (self.address, self._free_port()), (there, port)
        here, over_there = MemoryTransport(loop, own=own, peer=peer), MemoryTransport(loop, own=peer, peer=own)
        here.join(over_there)
        bound.accept(over_there)
        protocol = make_protocol()
        if ssl is None:
            here.begin(protocol)
            return here, protocol
        plain = asyncio.Protocol()
        here.begin(plain)
        secured = await loop.start_tls(
            here, plain, ssl, server_hostname=server_hostname or host, ssl_shutdown_timeout=ssl_shutdown_timeout
        )
        assert secured is not None
        secured.set_protocol(protocol)
        protocol.connection_made(secured)
        return secured, protocol

    def _resolved(self, host: str) -> str:
        return self.address if host in _OWN else host

    def _free_port(self) -> int:
        for port in self._ports:
            if (self.address, port) not in self._network.bound:
                return port
        raise AssertionError("the ports go round")
