"""The gate of a listener with logins: a connection's frames go to it, and to the dispatcher only once it is passed.

    GatedConnection ── frames ──▶ SaslGate ── ApiVersions ──▶ dispatcher
                         │            └─ the rest ─▶ Authenticator: respond, accept, refuse, close
                         └─ accepted: frames go to the dispatcher itself; where the login ends some day, to a Session,
                            which closes what has expired and opens a new gate for SaslHandshake (KIP-368)

So a connection that is logged in costs what one without logins costs. Before, little can be held and for a short time:
frames of `sasl.server.max.receive.size` at most, UNPROVED_BYTES_MAX over all connections, LOGIN_MS_MAX until the login
is done (CVE-2022-34917, slow loris). A refusal waits `connection.failed.authentication.delay.ms` and more
(`security.sasl.failed_logins`), by a timer: nobody else waits with it.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kavka.broker.metrics import AuthenticationMetrics
from kavka.broker.network.connection import Connection, Owner
from kavka.broker.network.frame_bounds import FrameBounds, of_requests
from kavka.broker.network.frame_handler import Dispatching, FrameHandler
from kavka.broker.network.listener_resources import ListenerResources
from kavka.broker.requests.context import RequestContext, ResponseChannel
from kavka.broker.security.sasl.authenticator import Act, Authenticator, Login, Verdict
from kavka.broker.security.sasl.failed_logins import FailedLogins
from kavka.broker.security.sasl.listener_logins import ListenerLogins
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ApiVersionsResponse
from kavka.timer.clock import Cancellable, Clock
from kavka.timer.moments import MonotonicMs

_log = logging.getLogger(__name__)

LOGIN_MS_MAX: Final = 10_000
"""How long a login may take from the connection on, waiting for a refusal apart; also of its renewal."""

UNPROVED_BYTES_MAX: Final = 64 * 1024 * 1024
"""What all connections together that have not logged in may have us hold."""

REAUTHENTICATION_PAUSE_MS: Final = 1_000
"""A login is renewed at most so often, as in Kafka; a handshake that comes earlier gets ILLEGAL_SASL_STATE."""

_RENEWABLE_FROM_VERSION: Final = 1
"""The first SaslAuthenticate whose client learns when its login ends, and so can renew it."""

_LENGTH = struct.Struct(">i")
_API_KEY = struct.Struct(">h")


class UnprovedBytes:
    """What connections that have not logged in hold altogether.

    Args:
        bytes_max: how much it may be.
    """

    __slots__ = ("_bytes_max", "held")

    def __init__(self, bytes_max: int = UNPROVED_BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self.held = 0

    def change(self, by: int) -> bool:
        """Adds or subtracts bytes; False: that is too much."""
        self.held += by
        return by <= 0 or self.held <= self._bytes_max


class SaslGateway:
    """What the gates of one listener share.

    Args:
        logins: how clients may log in.
        dispatcher: where frames go afterwards.
        failed: failures by address; of the whole broker.
        unproved: of the whole broker.
        clock: how long a login is valid.
        machine_clock: how long it may take, and how late a failed one is told so.
        delay_ms: connection.failed.authentication.delay.ms.
    """

    def __init__(
        self,
        *,
        logins: ListenerLogins,
        dispatcher: Dispatching,
        metrics: AuthenticationMetrics,
        failed: FailedLogins,
        unproved: UnprovedBytes,
        clock: Clock,
        machine_clock: Clock,
        delay_ms: Callable[[], int],
        login_ms_max: int = LOGIN_MS_MAX,
    ) -> None:
        self.logins = logins
        self.dispatcher = dispatcher
        self.metrics = metrics
        self.failed = failed
        self.unproved = unproved
        self.clock = clock
        self.machine_clock = machine_clock
        self.delay_ms = delay_ms
        self.login_ms_max = login_ms_max

    def renew(self, logins: ListenerLogins) -> None:
        """Applies other users and mechanisms from the next login on."""
        self.logins = logins

    def authenticator(self, former: Login | None) -> Authenticator:
        """Creates the state machine of a new login."""
        return Authenticator(self.logins, now_ms=self.clock.now_ms, monotonic_ms=self.clock.monotonic_ms, former=former)


class GatedConnection(Connection):
    """A connection whose frames go to a gate first."""

    __slots__ = ("_deadline", "_gate", "_gateway", "_renewed_ms", "_unproved_bytes")

    def __init__(self, owner: Owner, resources: ListenerResources, gateway: SaslGateway) -> None:
        super().__init__(owner, resources)
        self._gateway = gateway
        self._deadline: Cancellable | None = None
        self._unproved_bytes = 0
        self._renewed_ms: MonotonicMs | None = None
        self._gate: SaslGate | None = None
        # A mechanism's own frame may be a single byte.
        self._bounds = FrameBounds(1, gateway.logins.frame_bytes_max, "sasl.server.max.receive.size")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the socket over; from now on the login's time runs."""
        super().connection_made(transport)
        self._begin(None)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets everything of the connection."""
        super().connection_lost(exc)
        self._end_gate()

    def buffer_updated(self, nbytes: int) -> None:
        """Takes bytes that have arrived."""
        super().buffer_updated(nbytes)
        if self._gate is not None:
            self._count_unproved()

    def accept(self, login: Login) -> None:
        """Ends the gate for the login that is done, and opens the connection to requests."""
        self._end_gate()
        self.info.principal = login.principal
        self._bounds = of_requests(self._resources.frame_bytes_max)
        gateway = self._gateway
        taker = gateway.dispatcher.taker_of(self)
        session = None if login.expires_ms is None else Session(gateway, self, login, taker, self._renewed_ms)
        self._handle_by(session or taker, gateway.dispatcher)

    def renew(self, former: Login, frame: bytes | bytearray, received_ms: MonotonicMs, started_ns: int) -> None:
        """Opens a new gate for this frame and the next; the login stays valid until the gate has decided."""
        self._renewed_ms = self._gateway.clock.monotonic_ms()
        gate = self._begin(former)
        self._set_deadline()
        gate.dispatch(frame, self._channel, received_ms, started_ns)

    def _begin(self, former: Login | None) -> SaslGate:
        gate = self._gate = SaslGate(self._gateway, self, former)
        self._handle_by(gate, gate)
        return gate

    def _set_deadline(self) -> None:
        if self.is_open():
            gateway = self._gateway
            self._deadline = gateway.machine_clock.call_later(gateway.login_ms_max, self._too_late)

    def _too_late(self) -> None:
        gate = self._gate
        if gate is not None and not gate.is_refusing:
            self._gateway.metrics.failed += 1
            _log.info("closing the connection from %s: no login within %d ms", self.info, self._gateway.login_ms_max)
            self.drop()

    def _end_gate(self) -> None:
        gate, self._gate = self._gate, None
        if gate is not None:
            gate.end()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._gateway.unproved.change(-self._unproved_bytes)
        self._unproved_bytes = 0

    def _count_unproved(self) -> None:
        held = len(self._received)
        is_allowed = self._gateway.unproved.change(held - self._unproved_bytes)
        self._unproved_bytes = held
        if not is_allowed:
            self._resources.network.connections_closed_bad_request += 1
            _log.warning("closing the connection from %s: too much waits for logins", self.info)
            self.drop()


class SaslGate:
    """One login of one connection, as the connection's frame handler."""

    __slots__ = ("_authenticator", "_connection", "_gateway", "_refusing")

    def __init__(self, gateway: SaslGateway, connection: GatedConnection, former: Login | None) -> None:
        self._gateway = gateway
        self._connection = connection
        self._authenticator = gateway.authenticator(former)
        self._refusing: Cancellable | None = None

    @property
    def quotas(self) -> None:
        """Returns None: nobody is charged before it is known who he is."""

    @property
    def is_refusing(self) -> bool:
        """Tells whether the login has failed, and the error response only waits to be sent."""
        return self._refusing is not None

    def end(self) -> None:
        """Gives the login up, since the connection is gone or logged in."""
        self._authenticator.give_up()
        if self._refusing is not None:
            self._refusing.cancel()
            self._told()

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Takes one frame of a login."""
        verdict = self._authenticator.receive(frame)
        if verdict.act is Act.PASS:
            self._gateway.dispatcher.dispatch(frame, channel, received_ms, started_ns)
            return
        header = verdict.header
        ctx = RequestContext(channel.info, channel, received_ms, started_ns, len(frame), *header)
        host = channel.info.peer_host
        if verdict.act is Act.CLOSE:
            self._count_failure()
            ctx.close_connection(verdict.reason)
        elif verdict.act is Act.REFUSE:
            self._refuse_later(ctx, verdict)
        elif verdict.act is Act.ANSWER and self._gateway.failed.is_blocked(host):
            self._count_failure()
            ctx.close_connection("too many failed logins from this address wait to be told so")
        else:
            ctx.respond(verdict.answer)
            if verdict.act is Act.ACCEPT:
                self._accept(header.api_version)

    def encode(self, ctx: RequestContext, response: Any) -> list[Any]:
        """Encodes a response as buffers; a mechanism's own bytes get only their length before them."""
        if isinstance(response, bytes):
            return [_LENGTH.pack(len(response)) + response]
        if isinstance(response, ApiVersionsResponse):
            self._authenticator.versions_answered(is_error=response.error_code != 0)
        return self._gateway.dispatcher.encode(ctx, response)

    def count(self, ctx: RequestContext, response_bytes: int) -> None:
        """Notes that a request is finished."""
        self._gateway.dispatcher.count(ctx, response_bytes)

    # ---- ends -----------------------------------------------------------------------------------------------------

    def _accept(self, version: int) -> None:
        login = self._authenticator.login
        assert login is not None
        metrics = self._gateway.metrics
        if self._authenticator.is_renewal:
            metrics.renewed += 1
        else:
            metrics.succeeded += 1
            metrics.succeeded_for_ever += version < _RENEWABLE_FROM_VERSION
        self._connection.accept(login)

    def _count_failure(self) -> None:
        metrics = self._gateway.metrics
        if self._authenticator.is_renewal:
            metrics.failed_renewals += 1
        else:
            metrics.failed += 1

    def _refuse_later(self, ctx: RequestContext, verdict: Verdict) -> None:
        gateway, info = self._gateway, ctx.connection
        self._count_failure()
        now_ms = gateway.clock.monotonic_ms()
        delay_ms = gateway.failed.delay_ms(info.peer_host, base_ms=gateway.delay_ms(), now_ms=now_ms)
        _log.info("a login from %s failed: %s", info, verdict.reason)
        self._refusing = gateway.machine_clock.call_later(delay_ms, partial(self._refuse, ctx, verdict.answer))

    def _refuse(self, ctx: RequestContext, answer: Any) -> None:
        self._told()
        if answer is None:
            ctx.respond_nothing()
        else:
            ctx.respond(answer)
        self._connection.close()

    def _told(self) -> None:
        self._refusing = None
        self._gateway.failed.told(self._connection.info.peer_host)


