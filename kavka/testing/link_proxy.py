"""A TCP proxy before one broker that cuts off others, as a network does that is partitioned.

    broker 1 ──▶ LinkProxy of broker 0 ──▶ broker 0's own port        cut_off({1}): bytes wait, both ways
             ◀──                       ◀──                            heal(): what waited passes

The peer is known by the client id of its first request: brokers and controllers call themselves `broker-N-…` and
`controller-N`. Bytes of a cut link are not lost, as TCP loses none: they wait, and the peer notices silence. Each end
holds back at most what one read gave it; then it reads no more, and the sender's own buffers fill.

The proxy stands before the listener of the brokers; clients do not come this way.
"""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Collection
from typing import Final, cast

from kavka.common.machine_network import MachineNetwork
from kavka.common.network import BoundAddress

CONNECT_TIMEOUT_MS: Final = 5_000
BACKLOG: Final = 128
HEAD_BYTES_MAX: Final = 1_024
"""Of the first request, to find the client id in."""

_CLIENT_ID_LENGTH_AT: Final = 12  # behind frame length, API key, version, correlation id
_CLIENT_ID_AT: Final = 14
_BROKER: Final = re.compile(r"(?:broker|controller)-(\d+)(?:-|$)")


class LinkProxy:
    """One proxy, before one broker.

    Args:
        host: where it listens, and where the broker does.
        target_port: the broker's.

    Attributes:
        port: its own, after `start`.
    """

    def __init__(self, host: str, target_port: int) -> None:
        self.port = 0
        self._host = host
        self._target_port = target_port
        self._cut_off: frozenset[int] = frozenset()
        self._links: set[_Link] = set()
        self._address: BoundAddress | None = None
        self._group: asyncio.TaskGroup | None = None

    async def start(self, group: asyncio.TaskGroup) -> None:
        """Listens for connections; those to the broker are made in the owner's group."""
        self._group = group
        self._address = MachineNetwork().bind(self._host, 0, backlog=BACKLOG)
        self.port = self._address.port
        await self._address.serve(self._accept, backlog=BACKLOG)

    def close(self) -> None:
        """Stops listening, ends every link."""
        if self._address is not None:
            self._address.close()
        for link in list(self._links):
            link.abort()

    def cut_off(self, brokers: Collection[int]) -> None:
        """Stops all bytes between its broker and these, in both directions, until `heal`."""
        self._cut_off |= frozenset(brokers)

    def heal(self) -> None:
        """Lets all bytes pass again."""
        self._cut_off = frozenset()
        for link in list(self._links):
            link.release()

    def holds(self, link: _Link) -> bool:
        """Tells whether a link's bytes wait: it is cut, or its broker is not known yet."""
        return not link.is_known or link.broker_id in self._cut_off

    def forget(self, link: _Link) -> None:
        """Removes a link that has ended."""
        self._links.discard(link)

    def _accept(self) -> asyncio.Protocol:
        link = _Link(self)
        self._links.add(link)
        return link.near

    def dial(self, link: _Link) -> None:
        """Connects a new link to the broker."""
        assert self._group is not None
        self._group.create_task(self._dial(link), name="link")

    async def _dial(self, link: _Link) -> None:
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_MS / 1000):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: link.far, self._host, self._target_port)
        except (OSError, TimeoutError):
            link.abort()


class _Link:
    """One connection through the proxy: an end towards the peer, and one towards the broker."""

    def __init__(self, proxy: LinkProxy) -> None:
        self.proxy = proxy
        self.broker_id: int | None = None
        """The peer, if it is a broker; None: not known yet, or a client."""
        self.is_aborted = False
        self.near = _End(self, is_near=True)
        self.far = _End(self, is_near=False)
        self.near.other, self.far.other = self.far, self.near
        self._head: bytearray | None = bytearray()

    @property
    def is_known(self) -> bool:
        """Tells whether the first request has identified the peer."""
        return self._head is None

    def look_at(self, data: bytes) -> None:
        """Identifies the peer by the first request."""
        if self._head is None:
            return
        self._head += data[: HEAD_BYTES_MAX - len(self._head)]
        if len(self._head) < _CLIENT_ID_AT:
            return
        (length,) = struct.unpack_from(">h", self._head, _CLIENT_ID_LENGTH_AT)
        name = self._head[_CLIENT_ID_AT : _CLIENT_ID_AT + max(length, 0)]
        if len(name) < length and len(self._head) < HEAD_BYTES_MAX:
            return
        found = _BROKER.match(name.decode(errors="replace"))
        self.broker_id = int(found[1]) if found else None
        self._head = None

    def release(self) -> None:
        """Passes on the bytes that waited."""
        self.near.flush()
        self.far.flush()

    def abort(self) -> None:
        """Ends both connections, also one that is not there yet."""
        self.is_aborted = True
        self.proxy.forget(self)
        for end in (self.near, self.far):
            if end.transport is not None:
                end.transport.abort()


class _End(asyncio.Protocol):
    """One of the two connections of a link; what it reads goes to the other."""

    other: _End

    def __init__(self, link: _Link, *, is_near: bool) -> None:
        self.transport: asyncio.Transport | None = None
        self._link = link
        self._is_near = is_near
        self._waiting = bytearray()
        self.is_ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        if self._link.is_aborted:  # the peer left, or the proxy closed, while this was made
            self.transport.abort()
        elif self._is_near:
            self._link.proxy.dial(self._link)
        else:
            self.other.flush()

    def data_received(self, data: bytes) -> None:
        if self._is_near:
            self._link.look_at(data)
        self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Passes on what may pass; what may not, waits, and no more is read."""
        if self.transport is None:
            return
        target = self.other.transport
        if target is None or self._link.proxy.holds(self._link):
            if self._waiting and self._link.is_known:
                self.transport.pause_reading()
            return
        if self._waiting:
            target.write(bytes(self._waiting))
            self._waiting.clear()
        if self.is_ended:
            target.close()
        else:
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """Stops reading from the other side, as this side reads slowly."""
        if self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        self.other.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_ended = True
        other = self.other.transport
        if other is None or exc is not None:
            self._link.abort()
        elif not self._waiting:
            other.close()
        if self.other.is_ended:
            self._link.proxy.forget(self._link)
