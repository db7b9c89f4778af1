"""PLAIN (RFC 4616): one message, which holds the password as it is. For TLS, or for loopback.

+---------+-----+----------+-----+----------+
| authzid | NUL | username | NUL | password |     authzid: in whose name to act; empty, or the user's own name
+---------+-----+----------+-----+----------+
"""

from __future__ import annotations

from typing import NamedTuple

from kavka.protocol.sasl.malformed import SaslMessageError

MECHANISM = "PLAIN"


class PlainMessage(NamedTuple):
    """What a client says of itself."""

    authzid: str
    username: str
    password: str

    def encode(self) -> bytes:
        """Encodes the message.

        Raises:
            SaslMessageError: a part holds NUL, which ends a part.
        """
        if any("\0" in part for part in self):
            raise SaslMessageError("a NUL cannot stand in a user name or a password")
        return "\0".join(self).encode()

    def __repr__(self) -> str:
        return f"PlainMessage(authzid={self.authzid!r}, username={self.username!r}, password=hidden)"


def parse_plain(data: bytes) -> PlainMessage:
    """Reads a client's message.

    Raises:
        SaslMessageError: it has not exactly three parts, is no UTF-8, or lacks a user name or a password.
    """
    try:
        parts = bytes(data).decode().split("\0")
    except UnicodeDecodeError:
        raise SaslMessageError("the message is no UTF-8") from None
    if len(parts) != 3:
        raise SaslMessageError(f"the message has {len(parts)} parts where three are due")
    message = PlainMessage(*parts)
    if not message.username:
        raise SaslMessageError("username not specified")
    if not message.password:
        raise SaslMessageError("password not specified")
    return message
