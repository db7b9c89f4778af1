"""PushTelemetry (key 72): a client's metrics, as OpenTelemetry's MetricsData (KIP-714). Flexible from 0 on.

The metrics are protobuf, compressed as a whole; `kavka.protocol.otlp` reads them.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BOOL, BYTES, INT8, INT16, INT32, UUID, Field, Message

REQUEST = Message(
    "PushTelemetryRequest",
    Field("client_instance_id", UUID, "0+"),
    Field("subscription_id", INT32, "0+"),
    Field("terminating", BOOL, "0+"),
    Field("compression_type", INT8, "0+"),
    Field("metrics", BYTES, "0+"),
    api_key=72,
    versions="0",
    flexible="0+",
)

RESPONSE = Message(
    "PushTelemetryResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    api_key=72,
    versions="0",
    flexible="0+",
)
