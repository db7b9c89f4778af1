"""OAUTHBEARER, the broker's side: a signed token is all that a client shows.

token ─▶ jwt_validation ─▶ its subject, until it expires
   └─ not to be believed ─▶ an error as JSON; the client answers 0x01, and then the login is refused (RFC 7628, 3.2.3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kavka.broker.security.sasl.mechanism import OTHER_AUTHZID, Accepted, LoginRefused, MechanismFactory
from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.protocol.sasl.oauthbearer import KVSEP, error_challenge, parse_bearer

INVALID_TOKEN: Final = error_challenge("invalid_token")


class TokenRejected(Exception):
    """A bearer token that is not to be believed; the reason is for the log, and holds nothing of the token."""


Validate = Callable[[str], Accepted]
"""A compact token → whose it is and until when; raises TokenRejected."""


class BearerServer:
    """One login."""

    __slots__ = ("_rejected", "_validate", "accepted")

    def __init__(self, validate: Validate) -> None:
        self._validate = validate
        self._rejected: str | None = None
        self.accepted: Accepted | None = None

    def respond(self, message: bytes) -> bytes:
        """Takes a token, or the client's consent to being refused."""
        if self._rejected is not None:
            told = INVALID_TOKEN.decode() if message == KVSEP else None
            raise LoginRefused(f"OAUTHBEARER: {self._rejected}", told=told)
        try:
            bearer = parse_bearer(message)
        except SaslMessageError as error:
            raise LoginRefused(f"OAUTHBEARER: {error}") from None
        try:
            accepted = self._validate(bearer.token)
        except TokenRejected as error:
            self._rejected = str(error)
            return INVALID_TOKEN
        if bearer.authzid not in ("", accepted.name):
            raise LoginRefused("OAUTHBEARER: an authorization id other than the token's subject", told=OTHER_AUTHZID)
        self.accepted = accepted
        return b""


def bearer_mechanism(validate: Validate) -> MechanismFactory:
    """Makes logins."""
    return lambda: BearerServer(validate)
