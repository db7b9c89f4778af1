"""SaslAuthenticate (key 36): one step of a SASL exchange.

1   response: how long the session lasts (KIP-368)
2   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT16, INT64, STRING, Field, Message

REQUEST = Message(
    "SaslAuthenticateRequest",
    Field("auth_bytes", BYTES, "0+"),
    api_key=36,
    versions="0-2",
    flexible="2+",
)

RESPONSE = Message(
    "SaslAuthenticateResponse",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("auth_bytes", BYTES, "0+"),
    Field("session_lifetime_ms", INT64, "1+", ignorable=True),
    api_key=36,
    versions="0-2",
    flexible="2+",
)
