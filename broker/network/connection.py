"""One client's TCP connection: bytes become frames, the dispatcher gets them one by one, responses go out in order.

                  shared 512 KiB buffer                    own bytearray (frames above 256 KiB, grown as bytes arrive)
    socket ──▶ ┌──────┬──────┬──────┬────┐             ┌──────────────────────────┐
               │frame │frame │frame │fra…│──▶ pending  │ frame, as far as it came │       `received`
               └──────┴──────┴──────┴────┘             └──────────────────────────┘
                  │ copied out, when `request_flow` says so: one at a time, or beside those `in_flight`; such as look
                  │ alike may be carried out together (`frames_behind`)
                  ▼
              dispatcher ──▶ finished buffers ──▶ `output` ──▶ socket

The transport's side of a state table: it tells `RequestFlow` what has happened, and does what that says. While a
request is handled, or its peer reads no responses, further bytes wait, and when there are PENDING_BYTES_MAX of them in
the socket. So what a peer can make us hold is bounded by that and what one wake-up read, by the transport's high-water
mark and one response; over all connections by `request_memory`, which admits big frames, and `unread_output`.

Not here: accepting, counting and limiting connections, finding idle ones (`network.listener`); meaning, quotas and
encoding (`requests.dispatcher`, `requests.responder`).
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

from kavka.broker.network.big_frame import BigFrame
from kavka.broker.network.descriptor_room import descriptor_of
from kavka.broker.network.frame_bounds import of_requests
from kavka.broker.network.frame_handler import FrameHandler
from kavka.broker.network.in_flight import InFlight, InFlightRequest, may_come_beside
from kavka.broker.network.listener_resources import ListenerResources
from kavka.broker.network.output import GATHER_BYTES_MAX, Output
from kavka.broker.network.received import (
    BEHIND_BIG_BYTES,
    PENDING_BYTES_MAX,
    PENDING_FREE_BYTES,
    Received,
    begins_big_frame,
)
from kavka.broker.network.request_flow import (
    CLOSED,
    HANDLING,
    IN_FLIGHT_MAX,
    MUTED,
    NOTHING,
    READING,
    TAKE,
    FlowAct,
    RequestFlow,
)
from kavka.broker.network.request_memory import TIGHT_READ_BYTES
from kavka.broker.requests.context import ConnectionInfo, ResponseChannel
from kavka.broker.requests.responder import Answering, Responder
from kavka.native import mypyc_attr
from kavka.timer.clock import Cancellable

_log = logging.getLogger(__name__)

_LENGTH = struct.Struct(">i")
TOGETHER_BYTES_MAX: Final = 128 * 1024
"""Frames of one read that are carried out together, behind the first: four of 16 kB, with which Java's producer has
five in flight."""


class Owner(Protocol):
    """The listener, as its connections know it."""

    def describe(self, transport: asyncio.Transport) -> ConnectionInfo:
        """Describes both ends of a new connection."""

    def connection_made(self, connection: Connection, descriptor: int) -> None:
        """Counts a new connection, holds it, or drops it."""

    def connection_lost(self, connection: Connection) -> None:
        """Removes a connection from the counts."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Connection(asyncio.BufferedProtocol):
    """The protocol object of one accepted socket.

    Args:
        owner: the listener, which counts it.
        resources: what it shares with the listener's others.

    Attributes:
        flow: where it stands.
        info: who is at the other end.
        last_active_ms: when its peer, or we for it, last got on.
    """

    __slots__ = (
        "_at_hand",
        "_bounds",
        "_channel",
        "_handler",
        "_in_flight",
        "_is_taking",
        "_output",
        "_owner",
        "_received",
        "_resources",
        "_taken",
        "_transport",
        "_unmuting",
        "_when_lost",
        "flow",
        "info",
        "last_active_ms",
    )

    __deletable__ = ("_channel",)  # for mypyc

    _output: Output
    _channel: ResponseChannel

    def __init__(self, owner: Owner, resources: ListenerResources) -> None:
        self._owner = owner
        self._resources = resources
        self._handler: FrameHandler = resources.dispatcher
        self._bounds = of_requests(resources.frame_bytes_max)
        self._transport: asyncio.Transport | None = None
        self._received = Received(resources.memory)
        self._in_flight = InFlight()
        # While the frames of one read are taken: what they are answered with leaves together behind them.
        self._is_taking = False
        self._at_hand: memoryview | None = None
        """The bytes whose frames are being taken, up to `_taken` so far."""
        self._taken = 0
        self._unmuting: Cancellable | None = None
        self._when_lost: Callable[[], object] | None = None
        self.flow = RequestFlow()
        self.info = resources.unknown_peer
        self.last_active_ms = resources.clock.monotonic_ms()

    def __str__(self) -> str:
        return str(self.info)

    # ---- the transport's side -------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the socket over, unless the listener's limits refuse it."""
        resources = self._resources
        self._transport = cast(asyncio.Transport, transport)
        self.last_active_ms = resources.clock.monotonic_ms()
        self._output = Output(self._transport, resources.unread)
        self.info = self._owner.describe(self._transport)
        self._handle_by(resources.dispatcher.taker_of(self), resources.dispatcher)
        self._owner.connection_made(self, descriptor_of(self._transport))

    def _handle_by(self, handler: FrameHandler, answering: Answering) -> None:
        """Gives frames to a handler from now on; their responses come by `answering`."""
        self._handler = handler
        self._channel = Responder(answering, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets everything; whatever is in progress finds that its client is gone."""
        self.flow.close()
        self._transport = None
        self._received.forget(self)
        self._output.forget(self)
        if self._unmuting is not None:
            self._unmuting.cancel()
            self._unmuting = None
        self._owner.connection_lost(self)
        # Both know this connection, and circles of references are not collected (`process_tuning`).
        self._handler = self._resources.dispatcher
        del self._channel
        self._in_flight.forget()
        when_lost, self._when_lost = self._when_lost, None
        if when_lost is not None:
            when_lost()
        self.info.closed()

    def eof_received(self) -> None:
        """Lets the transport close: a client that sends no more requests reads no more responses, as Kafka sees it."""
        self._output.send_all(self)
        self.flow.close()  # what the transport drops now and what it still writes would be out of order

    def pause_writing(self) -> None:
        """Stops requests and reading, for the peer does not read, until it does."""
        self._do(self.flow.output_unread())
        self._output.filled(self)

    def resume_writing(self) -> None:
        """Sends on, now that the peer has read."""
        self._output.emptied()
        self._send_on()

    def _send_on(self) -> None:
        """Gives the transport the next slice, or takes requests again when there is none."""
        output = self._output
        if not output.has_room:
            return
        self.last_active_ms = self._resources.clock.monotonic_ms()
        if not output.send_slice(self):
            act = self.flow.output_read()
            self.in_flight_answered()
            self._do(act)
        elif output.has_room:
            self._resources.loop.call_soon(self._send_on)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Returns the buffer for the next bytes: the shared one, or the rest of a big frame's own."""
        own = self._received.own
        if own is not None:
            return own.room()
        resources = self._resources
        is_reading = self.flow.state is READING
        if is_reading and self._received.big_before:
            return resources.receive_buffer[:BEHIND_BIG_BYTES]
        if resources.memory.is_tight:
            return resources.receive_buffer[: TIGHT_READ_BYTES if is_reading else PENDING_FREE_BYTES]
        return resources.receive_buffer if is_reading else resources.receive_buffer[:PENDING_BYTES_MAX]

    @property
    def big_frame_lacks(self) -> int:
        """Counts the bytes that have not come of the big frame that is being received; 0: there is none."""
        own = self._received.own
        return 0 if own is None else own.size - own.arrived

    def buffer_updated(self, nbytes: int) -> None:
        """Takes bytes that have arrived."""
        resources = self._resources
        resources.network.bytes_in += nbytes
        self.last_active_ms = resources.clock.monotonic_ms()
        received, flow = self._received, self.flow
        if received.own is not None:
            self._grow_big(received.own, nbytes)
            return
        data = resources.receive_buffer[:nbytes]
        if received.pending or flow.state is not READING:
            self._add_pending(data)
            return
        done = self._take_frames(data, nbytes)
        if done:
            received.big_before = 0
        if done < nbytes and self.is_open():
            rest = data[done:]
            if not self._begin_big(rest):
                received.add(self, rest)

    # ---- frames ---------------------------------------------------------------------------------------------------

    def _take_frames(self, data: memoryview, size: int) -> int:
        """Takes the whole frames in `data` until one has to wait. Returns how many bytes were used up."""
        assert not self._is_taking
        self._is_taking = True
        self._at_hand = data
        started_ns = self._resources.dispatcher.ticks()
        unpack_length = _LENGTH.unpack_from
        flow = self.flow
        pos = 0
        while size - pos >= 4 and flow.state is READING:
            (length,) = unpack_length(data, pos)
            bounds = self._bounds  # other ones behind a login
            if not bounds.least <= length <= bounds.most:
                self.close_for(bounds.violation(bytes(data[pos : pos + 4])))
                break
            end = pos + 4 + length
            if end > size:
                break
            if flow.in_flight and not may_come_beside(bytes(data[pos + 4 : pos + 6])):
                flow.fall_behind()
                break
            flow.state = HANDLING  # `flow.take` by hand, as the loop has just asked: this runs for every request
            self._taken = end
            try:
                self._handler.dispatch(bytes(data[pos + 4 : end]), self._channel, self.last_active_ms, started_ns)
            except Exception:  # noqa: BLE001 - the connection's boundary
                self._broken()
            pos = self._taken
        self._is_taking = False
        self._at_hand = None
        if self._output.gathered:
            self._output.flush()
        return pos

    def frames_behind(self, frame: bytes | bytearray) -> list[bytes]:
        """Returns the frames that came behind the one in progress, in the same read.

        They are of the same API and version. None while others are in flight: how many may come beside those is
        counted one by one.
        """
        data, at = self._at_hand, self._taken
        found: list[bytes] = []
        if data is None or len(data) - at <= 8 or self.flow.in_flight:
            return found  # mostly the first: asked for every request
        end_max = min(len(data), at + TOGETHER_BYTES_MAX)
        alike, bounds = bytes(frame[:4]), self._bounds
        while end_max - at > 8 and len(found) < IN_FLIGHT_MAX:
            (length,) = _LENGTH.unpack_from(data, at)
            end = at + 4 + length
            is_frame = bounds.least <= length <= bounds.most and end <= end_max
            if not is_frame or bytes(data[at + 4 : at + 8]) != alike:
                break
            found.append(bytes(data[at + 4 : end]))
            at = end
        return found

    def take_behind(self, frames: Sequence[bytes]) -> None:
        """Takes frames that `frames_behind` has returned, from the first on: they are in progress, too."""
        assert self.flow.state is HANDLING, f"frames are taken while {self.flow.state.name}"
        self._taken += sum(map(len, frames)) + 4 * len(frames)

    def _broken(self) -> None:
        """Closes: the dispatcher answers for handlers, so what gets here is our own fault, and costs one client."""
        _log.exception("closing the connection from %s: a request broke the dispatcher", self.info)
        self.drop()

    def _add_pending(self, data: memoryview) -> None:
        """Puts bytes behind those that wait already, and takes what is whole and may be taken."""
        if self.flow.state is CLOSED:
            return
        received = self._received
        received.add(self, data)
        ahead_max = PENDING_FREE_BYTES if self._resources.memory.is_tight else PENDING_BYTES_MAX
        self._do(self.flow.sent_ahead(len(received.pending), ahead_max))
        self._take_pending()

    def _take_pending(self) -> None:
        pending = self._received.pending
        if self.flow.state is not READING or not pending or self._is_taking:
            return
        with memoryview(pending) as view:
            done = self._take_frames(view, len(pending))
        if not self.is_open():
            return
        self._received.taken(done)
        self._begin_big(pending)
        self._received.note(self)

    def _begin_big(self, data: bytearray | memoryview) -> bool:
        """Receives the big frame that begins in `data` into its own buffer, if there is one, and memory for it.

        Without memory nothing is read until there is.
        """
        if self.flow.state is not READING or not begins_big_frame(data):
            return False
        if self.flow.in_flight:
            self.flow.fall_behind()  # whether it may be taken when it is whole, nobody knows yet
            return False
        if self._received.begin_big(self, data):
            return True
        self._do(self.flow.hold_unread())
        return False

    def _grow_big(self, own: BigFrame, nbytes: int) -> None:
        """Takes the big frame if it is whole, or makes room for more of it."""
        if self.flow.state is CLOSED or not self._received.grow(self, own, nbytes):
            return
        self.flow.take()
        self._is_taking = True
        try:
            ticks = self._resources.dispatcher.ticks()
            self._handler.dispatch(own.buffer, self._channel, self.last_active_ms, ticks)
        except Exception:  # noqa: BLE001 - the connection's boundary
            self._broken()
        self._is_taking = False
        self._output.flush()
        # Ends this connection's turn: libuv reads one socket up to 32 times in a row, 32 MB of big frames, while the
        # others wait (measured with ten senders of 1 MB: their p99 was thirty times their median).
        act = self.flow.turn_over()
        if act is not NOTHING:
            self._do(act)
            self._resources.loop.call_soon(self._go_on)
        self._received.release(self)

    # ---- what the flow says ---------------------------------------------------------------------------------------

    def _do(self, act: FlowAct) -> None:
        if act is NOTHING or self._transport is None:
            return
        if act is TAKE:
            self._go_on()
        elif act is FlowAct.PAUSE:
            self._transport.pause_reading()
        elif act is FlowAct.RESUME:
            self._transport.resume_reading()
        else:
            self.close()

    def _go_on(self) -> None:
        """Goes on where a request in progress, unread output or a want of memory had stopped it."""
        self._take_pending()
        self._do(self.flow.resume())

    # ---- the responder's side (Outlet) ----------------------------------------------------------------------------

    def is_open(self) -> bool:
        """Tells whether a response could still reach the peer."""
        return self.flow.state is not CLOSED

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Registers what happens if the peer goes before the request in progress has ended."""
        if self._transport is None:
            callback()
        else:
            self._when_lost = callback

    def answer(self, parts: Sequence[Any], size: int, throttle_ms: int) -> int:
        """Sends a response and lets the next request in; returns its bytes.

        Args:
            parts: its buffers, finished.
            size: of all of them; 0: there is none.
            throttle_ms: what the client sends meanwhile waits where it always does (KIP-219).
        """
        self._when_lost = None
        flow = self.flow
        if flow.state is CLOSED:
            return 0
        if flow.in_flight:
            self._in_flight.add_answered(self, parts, size)
            self._goes_on(flow.answered_behind(throttle_ms > 0), throttle_ms)
            return size
        if size:
            self._put(parts, size)
        if self._is_taking and flow.state is HANDLING and not (throttle_ms or flow.is_unread or flow.is_last):
            flow.state = (
                READING  # `flow.answered` by hand, for what mostly follows; who takes frames flushes and goes on
            )
        else:
            self._goes_on(flow.answered(throttle_ms > 0), throttle_ms)
        return size

    def _put(self, parts: Sequence[Any], size: int) -> None:
        output = self._output
        self._resources.network.bytes_out += size
        if size < GATHER_BYTES_MAX and output.gathered_bytes < GATHER_BYTES_MAX:
            output.gathered += parts  # `output.send` by hand, for what most responses are
            output.gathered_bytes += size
        else:
            self._send(parts, size)

    def _goes_on(self, act: FlowAct, throttle_ms: int = 0) -> None:
        """Does what follows on a request that has ended, or has let the next one in."""
        flow = self.flow
        if not self._is_taking:
            self._output.flush()
            if act is TAKE and (self._received.pending or not flow.is_reading):
                self._resources.loop.call_soon(self._go_on)
        if act is FlowAct.CLOSE:
            self.close()
        elif flow.state is MUTED:
            self._unmuting = self._resources.clock.call_later(throttle_ms, self._unmute)

    def let_next_in(self) -> InFlightRequest | Connection:
        """Takes further requests before this one's response; returns the outlet of that."""
        if self.flow.state is CLOSED:
            return self
        request = self._in_flight.begin(self)
        self._goes_on(self.flow.let_next_in())
        return request

    def in_flight_answered(self) -> None:
        """Sends the responses that no unanswered request stands before, unless the peer reads nothing."""
        flow = self.flow
        count, is_gathering = 0, bool(self._output.gathered)
        while not flow.is_unread and (request := self._in_flight.next_answered()) is not None:
            count += 1
            if request.size:
                self._put(request.parts, request.size)
        if not count:
            return
        act = flow.responded(count)
        if not self._is_taking:
            if not self._in_flight:
                self._output.flush()
            elif not is_gathering:
                # The high watermark that answered this one answers the next ones, too: one write for all of them.
                self._resources.loop.call_soon(self._output.flush)
        if act is TAKE:
            self._resources.loop.call_soon(self._go_on)
        elif act is FlowAct.CLOSE:
            self.close()

    def _send(self, parts: Sequence[Any], size: int) -> None:
        try:
            if self._output.send(self, parts, size):
                self._do(self.flow.output_unread())  # until its last slice is with the transport
                self._send_on()
        except Exception:  # noqa: BLE001 - the connection's boundary
            # Whoever completed this request may be in the middle of another's: nothing may escape to them.
            _log.exception("closing the connection from %s: a response cannot be sent", self.info)
            self.drop()

    def abort(self, reason: str) -> None:
        """Closes the connection because of the request in progress."""
        self._when_lost = None
        self.close_for(reason)

    def _unmute(self) -> None:
        self._unmuting = None
        self.last_active_ms = self._resources.clock.monotonic_ms()
        self._do(self.flow.unmuted())

    # ---- the budgets' side (Sender, Reader) -----------------------------------------------------------------------

    @property
    def is_waiting_for_us(self) -> bool:
        """Tells whether a request of this peer is handled or waits for memory.

        A peer that does not read is not waiting for us.
        """
        return self.flow.is_waiting_for_us

    def go_on(self) -> None:
        """Continues with the frame that has waited for memory, now that there is some."""
        self.release()
        if self._received.own is None:
            self._received.release(self)  # the whole frame had come meanwhile, or the connection closes

    def has_read(self) -> bool:
        """Tells whether the peer has read something since the last call."""
        return self._output.has_read()

    # ---- the listener's side --------------------------------------------------------------------------------------

    def release(self) -> None:
        """Takes requests from now on, first those that have come already."""
        self.last_active_ms = self._resources.clock.monotonic_ms()
        self._do(self.flow.released())

    def close_for(self, reason: str) -> None:
        """Closes because of something that the peer did, and says so in the log."""
        self._resources.network.connections_closed_bad_request += 1
        _log.warning("closing the connection from %s: %s", self.info, reason)
        self.close()

    def close_when_answered(self) -> None:
        """Closes after the request in progress, at once when there is none: how a broker that stops says so, and how a
        client is sent to a new connection."""
        self._do(self.flow.close_when_answered())

    def close(self) -> None:
        """Takes nothing more, and closes once all responses have left."""
        self._output.flush()
        self._output.send_all(self)
        self.flow.close()
        if self._transport is not None:
            self._transport.close()

    def drop(self) -> None:
        """Closes at once; responses that were not read are lost."""
        self.flow.close()
        self._output.abort()
