"""One TCP connection to one broker on an event loop: requests go out pipelined, responses come back by correlation id.

The asyncio driver of `connection_core`, which decides everything: this moves bytes, keeps a timer at the core's
`wake_ms`, and completes futures. The bundled client, links between brokers and the controller's channels stand on it.

    request() ──core.start──▶ bytes ──▶ transport ──▶ broker
        │ future                           │
        ▼                                  ▼
    set_result ◀──core.receive◀── buffer_updated          _timer ──core.expire──▶ closed: every future fails

There is no reader task: the transport calls `buffer_updated`, which completes futures. A big response, as followers'
fetches have them, is received where it stays (`core.room`); all else comes through one buffer. So nothing outlives
`close()`, and nothing has to be awaited to stop. There is one timer a connection (`deadline_timer`), not one a request.
Who comes when the socket or the broker has enough waits (`room`); who logs in does so in `kept_login`. Every wait has a
deadline.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from kavka.common.unzeroed import unzeroed
from kavka.protocol.errors import DecodeError
from kavka.timer.clock import Clock, SystemClock
from kavka.timer.moments import MonotonicMs
from kavka.timer.waiting import wait_done
from kavka.wire.connection_core import (
    CONNECT_TIMEOUT_MS,
    FRAME_BYTES_MAX,
    REQUEST_TIMEOUT_MS,
    ConnectionCore,
    Conversation,
    FinalizedLevels,
    Pending,
    Take,
)
from kavka.wire.deadline_timer import DeadlineTimer
from kavka.wire.dialing import CLOSE_TIMEOUT_MS, dial
from kavka.wire.failures import lost
from kavka.wire.room import Room

if TYPE_CHECKING:
    from kavka.common.network import Connect
    from kavka.protocol.framing import Frame
    from kavka.wire.kept_login import KeptLogin
    from kavka.wire.security import ConnectionSecurity

T = TypeVar("T")

Heard = Callable[[int, int, MonotonicMs], None]
"""Is told of each response: its API, how many ms it took, and the time."""

IN_FLIGHT_MAX: Final = 1_000
"""Unanswered requests on one connection. More wait for their turn, they do not pile up in the socket's buffer."""

RECEIVE_BYTES: Final = 64 * 1024
"""Of the buffer of a connection; memory that nothing was received into is not taken from the system."""
BEHIND_BIG_BYTES: Final = 16 * 1024
"""What is read at once behind a big response: what the next one begins with is copied."""


