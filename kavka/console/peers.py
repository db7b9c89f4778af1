"""/peers/N/…: the admin endpoint of another broker, asked through this one, so that one page sees the whole cluster.

    browser ─▶ GET /peers/2/state/timers ─▶ this broker ─▶ ZooKeeper: where is 2's endpoint? ─▶ GET /state/timers ─▶ 2

Where a broker's endpoint is, its registration says. Only what `PASSED` names is passed on, with the token that came; a
page of another site gets no further than to this broker's own guard. A stream of events is passed on as it comes.
Responses are bounded, and every step has a deadline.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit

import h11

from kavka.broker.http.messages import EVENTS, JSON, EventStream, HttpError, Response, json_response
from kavka.zk import paths
from kavka.zk.errors import ZkError
from kavka.zk.znodes import BrokerRegistration

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.timer.clock import Clock

PASSED: Final = frozenset(
    {("GET", "state"), ("GET", "events"), ("GET", "health"), ("GET", "faults")}
    | {("POST", "faults"), ("DELETE", "faults"), ("GET", "clock"), ("POST", "clock")}
    | {("GET", "transcript"), ("POST", "transcript"), ("DELETE", "transcript")}
)
"""Method and first segment of what is asked of another broker."""
CONNECT_TIMEOUT_MS: Final = 2_000
ANSWER_TIMEOUT_MS: Final = 5_000
ANSWER_BYTES_MAX: Final = 32 * 1024 * 1024
READ_BYTES: Final = 64 * 1024
EVENT_LINE_BYTES_MAX: Final = 1024 * 1024


async def handle(request: Request, admin: Admin) -> Response | EventStream:
    """Lists the brokers with their endpoints, or passes another broker's response on."""
    name = request.params.get("id")
    if name is None:
        known = sorted(admin.services.metadata_cache.snapshot.brokers)
        return json_response([{"id": broker_id, "admin": await endpoint_of(admin, broker_id)} for broker_id in known])
    path = request.params["path"]
    if (request.method, path.partition("/")[0]) not in PASSED:
        raise HttpError(HTTPStatus.NOT_FOUND, f"{request.method} /{path} is not passed on to other brokers")
    url = await endpoint_of(admin, int(name)) if name.isdecimal() else None
    if url is None:
        raise HttpError(HTTPStatus.NOT_FOUND, f"no admin endpoint of a broker {name} is known")
    clock = admin.services.machine_clock
    try:
        async with clock.timeout(ANSWER_TIMEOUT_MS):
            peer = await _Peer.ask(url, request, path, clock)
            if peer.content_type == EVENTS:
                return EventStream(_events(peer))
            return Response(await peer.body(), peer.content_type, status=peer.status)
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise HttpError(
            HTTPStatus.BAD_GATEWAY, f"broker {name} does not answer at {url}: {str(error) or 'in time'}"
        ) from error


async def endpoint_of(admin: Admin, broker_id: int) -> str | None:
    """Reads the URL of a broker's endpoint in its registration; None: it has none, or ZooKeeper does not say."""
    try:
        data, _ = await admin.services.zk.get(paths.broker_id(broker_id))
    except ZkError:
        return None
    return BrokerRegistration.decode(data).admin


class _Peer:
    """One request to another broker's endpoint, and its response as it comes in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._h11 = h11.Connection(h11.CLIENT)
        self.status = HTTPStatus.OK
        self.content_type = JSON

    @classmethod
    async def ask(cls, url: str, request: Request, path: str, clock: Clock) -> _Peer:
        """Sends a request and reads the head of the response; the caller has a deadline."""
        parts = urlsplit(url)
        async with clock.timeout(CONNECT_TIMEOUT_MS):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        peer = cls(reader, writer)
        try:
            await peer._send(request, path, host=parts.netloc)
        except BaseException:
            writer.close()
            raise
        return peer

    async def _send(self, request: Request, path: str, *, host: str) -> None:
        target = f"/{path}" + (f"?{urlencode(request.query)}" if request.query else "")
        headers = [("Host", host), ("Connection", "close"), ("Content-Length", str(len(request.body)))]
        for name in ("authorization", "last-event-id"):
            if name in request.headers:
                headers.append((name, request.headers[name]))
        self._writer.write(self._h11.send(h11.Request(method=request.method, target=target, headers=headers)) or b"")
        self._writer.write(self._h11.send(h11.Data(data=request.body)) or b"")
        self._writer.write(self._h11.send(h11.EndOfMessage()) or b"")
        await self._writer.drain()
        head = await self._next()
        assert isinstance(head, h11.Response)
        self.status = HTTPStatus(head.status_code)
        self.content_type = dict(head.headers).get(b"content-type", JSON.encode()).decode("latin-1")

    async def _next(self) -> h11.Event:
        while True:
            event = self._h11.next_event()
            if event is h11.NEED_DATA:
                self._h11.receive_data(await self._reader.read(READ_BYTES))
            elif isinstance(event, h11.Event) and not isinstance(event, h11.InformationalResponse):
                return event
            elif not isinstance(event, h11.Event):
                raise h11.RemoteProtocolError("it sent something that is no answer")

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yields the body as it comes; closes at the end."""
        try:
            while isinstance(event := await self._next(), h11.Data):
                yield bytes(event.data)
        finally:
            self._writer.close()

    async def body(self) -> bytes:
        """Reads the whole body.

        Raises:
            h11.RemoteProtocolError: it is too long.
        """
        whole = bytearray()
        async for chunk in self.chunks():
            whole += chunk
            if len(whole) > ANSWER_BYTES_MAX:
                raise h11.RemoteProtocolError(f"its answer has more than {ANSWER_BYTES_MAX} bytes")
        return bytes(whole)


async def _events(peer: _Peer) -> AsyncIterator[tuple[str, Any]]:
    """Yields the peer's events; ends when it does.

    A follower waits as long as nothing happens: that wait has no deadline.
    """
    kind, rest = "message", b""
    try:
        async for chunk in peer.chunks():
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) > EVENT_LINE_BYTES_MAX:
                return
            for line in lines:
                if line.startswith(b"event: "):
                    kind = line[len(b"event: ") :].decode()
                elif line.startswith(b"data: "):
                    yield kind, json.loads(line[len(b"data: ") :])
    except (OSError, h11.ProtocolError):
        return  # it has stopped, or its machine; the browser comes back by itself
