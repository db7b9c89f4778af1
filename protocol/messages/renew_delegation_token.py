"""RenewDelegationToken (key 39): a token lives longer.

1   throttled clients get the response first and are muted afterwards
2   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT16, INT32, INT64, Field, Message

REQUEST = Message(
    "RenewDelegationTokenRequest",
    Field("hmac", BYTES, "0+"),
    Field("renew_period_ms", INT64, "0+"),
    api_key=39,
    versions="0-2",
    flexible="2+",
)

RESPONSE = Message(
    "RenewDelegationTokenResponse",
    Field("error_code", INT16, "0+"),
    Field("expiry_timestamp_ms", INT64, "0+"),
    Field("throttle_time_ms", INT32, "0+"),
    api_key=39,
    versions="0-2",
    flexible="2+",
)
