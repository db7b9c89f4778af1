"""AlterUserScramCredentials (key 51): set and delete SCRAM credentials. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_SCRAM_CREDENTIAL_DELETION = Struct(
    "ScramCredentialDeletion",
    Field("name", STRING, "0+"),
    Field("mechanism", INT8, "0+"),
)

_SCRAM_CREDENTIAL_UPSERTION = Struct(
    "ScramCredentialUpsertion",
    Field("name", STRING, "0+"),
    Field("mechanism", INT8, "0+"),
    Field("iterations", INT32, "0+"),
    Field("salt", BYTES, "0+"),
    Field("salted_password", BYTES, "0+"),
)

REQUEST = Message(
    "AlterUserScramCredentialsRequest",
    Field("deletions", Array(_SCRAM_CREDENTIAL_DELETION), "0+"),
    Field("upsertions", Array(_SCRAM_CREDENTIAL_UPSERTION), "0+"),
    api_key=51,
    versions="0",
    flexible="0+",
)

_ALTER_USER_SCRAM_CREDENTIALS_RESULT = Struct(
    "AlterUserScramCredentialsResult",
    Field("user", STRING, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
)

RESPONSE = Message(
    "AlterUserScramCredentialsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_ALTER_USER_SCRAM_CREDENTIALS_RESULT), "0+"),
    api_key=51,
    versions="0",
    flexible="0+",
)
