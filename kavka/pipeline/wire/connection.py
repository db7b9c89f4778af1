"""One connection to one broker, for callers that block: the socket of `wire.connection_core`.

The core decides everything, as for the event loop's `wire.connection`; this reads and writes, until the deadlines that
the core names (`deadline_socket`).

    start(message) ─▶ core.start ─▶ written     several may be started, on this connection and on others,
    finish()       ◀─ core.receive ◀─ read      before the first is read; responses come in the order of the requests
                      a Fetch's exactly as `wanted_bytes` says: a long frame is one call, and is copied nowhere;
                      other responses are short, and one call brings length and frame
"""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from kavka.pipeline.wire.deadline_socket import DeadlineSocket, dial
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.framing import LENGTH_BYTES
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs
from kavka.wire.connection_core import ConnectionCore, Conversation
from kavka.wire.failures import lost, not_opened
from kavka.wire.metadata import BrokerAddress
from kavka.wire.versions import choose_version

if TYPE_CHECKING:
    from kavka.wire.login_core import LoginCore
    from kavka.wire.security import ConnectionSecurity

T = TypeVar("T")

SHORT_BYTES_MAX = 4 * 1024
"""What is asked of the system for a response that is mostly shorter."""

IN_FLIGHT_MAX = 16
"""Requests in flight on one connection: more would only fill the socket's buffers."""

_FETCH = int(ApiKey.FETCH)


