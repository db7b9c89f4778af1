"""What a login needs of a SASL mechanism's client side, and the error of settings that allow none.

    wire.security (client properties) ─▶ wire.sasl (the mechanisms) ─▶ SaslClient ─▶ wire.login_core (the exchange)

Not here: the mechanisms (`wire.sasl`), who carries their messages (`wire.login_core`).
"""

from __future__ import annotations

from typing import Protocol


class SecuritySettingsError(ValueError):
    """Client properties that cannot be used; the message names the property and why."""


class SaslClient(Protocol):
    """One login's client side, without I/O; a new one for each connection and for each time it is repeated."""

    @property
    def mechanism(self) -> str:
        """Names the mechanism that SaslHandshake asks for, such as SCRAM-SHA-512."""

    def respond(self, challenge: bytes) -> bytes | None:
        """Returns the next message to the broker.

        Args:
            challenge: what the broker said; empty for the first message.

        Returns:
            None: the exchange is over, and the broker has proved what the mechanism lets it prove.

        Raises:
            AuthenticationFailed: the broker's message makes no sense, or it does not know the password either.
        """
