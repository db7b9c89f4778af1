"""One TCP connection to one broker: requests go out pipelined, responses come back by correlation id.

Not a client: it knows no topics and retries nothing. `cluster.py` stands above it and decides whom to ask, in which
version, and how often; the controller's channels stand above it too. Below are only `protocol` (bytes ↔ messages) and
the event loop.

    request() ──encode──► transport ──► broker
        │ future                          │
        ▼                                 ▼
    _pending: ┌────┬────┬────┐   responses arrive in the order of the requests, as Kafka guarantees;
              │ 7  │ 8  │ 9  │   any other order means that one side is broken, so the connection is closed
              └────┴────┴────┘

There is no reader task: the transport calls `data_received`, which completes futures. So nothing outlives `close()`,
and nothing has to be awaited to stop.

Every wait has a deadline. A request without a response in time closes the connection, because whatever arrives later
could not be distinguished from the response to the next request.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from kavka.client.errors import AuthenticationFailed
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, response_class
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.framing import BadFrameLength, FrameDecoder, bad_length
from kavka.protocol.header import ResponseHeader, encode_request_frame, response_header_version
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse
from kavka.protocol.request_pieces import PreparedRequest

if TYPE_CHECKING:
    from kavka.client.security import ConnectionSecurity

CONNECT_TIMEOUT_MS = 10_000
"""Kafka's `socket.connection.setup.timeout.ms`."""

REQUEST_TIMEOUT_MS = 30_000
"""Kafka's `request.timeout.ms` for clients."""

CLOSE_TIMEOUT_MS = 1_000
"""How long `close` lets written bytes leave before it drops them."""

FRAME_BYTES_MAX = 100 * 1024 * 1024 + 64 * 1024
"""The largest response that is accepted. Kafka's `socket.request.max.bytes` plus room for a response's own fields."""

IN_FLIGHT_MAX = 1_000
"""Unanswered requests on one connection. More wait for their turn, they do not pile up in the socket's buffer."""

RENEW_AT = 0.85
"""A login is renewed when so much of its life is over: what Kafka's clients begin with."""

RENEW_AFTER_MS_MIN = 1_100
"""A login is never renewed sooner: brokers refuse it within a second of the last time, ended or not."""

CORRELATION_ID_MAX = 2**31 - 1

CLIENT_SOFTWARE_NAME = "kavka"
CLIENT_SOFTWARE_VERSION = "0.1.0"
API_VERSIONS_VERSION = 3
"""The first version that names the client's software (KIP-511); brokers that do not know it respond in version 0."""


class _Pending:
    """A request that was written and has no response yet."""

    __slots__ = ("api_key", "correlation_id", "deadline", "future", "version")

    def __init__(
        self,
        correlation_id: int,
        api_key: int,
        version: int,
        future: asyncio.Future[Any],
        deadline: asyncio.TimerHandle,
    ) -> None:
        self.correlation_id = correlation_id
        self.api_key = api_key
        self.version = version
        self.future = future
        self.deadline = deadline


