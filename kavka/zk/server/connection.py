"""One client's TCP connection to the embedded server: frames, the handshake, replies in order.

    bytes ─► four-letter word? ─► text, close
        └──► frame ─► first one: ConnectRequest ─► session opened or taken up again, or "expired"
                 └──► later ones: header ─► ping, auth, close session here; the rest by `requests.HANDLERS`
                                                │
                                    reply ─► `_out` ─► the server's commit gate ─► socket

Nothing is written to the socket before the server's commit gate says so: what a reply reports is in the log by then.
Watch events go through the same list, so they keep their place between the replies.

A client that does not read its replies is not read from: past `OUTPUT_BYTES_HELD` nothing more of what it asks is
served until they are gone. What comes unasked all the same (events of watches that stay) ends the connection past
`OUTPUT_BYTES_MAX`; the client comes back with its session.

A frame that cannot be read closes this connection, with one log line that says from whom and why. A request whose
header is whole and whose body is not gets a MarshallingError, as ZooKeeper does it: the next frame is not in
doubt.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from struct import Struct
from typing import TYPE_CHECKING, Final, Protocol, cast

from kavka.timer.moments import MonotonicMs
from kavka.zk.acls import digest_id
from kavka.zk.errors import (
    AuthFailed,
    ConnectionLoss,
    MarshallingError,
    SessionExpired,
    SessionMoved,
    Unimplemented,
    ZkError,
)
from kavka.zk.jute import (
    EVENT_CODES,
    INT,
    REPLY_HEADER,
    REQUEST_HEADER,
    WATCH_EVENT,
    WATCH_XID,
    OpCode,
    Reader,
    pack_buffer,
    pack_string,
)
from kavka.zk.ops import MAX_DATA_BYTES, OPEN_ACL, STAT, EventType, Op, OpResult, SetAclOp
from kavka.zk.rules import SUPER, Identity
from kavka.zk.server import four_letter
from kavka.zk.server.four_letter import ConnectionView, Latency
from kavka.zk.server.requests import HANDLERS
from kavka.zk.tree import DataTree

if TYPE_CHECKING:
    from kavka.timer.clock import Clock
    from kavka.zk.node import Session
    from kavka.zk.server.four_letter import ServerView

log = logging.getLogger(__name__)

OUTPUT_BYTES_HELD = 1024 * 1024
OUTPUT_BYTES_MAX = 16 * 1024 * 1024
WATCHES_MAX = 500_000
"""Of one connection. A controller has one a topic; this is some hundred MB, and the sign of a client that runs away."""

IDENTITIES_MAX = 64
"""How often a connection may prove who it is."""

PASSWORD_BYTES = 16
SYNC_CONNECTED = 3
"""The connection state that watch events carry."""

GET_DATA: Final = int(OpCode.GET_DATA)
PATH_BEGIN: Final = REQUEST_HEADER.size + INT.size
"""Where the path of a request begins whose body begins with it."""

DATA_REPLY: Final = Struct(">iiqii")
"""Of the answer to getData what stands before the data: the frame's length, the header, the data's length."""

DATA_REPLY_BYTES: Final = DATA_REPLY.size - INT.size + STAT.size
"""The length of a frame without data."""

OPERATIONS = {
    OpCode.CREATE: "CREA", OpCode.CREATE2: "CREA", OpCode.CREATE_CONTAINER: "CREA", OpCode.CREATE_TTL: "CREA",
    OpCode.DELETE: "DELE", OpCode.EXISTS: "EXIS", OpCode.GET_DATA: "GETD", OpCode.SET_DATA: "SETD",
    OpCode.GET_ACL: "GETA", OpCode.SET_ACL: "SETA", OpCode.GET_CHILDREN: "GETC", OpCode.GET_CHILDREN2: "GETC",
    OpCode.SYNC: "SYNC", OpCode.PING: "PING", OpCode.CHECK: "CHEC", OpCode.MULTI: "MULT", OpCode.MULTI_READ: "MLTR",
    OpCode.SET_WATCHES: "SETW", OpCode.SET_WATCHES2: "STW2", OpCode.ADD_WATCH: "ADDW", OpCode.CHECK_WATCHES: "CHKW",
    OpCode.REMOVE_WATCHES: "REMW", OpCode.GET_EPHEMERALS: "GETE", OpCode.GET_ALL_CHILDREN_NUMBER: "GETACN",
    OpCode.WHO_AM_I: "HOMI", OpCode.RECONFIG: "RECO", OpCode.CLOSE_SESSION: "CLOS",
}  # fmt: skip
"""What `cons` calls a client's last operation."""


