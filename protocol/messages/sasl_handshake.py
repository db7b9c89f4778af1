"""SaslHandshake (key 17): choose a SASL mechanism. Never flexible.

0   the tokens follow raw, each behind its length
1   the tokens follow inside SaslAuthenticate
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, STRING, Array, Field, Message

REQUEST = Message(
    "SaslHandshakeRequest",
    Field("mechanism", STRING, "0+"),
    api_key=17,
    versions="0-1",
    flexible=None,
)

RESPONSE = Message(
    "SaslHandshakeResponse",
    Field("error_code", INT16, "0+"),
    Field("mechanisms", Array(STRING), "0+"),
    api_key=17,
    versions="0-1",
    flexible=None,
)