class Connection(asyncio.Protocol):
    """One open connection. Made by `Connection.open`, never by its constructor alone.

    Attributes:
        host: The name or address that was dialled.
        port: The port that was dialled.
        api_versions: What the broker advertises: API key → (lowest, highest) version. Empty until `negotiate`.
    """

    def __init__(
        self, *, host: str, port: int, client_id: str, request_timeout_ms: int, frame_bytes_max: int, in_flight_max: int
    ) -> None:
        assert in_flight_max > 0
        self.host = host
        self.port = port
        self.api_versions: dict[int, tuple[int, int]] = {}
        self._client_id = client_id
        self._request_timeout_ms = request_timeout_ms
        self._in_flight_max = in_flight_max
        self._decoder = FrameDecoder(frame_bytes_max)
        self._pending: deque[_Pending] = deque()
        self._correlation_id = 0
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._closed: asyncio.Future[None] = self._loop.create_future()
        self._is_closing = False
        self._close_reason: BaseException | None = None
        self._is_write_paused = False
        self._room_waiters: deque[asyncio.Future[None]] = deque()
        self._security: ConnectionSecurity | None = None
        self._renew_at: float | None = None  # on the loop's clock; None: the login lasts as long as the connection
        self._renewal: asyncio.Future[None] | None = None

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

        Raises:
            OSError: nobody listens there, or the name is unknown.
            AuthenticationFailed: a certificate or the login was refused, or it is no TLS that the broker speaks.
            TimeoutError: no connection within `connect_timeout_ms`.
        """

        def make() -> Connection:
            return cls(
                host=host,
                port=port,
                client_id=client_id,
                request_timeout_ms=request_timeout_ms,
                frame_bytes_max=frame_bytes_max,
                in_flight_max=in_flight_max,
            )

        tls = {} if security is None else _tls_arguments(security, host)
        try:
            async with asyncio.timeout(connect_timeout_ms / 1000):
                _, connection = await asyncio.get_running_loop().create_connection(make, host, port, **tls)
        except TimeoutError:
            raise TimeoutError(f"{host}:{port} did not accept a connection within {connect_timeout_ms} ms") from None
        except ssl.SSLError as error:
            raise tls_refusal(error, host, port) from error
        except ConnectionResetError:
            during = " in the TLS handshake" if tls else ""
            raise ConnectionResetError(f"{host}:{port} closed the connection{during}") from None
        if security is not None and security.sasl is not None:
            connection._security = security
            await connection._log_in(connect_timeout_ms)
        return connection

    async def _log_in(self, timeout_ms: int) -> None:
        from kavka.client.login import log_in  # only who logs in needs it

        assert self._security is not None
        assert self._security.sasl is not None
        try:
            began = self._loop.time()
            lifetime_ms = await log_in(self, self._security.sasl(), timeout_ms=timeout_ms)
        except BaseException:
            await self.close()
            raise
        self._renew_at = began + max(lifetime_ms * RENEW_AT, RENEW_AFTER_MS_MIN) / 1000 if lifetime_ms else None

    @property
    def must_renew(self) -> bool:
        """Tells whether the login must be renewed before the next request.

        The login's end is near, or `renew_login` is under way.
        """
        return self._renewal is not None or (self._renew_at is not None and self._loop.time() >= self._renew_at)

    async def renew_login(self) -> None:
        """Renews the login where its end is near (KIP-368).

        Callers that come meanwhile wait with it.

        Requests written before get their responses first. `request` and `send` do this by themselves; a broker
        renews also a login that has just ended.

        Raises:
            AuthenticationFailed: the broker does not believe us any more; the connection is closed.
            OSError, TimeoutError, DecodeError: see `request`.
        """
        while self._renewal is not None:
            await asyncio.wait((self._renewal,))
        if not self.must_renew or self._is_closing:
            return
        self._renewal = self._loop.create_future()
        try:
            await self._log_in(self._request_timeout_ms)
        finally:
            self._renewal.set_result(None)
            self._renewal = None

    @property
    def is_closed(self) -> bool:
        """Tells whether the connection takes no further request: closed, closing, or lost."""
        return self._is_closing

    @property
    def in_flight(self) -> int:
        """Returns the number of requests without a response."""
        return len(self._pending)

    async def close(self) -> None:
        """Closes the connection; requests without a response fail with ConnectionError. Closing twice is fine."""
        self._shut(ConnectionError(f"the connection to {self.host}:{self.port} was closed by this client"))
        if self._transport is None or self._closed.done():
            return
        await asyncio.wait((self._closed,), timeout=CLOSE_TIMEOUT_MS / 1000)
        if not self._closed.done():
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
        if not self._has_room():
            await self._wait_for_room(timeout_ms)
        if self._renew_at is not None and self.must_renew:
            await self.renew_login()
        return await self.start_request(message, version=version, timeout_ms=timeout_ms)

    def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> asyncio.Future[Any]:
        """Writes a request now and returns the future of its response.

        For callers that keep several in flight.

        The caller bounds how many it starts, and renews the login (`renew_login`); `request` does both by itself. A
        future that is cancelled leaves the connection usable: its response is read and dropped.
        """
        if self._is_closing:
            raise self._closed_error()
        correlation_id = self._next_correlation_id()
        if isinstance(message, PreparedRequest):
            parts = message.frame(version=version, correlation_id=correlation_id, client_id=self._client_id)
        else:
            parts = encode_request_frame(
                message, version=version, correlation_id=correlation_id, client_id=self._client_id
            )
        future: asyncio.Future[Any] = self._loop.create_future()
        limit_ms = self._request_timeout_ms if timeout_ms is None else timeout_ms
        deadline = self._loop.call_later(limit_ms / 1000, self._expire, message.API_KEY, version, limit_ms)
        self._pending.append(_Pending(correlation_id, message.API_KEY, version, future, deadline))
        self._write(parts)
        return future

    async def send(self, message: Any, *, version: int, timeout_ms: int | None = None) -> None:
        """Sends a message without a response (Produce with acks=0). It waits only while the socket is full."""
        if not self._has_room():
            await self._wait_for_room(timeout_ms)
        if self._renew_at is not None and self.must_renew:
            await self.renew_login()
        if self._is_closing:
            raise self._closed_error()
        parts = encode_request_frame(
            message, version=version, correlation_id=self._next_correlation_id(), client_id=self._client_id
        )
        self._write(parts)

    def _write(self, parts: list[Any]) -> None:
        """Hands buffers to the transport; where it has lost its peer, `connection_lost` is about to come.

        Without uvloop, `writelines` of Python 3.12 and 3.13 raises TypeError then, where `write` drops what it gets.
        """
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.writelines(parts)

    async def negotiate(self, timeout_ms: int | None = None) -> dict[int, tuple[int, int]]:
        """Reads the versions that the broker advertises, and keeps them in `api_versions`.

        A broker that does not know our ApiVersions version responds in version 0 with error 35, and since KIP-511 with
        the range that it does know; the second request uses that.

        Raises:
            protocol.errors.DecodeError: the response makes no sense, or it is an error also in an offered version.
        """
        response = await self._ask_versions(API_VERSIONS_VERSION, timeout_ms)
        if response.error_code == ErrorCode.UNSUPPORTED_VERSION:
            known = {item.api_key: item.max_version for item in response.api_keys}
            version = max(0, min(API_VERSIONS_VERSION - 1, known.get(int(ApiKey.API_VERSIONS), 0)))
            response = await self._ask_versions(version, timeout_ms)
        if response.error_code != ErrorCode.NONE:
            error = DecodeError(f"{self.host}:{self.port} answered ApiVersions with error {response.error_code}")
            self._shut(error)
            raise error
        self.api_versions = {item.api_key: (item.min_version, item.max_version) for item in response.api_keys}
        return self.api_versions

    async def _ask_versions(self, version: int, timeout_ms: int | None) -> ApiVersionsResponse:
        question = ApiVersionsRequest(
            client_software_name=CLIENT_SOFTWARE_NAME, client_software_version=CLIENT_SOFTWARE_VERSION
        )
        answer: ApiVersionsResponse = await self.request(question, version=version, timeout_ms=timeout_ms)
        return answer

    # ---------------------------------------------------------------- what the transport calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps the transport once the connection is made."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one without inheriting it

    def data_received(self, data: bytes) -> None:
        """Completes the oldest request with every complete frame."""
        try:
            for frame in self._decoder.feed(data):
                self._answer(frame)
        except BadFrameLength as error:
            self._shut(DecodeError(f"{self.host}:{self.port} {bad_length(error.prefix, error.frame_bytes_max)}"))
        except DecodeError as error:
            self._shut(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fails all pending requests when the connection is lost, whoever ended it."""
        if isinstance(exc, ssl.SSLError):
            self._shut(tls_refusal(exc, self.host, self.port))  # with TLS 1.3 a refused certificate is heard of late
        cause = f": {exc}" if exc is not None else ""
        self._shut(ConnectionResetError(f"{self.host}:{self.port} closed the connection{cause}"))
        if not self._closed.done():
            self._closed.set_result(None)

    def pause_writing(self) -> None:
        """Pauses further requests while the socket's buffer is full."""
        self._is_write_paused = True

    def resume_writing(self) -> None:
        """Resumes the waiting requests when the socket's buffer has room again."""
        self._is_write_paused = False
        self._wake_waiters()

    # ---------------------------------------------------------------- inside

    def _answer(self, frame: bytes) -> None:
        if self._is_closing:
            return
        if not self._pending:
            raise DecodeError(f"{self.host}:{self.port} sent {len(frame)} bytes that nobody asked for")
        if len(frame) < 4:
            raise DecodeError(f"{self.host}:{self.port} sent a frame of {len(frame)} bytes")
        oldest = self._pending[0]
        correlation_id = int.from_bytes(frame[:4], "big", signed=True)
        if correlation_id != oldest.correlation_id:
            raise DecodeError(
                f"{self.host}:{self.port} answered request {correlation_id} where {oldest.correlation_id} was next"
            )
        self._pending.popleft()
        oldest.deadline.cancel()
        if not oldest.future.done():
            try:
                oldest.future.set_result(_decode_answer(oldest, frame))
            except DecodeError as error:
                oldest.future.set_exception(error)
                raise
        if self._room_waiters:
            self._wake_waiters()

    def _expire(self, api_key: int, version: int, limit_ms: int) -> None:
        name = ApiKey(api_key).name
        self._shut(TimeoutError(f"{self.host}:{self.port} did not answer {name} v{version} within {limit_ms} ms"))

    def _shut(self, reason: BaseException) -> None:
        """Fails everything that waits and closes the transport; only the first reason counts."""
        if self._is_closing:
            return
        self._is_closing = True
        self._close_reason = reason
        while self._pending:
            pending = self._pending.popleft()
            pending.deadline.cancel()
            if not pending.future.done():
                pending.future.set_exception(reason)
                pending.future.exception()  # marks it as seen: a caller that gave up must not cause a warning
        self._wake_waiters()
        if self._transport is not None:
            if isinstance(reason, DecodeError | TimeoutError):
                self._transport.abort()
            else:
                self._transport.close()

    def _closed_error(self) -> ConnectionError:
        return ConnectionError(f"the connection to {self.host}:{self.port} is closed ({self._close_reason})")

    def _has_room(self) -> bool:
        return not self._is_write_paused and len(self._pending) < self._in_flight_max

    async def _wait_for_room(self, timeout_ms: int | None) -> None:
        limit_ms = self._request_timeout_ms if timeout_ms is None else timeout_ms
        try:
            async with asyncio.timeout(limit_ms / 1000):
                while not self._is_closing and not self._has_room():
                    waiter: asyncio.Future[None] = self._loop.create_future()
                    self._room_waiters.append(waiter)
                    await waiter
        except TimeoutError:
            error = TimeoutError(f"{self.host}:{self.port} did not take a request within {limit_ms} ms")
            self._shut(error)
            raise error from None

    def _wake_waiters(self) -> None:
        while self._room_waiters:
            waiter = self._room_waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)

    def _next_correlation_id(self) -> int:
        self._correlation_id = self._correlation_id + 1 if self._correlation_id < CORRELATION_ID_MAX else 0
        return self._correlation_id


