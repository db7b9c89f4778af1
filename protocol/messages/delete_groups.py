"""DeleteGroups (key 42): delete groups that have no members.

1   throttled clients get the response first and are muted afterwards
2   flexible
3   response: why a group was not deleted, in words
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "DeleteGroupsRequest",
    Field("groups_names", Array(STRING), "0+"),
    api_key=42,
    versions="0-3",
    flexible="2+",
)

_DELETABLE_GROUP_RESULT = Struct(
    "DeletableGroupResult",
    Field("group_id", STRING, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "3+", nullable="3+", default=None, ignorable=True),
)

RESPONSE = Message(
    "DeleteGroupsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_DELETABLE_GROUP_RESULT), "0+"),
    api_key=42,
    versions="0-3",
    flexible="2+",
)
