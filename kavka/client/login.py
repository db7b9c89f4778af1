"""A login over an open connection: SaslHandshake, then SaslAuthenticate until both sides are content.

    client                                   broker
       ── ApiVersions ─────────────────────────▶          which versions of the two APIs it knows
       ── SaslHandshake v1 (mechanism) ────────▶
       ◀─ error, or the mechanisms it has ──────
       ── SaslAuthenticate (bytes) ────────────▶          as often as the mechanism asks for
       ◀─ error, or bytes, and in the last response how long the login lasts (KIP-368)

What the bytes mean is the mechanism's (`kavka.client.sasl`); who logs in when is `connection`'s.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.client.errors import AuthenticationFailed, code_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)

if TYPE_CHECKING:
    from kavka.client.security import SaslClient

HANDSHAKE_VERSION: Final = 1
AUTHENTICATE_VERSION_MAX: Final = 2
STEPS_MAX: Final = 16
"""No mechanism takes more; a broker that goes on asking is broken."""


class LoginConnection(Protocol):
    """What a login needs of a connection: the loop's own, or one that blocks (`kavka.pipeline.wire`)."""

    @property
    def api_versions(self) -> dict[int, tuple[int, int]]:
        """Returns the versions that the broker advertises; empty before ApiVersions."""

    @property
    def host(self) -> str:
        """Returns the dialled host."""

    @property
    def port(self) -> int:
        """Returns the dialled port."""

    async def negotiate(self, timeout_ms: int | None = None) -> dict[int, tuple[int, int]]:
        """Reads the versions that the broker advertises."""

    def start_request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Awaitable[Any]:
        """Sends a request and returns an awaitable of its response."""


async def log_in(connection: LoginConnection, client: SaslClient, *, timeout_ms: int) -> int:
    """Logs in over a connection; afterwards it takes requests.

    Args:
        connection: open, and without requests in flight.
        client: a fresh one.
        timeout_ms: of each step.

    Returns:
        How long the broker lets this login last, 0 for as long as the connection.

    Raises:
        AuthenticationFailed: the broker does not offer the mechanism, or does not believe us.
        OSError, TimeoutError, DecodeError: see `Connection.request`.
    """
    where = f"{connection.host}:{connection.port}"
    versions = connection.api_versions or await connection.negotiate(timeout_ms)
    if ApiKey.SASL_AUTHENTICATE not in versions:
        raise AuthenticationFailed(f"{where} takes no login with SaslAuthenticate; is its listener one with SASL?")
    shaken: SaslHandshakeResponse = await connection.start_request(
        SaslHandshakeRequest(mechanism=client.mechanism), version=HANDSHAKE_VERSION, timeout_ms=timeout_ms
    )
    if shaken.error_code != ErrorCode.NONE:
        offered = ", ".join(shaken.mechanisms) or "none"
        reason = f"({code_name(shaken.error_code)}; it offers {offered})"
        raise AuthenticationFailed(f"{where} does not take the mechanism {client.mechanism} {reason}")
    version = min(AUTHENTICATE_VERSION_MAX, versions[ApiKey.SASL_AUTHENTICATE][1])
    message = client.respond(b"")
    for _ in range(STEPS_MAX):
        if message is None:
            raise AuthenticationFailed(f"the login at {where} ended before it began")
        answer: SaslAuthenticateResponse = await connection.start_request(
            SaslAuthenticateRequest(auth_bytes=message), version=version, timeout_ms=timeout_ms
        )
        if answer.error_code != ErrorCode.NONE:
            text = answer.error_message or code_name(answer.error_code)
            raise AuthenticationFailed(f"{where} refuses the login: {text}")
        message = client.respond(bytes(answer.auth_bytes))
        if message is None:
            return int(answer.session_lifetime_ms)
    raise AuthenticationFailed(f"the login at {where} did not end within {STEPS_MAX} steps")
