"""Reads the metrics that clients push: OpenTelemetry's MetricsData, protobuf (KIP-714). Without I/O, bounded.

    MetricsData ─▶ ResourceMetrics ─▶ ScopeMetrics ─▶ Metric ─▶ Gauge, Sum ─▶ NumberDataPoint      (`otlp_schema`)

The depth is the schema's, so nothing recurses, and each byte is looked at some eight times at most. Fields that are not
drawn are skipped: units, descriptions, exemplars, histograms (KIP-714's metrics have none). Fields may stand in any
order, as in every protobuf. After `FIELDS_MAX` of them the rest is left unread: small fields would cost many times
their bytes.

It is written here since opentelemetry-proto's import alone would hold the event loop for 0.1 s, and a megabyte of empty
messages would become 34 MB there (decision 0097). Tests hold it to that package.

Not here: decompression (`protocol.records.compression`), and what becomes of the values (`broker.telemetry`). What the
bundled clients push is written by `otlp_writer`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from kavka.protocol import otlp_schema as schema
from kavka.protocol.errors import DecodeError
from kavka.protocol.protobuf import NO_SPAN, FieldWalk

FIELDS_MAX: Final = 100_000
"""Protobuf fields that are read of one push: a data point with two attributes takes 16, so some 6,000 points."""

ATTRIBUTES_MAX: Final = 32
"""Attributes that are read of one resource or data point; clients send some four."""

LEAF_FIELDS_MAX: Final = 128
"""Fields that are read of one resource, data point or attribute, which are read in one step."""

_DOUBLE: Final = struct.Struct("<d")
_SFIXED64: Final = struct.Struct("<q")
_UFIXED64: Final = struct.Struct("<Q")

_Attributes = tuple[tuple[str, str], ...]


class Point(NamedTuple):
    """One value of one metric.

    Attributes:
        name: the metric's, such as `org.apache.kafka.producer.record.queue.time.avg`.
        attributes: the resource's and then the point's own.
        value: what was measured.
        is_monotonic: whether it only grows.
        is_delta: whether it is what came since the client's last push.
        time_ns: the client's clock when it was measured; 0: not said.
    """

    name: str
    attributes: _Attributes
    value: float
    is_monotonic: bool
    is_delta: bool
    time_ns: int


class MetricsReader:
    """Reads the data points of one push.

    Args:
        data: MetricsData, decompressed.
        fields_max: fields that are read at most.
    """

    __slots__ = ("_data", "_walk")

    def __init__(self, data: bytes, fields_max: int = FIELDS_MAX) -> None:
        self._data = data
        self._walk = FieldWalk(data, fields_max)

    @property
    def fields_left(self) -> int:
        """Returns how many more fields are read."""
        return self._walk.fields_left

    @property
    def is_whole(self) -> bool:
        """Tells whether all was read so far, and nothing left unread for its many fields."""
        return self._walk.fields_left > 0

    def points(self) -> Iterator[Point | None]:
        """Yields data points, and None in between where others may have their turn.

        Raises:
            DecodeError: the bytes are no such protobuf.
        """
        try:
            for number, start, end in self._walk.fields(0, len(self._data)):
                if number == schema.DATA_RESOURCE_METRICS and end >= 0:
                    yield from self._of_resource(start, end)
                if self._walk.is_due():
                    yield None
        except UnicodeDecodeError as error:
            raise DecodeError(f"a string of the metrics is no UTF-8: {error.reason}") from None

    def _of_resource(self, start: int, end: int) -> Iterator[Point | None]:
        attributes: _Attributes = ()
        scopes: list[tuple[int, int]] = []
        for number, inner, inner_end in self._walk.fields(start, end):
            if inner_end >= 0:
                if number == schema.RESOURCE_METRICS_RESOURCE:
                    attributes = self._attributes(inner, inner_end, field=schema.RESOURCE_ATTRIBUTES)
                elif number == schema.RESOURCE_METRICS_SCOPES:
                    scopes.append((inner, inner_end))
            if self._walk.is_due():
                yield None
        for scope in scopes:
            for number, inner, inner_end in self._walk.fields(*scope):
                if number == schema.SCOPE_METRICS and inner_end >= 0:
                    yield from self._of_metric(inner, inner_end, attributes)
                if self._walk.is_due():
                    yield None

    def _of_metric(self, start: int, end: int, attributes: _Attributes) -> Iterator[Point | None]:
        name, kind, data = "", 0, (0, 0)
        for number, inner, inner_end in self._walk.fields(start, end):
            if inner_end >= 0:
                if number == schema.METRIC_NAME:
                    name = self._data[inner:inner_end].decode()
                elif number in (schema.METRIC_GAUGE, schema.METRIC_SUM):
                    kind, data = number, (inner, inner_end)
            if self._walk.is_due():
                yield None
        yield from self._of_data(name, attributes, data, is_sum=kind == schema.METRIC_SUM)

    def _of_data(
        self, name: str, attributes: _Attributes, data: tuple[int, int], *, is_sum: bool
    ) -> Iterator[Point | None]:
        points: list[tuple[int, int]] = []
        temporality = monotonic = 0
        for number, inner, inner_end in self._walk.fields(*data):
            if number == schema.POINTS and inner_end >= 0:
                points.append((inner, inner_end))
            elif number == schema.SUM_TEMPORALITY and inner_end == NO_SPAN:
                temporality = inner
            elif number == schema.SUM_IS_MONOTONIC and inner_end == NO_SPAN:
                monotonic = inner
            if self._walk.is_due():
                yield None
        is_monotonic, is_delta = is_sum and monotonic != 0, is_sum and temporality == schema.DELTA
        for point in points:
            yield self._point(name, attributes, point, is_monotonic=is_monotonic, is_delta=is_delta)

    def _point(
        self, name: str, attributes: _Attributes, span: tuple[int, int], *, is_monotonic: bool, is_delta: bool
    ) -> Point | None:
        value, time_ns = self._value(*span)
        if value is None:
            return None
        own = self._attributes(*span, field=schema.POINT_ATTRIBUTES)
        return Point(name, attributes + own, value, is_monotonic, is_delta, time_ns)

    def _value(self, start: int, end: int) -> tuple[float | None, int]:
        """Returns a data point's value, None where it has none, and its time."""
        found: float | None = None
        time_ns = 0
        for number, inner, inner_end in islice(self._walk.fields(start, end), LEAF_FIELDS_MAX):
            if inner_end - inner == 8 and inner_end >= 0:
                if number == schema.POINT_DOUBLE:
                    (found,) = _DOUBLE.unpack_from(self._data, inner)
                elif number == schema.POINT_INT:
                    found = float(_SFIXED64.unpack_from(self._data, inner)[0])
                elif number == schema.POINT_TIME:
                    (time_ns,) = _UFIXED64.unpack_from(self._data, inner)
        return found, time_ns

    def _attributes(self, start: int, end: int, *, field: int) -> _Attributes:
        """Reads the attributes of a message; those whose values are no texts or numbers are left out."""
        found: list[tuple[str, str]] = []
        for number, inner, inner_end in islice(self._walk.fields(start, end), LEAF_FIELDS_MAX):
            if number == field and inner_end >= 0:
                attribute = self._attribute(inner, inner_end)
                if attribute is not None:
                    found.append(attribute)
                    if len(found) == ATTRIBUTES_MAX:
                        break
        return tuple(found)

    def _attribute(self, start: int, end: int) -> tuple[str, str] | None:
        key, text = "", None
        for number, inner, inner_end in islice(self._walk.fields(start, end), LEAF_FIELDS_MAX):
            if inner_end >= 0:
                if number == schema.ATTRIBUTE_KEY:
                    key = self._data[inner:inner_end].decode()
                elif number == schema.ATTRIBUTE_VALUE:
                    text = self._any_text(inner, inner_end)
        return None if text is None else (key, text)

    def _any_text(self, start: int, end: int) -> str | None:
        """Renders an AnyValue: a string, a boolean or a number; None for the others."""
        text = None
        for number, inner, inner_end in islice(self._walk.fields(start, end), LEAF_FIELDS_MAX):
            if inner_end == NO_SPAN:
                if number == schema.VALUE_BOOL:
                    text = "true" if inner else "false"
                elif number == schema.VALUE_INT:
                    text = str(inner - (1 << 64) if inner >> 63 else inner)
            elif number == schema.VALUE_STRING:
                text = self._data[inner:inner_end].decode()
            elif number == schema.VALUE_DOUBLE and inner_end - inner == 8:
                text = repr(_DOUBLE.unpack_from(self._data, inner)[0])
        return text
