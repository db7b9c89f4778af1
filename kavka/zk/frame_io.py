"""How kazoo's thread reads and writes: many frames a system call, and many reads a call.

Kazoo's own way is a wake-up byte, two polls and a send for each request, two polls and two receives for each reply,
and between any two of them the event loop may take the interpreter for 5 ms. Here:

    loop: N calls ──► kazoo's queue ──► one wake-up byte ──► all that is queued: one send
    socket ──► one receive ──► every whole frame in it is handled, the rest waits for its end

`GetMany` is one call for kazoo and N plain getData requests on the wire, so any server serves it, however old (a
multi read is one request, but ZooKeeper before 3.6 ends the connection for it):

    _pending: … │ GetMany, first xid 7, 3 paths │ …      replies 7, 8, 9 are collected, then its result is set

Not here: sessions, watches, states (`session.py`), deadlines and windows (`kazoo_client.py`). It relies on names that
kazoo keeps private, as `session.py` does.
"""

from __future__ import annotations

import ssl
from collections import deque
from collections.abc import Callable, Sequence
from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING, Any

from kazoo.client import KazooClient
from kazoo.exceptions import ConnectionDropped
from kazoo.protocol.connection import AUTH_XID
from kazoo.protocol.serialization import Auth, ReplyHeader

from kavka.zk.errors import NoNode, ZkError, error_for_code
from kavka.zk.ops import STAT, Stat

if TYPE_CHECKING:
    from kavka.zk.loop_result import LoopResult

RECEIVE_BYTES = 256 * 1024
"""One receive; with what is left of the one before, all that is held, or one larger frame."""

SEND_BYTES = 64 * 1024
"""A write is begun when this much is gathered: a server that holds a client back shall not be given megabytes."""

FRAME_BYTES_MAX = 64 * 1024 * 1024
"""No reply is larger: a list of a million children is some 30 MB."""

WAKE_BYTES = 4096
XID_MAX = 2**31 - 1
GET_DATA = 4

_INT = Struct(">i")
_REQUEST = Struct(">iii")
"""Length, xid, opcode."""

_GET_DATA = Struct(">iiii")
"""The same, and the path's length."""

_REPLY = Struct(">iqi")
"""Xid, zxid, error code."""

_DATA = _REPLY.size + _INT.size
"""Where a node's data begins, in an answer to getData."""


class GetMany:
    """Data and Stats of many nodes, asked for as one call of kazoo's.

    Args:
        paths: absolute, chroot included.
    """

    __slots__ = ("answers", "paths")

    type = GET_DATA

    def __init__(self, paths: Sequence[str]) -> None:
        assert paths
        self.paths = paths
        self.answers: list[tuple[bytes, Stat] | None] = []
        """In the order of the paths; None where there is no node."""

    def frames(self, first_xid: int) -> bytes:
        """Returns the getData requests, with xids that count up from `first_xid`."""
        parts = []
        for xid, path in enumerate(self.paths, first_xid):
            raw = path.encode()
            parts.append(_GET_DATA.pack(13 + len(raw), xid, GET_DATA, len(raw)))
            parts.append(raw)
            parts.append(b"\0")  # nothing is watched
        return b"".join(parts)

    def take(self, frames: deque[bytes], first_xid: int) -> tuple[int, ZkError | None]:
        """Takes the replies to it off the frames, up to the first other frame.

        Args:
            frames: what came; what is taken in is gone from there.
            first_xid: of its first request.

        Returns:
            The last zxid that they tell, 0 for none; and what is wrong with the first that is neither a node nor none.

        Raises:
            ConnectionDropped: another request is answered.
        """
        answers, left = self.answers, len(self.paths) - len(self.answers)
        xid_next, zxid, wrong = first_xid + len(answers), 0, None
        while frames and left and len(frames[0]) >= _REPLY.size:
            frame = frames[0]
            xid, told_zxid, code = _REPLY.unpack_from(frame)
            if xid < 0:
                break  # an event or a ping's answer, between two of them
            if xid != xid_next:
                raise ConnectionDropped(f"the answer to request {xid}, not {xid_next}")
            frames.popleft()
            zxid = told_zxid if told_zxid > 0 else zxid
            if code == 0:
                (length,) = _INT.unpack_from(frame, _REPLY.size)
                end = _DATA + length if length > 0 else _DATA
                answers.append((frame[_DATA:end], Stat._make(STAT.unpack_from(frame, end))))
            else:
                answers.append(None)
                if code != NoNode.code and wrong is None:
                    wrong = error_for_code(code, self.paths[len(answers) - 1])
            xid_next += 1
            left -= 1
        return zxid, wrong


