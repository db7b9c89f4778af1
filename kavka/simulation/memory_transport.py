"""The two ends of a connection in memory: what asyncio's transports of sockets are, without sockets.

    end A  write ─▶ _unsent ─▶ (a turn of the loop) ─▶ end B's _arrived ─▶ protocol B: data_received, or its buffer
                      │                                     └ bounded: WINDOW_BYTES, as a socket's buffer
                      └ above the high-water mark: protocol A pauses writing

Bytes keep their order, and are cut differently from how they were written, as TCP's are. `close` lets go what was
written, then the peer sees the end; `abort` drops it; an end that lingers for no time (SO_LINGER) resets the peer. What
a protocol is told, it is told by the loop, never from within its own call.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from typing import Any, Final, cast

WINDOW_BYTES: Final = 256 * 1024
"""What the peer's side takes in before the peer reads it."""

HIGH_WATER_BYTES: Final = 64 * 1024
"""asyncio's own limit of what waits to be written."""

Address = tuple[str, int]


class MemorySocket:
    """What code sees of the socket behind a transport."""

    __slots__ = ("resets",)

    def __init__(self) -> None:
        self.resets = False

    def fileno(self) -> int:
        """Returns −1: it takes no descriptor."""
        return -1

    def setsockopt(self, _level: int, option: int, _value: Any) -> None:
        """Notes that the end will be a reset; all other options have no meaning here."""
        if option == socket.SO_LINGER:
            self.resets = True


