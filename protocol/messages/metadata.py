"""Metadata (key 3): the brokers, and the topics with their partitions' leaders and replicas.

0   an empty list of topics means all of them
1   null means all, empty means none; response: racks, controller, is-internal
2   response: cluster id
3   response: throttle time
4   the client says whether topics may be created
5   response: offline replicas
6   throttled clients get the response first and are muted afterwards
7   response: leader epochs
8   authorized operations, on request
9   flexible
10  response: topic ids
11  the cluster's authorized operations have moved to DescribeCluster (KIP-700)
12  topics may be asked for by id
13  response: an error for all of it
"""

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

_METADATA_REQUEST_TOPIC = Struct(
    "MetadataRequestTopic",
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("name", STRING, "0+", nullable="10+"),
)

REQUEST = Message(
    "MetadataRequest",
    Field("topics", Array(_METADATA_REQUEST_TOPIC), "0+", nullable="1+"),
    Field("allow_auto_topic_creation", BOOL, "4+", default=True),
    Field("include_cluster_authorized_operations", BOOL, "8-10"),
    Field("include_topic_authorized_operations", BOOL, "8+"),
    api_key=3,
    versions="0-13",
    flexible="9+",
)

_METADATA_RESPONSE_BROKER = Struct(
    "MetadataResponseBroker",
    Field("node_id", INT32, "0+"),
    Field("host", STRING, "0+"),
    Field("port", INT32, "0+"),
    Field("rack", STRING, "1+", nullable="1+", default=None, ignorable=True),
)

_METADATA_RESPONSE_PARTITION = Struct(
    "MetadataResponsePartition",
    Field("error_code", INT16, "0+"),
    Field("partition_index", INT32, "0+"),
    Field("leader_id", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "7+", default=-1, ignorable=True),
    Field("replica_nodes", Array(INT32), "0+"),
    Field("isr_nodes", Array(INT32), "0+"),
    Field("offline_replicas", Array(INT32), "5+", ignorable=True),
)

_METADATA_RESPONSE_TOPIC = Struct(
    "MetadataResponseTopic",
    Field("error_code", INT16, "0+"),
    Field("name", STRING, "0+", nullable="12+"),
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("is_internal", BOOL, "1+", ignorable=True),
    Field("partitions", Array(_METADATA_RESPONSE_PARTITION), "0+"),
    Field("topic_authorized_operations", INT32, "8+", default=INT32_MIN),
)

RESPONSE = Message(
    "MetadataResponse",
    Field("throttle_time_ms", INT32, "3+", ignorable=True),
    Field("brokers", Array(_METADATA_RESPONSE_BROKER), "0+"),
    Field("cluster_id", STRING, "2+", nullable="2+", default=None, ignorable=True),
    Field("controller_id", INT32, "1+", default=-1, ignorable=True),
    Field("topics", Array(_METADATA_RESPONSE_TOPIC), "0+"),
    Field("cluster_authorized_operations", INT32, "8-10", default=INT32_MIN),
    Field("error_code", INT16, "13+", ignorable=True),
    api_key=3,
    versions="0-13",
    flexible="9+",
)
