"""The mechanisms by which a client proves who it is; pure: bytes in, bytes out, no connection.

    client properties ─▶ sasl_client_factory ─▶ () → SaslClient ─▶ wire.login_core carries its messages

    PLAIN           the password as it is: for TLS, or for loopback
    SCRAM-SHA-256   a proof that one has the password, and of the broker that it has what was stored of it
    SCRAM-SHA-512   the same with a longer hash; both also with a delegation token: its id and its HMAC
    OAUTHBEARER     a token that somebody has signed, read again from its file for each login

User and password stand in `sasl.jaas.config`, as Kafka writes it, or in `sasl.username` and `sasl.password`, as
librdkafka does. What the messages look like is in `protocol.sasl`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import unquote, urlsplit

from kavka.common.jaas import MODULES, JaasError, parse_jaas_for
from kavka.protocol.sasl import oauthbearer, plain, scram, scram_keys
from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.wire.errors import AuthenticationFailed
from kavka.wire.sasl_client import SaslClient, SecuritySettingsError

MECHANISMS: Final = tuple(MODULES)

TOKEN_BYTES_MAX: Final = 64 * 1024

_EXTENSION_PREFIX: Final = "extension_"
"""Kafka's OAuthBearerLoginModule: its option `extension_host="x"` is the SASL extension host."""


class PlainClient:
    """PLAIN: one message, one response."""

    __slots__ = ("_password", "_user", "_was_sent")

    mechanism: Final = plain.MECHANISM

    def __init__(self, user: str, password: str) -> None:
        self._user = user
        self._password = password
        self._was_sent = False

    def respond(self, challenge: bytes) -> bytes | None:
        """Returns the user and password, then None."""
        if self._was_sent:
            if challenge:
                raise AuthenticationFailed("the broker asks for more than PLAIN has")
            return None
        self._was_sent = True
        return plain.PlainMessage("", self._user, self._password).encode()


class ScramSecret:
    """A user and a password for one SCRAM mechanism; shared by all logins, which derive keys of it but once.

    Args:
        mechanism: SCRAM-SHA-256 or SCRAM-SHA-512.
        user: its name; with `is_token` a delegation token's id.
        password: its password; with `is_token` the token's HMAC in base64.
        random_bits: a count → so many random bits, from the system's source.
    """

    __slots__ = ("_password", "_salted", "_salted_with", "is_token", "mechanism", "random_bits", "user")

    def __init__(
        self,
        mechanism: str,
        user: str,
        password: str,
        *,
        is_token: bool = False,
        random_bits: Callable[[int], int] = secrets.randbits,
    ) -> None:
        self.mechanism = mechanism
        self.user = user
        self.is_token = is_token
        self.random_bits = random_bits
        self._password = password.encode()
        self._salted_with = (b"", 0)
        self._salted = b""

    def salted(self, salt: bytes, iterations: int) -> bytes:
        """Returns the salted password, cached while the broker keeps its salt.

        The first time takes some milliseconds.
        """
        if self._salted_with != (salt, iterations):
            self._salted = scram_keys.salted_password(self.mechanism, self._password, salt, iterations)
            self._salted_with = (salt, iterations)
        return self._salted


class ScramClient:
    """SCRAM: two messages, and a proof that the broker knows the user, too."""

    __slots__ = ("_expected", "_first", "_secret", "_step", "mechanism")

    def __init__(self, secret: ScramSecret) -> None:
        self.mechanism = secret.mechanism
        self._secret = secret
        nonce = scram_keys.random_text(secret.random_bits)
        self._first = scram.client_first(secret.user, nonce, is_token=secret.is_token)
        self._expected = b""
        self._step = 0

    def respond(self, challenge: bytes) -> bytes | None:
        """Returns the first message, then the proof, then None."""
        self._step += 1
        try:
            if self._step == 1:
                return (self._first.gs2_header + self._first.bare).encode()
            if self._step == 2:
                return self._prove(challenge)
            self._check(challenge)
        except SaslMessageError as error:
            raise AuthenticationFailed(f"the broker does not speak {self.mechanism}: {error}") from None
        return None

    def _prove(self, challenge: bytes) -> bytes:
        server = scram.parse_server_first(challenge)
        own = self._first.nonce
        if not server.nonce.startswith(own) or server.nonce == own:
            raise AuthenticationFailed(f"the broker's nonce for {self.mechanism} is not made of ours")
        if not scram_keys.ITERATIONS_MIN <= server.iterations <= scram_keys.CLIENT_ITERATIONS_MAX:
            raise AuthenticationFailed(
                f"the broker wants {server.iterations} iterations of {self.mechanism}; "
                f"fewer than {scram_keys.ITERATIONS_MIN} give the password away, very many only take time"
            )
        salted = self._secret.salted(server.salt, server.iterations)
        unproved = scram.client_final_without_proof(self._first.gs2_header, server.nonce)
        signed = scram.auth_message(self._first.bare, bytes(challenge).decode(), unproved)
        key = scram_keys.server_key(self.mechanism, salted)
        self._expected = scram_keys.server_signature(self.mechanism, key, signed)
        return scram.client_final(unproved, scram_keys.client_proof(self.mechanism, salted, signed))

    def _check(self, challenge: bytes) -> None:
        final = scram.parse_server_final(challenge)
        if final.error is not None:
            raise AuthenticationFailed(f"the broker refuses the login: {final.error}")
        if self._step != 3 or not hmac.compare_digest(final.signature, self._expected):
            raise AuthenticationFailed(
                "the broker cannot prove that it knows this user: it may be another than it says"
            )


