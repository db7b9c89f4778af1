"""ListGroups (key 16): the groups that a broker coordinates.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   flexible
4   filter by state; response: states
5   filter by type; response: types
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "ListGroupsRequest",
    Field("states_filter", Array(STRING), "4+"),
    Field("types_filter", Array(STRING), "5+"),
    api_key=16,
    versions="0-5",
    flexible="3+",
)

_LISTED_GROUP = Struct(
    "ListedGroup",
    Field("group_id", STRING, "0+"),
    Field("protocol_type", STRING, "0+"),
    Field("group_state", STRING, "4+", ignorable=True),
    Field("group_type", STRING, "5+", ignorable=True),
)

RESPONSE = Message(
    "ListGroupsResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "0+"),
    Field("groups", Array(_LISTED_GROUP), "0+"),
    api_key=16,
    versions="0-5",
    flexible="3+",
)
