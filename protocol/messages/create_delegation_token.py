"""CreateDelegationToken (key 38): a token that stands for its owner.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   for another owner; response: who asked for it
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_CREATABLE_RENEWERS = Struct(
    "CreatableRenewers",
    Field("principal_type", STRING, "0+"),
    Field("principal_name", STRING, "0+"),
)

REQUEST = Message(
    "CreateDelegationTokenRequest",
    Field("owner_principal_type", STRING, "3+", nullable="3+"),
    Field("owner_principal_name", STRING, "3+", nullable="3+"),
    Field("renewers", Array(_CREATABLE_RENEWERS), "0+"),
    Field("max_lifetime_ms", INT64, "0+"),
    api_key=38,
    versions="0-3",
    flexible="2+",
)

RESPONSE = Message(
    "CreateDelegationTokenResponse",
    Field("error_code", INT16, "0+"),
    Field("principal_type", STRING, "0+"),
    Field("principal_name", STRING, "0+"),
    Field("token_requester_principal_type", STRING, "3+"),
    Field("token_requester_principal_name", STRING, "3+"),
    Field("issue_timestamp_ms", INT64, "0+"),
    Field("expiry_timestamp_ms", INT64, "0+"),
    Field("max_timestamp_ms", INT64, "0+"),
    Field("token_id", STRING, "0+"),
    Field("hmac", BYTES, "0+"),
    Field("throttle_time_ms", INT32, "0+"),
    api_key=38,
    versions="0-3",
    flexible="2+",
)
