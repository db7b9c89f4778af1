"""DescribeConfigs (key 32): the configuration of topics and brokers.

0   each value, and whether it is the default
1   where each value comes from, and its synonyms on request
2   throttled clients get the response first and are muted afterwards
3   types, and documentation on request
4   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_DESCRIBE_CONFIGS_RESOURCE = Struct(
    "DescribeConfigsResource",
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("configuration_keys", Array(STRING), "0+", nullable="0+"),
)

REQUEST = Message(
    "DescribeConfigsRequest",
    Field("resources", Array(_DESCRIBE_CONFIGS_RESOURCE), "0+"),
    Field("include_synonyms", BOOL, "1+"),
    Field("include_documentation", BOOL, "3+"),
    api_key=32,
    versions="0-4",
    flexible="4+",
)

_DESCRIBE_CONFIGS_SYNONYM = Struct(
    "DescribeConfigsSynonym",
    Field("name", STRING, "1+"),
    Field("value", STRING, "1+", nullable="0+"),
    Field("source", INT8, "1+"),
)

_DESCRIBE_CONFIGS_RESOURCE_RESULT = Struct(
    "DescribeConfigsResourceResult",
    Field("name", STRING, "0+"),
    Field("value", STRING, "0+", nullable="0+"),
    Field("read_only", BOOL, "0+"),
    Field("is_default", BOOL, "0"),
    Field("config_source", INT8, "1+", default=-1, ignorable=True),
    Field("is_sensitive", BOOL, "0+"),
    Field("synonyms", Array(_DESCRIBE_CONFIGS_SYNONYM), "1+", ignorable=True),
    Field("config_type", INT8, "3+", ignorable=True),
    Field("documentation", STRING, "3+", nullable="0+", ignorable=True),
)

_DESCRIBE_CONFIGS_RESULT = Struct(
    "DescribeConfigsResult",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("configs", Array(_DESCRIBE_CONFIGS_RESOURCE_RESULT), "0+"),
)

RESPONSE = Message(
    "DescribeConfigsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_DESCRIBE_CONFIGS_RESULT), "0+"),
    api_key=32,
    versions="0-4",
    flexible="4+",
)
