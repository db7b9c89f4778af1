"""Writes a client's metrics as OpenTelemetry's MetricsData, protobuf (KIP-714). Without I/O, bounded.

    metrics ─▶ one field of ScopeMetrics each ─▶ as many as there is room for ─▶ MetricsData with one resource

It writes what `otlp` reads: gauges and sums that only grow, each of one data point. A property test holds the two
together, and another one both to OpenTelemetry's own package, which is not used: it would pin users' protobuf, and
importing it takes a tenth of a second (decision 0097).

Not here: which metrics those are (`wire.client_measures`), and compression (`wire.telemetry_payload`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from kavka.protocol import otlp_schema as schema

ENVELOPE_BYTES: Final = 2 * (1 + 5)
"""Tags and lengths of ResourceMetrics and ScopeMetrics."""

_VARINT, _EIGHT_BYTES, _LENGTH = 0, 1, 2
_DOUBLE: Final = struct.Struct("<d")
_SFIXED64: Final = struct.Struct("<q")
_UFIXED64: Final = struct.Struct("<Q")


class Metric(NamedTuple):
    """One value of one metric.

    Attributes:
        name: such as `org.apache.kafka.producer.record.queue.time.avg`.
        value: what was measured; an int is written as one, and has 64 bits.
        labels: names and values, beside the client's own.
        is_sum: whether it only grows; if not, it is a gauge.
    """

    name: str
    value: float
    labels: tuple[tuple[str, str], ...] = ()
    is_sum: bool = False


class Period(NamedTuple):
    """What time the values are of, by the client's wall clock.

    Attributes:
        start_ns: since when sums count.
        end_ns: when all was measured.
        is_delta: whether sums are what came since `start_ns`, the last push; if not, they count since the client began.
    """

    start_ns: int
    end_ns: int
    is_delta: bool


def metrics_data(
    metrics: Iterable[Metric], resource: Mapping[str, str], period: Period, *, bytes_max: int
) -> tuple[bytes, list[Metric]]:
    """Returns metrics as MetricsData, and those that were left out since there was no room; no bytes of none.

    Args:
        metrics: the more important ones first.
        resource: attributes of the client.
        period: what time they are of.
        bytes_max: of the result.
    """
    attributes = b"".join(_attribute(schema.RESOURCE_ATTRIBUTES, *pair) for pair in resource.items())
    head = _field(schema.RESOURCE_METRICS_RESOURCE, attributes)
    room = bytes_max - len(head) - ENVELOPE_BYTES
    parts: list[bytes] = []
    left_out: list[Metric] = []
    for metric in metrics:
        part = _field(schema.SCOPE_METRICS, _metric(metric, period))
        if len(part) > room:
            left_out.append(metric)
        else:
            room -= len(part)
            parts.append(part)
    if not parts:
        return b"", left_out
    scope = _field(schema.RESOURCE_METRICS_SCOPES, b"".join(parts))
    return _field(schema.DATA_RESOURCE_METRICS, head + scope), left_out


def _metric(metric: Metric, period: Period) -> bytes:
    point = _field(schema.POINTS, _point(metric, period))
    name = _field(schema.METRIC_NAME, metric.name.encode())
    if not metric.is_sum:
        return name + _field(schema.METRIC_GAUGE, point)
    temporality = schema.DELTA if period.is_delta else schema.CUMULATIVE
    kind = _tag(schema.SUM_TEMPORALITY, _VARINT) + _varint(temporality) + _tag(schema.SUM_IS_MONOTONIC, _VARINT)
    return name + _field(schema.METRIC_SUM, point + kind + _varint(1))


def _point(metric: Metric, period: Period) -> bytes:
    if isinstance(metric.value, int):
        value = _tag(schema.POINT_INT, _EIGHT_BYTES) + _SFIXED64.pack(metric.value)
    else:
        value = _tag(schema.POINT_DOUBLE, _EIGHT_BYTES) + _DOUBLE.pack(metric.value)
    start = b""
    if metric.is_sum:
        start = _tag(schema.POINT_START_TIME, _EIGHT_BYTES) + _UFIXED64.pack(period.start_ns)
    time = _tag(schema.POINT_TIME, _EIGHT_BYTES) + _UFIXED64.pack(period.end_ns)
    return start + time + value + b"".join(_attribute(schema.POINT_ATTRIBUTES, *pair) for pair in metric.labels)


def _attribute(number: int, key: str, text: str) -> bytes:
    value = _field(schema.VALUE_STRING, text.encode(errors="replace"))
    return _field(number, _field(schema.ATTRIBUTE_KEY, key.encode()) + _field(schema.ATTRIBUTE_VALUE, value))


def _field(number: int, body: bytes) -> bytes:
    return _tag(number, _LENGTH) + _varint(len(body)) + body


def _tag(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
