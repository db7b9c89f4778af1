"""Numbers of the protobuf fields of OpenTelemetry's MetricsData that clients' metrics have (KIP-714). Pure data.

    MetricsData ─▶ ResourceMetrics ─┬ Resource: attributes of the client
                                    └ ScopeMetrics ─▶ Metric: name ─┬ Gauge ─▶ NumberDataPoint: attributes, value
                                                                    └ Sum ───▶ the same; temporality, monotonic

What a broker reads by them is `otlp`, what a client writes `otlp_writer`. A message's fields begin with its name. The
numbers are those of opentelemetry-proto's metrics.proto, common.proto and resource.proto, version 1.
"""

from __future__ import annotations

from typing import Final

DATA_RESOURCE_METRICS: Final = 1

RESOURCE_METRICS_RESOURCE: Final = 1
RESOURCE_METRICS_SCOPES: Final = 2

RESOURCE_ATTRIBUTES: Final = 1

SCOPE_METRICS: Final = 2

METRIC_NAME: Final = 1
METRIC_GAUGE: Final = 5
METRIC_SUM: Final = 7

POINTS: Final = 1
"""Of a gauge and of a sum."""
SUM_TEMPORALITY: Final = 2
SUM_IS_MONOTONIC: Final = 3

DELTA: Final = 1
"""AGGREGATION_TEMPORALITY_DELTA: what came since the last push."""
CUMULATIVE: Final = 2
"""AGGREGATION_TEMPORALITY_CUMULATIVE: since the client began."""

POINT_START_TIME: Final = 2
POINT_TIME: Final = 3
POINT_DOUBLE: Final = 4
POINT_INT: Final = 6
POINT_ATTRIBUTES: Final = 7

ATTRIBUTE_KEY: Final = 1
ATTRIBUTE_VALUE: Final = 2

VALUE_STRING: Final = 1
VALUE_BOOL: Final = 2
VALUE_INT: Final = 3
VALUE_DOUBLE: Final = 4
