"""CreateAcls (key 30): add ACLs.

0   literal resource names only
1   pattern types; throttled clients get the response first and are muted afterwards
2   flexible
3   resource type user
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_ACL_CREATION = Struct(
    "AclCreation",
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("resource_pattern_type", INT8, "1+", default=3),
    Field("principal", STRING, "0+"),
    Field("host", STRING, "0+"),
    Field("operation", INT8, "0+"),
    Field("permission_type", INT8, "0+"),
)

REQUEST = Message(
    "CreateAclsRequest",
    Field("creations", Array(_ACL_CREATION), "0+"),
    api_key=30,
    versions="0-3",
    flexible="2+",
)

_ACL_CREATION_RESULT = Struct(
    "AclCreationResult",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
)

RESPONSE = Message(
    "CreateAclsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("results", Array(_ACL_CREATION_RESULT), "0+"),
    api_key=30,
    versions="0-3",
    flexible="2+",
)
