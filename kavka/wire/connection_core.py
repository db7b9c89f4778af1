"""The protocol of one connection to one broker, sans I/O: requests become bytes, bytes become responses.

Not a client: it knows no topics and retries nothing. Drivers (`connection` on an event loop, the pipeline's blocking
one) move the bytes and do the waiting; what is sent, what a response means, when it is late, and what closes the
connection is decided here, once.

    start ──encode──▶ bytes ──▶ driver ──▶ broker
      │                                      │
      ▼                                      ▼
    _pending: ┌────┬────┬────┐   receive ◀─ bytes, cut anywhere: responses come in the order of the requests, as Kafka
              │ 7  │ 8  │ 9  │   guarantees; any other order means that one side is broken, so the connection is closed
              └────┴────┴────┘
    expire(now) ◀─ at `wake_ms`: what has had no response in time closes it too, because whatever arrives later could
                   not be distinguished from the response to the next request

    open ──close(reason)──▶ closed: no byte is taken any more; `abandoned` are those whose responses will not come

A conversation is several requests whose next depends on the last response: it yields what to ask and is sent the
response. ApiVersions (here) and the login (`login_core`) are such.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from kavka.common.unzeroed import unzeroed
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.framing import BadFrameLength, Frame, FrameDecoder, bad_length
from kavka.protocol.header import encode_request_frame, request_frame_head
from kavka.protocol.messages import ApiVersionsRequest, ApiVersionsResponse
from kavka.protocol.request_pieces import PreparedRequest
from kavka.wire.response_decoding import API_VERSIONS, UNSUPPORTED_VERSION, decode

if TYPE_CHECKING:
    from kavka.protocol.message import Buffer
    from kavka.timer.moments import MonotonicMs

T = TypeVar("T")

CONNECT_TIMEOUT_MS: Final = 10_000
"""Kafka's `socket.connection.setup.timeout.ms`."""

REQUEST_TIMEOUT_MS: Final = 30_000
"""Kafka's `request.timeout.ms` for clients."""

FRAME_BYTES_MAX: Final = 100 * 1024 * 1024 + 64 * 1024
"""The largest response that is accepted. Kafka's `socket.request.max.bytes` plus room for a response's own fields."""

CORRELATION_ID_BYTES: Final = 4
FRAME_BYTES_MIN: Final = CORRELATION_ID_BYTES
"""A response has at least its correlation id."""

CORRELATION_ID_MAX: Final = 2**31 - 1

CLIENT_SOFTWARE_NAME: Final = "kavka"
CLIENT_SOFTWARE_VERSION: Final = "0.1.0"
API_VERSIONS_VERSION: Final = 3
"""The first version that names the client's software (KIP-511); brokers that do not know it respond in version 0."""


class FinalizedLevels(NamedTuple):
    """Finalized features (KIP-584), as a broker knew them when its connection was opened.

    Attributes:
        epoch: the higher, the newer; −1: nothing was ever agreed on.
        levels: feature → level.
    """

    epoch: int
    levels: Mapping[str, int]

    def newer(self, other: FinalizedLevels) -> FinalizedLevels:
        """Returns the newer of two."""
        return other if other.epoch > self.epoch else self


NOTHING_FINALIZED: Final = FinalizedLevels(-1, {})


class Ask(NamedTuple):
    """One request of a conversation."""

    message: Any
    version: int


Conversation = Generator[Ask, Any, T]
"""Yields requests, is sent the response to each, and returns what came of it."""


class Waiter(Protocol):
    """Whoever waits for a response; an asyncio future is one."""

    def done(self) -> bool:
        """Tells whether it waits no longer, so that the response need not be decoded."""


Take = Callable[[Frame], bool]
"""Is offered a response as it lies; whether it has taken it, so that it need not be decoded."""


