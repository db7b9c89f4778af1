"""StopReplica (key 5): the controller takes replicas from a broker, deleting them or not.

0   one flag for all partitions
1   broker epoch; partitions grouped by topic
2   flexible
3   leader epoch and deletion for each partition (KIP-570)
4   whether the sender is a KRaft controller (KIP-866)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    CONTROLLER_EPOCH,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    Array,
    Field,
    Message,
    Struct,
)

_STOP_REPLICA_PARTITION_V0 = Struct(
    "StopReplicaPartitionV0",
    Field("topic_name", STRING, "0"),
    Field("partition_index", INT32, "0"),
)

_STOP_REPLICA_TOPIC_V1 = Struct(
    "StopReplicaTopicV1",
    Field("name", STRING, "1-2"),
    Field("partition_indexes", Array(INT32), "1-2"),
)

_STOP_REPLICA_PARTITION_STATE = Struct(
    "StopReplicaPartitionState",
    Field("partition_index", INT32, "3+"),
    Field("leader_epoch", LEADER_EPOCH, "3+", default=-1),
    Field("delete_partition", BOOL, "3+"),
)

_STOP_REPLICA_TOPIC_STATE = Struct(
    "StopReplicaTopicState",
    Field("topic_name", STRING, "3+"),
    Field("partition_states", Array(_STOP_REPLICA_PARTITION_STATE), "3+"),
)

REQUEST = Message(
    "StopReplicaRequest",
    Field("controller_id", INT32, "0+"),
    Field("is_kraft_controller", BOOL, "4+"),
    Field("controller_epoch", CONTROLLER_EPOCH, "0+"),
    Field("broker_epoch", INT64, "1+", default=-1, ignorable=True),
    Field("delete_partitions", BOOL, "0-2"),
    Field("ungrouped_partitions", Array(_STOP_REPLICA_PARTITION_V0), "0"),
    Field("topics", Array(_STOP_REPLICA_TOPIC_V1), "1-2"),
    Field("topic_states", Array(_STOP_REPLICA_TOPIC_STATE), "3+"),
    api_key=5,
    versions="0-4",
    flexible="2+",
)

_STOP_REPLICA_PARTITION_ERROR = Struct(
    "StopReplicaPartitionError",
    Field("topic_name", STRING, "0+"),
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

RESPONSE = Message(
    "StopReplicaResponse",
    Field("error_code", INT16, "0+"),
    Field("partition_errors", Array(_STOP_REPLICA_PARTITION_ERROR), "0+"),
    api_key=5,
    versions="0-4",
    flexible="2+",
)
