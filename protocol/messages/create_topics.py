"""CreateTopics (key 19): create topics, by numbers or by explicit assignment.

1   validate only; response: error messages
2   response: throttle time
3   throttled clients get the response first and are muted afterwards
4   -1 partitions or replicas mean the broker's default
5   flexible; response: partitions, replicas and configs of what was created
6   THROTTLING_QUOTA_EXCEEDED may be returned (KIP-599)
7   response: topic ids
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, UUID, Array, Field, Message, Struct

_CREATABLE_REPLICA_ASSIGNMENT = Struct(
    "CreatableReplicaAssignment",
    Field("partition_index", INT32, "0+"),
    Field("broker_ids", Array(INT32), "0+"),
)

_CREATABLE_TOPIC_CONFIG = Struct(
    "CreatableTopicConfig",
    Field("name", STRING, "0+"),
    Field("value", STRING, "0+", nullable="0+"),
)

_CREATABLE_TOPIC = Struct(
    "CreatableTopic",
    Field("name", STRING, "0+"),
    Field("num_partitions", INT32, "0+"),
    Field("replication_factor", INT16, "0+"),
    Field("assignments", Array(_CREATABLE_REPLICA_ASSIGNMENT), "0+"),
    Field("configs", Array(_CREATABLE_TOPIC_CONFIG), "0+"),
)

REQUEST = Message(
    "CreateTopicsRequest",
    Field("topics", Array(_CREATABLE_TOPIC), "0+"),
    Field("timeout_ms", INT32, "0+", default=60000),
    Field("validate_only", BOOL, "1+"),
    api_key=19,
    versions="0-7",
    flexible="5+",
)

_CREATABLE_TOPIC_CONFIGS = Struct(
    "CreatableTopicConfigs",
    Field("name", STRING, "5+"),
    Field("value", STRING, "5+", nullable="5+"),
    Field("read_only", BOOL, "5+"),
    Field("config_source", INT8, "5+", default=-1, ignorable=True),
    Field("is_sensitive", BOOL, "5+"),
)

_CREATABLE_TOPIC_RESULT = Struct(
    "CreatableTopicResult",
    Field("name", STRING, "0+"),
    Field("topic_id", UUID, "7+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "1+", nullable="0+", ignorable=True),
    Field("topic_config_error_code", INT16, "5+", ignorable=True, tag=0),
    Field("num_partitions", INT32, "5+", default=-1, ignorable=True),
    Field("replication_factor", INT16, "5+", default=-1, ignorable=True),
    Field("configs", Array(_CREATABLE_TOPIC_CONFIGS), "5+", nullable="5+", ignorable=True),
)

RESPONSE = Message(
    "CreateTopicsResponse",
    Field("throttle_time_ms", INT32, "2+", ignorable=True),
    Field("topics", Array(_CREATABLE_TOPIC_RESULT), "0+"),
    api_key=19,
    versions="0-7",
    flexible="5+",
)
