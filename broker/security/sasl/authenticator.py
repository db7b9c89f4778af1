"""One login on one connection, pure: a frame in, a verdict out. Kafka's SaslServerAuthenticator without its sockets.

    frame ─▶ receive ─▶ PASS     ApiVersions, which the broker serves as ever; `versions_answered` says that it did
                        ANSWER   a message, or the mechanism's raw bytes; more will come
                        ACCEPT   the same, and the login is done: `login` says who it is and for how long
                        REFUSE   the same, late, and then the connection is closed
                        CLOSE    without a response

Nothing but ApiVersions, SaslHandshake, SaslAuthenticate and, after a handshake of version 0, a mechanism's own bytes is
ever parsed. `network.sasl_gate` carries this out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.security.principal import USER_TYPE, KafkaPrincipal
from kavka.broker.security.sasl.mechanism import Accepted, LoginRefused, ServerMechanism
from kavka.broker.security.sasl.states import LOGIN_TRANSITIONS, LoginState
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.header import split_request_header
from kavka.protocol.messages import (
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kavka.timer.moments import MonotonicMs, WallMs

if TYPE_CHECKING:
    from kavka.broker.security.sasl.listener_logins import ListenerLogins

API_VERSIONS_ASKED_MAX: Final = 4
"""A client may have asked in a version of the future first; a client that goes on wants something else."""

_API_KEY = struct.Struct(">h")

_HANDSHAKE_VERSION_MAX: Final = 1
_AUTHENTICATE_VERSION_MAX: Final = 2
_RAW_VERSION: Final = -1


class Act(IntEnum):
    """What is to be done with a frame."""

    PASS = 0
    ANSWER = 1
    ACCEPT = 2
    REFUSE = 3
    CLOSE = 4


class Header(NamedTuple):
    """The header of the request; of raw bytes there is none."""

    api_key: int = int(ApiKey.SASL_AUTHENTICATE)
    api_version: int = _RAW_VERSION
    correlation_id: int = -1
    client_id: str | None = None


class Verdict(NamedTuple):
    """What is to be done.

    Attributes:
        header: of the request.
        answer: a response message, raw bytes, or None: there is none.
        reason: why it ends, for the log.
    """

    act: Act
    header: Header = Header()
    answer: Any = None
    reason: str = ""


class Login(NamedTuple):
    """Who has logged in.

    Attributes:
        expires_ms: when the session ends, on the monotonic clock; None: with the connection.
    """

    principal: KafkaPrincipal
    mechanism: str
    expires_ms: MonotonicMs | None


class Authenticator:
    """The machine.

    Args:
        logins: the listener's mechanisms, and how long their logins last.
        now_ms: the wall clock.
        monotonic_ms: the clock that sessions end by.
        former: the login that is to be renewed (KIP-368): mechanism and principal must stay the same.
    """

    __slots__ = (
        "_client_id",
        "_former",
        "_logins",
        "_mechanism",
        "_mechanism_name",
        "_monotonic_ms",
        "_now_ms",
        "_takes_raw",
        "_versions_asked",
        "login",
        "state",
    )

    def __init__(
        self,
        logins: ListenerLogins,
        *,
        now_ms: Callable[[], WallMs],
        monotonic_ms: Callable[[], MonotonicMs],
        former: Login | None = None,
    ) -> None:
        self._logins = logins
        self._now_ms = now_ms
        self._monotonic_ms = monotonic_ms
        self._former = former
        self._mechanism: ServerMechanism | None = None
        self._mechanism_name = ""
        self._takes_raw = False
        self._versions_asked = 0
        self.login: Login | None = None
        self.state = LoginState.VERSIONS_OR_HANDSHAKE if former is None else LoginState.REAUTHENTICATION_HANDSHAKE

    @property
    def is_renewal(self) -> bool:
        """Tells whether this connection had a login before."""
        return self._former is not None

    def receive(self, frame: bytes | bytearray) -> Verdict:
        """Takes one frame, without its length."""
        if self.state is LoginState.TOKENS and self._takes_raw:
            return self._token(Header(), bytes(frame))
        try:
            (api_key,) = _API_KEY.unpack_from(frame)
            if api_key == ApiKey.API_VERSIONS and self.state is LoginState.VERSIONS_OR_HANDSHAKE:
                return self._versions()
            header, body = _header(api_key, frame)
            if self.state is LoginState.TOKENS:
                return self._authenticate(header, frame, body)
            if api_key == ApiKey.SASL_HANDSHAKE and self.state is not LoginState.FAILED:
                return self._handshake(header, frame, body)
        except (DecodeError, struct.error):
            return self._fail(f"what came is no request that belongs to a login ({self.state.name})")
        return self._fail(f"API {api_key} came in the middle of a login ({self.state.name})")

    def versions_answered(self, *, is_error: bool) -> None:
        """Notes that ApiVersions was answered.

        After an error the client may ask once more, in a version that there is.
        """
        if not is_error and self.state is LoginState.VERSIONS_OR_HANDSHAKE:
            self._enter(LoginState.HANDSHAKE)

    def give_up(self) -> None:
        """Fails the login: its time is over."""
        if self.state not in (LoginState.COMPLETE, LoginState.FAILED):
            self._enter(LoginState.FAILED)

    # ---- steps ----------------------------------------------------------------------------------------------------

    def _versions(self) -> Verdict:
        self._versions_asked += 1
        if self._versions_asked > API_VERSIONS_ASKED_MAX:
            return self._fail("ApiVersions was asked again and again")
        return Verdict(Act.PASS)

    def _handshake(self, header: Header, frame: bytes | bytearray, body: int) -> Verdict:
        if not 0 <= header.api_version <= _HANDSHAKE_VERSION_MAX:
            return self._fail(f"SaslHandshake v{header.api_version} is not served")
        request, _ = decode_prefix(SaslHandshakeRequest, header.api_version, frame, body)
        offered = list(self._logins.mechanisms)
        factory = self._logins.mechanisms.get(request.mechanism)
        if factory is None:
            answer = SaslHandshakeResponse(error_code=int(ErrorCode.UNSUPPORTED_SASL_MECHANISM), mechanisms=offered)
            return self._refuse(header, answer, "the mechanism that was asked for is not enabled")
        if self._former is not None and request.mechanism != self._former.mechanism:
            answer = SaslHandshakeResponse(error_code=int(ErrorCode.UNSUPPORTED_SASL_MECHANISM), mechanisms=offered)
            return self._refuse(header, answer, "another mechanism than that of the login that is to be renewed")
        self._mechanism = factory()
        self._mechanism_name = request.mechanism
        self._takes_raw = header.api_version == 0
        self._enter(LoginState.TOKENS)
        return Verdict(Act.ANSWER, header, SaslHandshakeResponse(mechanisms=offered))

    def _authenticate(self, header: Header, frame: bytes | bytearray, body: int) -> Verdict:
        if header.api_key == ApiKey.SASL_HANDSHAKE:
            answer = SaslHandshakeResponse(error_code=int(ErrorCode.ILLEGAL_SASL_STATE))
            return self._refuse(header, answer, "a second SaslHandshake")
        if header.api_key != ApiKey.SASL_AUTHENTICATE:
            return self._fail(f"API {header.api_key} came in the middle of a login ({self.state.name})")
        if not 0 <= header.api_version <= _AUTHENTICATE_VERSION_MAX:
            return self._fail(f"SaslAuthenticate v{header.api_version} is not served")
        request, _ = decode_prefix(SaslAuthenticateRequest, header.api_version, frame, body)
        return self._token(header, bytes(request.auth_bytes))

    def _token(self, header: Header, message: bytes) -> Verdict:
        assert self._mechanism is not None
        try:
            answer = self._mechanism.respond(message)
            accepted = self._mechanism.accepted
            if accepted is None:
                return Verdict(Act.ANSWER, header, _token_answer(header, answer))
            lifetime_ms = self._accept(accepted)
        except LoginRefused as refusal:
            again = "re-authentication" if self.is_renewal else "authentication"
            told = refusal.told or (
                f"Authentication failed during {again} due to invalid credentials "
                f"with SASL mechanism {self._mechanism_name}"
            )
            return self._refuse(header, _token_refusal(header, told), refusal.reason)
        return Verdict(Act.ACCEPT, header, _token_answer(header, answer, lifetime_ms))

    def _accept(self, accepted: Accepted) -> int:
        """Ends the login well; gives how long it lasts in ms, 0 for as long as the connection.

        Raises:
            LoginRefused: it is another principal than before.
        """
        principal = KafkaPrincipal(USER_TYPE, accepted.name, accepted.is_token)
        if self._former is not None and str(principal) != str(self._former.principal):
            told = f"Cannot change principals during re-authentication from {self._former.principal}: {principal}"
            raise LoginRefused("another principal than that of the login that is to be renewed", told=told)
        lifetime_ms = self._lifetime_ms(accepted)
        expires_ms = None if lifetime_ms is None else self._monotonic_ms() + lifetime_ms
        self.login = Login(principal, self._mechanism_name, expires_ms)
        self._enter(LoginState.COMPLETE)
        return lifetime_ms or 0

    def _lifetime_ms(self, accepted: Accepted) -> int | None:
        """The shorter of what the credential and connections.max.reauth.ms allow; None: neither says."""
        limits = []
        if accepted.expires_ms is not None:
            limits.append(accepted.expires_ms - self._now_ms())
        reauth_ms = self._logins.reauth_ms_max(self._mechanism_name)
        if reauth_ms > 0:
            limits.append(reauth_ms)
        return max(min(limits), 0) if limits else None

    # ---- ends -----------------------------------------------------------------------------------------------------

    def _refuse(self, header: Header, answer: Any, reason: str) -> Verdict:
        self._enter(LoginState.FAILED)
        return Verdict(Act.REFUSE, header, answer, reason)

    def _fail(self, reason: str) -> Verdict:
        if self.state is not LoginState.FAILED:
            self._enter(LoginState.FAILED)
        return Verdict(Act.CLOSE, reason=reason)

    def _enter(self, state: LoginState) -> None:
        LOGIN_TRANSITIONS.check(self.state, state)
        self.state = state


def _header(api_key: int, frame: bytes | bytearray) -> tuple[Header, int]:
    """The whole header, of the requests that belong to a login; of others only what all have."""
    if api_key not in (ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE):
        return Header(api_key), 0
    key, version, correlation_id, client_id, body = split_request_header(frame)
    return Header(key, version, correlation_id, client_id), body


def _token_answer(header: Header, message: bytes, lifetime_ms: int = 0) -> Any:
    if header.api_version == _RAW_VERSION:
        return message
    return SaslAuthenticateResponse(error_message=None, auth_bytes=message, session_lifetime_ms=lifetime_ms)


def _token_refusal(header: Header, told: str) -> Any:
    """After a handshake of version 0 there is no way to say it: the connection is only closed."""
    if header.api_version == _RAW_VERSION:
        return None
    return SaslAuthenticateResponse(error_code=int(ErrorCode.SASL_AUTHENTICATION_FAILED), error_message=told)
