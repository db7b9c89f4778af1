"""What a mechanism is to the authenticator: messages in, messages out, in the end a principal's name or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from kavka.timer.moments import WallMs


class Accepted(NamedTuple):
    """A login that was proved.

    Attributes:
        name: the principal's.
        expires_ms: when the credential itself ends, by the wall clock in ms since 1970; None: it does not.
        is_token: proved by a delegation token.
    """

    name: str
    expires_ms: WallMs | None = None
    is_token: bool = False


class LoginRefused(Exception):
    """The login failed.

    Attributes:
        reason: for the broker's log; without secrets.
        told: for the client; None: only that its credentials are not valid, so that no client learns which names exist.
    """

    def __init__(self, reason: str, *, told: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = told


class ServerMechanism(Protocol):
    """One login by one mechanism; a new one for each."""

    @property
    def accepted(self) -> Accepted | None:
        """Returns the login's accepted principal; None until it is proved."""

    def respond(self, message: bytes) -> bytes:
        """Takes a client's message and returns the response, which may be empty.

        Raises:
            LoginRefused: that was all; the exchange is over.
        """


MechanismFactory = Callable[[], ServerMechanism]

OTHER_AUTHZID = "Authentication failed: Client requested an authorization id that is different from username"
"""CVE-2017-12610: a client that may name another to act for is that other."""