class BlockingConnection:
    """One open connection; `open` makes it.

    Attributes:
        address: Who was dialled.
        core: What it knows of the protocol.
        idle_since_ms: When its pool got it back, by the monotonic clock.
    """

    def __init__(
        self, sock: socket.socket, address: BrokerAddress, *, client_id: str, request_timeout_ms: int, clock: Clock
    ) -> None:
        self.address = address
        self.core = ConnectionCore(address.host, address.port, client_id=client_id)
        self.idle_since_ms = MonotonicMs(0)
        self._sock = DeadlineSocket(sock, address, left_ms=self._ms_left)
        self._request_timeout_ms = request_timeout_ms
        self._clock = clock
        self._login: LoginCore | None = None
        self._responses: deque[Any] = deque()

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
            sock = dial(address, connect_timeout_ms / 1000, security)
        except OSError as error:
            is_tls = security is not None and security.ssl_context is not None
            cause = not_opened(error, address.host, address.port, timeout_ms=connect_timeout_ms, is_tls=is_tls)
            if cause is error:
                raise
            raise cause from error
        connection = cls(sock, address, client_id=client_id, request_timeout_ms=request_timeout_ms, clock=clock)
        try:
            timeout_ms = min(connect_timeout_ms, request_timeout_ms)
            connection._carry_out(connection.core.negotiation(), timeout_ms)
            if security is not None and security.sasl is not None:
                from kavka.wire.login_core import LoginCore  # only who logs in needs it

                connection._login = LoginCore(connection.core, security.sasl)
                connection._carry_out(connection._login.exchange(clock.monotonic_ms()), timeout_ms)
        except BaseException:
            connection.close()
            raise
        return connection

    @property
    def api_versions(self) -> Mapping[int, tuple[int, int]]:
        """Returns what the broker advertises: API key → (lowest, highest) version."""
        return self.core.api_versions

    @property
    def is_closed(self) -> bool:
        """Tells whether it is of no use any more."""
        return self.core.close_reason is not None

    @property
    def use_until_ms(self) -> MonotonicMs | None:
        """Returns when its login is about to end, by the monotonic clock; None: never."""
        return None if self._login is None else self._login.renew_at_ms

    @property
    def in_flight(self) -> int:
        """Returns the number of requests whose responses were not taken."""
        return self.core.in_flight + len(self._responses)

    def close(self) -> None:
        """Closes; responses that are still to come are lost. Closing twice is fine."""
        self.core.close(ConnectionError("closed by this client"))
        self.core.abandoned()
        self._responses.clear()
        self._sock.close()

    # ---------------------------------------------------------------- requests

    def version_for(self, api_key: int) -> int:
        """Returns the highest version that both sides support.

        Raises:
            UnsupportedByBroker: there is none.
        """
        return choose_version(api_key, self.core.api_versions, broker=self.core.where)

    def request(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None) -> Any:
        """Sends a request and waits for the response; arguments and errors are those of `start` and `finish`."""
        self.start(message, version=version, timeout_ms=timeout_ms)
        return self.finish()

    def start(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None) -> None:
        """Writes a request; renews the login before, where its end is near (KIP-368).

        Args:
            message: A request of `protocol.messages`.
            version: None: the highest that both sides speak.
            timeout_ms: Until its response is there; None: the connection's own.

        Raises:
            OSError, TimeoutError: the connection was, or got, closed.
            AuthenticationFailed: the login was to be renewed, and the broker does not believe us any more.
            EncodeError, UnsupportedByBroker: there is no way to ask this; the connection lives on.
        """
        assert self.in_flight < IN_FLIGHT_MAX
        if version is None:
            version = self.version_for(message.API_KEY)
        if self._login is not None and self._login.is_due(self._clock.monotonic_ms()):
            self._renew(self._login)
        self._write(message, version, self._request_timeout_ms if timeout_ms is None else timeout_ms)

    def finish(self) -> Any:
        """Waits for the response to the oldest request.

        Returns:
            The response message. Error codes inside it are the caller's to read.

        Raises:
            OSError, TimeoutError: the connection broke, or the response did not come in time; it is closed.
            DecodeError: the response was garbage; it is closed.
        """
        if self.core.close_reason is not None:
            raise ConnectionError(f"the connection to {self.address} is closed")
        while not self._responses:
            self._read()
        return self._responses.popleft()

    # ---------------------------------------------------------------- inside

    def _renew(self, login: LoginCore) -> None:
        """Reads what is in flight, and logs in again: those responses are `finish`'s, as ever."""
        while self.core.in_flight:
            self._read()
        waiting, self._responses = self._responses, deque()
        try:
            self._carry_out(login.exchange(self._clock.monotonic_ms()), self._request_timeout_ms)
        except BaseException:
            self.close()
            raise
        self._responses = waiting

    def _carry_out(self, conversation: Conversation[T], timeout_ms: int) -> T:
        try:
            ask = next(conversation)
            while True:
                self._write(ask.message, ask.version, timeout_ms)
                ask = conversation.send(self.finish())
        except StopIteration as end:
            result: T = end.value
            return result

    def _write(self, message: Any, version: int, timeout_ms: int) -> None:
        parts = self.core.start(message, version=version, timeout_ms=timeout_ms, now_ms=self._clock.monotonic_ms())
        try:
            self._sock.send(b"".join(parts))
        except OSError as error:
            self._fail(error, message.API_KEY)

    def _read(self) -> None:
        """Reads as much as the core wants, and keeps the responses that are whole then."""
        size = self.core.wanted_bytes
        data: bytes | bytearray
        try:
            if size <= LENGTH_BYTES:
                data = self._sock.read_some(size if self.core.awaited == _FETCH else SHORT_BYTES_MAX)
            else:
                data = self._sock.read_exactly(size)
        except OSError as error:
            self._fail(error, self.core.awaited)
        for _, message in self.core.receive(data):
            self._responses.append(message)
        if self.core.close_reason is not None:
            self._raise_reason()

    def _ms_left(self) -> int:
        deadline_ms = self.core.deadline_ms()
        assert deadline_ms is not None
        left_ms = deadline_ms - self._clock.monotonic_ms()
        if left_ms <= 0:
            raise TimeoutError
        return left_ms

    def _fail(self, error: OSError, api_key: int | None) -> NoReturn:
        """Closes after a failure of the socket, and raises what it means."""
        deadline_ms = self.core.deadline_ms()
        assert api_key is not None
        if isinstance(error, TimeoutError) and deadline_ms is not None:
            self.core.expire(max(self._clock.monotonic_ms(), deadline_ms))
        elif isinstance(error, ssl.SSLError):
            self.core.close(lost(error, self.core.host, self.core.port))
        else:
            self.core.close(ConnectionError(f"{ApiKey(api_key).name} to {self.core.where}: {error}"))
        self._raise_reason(error)

    def _raise_reason(self, cause: OSError | None = None) -> NoReturn:
        reason = self.core.close_reason
        assert reason is not None
        self.close()
        raise reason from cause
