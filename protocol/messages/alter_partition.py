"""AlterPartition (key 56; AlterIsr before 3.2): a leader asks the controller for another ISR. Flexible from 0 on.

1   leader recovery state (KIP-704)
2   topic ids instead of names (KIP-841)
3   the ISR with each member's broker epoch (KIP-903)
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

_BROKER_STATE = Struct(
    "BrokerState",
    Field("broker_id", INT32, "3+"),
    Field("broker_epoch", INT64, "3+", default=-1),
)

_REQUEST_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition_index", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("new_isr", Array(INT32), "0-2"),
    Field("new_isr_with_epochs", Array(_BROKER_STATE), "3+"),
    Field("leader_recovery_state", INT8, "1+"),
    Field("partition_epoch", INT32, "0+"),
)

_REQUEST_TOPIC_DATA = Struct(
    "TopicData",
    Field("topic_name", STRING, "0-1", ignorable=True),
    Field("topic_id", UUID, "2+", ignorable=True),
    Field("partitions", Array(_REQUEST_PARTITION_DATA), "0+"),
)

REQUEST = Message(
    "AlterPartitionRequest",
    Field("broker_id", INT32, "0+"),
    Field("broker_epoch", INT64, "0+", default=-1),
    Field("topics", Array(_REQUEST_TOPIC_DATA), "0+"),
    api_key=56,
    versions="0-3",
    flexible="0+",
)

_RESPONSE_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("leader_id", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("isr", Array(INT32), "0+"),
    Field("leader_recovery_state", INT8, "1+", ignorable=True),
    Field("partition_epoch", INT32, "0+"),
)

_RESPONSE_TOPIC_DATA = Struct(
    "TopicData",
    Field("topic_name", STRING, "0-1", ignorable=True),
    Field("topic_id", UUID, "2+", ignorable=True),
    Field("partitions", Array(_RESPONSE_PARTITION_DATA), "0+"),
)

RESPONSE = Message(
    "AlterPartitionResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("topics", Array(_RESPONSE_TOPIC_DATA), "0+"),
    api_key=56,
    versions="0-3",
    flexible="0+",
)
