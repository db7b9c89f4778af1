"""One real connection between a peer and a handler of a test: every byte, turn of the loop and millisecond by hand.

    Wire.peer_sends ─▶ socket_in ─▶ deliver ─▶ Connection ─▶ Wire.dispatch: answers now, or when the test says so
    Wire.answers   ◀─ peer_reads ◀─ unread  ◀─ Connection ◀─ Responder ◀───┘

The transport behaves as asyncio's do: it calls `pause_writing` above its high mark and `resume_writing` at its low one,
delivers nothing while reading is paused, loses the connection in a turn of the loop, never at once. What no transport
may be asked for (a write after close, a pause of a pause) fails here.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from kavka.broker.metrics import NetworkMetrics
from kavka.broker.network.connection import Connection, Owner
from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES, ListenerResources
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.broker.requests.context import RequestContext
from kavka.timer.clock import ManualClock
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import peer

FRAME_BYTES_MAX = 2 * 1024 * 1024
MEMORY_BYTES = 4 * 1024 * 1024
"""Half of it is the lane of the frames that come here."""

_PRODUCE = 0
_METADATA = 3
_FRAME = struct.Struct(">hhiihh")
_ANSWER = struct.Struct(">ii")


class Asked(NamedTuple):
    """One request, as it stands in its frame: what becomes of it is the peer's to say."""

    number: int
    frame_bytes: int
    answer_bytes: int
    throttle_ms: int = 0
    is_parked: bool = False
    lets_in: bool = False
    """It waits, and lets the next one in: only what says Produce, API 0, may come then."""

    @property
    def is_produce(self) -> bool:
        """Tells whether it may come beside those that let it in: every third one may not."""
        return self.lets_in or self.number % 3 > 0

    def frame(self) -> bytes:
        """Returns its bytes, the length before them."""
        api_key = _PRODUCE if self.is_produce else _METADATA
        fate = self.is_parked | self.lets_in << 1
        body = _FRAME.pack(api_key, self.number, self.frame_bytes, self.answer_bytes, self.throttle_ms, fate)
        return struct.pack(">i", self.frame_bytes) + body + bytes(self.frame_bytes - len(body))


class WatchedConnection(Connection):
    """A connection of which one can see whether it is freed.

    It says so itself: weak references to what mypyc has compiled are left dangling (mypyc's issue 1102).

    Attributes:
        freed: has an item once it is.
    """

    def __init__(self, owner: Owner, resources: ListenerResources) -> None:
        super().__init__(owner, resources)
        self.freed: list[bool] = []

    def __del__(self) -> None:
        self.freed.append(True)


class Rival:
    """Another connection that holds memory for a frame."""

    is_waiting_for_us = False
    is_dropped = False

    def go_on(self) -> None:
        """Receives its frame, which never ends."""

    def drop(self) -> None:
        """Notes that it had to make way."""
        self.is_dropped = True


class Transport:
    """A socket with nobody's kernel behind it."""

    def __init__(self, protocol: Connection, call_soon: Callable[..., Any], wrong: list[str]) -> None:
        self.wrong = wrong
        self._protocol = protocol
        self._call_soon = call_soon
        self._high = 64 * 1024
        self.unread = bytearray()
        self.is_reading = True
        self.is_full = False
        self.is_closed = False
        self.is_ended_by_loop = False
        self.is_lost = False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high is not None
        self._high = high
        self._maybe_full()

    def write(self, data: Any) -> None:
        if self.is_closed:
            self.wrong.append("a write after close")
        if not self.is_lost:
            self.unread += data
            self._maybe_full()

    def writelines(self, parts: Any) -> None:
        self.write(b"".join(parts))

    def _maybe_full(self) -> None:
        if len(self.unread) > self._high and not self.is_full:
            self.is_full = True
            self._protocol.pause_writing()

    def get_write_buffer_size(self) -> int:
        return len(self.unread)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self if name == "socket" else default

    def setsockopt(self, *option: Any) -> None:
        pass

    def fileno(self) -> int:
        return -1

    def pause_reading(self) -> None:
        assert self.is_reading, "a pause of a pause"
        self.is_reading = False

    def resume_reading(self) -> None:
        assert not self.is_reading, "nothing was paused"
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.is_closed or self.is_ended_by_loop

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._maybe_lost()

    def abort(self) -> None:
        self.unread.clear()
        self.is_closed = True
        self._maybe_lost()

    def end_by_loop(self, *, is_reset: bool) -> None:
        """Ends as a loop does by itself: the peer has sent its last byte, or has reset the connection."""
        self.is_ended_by_loop = True
        if is_reset:
            self.unread.clear()
        else:
            self._protocol.eof_received()
        self._maybe_lost()

    def _maybe_lost(self) -> None:
        if self.is_closing() and not self.unread and not self.is_lost:
            self.is_lost = True
            self._call_soon(self._protocol.connection_lost, None)

    def peer_reads(self, size: int) -> bytes:
        """Takes bytes off, as a peer that reads does."""
        taken = bytes(self.unread[:size])
        del self.unread[:size]
        if self.is_full and len(self.unread) <= self._high // 4:
            self.is_full = False
            self._protocol.resume_writing()
        self._maybe_lost()
        return taken


