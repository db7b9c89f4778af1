"""OffsetFetch (key 9): a group's committed offsets are read.

0   from ZooKeeper
1   from the group's coordinator
2   null means every topic; response: top-level error
3   response: throttle time
4   throttled clients get the response first and are muted afterwards
5   response: leader epochs
6   flexible
7   offsets that a pending transaction may change can be refused
8   several groups in one request
9   member id and member epoch (KIP-848)
10  topic ids instead of names
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)

_OFFSET_FETCH_REQUEST_TOPIC = Struct(
    "OffsetFetchRequestTopic",
    Field("name", STRING, "0-7"),
    Field("partition_indexes", Array(INT32), "0-7"),
)

_OFFSET_FETCH_REQUEST_TOPICS = Struct(
    "OffsetFetchRequestTopics",
    Field("name", STRING, "8-9", ignorable=True),
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("partition_indexes", Array(INT32), "8+"),
)

_OFFSET_FETCH_REQUEST_GROUP = Struct(
    "OffsetFetchRequestGroup",
    Field("group_id", STRING, "8+"),
    Field("member_id", STRING, "9+", nullable="9+", default=None, ignorable=True),
    Field("member_epoch", INT32, "9+", default=-1, ignorable=True),
    Field("topics", Array(_OFFSET_FETCH_REQUEST_TOPICS), "8+", nullable="8+"),
)

REQUEST = Message(
    "OffsetFetchRequest",
    Field("group_id", STRING, "0-7"),
    Field("topics", Array(_OFFSET_FETCH_REQUEST_TOPIC), "0-7", nullable="2-7"),
    Field("groups", Array(_OFFSET_FETCH_REQUEST_GROUP), "8+"),
    Field("require_stable", BOOL, "7+"),
    api_key=9,
    versions="0-10",
    flexible="6+",
)

_OFFSET_FETCH_RESPONSE_PARTITION = Struct(
    "OffsetFetchResponsePartition",
    Field("partition_index", INT32, "0-7"),
    Field("committed_offset", INT64, "0-7"),
    Field("committed_leader_epoch", LEADER_EPOCH, "5-7", default=-1, ignorable=True),
    Field("metadata", STRING, "0-7", nullable="0-7"),
    Field("error_code", INT16, "0-7"),
)

_OFFSET_FETCH_RESPONSE_TOPIC = Struct(
    "OffsetFetchResponseTopic",
    Field("name", STRING, "0-7"),
    Field("partitions", Array(_OFFSET_FETCH_RESPONSE_PARTITION), "0-7"),
)

_OFFSET_FETCH_RESPONSE_PARTITIONS = Struct(
    "OffsetFetchResponsePartitions",
    Field("partition_index", INT32, "8+"),
    Field("committed_offset", INT64, "8+"),
    Field("committed_leader_epoch", LEADER_EPOCH, "8+", default=-1, ignorable=True),
    Field("metadata", STRING, "8+", nullable="8+"),
    Field("error_code", INT16, "8+"),
)

_OFFSET_FETCH_RESPONSE_TOPICS = Struct(
    "OffsetFetchResponseTopics",
    Field("name", STRING, "8-9", ignorable=True),
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("partitions", Array(_OFFSET_FETCH_RESPONSE_PARTITIONS), "8+"),
)

_OFFSET_FETCH_RESPONSE_GROUP = Struct(
    "OffsetFetchResponseGroup",
    Field("group_id", STRING, "8+"),
    Field("topics", Array(_OFFSET_FETCH_RESPONSE_TOPICS), "8+"),
    Field("error_code", INT16, "8+"),
)

RESPONSE = Message(
    "OffsetFetchResponse",
    Field("throttle_time_ms", INT32, "3+", ignorable=True),
    Field("topics", Array(_OFFSET_FETCH_RESPONSE_TOPIC), "0-7"),
    Field("error_code", INT16, "2-7", ignorable=True),
    Field("groups", Array(_OFFSET_FETCH_RESPONSE_GROUP), "8+"),
    api_key=9,
    versions="0-10",
    flexible="6+",
)
