"""LeaderAndIsr (key 4): the controller sends a broker what it leads and what it follows.

1   whether the replica is new
2   broker epoch; partitions grouped by topic
3   the replicas that a reassignment adds and removes
4   flexible
5   topic ids, and whether the request names every partition; response: grouped by topic id
6   leader recovery state (KIP-704)
7   whether the sender is a KRaft controller (KIP-866)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    CONTROLLER_EPOCH,
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

_LEADER_AND_ISR_PARTITION_STATE = Struct(
    "LeaderAndIsrPartitionState",
    Field("topic_name", STRING, "0-1", ignorable=True),
    Field("partition_index", INT32, "0+"),
    Field("controller_epoch", CONTROLLER_EPOCH, "0+"),
    Field("leader", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("isr", Array(INT32), "0+"),
    Field("partition_epoch", INT32, "0+"),
    Field("replicas", Array(INT32), "0+"),
    Field("adding_replicas", Array(INT32), "3+", ignorable=True),
    Field("removing_replicas", Array(INT32), "3+", ignorable=True),
    Field("is_new", BOOL, "1+", ignorable=True),
    Field("leader_recovery_state", INT8, "6+"),
)

_LEADER_AND_ISR_TOPIC_STATE = Struct(
    "LeaderAndIsrTopicState",
    Field("topic_name", STRING, "2+"),
    Field("topic_id", UUID, "5+", ignorable=True),
    Field("partition_states", Array(_LEADER_AND_ISR_PARTITION_STATE), "2+"),
)

_LEADER_AND_ISR_LIVE_LEADER = Struct(
    "LeaderAndIsrLiveLeader",
    Field("broker_id", INT32, "0+"),
    Field("host_name", STRING, "0+"),
    Field("port", INT32, "0+"),
)

REQUEST = Message(
    "LeaderAndIsrRequest",
    Field("controller_id", INT32, "0+"),
    Field("is_kraft_controller", BOOL, "7+"),
    Field("controller_epoch", CONTROLLER_EPOCH, "0+"),
    Field("broker_epoch", INT64, "2+", default=-1, ignorable=True),
    Field("type", INT8, "5+"),
    Field("ungrouped_partition_states", Array(_LEADER_AND_ISR_PARTITION_STATE), "0-1"),
    Field("topic_states", Array(_LEADER_AND_ISR_TOPIC_STATE), "2+"),
    Field("live_leaders", Array(_LEADER_AND_ISR_LIVE_LEADER), "0+"),
    api_key=4,
    versions="0-7",
    flexible="4+",
)

_LEADER_AND_ISR_PARTITION_ERROR = Struct(
    "LeaderAndIsrPartitionError",
    Field("topic_name", STRING, "0-4", ignorable=True),
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_LEADER_AND_ISR_TOPIC_ERROR = Struct(
    "LeaderAndIsrTopicError",
    Field("topic_id", UUID, "5+"),
    Field("partition_errors", Array(_LEADER_AND_ISR_PARTITION_ERROR), "5+"),
)

RESPONSE = Message(
    "LeaderAndIsrResponse",
    Field("error_code", INT16, "0+"),
    Field("partition_errors", Array(_LEADER_AND_ISR_PARTITION_ERROR), "0-4"),
    Field("topics", Array(_LEADER_AND_ISR_TOPIC_ERROR), "5+"),
    api_key=4,
    versions="0-7",
    flexible="4+",
)
