"""OffsetCommit (key 8): a group's committed offsets are stored.

0   into ZooKeeper
1   into the group's coordinator: generation, member, a timestamp for each partition
2   retention time; the timestamps are gone
3   response: throttle time
4   throttled clients get the response first and are muted afterwards
5   the retention time is gone
6   leader epoch of the committed offset
7   static members
8   flexible
9   the generation may be a member epoch (KIP-848)
10  topic ids instead of names
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
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

_OFFSET_COMMIT_REQUEST_PARTITION = Struct(
    "OffsetCommitRequestPartition",
    Field("partition_index", INT32, "0+"),
    Field("committed_offset", INT64, "0+"),
    Field("committed_leader_epoch", LEADER_EPOCH, "6+", default=-1, ignorable=True),
    Field("commit_timestamp", INT64, "1", default=-1),
    Field("committed_metadata", STRING, "0+", nullable="0+"),
)

_OFFSET_COMMIT_REQUEST_TOPIC = Struct(
    "OffsetCommitRequestTopic",
    Field("name", STRING, "0-9", ignorable=True),
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("partitions", Array(_OFFSET_COMMIT_REQUEST_PARTITION), "0+"),
)

REQUEST = Message(
    "OffsetCommitRequest",
    Field("group_id", STRING, "0+"),
    Field("generation_id_or_member_epoch", INT32, "1+", default=-1, ignorable=True),
    Field("member_id", STRING, "1+", ignorable=True),
    Field("group_instance_id", STRING, "7+", nullable="7+", default=None),
    Field("retention_time_ms", INT64, "2-4", default=-1, ignorable=True),
    Field("topics", Array(_OFFSET_COMMIT_REQUEST_TOPIC), "0+"),
    api_key=8,
    versions="0-10",
    flexible="8+",
)

_OFFSET_COMMIT_RESPONSE_PARTITION = Struct(
    "OffsetCommitResponsePartition",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_OFFSET_COMMIT_RESPONSE_TOPIC = Struct(
    "OffsetCommitResponseTopic",
    Field("name", STRING, "0-9", ignorable=True),
    Field("topic_id", UUID, "10+", ignorable=True),
    Field("partitions", Array(_OFFSET_COMMIT_RESPONSE_PARTITION), "0+"),
)

RESPONSE = Message(
    "OffsetCommitResponse",
    Field("throttle_time_ms", INT32, "3+", ignorable=True),
    Field("topics", Array(_OFFSET_COMMIT_RESPONSE_TOPIC), "0+"),
    api_key=8,
    versions="0-10",
    flexible="8+",
)
