"""ShareGroupHeartbeat (key 76): all that a member of a share group says and hears (KIP-932).

Member epochs: 0 joins, -1 leaves; what is null has not changed. Version 0 was an early access, and nobody offers it.

1   the first stable version
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, UUID, Array, Field, Message, Struct

REQUEST = Message(
    "ShareGroupHeartbeatRequest",
    Field("group_id", STRING, "0+"),
    Field("member_id", STRING, "0+"),
    Field("member_epoch", INT32, "0+"),
    Field("rack_id", STRING, "0+", nullable="0+", default=None),
    Field("subscribed_topic_names", Array(STRING), "0+", nullable="0+", default=None),
    api_key=76,
    versions="1-1",
    flexible="0+",
)

_TOPIC_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ASSIGNMENT = Struct(
    "Assignment",
    Field("topic_partitions", Array(_TOPIC_PARTITIONS), "0+"),
)

RESPONSE = Message(
    "ShareGroupHeartbeatResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("member_id", STRING, "0+", nullable="0+", default=None),
    Field("member_epoch", INT32, "0+"),
    Field("heartbeat_interval_ms", INT32, "0+"),
    Field("assignment", _ASSIGNMENT, "0+", nullable="0+", default=None),
    api_key=76,
    versions="1-1",
    flexible="0+",
)
