"""A TCP proxy that stands before one broker and breaks the network on purpose, as a seed says.

    client or broker ──▶ FaultProxy ──▶ broker        hold: bytes of one direction wait, as behind a cable that is cut
                     ◀──            ◀──               reset: connections end at once, new ones are taken
                                                      refuse: connections end at once, new ones too
                                                      delay: every chunk waits, drawn from the seeded generator

Brokers find each other at the addresses that they advertise, so a broker whose advertised port is the proxy's is behind
it for everybody. Who comes is told by the client id of the first request (`controller-0`, `broker-2-fetcher-0`, a
producer's own), so that a partition can be between two brokers only, and in one direction only.

Held bytes are not lost: TCP does not lose, it waits. What a peer would notice of a cut cable, silence, is what it gets.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from kavka.common.machine_network import MachineNetwork
from kavka.common.network import BoundAddress

CHUNK_BYTES = 64 * 1024
CONNECT_SECONDS_MAX = 5.0
BACKLOG = 100
UNKNOWN = ""
"""Who comes, before the first request or when it is none."""

_CLIENT_ID_LENGTH_AT = 12
_CLIENT_ID_AT = 14

Who = Callable[[str], bool]


def everybody(_client_id: str) -> bool:
    """Matches whoever comes."""
    return True


def beginning(*prefixes: str) -> Who:
    """Matches client ids that begin with one of these."""
    return lambda client_id: client_id.startswith(prefixes)


@dataclass(frozen=True)
class Hold:
    """Bytes that do not pass: of whom, and in which directions."""

    who: Who
    to_broker: bool
    to_client: bool


@dataclass(eq=False)
class _Link:
    """One connection through the proxy."""

    client_id: str
    writers: list[asyncio.StreamWriter]
    first_bytes: bytearray = field(default_factory=bytearray)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)

    def abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()


class FaultProxy:
    """One proxy, before one broker.

    Attributes:
        target: the broker's host and port.

    Args:
        host: the broker's.
        port: the broker's; it may be set later.
        rng: where delays come from.
    """

    def __init__(self, host: str, port: int, *, rng: random.Random) -> None:
        self.target = host, port
        self._rng = rng
        self._holds: list[Hold] = []
        self._changed = asyncio.Event()
        self._is_refusing = False
        self._delay_s = (0.0, 0.0)
        self._links: set[_Link] = set()
        self._address: BoundAddress | None = None
        self.port = 0

    async def start(self, port: int = 0) -> int:
        """Listens; returns the port."""
        self._address = MachineNetwork().bind("127.0.0.1", port, backlog=BACKLOG)
        self.port = self._address.port
        await self._address.serve(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._serve), backlog=BACKLOG
        )
        return self.port

    async def close(self) -> None:
        """Ends every connection and stops listening."""
        if self._address is None:
            return
        self._is_refusing = True
        self._address.close()
        self._reset(everybody)
        self._wake()
        for link in list(self._links):
            await link.is_over.wait()

    # ---- faults ---------------------------------------------------------------------------------------------------

    def hold(self, who: Who = everybody, *, to_broker: bool = True, to_client: bool = True) -> Hold:
        """From now on bytes wait, also those of connections that are made later; returns what `release` takes."""
        hold = Hold(who, to_broker, to_client)
        self._holds.append(hold)
        return hold

    def release(self, hold: Hold) -> None:
        """Lets what was held pass."""
        self._holds.remove(hold)
        self._wake()

    def reset(self, who: Who = everybody) -> int:
        """Ends connections with a reset; returns how many."""
        return self._reset(who)

    def refuse(self) -> None:
        """Ends every connection, and every new one at once, until `heal`."""
        self._is_refusing = True
        self._reset(everybody)

    def delay(self, low_ms: float, high_ms: float) -> None:
        """Lets every chunk wait, in both directions, for a time between these."""
        self._delay_s = low_ms / 1000, high_ms / 1000

    def heal(self) -> None:
        """No faults any more; what was held passes."""
        self._holds.clear()
        self._is_refusing = False
        self._delay_s = (0.0, 0.0)
        self._wake()

    @property
    def clients(self) -> list[str]:
        """Client ids of the connections that there are."""
        return sorted(link.client_id for link in self._links)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _reset(self, who: Who) -> int:
        links = [link for link in self._links if who(link.client_id)]
        for link in links:
            link.abort()
        return len(links)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_refusing:
            writer.transport.abort()
            return
        link = _Link(UNKNOWN, [writer])
        self._links.add(link)
        try:
            async with asyncio.timeout(CONNECT_SECONDS_MAX):
                broker_reader, broker_writer = await asyncio.open_connection(*self.target)
            link.writers.append(broker_writer)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pump(link, reader, broker_writer, to_broker=True))
                group.create_task(self._pump(link, broker_reader, writer, to_broker=False))
        except* (OSError, TimeoutError):
            pass  # either end is gone; so is the other, below
        finally:
            self._links.discard(link)
            link.abort()
            link.is_over.set()

    async def _pump(
        self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, to_broker: bool
    ) -> None:
        while data := await reader.read(CHUNK_BYTES):
            if to_broker and link.client_id == UNKNOWN:
                link.client_id = _client_id(link.first_bytes, data)
            await self._wait_until_free(link, to_broker=to_broker)
            if self._delay_s[1]:
                await asyncio.sleep(self._rng.uniform(*self._delay_s))
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError("this end is closed")

    async def _wait_until_free(self, link: _Link, *, to_broker: bool) -> None:
        while any(
            (hold.to_broker if to_broker else hold.to_client) and hold.who(link.client_id) for hold in self._holds
        ):
            await self._changed.wait()


def _client_id(first_bytes: bytearray, data: bytes) -> str:
    """The client id of the first request, from as much of it as has come."""
    first_bytes += data[: 1024 - len(first_bytes)]
    if len(first_bytes) < _CLIENT_ID_AT:
        return UNKNOWN
    (length,) = struct.unpack_from(">h", first_bytes, _CLIENT_ID_LENGTH_AT)
    if length <= 0 or len(first_bytes) < _CLIENT_ID_AT + length:
        return UNKNOWN
    return first_bytes[_CLIENT_ID_AT : _CLIENT_ID_AT + length].decode(errors="replace")


@asynccontextmanager
async def proxied(host: str, port: int, *, seed: int) -> AsyncIterator[FaultProxy]:
    """A proxy for as long as the block runs."""
    proxy = FaultProxy(host, port, rng=random.Random(seed))
    await proxy.start()
    try:
        yield proxy
    finally:
        with contextlib.suppress(OSError):
            await proxy.close()
