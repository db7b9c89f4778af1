"""ListConfigResources (key 74): the names of what has a configuration (KIP-1142). Flexible from 0 on.

0   subscriptions of client metrics alone: Kafka 3.7 calls it ListClientMetricsResources (KIP-1000)
1   other types, too; none: all of them
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "ListConfigResourcesRequest",
    Field("resource_types", Array(INT8), "1+"),
    api_key=74,
    versions="0-1",
    flexible="0+",
)

_CONFIG_RESOURCE = Struct(
    "ConfigResource",
    Field("resource_name", STRING, "0+"),
    Field("resource_type", INT8, "1+", default=16, ignorable=True),
)

RESPONSE = Message(
    "ListConfigResourcesResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("config_resources", Array(_CONFIG_RESOURCE), "0+"),
    api_key=74,
    versions="0-1",
    flexible="0+",
)
