"""Clients' metrics in OpenTelemetry's protobuf: read as its own package reads them, and never more than is allowed."""

from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, ArrayValue, KeyValue
from opentelemetry.proto.metrics.v1.metrics_pb2 import (
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.proto.resource.v1.resource_pb2 import Resource

from kavka.protocol.errors import DecodeError
from kavka.protocol.otlp import ATTRIBUTES_MAX, FIELDS_MAX, MetricsReader, Point
from kavka.protocol.protobuf import FIELDS_PER_TURN
from tests.support.telemetry.pushes import attributes, gauge, metrics_data, total


def read(data, **limits):
    return [point for point in MetricsReader(data, **limits).points() if point is not None]


def test_gauges_and_sums_are_read_with_the_attributes_of_resource_and_point():
    data = metrics_data(
        [
            gauge("org.apache.kafka.producer.request.latency.avg", 2.5, node_id="1"),
            total("org.apache.kafka.producer.connection.creation.total", 7),
            total("moved", 3, is_delta=True, is_monotonic=False),
        ],
        {"client_rack": "r1"},
    )
    time_ns = 1_700_000_000_000_000_000
    assert read(data) == [
        Point(
            "org.apache.kafka.producer.request.latency.avg",
            (("client_rack", "r1"), ("node_id", "1")),
            2.5,
            False,
            False,
            time_ns,
        ),
        Point(
            "org.apache.kafka.producer.connection.creation.total", (("client_rack", "r1"),), 7.0, True, False, time_ns
        ),
        Point("moved", (("client_rack", "r1"),), 3.0, False, True, time_ns),
    ]


def test_fields_may_stand_in_any_order():
    resource = Resource(attributes=attributes({"group_id": "g"}))
    scope = ScopeMetrics(metrics=[gauge("a", 1.0)])
    behind = (
        ResourceMetrics(scope_metrics=[scope]).SerializeToString()
        + ResourceMetrics(resource=resource).SerializeToString()
    )
    data = b"\x0a" + bytes([len(behind)]) + behind
    assert [(point.name, point.attributes) for point in read(data)] == [("a", (("group_id", "g"),))]


def field(number, *parts):
    """A field of bytes: a text, or a message of these fields."""
    body = b"".join(parts)
    size = bytes([len(body)]) if len(body) < 128 else bytes([len(body) & 127 | 128, len(body) >> 7])
    return bytes([number << 3 | 2]) + size + body


STRANGE = bytes([15 << 3, 1]) + field(14, b"?")


@pytest.mark.parametrize("strange", [b"", STRANGE, STRANGE * 60], ids=["none", "some", "many"])
def test_fields_of_later_versions_are_passed_over_in_every_message(strange):
    value = field(1, b"v", b"") + strange
    resource = field(1, strange, field(1, strange, field(1, b"k"), field(2, value)))
    point = field(1, strange, bytes([4 << 3 | 1]), struct.pack("<d", 2.5))
    metric = field(2, strange, field(1, b"m"), field(5, strange, point))
    data = strange + field(1, strange, resource, field(2, strange, metric))
    assert read(data) == [Point("m", (("k", "v"),), 2.5, False, False, 0)]


def test_a_metric_of_many_unknown_fields_lets_others_have_their_turn():
    metric = field(2, field(1, b"m"), STRANGE * FIELDS_PER_TURN)
    assert None in list(MetricsReader(field(1, field(2, metric))).points())


def test_attributes_that_are_numbers_are_texts_and_lists_are_left_out():
    values = {
        "yes": AnyValue(bool_value=True),
        "no": AnyValue(bool_value=False),
        "negative": AnyValue(int_value=-3),
        "half": AnyValue(double_value=0.5),
        "list": AnyValue(array_value=ArrayValue(values=[AnyValue(string_value="x")])),
        "nothing": AnyValue(),
    }
    point = NumberDataPoint(as_int=-4, attributes=[KeyValue(key=key, value=value) for key, value in values.items()])
    (found,) = read(metrics_data([Metric(name="m", gauge=Gauge(data_points=[point]))]))
    assert found.value == -4.0
    assert found.attributes == (("yes", "true"), ("no", "false"), ("negative", "-3"), ("half", "0.5"))


def test_what_is_neither_gauge_nor_sum_and_points_without_a_value_are_left_out():
    histogram = Metric(name="h", histogram=Histogram(data_points=[HistogramDataPoint(count=1, sum=2.0)]))
    empty = Metric(name="e", gauge=Gauge(data_points=[NumberDataPoint()]))
    assert read(metrics_data([histogram, empty, Metric(name="n"), gauge("g", 1.0)])) == read(
        metrics_data([gauge("g", 1.0)])
    )


def test_nothing_is_nothing():
    assert read(b"") == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x0a\x05\x00", "5 bytes where 1 are left"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "more than ten bytes"),
        (b"\x0a\x80", "ends early"),
        (b"\x80", "ends early"),
        (b"\x02\x00", "number 0"),
        (b"\x0b", "wire type 3"),
        (b"\x09\x00", "8 bytes where 1 are left"),
        (metrics_data([gauge("name", 1.0)]).replace(b"name", b"\xff\xfe\xfd\xfc"), "no UTF-8"),
    ],
)
def test_what_is_no_protobuf_is_a_decode_error(data, why):
    with pytest.raises(DecodeError, match=why):
        read(data)