class MemoryTransport(asyncio.Transport):
    """One end.

    Args:
        loop: tells the protocol.
        own: its address.
        peer: the other end's.
    """

    _start_tls_compatible = True
    """asyncio's `start_tls` asks for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, own: Address, peer: Address) -> None:
        self._socket = MemorySocket()
        super().__init__({"sockname": own, "peername": peer, "socket": self._socket})
        self._loop = loop
        self._protocol: asyncio.BaseProtocol | None = None
        self._peer: MemoryTransport | None = None
        self._unsent = bytearray()
        self._arrived = bytearray()
        self._high, self._low = HIGH_WATER_BYTES, HIGH_WATER_BYTES // 4
        self._is_write_paused = False
        self._is_read_paused = False
        self._is_closing = False
        self._is_lost = False
        self._has_said_eof = False
        self._peer_has_ended = False
        self._is_eof_seen = False
        self._is_sending = False
        self._is_delivering = False

    def join(self, peer: MemoryTransport) -> None:
        """Joins both ends; once."""
        assert self._peer is None
        self._peer, peer._peer = peer, self

    def begin(self, protocol: asyncio.BaseProtocol) -> None:
        """Gives the end its protocol, which hears at once that it is connected."""
        assert self._protocol is None
        self._protocol = protocol
        protocol.connection_made(self)
        self._deliver_soon()

    # ---- asyncio's transport --------------------------------------------------------------------------------------

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Sets another protocol, which is not told that it is connected."""
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Returns the protocol."""
        assert self._protocol is not None
        return self._protocol

    def is_closing(self) -> bool:
        """Tells whether it closes or is closed."""
        return self._is_closing

    def is_reading(self) -> bool:
        """Tells whether it reads."""
        return not self._is_read_paused and not self._is_closing

    def pause_reading(self) -> None:
        """Stops reading; what comes waits, first here, then at the peer."""
        self._is_read_paused = True

    def resume_reading(self) -> None:
        """Reads on."""
        self._is_read_paused = False
        self._deliver_soon()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Sets the water marks of what waits to be written."""
        if high is None:
            high = HIGH_WATER_BYTES if low is None else 4 * low
        self._high, self._low = high, high // 4 if low is None else low
        self._weigh()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """Returns the water marks, the low one first."""
        return self._low, self._high

    def get_write_buffer_size(self) -> int:
        """Returns how many bytes the peer's side has not taken."""
        return len(self._unsent)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Writes bytes, in order; after the end they are dropped."""
        if self._is_lost or self._has_said_eof:
            return
        self._unsent += data
        self._send_soon()
        self._weigh()

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Writes several buffers as one."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        """Returns that it can."""
        return True

    def write_eof(self) -> None:
        """Tells the peer that nothing more comes, and reads on."""
        self._has_said_eof = True
        self._send_soon()

    def close(self) -> None:
        """Stops reading, writes what waits, and ends."""
        if self._is_closing:
            return
        self._is_closing = True
        self._send_soon()

    def abort(self) -> None:
        """Ends at once; what waits is dropped."""
        self._lose(None)

    # ---- between the ends -----------------------------------------------------------------------------------------

    def _send_soon(self) -> None:
        if not self._is_sending:
            self._is_sending = True
            self._loop.call_soon(self._send)

    def _send(self) -> None:
        """Moves what fits to the peer's side; with the last of it goes the end."""
        self._is_sending = False
        peer = self._peer
        assert peer is not None
        if self._is_lost:
            return
        if peer._is_lost and self._unsent:
            self._lose(ConnectionResetError("the peer has closed the connection"))
            return
        size = min(len(self._unsent), WINDOW_BYTES - len(peer._arrived))
        if size > 0:
            peer._arrived += self._unsent[:size]
            del self._unsent[:size]
            peer._deliver_soon()
            self._weigh()
        if not self._unsent:
            if self._is_closing:
                self._lose(None)
            elif self._has_said_eof:
                peer._end()

    def _weigh(self) -> None:
        """Tells the protocol to pause or to go on writing, as the water marks have it."""
        protocol = cast(asyncio.Protocol, self._protocol)
        if len(self._unsent) > self._high and not self._is_write_paused:
            self._is_write_paused = True
            protocol.pause_writing()
        elif len(self._unsent) <= self._low and self._is_write_paused:
            self._is_write_paused = False
            protocol.resume_writing()

    def _end(self) -> None:
        """The peer writes no more."""
        if not self._peer_has_ended:
            self._peer_has_ended = True
            self._deliver_soon()

    # ---- to the protocol ------------------------------------------------------------------------------------------

    def _deliver_soon(self) -> None:
        if not self._is_delivering and self._protocol is not None:
            self._is_delivering = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._is_delivering = False
        if self._is_read_paused or self._is_closing:
            return
        if self._arrived:
            self._hand_over()
            if self._peer is not None and self._peer._unsent:
                self._peer._send_soon()
            self._deliver_soon()
        elif self._peer_has_ended and not self._is_eof_seen:
            self._is_eof_seen = True
            if not cast(asyncio.Protocol, self._protocol).eof_received():
                self.close()

    def _hand_over(self) -> None:
        """Hands the protocol what has arrived, or as much as its buffer takes."""
        protocol = self._protocol
        if isinstance(protocol, asyncio.BufferedProtocol):
            buffer = cast(bytearray, protocol.get_buffer(len(self._arrived)))
            size = min(len(buffer), len(self._arrived))
            memoryview(buffer)[:size] = self._arrived[:size]
            del self._arrived[:size]
            protocol.buffer_updated(size)
        else:
            data = bytes(self._arrived)
            self._arrived.clear()
            cast(asyncio.Protocol, protocol).data_received(data)

    def _lose(self, error: Exception | None) -> None:
        """Ends this end; the peer sees the end of what was sent, or a reset."""
        if self._is_lost:
            return
        self._is_lost = self._is_closing = True
        self._unsent.clear()
        peer = self._peer
        assert peer is not None
        if self._socket.resets or error is not None:
            self._loop.call_soon(peer._reset)
        else:
            self._loop.call_soon(peer._end)
        if self._protocol is not None:
            self._loop.call_soon(self._protocol.connection_lost, error)

    def _reset(self) -> None:
        if not self._is_lost:
            self._arrived.clear()
            self._lose(ConnectionResetError("the connection was reset by the peer"))
