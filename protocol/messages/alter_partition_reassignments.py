"""AlterPartitionReassignments (key 45): start reassignments, or cancel them (null). Flexible from 0 on.

1   whether the number of a partition's replicas may change (KIP-860)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, STRING, Array, Field, Message, Struct

_REASSIGNABLE_PARTITION = Struct(
    "ReassignablePartition",
    Field("partition_index", INT32, "0+"),
    Field("replicas", Array(INT32), "0+", nullable="0+", default=None),
)

_REASSIGNABLE_TOPIC = Struct(
    "ReassignableTopic",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_REASSIGNABLE_PARTITION), "0+"),
)

REQUEST = Message(
    "AlterPartitionReassignmentsRequest",
    Field("timeout_ms", INT32, "0+", default=60000),
    Field("allow_replication_factor_change", BOOL, "1+", default=True),
    Field("topics", Array(_REASSIGNABLE_TOPIC), "0+"),
    api_key=45,
    versions="0-1",
    flexible="0+",
)

_REASSIGNABLE_PARTITION_RESPONSE = Struct(
    "ReassignablePartitionResponse",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
)

_REASSIGNABLE_TOPIC_RESPONSE = Struct(
    "ReassignableTopicResponse",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_REASSIGNABLE_PARTITION_RESPONSE), "0+"),
)

RESPONSE = Message(
    "AlterPartitionReassignmentsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("allow_replication_factor_change", BOOL, "1+", default=True, ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("responses", Array(_REASSIGNABLE_TOPIC_RESPONSE), "0+"),
    api_key=45,
    versions="0-1",
    flexible="0+",
)
