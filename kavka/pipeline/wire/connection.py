"""One connection to one broker, for callers that block: a socket, frames, correlation ids.

The twin of `kavka.client.connection` without an event loop. It knows no topics and retries nothing (`cluster.py` does).

    start(message) ─▶ written            several may be started, on this connection and on others,
    finish()       ◀─ the oldest response  before the first is read; responses come in the order of the requests

Every wait ends at a deadline. After any failure the connection is closed: what would arrive later could not be
distinguished from the response to another request.
"""

from __future__ import annotations

import socket
import ssl
import struct
from collections import deque
from typing import Any, NamedTuple

from kavka.client.connection import (
    API_VERSIONS_VERSION,
    CLIENT_SOFTWARE_NAME,
    CLIENT_SOFTWARE_VERSION,
    CORRELATION_ID_MAX,
    FRAME_BYTES_MAX,
    tls_refusal,
)
from kavka.client.metadata import BrokerAddress
from kavka.client.security import ConnectionSecurity
from kavka.client.versions import choose_version
from kavka.pipeline.wire.login import log_in_blocking
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, response_class
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.framing import LENGTH_BYTES, bad_length
from kavka.protocol.header import ResponseHeader, encode_request_frame, response_header_version
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs

LOGIN_LIFE_USED = 0.85
"""Of a login's lifetime, as Kafka's clients have it: after that the connection is not used for anything new."""

WHOLE_BYTES_MIN = 64 * 1024
"""Frames from this size on are asked of the system as one piece."""

_TIMEVAL = struct.Struct("@ll")
Frame = bytes | bytearray

IN_FLIGHT_MAX = 16
"""Requests in flight on one connection: more would only fill the socket's buffers."""


class _Pending(NamedTuple):
    correlation_id: int
    api_key: int
    version: int
    deadline_ms: MonotonicMs
    timeout_ms: int