class Connection(asyncio.BufferedProtocol):
    """One open connection. Made by `Connection.open`, never by its constructor alone.

    Attributes:
        core: what it knows of the protocol.
        host: The name or address that was dialled.
        port: The port that was dialled.
    """

    def __init__(
        self,
        core: ConnectionCore,
        *,
        request_timeout_ms: int,
        in_flight_max: int,
        clock: Clock,
        heard: Heard | None = None,
    ) -> None:
        self.core = core
        self.host = core.host
        self.port = core.port
        self._request_timeout_ms = request_timeout_ms
        self._clock = clock
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._closed: asyncio.Future[None] = self._loop.create_future()
        self._is_shut = False
        self._room = Room(in_flight_max, clock)
        self._timer = DeadlineTimer(clock, self._expire)
        self._login: KeptLogin | None = None
        self._buffer = memoryview(unzeroed(RECEIVE_BYTES))
        self._is_in_place = False
        """Whether the bytes that come next are written where they stay."""

    # ---------------------------------------------------------------- opening and closing

    @classmethod
    async def open(
        cls,
        host: str,
        port: int,
        *,
        client_id: str,
        connect_timeout_ms: int = CONNECT_TIMEOUT_MS,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        frame_bytes_max: int = FRAME_BYTES_MAX,
        in_flight_max: int = IN_FLIGHT_MAX,
        security: ConnectionSecurity | None = None,
        clock: Clock | None = None,
        connect: Connect | None = None,
        heard: Heard | None = None,
    ) -> Connection:
        """Dials a broker; with `security` returns after the TLS handshake and the login.

        Args:
            host: Name or address.
            port: TCP port.
            client_id: What the broker's log and quotas will call us.
            connect_timeout_ms: Deadline for the TCP handshake, name resolution and TLS included; then for each step of
                a login.
            request_timeout_ms: Deadline of each request that does not bring its own.
            frame_bytes_max: The largest response that is accepted.
            in_flight_max: Unanswered requests; more wait.
            security: TLS and a login; None: neither.
            clock: What deadlines go by; None: the machine's.
            connect: dials; None: the running loop does.
            heard: is told of each response; None: nobody measures.

        Raises:
            OSError: nobody listens there, or the name is unknown.
            AuthenticationFailed: a certificate or the login was refused, or it is no TLS that the broker speaks.
            TimeoutError: no connection within `connect_timeout_ms`.
        """

        clock = clock or SystemClock()

        def make() -> Connection:
            core = ConnectionCore(host, port, client_id=client_id, frame_bytes_max=frame_bytes_max)
            return cls(
                core, request_timeout_ms=request_timeout_ms, in_flight_max=in_flight_max, clock=clock, heard=heard
            )

        connection = await dial(
            make, host, port, timeout_ms=connect_timeout_ms, security=security, clock=clock, connect=connect
        )
        if security is not None and security.sasl is not None:
            from kavka.wire.kept_login import KeptLogin  # only who logs in needs it
            from kavka.wire.login_core import LoginCore

            login = LoginCore(connection.core, security.sasl)
            connection._login = KeptLogin(login, clock, connection._carry_out_or_close)
            await connection._login.log_in(timeout_ms=connect_timeout_ms)
        return connection

    async def _carry_out_or_close(self, conversation: Conversation[None], timeout_ms: int) -> None:
        try:
            await self.carry_out(conversation, timeout_ms=timeout_ms)
        except BaseException:
            await self.close()
            raise

    @property
    def must_renew(self) -> bool:
        """Tells whether the login must be renewed before the next request.

        The login's end is near, or `renew_login` is under way.
        """
        return self._login is not None and self._login.must_renew

    async def renew_login(self) -> None:
        """Renews the login where its end is near (KIP-368).

        Callers that come meanwhile wait with it.

        Requests written before get their responses first. `request` and `send` do this by themselves; a broker
        renews also a login that has just ended.

        Raises:
            AuthenticationFailed: the broker does not believe us any more; the connection is closed.
            OSError, TimeoutError, DecodeError: see `request`.
        """
        login = self._login
        if login is not None:
            await login.wait_renewal()
            if login.must_renew and not self.is_closed:
                await login.renew(timeout_ms=self._request_timeout_ms)

    @property
    def is_closed(self) -> bool:
        """Tells whether the connection takes no further request: closed, closing, or lost."""
        return self.core.close_reason is not None

    @property
    def in_flight(self) -> int:
        """Returns the number of requests without a response."""
        return self.core.in_flight

    @property
    def api_versions(self) -> Mapping[int, tuple[int, int]]:
        """Returns what the broker advertises: API key → (lowest, highest) version; empty until `negotiate`."""
        return self.core.api_versions

    @property
    def finalized(self) -> FinalizedLevels:
        """Returns the features that the cluster had agreed on when this was opened; nothing until `negotiate`."""
        return self.core.finalized

    async def close(self) -> None:
        """Closes the connection; requests without a response fail with ConnectionError. Closing twice is fine."""
        self._shut(ConnectionError(f"the connection to {self.core.where} was closed by this client"))
        if self._transport is None or self._closed.done():
            return
        if not await wait_done(self._clock, (self._closed,), CLOSE_TIMEOUT_MS):
            self._transport.abort()

    async def __aenter__(self) -> Connection:
        """Returns itself: `async with await Connection.open(…) as connection`."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes."""
        await self.close()

    # ---------------------------------------------------------------- requests

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        """Sends a request and waits for the response.

        Args:
            message: A request of `protocol.messages`, or one that is prepared.
            version: The version to write it in.
            timeout_ms: The deadline, the connection's own when None.

        Returns:
            The response message of the matching class. Error codes inside it are the caller's to read.

        Raises:
            ConnectionError: the connection was, or got, closed.
            TimeoutError: no response in time; the connection is closed.
            protocol.errors.DecodeError: the response was garbage; the connection is closed.
            protocol.errors.EncodeError: the message cannot be written in this version; the connection lives on.
        """
        if not self._room.is_there(self.core.in_flight):
            await self._wait_for_room(timeout_ms)
        if self._login is not None and self._login.must_renew:
            await self.renew_login()
        return await self.start_request(message, version=version, timeout_ms=timeout_ms)

    def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> asyncio.Future[Any]:
        """Writes a request now and returns the future of its response.

        For callers that keep several in flight.

        The caller bounds how many it starts, and renews the login (`renew_login`); `request` does both by itself. A
        future that is cancelled leaves the connection usable: its response is read and dropped.
        """
        future: asyncio.Future[Any] = self._loop.create_future()
        parts = self.core.start(
            message,
            version=version,
            timeout_ms=self._request_timeout_ms if timeout_ms is None else timeout_ms,
            now_ms=self._clock.monotonic_ms(),
            waiter=future,
        )
        self._ring_in_time()
        self._write(parts)
        return future

    def start_packed(
        self, api_key: int, body: bytes, *, version: int, timeout_ms: int, answer: asyncio.Future[Any], take: Take
    ) -> None:
        """Writes a request that is encoded already; its response is offered to `take` when it comes.

        What is not taken is decoded, and completes `answer`, as the connection's end does. Who takes a response may
        write the next request at once, in the same turn, and with the same `answer`. As with `start_request` the caller
        bounds how many it starts, and renews the login.

        Args:
            api_key: The request's.
            body: What is behind its header.
            version: The version that it is written in.
            timeout_ms: The deadline.
            answer: Completed by what is not taken; if it is done by then, nothing is offered.
            take: Whether it has taken a response; it raises nothing.

        Raises:
            ConnectionError: the connection is closed.
        """
        data = self.core.start_packed(
            api_key,
            body,
            version=version,
            timeout_ms=timeout_ms,
            now_ms=self._clock.monotonic_ms(),
            waiter=answer,
            take=take,
        )
        self._ring_in_time()
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.write(data)

    def _ring_in_time(self) -> None:
        """Has the timer ring no later than the next deadline."""
        wake_ms, rings_ms = self.core.wake_ms, self._timer.at_ms
        if rings_ms is None or cast(int, wake_ms) < rings_ms:
            self._timer.set(wake_ms)

    async def send(self, message: Any, *, version: int, timeout_ms: int | None = None) -> None:
        """Sends a message without a response (Produce with acks=0). It waits only while the socket is full."""
        if not self._room.is_there(self.core.in_flight):
            await self._wait_for_room(timeout_ms)
        if self._login is not None and self._login.must_renew:
            await self.renew_login()
        self._write(self.core.encode(message, version=version))

    async def carry_out(self, conversation: Conversation[T], *, timeout_ms: int) -> T:
        """Sends each request of a conversation, and returns what came of it.

        Args:
            conversation: Such as `ConnectionCore.negotiation`.
            timeout_ms: The deadline of each request.

        Raises:
            OSError, TimeoutError, DecodeError: see `request`; and what the conversation raises.
        """
        try:
            ask = next(conversation)
            while True:
                response = await self.start_request(ask.message, version=ask.version, timeout_ms=timeout_ms)
                ask = conversation.send(response)
        except StopIteration as end:
            result: T = end.value
            return result

    async def negotiate(self, timeout_ms: int | None = None) -> Mapping[int, tuple[int, int]]:
        """Reads the versions that the broker advertises, and keeps them in `api_versions`.

        Raises:
            protocol.errors.DecodeError: the response makes no sense, or it is an error also in an offered version.
        """
        limit_ms = self._request_timeout_ms if timeout_ms is None else timeout_ms
        try:
            await self.carry_out(self.core.negotiation(), timeout_ms=limit_ms)
        finally:
            self._settle()
        return self.core.api_versions

    def _write(self, parts: list[Any]) -> None:
        """Hands buffers to the transport; where it has lost its peer, `connection_lost` is about to come.

        Without uvloop, `writelines` of Python 3.12 and 3.13 raises TypeError then, where `write` drops what it gets.
        """
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.writelines(parts)

    # ---------------------------------------------------------------- what the transport calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps the transport once the connection is made."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one without inheriting it

    def get_buffer(self, sizehint: int) -> memoryview:
        """Returns the buffer for the next bytes: the rest of a big response's own, or the connection's."""
        room = self.core.room()
        self._is_in_place = room is not None
        if room is not None:
            return room
        return self._buffer[:BEHIND_BIG_BYTES] if self.core.is_behind_big else self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Completes the oldest request with every complete response."""
        core = self.core
        responses = core.received(nbytes) if self._is_in_place else core.receive(self._buffer[:nbytes])
        if self._heard is not None and responses:
            self._measure(responses, self._heard)
        for pending, message in responses:
            future = cast("asyncio.Future[Any]", pending.waiter)
            if not future.done():
                if pending.take is None:
                    future.set_result(message)
                elif not pending.take(message):
                    self._complete_decoded(pending, message, future)
        if self.core.close_reason is not None:
            self._settle()
        elif self._room.waiters:
            self._room.wake()

    def _measure(self, responses: list[tuple[Pending, Any]], heard: Heard) -> None:
        now_ms = self._clock.monotonic_ms()
        for pending, _ in responses:
            heard(pending.api_key, now_ms - pending.deadline_ms + pending.timeout_ms, now_ms)

    def _complete_decoded(self, pending: Pending, frame: Frame, future: asyncio.Future[Any]) -> None:
        try:
            future.set_result(self.core.decoded(pending, frame))
        except DecodeError as error:
            future.set_exception(error)
            future.exception()  # marks it as seen, as in `_settle`

    def connection_lost(self, exc: Exception | None) -> None:
        """Fails all pending requests when the connection is lost, whoever ended it."""
        self._shut(lost(exc, self.host, self.port))
        if not self._closed.done():
            self._closed.set_result(None)

    def pause_writing(self) -> None:
        """Pauses further requests while the socket's buffer is full."""
        self._room.pause()

    def resume_writing(self) -> None:
        """Resumes the waiting requests when the socket's buffer has room again."""
        self._room.resume()

    # ---------------------------------------------------------------- deadlines and the end

    def _expire(self, now_ms: MonotonicMs) -> None:
        self.core.expire(now_ms)
        self._settle()
        self._timer.set(self.core.wake_ms)

    def _shut(self, reason: BaseException) -> None:
        self.core.close(reason)
        self._settle()

    def _settle(self) -> None:
        """Fails everything that waits and closes the transport, if the core is closed; the second time nothing."""
        reason = self.core.close_reason
        if reason is None or self._is_shut:
            return
        self._is_shut = True
        for pending in self.core.abandoned():
            future = cast("asyncio.Future[Any]", pending.waiter)
            if not future.done():
                future.set_exception(reason)
                future.exception()  # marks it as seen: a caller that gave up must not cause a warning
        self._room.wake()
        self._timer.set(self.core.wake_ms)
        if self._transport is not None:
            if self.core.is_broken:
                self._transport.abort()
            else:
                self._transport.close()

    def _must_wait(self) -> bool:
        return not self.is_closed and not self._room.is_there(self.core.in_flight)

    async def _wait_for_room(self, timeout_ms: int | None) -> None:
        limit_ms = self._request_timeout_ms if timeout_ms is None else timeout_ms
        try:
            await self._room.wait(self._must_wait, timeout_ms=limit_ms)
        except TimeoutError:
            error = TimeoutError(f"{self.core.where} did not take a request within {limit_ms} ms")
            self._shut(error)
            raise error from None