class Session:
    """A login that ends some day, as the frame handler of its connection.

    Args:
        taker: takes the frames of who is logged in.
        renewed_ms: when its latest renewal began, on the monotonic clock; None: it is the first login.
    """

    __slots__ = ("_connection", "_gateway", "_login", "_renewed_ms", "_taker")

    def __init__(
        self,
        gateway: SaslGateway,
        connection: GatedConnection,
        login: Login,
        taker: FrameHandler,
        renewed_ms: MonotonicMs | None,
    ) -> None:
        assert login.expires_ms is not None
        self._gateway = gateway
        self._connection = connection
        self._login = login
        self._taker = taker
        self._renewed_ms = renewed_ms

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Takes one request, unless the login has ended, or is renewed by it."""
        now_ms = self._gateway.clock.monotonic_ms()
        if _API_KEY.unpack_from(frame)[0] == ApiKey.SASL_HANDSHAKE:
            if self._renewed_ms is None or now_ms - self._renewed_ms >= REAUTHENTICATION_PAUSE_MS:
                self._connection.renew(self._login, frame, received_ms, started_ns)
                return
        elif self._login.expires_ms is not None and now_ms >= self._login.expires_ms:
            self._gateway.metrics.expired += 1
            _log.info("closing the connection from %s: its login has ended and was not renewed in time", channel.info)
            self._connection.close()
            return
        self._taker.dispatch(frame, channel, received_ms, started_ns)
