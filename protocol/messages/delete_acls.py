"""DeleteAcls (key 31): remove the ACLs that filters match.

0   literal resource names only
1   pattern types; throttled clients get the response first and are muted afterwards
2   flexible
3   resource type user
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_DELETE_ACLS_FILTER = Struct(
    "DeleteAclsFilter",
    Field("resource_type_filter", INT8, "0+"),
    Field("resource_name_filter", STRING, "0+", nullable="0+"),
    Field("pattern_type_filter", INT8, "1+", default=3),
    Field("principal_filter", STRING, "0+", nullable="0+"),
    Field("host_filter", STRING, "0+", nullable="0+"),
    Field("operation", INT8, "0+"),
    Field("permission_type", INT8, "0+"),
)

REQUEST = Message(
    "DeleteAclsRequest",
    Field("filters", Array(_DELETE_ACLS_FILTER), "0+"),
    api_key=31,
    versions="0-3",
    flexible="2+",
)

_DELETE_ACLS_MATCHING_ACL = Struct(
    "DeleteAclsMatchingAcl",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("resource_type", INT8, "0+"),
    Field("resource_name", STRING, "0+"),
    Field("pattern_type", INT8, "1+", default=3),
    Field("principal", STRING, "0+"),
    Field("host", STRING, "0+"),
    Field("operation", INT8, "0+"),
    Field("permission_type", INT8, "0+"),
)

_DELETE_ACLS_FILTER_RESULT = Struct(
    "DeleteAclsFilterResult",
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("matching_acls", Array(_DELETE_ACLS_MATCHING_ACL), "0+"),
)

RESPONSE = Message(
    "DeleteAclsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("filter_results", Array(_DELETE_ACLS_FILTER_RESULT), "0+"),
    api_key=31,
    versions="0-3",
    flexible="2+",
)
