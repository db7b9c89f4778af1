"""AlterClientQuotas (key 49): set and remove quotas.

1   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, FLOAT64, INT16, INT32, STRING, Array, Field, Message, Struct

_REQUEST_ENTITY_DATA = Struct(
    "EntityData",
    Field("entity_type", STRING, "0+"),
    Field("entity_name", STRING, "0+", nullable="0+"),
)

_OP_DATA = Struct(
    "OpData",
    Field("key", STRING, "0+"),
    Field("value", FLOAT64, "0+"),
    Field("remove", BOOL, "0+"),
)

_REQUEST_ENTRY_DATA = Struct(
    "EntryData",
    Field("entity", Array(_REQUEST_ENTITY_DATA), "0+"),
    Field("ops", Array(_OP_DATA), "0+"),
)

REQUEST = Message(
    "AlterClientQuotasRequest",
    Field("entries", Array(_REQUEST_ENTRY_DATA), "0+"),
    Field("validate_only", BOOL, "0+"),
    api_key=49,
    versions="0-1",
    flexible="1+",
)

_RESPONSE_ENTITY_DATA = Struct(
    "EntityData",
    Field("entity_type", STRING, "0+"),
    Field("entity_name", STRING, "0+", nullable="0+"),
)

_RESPONSE_ENTRY_DATA = Struct(
    "EntryData",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("entity", Array(_RESPONSE_ENTITY_DATA), "0+"),
)

RESPONSE = Message(
    "AlterClientQuotasResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("entries", Array(_RESPONSE_ENTRY_DATA), "0+"),
    api_key=49,
    versions="0-1",
    flexible="1+",
)
