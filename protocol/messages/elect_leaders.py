"""ElectLeaders (key 43): elect leaders now.

0   the preferred replica
1   preferred or unclean (KIP-460); response: top-level error
2   flexible
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_TOPIC_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

REQUEST = Message(
    "ElectLeadersRequest",
    Field("election_type", INT8, "1+"),
    Field("topic_partitions", Array(_TOPIC_PARTITIONS), "0+", nullable="0+"),
    Field("timeout_ms", INT32, "0+", default=60000),
    api_key=43,
    versions="0-2",
    flexible="2+",
)

_PARTITION_RESULT = Struct(
    "PartitionResult",
    Field("partition_id", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
)

_REPLICA_ELECTION_RESULT = Struct(
    "ReplicaElectionResult",
    Field("topic", STRING, "0+"),
    Field("partition_result", Array(_PARTITION_RESULT), "0+"),
)

RESPONSE = Message(
    "ElectLeadersResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "1+"),
    Field("replica_election_results", Array(_REPLICA_ELECTION_RESULT), "0+"),
    api_key=43,
    versions="0-2",
    flexible="2+",
)
