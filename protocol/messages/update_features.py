"""UpdateFeatures (key 57): change finalized feature levels. Flexible from 0 on.

0   a flag that allows a downgrade
1   kinds of upgrade instead of the flag; validate only
2   response: no result for each feature, all are updated or none
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, Array, Field, Message, Struct

_FEATURE_UPDATE_KEY = Struct(
    "FeatureUpdateKey",
    Field("feature", STRING, "0+"),
    Field("max_version_level", INT16, "0+"),
    Field("allow_downgrade", BOOL, "0"),
    Field("upgrade_type", INT8, "1+", default=1),
)

REQUEST = Message(
    "UpdateFeaturesRequest",
    Field("timeout_ms", INT32, "0+", default=60000),
    Field("feature_updates", Array(_FEATURE_UPDATE_KEY), "0+"),
    Field("validate_only", BOOL, "1+"),
    api_key=57,
    versions="0-2",
    flexible="0+",
)

_UPDATABLE_FEATURE_RESULT = Struct(
    "UpdatableFeatureResult",
    Field("feature", STRING, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
)

RESPONSE = Message(
    "UpdateFeaturesResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+"),
    Field("results", Array(_UPDATABLE_FEATURE_RESULT), "0-1", ignorable=True),
    api_key=57,
    versions="0-2",
    flexible="0+",
)