class ConnectionOwner(Protocol):
    """What a connection asks of its server."""

    @property
    def clock(self) -> Clock:
        """Returns the clock of the server."""

    @property
    def tree(self) -> DataTree:
        """Returns the nodes, the sessions and the watches."""

    @property
    def is_closing(self) -> bool:
        """Tells whether nothing new is begun any more."""

    def admit(self, connection: ServerConnection) -> bool:
        """Counts a new connection; False when there are too many."""

    def forget(self, connection: ServerConnection) -> None:
        """Forgets a closed connection: its watches go with it, its session stays."""

    def attach(self, connection: ServerConnection, session_id: int, *, timeout_ms: int, password: bytes) -> Session:
        """Opens a session (id 0), or attaches the connection to a former one."""

    def touch(self, connection: ServerConnection) -> bool:
        """Extends the session's expiry; False when the connection is no longer attached to it."""

    def close_session_of(self, connection: ServerConnection) -> None:
        """Closes the session at the client's request."""

    def output_ready(self, connection: ServerConnection) -> None:
        """Schedules a connection's output for writing, after the log has the transactions it reports."""

    def is_super(self, digest: str) -> bool:
        """Tells whether a digest is the superuser's."""

    def view(self) -> ServerView:
        """Returns the server's figures for the four-letter words."""


