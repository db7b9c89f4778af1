"""OAUTHBEARER (RFC 7628): a bearer token in a first message of key-value pairs, with 0x01 behind each.

    client   n,a=<authzid>, 01 auth=Bearer <token> 01 <extension>=<value> 01 … 01
    broker   nothing: the login is done       or   {"status": "invalid_token", …} and the client says 01, and all ends

Extensions (KIP-342) have names of letters; `auth` is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.protocol.sasl.malformed import SaslMessageError

MECHANISM: Final = "OAUTHBEARER"

KVSEP: Final = b"\x01"
"""Separates pairs; alone it is a client's response to an error."""

_NAME = r"(?:[^\x00-\x20,=]|=2C|=3D)+"
_TOKEN = r"[A-Za-z0-9\-._~+/]+=*"
_VALUE = r"[\x21-\x7e \t\r\n]+"
_MESSAGE: Final = re.compile(rf"n,(?:a=(?P<authzid>{_NAME}))?,\x01(?P<pairs>(?:[A-Za-z]+={_VALUE}\x01)*)\x01")
_AUTH: Final = re.compile(rf"[Bb]earer +(?P<token>{_TOKEN})")
_EXTENSION_NAME: Final = re.compile(r"[A-Za-z]+")
_EXTENSION_VALUE: Final = re.compile(_VALUE)


class BearerMessage(NamedTuple):
    """A token, and what else a client says."""

    authzid: str
    token: str
    extensions: dict[str, str]

    def encode(self) -> bytes:
        """Encodes the message.

        Raises:
            SaslMessageError: a part cannot be sent.
        """
        if not re.fullmatch(_TOKEN, self.token):
            raise SaslMessageError("this is no bearer token")
        for name, value in self.extensions.items():
            if not _EXTENSION_NAME.fullmatch(name) or name == "auth" or not _EXTENSION_VALUE.fullmatch(value):
                raise SaslMessageError(f"{name} cannot be an extension")
        authzid = f"a={self.authzid.replace('=', '=3D').replace(',', '=2C')}" if self.authzid else ""
        pairs = "".join(f"{name}={value}\x01" for name, value in self.extensions.items())
        return f"n,{authzid},\x01auth=Bearer {self.token}\x01{pairs}\x01".encode()

    def __repr__(self) -> str:
        return f"BearerMessage(authzid={self.authzid!r}, token=hidden)"


def parse_bearer(data: bytes) -> BearerMessage:
    """Reads a client's first message.

    Raises:
        SaslMessageError: it is none.
    """
    try:
        found = _MESSAGE.fullmatch(bytes(data).decode())
    except UnicodeDecodeError:
        found = None
    if found is None:
        raise SaslMessageError("this is no message of OAUTHBEARER")
    pairs: dict[str, str] = {}
    for pair in found["pairs"].split("\x01")[:-1]:
        name, _, value = pair.partition("=")
        if name in pairs:
            raise SaslMessageError("a key is given twice")
        pairs[name] = value
    auth = _AUTH.fullmatch(pairs.pop("auth", ""))
    if auth is None:
        raise SaslMessageError("the message holds no bearer token")
    authzid = (found["authzid"] or "").replace("=2C", ",").replace("=3D", "=")
    return BearerMessage(authzid, auth["token"], pairs)


def error_challenge(status: str, scope: str | None = None) -> bytes:
    """Encodes the broker's challenge that refuses a token."""
    body = {"status": status} | ({"scope": scope} if scope else {})
    return json.dumps(body, separators=(",", ":")).encode()


def parse_error_challenge(data: bytes) -> Mapping[str, str]:
    """Reads a broker's error.

    Raises:
        SaslMessageError: it is none.
    """
    try:
        body = json.loads(bytes(data))
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("status"), str):
        raise SaslMessageError("the broker's answer is no error of OAUTHBEARER")
    return {str(name): str(value) for name, value in body.items()}
