"""InitializeShareGroupState (key 83): a share group begins at a partition, with an epoch and an offset (KIP-932)."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, UUID, Array, Field, Message, Struct

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition", INT32, "0+"),
    Field("state_epoch", INT32, "0+"),
    Field("start_offset", INT64, "0+"),
)

_INITIALIZE_STATE_DATA = Struct(
    "InitializeStateData",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

REQUEST = Message(
    "InitializeShareGroupStateRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_INITIALIZE_STATE_DATA), "0+"),
    api_key=83,
    versions="0-0",
    flexible="0+",
)

_PARTITION_RESULT = Struct(
    "PartitionResult",
    Field("partition", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

_INITIALIZE_STATE_RESULT = Struct(
    "InitializeStateResult",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "InitializeShareGroupStateResponse",
    Field("results", Array(_INITIALIZE_STATE_RESULT), "0+"),
    api_key=83,
    versions="0-0",
    flexible="0+",
)
