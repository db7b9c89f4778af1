"""DescribeShareGroupOffsets (key 90): the start offsets of share groups, and how much is left (KIP-932).

1   response: the lag (KIP-1226)
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

_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = Struct(
    "DescribeShareGroupOffsetsRequestTopic",
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_GROUP = Struct(
    "DescribeShareGroupOffsetsRequestGroup",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC), "0+", nullable="0+"),
)

REQUEST = Message(
    "DescribeShareGroupOffsetsRequest",
    Field("groups", Array(_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_GROUP), "0+"),
    api_key=90,
    versions="0-1",
    flexible="0+",
)

_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION = Struct(
    "DescribeShareGroupOffsetsResponsePartition",
    Field("partition_index", INT32, "0+"),
    Field("start_offset", INT64, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
    Field("lag", INT64, "1+", default=-1, ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC = Struct(
    "DescribeShareGroupOffsetsResponseTopic",
    Field("topic_name", STRING, "0+"),
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION), "0+"),
)

_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_GROUP = Struct(
    "DescribeShareGroupOffsetsResponseGroup",
    Field("group_id", STRING, "0+"),
    Field("topics", Array(_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC), "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
)

RESPONSE = Message(
    "DescribeShareGroupOffsetsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("groups", Array(_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_GROUP), "0+"),
    api_key=90,
    versions="0-1",
    flexible="0+",
)
