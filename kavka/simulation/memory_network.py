"""A network in memory: machines by their addresses, what they listen on, and connections between them.

    MemoryNetwork ── machine("10.0.0.1") ─▶ MachineLink: bind, connect          the port `world.Network` of one broker
          └─ (address, port) ─▶ MemoryAddress: who dialled and is not served yet, then who serves

A name is its machine's address; `localhost`, the loopback and the wildcards are the machine that says them. How long
bytes take, and what is cut, the `Ways` know (`links`): without any they go over in the next turn of the loop.

A virtual loop's own `create_connection` and `create_server` come here as well, at the address that the running host has
for a name. Not here: the two ends of a connection (`memory_transport`).
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import ssl as tls
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final, TypeVar

from kavka.simulation.hosts import HOST
from kavka.simulation.links import AtOnce, Ways
from kavka.simulation.memory_transport import Address, MemoryTransport

P = TypeVar("P", bound=asyncio.BaseProtocol)

LOOPBACK: Final = "127.0.0.1"
_OWN: Final = frozenset({"", "0.0.0.0", "::", "::1", "localhost", LOOPBACK})
FIRST_FREE_PORT: Final = 32_768
PORT_MAX: Final = 65_535


def _failure(number: int, what: str) -> OSError:
    return OSError(number, f"{os.strerror(number)}: {what}")


class MemoryNetwork:
    """The addresses that are taken, on all machines, and the connections between them.

    Args:
        ways: what is between the machines.
    """

    __slots__ = ("_machines", "_open", "bound", "ways")

    def __init__(self, ways: Ways | None = None) -> None:
        self.ways: Ways = AtOnce() if ways is None else ways
        self.bound: dict[Address, MemoryAddress] = {}
        self._machines: dict[str, MachineLink] = {}
        self._open: dict[str, dict[MemoryTransport, None]] = {}

    def machine(self, address: str = LOOPBACK) -> MachineLink:
        """Returns the way from one machine to all others."""
        if address not in self._machines:
            self._machines[address] = MachineLink(self, address)
        return self._machines[address]

    def open_at(self, address: str) -> int:
        """Returns how many connections end at a machine."""
        return len(self._open.get(address, ()))

    def reset(self, address: str) -> None:
        """Resets all connections that end at a machine."""
        for transport in list(self._open.get(address, ())):
            transport.reset()

    def end_process(self, address: str, *, silently: bool) -> None:
        """Takes from a machine what its process had: addresses, and connections, which nobody closes.

        Args:
            address: the machine's.
            silently: without a word to the peers, as when the power goes; else they see what a kernel sends.
        """
        for transport in list(self._open.get(address, ())):
            transport.die(silently=silently)
        for taken in [at for at in self.bound if at[0] == address]:  # who still waits to be served has died, too
            self.bound[taken].close()

    def end_all(self) -> None:
        """Ends what every machine had, without a word to anybody: the simulation is over."""
        for address in list(self._open):
            self.end_process(address, silently=True)

    def join(self, loop: asyncio.AbstractEventLoop, here: Address, there: MemoryAddress) -> tuple[MemoryTransport, ...]:
        """Makes the two ends of a connection: that of the running host, and that of who listens."""
        peer = (there.host, there.port)
        ends = (
            self._end(loop, here, peer, copy_context()),
            self._end(loop, peer, here, there.context),
        )
        ends[0].join(ends[1])
        return ends

    def _end(self, loop: asyncio.AbstractEventLoop, own: Address, peer: Address, context: Context) -> MemoryTransport:
        ends = self._open.setdefault(own[0], {})
        made = MemoryTransport(
            loop, self.ways, own=own, peer=peer, context=context, forget=lambda end: ends.pop(end, None)
        )
        ends[made] = None
        return made

    # ---- for a virtual loop ---------------------------------------------------------------------------------------

    async def create_connection(
        self, factory: Callable[[], Any], host: str, port: int, **options: Any
    ) -> tuple[asyncio.BaseTransport, Any]:
        """Connects the running host, as asyncio's `create_connection`; options that it has no use for are ignored."""
        used = {name: options[name] for name in ("ssl", "server_hostname", "ssl_shutdown_timeout") if name in options}
        return await self.machine(HOST.get().name).connect(factory, host, port, **used)

    async def create_server(
        self, factory: Callable[[], Any], host: str, port: int, **options: Any
    ) -> asyncio.AbstractServer:
        """Listens at the running host, as asyncio's `create_server`; there is no TLS."""
        backlog = options.get("backlog", 100)
        bound = self.machine(HOST.get().name).bind(host, port, backlog=backlog)
        await bound.serve(factory, backlog=backlog)
        return _Server(asyncio.get_running_loop(), bound)


