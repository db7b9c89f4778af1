"""ConsumerGroupHeartbeat (key 68): all that a member of a group of the consumer protocol says and hears (KIP-848).

Member epochs: 0 joins, -1 leaves, -2 leaves for a while (static members); what is null has not changed.

1   subscription by regular expression; the client makes its member id
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, UUID, Array, Field, Message, Struct

_OWNED = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

REQUEST = Message(
    "ConsumerGroupHeartbeatRequest",
    Field("group_id", STRING, "0+"),
    Field("member_id", STRING, "0+"),
    Field("member_epoch", INT32, "0+"),
    Field("instance_id", STRING, "0+", nullable="0+", default=None),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("rebalance_timeout_ms", INT32, "0+", default=-1),
    Field("subscribed_topic_names", Array(STRING), "0+", nullable="0+", default=None),
    Field("subscribed_topic_regex", STRING, "1+", nullable="1+", default=None),
    Field("server_assignor", STRING, "0+", nullable="0+", default=None),
    Field("topic_partitions", Array(_OWNED), "0+", nullable="0+", default=None),
    api_key=68,
    versions="0-1",
    flexible="0+",
)

_ASSIGNED = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ASSIGNMENT = Struct("Assignment", Field("topic_partitions", Array(_ASSIGNED), "0+"))

RESPONSE = Message(
    "ConsumerGroupHeartbeatResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("member_id", STRING, "0+", nullable="0+", default=None),
    Field("member_epoch", INT32, "0+"),
    Field("heartbeat_interval_ms", INT32, "0+"),
    Field("assignment", _ASSIGNMENT, "0+", nullable="0+"),
    api_key=68,
    versions="0-1",
    flexible="0+",
)
