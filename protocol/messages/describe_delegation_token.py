"""DescribeDelegationToken (key 41): the tokens of owners.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   response: who asked for the token
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_DESCRIBE_DELEGATION_TOKEN_OWNER = Struct(
    "DescribeDelegationTokenOwner",
    Field("principal_type", STRING, "0+"),
    Field("principal_name", STRING, "0+"),
)

REQUEST = Message(
    "DescribeDelegationTokenRequest",
    Field("owners", Array(_DESCRIBE_DELEGATION_TOKEN_OWNER), "0+", nullable="0+"),
    api_key=41,
    versions="0-3",
    flexible="2+",
)

_DESCRIBED_DELEGATION_TOKEN_RENEWER = Struct(
    "DescribedDelegationTokenRenewer",
    Field("principal_type", STRING, "0+"),
    Field("principal_name", STRING, "0+"),
)

_DESCRIBED_DELEGATION_TOKEN = Struct(
    "DescribedDelegationToken",
    Field("principal_type", STRING, "0+"),
    Field("principal_name", STRING, "0+"),
    Field("token_requester_principal_type", STRING, "3+"),
    Field("token_requester_principal_name", STRING, "3+"),
    Field("issue_timestamp", INT64, "0+"),
    Field("expiry_timestamp", INT64, "0+"),
    Field("max_timestamp", INT64, "0+"),
    Field("token_id", STRING, "0+"),
    Field("hmac", BYTES, "0+"),
    Field("renewers", Array(_DESCRIBED_DELEGATION_TOKEN_RENEWER), "0+"),
)

RESPONSE = Message(
    "DescribeDelegationTokenResponse",
    Field("error_code", INT16, "0+"),
    Field("tokens", Array(_DESCRIBED_DELEGATION_TOKEN), "0+"),
    Field("throttle_time_ms", INT32, "0+"),
    api_key=41,
    versions="0-3",
    flexible="2+",
)
