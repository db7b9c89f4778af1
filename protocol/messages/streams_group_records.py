"""What a group coordinator writes into `__consumer_offsets` of streams groups (KIP-1071).

No API: these are keys and values of records, beside those of `consumer_group_records`. An int16 with the version stands
before each; that of a key says what the record is about, that of a value is 0. A record without a value deletes.

    key     17  the group: its epoch                      21  a member's target assignment
            19  a member: its process, endpoint, client   22  a member's current assignment, epoch and state
            20  the epoch of its target assignment        23  the topology
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, INT64, STRING, UINT16, Array, Field, Struct
from kavka.protocol.messages.consumer_group_records import record_key, record_value

_KEY_VALUE = Struct(
    "KeyValue",
    Field("key", STRING, "0+"),
    Field("value", STRING, "0+"),
)

_ENDPOINT = Struct(
    "Endpoint",
    Field("host", STRING, "0+"),
    Field("port", UINT16, "0+"),
)

_LAST_CONFIG = Struct(
    "LastAssignmentConfig",
    Field("key", STRING, "0+"),
    Field("value", STRING, "0+"),
)

_TARGET_TASKS = Struct(
    "TaskIds",
    Field("subtopology_id", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_TASKS = Struct(
    "TaskIds",
    Field("subtopology_id", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
    Field("assignment_epochs", Array(INT32), "0+", nullable="0+", tag=0),
)

_TOPIC_CONFIG = Struct(
    "TopicConfig",
    Field("key", STRING, "0+"),
    Field("value", STRING, "0+"),
)

_TOPIC_INFO = Struct(
    "TopicInfo",
    Field("name", STRING, "0+"),
    Field("partitions", INT32, "0+"),
    Field("replication_factor", INT16, "0+"),
    Field("topic_configs", Array(_TOPIC_CONFIG), "0+"),
)

_COPARTITION_GROUP = Struct(
    "CopartitionGroup",
    Field("source_topics", Array(INT16), "0+"),
    Field("source_topic_regex", Array(INT16), "0+"),
    Field("repartition_source_topics", Array(INT16), "0+"),
)

_SUBTOPOLOGY = Struct(
    "Subtopology",
    Field("subtopology_id", STRING, "0+"),
    Field("source_topics", Array(STRING), "0+"),
    Field("source_topic_regex", Array(STRING), "0+"),
    Field("state_changelog_topics", Array(_TOPIC_INFO), "0+"),
    Field("repartition_sink_topics", Array(STRING), "0+"),
    Field("repartition_source_topics", Array(_TOPIC_INFO), "0+"),
    Field("copartition_groups", Array(_COPARTITION_GROUP), "0+"),
)

_ALL = (
    record_key("StreamsGroupMetadataKey", 17, "group_id"),
    record_value(
        "StreamsGroupMetadataValue",
        Field("epoch", INT32, "0+"),
        Field("metadata_hash", INT64, "0+"),
        Field("validated_topology_epoch", INT32, "0+", default=-1, tag=0),
        Field("last_assignment_configs", Array(_LAST_CONFIG), "0+", nullable="0+", tag=1),
        Field("stored_description_topology_epoch", INT32, "0+", default=-1, tag=2),
        Field("failed_description_topology_epoch", INT32, "0+", default=-1, tag=3),
    ),
    record_key("StreamsGroupMemberMetadataKey", 19, "group_id", "member_id"),
    record_value(
        "StreamsGroupMemberMetadataValue",
        Field("instance_id", STRING, "0+", nullable="0+"),
        Field("rack_id", STRING, "0+", nullable="0+"),
        Field("client_id", STRING, "0+"),
        Field("client_host", STRING, "0+"),
        Field("rebalance_timeout_ms", INT32, "0+", default=-1),
        Field("topology_epoch", INT32, "0+"),
        Field("process_id", STRING, "0+"),
        Field("user_endpoint", _ENDPOINT, "0+", nullable="0+", default=None),
        Field("client_tags", Array(_KEY_VALUE), "0+"),
    ),
    record_key("StreamsGroupTargetAssignmentMetadataKey", 20, "group_id"),
    record_value(
        "StreamsGroupTargetAssignmentMetadataValue",
        Field("assignment_epoch", INT32, "0+"),
        Field("assignment_timestamp", INT64, "0+", default=0, tag=0),
    ),
    record_key("StreamsGroupTargetAssignmentMemberKey", 21, "group_id", "member_id"),
    record_value(
        "StreamsGroupTargetAssignmentMemberValue",
        Field("active_tasks", Array(_TARGET_TASKS), "0+"),
        Field("standby_tasks", Array(_TARGET_TASKS), "0+"),
        Field("warmup_tasks", Array(_TARGET_TASKS), "0+"),
    ),
    record_key("StreamsGroupCurrentMemberAssignmentKey", 22, "group_id", "member_id"),
    record_value(
        "StreamsGroupCurrentMemberAssignmentValue",
        Field("member_epoch", INT32, "0+"),
        Field("previous_member_epoch", INT32, "0+"),
        Field("state", INT8, "0+"),
        Field("active_tasks", Array(_TASKS), "0+"),
        Field("standby_tasks", Array(_TASKS), "0+"),
        Field("warmup_tasks", Array(_TASKS), "0+"),
        Field("active_tasks_pending_revocation", Array(_TASKS), "0+"),
        Field("standby_tasks_pending_revocation", Array(_TASKS), "0+"),
        Field("warmup_tasks_pending_revocation", Array(_TASKS), "0+"),
    ),
    record_key("StreamsGroupTopologyKey", 23, "group_id"),
    record_value(
        "StreamsGroupTopologyValue",
        Field("epoch", INT32, "0+"),
        Field("subtopologies", Array(_SUBTOPOLOGY), "0+"),
    ),
)

MESSAGES = tuple(sorted(_ALL, key=lambda message: message.name))
