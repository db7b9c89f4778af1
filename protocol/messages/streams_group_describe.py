"""StreamsGroupDescribe (key 89): state, epochs, topology and members of streams groups (KIP-1071).

1   the description of the topology, where the broker has it (KIP-1331), and the assignor
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    INT8,
    INT16,
    INT32,
    INT64,
    STRING,
    UINT16,
    Array,
    Field,
    Message,
    Struct,
)

REQUEST = Message(
    "StreamsGroupDescribeRequest",
    Field("group_ids", Array(STRING), "0+"),
    Field("include_authorized_operations", BOOL, "0+"),
    Field("include_topology_description", BOOL, "1+"),
    api_key=89,
    versions="0-1",
    flexible="0+",
)

_KEY_VALUE = Struct(
    "KeyValue",
    Field("key", STRING, "0+"),
    Field("value", STRING, "0+"),
)

_TOPIC_INFO = Struct(
    "TopicInfo",
    Field("name", STRING, "0+"),
    Field("partitions", INT32, "0+"),
    Field("replication_factor", INT16, "0+"),
    Field("topic_configs", Array(_KEY_VALUE), "0+"),
)

_SUBTOPOLOGY = Struct(
    "Subtopology",
    Field("subtopology_id", STRING, "0+"),
    Field("source_topics", Array(STRING), "0+"),
    Field("repartition_sink_topics", Array(STRING), "0+"),
    Field("state_changelog_topics", Array(_TOPIC_INFO), "0+"),
    Field("repartition_source_topics", Array(_TOPIC_INFO), "0+"),
)

_TOPOLOGY = Struct(
    "Topology",
    Field("epoch", INT32, "0+"),
    Field("subtopologies", Array(_SUBTOPOLOGY), "0+", nullable="0+", default=None),
)

_ENDPOINT = Struct(
    "Endpoint",
    Field("host", STRING, "0+"),
    Field("port", UINT16, "0+"),
)

_TASK_OFFSET = Struct(
    "TaskOffset",
    Field("subtopology_id", STRING, "0+"),
    Field("partition", INT32, "0+"),
    Field("offset", INT64, "0+"),
)

_TASK_IDS = Struct(
    "TaskIds",
    Field("subtopology_id", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ASSIGNMENT = Struct(
    "Assignment",
    Field("active_tasks", Array(_TASK_IDS), "0+"),
    Field("standby_tasks", Array(_TASK_IDS), "0+"),
    Field("warmup_tasks", Array(_TASK_IDS), "0+"),
)

_MEMBER = Struct(
    "Member",
    Field("member_id", STRING, "0+"),
    Field("member_epoch", INT32, "0+"),
    Field("instance_id", STRING, "0+", nullable="0+", default=None),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("client_id", STRING, "0+"),
    Field("client_host", STRING, "0+"),
    Field("topology_epoch", INT32, "0+"),
    Field("process_id", STRING, "0+"),
    Field("user_endpoint", _ENDPOINT, "0+", nullable="0+", default=None),
    Field("client_tags", Array(_KEY_VALUE), "0+"),
    Field("task_offsets", Array(_TASK_OFFSET), "0+"),
    Field("task_end_offsets", Array(_TASK_OFFSET), "0+"),
    Field("assignment", _ASSIGNMENT, "0+"),
    Field("target_assignment", _ASSIGNMENT, "0+"),
    Field("is_classic", BOOL, "0+"),
)

_NODE = Struct(
    "TopologyDescriptionNode",
    Field("name", STRING, "1+"),
    Field("node_type", INT8, "1+"),
    Field("source_topics", Array(STRING), "1+"),
    Field("sink_topic", STRING, "1+", nullable="1+", default=None),
    Field("stores", Array(STRING), "1+"),
    Field("successors", Array(STRING), "1+"),
)

_DESCRIPTION = Struct(
    "TopologyDescription",
    Field(
        "subtopologies",
        Array(
            Struct(
                "TopologyDescriptionSubtopology",
                Field("subtopology_id", STRING, "1+"),
                Field("nodes", Array(_NODE), "1+"),
            )
        ),
        "1+",
    ),
    Field(
        "global_stores",
        Array(
            Struct(
                "TopologyDescriptionGlobalStore",
                Field("source", _NODE, "1+"),
                Field("processor", _NODE, "1+"),
            )
        ),
        "1+",
    ),
)

_DESCRIBED_GROUP = Struct(
    "DescribedGroup",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("group_id", STRING, "0+"),
    Field("group_state", STRING, "0+"),
    Field("group_epoch", INT32, "0+"),
    Field("assignment_epoch", INT32, "0+"),
    Field("topology", _TOPOLOGY, "0+", nullable="0+", default=None),
    Field("members", Array(_MEMBER), "0+"),
    Field("authorized_operations", INT32, "0+", default=-(2**31)),
    Field("topology_description", _DESCRIPTION, "1+", nullable="1+", default=None),
    Field("topology_description_status", INT8, "1+"),
    Field("assignor_name", STRING, "1+", nullable="1+", default=None, ignorable=True),
)

RESPONSE = Message(
    "StreamsGroupDescribeResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("groups", Array(_DESCRIBED_GROUP), "0+"),
    api_key=89,
    versions="0-1",
    flexible="0+",
)
