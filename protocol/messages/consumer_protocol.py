"""What consumers send each other through JoinGroup and SyncGroup: subscriptions to the leader, assignments from it.

No API: these are the payloads of `JoinGroupRequestProtocol.metadata` and `SyncGroupRequestAssignment.assignment` when
the protocol type is "consumer". There an int16 with the version stands before each. The broker passes them on unread
unless somebody describes the group. A payload of a later version is read as the highest one here, and what follows is
left alone: later versions only append (`codec.decode_prefix`).

1   subscription: the partitions that the member owns (cooperative rebalancing)
2   subscription: the generation in which it got them
3   subscription: the member's rack
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT32, STRING, Array, Field, Message, Struct

_OWNED = Struct(
    "TopicPartition",
    Field("topic", STRING, "1+"),
    Field("partitions", Array(INT32), "1+"),
)

SUBSCRIPTION = Message(
    "ConsumerProtocolSubscription",
    Field("topics", Array(STRING), "0+"),
    Field("user_data", BYTES, "0+", nullable="0+", default=None),
    Field("owned_partitions", Array(_OWNED), "1+", ignorable=True),
    Field("generation_id", INT32, "2+", default=-1, ignorable=True),
    Field("rack_id", STRING, "3+", nullable="3+", default=None, ignorable=True),
    api_key=-1,
    versions="0-3",
    flexible=None,
)

_ASSIGNED = Struct(
    "TopicPartition",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

ASSIGNMENT = Message(
    "ConsumerProtocolAssignment",
    Field("assigned_partitions", Array(_ASSIGNED), "0+"),
    Field("user_data", BYTES, "0+", nullable="0+", default=None),
    api_key=-1,
    versions="0-3",
    flexible=None,
)

MESSAGES = (ASSIGNMENT, SUBSCRIPTION)
