"""GetTelemetrySubscriptions (key 71): which metrics a client is to push, and how often (KIP-714). Flexible from 0 on.

The first request has a client instance id of zeros; the response assigns one, which the client keeps for its life.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, INT8, INT16, INT32, STRING, UUID, Array, Field, Message

REQUEST = Message(
    "GetTelemetrySubscriptionsRequest",
    Field("client_instance_id", UUID, "0+"),
    api_key=71,
    versions="0",
    flexible="0+",
)

RESPONSE = Message(
    "GetTelemetrySubscriptionsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("client_instance_id", UUID, "0+"),
    Field("subscription_id", INT32, "0+"),
    Field("accepted_compression_types", Array(INT8), "0+"),
    Field("push_interval_ms", INT32, "0+"),
    Field("telemetry_max_bytes", INT32, "0+"),
    Field("delta_temporality", BOOL, "0+"),
    Field("requested_metrics", Array(STRING), "0+"),
    api_key=71,
    versions="0",
    flexible="0+",
)