class FrameIO:
    """Takes over the reading and writing of one kazoo client. All of it runs on kazoo's thread but for `wake`.

    Args:
        client: not started yet.
        on_heard: called when something came from the server, before it is looked at.
        check: called before anything is sent; what it raises ends the connection.
    """

    __slots__ = (
        "_check",
        "_client",
        "_connection",
        "_frames",
        "_is_waking",
        "_kazoo_read_socket",
        "_on_heard",
        "_tail",
    )

    def __init__(
        self, client: KazooClient, on_heard: Callable[[], None], check: Callable[[], None] = lambda: None
    ) -> None:
        self._client = client
        self._on_heard = on_heard
        self._check = check
        self._connection: Any = client._connection
        self._kazoo_read_socket = self._connection._read_socket
        # Whole frames that were received and not handled; bounded by one receive.
        self._frames: deque[bytes] = deque()
        self._tail = bytearray()
        self._is_waking = False
        self._connection._read_header = self._read_header
        self._connection._read_socket = self._read_socket
        self._connection._send_request = self._send_queued

    def reset(self) -> None:
        """Resets the buffers before a connection attempt: nothing of the former connection is left."""
        self._frames.clear()
        self._tail.clear()

    def wake(self) -> None:
        """Wakes kazoo's thread, from any thread, after something was put into its queue."""
        # Without a lock, as `session.Mailbox`: the flag is lowered before the queue is emptied.
        if not self._is_waking:
            self._is_waking = True
            self._connection._write_sock.send(b"\0")

    # -- writing -------------------------------------------------------------------------------------------------

    def _send_queued(self, read_timeout: float, connect_timeout: float) -> None:
        """Sends everything that waits in kazoo's queue."""
        self._connection._read_sock.recv(WAKE_BYTES)
        self._is_waking = False
        self._check()
        queue = self._client._queue
        while queue:
            gathered: list[bytes] = []
            size = 0
            while queue and size < SEND_BYTES:
                request, result = queue.popleft()
                try:
                    frames, xid = self._framed(request)
                except (UnicodeError, TypeError, struct_error) as error:
                    result.set_exception(error)  # what cannot be written fails alone
                    continue
                # Pending before it is written: whatever happens on the way, its result will be set.
                self._client._pending.append((request, result, xid))
                gathered.append(frames)
                size += len(frames)
            self._connection._write(b"".join(gathered), connect_timeout)

    def _framed(self, request: Any) -> tuple[bytes, int]:
        """Returns a request's bytes, and its first xid."""
        if isinstance(request, GetMany):
            xid = self._next_xid(len(request.paths))
            return request.frames(xid), xid
        xid = AUTH_XID if request.type == Auth.type else self._next_xid(1)
        body = request.serialize()
        return _REQUEST.pack(8 + len(body), xid, request.type) + bytes(body), xid

    def _next_xid(self, count: int) -> int:
        first: int = self._connection._xid + 1
        if first + count > XID_MAX:
            first = 1
        self._connection._xid = first + count - 1
        return first

    # -- reading -------------------------------------------------------------------------------------------------

    def _receive(self, timeout: float | None) -> None:
        """Takes what the socket has and parts it into frames.

        Args:
            timeout: how long to wait for it, seconds; None: it is known to be there.
        """
        connection = self._connection
        sock = connection._socket
        with connection._socket_error_handling():
            if timeout is not None and not connection.handler.select([sock], [], [], timeout)[0]:
                raise connection.handler.timeout_exception("socket time-out during read")
            try:
                chunk = sock.recv(RECEIVE_BYTES)
                while isinstance(sock, ssl.SSLSocket) and sock.pending():
                    chunk += sock.recv(sock.pending())
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
        if not chunk:
            raise ConnectionDropped("socket connection broken")
        self._on_heard()
        self._tail += chunk
        self._part()

    def _part(self) -> None:
        tail, pos = self._tail, 0
        available = len(tail)
        view = memoryview(tail)
        while available - pos >= _INT.size:
            (length,) = _INT.unpack_from(tail, pos)
            if not 0 <= length <= FRAME_BYTES_MAX:
                view.release()
                raise ConnectionDropped(f"an answer of {length} bytes; {FRAME_BYTES_MAX} are allowed")
            end = pos + _INT.size + length
            if end > available:
                break
            self._frames.append(bytes(view[pos + _INT.size : end]))
            pos = end
        view.release()
        del tail[:pos]

    def _read_header(self, timeout: float) -> tuple[Any, bytes, int]:
        """Returns the next frame as kazoo wants it: header, frame, where the body begins."""
        while not self._frames:
            self._receive(timeout)
        frame = self._frames.popleft()
        if len(frame) < _REPLY.size:
            raise ConnectionDropped(f"an answer of {len(frame)} bytes, shorter than its header")
        return ReplyHeader._make(_REPLY.unpack_from(frame)), frame, _REPLY.size

    def _read_socket(self, timeout: float) -> Any:
        """Handles everything that one receive brings; kazoo calls it when the socket can be read."""
        self._receive(None)
        while self._frames:
            if self._take_many():
                continue
            response = self._kazoo_read_socket(timeout)
            if response is not None:  # the session is closed
                return response
        return None

    def _take_many(self) -> bool:
        """Takes the next frames if they are some that a GetMany waits for."""
        pending = self._client._pending
        if not pending or not isinstance(pending[0][0], GetMany):
            return False
        request, result, first_xid = pending[0]
        before = len(self._frames)
        zxid, error = request.take(self._frames, first_xid)
        if zxid:
            self._client.last_zxid = zxid
        self._settle(request, result, error)
        return len(self._frames) < before

    def _settle(self, request: GetMany, result: LoopResult, error: ZkError | None) -> None:
        if error is not None and not result.ready():
            result.set_exception(error)
        if len(request.answers) == len(request.paths):
            self._client._pending.popleft()
            if not result.ready():
                result.set(request.answers)