def _tls_arguments(security: ConnectionSecurity, host: str) -> dict[str, Any]:
    """Returns the arguments of `create_connection` for TLS."""
    if security.ssl_context is None:
        return {}
    return {
        "ssl": security.ssl_context,
        "server_hostname": security.server_hostname or host,
        "ssl_shutdown_timeout": CLOSE_TIMEOUT_MS / 1000,
    }


def tls_refusal(error: ssl.SSLError, host: str, port: int) -> ConnectionError:
    """Converts a TLS failure to an error: AuthenticationFailed, or ConnectionError.

    A plain ConnectionError is one that a further attempt may not meet.
    """
    where = f"{host}:{port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return AuthenticationFailed(f"the certificate of {where} is not to be trusted: {error.verify_message}")
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return ConnectionResetError(f"{where} closed the connection in the TLS handshake")
    reason = (error.reason or str(error)).replace("_", " ").lower()
    if "alert" in reason:
        return AuthenticationFailed(f"{where} refuses this client in the TLS handshake: {reason}")
    return AuthenticationFailed(f"TLS with {where} failed, perhaps it does not speak TLS there: {reason}")


def _decode_answer(pending: _Pending, frame: bytes) -> Any:
    """Decodes one response; ApiVersions with error 35 comes in version 0 whatever was asked (KIP-511)."""
    if pending.api_key == ApiKey.API_VERSIONS:
        code = int.from_bytes(frame[4:6], "big", signed=True)
        if code == ErrorCode.UNSUPPORTED_VERSION:
            return _decode_refused_versions(frame)
    return _decode_tolerantly(response_class(pending.api_key), pending.version, frame)


def _decode_refused_versions(frame: bytes) -> ApiVersionsResponse:
    """Decodes the error of a refused ApiVersions.

    The error is all that matters, so a list that makes no sense (librdkafka's mock broker sends one) counts as empty.
    """
    try:
        refused: ApiVersionsResponse = _decode_tolerantly(ApiVersionsResponse, 0, frame)
        return refused
    except DecodeError:
        return ApiVersionsResponse(error_code=int(ErrorCode.UNSUPPORTED_VERSION))


def _decode_tolerantly(cls: Any, version: int, frame: bytes) -> Any:
    """Decodes a response and ignores bytes behind it: librdkafka's mock broker ends flexible ones with a tag section
    too many.
    """
    _, body = decode_prefix(ResponseHeader, response_header_version(cls.API_KEY, version), frame)
    message, _ = decode_prefix(cls, version, frame, body)
    return message
