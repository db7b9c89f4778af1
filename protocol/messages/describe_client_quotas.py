"""DescribeClientQuotas (key 48): the quotas that entity filters match.

1   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, FLOAT64, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_COMPONENT_DATA = Struct(
    "ComponentData",
    Field("entity_type", STRING, "0+"),
    Field("match_type", INT8, "0+"),
    Field("match", STRING, "0+", nullable="0+"),
)

REQUEST = Message(
    "DescribeClientQuotasRequest",
    Field("components", Array(_COMPONENT_DATA), "0+"),
    Field("strict", BOOL, "0+"),
    api_key=48,
    versions="0-1",
    flexible="1+",
)

_ENTITY_DATA = Struct(
    "EntityData",
    Field("entity_type", STRING, "0+"),
    Field("entity_name", STRING, "0+", nullable="0+"),
)

_VALUE_DATA = Struct(
    "ValueData",
    Field("key", STRING, "0+"),
    Field("value", FLOAT64, "0+"),
)

_ENTRY_DATA = Struct(
    "EntryData",
    Field("entity", Array(_ENTITY_DATA), "0+"),
    Field("values", Array(_VALUE_DATA), "0+"),
)

RESPONSE = Message(
    "DescribeClientQuotasResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("entries", Array(_ENTRY_DATA), "0+", nullable="0+"),
    api_key=48,
    versions="0-1",
    flexible="1+",
)
