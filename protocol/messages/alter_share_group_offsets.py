"""AlterShareGroupOffsets (key 91): the start offsets of an empty share group are set (KIP-932)."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, UUID, Array, Field, Message, Struct

_ALTER_SHARE_GROUP_OFFSETS_REQUEST_PARTITION = Struct(
    "AlterShareGroupOffsetsRequestPartition",
    Field("partition_index", INT32, "0+"),
    Field("start_offset", INT64, "0+"),
)

_ALTER_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = Struct(
    "AlterShareGroupOffsetsRequestTopic",
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(_ALTER_SHARE_GROUP_OFFSETS_REQUEST_PARTITION), "0+"),
)

REQUEST = Message(
    "AlterShareGroupOffsetsRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_ALTER_SHARE_GROUP_OFFSETS_REQUEST_TOPIC), "0+"),
    api_key=91,
    versions="0-0",
    flexible="0+",
)

_ALTER_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION = Struct(
    "AlterShareGroupOffsetsResponsePartition",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

_ALTER_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC = Struct(
    "AlterShareGroupOffsetsResponseTopic",
    Field("topic_name", STRING, "0+"),
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_ALTER_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION), "0+"),
)

RESPONSE = Message(
    "AlterShareGroupOffsetsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("responses", Array(_ALTER_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC), "0+"),
    api_key=91,
    versions="0-0",
    flexible="0+",
)
