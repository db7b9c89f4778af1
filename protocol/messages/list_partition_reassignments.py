"""ListPartitionReassignments (key 46): the reassignments under way. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

_LIST_PARTITION_REASSIGNMENTS_TOPICS = Struct(
    "ListPartitionReassignmentsTopics",
    Field("name", STRING, "0+"),
    Field("partition_indexes", Array(INT32), "0+"),
)

REQUEST = Message(
    "ListPartitionReassignmentsRequest",
    Field("timeout_ms", INT32, "0+", default=60000),
    Field("topics", Array(_LIST_PARTITION_REASSIGNMENTS_TOPICS), "0+", nullable="0+", default=None),
    api_key=46,
    versions="0",
    flexible="0+",
)

_ONGOING_PARTITION_REASSIGNMENT = Struct(
    "OngoingPartitionReassignment",
    Field("partition_index", INT32, "0+"),
    Field("replicas", Array(INT32), "0+"),
    Field("adding_replicas", Array(INT32), "0+"),
    Field("removing_replicas", Array(INT32), "0+"),
)

_ONGOING_TOPIC_REASSIGNMENT = Struct(
    "OngoingTopicReassignment",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_ONGOING_PARTITION_REASSIGNMENT), "0+"),
)

RESPONSE = Message(
    "ListPartitionReassignmentsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("topics", Array(_ONGOING_TOPIC_REASSIGNMENT), "0+"),
    api_key=46,
    versions="0",
    flexible="0+",
)
