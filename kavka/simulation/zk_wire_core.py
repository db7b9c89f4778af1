"""One connection of a ZooKeeper client without I/O: which bytes go out, and what those that come in mean.

    hello ──▶ frame                            receive ◀── frame ─▶ SessionGranted        the first one, once
    request ▶ frame, and who asked: ▢ ▢ ▢      receive ◀── frame ─▶ WireReply to the first ▢, or WatchFired between
    ping, auth ▶ frame                                              nothing

A server replies in the order of the requests, so whoever asked first is replied to first; anything else is refused, and
ends the connection. Not here: sockets and pings in time (`zk_wire_connection`), sessions (`zk_wire_client`), what the
requests hold (`zk_wire_requests`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kavka.zk.acls import ZkLogin
from kavka.zk.errors import AuthFailed, MarshallingError
from kavka.zk.former_session import SessionKey
from kavka.zk.jute import (
    AUTH_XID,
    EVENT_CODES,
    INT,
    LONG,
    PING_XID,
    REPLY_HEADER,
    REQUEST_HEADER,
    WATCH_XID,
    OpCode,
    Reader,
    pack_buffer,
    pack_string,
)
from kavka.zk.ops import EventType

FRAME_BYTES_MAX: Final = 64 * 1024 * 1024
"""No reply is larger: a list of a million children is some 30 MB."""

XID_MAX: Final = 2**31 - 1

_EVENTS: Final = {code: event for event, code in EVENT_CODES.items()}

OnReply: TypeAlias = Callable[[int, bytes], None]
"""(error code, body): 0 is none."""


@dataclass(frozen=True, slots=True)
class SessionGranted:
    """The server's reply to `hello`.

    Attributes:
        key: of the session; its id is 0 where the one that was asked for is over.
        timeout_ms: what the server will wait.
    """

    key: SessionKey
    timeout_ms: int


@dataclass(frozen=True, slots=True)
class WireReply:
    """The reply to one request."""

    on_reply: OnReply
    error: int
    body: bytes


@dataclass(frozen=True, slots=True)
class WatchFired:
    """An event of a watch."""

    event: EventType
    path: str


Happening: TypeAlias = SessionGranted | WireReply | WatchFired


class ZkWireCore:
    """The state of one connection; see the module.

    Attributes:
        last_zxid: the last transaction that the server has told of; 0 where it has told of none.
    """

    __slots__ = ("_in", "_is_greeted", "_pending", "_xid", "last_zxid")

    def __init__(self) -> None:
        self._in = bytearray()
        self._is_greeted = False
        self._xid = 0
        # Bounded by who asks: see `zk_wire_client.IN_FLIGHT_MAX`.
        self._pending: deque[tuple[int, OnReply]] = deque()
        self.last_zxid = 0

    # ---- out ------------------------------------------------------------------------------------------------------

    def hello(self, key: SessionKey, *, timeout_ms: int, last_zxid: int) -> bytes:
        """Encodes ConnectRequest: asks for a session; one with the id 0 is new."""
        self.last_zxid = last_zxid
        body = INT.pack(0) + LONG.pack(last_zxid) + INT.pack(timeout_ms) + LONG.pack(key.session_id)
        return _framed(body + pack_buffer(key.password) + b"\0")

    def request(self, opcode: int, body: bytes, on_reply: OnReply) -> bytes:
        """Encodes a request, whose reply `receive` will find."""
        self._xid = self._xid + 1 if self._xid < XID_MAX else 1
        self._pending.append((self._xid, on_reply))
        return _framed(REQUEST_HEADER.pack(self._xid, opcode) + body)

    def ping(self) -> bytes:
        """Encodes a ping."""
        return _framed(REQUEST_HEADER.pack(PING_XID, OpCode.PING))

    def auth(self, login: ZkLogin) -> bytes:
        """Encodes a login."""
        body = INT.pack(0) + pack_string(login.scheme) + pack_buffer(login.credentials.encode())
        return _framed(REQUEST_HEADER.pack(AUTH_XID, OpCode.AUTH) + body)

    # ---- in -------------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> list[Happening]:
        """Takes bytes; returns what they tell, in order.

        Raises:
            MarshallingError: they are no reply of a ZooKeeper to what was asked; the connection is to be ended.
            AuthFailed: the login was refused; likewise.
        """
        self._in += data
        happenings = []
        pos, available = 0, len(self._in)
        with memoryview(self._in) as view:
            while available - pos >= INT.size:
                (length,) = INT.unpack_from(view, pos)
                if not 0 <= length <= FRAME_BYTES_MAX:
                    raise MarshallingError(f"a reply of {length} bytes; {FRAME_BYTES_MAX} are allowed")
                begin = pos + INT.size
                if available - begin < length:
                    break
                pos = begin + length
                happening = self._meaning(bytes(view[begin:pos]))
                if happening is not None:
                    happenings.append(happening)
        del self._in[:pos]
        return happenings

    def _meaning(self, frame: bytes) -> Happening | None:
        if not self._is_greeted:
            self._is_greeted = True
            return _granted(Reader(frame))
        if len(frame) < REPLY_HEADER.size:
            raise MarshallingError(f"a reply of {len(frame)} bytes, shorter than its header")
        xid, zxid, error = REPLY_HEADER.unpack_from(frame)
        if xid == WATCH_XID:
            return _fired(Reader(frame, REPLY_HEADER.size))
        if xid == PING_XID:
            return None
        if xid == AUTH_XID:
            if error:
                raise AuthFailed("ZooKeeper refused the login")
            return None
        if not self._pending or self._pending[0][0] != xid:
            raise MarshallingError(f"a reply to request {xid}, which is not the next")
        if zxid > 0:
            self.last_zxid = zxid
        return WireReply(self._pending.popleft()[1], error, frame[REPLY_HEADER.size :])


def _framed(payload: bytes) -> bytes:
    return INT.pack(len(payload)) + payload


def _granted(reader: Reader) -> SessionGranted:
    reader.number()  # the protocol's version: there is one
    timeout_ms, session_id, password = reader.number(), reader.long_number(), reader.buffer() or b""
    if timeout_ms <= 0:
        session_id = 0
    return SessionGranted(SessionKey(session_id, password), timeout_ms)


def _fired(reader: Reader) -> WatchFired | None:
    code, _, path = reader.number(), reader.number(), reader.string()
    event = _EVENTS.get(code)
    return None if event is None else WatchFired(event, path)
