"""The two ends of a connection in memory: what asyncio's transports of sockets are, without sockets.

    end A  write ─▶ (the way, `links`) ─▶ end B's _arrived ─▶ protocol B: data_received, or its buffer
             │        └─────────── bounded together: WINDOW_BYTES, as a socket's buffer
             └ full or cut ─▶ _unsent ─ above the high-water mark: protocol A pauses writing

Bytes keep their order, and are cut differently from how they were written, as TCP's are. `close` lets go what was
written, then the peer sees the end; `abort` drops it; an end that lingers for no time (SO_LINGER) resets the peer. What
a protocol is told, it is told by the loop, never from within its own call, and in the context of its own host.

While the way is cut, what was written waits, ends and resets too; after `RETRANSMISSION_MS_MAX` the side that waits
gives up. A process that is killed sends the end, as its kernel does; a machine without power sends nothing, and resets
who goes on writing to it once it is up again.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterable
from contextvars import Context
from functools import partial
from typing import Any, Final, cast

from kavka.simulation.hosts import KERNEL
from kavka.simulation.links import RETRANSMISSION_MS_MAX, Ways

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
        ways: bring bytes to the other end.
        own: its address.
        peer: the other end's.
        context: of the host that it belongs to.
        forget: is called once, when the end is over.
    """

    _start_tls_compatible = True
    """asyncio's `start_tls` asks for it."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ways: Ways,
        *,
        own: Address,
        peer: Address,
        context: Context,
        forget: Callable[[MemoryTransport], None],
    ) -> None:
        self._socket = MemorySocket()
        super().__init__({"sockname": own, "peername": peer, "socket": self._socket})
        self._loop = loop
        self._ways = ways
        self._context = context
        self._forget = forget
        self._here, self._there = own[0], peer[0]
        self._under_way = 0
        self._arrival_us = 0
        self._blocked: asyncio.TimerHandle | None = None
        self._awaits_heal = False
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
        if self._unsent or not self._goes_out(len(data)):
            self._unsent += data
            self._send_soon()
            self._weigh()
        elif data:
            self._send_now(bytes(data))

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

    def reset(self) -> None:
        """Resets both ends, as something on the way does that has forgotten the connection."""
        self._reset()

    def die(self, *, silently: bool) -> None:
        """Ends with its process: the protocol hears nothing, and the peer, unless `silently`, what the kernel sends."""
        if self._is_lost:
            return
        has_unread = bool(self._arrived)
        self._finish()
        assert self._peer is not None
        if not silently:
            self._signal(self._peer._reset if has_unread else self._peer._end)

    # ---- between the ends -----------------------------------------------------------------------------------------

    def _send_soon(self) -> None:
        if not self._is_sending:
            self._is_sending = True
            self._loop.call_soon(self._send, context=self._context)

    def _send(self) -> None:
        """Sends what the peer's side has room for; with the last of it goes the end."""
        self._is_sending = False
        peer = self._peer
        assert peer is not None
        if self._is_lost or (self._unsent and self._waits_for_heal()):
            return
        size = min(len(self._unsent), WINDOW_BYTES - len(peer._arrived) - self._under_way)
        if size > 0:
            data = bytes(self._unsent[:size])
            del self._unsent[:size]
            self._send_now(data)
            self._weigh()
        if not self._unsent:
            if self._is_closing:
                self._lose(None)
            elif self._has_said_eof:
                self._signal(peer._end)

    def _goes_out(self, size: int) -> bool:
        """Tells whether so many bytes go over at once, as a socket's send buffer takes them."""
        peer = self._peer
        assert peer is not None
        has_room = size <= WINDOW_BYTES - len(peer._arrived) - self._under_way
        return has_room and not self._ways.is_cut(self._here, self._there)

    def _send_now(self, data: bytes) -> None:
        assert self._peer is not None
        self._under_way += len(data)
        self._carry(data, partial(self._peer._take, data))

    def _carry(self, data: bytes, deliver: Callable[[], None]) -> None:
        assert self._peer is not None
        self._arrival_us = self._ways.carry(
            self._here,
            self._there,
            data,
            not_before_us=self._arrival_us,
            context=KERNEL,
            deliver=deliver,
        )

    def _signal(self, deliver: Callable[[], None]) -> None:
        """Sends an end or a reset, behind the bytes that are under way; when the way is cut, once it is healed."""
        if self._ways.is_cut(self._here, self._there):
            self._ways.on_heal(self._here, self._there, partial(self._signal, deliver))
        else:
            self._carry(b"", deliver)

    def _waits_for_heal(self) -> bool:
        """Tells whether the way is cut; then what waits is sent after the heal, or given up."""
        if not self._ways.is_cut(self._here, self._there):
            if self._blocked is not None:
                self._blocked.cancel()
                self._blocked = None
            return False
        if self._blocked is None:
            self._blocked = self._loop.call_later(RETRANSMISSION_MS_MAX / 1_000, self._give_up, context=KERNEL)
        if not self._awaits_heal:
            self._awaits_heal = True
            self._ways.on_heal(self._here, self._there, self._healed)
        return True

    def _healed(self) -> None:
        """Sends in the host's next turn; when the way is cut again by then, the next heal is waited for."""
        self._awaits_heal = False
        self._send_soon()

    def _give_up(self) -> None:
        self._blocked = None
        self._lose(TimeoutError(errno.ETIMEDOUT, "the peer acknowledges nothing"))

    def _take(self, data: bytes) -> None:
        """Takes in what has arrived; an end that is over answers it with a reset."""
        peer = self._peer
        assert peer is not None
        peer._under_way -= len(data)
        if self._is_lost:
            self._signal(peer._reset)
        else:
            self._arrived += data
            self._deliver_soon()

    def _weigh(self) -> None:
        """Tells the protocol to pause or to go on writing, as the water marks have it."""
        protocol: Any = self._protocol
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
            self._loop.call_soon(self._deliver, context=self._context)

    def _deliver(self) -> None:
        self._is_delivering = False
        if self._is_read_paused or self._is_closing:
            return
        if self._arrived:
            self._hand_over()
            if self._peer is not None and self._peer._unsent:
                self._peer._send_soon()
            if self._arrived or self._peer_has_ended:
                self._deliver_soon()
        elif self._peer_has_ended and not self._is_eof_seen:
            self._is_eof_seen = True
            if not cast(asyncio.Protocol, self._protocol).eof_received():
                self.close()

    def _hand_over(self) -> None:
        """Hands the protocol what has arrived, or as much as its buffer takes."""
        protocol: Any = self._protocol
        if isinstance(protocol, asyncio.BufferedProtocol):
            buffer: Any = protocol.get_buffer(len(self._arrived))
            size = min(len(buffer), len(self._arrived))
            memoryview(buffer)[:size] = self._arrived[:size]
            del self._arrived[:size]
            protocol.buffer_updated(size)
        else:
            data = bytes(self._arrived)
            self._arrived.clear()
            protocol.data_received(data)

    def _lose(self, error: Exception | None) -> None:
        """Ends this end; the peer sees the end of what was sent, or a reset."""
        if self._is_lost:
            return
        self._finish()
        peer = self._peer
        assert peer is not None
        self._signal(peer._reset if self._socket.resets or error is not None else peer._end)
        if self._protocol is not None:
            self._loop.call_soon(self._protocol.connection_lost, error, context=self._context)

    def _finish(self) -> None:
        self._is_lost = self._is_closing = True
        self._unsent.clear()
        self._arrived.clear()
        if self._blocked is not None:
            self._blocked.cancel()
            self._blocked = None
        self._forget(self)

    def _reset(self) -> None:
        if not self._is_lost:
            self._lose(ConnectionResetError(errno.ECONNRESET, "the connection was reset by the peer"))