class BearerClient:
    """OAUTHBEARER: one message; the client responds to an error once more, and then the broker ends it."""

    __slots__ = ("_extensions", "_step", "_token")

    mechanism: Final = oauthbearer.MECHANISM

    def __init__(self, token: str, extensions: Mapping[str, str]) -> None:
        self._token = token
        self._extensions = dict(extensions)
        self._step = 0

    def respond(self, challenge: bytes) -> bytes | None:
        """Returns the token, then None."""
        self._step += 1
        try:
            if self._step == 1:
                return oauthbearer.BearerMessage("", self._token, self._extensions).encode()
            if not challenge:
                return None
            if self._step == 2:
                oauthbearer.parse_error_challenge(challenge)
                return oauthbearer.KVSEP
        except SaslMessageError as error:
            raise AuthenticationFailed(f"{self.mechanism}: {error}") from None
        raise AuthenticationFailed("the broker asks for more than OAUTHBEARER has")


def sasl_client_factory(properties: Mapping[str, str]) -> Callable[[], SaslClient]:
    """Makes login clients as the client properties say.

    Raises:
        SecuritySettingsError: the mechanism is unknown, or what it needs is missing.
    """
    mechanism = properties.get("sasl.mechanism", "GSSAPI").strip()
    if mechanism == "GSSAPI":
        raise SecuritySettingsError(
            f"sasl.mechanism=GSSAPI (Kerberos) is not supported; it can be {', '.join(MECHANISMS)}"
        )
    if mechanism not in MECHANISMS:
        raise SecuritySettingsError(f"sasl.mechanism={mechanism} is not supported; it can be {', '.join(MECHANISMS)}")
    options = _options(mechanism, properties)
    if mechanism == oauthbearer.MECHANISM:
        return _bearer_factory(properties, options)
    user, password = options.get("username"), options.get("password")
    if user is None or password is None:
        where = "sasl.jaas.config must say username and password"
        if "sasl.jaas.config" not in properties:
            where = "sasl.jaas.config, or sasl.username and sasl.password, must be set"
        raise SecuritySettingsError(where)
    return user_login(mechanism, user, password, is_token=options.get("tokenauth", "").lower() == "true")


def user_login(mechanism: str, user: str, password: str, *, is_token: bool = False) -> Callable[[], SaslClient]:
    """Makes login clients for a user and a password, by PLAIN or SCRAM."""
    if mechanism == plain.MECHANISM:
        return lambda: PlainClient(user, password)
    secret = ScramSecret(mechanism, user, password, is_token=is_token)
    return lambda: ScramClient(secret)


def _options(mechanism: str, properties: Mapping[str, str]) -> Mapping[str, str]:
    jaas = properties.get("sasl.jaas.config")
    if jaas is not None:
        try:
            return parse_jaas_for(mechanism, jaas)
        except JaasError as error:
            raise SecuritySettingsError(f"sasl.jaas.config cannot be read: {error}") from None
    named = {"username": properties.get("sasl.username"), "password": properties.get("sasl.password")}
    return {name: value for name, value in named.items() if value is not None}


def _bearer_factory(properties: Mapping[str, str], options: Mapping[str, str]) -> Callable[[], SaslClient]:
    key = "sasl.oauthbearer.token.endpoint.url"
    url = urlsplit(properties.get(key, ""))
    if url.scheme != "file" or url.netloc not in ("", "localhost"):
        raise SecuritySettingsError(
            f"{key} must be a file: URL; have a token written to a file, which is read anew for each login. "
            f"Tokens are not fetched from other places"
        )
    path = unquote(url.path)
    extensions = {
        name.removeprefix(_EXTENSION_PREFIX): value
        for name, value in options.items()
        if name.startswith(_EXTENSION_PREFIX)
    }

    def make() -> SaslClient:
        try:
            with open(path, "rb") as file:
                token = file.read(TOKEN_BYTES_MAX).decode("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise AuthenticationFailed(f"{key}: {path} holds no token: {error}") from None
        return BearerClient(token, extensions)

    return make