class ServerConnection(asyncio.Protocol):
    """See the module. A `Caller` for request handlers and a `Watcher` for the tree."""

    def __init__(self, server: ConnectionOwner) -> None:
        self._server = server
        self._transport: asyncio.Transport | None = None
        self._in = bytearray()
        self._out: list[bytes] = []
        # Replies and events that are not with the transport yet, those at the commit gate included.
        self._out_bytes = 0
        self._is_first = True
        self._is_ending = False
        self._is_reading = True
        self._is_write_paused = False
        self.peer = "?"
        self.session_id = 0
        self.who: list[Identity] = []
        self.received = 0
        self.sent = 0
        self.dirty_since_us = -1
        """When the oldest reply that is not written yet was made; −1 when there is none."""

        self.latency = Latency()
        self._established_ms = server.clock.now_ms()
        self._last_op = 0
        self._last_xid = self._last_zxid = 0
        self._last_answer_ms = MonotonicMs(0)

    # -- asyncio.Protocol ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admits a new client, or aborts the connection past the server's limit."""
        # Not asked with isinstance: uvloop's transports are asyncio's by behaviour only.
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        if peer:
            self.peer = f"{peer[0]}:{peer[1]}"
            self.who.append(("ip", peer[0]))
        if not self._server.admit(self):
            log.warning("refused %s: there are as many connections as are allowed", self.peer)
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Serves every frame that is complete."""
        if self._server.is_closing or self._is_ending:
            return
        self._in += data
        if not self._is_first or self._begin():
            self._serve_input()

    def connection_lost(self, exc: Exception | None) -> None:
        """Detaches the client from the server; its session goes on until its timeout."""
        self._is_ending = True
        self._server.forget(self)

    def pause_writing(self) -> None:
        """Pauses reading while the client does not read its replies."""
        self._is_write_paused = True
        self._regulate()

    def resume_writing(self) -> None:
        """Resumes serving requests when the client reads again."""
        self._is_write_paused = False
        self._serve_input()

    # -- for request handlers and the tree -----------------------------------------------------------------------

    @property
    def tree(self) -> DataTree:
        """Returns the server's data tree."""
        return self._server.tree

    def write_tree(self, ops: Sequence[Op | SetAclOp]) -> list[OpResult]:
        """Writes to the tree with this session and its identities."""
        now_ms = self._server.clock.now_ms()
        return self._server.tree.write(ops, now_ms=now_ms, session_id=self.session_id, who=self.who)

    def notify(self, event: EventType, path: str, /) -> None:
        """Queues the notification of a watch of this client."""
        header = REPLY_HEADER.pack(WATCH_XID, -1, 0)
        self._queue(header + WATCH_EVENT.pack(EVENT_CODES[event], SYNC_CONNECTED) + pack_string(path))

    # -- for the server ------------------------------------------------------------------------------------------

    def take_output(self) -> bytes:
        """Takes the output that waits; the server writes it once the log has it."""
        output = b"".join(self._out)
        self.sent += len(self._out)
        self._out.clear()
        self.dirty_since_us = -1
        return output

    def write(self, output: bytes) -> None:
        """Writes what `take_output` gave; nothing to a connection that is gone."""
        self._out_bytes -= len(output)
        self._last_answer_ms = self._server.clock.monotonic_ms()
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(output)
        waiting_bytes = self._transport.get_write_buffer_size()
        if waiting_bytes > OUTPUT_BYTES_MAX:
            self.refuse(f"it does not read, and {waiting_bytes} bytes wait for it")
        elif self._is_ending and not self._out:
            self._transport.close()
        elif not self._is_reading:
            self._serve_input()

    def view(self, *, timeout_ms: int) -> ConnectionView:
        """Returns the connection's figures for the four-letter word `cons`."""
        return ConnectionView(
            peer=self.peer,
            session_id=self.session_id,
            timeout_ms=timeout_ms,
            queued=1 if self._out_bytes else 0,
            received=self.received,
            sent=self.sent,
            established_ms=self._established_ms,
            last_op=OPERATIONS.get(OpCode(self._last_op), "NA") if self._last_op else "SESS",
            last_xid=self._last_xid,
            last_zxid=self._last_zxid,
            last_answer_ms=self._last_answer_ms,
            latency=self.latency,
        )

    def end(self) -> None:
        """Closes after what is queued has been written."""
        self._is_ending = True
        if not self._out and self._transport is not None:
            self._transport.close()

    def refuse(self, reason: str) -> None:
        """Closes at once."""
        log.warning("closing %s (session 0x%x): %s", self.peer, self.session_id, reason)
        self._is_ending = True
        if self._transport is not None:
            self._transport.abort()

    # -- inside --------------------------------------------------------------------------------------------------

    def _begin(self) -> bool:
        """Answers a four-letter word; True when frames follow."""
        if len(self._in) < 4:
            return False
        self._is_first = False
        word = bytes(self._in[:4])
        if word not in four_letter.WORDS:
            return True
        assert self._transport is not None
        self._is_ending = True
        self._transport.write(four_letter.answer(word, self._server.view()))
        self._transport.close()
        return False

    def _serve_input(self) -> None:
        pos, available = 0, len(self._in)
        with memoryview(self._in) as view:
            while not self._is_ending and not self._is_held and available - pos >= 4:
                (length,) = INT.unpack_from(view, pos)
                if not 0 <= length <= MAX_DATA_BYTES:
                    self.refuse(f"a frame of {length} bytes; {MAX_DATA_BYTES} are allowed")
                    return
                begin = pos + 4
                if available - begin < length:
                    break
                pos = begin + length
                self._frame(bytes(view[begin:pos]))
        del self._in[:pos]
        self._regulate()

    @property
    def _is_held(self) -> bool:
        """Tells whether the client has to take replies before it gets more."""
        return self._is_write_paused or self._out_bytes >= OUTPUT_BYTES_HELD

    def _regulate(self) -> None:
        if self._transport is None or self._transport.is_closing() or self._is_reading is not self._is_held:
            return
        self._is_reading = not self._is_reading
        if self._is_reading:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    def _frame(self, frame: bytes) -> None:
        self.received += 1
        try:
            if self.session_id == 0:
                self._handshake(Reader(frame))
            else:
                self._request(frame)
        except MarshallingError as error:
            self.refuse(f"a request that cannot be read: {error}")

    def _handshake(self, reader: Reader) -> None:
        """Handles ConnectRequest: protocol version, last zxid, timeout, session id, password, read-only flag (3.4)."""
        reader.number()
        last_zxid_seen, timeout_ms, session_id = reader.long_number(), reader.number(), reader.long_number()
        password = reader.buffer() or b""
        if last_zxid_seen > self.tree.last_zxid:
            # As ZooKeeper does: such a client has seen a future that this server does not know, so it must not be
            # served from here in that session. It hears nothing and gives its session up by its own clock.
            self.refuse(f"it has seen zxid 0x{last_zxid_seen:x}, the last one here is 0x{self.tree.last_zxid:x}")
            return
        try:
            session = self._server.attach(self, session_id, timeout_ms=timeout_ms, password=password)
        except ConnectionLoss as error:
            self.refuse(str(error))
            return
        except SessionExpired:
            log.info("session 0x%x of %s is over", session_id, self.peer)
            self._queue(INT.pack(0) + INT.pack(0) + bytes(8) + pack_buffer(bytes(PASSWORD_BYTES)) + b"\0")
            self.end()
            return
        self.session_id = session.session_id
        body = INT.pack(0) + INT.pack(session.timeout_ms) + session.session_id.to_bytes(8, "big", signed=True)
        self._queue(body + pack_buffer(session.password) + b"\0")

    def _request(self, frame: bytes) -> None:
        if len(frame) < REQUEST_HEADER.size:
            raise MarshallingError("shorter than a request header")
        xid, opcode = REQUEST_HEADER.unpack_from(frame)
        if not self._server.touch(self):
            self.refuse(SessionMoved.__name__)
            return
        self._last_op, self._last_xid = opcode, xid
        if opcode == GET_DATA and self._has_told_data(xid, frame):
            return
        if opcode == OpCode.PING:
            self._reply(xid, 0, b"")
        elif opcode == OpCode.CLOSE_SESSION:
            self._server.close_session_of(self)
            self._reply(xid, 0, b"")
            self.end()
        elif opcode == OpCode.AUTH:
            self._authenticate(xid, Reader(frame, REQUEST_HEADER.size))
        else:
            self._serve(xid, opcode, Reader(frame, REQUEST_HEADER.size))

    def _has_told_data(self, xid: int, frame: bytes) -> bool:
        """Answers what very many requests of a controller that takes over are, without the detours of the others: a
        getData without a watch, of a node that is there and open to everybody; whatever is unusual goes the long way.
        """
        if len(frame) <= PATH_BEGIN or frame[-1]:
            return False
        (length,) = INT.unpack_from(frame, REQUEST_HEADER.size)
        if length != len(frame) - PATH_BEGIN - 1:
            return False
        tree = self._server.tree
        try:
            node = tree.nodes.get(frame[PATH_BEGIN:-1].decode())
        except UnicodeDecodeError:
            return False
        if node is None or node.acl is not OPEN_ACL:
            return False
        self._last_zxid = tree.last_zxid
        data = node.data
        if data is None:
            begin = DATA_REPLY.pack(DATA_REPLY_BYTES, xid, tree.last_zxid, 0, -1)
        else:
            begin = DATA_REPLY.pack(DATA_REPLY_BYTES + len(data), xid, tree.last_zxid, 0, len(data)) + data
        self._put(begin + STAT.pack(*node.stat_fields()))
        return True

    def _serve(self, xid: int, opcode: int, reader: Reader) -> None:
        handler = HANDLERS.get(opcode)
        if handler is None:
            # The connection ends too, as ZooKeeper does it; the session stays.
            self._last_op = 0
            self._reply(xid, Unimplemented.code, b"")
            self.end()
            return
        try:
            body = handler(self, reader)
        except ZkError as error:
            if isinstance(error, MarshallingError):
                log.warning("%s (session 0x%x) sent what cannot be read: %s", self.peer, self.session_id, error)
            self._reply(xid, error.code, b"")
        else:
            self._reply(xid, 0, body)
        if self._server.tree.watches.count_of(self) > WATCHES_MAX:
            self.refuse(f"more than {WATCHES_MAX} watches")

    def _authenticate(self, xid: int, reader: Reader) -> None:
        """Handles AuthPacket: type, scheme, credentials. digest takes "user:password" and stands for its hash."""
        reader.number()
        scheme, credentials = reader.string(), reader.buffer() or b""
        if scheme not in ("digest", "ip") or len(self.who) >= IDENTITIES_MAX:
            self._reply(xid, AuthFailed.code, b"")
            self.end()
            return
        if scheme == "digest":
            identity = ("digest", digest_id(credentials))
            if self._server.is_super(identity[1]) and SUPER not in self.who:
                self.who.append(SUPER)
            if identity not in self.who:
                self.who.append(identity)
        self._reply(xid, 0, b"")

    def _reply(self, xid: int, code: int, body: bytes) -> None:
        self._last_zxid = self.tree.last_zxid
        self._queue(REPLY_HEADER.pack(xid, self.tree.last_zxid, code) + body)

    def _queue(self, payload: bytes) -> None:
        self._put(INT.pack(len(payload)) + payload)

    def _put(self, framed: bytes) -> None:
        self._out.append(framed)
        self._out_bytes += len(framed)
        self._server.output_ready(self)
