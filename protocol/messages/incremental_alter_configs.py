"""IncrementalAlterConfigs (key 44): set, delete, append to or subtract from single configs.

1   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_ALTERABLE_CONFIG = Struct(
    "AlterableConfig",
    Field("name", STRING, "0+"),
    Field("config_operation", INT8, "0+"),
    Field("value", STRING, "0+", nullable="0+"),
)

_ALTER_CONFIGS_RESOURCE = Struct(
    "AlterConfigsResource",
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("configs", Array(_ALTERABLE_CONFIG), "0+"),
)

REQUEST = Message(
    "IncrementalAlterConfigsRequest",
    Field("resources", Array(_ALTER_CONFIGS_RESOURCE), "0+"),
    Field("validate_only", BOOL, "0+"),
    api_key=44,
    versions="0-1",
    flexible="1+",
)

_ALTER_CONFIGS_RESOURCE_RESPONSE = Struct(
    "AlterConfigsResourceResponse",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
)

RESPONSE = Message(
    "IncrementalAlterConfigsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("responses", Array(_ALTER_CONFIGS_RESOURCE_RESPONSE), "0+"),
    api_key=44,
    versions="0-1",
    flexible="1+",
)
