"""Metrics as clients push them, made with OpenTelemetry's own package, and requests around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.metrics.v1.metrics_pb2 import (
    AGGREGATION_TEMPORALITY_CUMULATIVE,
    AGGREGATION_TEMPORALITY_DELTA,
    Gauge,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.proto.resource.v1.resource_pb2 import Resource

from kavka.protocol.messages import PushTelemetryRequest
from kavka.protocol.records.compression import Compression, compress


def attributes(texts: Mapping[str, str]) -> list[Any]:
    """Attributes that are texts."""
    return [KeyValue(key=key, value=AnyValue(string_value=text)) for key, text in texts.items()]


def gauge(name: str, value: float, **labels: str) -> Any:
    """A metric that goes up and down."""
    return Metric(name=name, gauge=Gauge(data_points=[_point(value, labels)]))


def total(name: str, value: float, *, is_delta: bool = False, is_monotonic: bool = True, **labels: str) -> Any:
    """A sum, since the client began or since its last push."""
    temporality = AGGREGATION_TEMPORALITY_DELTA if is_delta else AGGREGATION_TEMPORALITY_CUMULATIVE
    return Metric(
        name=name,
        sum=Sum(data_points=[_point(value, labels)], aggregation_temporality=temporality, is_monotonic=is_monotonic),
    )


def _point(value: float, labels: Mapping[str, str]) -> Any:
    return NumberDataPoint(as_double=value, time_unix_nano=1_700_000_000_000_000_000, attributes=attributes(labels))


def metrics_data(metrics: Iterable[Any], resource: Mapping[str, str] | None = None) -> bytes:
    """All that a client pushes at a time."""
    data = MetricsData(
        resource_metrics=[
            ResourceMetrics(
                resource=Resource(attributes=attributes(resource or {})),
                scope_metrics=[ScopeMetrics(metrics=list(metrics))],
            )
        ]
    )
    return bytes(data.SerializeToString())


def push(
    instance_id: bytes,
    subscription_id: int,
    *metrics: Any,
    compression: Compression = Compression.NONE,
    **fields: Any,
) -> PushTelemetryRequest:
    """A push of these metrics."""
    data = metrics_data(metrics, fields.pop("resource", None)) if metrics else b""
    values: dict[str, Any] = {
        "client_instance_id": instance_id,
        "subscription_id": subscription_id,
        "compression_type": int(compression),
        "metrics": bytes(compress(compression, data)) if data else b"",
    }
    return PushTelemetryRequest(**(values | fields))