class MemoryAddress:
    """An address that was taken.

    Args:
        network: where.
        host: the machine's address.
        port: of the machine.
        backlog: connections that may wait to be served.

    Attributes:
        context: of the host that took it.
    """

    __slots__ = ("_backlog", "_make_protocol", "_network", "_waiting", "context", "host", "port")

    def __init__(self, network: MemoryNetwork, host: str, port: int, backlog: int) -> None:
        self._network = network
        self.host = host
        self.port = port
        self._backlog = backlog
        self.context = copy_context()
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

    @property
    def has_room(self) -> bool:
        """Tells whether it takes another connection: not too many wait already."""
        return self._make_protocol is not None or len(self._waiting) < self._backlog

    def accept(self, transport: MemoryTransport) -> None:
        """Takes a connection; there must be room."""
        assert self.has_room
        if self._make_protocol is None:
            self._waiting.append(transport)
        else:
            asyncio.get_running_loop().call_soon(self._begin, transport, context=self.context)

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
        there = self._resolved(host)
        await self._cross(self.address, there)
        bound = self._network.bound.get((there, port))
        here: MemoryTransport | None = None
        try:
            if bound is not None and bound.has_room:
                here, over_there = self._network.join(loop, (self.address, self._free_port()), bound)
                bound.accept(over_there)
            await self._cross(there, self.address)
        except BaseException:
            if here is not None:
                here.abort()
            raise
        if here is None:
            raise _failure(errno.ECONNREFUSED, f"{host}:{port}")
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

    async def _cross(self, source: str, target: str) -> None:
        """Waits until a packet has gone over; the caller has the deadline."""
        crossing = _Crossing(self._network.ways, source, target)
        crossing.send()
        await crossing.arrived

    def _resolved(self, host: str) -> str:
        return self.address if host in _OWN else host

    def _free_port(self) -> int:
        for port in self._ports:
            if (self.address, port) not in self._network.bound:
                return port
        raise AssertionError("the ports go round")


class _Crossing:
    """One packet on its way; no closure, for one that sends itself again would be garbage in a cycle."""

    __slots__ = ("_context", "_source", "_target", "_ways", "arrived")

    def __init__(self, ways: Ways, source: str, target: str) -> None:
        self.arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ways = ways
        self._source = source
        self._target = target
        self._context = copy_context()

    def send(self) -> None:
        """Sends it, or, while the way is cut, has it sent after the heal."""
        ways, source, target = self._ways, self._source, self._target
        if ways.is_cut(source, target):
            ways.on_heal(source, target, self.send)
        else:
            ways.carry(source, target, b"", not_before_us=0, context=self._context, deliver=self._arrive)

    def _arrive(self) -> None:
        if not self.arrived.done():
            self.arrived.set_result(None)


class _Listening:
    """What code sees of the socket behind a server."""

    __slots__ = ("_address",)

    def __init__(self, address: Address) -> None:
        self._address = address

    def getsockname(self) -> Address:
        """Returns the address that it listens on."""
        return self._address


class _Server(asyncio.AbstractServer):
    """What asyncio's `create_server` returns, over an address in memory."""

    def __init__(self, loop: asyncio.AbstractEventLoop, bound: MemoryAddress) -> None:
        self._loop = loop
        self._bound = bound
        self._is_serving = True

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Returns the loop that serves."""
        return self._loop

    async def start_serving(self) -> None:
        """Returns at once: it serves from the begin."""

    async def serve_forever(self) -> None:
        """Waits until it is cancelled, and releases the address."""
        try:
            await self._loop.create_future()
        finally:
            self.close()

    @property
    def sockets(self) -> tuple[_Listening, ...]:
        """Returns what knows the address."""
        return (_Listening((self._bound.host, self._bound.port)),) if self._is_serving else ()

    def close(self) -> None:
        """Releases the address; connections that exist go on."""
        self._is_serving = False
        self._bound.close()

    def is_serving(self) -> bool:
        """Tells whether it takes connections."""
        return self._is_serving

    async def wait_closed(self) -> None:
        """Waits for nothing: the address was released at once."""
