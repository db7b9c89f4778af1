"""ConsumerGroupDescribe (key 69): state, epochs, members and assignments of groups of the consumer protocol (KIP-848).

1   response: the protocol that each member speaks, as a group may be on its way from one to the other
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, UUID, Array, Field, Message, Struct

REQUEST = Message(
    "ConsumerGroupDescribeRequest",
    Field("group_ids", Array(STRING), "0+"),
    Field("include_authorized_operations", BOOL, "0+"),
    api_key=69,
    versions="0-1",
    flexible="0+",
)

_TOPIC_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ASSIGNMENT = Struct("Assignment", Field("topic_partitions", Array(_TOPIC_PARTITIONS), "0+"))

_MEMBER = Struct(
    "Member",
    Field("member_id", STRING, "0+"),
    Field("instance_id", STRING, "0+", nullable="0+", default=None),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("member_epoch", INT32, "0+"),
    Field("client_id", STRING, "0+"),
    Field("client_host", STRING, "0+"),
    Field("subscribed_topic_names", Array(STRING), "0+"),
    Field("subscribed_topic_regex", STRING, "0+", nullable="0+", default=None),
    Field("assignment", _ASSIGNMENT, "0+"),
    Field("target_assignment", _ASSIGNMENT, "0+"),
    Field("member_type", INT8, "1+", default=-1, ignorable=True),
)

_GROUP = Struct(
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
    "ConsumerGroupDescribeResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("groups", Array(_GROUP), "0+"),
    api_key=69,
    versions="0-1",
    flexible="0+",
)
