"""OffsetDelete (key 47): forget a group's committed offsets in some partitions. Never flexible."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

_OFFSET_DELETE_REQUEST_PARTITION = Struct(
    "OffsetDeleteRequestPartition",
    Field("partition_index", INT32, "0+"),
)

_OFFSET_DELETE_REQUEST_TOPIC = Struct(
    "OffsetDeleteRequestTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_OFFSET_DELETE_REQUEST_PARTITION), "0+"),
)

REQUEST = Message(
    "OffsetDeleteRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_OFFSET_DELETE_REQUEST_TOPIC), "0+"),
    api_key=47,
    versions="0",
    flexible=None,
)

_OFFSET_DELETE_RESPONSE_PARTITION = Struct(
    "OffsetDeleteResponsePartition",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_OFFSET_DELETE_RESPONSE_TOPIC = Struct(
    "OffsetDeleteResponseTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_OFFSET_DELETE_RESPONSE_PARTITION), "0+"),
)

RESPONSE = Message(
    "OffsetDeleteResponse",
    Field("error_code", INT16, "0+"),
    Field("throttle_time_ms", INT32, "0+", ignorable=True),
    Field("topics", Array(_OFFSET_DELETE_RESPONSE_TOPIC), "0+"),
    api_key=47,
    versions="0",
    flexible=None,
)
