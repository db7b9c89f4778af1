"""One connection of a ZooKeeper client on asyncio: the core over a transport, pings, and an end for silent servers.

    send ▶ gathered, one write a turn ─▶ transport          transport ─▶ core ─▶ who asked, or the user
    nothing sent for a third of the session's timeout   ─▶ a ping
    nothing heard for two thirds of it                  ─▶ the connection is given up: another may get through

Not here: what becomes of the session then (`zk_wire_client`).
"""

from __future__ import annotations

import asyncio
import logging
import struct
from typing import TYPE_CHECKING, Final, Protocol, cast

from kavka.simulation.zk_wire_core import SessionGranted, WatchFired, WireReply, ZkWireCore
from kavka.zk.errors import ConnectionLoss, ZkError
from kavka.zk.jute import OpCode

if TYPE_CHECKING:
    from kavka.simulation.zk_wire_core import OnReply
    from kavka.timer.clock import Cancellable, Clock
    from kavka.zk.acls import ZkLogin
    from kavka.zk.former_session import SessionKey

log = logging.getLogger(__name__)

PINGS_PER_TIMEOUT: Final = 3
SILENCE_SHARE_MAX: Final = 2 / 3
"""Of the session's timeout, as in the Java client: the last third is for another connection."""


class ConnectionUser(Protocol):
    """What a connection tells of what comes."""

    def heard(self, connection: ZkWireConnection) -> None:
        """Hears that something came, before it is looked at."""

    def fired(self, event: WatchFired) -> None:
        """Hears of a watch's event."""

    def writable(self) -> None:
        """Hears that more may be sent, after there was too much."""

    def lost(self, connection: ZkWireConnection) -> None:
        """Hears, once, that the connection is over."""


class ZkWireConnection(asyncio.Protocol):
    """One connection, from its establishment to its end.

    Args:
        user: hears of what comes.
        clock: for pings and silence.
    """

    def __init__(self, user: ConnectionUser, clock: Clock) -> None:
        self._user = user
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._core = ZkWireCore()
        self._transport: asyncio.Transport | None = None
        # What is to be written at the end of this turn; bounded as the calls in flight are.
        self._out: list[bytes] = []
        self._granted: asyncio.Future[SessionGranted] = self._loop.create_future()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._heard_ms = self._sent_ms = clock.monotonic_ms()
        self._timeout_ms = 0
        self._beat_timer: Cancellable | None = None
        self.is_write_paused = False
        """Whether the server does not take what was sent."""

    @property
    def is_over(self) -> bool:
        """Tells whether nothing comes any more."""
        return self._ended.done()

    @property
    def last_zxid(self) -> int:
        """Returns the last transaction that the server has told of."""
        return self._core.last_zxid

    # ---- asyncio.Protocol -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins with a transport that is open."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Tells what came."""
        if self.is_over:
            return
        self._heard_ms = self._clock.monotonic_ms()
        self._user.heard(self)
        try:
            for happening in () if self.is_over else self._core.receive(data):
                if isinstance(happening, WireReply):
                    happening.on_reply(happening.error, happening.body)
                elif isinstance(happening, WatchFired):
                    self._user.fired(happening)
                elif not self._granted.done():
                    self._granted.set_result(happening)
        except (ZkError, struct.error, ValueError) as error:
            log.warning("the connection to ZooKeeper is given up: %s", error)
            self.abort()

    def pause_writing(self) -> None:
        """Notes that the server does not take what was sent."""
        self.is_write_paused = True

    def resume_writing(self) -> None:
        """Tells that more may be sent."""
        self.is_write_paused = False
        self._user.writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells of the end, whoever wanted it."""
        self._end()

    # ---- for its user ---------------------------------------------------------------------------------------------

    async def greet(self, key: SessionKey, *, timeout_ms: int, last_zxid: int) -> SessionGranted:
        """Asks for a session; the caller has the deadline.

        Raises:
            ConnectionLoss: the connection ended.
        """
        self._write(self._core.hello(key, timeout_ms=timeout_ms, last_zxid=last_zxid))
        granted = await self._granted
        self._timeout_ms = granted.timeout_ms
        if granted.key.session_id and not self.is_over:
            self._beat()
        return granted

    def login(self, login: ZkLogin) -> None:
        """Says who the client is."""
        self._write(self._core.auth(login))

    def request(self, opcode: int, body: bytes, on_reply: OnReply) -> None:
        """Sends a request; `on_reply` is not called when the connection ends first."""
        self._write(self._core.request(opcode, body, on_reply))

    async def close_session(self) -> None:
        """Ends the session at the server, so that its ephemeral nodes go; the caller has the deadline.

        Raises:
            ConnectionLoss: the connection ended before the server's reply.
        """
        closed: asyncio.Future[None] = self._loop.create_future()

        def on_reply(_error: int, _body: bytes) -> None:
            if not closed.done():
                closed.set_result(None)

        self.request(OpCode.CLOSE_SESSION, b"", on_reply)
        await asyncio.wait((closed, self._ended), return_when=asyncio.FIRST_COMPLETED)
        if not closed.done():
            raise ConnectionLoss("the connection to ZooKeeper broke before the session was closed")

    async def wait_ended(self) -> None:
        """Waits for the connection's end."""
        await asyncio.shield(self._ended)

    def abort(self) -> None:
        """Ends the connection at once."""
        if self._transport is not None:
            self._transport.abort()
        self._end()

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        if self._ended.done():
            return
        self._ended.set_result(None)
        self._out.clear()
        if self._beat_timer is not None:
            self._beat_timer.cancel()
        if not self._granted.done():
            self._granted.set_exception(ConnectionLoss("ZooKeeper ended the connection"))
            self._granted.exception()  # read once: perhaps nobody waits for it
        self._user.lost(self)

    def _write(self, frame: bytes) -> None:
        if self.is_over:
            return
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(frame)

    def _flush(self) -> None:
        if self._out and self._transport is not None:
            self._sent_ms = self._clock.monotonic_ms()
            self._transport.write(b"".join(self._out))
        self._out.clear()

    def _beat(self) -> None:
        """Pings when nothing else was sent, and ends a connection by which nothing comes."""
        now_ms = self._clock.monotonic_ms()
        silent_at_ms = self._heard_ms + self._timeout_ms * SILENCE_SHARE_MAX
        if now_ms >= silent_at_ms:
            log.info("nothing was heard from ZooKeeper for %d ms: trying another connection", now_ms - self._heard_ms)
            self.abort()
            return
        every_ms = self._timeout_ms / PINGS_PER_TIMEOUT
        if now_ms >= self._sent_ms + every_ms:
            self._write(self._core.ping())
            self._sent_ms = now_ms
        due_ms = min(self._sent_ms + every_ms, silent_at_ms)
        self._beat_timer = self._clock.call_later(max(due_ms - now_ms, 1), self._beat)
