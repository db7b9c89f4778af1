"""The mechanisms by which a client proves who it is; pure: bytes in, bytes out, no connection.

    client properties ─▶ sasl_client_factory ─▶ () → SaslClient ─▶ kavka.client.login carries its messages

PLAIN sends user and password as they are, so it belongs on TLS: `\\0user\\0password` (RFC 4616). They stand in
`sasl.jaas.config`, as Kafka writes it, or in `sasl.username` and `sasl.password`, as librdkafka does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from kavka.client.errors import AuthenticationFailed
from kavka.client.security import SaslClient, SecuritySettingsError

MECHANISMS: Final = ("PLAIN",)

_JAAS_OPTION: Final = re.compile(r'(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))')


class PlainClient:
    """PLAIN: one message, one answer."""

    __slots__ = ("_password", "_user", "_was_sent")

    mechanism: Final = "PLAIN"

    def __init__(self, user: str, password: str) -> None:
        self._user = user
        self._password = password
        self._was_sent = False

    def respond(self, challenge: bytes) -> bytes | None:
        """User and password, then nothing."""
        if self._was_sent:
            if challenge:
                raise AuthenticationFailed("the broker asks for more than PLAIN has")
            return None
        self._was_sent = True
        return b"\0" + self._user.encode() + b"\0" + self._password.encode()


def sasl_client_factory(properties: Mapping[str, str]) -> Callable[[], SaslClient]:
    """Makes login clients as the client properties say.

    Raises:
        SecuritySettingsError: the mechanism is unknown, or what it needs is missing.
    """
    mechanism = properties.get("sasl.mechanism", "GSSAPI").strip()
    if mechanism not in MECHANISMS:
        raise SecuritySettingsError(f"sasl.mechanism={mechanism} is not supported; it can be {', '.join(MECHANISMS)}")
    user, password = _credentials(properties)
    return lambda: PlainClient(user, password)


def parse_jaas_options(text: str) -> dict[str, str]:
    """The options of one JAAS entry: `LoginModule required name="value" other=value;`.

    Raises:
        SecuritySettingsError: there is no entry, or more than one. What it says is not shown, for it holds passwords.
    """
    entry = text.strip()
    if not re.match(r"[\w.$]+\s+(required|requisite|sufficient|optional)\b", entry, re.IGNORECASE):
        raise SecuritySettingsError('sasl.jaas.config does not read: LoginModule required name="value" …;')
    if not entry.endswith(";"):
        raise SecuritySettingsError("sasl.jaas.config must end with a semicolon")
    return {
        name: re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else plain
        for name, quoted, plain in (found.group(1, 2, 3) for found in _JAAS_OPTION.finditer(entry))
    }


def _credentials(properties: Mapping[str, str]) -> tuple[str, str]:
    if "sasl.jaas.config" in properties:
        options = parse_jaas_options(properties["sasl.jaas.config"])
        user, password = options.get("username"), options.get("password")
        where = "sasl.jaas.config must say username and password"
    else:
        user, password = properties.get("sasl.username"), properties.get("sasl.password")
        where = "sasl.jaas.config, or sasl.username and sasl.password, must be set"
    if user is None or password is None:
        raise SecuritySettingsError(where)
    return user, password
