"""StreamsGroupHeartbeat (key 88): all that a member of a streams group says and hears (KIP-1071).

Member epochs: 0 joins, -1 leaves, -2 leaves for a restart of a static member; what is null has not changed.

1   whether a description of the topology is wanted (KIP-1331); the acceptable recovery lag as an int64
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

_TOPOLOGY = Struct(
    "Topology",
    Field("epoch", INT32, "0+"),
    Field("subtopologies", Array(_SUBTOPOLOGY), "0+"),
)

_TASK_IDS = Struct(
    "TaskIds",
    Field("subtopology_id", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
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

REQUEST = Message(
    "StreamsGroupHeartbeatRequest",
    Field("group_id", STRING, "0+"),
    Field("member_id", STRING, "0+"),
    Field("member_epoch", INT32, "0+"),
    Field("endpoint_information_epoch", INT32, "0+"),
    Field("instance_id", STRING, "0+", nullable="0+", default=None),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("rebalance_timeout_ms", INT32, "0+", default=-1),
    Field("topology", _TOPOLOGY, "0+", nullable="0+", default=None),
    Field("active_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("standby_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("warmup_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("process_id", STRING, "0+", nullable="0+", default=None),
    Field("user_endpoint", _ENDPOINT, "0+", nullable="0+", default=None),
    Field("client_tags", Array(_KEY_VALUE), "0+", nullable="0+", default=None),
    Field("task_offsets", Array(_TASK_OFFSET), "0+", nullable="0+", default=None),
    Field("task_end_offsets", Array(_TASK_OFFSET), "0+", nullable="0+", default=None),
    Field("shutdown_application", BOOL, "0+"),
    api_key=88,
    versions="0-1",
    flexible="0+",
)

_STATUS = Struct(
    "Status",
    Field("status_code", INT8, "0+"),
    Field("status_detail", STRING, "0+"),
)

_TOPIC_PARTITION = Struct(
    "TopicPartition",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ENDPOINT_TO_PARTITIONS = Struct(
    "EndpointToPartitions",
    Field("user_endpoint", _ENDPOINT, "0+"),
    Field("active_partitions", Array(_TOPIC_PARTITION), "0+"),
    Field("standby_partitions", Array(_TOPIC_PARTITION), "0+"),
)

RESPONSE = Message(
    "StreamsGroupHeartbeatResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("member_id", STRING, "0+"),
    Field("member_epoch", INT32, "0+"),
    Field("heartbeat_interval_ms", INT32, "0+"),
    Field("acceptable_recovery_lag_legacy", INT32, "0"),
    Field("task_offset_interval_ms", INT32, "0+"),
    Field("acceptable_recovery_lag", INT64, "1+", default=-1, ignorable=True),
    Field("status", Array(_STATUS), "0+", nullable="0+"),
    Field("active_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("standby_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("warmup_tasks", Array(_TASK_IDS), "0+", nullable="0+", default=None),
    Field("topology_description_required", BOOL, "1+"),
    Field("endpoint_information_epoch", INT32, "0+"),
    Field("partitions_by_user_endpoint", Array(_ENDPOINT_TO_PARTITIONS), "0+", nullable="0+", default=None),
    api_key=88,
    versions="0-1",
    flexible="0+",
)
