"""AlterReplicaLogDirs (key 34): move replicas between the directories of one broker.

1   throttled clients get the response first and are muted afterwards
2   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

_ALTER_REPLICA_LOG_DIR_TOPIC = Struct(
    "AlterReplicaLogDirTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ALTER_REPLICA_LOG_DIR = Struct(
    "AlterReplicaLogDir",
    Field("path", STRING, "0+"),
    Field("topics", Array(_ALTER_REPLICA_LOG_DIR_TOPIC), "0+"),
)

REQUEST = Message(
    "AlterReplicaLogDirsRequest",
    Field("dirs", Array(_ALTER_REPLICA_LOG_DIR), "0+"),
    api_key=34,
    versions="0-2",
    flexible="2+",
)

_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT = Struct(
    "AlterReplicaLogDirPartitionResult",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT = Struct(
    "AlterReplicaLogDirTopicResult",
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "AlterReplicaLogDirsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT), "0+"),
    api_key=34,
    versions="0-2",
    flexible="2+",
)
