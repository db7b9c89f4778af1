"""SyncGroup (key 14): the leader hands in the assignment, everyone receives their own.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   static members
4   flexible
5   protocol type and name, both ways
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT16, INT32, STRING, Array, Field, Message, Struct

_SYNC_GROUP_REQUEST_ASSIGNMENT = Struct(
    "SyncGroupRequestAssignment",
    Field("member_id", STRING, "0+"),
    Field("assignment", BYTES, "0+"),
)

REQUEST = Message(
    "SyncGroupRequest",
    Field("group_id", STRING, "0+"),
    Field("generation_id", INT32, "0+"),
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "3+", nullable="3+", default=None),
    Field("protocol_type", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("protocol_name", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("assignments", Array(_SYNC_GROUP_REQUEST_ASSIGNMENT), "0+"),
    api_key=14,
    versions="0-5",
    flexible="4+",
)

RESPONSE = Message(
    "SyncGroupResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("protocol_type", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("protocol_name", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("assignment", BYTES, "0+"),
    api_key=14,
    versions="0-5",
    flexible="4+",
)
