"""DescribeAcls (key 29): the ACLs that a filter matches.

0   literal resource names only
1   pattern types; throttled clients get the response first and are muted afterwards
2   flexible
3   resource type user
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "DescribeAclsRequest",
    Field("resource_type_filter", INT8, "0+"),
    Field("resource_name_filter", STRING, "0+", nullable="0+"),
    Field("pattern_type_filter", INT8, "1+", default=3),
    Field("principal_filter", STRING, "0+", nullable="0+"),
    Field("host_filter", STRING, "0+", nullable="0+"),
    Field("operation", INT8, "0+"),
    Field("permission_type", INT8, "0+"),
    api_key=29,
    versions="0-3",
    flexible="2+",
)

_ACL_DESCRIPTION = Struct(
    "AclDescription",
    Field("principal", STRING, "0+"),
    Field("host", STRING, "0+"),
    Field("operation", INT8, "0+"),
    Field("permission_type", INT8, "0+"),
)

_DESCRIBE_ACLS_RESOURCE = Struct(
    "DescribeAclsResource",
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("pattern_type", INT8, "1+", default=3),
    Field("acls", Array(_ACL_DESCRIPTION), "0+"),
)

RESPONSE = Message(
    "DescribeAclsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("resources", Array(_DESCRIBE_ACLS_RESOURCE), "0+"),
    api_key=29,
    versions="0-3",
    flexible="2+",
)
