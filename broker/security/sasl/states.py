"""The states of a login, Kafka's SaslServerAuthenticator: which frame may come next.

    VERSIONS_OR_HANDSHAKE ── ApiVersions ──▶ HANDSHAKE ── SaslHandshake ──▶ TOKENS ── proved ──▶ COMPLETE
            └──────────────── SaslHandshake ────────────────────────────────▲  │
    REAUTHENTICATION_HANDSHAKE ── SaslHandshake, same mechanism ─────────────┘  └── anything else, anywhere ──▶ FAILED

TOKENS takes SaslAuthenticate after SaslHandshake v1, and after v0 frames that are the mechanism's bytes and nothing
else. A second ApiVersions, a second handshake, and every other API are FAILED: the connection is closed.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from kavka.common.transitions import TransitionTable


class LoginState(IntEnum):
    """Where a login stands."""

    VERSIONS_OR_HANDSHAKE = 0
    HANDSHAKE = 1
    REAUTHENTICATION_HANDSHAKE = 2
    TOKENS = 3
    COMPLETE = 4
    FAILED = 5


_S = LoginState

LOGIN_TRANSITIONS: Final = TransitionTable(
    "login",
    {
        _S.VERSIONS_OR_HANDSHAKE: frozenset(),
        _S.HANDSHAKE: frozenset({_S.VERSIONS_OR_HANDSHAKE}),
        _S.REAUTHENTICATION_HANDSHAKE: frozenset(),
        _S.TOKENS: frozenset({_S.VERSIONS_OR_HANDSHAKE, _S.HANDSHAKE, _S.REAUTHENTICATION_HANDSHAKE}),
        _S.COMPLETE: frozenset({_S.TOKENS}),
        _S.FAILED: frozenset({_S.VERSIONS_OR_HANDSHAKE, _S.HANDSHAKE, _S.REAUTHENTICATION_HANDSHAKE, _S.TOKENS}),
    },
)
"""State → the states before it."""