class BlockingConnection:
    """One open connection; `open` makes it.

    Attributes:
        address: Who was dialled.
        api_versions: What the broker advertises: API key → (lowest, highest) version.
        is_closed: Whether it is of no use any more.
        idle_since_ms: When its pool got it back, by the monotonic clock.
        use_until_ms: When its login is about to end, by the monotonic clock; None: never.
    """

    def __init__(
        self, sock: socket.socket, address: BrokerAddress, *, client_id: str, request_timeout_ms: int, clock: Clock
    ) -> None:
        self.address = address
        self.api_versions: dict[int, tuple[int, int]] = {}
        self.is_closed = False
        self.idle_since_ms = MonotonicMs(0)
        self.use_until_ms: MonotonicMs | None = None
        self._sock = sock
        self._client_id = client_id
        self._request_timeout_ms = request_timeout_ms
        self._clock = clock
        self._pending: deque[_Pending] = deque()
        self._correlation_id = 0

    @classmethod
    def open(
        cls,
        address: BrokerAddress,
        *,
        client_id: str,
        connect_timeout_ms: int,
        request_timeout_ms: int,
        clock: Clock,
        security: ConnectionSecurity | None = None,
    ) -> BlockingConnection:
        """Connects to a broker and requests its API versions.

        With TLS and a login if `security` says so.

        Raises:
            OSError, TimeoutError: nothing listens there, or it does not answer in time.
            AuthenticationFailed: a certificate or the login was refused.
            DecodeError: what answers is no broker.
        """
        try:
            sock = _dial(address, connect_timeout_ms / 1000, security)
        except TimeoutError:
            raise TimeoutError(f"{address} did not accept a connection within {connect_timeout_ms} ms") from None
        except ssl.SSLError as error:
            raise tls_refusal(error, address.host, address.port) from error
        connection = cls(sock, address, client_id=client_id, request_timeout_ms=request_timeout_ms, clock=clock)
        try:
            timeout_ms = min(connect_timeout_ms, request_timeout_ms)
            connection.negotiate(timeout_ms)
            if security is not None and security.sasl is not None:
                lifetime_ms = log_in_blocking(connection, security.sasl(), timeout_ms=timeout_ms)
                if lifetime_ms > 0:
                    connection.use_until_ms = clock.monotonic_ms() + int(lifetime_ms * LOGIN_LIFE_USED)
        except BaseException:
            connection.close()
            raise
        return connection

    @property
    def in_flight(self) -> int:
        """Returns the number of requests in flight."""
        return len(self._pending)

    def close(self) -> None:
        """Closes; responses that are still to come are lost. Closing twice is fine."""
        self.is_closed = True
        self._pending.clear()
        self._sock.close()

    # ---------------------------------------------------------------- requests

    def version_for(self, api_key: int) -> int:
        """Returns the highest version that both sides support.

        Raises:
            UnsupportedByBroker: there is none.
        """
        return choose_version(api_key, self.api_versions, broker=str(self.address))

    def request(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None) -> Any:
        """Sends a request and waits for the response; arguments and errors are those of `start` and `finish`."""
        self.start(message, version=version, timeout_ms=timeout_ms)
        return self.finish()

    def start(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None) -> None:
        """Writes a request.

        Args:
            message: A request of `protocol.messages`.
            version: None: the highest that both sides speak.
            timeout_ms: Until its response is there; None: the connection's own.

        Raises:
            OSError, TimeoutError: the connection was, or got, closed.
            EncodeError, UnsupportedByBroker: there is no way to ask this; the connection lives on.
        """
        if self.is_closed:
            raise ConnectionError(f"the connection to {self.address} is closed")
        assert len(self._pending) < IN_FLIGHT_MAX
        if version is None:
            version = self.version_for(message.API_KEY)
        self._correlation_id = self._correlation_id + 1 if self._correlation_id < CORRELATION_ID_MAX else 0
        parts = encode_request_frame(
            message, version=version, correlation_id=self._correlation_id, client_id=self._client_id
        )
        limit_ms = self._request_timeout_ms if timeout_ms is None else timeout_ms
        deadline_ms = self._clock.monotonic_ms() + limit_ms
        pending = _Pending(self._correlation_id, message.API_KEY, version, deadline_ms, limit_ms)
        try:
            self._set_timeout(pending)
            self._sock.sendall(b"".join(parts))
        except OSError as error:
            raise self._lost(pending, error) from error
        self._pending.append(pending)

    def finish(self) -> Any:
        """Waits for the response to the oldest request.

        Returns:
            The response message. Error codes inside it are the caller's to read.

        Raises:
            OSError, TimeoutError: the connection broke, or the response did not come in time; it is closed.
            DecodeError: the response was garbage; it is closed.
        """
        if self.is_closed:
            raise ConnectionError(f"the connection to {self.address} is closed")
        pending = self._pending.popleft()
        try:
            frame = self._read_frame(pending)
            return _decode_answer(pending, frame, self.address)
        except DecodeError:
            self.close()
            raise
        except OSError as error:
            raise self._lost(pending, error) from error

    def negotiate(self, timeout_ms: int | None = None) -> None:
        """Requests the broker's API versions. One that does not know ours says so in version 0 (KIP-511)."""
        response = self._ask_versions(API_VERSIONS_VERSION, timeout_ms)
        if response.error_code == ErrorCode.UNSUPPORTED_VERSION:
            known = {item.api_key: item.max_version for item in response.api_keys}
            version = max(0, min(API_VERSIONS_VERSION - 1, known.get(int(ApiKey.API_VERSIONS), 0)))
            response = self._ask_versions(version, timeout_ms)
        if response.error_code != ErrorCode.NONE:
            raise DecodeError(f"{self.address} answered ApiVersions with error {response.error_code}")
        self.api_versions = {item.api_key: (item.min_version, item.max_version) for item in response.api_keys}

    # ---------------------------------------------------------------- inside

    def _ask_versions(self, version: int, timeout_ms: int | None) -> ApiVersionsResponse:
        question = ApiVersionsRequest(
            client_software_name=CLIENT_SOFTWARE_NAME, client_software_version=CLIENT_SOFTWARE_VERSION
        )
        answer: ApiVersionsResponse = self.request(question, version=version, timeout_ms=timeout_ms)
        return answer

    def _read_frame(self, pending: _Pending) -> Frame:
        prefix = self._read_exactly(LENGTH_BYTES, pending)
        size = int.from_bytes(prefix, "big", signed=True)
        if not 4 <= size <= FRAME_BYTES_MAX:
            raise DecodeError(f"{self.address} {bad_length(bytes(prefix), FRAME_BYTES_MAX)}")
        if size < WHOLE_BYTES_MIN or isinstance(self._sock, ssl.SSLSocket):
            return self._read_exactly(size, pending)
        return self._read_whole(size, pending)

    def _read_exactly(self, size: int, pending: _Pending) -> bytearray:
        buffer = bytearray(size)
        with memoryview(buffer) as view:
            done = 0
            while done < size:
                self._set_timeout(pending)
                count = self._sock.recv_into(view[done:])
                if not count:
                    raise ConnectionResetError(f"{self.address} closed the connection")
                done += count
        return buffer

    def _read_whole(self, size: int, pending: _Pending) -> bytes:
        """A long frame, by one call that comes back when all of it is there: `recv` with a timeout of Python's comes
        back for every few packets, and wants the interpreter's lock each time."""
        parts: list[bytes] = []
        left = size
        while left:
            seconds = self._seconds_left(pending)
            self._sock.settimeout(None)
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(seconds))
            try:
                part = self._sock.recv(left, socket.MSG_WAITALL)
            except BlockingIOError:
                raise TimeoutError from None
            if not part:
                raise ConnectionResetError(f"{self.address} closed the connection")
            left -= len(part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _set_timeout(self, pending: _Pending) -> None:
        self._sock.settimeout(self._seconds_left(pending))

    def _seconds_left(self, pending: _Pending) -> float:
        left_ms = pending.deadline_ms - self._clock.monotonic_ms()
        if left_ms <= 0:
            raise TimeoutError
        return left_ms / 1000

    def _lost(self, pending: _Pending, error: OSError) -> OSError:
        self.close()
        name = ApiKey(pending.api_key).name
        if isinstance(error, ssl.SSLError):
            return tls_refusal(error, self.address.host, self.address.port)
        if isinstance(error, TimeoutError):
            return TimeoutError(
                f"{self.address} did not answer {name} v{pending.version} within {pending.timeout_ms} ms"
            )
        return ConnectionError(f"{name} to {self.address}: {error}")


def _dial(address: BrokerAddress, timeout_s: float, security: ConnectionSecurity | None) -> socket.socket:
    sock = socket.create_connection((address.host, address.port), timeout_s)
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if security is None or security.ssl_context is None:
            return sock
        name = security.server_hostname or address.host
        return security.ssl_context.wrap_socket(sock, server_hostname=name)
    except BaseException:
        sock.close()
        raise


def _timeval(seconds: float) -> bytes:
    """C's `struct timeval`."""
    return _TIMEVAL.pack(int(seconds), int(seconds % 1 * 1_000_000))


def _decode_answer(pending: _Pending, frame: Frame, address: BrokerAddress) -> Any:
    """Decodes a response; ApiVersions with error 35 comes in version 0 whatever was asked. Bytes behind it are passed
    over, as in `kavka.client.connection`."""
    correlation_id = int.from_bytes(frame[:4], "big", signed=True)
    if correlation_id != pending.correlation_id:
        raise DecodeError(f"{address} answered request {correlation_id} where {pending.correlation_id} was next")
    version = pending.version
    refused = int.from_bytes(frame[4:6], "big", signed=True) == ErrorCode.UNSUPPORTED_VERSION
    if pending.api_key == ApiKey.API_VERSIONS and refused:
        version = 0
    cls = response_class(pending.api_key)
    _, body = decode_prefix(ResponseHeader, response_header_version(pending.api_key, version), frame)
    message, _ = decode_prefix(cls, version, frame, body)
    return message
