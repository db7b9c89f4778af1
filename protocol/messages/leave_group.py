"""LeaveGroup (key 13): members leave at once instead of by timeout.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   several members, static ones among them
4   flexible
5   the reason for leaving (KIP-800)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

_MEMBER_IDENTITY = Struct(
    "MemberIdentity",
    Field("member_id", STRING, "3+"),
    Field("group_instance_id", STRING, "3+", nullable="3+", default=None),
    Field("reason", STRING, "5+", nullable="5+", default=None, ignorable=True),
)

REQUEST = Message(
    "LeaveGroupRequest",
    Field("group_id", STRING, "0+"),
    Field("member_id", STRING, "0-2"),
    Field("members", Array(_MEMBER_IDENTITY), "3+"),
    api_key=13,
    versions="0-5",
    flexible="4+",
)

_MEMBER_RESPONSE = Struct(
    "MemberResponse",
    Field("member_id", STRING, "3+"),
    Field("group_instance_id", STRING, "3+", nullable="3+"),
    Field("error_code", INT16, "3+"),
)

RESPONSE = Message(
    "LeaveGroupResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("members", Array(_MEMBER_RESPONSE), "3+"),
    api_key=13,
    versions="0-5",
    flexible="4+",
)
