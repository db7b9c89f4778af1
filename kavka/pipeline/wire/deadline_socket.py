"""A socket whose every call ends in time, and which reads long frames as one piece.

    read_some(4 KiB)   ─▶ one call: what is there                      short responses, length and frame together
    read_exactly(n)    ─┬─ short, or TLS ─▶ into one buffer, as it comes
                        └─ long ──────────▶ one call that comes back when all is there, copied nowhere

How much time is left it asks before each call: the deadlines are `wire.connection_core`'s.
"""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.wire.failures import lost
from kavka.wire.metadata import BrokerAddress

if TYPE_CHECKING:
    from kavka.wire.security import ConnectionSecurity

WHOLE_BYTES_MIN = 64 * 1024
"""Frames from this size on are asked of the system as one piece."""

_TIMEVAL = struct.Struct("@ll")


class DeadlineSocket:
    """A connected socket with deadlines.

    Args:
        sock: Connected, with TLS or without.
        address: Of the other side.
        left_ms: Returns how long the next call may take; raises TimeoutError when no time is left.

    Every call raises OSError for what broke, TimeoutError being one.
    """

    def __init__(self, sock: socket.socket, address: BrokerAddress, *, left_ms: Callable[[], int]) -> None:
        self._sock = sock
        self._address = address
        self._left_ms = left_ms
        self._timeout_ms = 0  # what the socket was told last; 0: nothing

    def close(self) -> None:
        """Closes."""
        self._sock.close()

    def send(self, data: bytes) -> None:
        """Writes all of it."""
        self._set_timeout()
        self._sock.sendall(data)

    def read_some(self, size: int) -> bytes:
        """Returns what is there of so many bytes, at least one."""
        self._set_timeout()
        data = self._sock.recv(size)
        if not data:
            raise lost(None, self._address.host, self._address.port)
        return data

    def read_exactly(self, size: int) -> bytes | bytearray:
        """Returns so many bytes."""
        if size < WHOLE_BYTES_MIN or isinstance(self._sock, ssl.SSLSocket):
            return self._into_buffer(size)
        return self._read_whole(size)

    def _into_buffer(self, size: int) -> bytearray:
        buffer = bytearray(size)
        with memoryview(buffer) as view:
            done = 0
            while done < size:
                self._set_timeout()
                count = self._sock.recv_into(view[done:])
                if not count:
                    raise lost(None, self._address.host, self._address.port)
                done += count
        return buffer

    def _read_whole(self, size: int) -> bytes:
        """A long frame, by one call that comes back when all of it is there: `recv` with a timeout of Python's comes
        back for every few packets, and wants the interpreter's lock each time."""
        parts: list[bytes] = []
        left = size
        while left:
            seconds = self._left_ms() / 1000
            self._timeout_ms = 0
            self._sock.settimeout(None)
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(seconds))
            try:
                part = self._sock.recv(left, socket.MSG_WAITALL)
            except BlockingIOError:
                raise TimeoutError from None
            if not part:
                raise lost(None, self._address.host, self._address.port)
            left -= len(part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _set_timeout(self) -> None:
        left_ms = self._left_ms()
        if left_ms != self._timeout_ms:  # each time is a call of the system
            self._timeout_ms = left_ms
            self._sock.settimeout(left_ms / 1000)


def dial(address: BrokerAddress, timeout_s: float, security: ConnectionSecurity | None) -> socket.socket:
    """Returns a socket after the TCP handshake, and TLS's if there is to be one.

    Raises:
        OSError: nothing listens there, or there was no connection in time; ssl.SSLError is one.
    """
    sock = socket.create_connection((address.host, address.port), timeout_s)
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if security is None or security.ssl_context is None:
            return sock
        name = security.server_hostname or address.host
        return security.ssl_context.wrap_socket(sock, server_hostname=name)
    except BaseException:
        sock.close()
        raise


def _timeval(seconds: float) -> bytes:
    """C's `struct timeval`."""
    return _TIMEVAL.pack(int(seconds), int(seconds % 1 * 1_000_000))