class Wire:
    """A connection, its peer, its listener, its handler and its loop.

    Attributes:
        sent: requests that the peer has sent.
        taken: the numbers of those that the handler was given.
        parked: the one that it has not answered.
        in_flight: those that it has not answered either, and that have let others in.
        wrong: what was seen inside of calls that let no exception out.
        answers: numbers of the responses that the peer has read whole.
    """

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.memory = RequestMemory(MEMORY_BYTES, self.clock)
        self.unread = UnreadOutput(1 << 30)
        self.rival = Rival()
        self.sent: list[Asked] = []
        self.taken: list[int] = []
        self.answers: list[int] = []
        self.parked: RequestContext | None = None
        self.in_flight: list[RequestContext] = []
        self.wrong: list[str] = []
        self._asked: dict[int, Asked] = {}
        self._soon: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self._socket_in = bytearray()
        self._read = bytearray()
        self.connection = WatchedConnection(self, self._resources())
        self.transport = Transport(self.connection, self.call_soon, self.wrong)
        made: Any = self.transport
        self.connection.connection_made(made)

    def _resources(self) -> ListenerResources:
        loop: Any = self
        return ListenerResources(
            name="PLAINTEXT",
            security_protocol="PLAINTEXT",
            dispatcher=self,
            clock=self.clock,
            machine_clock=self.clock,
            loop=loop,
            network=NetworkMetrics(),
            frame_bytes_max=FRAME_BYTES_MAX,
            unread=self.unread,
            memory=self.memory,
            receive_buffer=memoryview(bytearray(RECEIVE_BUFFER_BYTES)),
            tls_buffer=memoryview(b""),
            unknown_peer=peer(),
            tls=None,
        )

    # ---- the loop -------------------------------------------------------------------------------------------------

    def call_soon(self, callback: Callable[..., object], *args: Any) -> None:
        self._soon.append((callback, args))

    def turn(self) -> bool:
        """Runs what was due in this turn of the loop. Returns whether there was anything."""
        soon, self._soon = self._soon, []
        for callback, args in soon:
            callback(*args)
        return bool(soon)

    # ---- the peer -------------------------------------------------------------------------------------------------

    def peer_sends(
        self,
        frame_bytes: int,
        answer_bytes: int,
        throttle_ms: int = 0,
        is_parked: bool = False,
        *,
        lets_in: bool = False,
    ) -> None:
        """Sends one more request."""
        asked = Asked(len(self.sent), frame_bytes, answer_bytes, throttle_ms, is_parked, lets_in)
        self.sent.append(asked)
        self._socket_in += asked.frame()

    def deliver(self, size: int) -> bool:
        """Lets the connection read, as far as it does. Returns whether it has."""
        if not (self._socket_in and self.transport.is_reading) or self.transport.is_closing():
            return False
        buffer = self.connection.get_buffer(-1)
        size = min(size, len(self._socket_in), len(buffer))
        buffer[:size] = self._socket_in[:size]
        del self._socket_in[:size]
        self.connection.buffer_updated(size)
        return True

    def peer_reads(self, size: int) -> bool:
        """Reads responses. Returns whether there was anything."""
        data = self.transport.peer_reads(size)
        self._read += data
        while len(self._read) >= _ANSWER.size:
            length, number = _ANSWER.unpack_from(self._read)
            if len(self._read) < 4 + length:
                break
            assert length == self._asked[number].answer_bytes - 4
            self.answers.append(number)
            del self._read[: 4 + length]
        return bool(data)

    # ---- the handler (Dispatching) --------------------------------------------------------------------------------

    quotas: Any = None

    @staticmethod
    def ticks() -> int:
        return 0

    def taker_of(self, outlet: Any) -> Any:
        return self

    def dispatch(self, frame: bytes | bytearray, channel: Any, received_ms: MonotonicMs, started_ns: int) -> None:
        if self.parked is not None:
            self.wrong.append("two requests in progress")
        if self.transport.is_full:
            self.wrong.append("a request is taken, and responses are unread")
        if self.transport.is_closed:
            self.wrong.append("a request is taken from a connection that closes")
        _, number, frame_bytes, answer_bytes, throttle_ms, fate = _FRAME.unpack_from(frame)
        assert len(frame) == frame_bytes
        asked = Asked(number, frame_bytes, answer_bytes, throttle_ms, bool(fate & 1), bool(fate & 2))
        if self.has_in_flight and not asked.is_produce:
            self.wrong.append("a request overtakes what is in flight")
        self.taken.append(number)
        self._asked[number] = asked
        ctx = RequestContext(channel.info, channel, received_ms, started_ns, len(frame), correlation_id=number)
        if asked.lets_in:
            if self.quotas is None:
                self.in_flight.append(ctx)
            else:
                self.parked = ctx
            ctx.let_next_in()
        elif asked.is_parked:
            self.parked = ctx
        else:
            ctx.respond(asked)

    @property
    def has_in_flight(self) -> bool:
        """Tells whether a request that has let others in is not answered."""
        return bool(self.in_flight)

    def answer_parked(self) -> None:
        """Answers the request that waits."""
        ctx, self.parked = self.parked, None
        assert ctx is not None
        ctx.respond(self._asked[ctx.correlation_id])

    def answer_in_flight(self, index: int) -> None:
        """Answers one of those that have let others in."""
        ctx = self.in_flight.pop(index % len(self.in_flight))
        ctx.respond(self._asked[ctx.correlation_id])

    def settle(self, ctx: RequestContext, response: Asked) -> Asked:
        ctx.throttle_ms = response.throttle_ms
        return response

    def encode(self, ctx: RequestContext, response: Asked) -> list[Any]:
        size = response.answer_bytes
        return [_ANSWER.pack(size - 4, response.number), bytes(size - _ANSWER.size)]

    def count(self, ctx: RequestContext, response_bytes: int) -> None:
        pass

    # ---- the listener (Owner) -------------------------------------------------------------------------------------

    def describe(self, transport: asyncio.Transport) -> Any:
        return peer()

    def connection_made(self, connection: Connection, descriptor: int) -> None:
        pass

    def connection_lost(self, connection: Connection) -> None:
        pass
