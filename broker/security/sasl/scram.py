"""SCRAM, the broker's side: client first ─▶ server first, client final ─▶ server final.

    FIRST ── a user, or a token's id ──▶ FINAL ── the proof is right ──▶ accepted
      └─ no such user: a salt that looks like one, the same each time ──▶ FINAL ── whatever comes ──▶ refused

A user that does not exist goes through the same messages in the same time as one that does, and gets the same error.
Where all brokers share a secret (`password.encoder.secret` or the delegation tokens' key) its salt is the same on all
of them and after a restart, too. What cannot be hidden is a user with other than the usual number of iterations.

Nonce, header and proof of the final message are all checked (CVE-2024-56128), what is secret in constant time
(CVE-2021-38153).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from kavka.broker.security.sasl.mechanism import OTHER_AUTHZID, Accepted, LoginRefused, MechanismFactory
from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.protocol.sasl.scram import (
    ClientFirst,
    ServerFirst,
    auth_message,
    parse_client_final,
    parse_client_first,
    server_final,
)
from kavka.protocol.sasl.scram_keys import (
    HASHES,
    ITERATIONS_MIN,
    SALT_BITS,
    ScramCredential,
    base36,
    is_proof,
    random_text,
    server_signature,
)
from kavka.timer.moments import WallMs

_INVALID: Final = "invalid user credentials"


class TokenLogin(NamedTuple):
    """A delegation token as a login needs it."""

    credential: ScramCredential
    owner: str
    expires_ms: WallMs


class ScramAuthority:
    """Who may log in by one SCRAM mechanism of one listener.

    Args:
        mechanism: SCRAM-SHA-256 or SCRAM-SHA-512.
        users: a name → its credential.
        tokens: a token's id → the token; None: there is none, or it is over.
        secret: makes the salts of users that do not exist.
        random_bits: a count → so many random bits, from the system's source.
    """

    __slots__ = ("_random_bits", "_secret", "mechanism", "tokens", "users")

    def __init__(
        self,
        mechanism: str,
        *,
        users: Callable[[str], ScramCredential | None],
        tokens: Callable[[str], TokenLogin | None],
        secret: bytes,
        random_bits: Callable[[int], int],
    ) -> None:
        self.mechanism = mechanism
        self.users = users
        self.tokens = tokens
        self._secret = secret
        self._random_bits = random_bits

    def nonce(self) -> str:
        """Returns the server's part of a login's nonce."""
        return random_text(self._random_bits)

    def nobody(self, name: str) -> ScramCredential:
        """Returns the credential of a user that does not exist: nobody knows its password."""
        digest = hmac.digest(self._secret, f"{self.mechanism} {name}".encode(), "sha512")
        salt = base36(int.from_bytes(digest, "big") >> (len(digest) * 8 - SALT_BITS)).encode()
        size = len(hmac.digest(b"", b"", HASHES[self.mechanism]))
        return ScramCredential(salt, digest[:size], digest[-size:], ITERATIONS_MIN)


class ScramServer:
    """One login."""

    __slots__ = (
        "_accepts",
        "_authority",
        "_credential",
        "_first",
        "_refusal",
        "_server_first",
        "accepted",
    )

    def __init__(self, authority: ScramAuthority) -> None:
        self._authority = authority
        self._first: ClientFirst | None = None
        self._server_first = ServerFirst("", b"", 0)
        self._credential: ScramCredential | None = None
        self._accepts: Accepted | None = None
        self._refusal = _INVALID
        self.accepted: Accepted | None = None

    def respond(self, message: bytes) -> bytes:
        """Takes the client's first message, then its final one."""
        try:
            return self._begin(message) if self._first is None else self._end(message)
        except SaslMessageError as error:
            raise LoginRefused(f"{self._authority.mechanism}: {error}") from None

    def _begin(self, message: bytes) -> bytes:
        first = parse_client_first(message)
        self._first = first
        credential = self._find(first)
        if first.authzid not in ("", first.username):
            raise LoginRefused(
                f"{self._authority.mechanism}: an authorization id other than the user", told=OTHER_AUTHZID
            )
        if credential is not None and credential.iterations < ITERATIONS_MIN:
            self._refusal = f"the credential has {credential.iterations} iterations, {ITERATIONS_MIN} are the least"
            credential = None
        self._credential = credential
        shown = credential or self._authority.nobody(first.username)
        self._server_first = ServerFirst(first.nonce + self._authority.nonce(), shown.salt, shown.iterations)
        return self._server_first.encode().encode()

    def _find(self, first: ClientFirst) -> ScramCredential | None:
        if not first.is_token:
            self._accepts = Accepted(first.username)
            return self._authority.users(first.username)
        token = self._authority.tokens(first.username)
        if token is None:
            self._refusal = "no such delegation token, or it is over"
            return None
        self._accepts = Accepted(token.owner, token.expires_ms, is_token=True)
        return token.credential

    def _end(self, message: bytes) -> bytes:
        first, mechanism = self._first, self._authority.mechanism
        assert first is not None
        final = parse_client_final(message)
        # librdkafka before 2.6.1 writes its own nonce once more before the whole; Kafka looks at the end, too. Ours is
        # new each time, so nothing old can end with it.
        if not final.nonce.endswith(self._server_first.nonce):
            raise LoginRefused(f"{mechanism}: the final message has another nonce")
        if not hmac.compare_digest(final.channel_binding, first.gs2_header.encode()):
            raise LoginRefused(f"{mechanism}: the final message has another header")
        signed = auth_message(first.bare, self._server_first.encode(), final.without_proof)
        credential = self._credential
        is_right = is_proof(mechanism, credential or self._authority.nobody(first.username), signed, final.proof)
        if credential is None or not is_right:
            raise LoginRefused(f"{mechanism}: {self._refusal}")
        self.accepted = self._accepts
        return server_final(server_signature(mechanism, credential.server_key, signed))


def scram_mechanism(authority: ScramAuthority) -> MechanismFactory:
    """Makes logins."""
    return lambda: ScramServer(authority)
