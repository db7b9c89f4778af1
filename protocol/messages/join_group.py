"""JoinGroup (key 11): a member enters a rebalance and waits for the others.

1   rebalance timeout, apart from the session timeout
2   response: throttle time
3   throttled clients get the response first and are muted afterwards
4   a member without an id gets one with MEMBER_ID_REQUIRED and has to come again (KIP-394)
5   static members (KIP-345)
6   flexible
7   response: protocol type; the protocol's name may be null
8   the reason for joining (KIP-800)
9   response: whether the leader should skip the assignment
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, BYTES, INT16, INT32, STRING, Array, Field, Message, Struct

_JOIN_GROUP_REQUEST_PROTOCOL = Struct(
    "JoinGroupRequestProtocol",
    Field("name", STRING, "0+"),
    Field("metadata", BYTES, "0+"),
)

REQUEST = Message(
    "JoinGroupRequest",
    Field("group_id", STRING, "0+"),
    Field("session_timeout_ms", INT32, "0+"),
    Field("rebalance_timeout_ms", INT32, "1+", default=-1, ignorable=True),
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "5+", nullable="5+", default=None),
    Field("protocol_type", STRING, "0+"),
    Field("protocols", Array(_JOIN_GROUP_REQUEST_PROTOCOL), "0+"),
    Field("reason", STRING, "8+", nullable="8+", default=None, ignorable=True),
    api_key=11,
    versions="0-9",
    flexible="6+",
)

_JOIN_GROUP_RESPONSE_MEMBER = Struct(
    "JoinGroupResponseMember",
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("metadata", BYTES, "0+"),
)

RESPONSE = Message(
    "JoinGroupResponse",
    Field("throttle_time_ms", INT32, "2+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("generation_id", INT32, "0+", default=-1),
    Field("protocol_type", STRING, "7+", nullable="7+", default=None, ignorable=True),
    Field("protocol_name", STRING, "0+", nullable="7+"),
    Field("leader", STRING, "0+"),
    Field("skip_assignment", BOOL, "9+"),
    Field("member_id", STRING, "0+"),
    Field("members", Array(_JOIN_GROUP_RESPONSE_MEMBER), "0+"),
    api_key=11,
    versions="0-9",
    flexible="6+",
)
