"""DescribeUserScramCredentials (key 50): which SCRAM mechanisms users have. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_USER_NAME = Struct(
    "UserName",
    Field("name", STRING, "0+"),
)

REQUEST = Message(
    "DescribeUserScramCredentialsRequest",
    Field("users", Array(_USER_NAME), "0+", nullable="0+"),
    api_key=50,
    versions="0",
    flexible="0+",
)

_CREDENTIAL_INFO = Struct(
    "CredentialInfo",
    Field("mechanism", INT8, "0+"),
    Field("iterations", INT32, "0+"),
)

_DESCRIBE_USER_SCRAM_CREDENTIALS_RESULT = Struct(
    "DescribeUserScramCredentialsResult",
    Field("user", STRING, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("credential_infos", Array(_CREDENTIAL_INFO), "0+"),
)

RESPONSE = Message(
    "DescribeUserScramCredentialsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("results", Array(_DESCRIBE_USER_SCRAM_CREDENTIALS_RESULT), "0+"),
    api_key=50,
    versions="0",
    flexible="0+",
)
