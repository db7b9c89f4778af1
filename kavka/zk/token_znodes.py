"""Delegation tokens in ZooKeeper: /delegation_token/tokens/<id>, and a notification of each change beside them.

    {"version": 3, "owner": "User%3Aalice", "tokenRequester": "User%3Aalice", "renewers": ["User%3Abob"],
     "issueTimestamp": 1, "maxTimestamp": 3, "expiryTimestamp": 2, "tokenId": "…"}

What a client proves itself with, the HMAC, is not there: whoever has the secret key computes it from the id. Version 1,
which brokers before Kafka 3.3 read, lacks who asked for the token; it is written where that was the owner.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.timer.moments import WallMs
from kavka.zk.sanitizer import desanitized, sanitized
from kavka.zk.znodes import ZNodeError, decode_json, encode_json

TOKENS: Final = "/delegation_token/tokens"
TOKEN_CHANGES: Final = "/delegation_token/token_changes"
TOKEN_CHANGE_PREFIX: Final = "token_change_"

_VERSION: Final = 1
_VERSION_WITH_REQUESTER: Final = 3


class TokenZNode(NamedTuple):
    """One token; principals as text, `User:alice`; times in ms since 1970."""

    token_id: str
    owner: str
    requester: str
    renewers: tuple[str, ...]
    issue_ms: WallMs
    expiry_ms: WallMs
    max_ms: WallMs

    def encode(self) -> bytes:
        """Encodes the token's JSON body."""
        body = {
            "version": _VERSION if self.requester == self.owner else _VERSION_WITH_REQUESTER,
            "owner": sanitized(self.owner),
            "renewers": [sanitized(renewer) for renewer in self.renewers],
            "issueTimestamp": self.issue_ms,
            "maxTimestamp": self.max_ms,
            "expiryTimestamp": self.expiry_ms,
            "tokenId": self.token_id,
        }
        if self.requester != self.owner:
            body["tokenRequester"] = sanitized(self.requester)
        return encode_json(body)

    @classmethod
    def decode(cls, data: bytes) -> TokenZNode:
        """Reads a node's data.

        Raises:
            ZNodeError: it is no token.
        """
        body = decode_json(data, "a delegation token")
        try:
            owner = desanitized(body["owner"])
            return cls(
                token_id=str(body["tokenId"]),
                owner=owner,
                requester=desanitized(body["tokenRequester"]) if "tokenRequester" in body else owner,
                renewers=tuple(desanitized(renewer) for renewer in body["renewers"]),
                issue_ms=WallMs(body["issueTimestamp"]),
                expiry_ms=WallMs(body["expiryTimestamp"]),
                max_ms=WallMs(body["maxTimestamp"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ZNodeError(f"a delegation token: {error!r}") from None


def token_path(token_id: str) -> str:
    """Returns the path of a delegation token."""
    return f"{TOKENS}/{token_id}"
