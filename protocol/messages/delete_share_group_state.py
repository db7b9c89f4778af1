"""DeleteShareGroupState (key 86): what share groups did with partitions is forgotten (KIP-932)."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, UUID, Array, Field, Message, Struct

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition", INT32, "0+"),
)

_DELETE_STATE_DATA = Struct(
    "DeleteStateData",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

REQUEST = Message(
    "DeleteShareGroupStateRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_DELETE_STATE_DATA), "0+"),
    api_key=86,
    versions="0-0",
    flexible="0+",
)

_PARTITION_RESULT = Struct(
    "PartitionResult",
    Field("partition", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

_DELETE_STATE_RESULT = Struct(
    "DeleteStateResult",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "DeleteShareGroupStateResponse",
    Field("results", Array(_DELETE_STATE_RESULT), "0+"),
    api_key=86,
    versions="0-0",
    flexible="0+",
)
