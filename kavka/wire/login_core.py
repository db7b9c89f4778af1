"""A login over an open connection, and when it must be renewed; sans I/O.

    client                                   broker
       ── ApiVersions ─────────────────────────▶          which versions of the two APIs it knows
       ── SaslHandshake v1 (mechanism) ────────▶
       ◀─ error, or the mechanisms it has ──────
       ── SaslAuthenticate (bytes) ────────────▶          as often as the mechanism asks for
       ◀─ error, or bytes, and in the last response how long the login lasts (KIP-368)

    logged in ──0.85 of its lifetime──▶ is_due ──the same exchange, between requests──▶ logged in

What the bytes mean is the mechanism's (`sasl`); who sends and waits is the driver's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kavka.wire.connection_core import Ask, ConnectionCore, Conversation
from kavka.wire.errors import AuthenticationFailed, code_name

if TYPE_CHECKING:
    from kavka.timer.moments import MonotonicMs
    from kavka.wire.sasl_client import SaslClient

HANDSHAKE_VERSION: Final = 1
AUTHENTICATE_VERSION_MAX: Final = 2
STEPS_MAX: Final = 16
"""No mechanism takes more; a broker that goes on asking is broken."""

RENEW_AT: Final = 0.85
"""A login is renewed when so much of its life is over: what Kafka's clients begin with."""

RENEW_AFTER_MS_MIN = 1_100
"""A login is never renewed sooner: brokers refuse it within a second of the last time, ended or not."""


class LoginCore:
    """The logins of one connection: the first, and those that renew it.

    Args:
        connection: the connection.
        new_client: makes the client side of one login.

    Attributes:
        renew_at_ms: when the login must be renewed; None: it lasts as long as the connection, or there is none yet.
    """

    __slots__ = ("_connection", "_new_client", "renew_at_ms")

    def __init__(self, connection: ConnectionCore, new_client: Callable[[], SaslClient]) -> None:
        self._connection = connection
        self._new_client = new_client
        self.renew_at_ms: MonotonicMs | None = None

    def is_due(self, now_ms: MonotonicMs) -> bool:
        """Tells whether the login must be renewed before the next request.

        A broker renews also a login that has just ended.
        """
        return self.renew_at_ms is not None and now_ms >= self.renew_at_ms

    def exchange(self, now_ms: MonotonicMs) -> Conversation[None]:
        """Logs in, or renews the login; nothing else may be in flight.

        Args:
            now_ms: when it begins: by the time of its end a part of its life is over.

        Raises:
            AuthenticationFailed: see `login`; the connection is of no use then.
        """
        lifetime_ms = yield from login(self._connection, self._new_client())
        self.renew_at_ms = now_ms + int(max(lifetime_ms * RENEW_AT, RENEW_AFTER_MS_MIN)) if lifetime_ms > 0 else None


def login(connection: ConnectionCore, client: SaslClient) -> Conversation[int]:
    """Logs in over a connection; afterwards it takes requests.

    Args:
        connection: open, and without requests in flight.
        client: a fresh one.

    Returns:
        How long the broker lets this login last, 0 for as long as the connection.

    Raises:
        AuthenticationFailed: the broker does not offer the mechanism, or does not believe us.
        DecodeError: see `ConnectionCore.negotiation`.
    """
    where = connection.where
    if not connection.api_versions:
        yield from connection.negotiation()
    versions = connection.api_versions
    if ApiKey.SASL_AUTHENTICATE not in versions:
        raise AuthenticationFailed(f"{where} takes no login with SaslAuthenticate; is its listener one with SASL?")
    shaken: SaslHandshakeResponse = yield Ask(SaslHandshakeRequest(mechanism=client.mechanism), HANDSHAKE_VERSION)
    if shaken.error_code != ErrorCode.NONE:
        offered = ", ".join(shaken.mechanisms) or "none"
        reason = f"({code_name(shaken.error_code)}; it offers {offered})"
        raise AuthenticationFailed(f"{where} does not take the mechanism {client.mechanism} {reason}")
    version = min(AUTHENTICATE_VERSION_MAX, versions[ApiKey.SASL_AUTHENTICATE][1])
    message = client.respond(b"")
    for _ in range(STEPS_MAX):
        if message is None:
            raise AuthenticationFailed(f"the login at {where} ended before it began")
        answer: SaslAuthenticateResponse = yield Ask(SaslAuthenticateRequest(auth_bytes=message), version)
        if answer.error_code != ErrorCode.NONE:
            text = answer.error_message or code_name(answer.error_code)
            raise AuthenticationFailed(f"{where} refuses the login: {text}")
        message = client.respond(bytes(answer.auth_bytes))
        if message is None:
            return int(answer.session_lifetime_ms)
    raise AuthenticationFailed(f"the login at {where} did not end within {STEPS_MAX} steps")
