"""ShareGroupDescribe (key 77): state, epochs, members and assignments of share groups (KIP-932).

1   the first stable version; 0 was an early access, and nobody offers it
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, STRING, UUID, Array, Field, Message, Struct

REQUEST = Message(
    "ShareGroupDescribeRequest",
    Field("group_ids", Array(STRING), "0+"),
    Field("include_authorized_operations", BOOL, "0+"),
    api_key=77,
    versions="1-1",
    flexible="0+",
)

_TOPIC_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ASSIGNMENT = Struct(
    "Assignment",
    Field("topic_partitions", Array(_TOPIC_PARTITIONS), "0+"),
)

_MEMBER = Struct(
    "Member",
    Field("member_id", STRING, "0+"),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("member_epoch", INT32, "0+"),
    Field("client_id", STRING, "0+"),
    Field("client_host", STRING, "0+"),
    Field("subscribed_topic_names", Array(STRING), "0+"),
    Field("assignment", _ASSIGNMENT, "0+"),
)

_DESCRIBED_GROUP = Struct(
    "DescribedGroup",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("group_id", STRING, "0+"),
    Field("group_state", STRING, "0+"),
    Field("group_epoch", INT32, "0+"),
    Field("assignment_epoch", INT32, "0+"),
    Field("assignor_name", STRING, "0+"),
    Field("members", Array(_MEMBER), "0+"),
    Field("authorized_operations", INT32, "0+", default=-(2**31)),
)

RESPONSE = Message(
    "ShareGroupDescribeResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("groups", Array(_DESCRIBED_GROUP), "0+"),
    api_key=77,
    versions="1-1",
    flexible="0+",
)
