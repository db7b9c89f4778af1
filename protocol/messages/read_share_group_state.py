"""ReadShareGroupState (key 84): the leader of a partition reads what a share group has done with it (KIP-932).

Who reads says its leader epoch: leaders of before may write no more.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
)

_READ_STATE_DATA = Struct(
    "ReadStateData",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

REQUEST = Message(
    "ReadShareGroupStateRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_READ_STATE_DATA), "0+"),
    api_key=84,
    versions="0-0",
    flexible="0+",
)

_STATE_BATCH = Struct(
    "StateBatch",
    Field("first_offset", INT64, "0+"),
    Field("last_offset", INT64, "0+"),
    Field("delivery_state", INT8, "0+"),
    Field("delivery_count", INT16, "0+"),
)

_PARTITION_RESULT = Struct(
    "PartitionResult",
    Field("partition", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("state_epoch", INT32, "0+"),
    Field("start_offset", INT64, "0+"),
    Field("state_batches", Array(_STATE_BATCH), "0+"),
)

_READ_STATE_RESULT = Struct(
    "ReadStateResult",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "ReadShareGroupStateResponse",
    Field("results", Array(_READ_STATE_RESULT), "0+"),
    api_key=84,
    versions="0-0",
    flexible="0+",
)
