"""Bearer tokens as signed JWTs (RFC 7519): believed when a key of the JWKS file signed them and their claims fit.

    header: kid ─▶ the key of that name; without kid the only key there is      alg must belong to the key's type
    claims: exp, iat and the subject must be there; aud, iss where they are expected; clocks may differ by the skew

Only public keys are taken, and only algorithms that sign: `none`, and HMAC with what is public, are how forged tokens
are made. The file is read again when it has changed; a new one that cannot be read leaves the former keys in place.
The names of the claims and the skew are Kafka's keys. Nothing of a token stands in a message, for its holder is its
subject. PyJWT is loaded with the first listener that wants it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.security.sasl.mechanism import Accepted
from kavka.broker.security.sasl.oauthbearer import TokenRejected
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from jwt import PyJWK

    from kavka.common.filesystem import FileStamp, FileSystem

_log = logging.getLogger(__name__)

JWKS_BYTES_MAX: Final = 1024 * 1024
TOKEN_CHARACTERS_MAX: Final = 64 * 1024

ALGORITHMS: Final[Mapping[str, tuple[str, ...]]] = {
    "RSA": ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    "EC": ("ES256", "ES384", "ES512"),
    "OKP": ("EdDSA",),
}
"""A key's type → what it may have signed with."""


class JwksError(ValueError):
    """The file of keys cannot be used; the message says why."""


class Expected(NamedTuple):
    """What must stand in a token.

    Attributes:
        audiences: one of them must be in `aud`; None: whatever is.
        issuer: `iss`; None: any.
        subject_claim: where the principal's name is.
        scope_claim: where scopes are; they must have a shape, and decide nothing.
        skew_ms: how far clocks may differ.
    """

    audiences: Sequence[str] | None = None
    issuer: str | None = None
    subject_claim: str = "sub"
    scope_claim: str = "scope"
    skew_ms: int = 30_000


class JwksFile:
    """The keys in a file, as they are now.

    Args:
        path: of the JWKS document.
        filesystem: has it.

    Raises:
        JwksError: it cannot be read at startup.
    """

    __slots__ = ("_filesystem", "_keys", "_path", "_stamp")

    def __init__(self, path: str, filesystem: FileSystem) -> None:
        self._filesystem = filesystem
        self._path = path
        self._keys: list[PyJWK] = []
        self._stamp = self._look()
        self._keys = self._read()

    def key(self, key_id: str | None) -> PyJWK | None:
        """Returns the key of that name; without a name the only one."""
        self._refresh()
        if key_id is None:
            return self._keys[0] if len(self._keys) == 1 else None
        return next((key for key in self._keys if key.key_id == key_id), None)

    def _refresh(self) -> None:
        try:
            stamp = self._look()
            if stamp == self._stamp:
                return
            self._stamp = stamp
            self._keys = self._read()
        except JwksError as error:
            _log.error("the former keys hold on: %s", error)

    def _look(self) -> FileStamp:
        try:
            return self._filesystem.stamp(self._path)
        except OSError as error:
            raise JwksError(f"{self._path}: {error.strerror}") from error

    def _read(self) -> list[PyJWK]:
        from jwt import PyJWK, PyJWTError

        try:
            document = json.loads(self._filesystem.read_file(self._path, limit=JWKS_BYTES_MAX))
            listed = document["keys"]
            keys = [PyJWK(key) for key in listed if key.get("kty") in ALGORITHMS and key.get("use", "sig") == "sig"]
        except OSError as error:
            raise JwksError(f"{self._path}: {error.strerror}") from error
        except (ValueError, TypeError, KeyError, AttributeError, PyJWTError) as error:
            raise JwksError(f"{self._path} is no JWKS document: {type(error).__name__}") from error
        if not keys:
            raise JwksError(f"{self._path} holds no public key of type {', '.join(ALGORITHMS)}")
        return keys


class JwtValidator:
    """Decides whether to believe a token.

    Args:
        keys: who may sign.
        expected: what it must say.
        now_ms: the wall clock, in ms since 1970.
    """

    __slots__ = ("_expected", "_keys", "_now_ms")

    def __init__(self, keys: JwksFile, expected: Expected, now_ms: Callable[[], WallMs]) -> None:
        self._keys = keys
        self._expected = expected
        self._now_ms = now_ms

    def __call__(self, token: str) -> Accepted:
        """Whose token it is, and until when.

        Raises:
            TokenRejected: it is not to be believed.
        """
        claims = self._verified(token)
        expected, now_ms = self._expected, self._now_ms()
        expires_ms, issued_ms = _ms(claims, "exp"), _ms(claims, "iat")
        if expires_ms + expected.skew_ms <= now_ms:
            raise TokenRejected("the token has expired")
        if issued_ms - expected.skew_ms > now_ms:
            raise TokenRejected("the token was issued in the future")
        if "nbf" in claims and _ms(claims, "nbf") - expected.skew_ms > now_ms:
            raise TokenRejected("the token is not valid yet")
        if expected.issuer is not None and claims.get("iss") != expected.issuer:
            raise TokenRejected("the token has another issuer (sasl.oauthbearer.expected.issuer)")
        if expected.audiences is not None and not _audiences(claims) & set(expected.audiences):
            raise TokenRejected("the token is for another audience (sasl.oauthbearer.expected.audience)")
        scope = claims.get(expected.scope_claim, "")
        if not isinstance(scope, str) and not (isinstance(scope, list) and all(isinstance(one, str) for one in scope)):
            raise TokenRejected(f"the claim {expected.scope_claim} is neither a text nor a list of texts")
        subject = claims.get(expected.subject_claim)
        if not isinstance(subject, str) or not subject.strip():
            raise TokenRejected(f"the token has no claim {expected.subject_claim}")
        return Accepted(subject.strip(), expires_ms)

    def _verified(self, token: str) -> Mapping[str, Any]:
        import jwt

        if len(token) > TOKEN_CHARACTERS_MAX:
            raise TokenRejected(f"the token has more than {TOKEN_CHARACTERS_MAX} characters")
        try:
            header = jwt.get_unverified_header(token)
            key = self._keys.key(header.get("kid"))
            if key is None:
                raise TokenRejected("the token names no key of the JWKS file")
            allowed = [name for name in ALGORITHMS[str(key.key_type)] if name == header.get("alg")]
            # Claims are checked here, by the clock that was given; PyJWT would take the system's.
            checks = {"verify_signature": True, "verify_exp": False, "verify_iat": False, "verify_nbf": False}
            options: Any = {
                **checks,
                "verify_aud": False,
                "verify_iss": False,
                "verify_sub": False,
                "verify_jti": False,
            }
            claims: Mapping[str, Any] = jwt.decode(token, key=key.key, algorithms=allowed, options=options)
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            raise TokenRejected(f"the token is not signed as it should be: {type(error).__name__}") from None
        return claims


def _ms(claims: Mapping[str, Any], name: str) -> WallMs:
    seconds = claims.get(name)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < 1e12:
        raise TokenRejected(f"the token has no time {name}")
    return WallMs(seconds * 1000)


def _audiences(claims: Mapping[str, Any]) -> set[str]:
    audience = claims.get("aud")
    if isinstance(audience, str):
        return {audience}
    return {one for one in audience if isinstance(one, str)} if isinstance(audience, list) else set()
