"""DescribeGroups (key 15): state, members and assignments of groups.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   authorized operations, on request
4   response: static members
5   flexible
6   GROUP_ID_NOT_FOUND for a group that is not there, and a message (KIP-1043)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, BYTES, INT16, INT32, STRING, Array, Field, Message, Struct

INT32_MIN = -0x8000_0000

REQUEST = Message(
    "DescribeGroupsRequest",
    Field("groups", Array(STRING), "0+"),
    Field("include_authorized_operations", BOOL, "3+"),
    api_key=15,
    versions="0-6",
    flexible="5+",
)

_DESCRIBED_GROUP_MEMBER = Struct(
    "DescribedGroupMember",
    Field("member_id", STRING, "0+"),
    Field("group_instance_id", STRING, "4+", nullable="4+", default=None, ignorable=True),
    Field("client_id", STRING, "0+"),
    Field("client_host", STRING, "0+"),
    Field("member_metadata", BYTES, "0+"),
    Field("member_assignment", BYTES, "0+"),
)

_DESCRIBED_GROUP = Struct(
    "DescribedGroup",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "6+", nullable="6+", default=None),
    Field("group_id", STRING, "0+"),
    Field("group_state", STRING, "0+"),
    Field("protocol_type", STRING, "0+"),
    Field("protocol_data", STRING, "0+"),
    Field("members", Array(_DESCRIBED_GROUP_MEMBER), "0+"),
    Field("authorized_operations", INT32, "3+", default=INT32_MIN),
)

RESPONSE = Message(
    "DescribeGroupsResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("groups", Array(_DESCRIBED_GROUP), "0+"),
    api_key=15,
    versions="0-6",
    flexible="5+",
)