class Pending:
    """A request without a response.

    Attributes:
        waiter: who waits for it; the driver's.
        take: who is offered the response before it is decoded; None: nobody.
    """

    __slots__ = ("api_key", "correlation_id", "deadline_ms", "take", "timeout_ms", "version", "waiter")

    def __init__(
        self,
        correlation_id: int,
        api_key: int,
        version: int,
        deadline_ms: MonotonicMs,
        timeout_ms: int,
        waiter: Waiter | None,
        take: Take | None = None,
    ) -> None:
        self.correlation_id = correlation_id
        self.api_key = api_key
        self.version = version
        self.deadline_ms = deadline_ms
        self.timeout_ms = timeout_ms
        self.waiter = waiter
        self.take = take

    def __str__(self) -> str:
        return f"{ApiKey(self.api_key).name} v{self.version}"


class ConnectionCore:
    """One connection, from its first byte to its last.

    Args:
        host: the name or address that was dialled.
        port: the port that was dialled.
        client_id: what the broker's log and quotas will call us.
        frame_bytes_max: the largest response that is accepted.

    Attributes:
        where: "host:port".
        api_versions: what the broker advertises: API key → (lowest, highest) version. Empty until `negotiation`.
        finalized: the features that the cluster has agreed on, as the broker knows it. Nothing until `negotiation`.
        close_reason: why it is closed; None: it is open.
        wake_ms: when `expire` is to be called, or a moment before; None: nothing is waited for.
    """

    __slots__ = (
        "_client_id",
        "_correlation_id",
        "_frames",
        "_packed_head",
        "_pending",
        "api_versions",
        "close_reason",
        "finalized",
        "host",
        "port",
        "wake_ms",
        "where",
    )

    def __init__(self, host: str, port: int, *, client_id: str, frame_bytes_max: int = FRAME_BYTES_MAX) -> None:
        self.host = host
        self.port = port
        self.where = f"{host}:{port}"
        self.api_versions: Mapping[int, tuple[int, int]] = {}
        self.finalized = NOTHING_FINALIZED
        self.close_reason: BaseException | None = None
        self.wake_ms: MonotonicMs | None = None
        self._client_id = client_id
        self._frames = FrameDecoder(frame_bytes_max, FRAME_BYTES_MIN, unzeroed)
        self._pending: deque[Pending] = deque()
        self._correlation_id = 0
        self._packed_head: tuple[tuple[int, int] | None, bytes, bytes] = (None, b"", b"")
        """API and version of the last packed request, and what is before and behind its correlation id."""

    @property
    def in_flight(self) -> int:
        """Returns the number of requests without a response."""
        return len(self._pending)

    @property
    def wanted_bytes(self) -> int:
        """Returns how many bytes `receive` would take best now; any other number is fine."""
        return self._frames.wanted_bytes

    @property
    def awaited(self) -> int | None:
        """Returns the API key of the response that comes next; None when none does."""
        return self._pending[0].api_key if self._pending else None

    def deadline_ms(self) -> MonotonicMs | None:
        """Returns the earliest deadline, by a look at all that is in flight; None: nothing is."""
        if len(self._pending) == 1:
            return self._pending[0].deadline_ms
        return min((pending.deadline_ms for pending in self._pending), default=None)

    # ---------------------------------------------------------------- requests

    def start(
        self, message: Any, *, version: int, timeout_ms: int, now_ms: MonotonicMs, waiter: Waiter | None = None
    ) -> list[Buffer]:
        """Returns the bytes of a request, and expects its response.

        Args:
            message: A request of `protocol.messages`, or one that is prepared.
            version: The version to write it in.
            timeout_ms: How long the response may take.
            now_ms: The present.
            waiter: Comes back with the response.

        Raises:
            ConnectionError: the connection is closed.
            protocol.errors.EncodeError: the message cannot be written in this version; the connection lives on.
        """
        parts = self.encode(message, version=version)
        deadline_ms = now_ms + timeout_ms
        self._expect(Pending(self._correlation_id, message.API_KEY, version, deadline_ms, timeout_ms, waiter))
        return parts

    def start_packed(
        self,
        api_key: int,
        body: bytes,
        *,
        version: int,
        timeout_ms: int,
        now_ms: MonotonicMs,
        waiter: Waiter,
        take: Take,
    ) -> bytes:
        """Returns the bytes of a request that is encoded already, and expects its response.

        Args:
            api_key: The request's.
            body: What is behind its header.
            version: The version that it is written in.
            timeout_ms: How long the response may take.
            now_ms: The present.
            waiter: Comes back with the response.
            take: Likewise. Who has it offers it the response's frame, and has what it does not take `decoded`.

        Raises:
            ConnectionError: the connection is closed.
        """
        correlation_id = self._next_correlation_id()
        if self._packed_head[0] != (api_key, version):
            # A head of no correlation id, cut where that is; only the length before it depends on the body.
            head = request_frame_head(
                api_key, version=version, correlation_id=0, client_id=self._client_id, body_bytes=0
            )
            self._packed_head = (api_key, version), head[4:8], head[12:]
        _, front, rest = self._packed_head
        self._expect(Pending(correlation_id, api_key, version, now_ms + timeout_ms, timeout_ms, waiter, take))
        size = len(front) + CORRELATION_ID_BYTES + len(rest) + len(body)
        return b"".join((size.to_bytes(4, "big"), front, correlation_id.to_bytes(4, "big"), rest, body))

    def _expect(self, pending: Pending) -> None:
        self._pending.append(pending)
        if self.wake_ms is None or pending.deadline_ms < self.wake_ms:
            self.wake_ms = pending.deadline_ms

    def _next_correlation_id(self) -> int:
        if self.close_reason is not None:
            raise ConnectionError(f"the connection to {self.where} is closed ({self.close_reason})")
        self._correlation_id = self._correlation_id + 1 if self._correlation_id < CORRELATION_ID_MAX else 0
        return self._correlation_id

    def encode(self, message: Any, *, version: int) -> list[Buffer]:
        """Returns the bytes of a request that has no response (Produce with acks=0); raises as `start`."""
        correlation_id = self._next_correlation_id()
        if isinstance(message, PreparedRequest):
            return message.frame(version=version, correlation_id=correlation_id, client_id=self._client_id)
        return encode_request_frame(message, version=version, correlation_id=correlation_id, client_id=self._client_id)

    def negotiation(self) -> Conversation[None]:
        """Asks which versions the broker advertises, and keeps them in `api_versions`; features in `finalized`.

        A broker that does not know our ApiVersions version responds in version 0 with error 35, and since KIP-511 with
        the range that it does know; the second request uses that.

        Raises:
            protocol.errors.DecodeError: the response is an error also in an offered version; the connection is closed.
        """
        request = ApiVersionsRequest(
            client_software_name=CLIENT_SOFTWARE_NAME, client_software_version=CLIENT_SOFTWARE_VERSION
        )
        response: ApiVersionsResponse = yield Ask(request, API_VERSIONS_VERSION)
        if response.error_code == UNSUPPORTED_VERSION:
            known = {item.api_key: item.max_version for item in response.api_keys}
            version = max(0, min(API_VERSIONS_VERSION - 1, known.get(API_VERSIONS, 0)))
            response = yield Ask(request, version)
        if response.error_code != ErrorCode.NONE:
            error = DecodeError(f"{self.where} answered ApiVersions with error {response.error_code}")
            self.close(error)
            raise error
        self.api_versions = {item.api_key: (item.min_version, item.max_version) for item in response.api_keys}
        levels = {item.name: item.max_version_level for item in response.finalized_features}
        self.finalized = FinalizedLevels(response.finalized_features_epoch, levels)

    # ---------------------------------------------------------------- responses

    def room(self) -> memoryview | None:
        """Returns where the next bytes of a big response go; None: `receive` takes them."""
        return self._frames.room()

    @property
    def is_behind_big(self) -> bool:
        """Tells whether the last response was a big one: the next is likely to be one, too."""
        return self._frames.big_before > 0

    def receive(self, data: bytes | bytearray | memoryview) -> list[tuple[Pending, Any]]:
        """Returns the responses that are complete now, each with its request, in their order.

        Garbage closes the connection (`close_reason`, a DecodeError): what came before it is returned all the same.
        The message is None where nobody waits any more, and the frame as it lies where it is to be offered.
        """
        if self.close_reason is not None:
            return []
        responses: list[tuple[Pending, Any]] = []
        try:
            self._take(self._frames.feed(data), responses)
        except DecodeError as error:
            self._fail(error, responses)
        return responses

    def received(self, nbytes: int) -> list[tuple[Pending, Any]]:
        """Returns the same as `receive`, of bytes that were written to `room`."""
        if self.close_reason is not None:
            return []
        responses: list[tuple[Pending, Any]] = []
        try:
            self._take(self._frames.filled(nbytes), responses)
        except DecodeError as error:
            self._fail(error, responses)
        return responses

    def _take(self, frames: Sequence[Frame], responses: list[tuple[Pending, Any]]) -> None:
        for frame in frames:
            responses.append(self._response(frame))

    def _fail(self, error: DecodeError, responses: list[tuple[Pending, Any]]) -> None:
        """Closes; takes what came whole before a length that no frame has."""
        if not isinstance(error, BadFrameLength):
            self.close(error)
            return
        try:
            self._take(error.frames, responses)
        except DecodeError as earlier:
            self.close(earlier)
        self.close(DecodeError(f"{self.where} {bad_length(error.prefix, error.frame_bytes_max)}"))

    def _response(self, frame: Frame) -> tuple[Pending, Any]:
        if not self._pending:
            raise DecodeError(f"{self.where} sent {len(frame)} bytes that nobody asked for")
        oldest = self._pending[0]
        correlation_id = int.from_bytes(frame[:4], "big", signed=True)
        if correlation_id != oldest.correlation_id:
            raise DecodeError(f"{self.where} answered request {correlation_id} where {oldest.correlation_id} was next")
        is_waited_for = oldest.waiter is None or not oldest.waiter.done()
        message: Any = frame
        if oldest.take is None:
            message = decode(oldest.api_key, oldest.version, frame) if is_waited_for else None
        self._pending.popleft()
        if not self._pending:
            self.wake_ms = None
        return oldest, message

    def decoded(self, pending: Pending, frame: Frame) -> Any:
        """Decodes a response that was offered, and not taken.

        Raises:
            DecodeError: it is none; the connection is closed.
        """
        try:
            return decode(pending.api_key, pending.version, frame)
        except DecodeError as error:
            self.close(error)
            raise

    # ---------------------------------------------------------------- the end

    def expire(self, now_ms: MonotonicMs) -> None:
        """Closes the connection if a response is late, and sets `wake_ms` anew if none is."""
        late = min(
            (pending for pending in self._pending if pending.deadline_ms <= now_ms),
            key=lambda pending: pending.deadline_ms,
            default=None,
        )
        if late is not None:
            self.close(TimeoutError(f"{self.where} did not answer {late} within {late.timeout_ms} ms"))
        else:
            self.wake_ms = self.deadline_ms()

    def close(self, reason: BaseException) -> None:
        """Closes the connection: only the first reason counts."""
        if self.close_reason is None:
            self.close_reason = reason
            self.wake_ms = None

    @property
    def is_broken(self) -> bool:
        """Tells whether what was written need not arrive any more: the broker is out of step, or silent."""
        return isinstance(self.close_reason, DecodeError | TimeoutError)

    def abandoned(self) -> list[Pending]:
        """Returns, once, the requests whose responses will not come: all that are pending when it is closed."""
        assert self.close_reason is not None
        pending = list(self._pending)
        self._pending.clear()
        return pending
