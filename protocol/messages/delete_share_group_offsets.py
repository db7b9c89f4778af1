"""DeleteShareGroupOffsets (key 92): an empty share group gives topics up (KIP-932)."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, UUID, Array, Field, Message, Struct

_DELETE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = Struct(
    "DeleteShareGroupOffsetsRequestTopic",
    Field("topic_name", STRING, "0+"),
)

REQUEST = Message(
    "DeleteShareGroupOffsetsRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_DELETE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC), "0+"),
    api_key=92,
    versions="0-0",
    flexible="0+",
)

_DELETE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC = Struct(
    "DeleteShareGroupOffsetsResponseTopic",
    Field("topic_name", STRING, "0+"),
    Field("topic_id", UUID, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

RESPONSE = Message(
    "DeleteShareGroupOffsetsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("responses", Array(_DELETE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC), "0+"),
    api_key=92,
    versions="0-0",
    flexible="0+",
)
