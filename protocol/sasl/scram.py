"""SCRAM's four messages (RFC 5802): text, attributes with commas between them.

    client first   n,,n=user,r=<client nonce>                        gs2 header, then the bare message
    server first   r=<client nonce><server nonce>,s=<salt>,i=<iterations>
    client final   c=biws,r=<both nonces>,p=<proof>                  c: the gs2 header again, in base64
    server final   v=<signature>   or   e=<error>

    auth message = client first bare , server first , client final without proof       what proof and signature sign

Channel binding is not offered (the mechanisms without -PLUS), so its header is `n` (the client has none) or `y` (it
has, and believes that we have not), never `p`. The client's final message must repeat header and nonce exactly: a
broker that skipped either took replayed messages (CVE-2024-56128). Of extensions Kafka has one, `tokenauth=true` behind
the nonce: the user name is a delegation token's id.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final, NamedTuple

from kavka.protocol.sasl.malformed import SaslMessageError

TOKEN_AUTH: Final = "tokenauth"
"""The extension's name (KIP-48)."""

_NAME = r"(?:[^\x00,=]|=2C|=3D)+"
_EXTENSION = r",[A-Za-z]+=[^\x00,]+"
_NONCE = r"[\x21-\x2b\x2d-\x7e]+"
_BASE64 = r"[A-Za-z0-9+/]+={0,2}"

_CLIENT_FIRST: Final = re.compile(
    rf"(?P<gs2>(?P<flag>[ny]|p=[A-Za-z0-9.\-]+),(?:a=(?P<authzid>{_NAME}))?,)"
    rf"(?P<bare>n=(?P<name>{_NAME}),r=(?P<nonce>{_NONCE})(?P<extensions>(?:{_EXTENSION})*))"
)
_SERVER_FIRST: Final = re.compile(
    rf"r=(?P<nonce>{_NONCE}),s=(?P<salt>{_BASE64}),i=(?P<iterations>[0-9]{{1,10}})(?:{_EXTENSION})*"
)
_CLIENT_FINAL: Final = re.compile(
    rf"(?P<unproved>c=(?P<binding>{_BASE64}),r=(?P<nonce>{_NONCE})(?:{_EXTENSION})*),p=(?P<proof>{_BASE64})"
)
_SERVER_FINAL: Final = re.compile(rf"(?:v=(?P<signature>{_BASE64})|e=(?P<error>[^\x00,]+))(?:{_EXTENSION})*")


class ClientFirst(NamedTuple):
    """Who wants to log in.

    Attributes:
        gs2_header: as it was sent, to be compared with the final message's.
        authzid: in whose name to act; empty for the user's own.
        bare: the message without its header, for the auth message.
    """

    gs2_header: str
    authzid: str
    username: str
    nonce: str
    extensions: dict[str, str]
    bare: str

    @property
    def is_token(self) -> bool:
        """Tells whether the name is a delegation token's id."""
        return self.extensions.get(TOKEN_AUTH, "").lower() == "true"


class ServerFirst(NamedTuple):
    """What the password is to be salted with."""

    nonce: str
    salt: bytes
    iterations: int

    def encode(self) -> str:
        """Encodes the message as text."""
        return f"r={self.nonce},s={_base64(self.salt)},i={self.iterations}"


class ClientFinal(NamedTuple):
    """A client's proof."""

    channel_binding: bytes
    nonce: str
    proof: bytes
    without_proof: str


class ServerFinal(NamedTuple):
    """A broker's proof, or why it sends none."""

    signature: bytes
    error: str | None


def client_first(username: str, nonce: str, *, authzid: str = "", is_token: bool = False) -> ClientFirst:
    """Builds the message that begins a login."""
    gs2_header = f"n,{f'a={_escaped(authzid)}' if authzid else ''},"
    extensions = {TOKEN_AUTH: "true"} if is_token else {}
    tail = "".join(f",{name}={value}" for name, value in extensions.items())
    bare = f"n={_escaped(username)},r={nonce}{tail}"
    return ClientFirst(gs2_header, authzid, username, nonce, extensions, bare)


def parse_client_first(data: bytes) -> ClientFirst:
    """Reads a client's first message.

    Raises:
        SaslMessageError: it is none, or asks for channel binding, which is not offered.
    """
    found = _match(_CLIENT_FIRST, data, "client first")
    if found["flag"].startswith("p"):
        raise SaslMessageError("channel binding is not offered")
    extensions: dict[str, str] = {}
    for part in found["extensions"].split(",")[1:]:
        name, _, value = part.partition("=")
        if name == "m":
            raise SaslMessageError("the mandatory extension is not known")
        if name in extensions:
            raise SaslMessageError("an extension is named twice")
        extensions[name] = value
    return ClientFirst(
        gs2_header=found["gs2"],
        authzid=_unescaped(found["authzid"] or ""),
        username=_unescaped(found["name"]),
        nonce=found["nonce"],
        extensions=extensions,
        bare=found["bare"],
    )


def parse_server_first(data: bytes) -> ServerFirst:
    """Reads a broker's first message.

    Raises:
        SaslMessageError: it is none.
    """
    found = _match(_SERVER_FIRST, data, "server first")
    return ServerFirst(found["nonce"], _unbase64(found["salt"]), int(found["iterations"]))


def client_final_without_proof(gs2_header: str, nonce: str) -> str:
    """Writes the part of the client's final message that the client signs."""
    return f"c={_base64(gs2_header.encode())},r={nonce}"


def client_final(without_proof: str, proof: bytes) -> bytes:
    """Encodes the client's final message."""
    return f"{without_proof},p={_base64(proof)}".encode()


def parse_client_final(data: bytes) -> ClientFinal:
    """Reads a client's final message.

    Raises:
        SaslMessageError: it is none.
    """
    found = _match(_CLIENT_FINAL, data, "client final")
    return ClientFinal(_unbase64(found["binding"]), found["nonce"], _unbase64(found["proof"]), found["unproved"])


def server_final(signature: bytes) -> bytes:
    """Encodes the broker's final message."""
    return f"v={_base64(signature)}".encode()


def parse_server_final(data: bytes) -> ServerFinal:
    """Reads a broker's final message.

    Raises:
        SaslMessageError: it is none.
    """
    found = _match(_SERVER_FINAL, data, "server final")
    return ServerFinal(_unbase64(found["signature"] or ""), found["error"])


def auth_message(bare: str, server_first: str, without_proof: str) -> bytes:
    """Joins the messages that proof and signature are made of."""
    return f"{bare},{server_first},{without_proof}".encode()


def _match(pattern: re.Pattern[str], data: bytes, what: str) -> re.Match[str]:
    try:
        found = pattern.fullmatch(bytes(data).decode())
    except UnicodeDecodeError:
        found = None
    if found is None:
        raise SaslMessageError(f"this is no {what} message of SCRAM")
    return found


def _escaped(name: str) -> str:
    if not name or "\0" in name:
        raise SaslMessageError("a user name must not be empty and not hold NUL")
    return name.replace("=", "=3D").replace(",", "=2C")


def _unescaped(name: str) -> str:
    return name.replace("=2C", ",").replace("=3D", "=")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unbase64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise SaslMessageError("an attribute is no base64") from None
