"""PLAIN, the broker's side: a table of users from the listener's JAAS configuration, `user_<name>="<password>"`.

Passwords are compared as digests, so that neither their length nor how much of them was right shows in the
time it takes (CVE-2021-38153); of an unknown user a password is compared, too.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final

from kavka.broker.security.sasl.mechanism import OTHER_AUTHZID, Accepted, LoginRefused, MechanismFactory
from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.protocol.sasl.plain import parse_plain

USER_PREFIX: Final = "user_"

_NOBODY: Final = hashlib.sha256(b"").digest()


class PlainUsers:
    """Who may log in.

    Args:
        options: of the JAAS entry.
    """

    __slots__ = ("_digests",)

    def __init__(self, options: Mapping[str, str]) -> None:
        self._digests = {
            name.removeprefix(USER_PREFIX): _digest(password)
            for name, password in options.items()
            if name.startswith(USER_PREFIX) and name != USER_PREFIX
        }

    def __len__(self) -> int:
        return len(self._digests)

    def is_password(self, username: str, password: str) -> bool:
        """Tells whether the password is this user's."""
        stored = self._digests.get(username, _NOBODY)
        return hmac.compare_digest(stored, _digest(password)) and username in self._digests


class PlainServer:
    """One login."""

    __slots__ = ("_users", "accepted")

    def __init__(self, users: PlainUsers) -> None:
        self._users = users
        self.accepted: Accepted | None = None

    def respond(self, message: bytes) -> bytes:
        """Takes the client's only message."""
        try:
            plain = parse_plain(message)
        except SaslMessageError as error:
            raise LoginRefused(f"PLAIN: {error}", told=f"Authentication failed: {error}") from None
        if not self._users.is_password(plain.username, plain.password):
            told = "Authentication failed: Invalid username or password"
            raise LoginRefused("PLAIN: invalid username or password", told=told)
        if plain.authzid not in ("", plain.username):
            raise LoginRefused("PLAIN: an authorization id other than the user", told=OTHER_AUTHZID)
        self.accepted = Accepted(plain.username)
        return b""


def plain_mechanism(users: PlainUsers) -> MechanismFactory:
    """Makes logins."""
    return lambda: PlainServer(users)


def _digest(password: str) -> bytes:
    return hashlib.sha256(password.encode()).digest()
