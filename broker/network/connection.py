"""One client's TCP connection: bytes become frames, the dispatcher gets one at a time, responses go out in order.

                  shared 512 KiB buffer                    own bytearray (frames above 256 KiB, grown as bytes arrive)
    socket ──▶ ┌──────┬──────┬──────┬────┐             ┌──────────────────────────┐
               │frame │frame │frame │fra…│──▶ pending  │ frame, as far as it came │
               └──────┴──────┴──────┴────┘             └──────────────────────────┘
                  │ copied out, one in progress at a time
                  ▼
              dispatcher ──▶ small responses of one wake-up: joined into one write
                             big ones: uncopied, at once; above SLICE_BYTES: a slice whenever the socket has taken one

One request is in progress per connection, as in Kafka, so order needs no machinery: while a request is being handled,
or while the peer does not read its responses, further bytes wait in `pending`, and when that is full in the socket.

What a peer can make us hold is bounded: a length alone allocates nothing (R13), memory follows the bytes that really
arrived; `pending` by PENDING_BYTES_MAX plus what one wake-up read; unread output by the transport's high-water mark
plus one response, because with output unread no further request is taken. Over all connections it is bounded by
`unread_output`, which is notified of everything above the high-water mark; what has come of requests by
`request_memory`, which says when a big frame may be received.

Not here: accepting, counting and limiting connections, finding idle ones (`network.listener`); meaning (`dispatcher`).
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from kavka.broker.network.big_frame import START_BYTES, BigFrame
from kavka.broker.network.descriptor_room import descriptor_of
from kavka.broker.network.frame_handler import FrameHandler
from kavka.broker.network.looks_like import LOOKS_LIKE
from kavka.broker.network.request_memory import TIGHT_READ_BYTES
from kavka.broker.network.slices import Slices, bytes_kept
from kavka.broker.requests.context import ConnectionInfo, RequestContext
from kavka.timer.sleeping import Cancellable, call_later

if TYPE_CHECKING:
    from kavka.broker.network.listener import Listener

_log = logging.getLogger(__name__)

RECEIVE_BUFFER_BYTES: Final = 512 * 1024
"""One buffer for all connections of a listener: what a read leaves unparsed is copied out before the next read."""

OWN_BUFFER_MIN_BYTES: Final = 256 * 1024
"""Frames above this are received straight into a bytearray of their own (measured: at 32 KiB this loses by 2)."""

PENDING_BYTES_MAX: Final = 64 * 1024
"""How far a client may send ahead of the request in progress before we stop reading from it."""

PENDING_FREE_BYTES: Final = 16 * 1024
"""So much may lie in `pending` without being counted: most connections, most of the time, have less."""

GATHER_BYTES_MAX: Final = 16 * 1024
"""Responses below this are gathered into one write a wake-up; bigger ones are handed over at once, uncopied."""

GATHERED_BYTES_MAX: Final = 64 * 1024
"""Gathered responses are written early when they reach this, so that the transport can push back."""

WRITE_HIGH_WATER_BYTES: Final = 64 * 1024
"""With more unread output than this no further request is taken; so much of each connection is not counted."""

SLICE_BYTES: Final = 1024 * 1024 + 64 * 1024
"""A response above this is given to the transport in slices, so that what was read of it is free, TLS encrypts it bit
by bit, and others have their turns. A fetch of 1 MB, consumers' default for a partition, still goes at once."""

REQUEST_HEADER_MIN_BYTES: Final = 8
"""api_key, api_version, correlation_id."""

