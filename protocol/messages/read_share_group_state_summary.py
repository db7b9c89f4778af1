"""ReadShareGroupStateSummary (key 87): where a share group stands in a partition, without the batches (KIP-932).

1   response: the count of offsets whose delivery is complete (KIP-1226)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
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

_READ_STATE_SUMMARY_DATA = Struct(
    "ReadStateSummaryData",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

REQUEST = Message(
    "ReadShareGroupStateSummaryRequest",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_READ_STATE_SUMMARY_DATA), "0+"),
    api_key=87,
    versions="0-1",
    flexible="0+",
)

_PARTITION_RESULT = Struct(
    "PartitionResult",
    Field("partition", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("state_epoch", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("start_offset", INT64, "0+"),
    Field("delivery_complete_count", INT32, "1+", default=-1, ignorable=True),
)

_READ_STATE_SUMMARY_RESULT = Struct(
    "ReadStateSummaryResult",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "ReadShareGroupStateSummaryResponse",
    Field("results", Array(_READ_STATE_SUMMARY_RESULT), "0+"),
    api_key=87,
    versions="0-1",
    flexible="0+",
)
