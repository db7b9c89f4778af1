"""CreatePartitions (key 37): more partitions for topics.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   THROTTLING_QUOTA_EXCEEDED may be returned (KIP-599)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, STRING, Array, Field, Message, Struct

_CREATE_PARTITIONS_ASSIGNMENT = Struct(
    "CreatePartitionsAssignment",
    Field("broker_ids", Array(INT32), "0+"),
)

_CREATE_PARTITIONS_TOPIC = Struct(
    "CreatePartitionsTopic",
    Field("name", STRING, "0+"),
    Field("count", INT32, "0+"),
    Field("assignments", Array(_CREATE_PARTITIONS_ASSIGNMENT), "0+", nullable="0+"),
)

REQUEST = Message(
    "CreatePartitionsRequest",
    Field("topics", Array(_CREATE_PARTITIONS_TOPIC), "0+"),
    Field("timeout_ms", INT32, "0+"),
    Field("validate_only", BOOL, "0+"),
    api_key=37,
    versions="0-3",
    flexible="2+",
)

_CREATE_PARTITIONS_TOPIC_RESULT = Struct(
    "CreatePartitionsTopicResult",
    Field("name", STRING, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

RESPONSE = Message(
    "CreatePartitionsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_CREATE_PARTITIONS_TOPIC_RESULT), "0+"),
    api_key=37,
    versions="0-3",
    flexible="2+",
)