def test_every_truncation_is_a_decode_error_or_less_than_all():
    data = metrics_data([gauge("org.apache.kafka.a", 1.0, node="1"), total("b", 2.0)], {"rack": "r"})
    whole = read(data)
    for end in range(len(data)):
        with contextlib.suppress(DecodeError):
            assert len(read(data[:end])) < len(whole)


def test_more_fields_than_allowed_are_left_unread():
    data = metrics_data([gauge(f"m{n}", float(n)) for n in range(100)])
    reader = MetricsReader(data, fields_max=100)
    found = [point for point in reader.points() if point is not None]
    assert 0 < len(found) < 100
    assert not reader.is_whole
    reader = MetricsReader(data)
    assert len([point for point in reader.points() if point is not None]) == 100
    assert reader.is_whole


@pytest.mark.parametrize(
    "data",
    [
        b"\x0a\x00" * (FIELDS_MAX * 2),
        MetricsData(
            resource_metrics=[ResourceMetrics(scope_metrics=[ScopeMetrics()] * FIELDS_MAX)]
        ).SerializeToString(),
        metrics_data([Metric()] * FIELDS_MAX),
        metrics_data([Metric(gauge=Gauge(data_points=[NumberDataPoint()] * FIELDS_MAX))]),
    ],
    ids=["resources", "scopes", "metrics", "points"],
)
def test_a_flood_of_empty_messages_lets_others_have_their_turn(data):
    reader = MetricsReader(data)
    left, longest = FIELDS_MAX, 0
    for _ in reader.points():
        longest, left = max(longest, left - reader.fields_left), reader.fields_left
    assert longest <= 2 * FIELDS_PER_TURN


def test_so_many_attributes_are_read_and_no_more():
    point = NumberDataPoint(as_int=1, attributes=attributes({f"a{n}": "x" for n in range(ATTRIBUTES_MAX + 5)}))
    (found,) = read(metrics_data([Metric(name="m", gauge=Gauge(data_points=[point]))]))
    assert len(found.attributes) == ATTRIBUTES_MAX


TEXTS = st.text(max_size=12)
LABELS = st.dictionaries(TEXTS, TEXTS, max_size=4)
FLOATS = st.floats(allow_nan=False)


@st.composite
def metric(draw):
    labels, value = draw(LABELS), draw(FLOATS)
    points = [
        NumberDataPoint(as_double=value, attributes=attributes(labels), time_unix_nano=draw(st.integers(0, 2**64 - 1)))
        if draw(st.booleans())
        else NumberDataPoint(as_int=draw(st.integers(-(2**63), 2**63 - 1)))
        for _ in range(draw(st.integers(0, 3)))
    ]
    if draw(st.booleans()):
        return Metric(name=draw(TEXTS), unit=draw(TEXTS), gauge=Gauge(data_points=points))
    temporality, monotonic = draw(st.integers(0, 2)), draw(st.booleans())
    return Metric(
        name=draw(TEXTS), sum=Sum(data_points=points, aggregation_temporality=temporality, is_monotonic=monotonic)
    )


def by_the_package(data):
    """The same points as OpenTelemetry's own package reads them."""
    found = []
    for resource_metrics in MetricsData.FromString(data).resource_metrics:
        resource = [(each.key, each.value.string_value) for each in resource_metrics.resource.attributes]
        for scope in resource_metrics.scope_metrics:
            for one in scope.metrics:
                kind = one.WhichOneof("data")
                body = getattr(one, kind)
                for point in body.data_points:
                    own = [(each.key, each.value.string_value) for each in point.attributes]
                    value = getattr(point, point.WhichOneof("value"))
                    is_sum = kind == "sum"
                    found.append(
                        Point(
                            one.name,
                            (*resource, *own),
                            float(value),
                            is_sum and body.is_monotonic,
                            is_sum and body.aggregation_temporality == 1,
                            point.time_unix_nano,
                        )
                    )
    return found


@given(st.lists(metric(), max_size=5), LABELS)
def test_it_reads_what_opentelemetrys_package_reads(metrics, resource):
    data = metrics_data(metrics, resource)
    assert read(data) == by_the_package(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_metrics_or_a_decode_error(data):
    with contextlib.suppress(DecodeError):
        read(data)


def test_doubles_are_little_endian():
    data = metrics_data([gauge("m", 1.0)])
    assert struct.pack("<d", 1.0) in data
    assert read(data)[0].value == 1.0