_NO_LINGER: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: closing sends RST and forgets."""

_LENGTH = struct.Struct(">i")


class Connection(asyncio.BufferedProtocol):
    """The protocol object of one accepted socket. Made and counted by its listener."""

    __slots__ = (
        "_dispatcher",
        "_frame_bytes_max",
        "_frame_bytes_min",
        "_gathered",
        "_gathered_bytes",
        "_in_progress",
        "_is_closing",
        "_is_counted_in_memory",
        "_is_held",
        "_is_last_request",
        "_is_muted",
        "_is_processing",
        "_is_read_paused",
        "_is_transport_full",
        "_is_write_paused",
        "_listener",
        "_own",
        "_pending",
        "_transport",
        "_unmuting",
        "_unread_when_asked",
        "_unsent",
        "_wants_memory",
        "_when_lost",
        "info",
        "is_counted",
        "last_active_ms",
    )

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._dispatcher: FrameHandler = listener.dispatcher
        self._frame_bytes_min = REQUEST_HEADER_MIN_BYTES
        self._frame_bytes_max = listener.frame_bytes_max
        self._transport: asyncio.Transport | None = None
        self._pending = bytearray()
        # Invariant: while `_own` is set, `_pending` is empty and no request is in progress.
        self._own: BigFrame | None = None
        self._gathered: list[Any] = []
        self._gathered_bytes = 0
        self._in_progress = False
        self._is_closing = False
        self._is_held = False
        # Invariant: set from the admission of a big frame, asked for or given, to its release.
        self._wants_memory = False
        self._is_counted_in_memory = False
        self._is_last_request = False
        # Invariant: a muted connection counts as having a request in progress, though its response is on its way.
        self._is_muted = False
        self._unmuting: Cancellable | None = None
        self._is_processing = False
        self._is_read_paused = False
        # Invariant: while there is something unsent, writing counts as paused, though the transport may have room.
        self._is_write_paused = False
        self._is_transport_full = False
        self._unsent: Slices | None = None
        self._unread_when_asked = 0
        self._when_lost: Callable[[], object] | None = None
        self.info: ConnectionInfo = listener.unknown_peer
        self.is_counted = False
        self.last_active_ms = listener.clock.monotonic_ms()

    def __str__(self) -> str:
        return str(self.info)

    # ---- the transport's side -------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the socket over, unless the listener's limits refuse it."""
        self._transport = cast(asyncio.Transport, transport)
        self.last_active_ms = self._listener.clock.monotonic_ms()
        self._transport.set_write_buffer_limits(high=WRITE_HIGH_WATER_BYTES)
        self.info = self._listener.describe(self._transport)
        self._listener.connection_made(self, descriptor_of(self._transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets everything; whatever is in progress finds that its client is gone."""
        self._is_closing = True
        self._transport = None
        self._pending = bytearray()
        self._own = None
        if self._is_counted_in_memory:
            self._note_pending()
        if self._wants_memory:
            self._release_memory()
        self._gathered = []
        self._unsent = None
        if self._is_write_paused:
            self._note_unread(0)
        if self._unmuting is not None:
            self._unmuting.cancel()
            self._unmuting = None
        self._listener.connection_lost(self)
        when_lost, self._when_lost = self._when_lost, None
        if when_lost is not None:
            when_lost()

    def eof_received(self) -> None:
        """Lets the transport close: a client that sends no more requests reads no more responses, as Kafka sees it."""
        self._send_all()

    def pause_writing(self) -> None:
        """Stops requests and reading, for the peer does not read, until it does."""
        self._is_transport_full = True
        self._is_write_paused = True
        self._pause_reading()
        if self._transport is not None:
            self._unread_when_asked = self._transport.get_write_buffer_size()
            if self._unsent is None:
                self._note_unread(self._unread_when_asked)

    def resume_writing(self) -> None:
        """Sends on, now that the peer has read."""
        self._is_transport_full = False
        self._restore_limits()
        self._send_on()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Returns the buffer for the next bytes: the shared one, or the rest of a big frame's own."""
        own = self._own
        if own is not None:
            return own.room()
        listener = self._listener
        if listener.memory.is_tight:
            return listener.receive_buffer[: PENDING_FREE_BYTES if self._in_progress else TIGHT_READ_BYTES]
        if self._in_progress:
            return listener.receive_buffer[:PENDING_BYTES_MAX]
        return listener.receive_buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Takes bytes that have arrived."""
        listener = self._listener
        listener.network.bytes_in += nbytes
        self.last_active_ms = listener.clock.monotonic_ms()
        if self._own is not None:
            self._advance_own_frame(self._own, nbytes)
            return
        received = listener.receive_buffer[:nbytes]
        if self._pending or self._is_blocked():
            self._pending += received
            ahead_max = PENDING_FREE_BYTES if listener.memory.is_tight else PENDING_BYTES_MAX
            if len(self._pending) > ahead_max and self._is_blocked():
                self._pause_reading()
            self._process_pending()
            if self._is_counted_in_memory or len(self._pending) > PENDING_FREE_BYTES:
                self._note_pending()
            return
        done = self._process(received, nbytes)
        if done < nbytes and not self._is_closing:
            self._keep(received[done:])

    # ---- frames ---------------------------------------------------------------------------------------------------

    def _is_blocked(self) -> bool:
        return self._in_progress or self._is_write_paused or self._is_closing or self._is_held

    def _process(self, data: memoryview, size: int) -> int:
        """Handles the whole frames in `data` until one has to wait. Returns how many bytes were used up."""
        assert not self._is_processing
        self._is_processing = True
        started_ns = self._dispatcher.ticks()
        unpack_length = _LENGTH.unpack_from
        pos = 0
        while size - pos >= 4 and not (self._in_progress or self._is_write_paused or self._is_closing):
            (length,) = unpack_length(data, pos)
            if not self._frame_bytes_min <= length <= self._frame_bytes_max:
                self._close_bad_length(length, bytes(data[pos : pos + 4]))
                break
            end = pos + 4 + length
            if end > size:
                break
            self._dispatch(bytes(data[pos + 4 : end]), started_ns)
            pos = end
        self._is_processing = False
        self._flush()
        return pos

    def _dispatch(self, frame: bytes | bytearray, started_ns: int) -> None:
        self._in_progress = True
        try:
            self._dispatcher.dispatch(frame, self, self.last_active_ms, started_ns)
        except Exception:  # noqa: BLE001 - the connection's boundary
            # The dispatcher answers for handlers; what still gets here is our own fault and must cost one client only.
            _log.exception("closing the connection from %s: a request broke the dispatcher", self.info)
            self._in_progress = False
            self.drop()

    def _keep(self, rest: memoryview) -> None:
        """Stores the bytes that could not be used yet; an unfinished big frame gets a buffer of its own."""
        if self._is_big_frame_begun(rest) and self._is_admitted(rest):
            self._own = BigFrame(rest)
            return
        self._pending += rest
        if len(rest) > PENDING_FREE_BYTES:
            self._note_pending()

    def _process_pending(self) -> None:
        if self._is_blocked() or not self._pending or self._is_processing:
            return
        pending = self._pending
        with memoryview(pending) as view:
            done = self._process(view, len(pending))
        if self._is_closing:
            return
        del pending[:done]
        if self._is_big_frame_begun(pending) and self._is_admitted(pending):
            self._pending = bytearray()
            self._own = BigFrame(pending)
        if self._is_counted_in_memory:
            self._note_pending()

    def _is_big_frame_begun(self, data: bytearray | memoryview) -> bool:
        """Tells whether `data` is the beginning, and not the whole, of a frame that deserves a buffer of its own."""
        if len(data) < START_BYTES or self._is_blocked():
            return False
        return int.from_bytes(data[:4], "big", signed=True) > max(OWN_BUFFER_MIN_BYTES, len(data) - 4)

    def _is_admitted(self, data: bytearray | memoryview) -> bool:
        """Tells whether there is memory for the big frame that begins in `data`.

        If not, nothing is read until there is.
        """
        self._wants_memory = True
        if self._listener.memory.admit(self, int.from_bytes(data[:4], "big"), self.last_active_ms):
            return True
        self._is_held = True
        self._pause_reading()
        return False

    def go_on(self) -> None:
        """Continues with the frame that has waited for memory, now that there is some."""
        self.last_active_ms = self._listener.clock.monotonic_ms()
        self._is_held = False
        self._continue()
        if self._own is None:
            self._release_memory()  # the whole frame had come meanwhile, or the connection closes

    def _release_memory(self) -> None:
        if self._wants_memory:
            self._wants_memory = False
            self._listener.memory.release(self)

    def _note_pending(self) -> None:
        size = len(self._pending)
        self._is_counted_in_memory = size > PENDING_FREE_BYTES
        self._listener.memory.note_small(self, size if self._is_counted_in_memory else 0, self.last_active_ms)

    def _advance_own_frame(self, own: BigFrame, nbytes: int) -> None:
        """Dispatches the big frame if it is whole, or makes room for more of it."""
        if not own.grow(nbytes):
            self._listener.memory.grown(self, own.size, own.arrived, self.last_active_ms)
            return
        self._own = None
        self._is_processing = True
        self._dispatch(own.buffer, self._dispatcher.ticks())
        self._is_processing = False
        self._flush()
        self._let_others_read()
        self._release_memory()

    def _let_others_read(self) -> None:
        """Ends this connection's turn: libuv reads one socket up to 32 times in a row, 32 MB of big frames, while the
        others wait (measured with ten senders of 1 MB: their p99 was thirty times their median)."""
        if not self._is_blocked() and not self._is_read_paused:
            self._pause_reading()
            self._listener.loop.call_soon(self._continue)

    def _close_bad_length(self, length: int, prefix: bytes) -> None:
        reason = LOOKS_LIKE.get(prefix)
        if reason is None:
            reason = (
                f"a request claims {length} bytes, allowed are {self._frame_bytes_min} "
                f"to {self._frame_bytes_max} ({self._frame_limit_key()})"
            )
        self.close_for(reason)

    def _frame_limit_key(self) -> str:
        return "socket.request.max.bytes"

    # ---- the dispatcher's side (ResponseChannel) ------------------------------------------------------------------

    def is_open(self) -> bool:
        """Tells whether a response could still reach the peer."""
        return not self._is_closing

    def when_lost(self, callback: Callable[[], object]) -> None:
        """Registers what happens if the peer goes before the request in progress has ended."""
        if self._transport is None:
            callback()
        else:
            self._when_lost = callback

    def finish(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the response, or notes that there is none, and lets the next request in."""
        self._in_progress = False
        self._when_lost = None
        if self._dispatcher.quotas is not None:
            response = self._dispatcher.quotas.settle(ctx, response)
            if ctx.throttle_ms and not self._is_closing:
                self._mute(ctx.throttle_ms)
        size = 0
        if response is not None and not self._is_closing:
            try:
                size = self._answer(ctx, response)
            except Exception:  # noqa: BLE001 - the connection's boundary
                # Whoever completed this request may be in the middle of another's: nothing may escape to them.
                _log.exception("closing the connection: the answer to %s cannot be sent", ctx)
                self.drop()
        self._dispatcher.count(ctx, size)
        if self._is_last_request:
            self.close()
        if self._is_processing:
            return
        self._flush()
        if self._pending or self._is_read_paused:
            self._listener.loop.call_soon(self._continue)

    def finish_half(self, ctx: RequestContext, response: Any | None) -> None:
        """Sends the first half of the response and closes: a fault on purpose (`broker.requests.faults`)."""
        if response is not None and not self._is_closing:
            self._flush()
            frame = b"".join(self._dispatcher.encode(ctx, response))
            if self._transport is not None:
                self._transport.write(frame[: len(frame) // 2])
        self.finish(ctx, None)
        self.close()

    def abort(self, ctx: RequestContext, reason: str) -> None:
        """Closes the connection because of one request."""
        self._in_progress = False
        self._when_lost = None
        self.close_for(f"{reason} [API {ctx.api_key} v{ctx.api_version}, client {ctx.client_id!r}]")

    def _answer(self, ctx: RequestContext, response: Any) -> int:
        parts = self._dispatcher.encode(ctx, response)
        size = len(parts[0]) if len(parts) == 1 else sum(map(len, parts))
        self._listener.network.bytes_out += size
        if size >= GATHER_BYTES_MAX:
            self._flush()
            if self._transport is not None:
                if size > SLICE_BYTES:
                    self._send_in_slices(parts)
                elif size * 2 <= WRITE_HIGH_WATER_BYTES:
                    self._write(parts)  # the log's views keep twice their size at most
                else:
                    self._write_last(parts, sum(map(bytes_kept, parts)))
            return size
        self._gathered += parts
        self._gathered_bytes += size
        if self._gathered_bytes >= GATHERED_BYTES_MAX:
            self._flush()
        return size

    def _send_in_slices(self, parts: list[Any]) -> None:
        """Begins to send a big response. Until its last slice is with the transport no further request is taken."""
        self._unsent = Slices(parts)
        self._is_write_paused = True
        self._pause_reading()
        self._send_on()

    def _send_on(self) -> None:
        """Gives the transport the next slice, or takes requests again when there is none."""
        if self._is_transport_full or self._transport is None:
            return
        self.last_active_ms = self._listener.clock.monotonic_ms()
        unsent = self._unsent
        if not unsent:
            self._unsent = None
            self._is_write_paused = False
            self._note_unread(0)
            self._continue()
            return
        self._note_unread(unsent.held)  # before the slice: a part that it ends lives until it has left
        if self._transport is None or self._is_closing:
            return  # there was no room for it
        held, views = unsent.held, unsent.take(SLICE_BYTES)
        if unsent:
            self._write(views)
        else:
            self._write_last(views, held)
        if not self._is_transport_full:
            self._listener.loop.call_soon(self._send_on)

    def _send_all(self) -> None:
        """Gives the transport all that is unsent, at once: it closes when that has left."""
        unsent, self._unsent = self._unsent, None
        if unsent:
            held = unsent.held
            self._write_last(unsent.take_all(), held)

    def _write(self, parts: list[Any]) -> None:
        """Hands buffers to the transport, unless its peer is gone: without uvloop, `writelines` of Python 3.12 and 3.13
        raises TypeError then."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.writelines(parts)

    def _write_last(self, parts: list[Any], held: int) -> None:
        """Hands over the end of an answer, whose buffers count until the transport has nothing left of them.

        Below its low-water mark it says nothing more, and yet one byte keeps a whole buffer: who left 60 kB of a
        response of 1 MB unread, or 10 kB of 50 MB, held all of it unseen. So both marks are 0 until then.
        """
        transport = self._transport
        if transport is None or transport.is_closing() or held <= WRITE_HIGH_WATER_BYTES:
            self._write(parts)
            return
        transport.set_write_buffer_limits(high=0)
        transport.writelines(parts)
        if self._is_transport_full:
            self._note_unread(held)
        else:
            self._restore_limits()

    def _restore_limits(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.set_write_buffer_limits(high=WRITE_HIGH_WATER_BYTES)

    def _note_unread(self, size: int) -> None:
        self._listener.unread.note(self, size, self.last_active_ms)

    def has_read(self) -> bool:
        """Tells whether the peer has read something since the last call. A slice may take a slow one long."""
        unread = 0 if self._transport is None else self._transport.get_write_buffer_size()
        before, self._unread_when_asked = self._unread_when_asked, unread
        return unread < before

    def _mute(self, throttle_ms: int) -> None:
        """Takes no request for so long (KIP-219); what the client sends meanwhile waits where it always does."""
        self._in_progress = True
        self._is_muted = True
        self._unmuting = call_later(self._listener.clock, throttle_ms, self._unmute)

    def _unmute(self) -> None:
        self._in_progress = False
        self._is_muted = False
        self._unmuting = None
        self.last_active_ms = self._listener.clock.monotonic_ms()
        self._continue()

    def _flush(self) -> None:
        if not self._gathered:
            return
        gathered, self._gathered = self._gathered, []
        self._gathered_bytes = 0
        if self._transport is not None:
            self._transport.write(gathered[0] if len(gathered) == 1 else b"".join(gathered))

    def _continue(self) -> None:
        """Goes on where a request in progress or unread output had stopped it."""
        self._process_pending()
        if not self._is_blocked():
            self._resume_reading()

    def _pause_reading(self) -> None:
        if not self._is_read_paused and not self._is_closing and self._transport is not None:
            self._is_read_paused = True
            self._transport.pause_reading()

    def _resume_reading(self) -> None:
        if self._is_read_paused and self._transport is not None:
            self._is_read_paused = False
            self._transport.resume_reading()

    # ---- the listener's side --------------------------------------------------------------------------------------

    @property
    def is_waiting_for_us(self) -> bool:
        """Tells whether a request of this peer is handled or waits for memory.

        A peer that does not read is not waiting for us.
        """
        return self._in_progress or self._is_held

    def hold(self) -> None:
        """Takes no request until `release`, for this connection came too early."""
        self._is_held = True

    def release(self) -> None:
        """Takes requests from now on, first those that have come already."""
        self._is_held = False
        self.last_active_ms = self._listener.clock.monotonic_ms()
        self._continue()

    def close_for(self, reason: str) -> None:
        """Closes because of something that the peer did, and says so in the log."""
        self._listener.network.connections_closed_bad_request += 1
        _log.warning("closing the connection from %s: %s", self.info, reason)
        self.close()

    def close_when_answered(self) -> None:
        """Closes after the request in progress, at once when there is none: how a broker that stops says so, and how a
        client is sent to a new connection."""
        if self._in_progress and not self._is_muted:
            self._is_last_request = True
        else:
            self.close()

    def close(self) -> None:
        """Takes nothing more, and closes once all responses have left."""
        self._flush()
        self._send_all()
        self._is_closing = True
        if self._transport is not None:
            self._transport.close()

    def drop(self) -> None:
        """Closes at once; responses that were not read are lost."""
        self._is_closing = True
        self._gathered = []
        self._unsent = None
        if self._transport is not None:
            if self._transport.get_write_buffer_size():
                # A peer that does not read takes no FIN either: without RST the kernel would keep what it has for it.
                self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
            self._transport.abort()
