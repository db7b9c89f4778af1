"""One HTTP connection: bytes to requests, responses to bytes. h11 knows HTTP/1.1; here are the socket and the limits.

    data_received ─▶ h11 ─▶ Request ─▶ respond (the server's) ─▶ Response      ─▶ h11 ─▶ transport
                                                              └▶ EventStream  ─▶ chunks, until the client leaves

One request at a time: the next is taken when the response to this one is written. Bounded: header bytes by h11, the
body, the time that a client may take to send a request, and what waits to be sent (the transport's high-water mark
pauses a stream). Imported when the first client connects, never at a broker's startup.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final, cast

import h11

from kavka.broker.http.messages import EVENTS, EventStream, HttpError, Request, Response, error_response, event_bytes
from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

HEADER_BYTES_MAX: Final = 16 * 1024
BODY_BYTES_MAX: Final = 1024 * 1024
REQUEST_WAIT_MS: Final = 30_000
"""How long a client may take for its next request, the pause before it included."""
SEND_WAIT_MS: Final = 30_000
"""How long a stream waits for a client that does not read before it is cut off; all of another response."""
SENT_AT_ONCE_BYTES: Final = 256 * 1024
"""Of a large response: the next so many bytes are handed over when these have gone, or nearly."""

Respond = Callable[[Request], Awaitable[Response | EventStream]]


class HttpConnection(asyncio.Protocol):
    """A client.

    Args:
        respond: handles a request; never raises but HttpError.
        clock: how long the client may take.
        spawn: runs the handling in the server's task group.
        on_lost: called when the client is gone.
    """

    def __init__(
        self,
        respond: Respond,
        *,
        clock: Clock,
        spawn: Callable[[HttpConnection], asyncio.Task[None]],
        on_lost: Callable[[HttpConnection], None],
    ) -> None:
        self._respond = respond
        self._clock = clock
        self._spawn = spawn
        self._on_lost = on_lost
        self._h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=HEADER_BYTES_MAX)
        self._arrived = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._is_lost = False
        self._is_closed = False
        self._is_answering = False
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None

    # ---- the loop's calls -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts to serve the connection, unless its server was closed meanwhile."""
        self._transport = cast(asyncio.Transport, transport)
        if self._is_closed:
            self._transport.abort()
            return
        self._task = self._spawn(self)

    def data_received(self, data: bytes) -> None:
        """Takes bytes in; while a response is under way no more than one buffer of them."""
        try:
            self._h11.receive_data(data)
        except h11.RemoteProtocolError:
            self.close()
            return
        if self._is_answering and self._transport is not None:
            self._transport.pause_reading()
        self._arrived.set()

    def eof_received(self) -> bool:
        """Notes that the client sends no more; what it asked for still gets a response."""
        self._h11.receive_data(b"")
        self._arrived.set()
        return True

    def pause_writing(self) -> None:
        """Stops writing, for the client reads slowly."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Resumes writing, for the client has caught up."""
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels what is under way, for the client is gone."""
        self._is_lost = True
        self._arrived.set()
        self._writable.set()
        if self._task is not None:
            self._task.cancel()
        self._on_lost(self)

    def close(self) -> None:
        """Closes the connection, whatever is under way."""
        self._is_closed = True
        if self._transport is not None:
            self._transport.abort()

    # ---- serving --------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Handles one request after the other until either side closes."""
        try:
            while not self._is_lost:
                async with self._clock.timeout(REQUEST_WAIT_MS):
                    request = await self._next_request()
                if request is None:
                    break
                self._is_answering = True
                await self._answer(request)
                self._is_answering = False
                if self._h11.our_state is not h11.DONE or self._h11.their_state is not h11.DONE:
                    break
                self._h11.start_next_cycle()
                if self._transport is not None:
                    self._transport.resume_reading()
        except TimeoutError:
            _log.debug("an HTTP client was cut off: nothing came, or nothing went, in time")
        except h11.ProtocolError as error:
            _log.debug("an HTTP client was cut off: %s", error)
        finally:
            if self._transport is not None:
                self._transport.close()

    async def _next_request(self) -> Request | None:
        head: h11.Request | None = None
        body = bytearray()
        while True:
            try:
                event = self._h11.next_event()
            except h11.RemoteProtocolError as error:
                status = HTTPStatus(error.error_status_hint or 400)
                await self._send(error_response(HttpError(status, str(error))))
                return None
            if event is h11.NEED_DATA:
                if self._is_lost:
                    return None
                if self._h11.they_are_waiting_for_100_continue:
                    self._write(h11.InformationalResponse(status_code=100, headers=[]))
                self._arrived.clear()
                await self._arrived.wait()
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > BODY_BYTES_MAX:
                    message = f"a body may have {BODY_BYTES_MAX} bytes"
                    await self._send(error_response(HttpError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)))
                    return None
            elif isinstance(event, h11.EndOfMessage):
                assert head is not None
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
                return Request(head.method.decode("ascii"), head.target.decode("latin-1"), headers, bytes(body))
            else:
                return None  # the client is gone, or there was nothing to take up

    async def _answer(self, request: Request) -> None:
        try:
            response = await self._respond(request)
        except HttpError as error:
            response = error_response(error)
        if isinstance(response, EventStream):
            await self._stream(response)
        else:
            await self._send(response, is_head=request.method == "HEAD")

    async def _send(self, response: Response, *, is_head: bool = False) -> None:
        if self._h11.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return
        headers = {
            "Content-Type": response.content_type,
            "Content-Length": str(sum(map(len, response.pieces))),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            **response.headers,
        }
        self._write(h11.Response(status_code=int(response.status), headers=list(headers.items())))
        if not is_head:
            async with self._clock.timeout(SEND_WAIT_MS):
                for piece in response.pieces:
                    for first in range(0, len(piece), SENT_AT_ONCE_BYTES):
                        self._write(h11.Data(data=piece[first : first + SENT_AT_ONCE_BYTES]))
                        await self._writable.wait()
        self._write(h11.EndOfMessage())
        await self._drain()

    async def _stream(self, stream: EventStream) -> None:
        headers = [("Content-Type", EVENTS), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
        self._write(h11.Response(status_code=200, headers=headers))
        async for name, value in stream.events:
            self._write(h11.Data(data=event_bytes(name, value)))
            await self._drain()
        self._write(h11.EndOfMessage())

    def _write(self, event: h11.Event) -> None:
        data = self._h11.send(event)
        if data and self._transport is not None and not self._is_lost:
            self._transport.write(data)

    async def _drain(self) -> None:
        async with self._clock.timeout(SEND_WAIT_MS):
            await self._writable.wait()
