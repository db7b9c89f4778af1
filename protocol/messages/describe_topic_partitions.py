"""DescribeTopicPartitions (key 75): topics and their partitions, page by page (KIP-966). Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    INT16,
    INT32,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)

INT32_MIN = -0x8000_0000

_CURSOR = Struct(
    "Cursor",
    Field("topic_name", STRING, "0+"),
    Field("partition_index", INT32, "0+"),
)

_TOPIC_REQUEST = Struct(
    "TopicRequest",
    Field("name", STRING, "0+"),
)

REQUEST = Message(
    "DescribeTopicPartitionsRequest",
    Field("topics", Array(_TOPIC_REQUEST), "0+"),
    Field("response_partition_limit", INT32, "0+", default=2000),
    Field("cursor", _CURSOR, "0+", nullable="0+", default=None),
    api_key=75,
    versions="0",
    flexible="0+",
)

_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_PARTITION = Struct(
    "DescribeTopicPartitionsResponsePartition",
    Field("error_code", INT16, "0+"),
    Field("partition_index", INT32, "0+"),
    Field("leader_id", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+", default=-1, ignorable=True),
    Field("replica_nodes", Array(INT32), "0+"),
    Field("isr_nodes", Array(INT32), "0+"),
    Field("eligible_leader_replicas", Array(INT32), "0+", nullable="0+", default=None),
    Field("last_known_elr", Array(INT32), "0+", nullable="0+", default=None),
    Field("offline_replicas", Array(INT32), "0+", ignorable=True),
)

_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_TOPIC = Struct(
    "DescribeTopicPartitionsResponseTopic",
    Field("error_code", INT16, "0+"),
    Field("name", STRING, "0+", nullable="0+"),
    Field("topic_id", UUID, "0+", ignorable=True),
    Field("is_internal", BOOL, "0+", ignorable=True),
    Field("partitions", Array(_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_PARTITION), "0+"),
    Field("topic_authorized_operations", INT32, "0+", default=INT32_MIN),
)

RESPONSE = Message(
    "DescribeTopicPartitionsResponse",
    Field("throttle_time_ms", INT32, "0+", ignorable=True),
    Field("topics", Array(_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_TOPIC), "0+"),
    Field("next_cursor", _CURSOR, "0+", nullable="0+", default=None),
    api_key=75,
    versions="0",
    flexible="0+",
)
