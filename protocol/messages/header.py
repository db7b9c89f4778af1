"""The headers of requests and responses; protocol/header.py says which message has which version.

request   0   key, version, correlation id: ControlledShutdown v0 alone
          1   client id
          2   tagged fields; the client id keeps its two-byte length, so that any broker can read it
response  0   correlation id
          1   tagged fields
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Field, Message

REQUEST = Message(
    "RequestHeader",
    Field("api_key", INT16, "0+"),
    Field("api_version", INT16, "0+"),
    Field("correlation_id", INT32, "0+"),
    Field("client_id", STRING, "1+", nullable="1+", ignorable=True, compact=False),
    api_key=-1,
    versions="0-2",
    flexible="2+",
)

RESPONSE = Message(
    "ResponseHeader",
    Field("correlation_id", INT32, "0+"),
    api_key=-1,
    versions="0-1",
    flexible="1+",
)
