"""ApiVersions (key 18): what a broker speaks; the first request of nearly every client.

1   response: throttle time
2   throttled clients get the response first and are muted afterwards
3   flexible; the client's software and its version; response: features, as tagged fields
4   response: a supported feature may start at version 0 (KAFKA-17011)
5   cluster and broker that the client means to have reached (KIP-1242)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT16, INT32, INT64, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "ApiVersionsRequest",
    Field("client_software_name", STRING, "3+", ignorable=True),
    Field("client_software_version", STRING, "3+", ignorable=True),
    Field("cluster_id", STRING, "5+", nullable="5+", default=None, ignorable=True),
    Field("node_id", INT32, "5+", default=-1, ignorable=True),
    api_key=18,
    versions="0-5",
    flexible="3+",
)

_API_VERSION = Struct(
    "ApiVersion",
    Field("api_key", INT16, "0+"),
    Field("min_version", INT16, "0+"),
    Field("max_version", INT16, "0+"),
)

_SUPPORTED_FEATURE_KEY = Struct(
    "SupportedFeatureKey",
    Field("name", STRING, "3+"),
    Field("min_version", INT16, "3+"),
    Field("max_version", INT16, "3+"),
)

_FINALIZED_FEATURE_KEY = Struct(
    "FinalizedFeatureKey",
    Field("name", STRING, "3+"),
    Field("max_version_level", INT16, "3+"),
    Field("min_version_level", INT16, "3+"),
)

RESPONSE = Message(
    "ApiVersionsResponse",
    Field("error_code", INT16, "0+"),
    Field("api_keys", Array(_API_VERSION), "0+"),
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("supported_features", Array(_SUPPORTED_FEATURE_KEY), "3+", ignorable=True, tag=0),
    Field("finalized_features_epoch", INT64, "3+", default=-1, ignorable=True, tag=1),
    Field("finalized_features", Array(_FINALIZED_FEATURE_KEY), "3+", ignorable=True, tag=2),
    Field("zk_migration_ready", BOOL, "3+", ignorable=True, tag=3),
    api_key=18,
    versions="0-5",
    flexible="3+",
)
