"""Clients' metrics as the bundled clients write them: read back by our reader, and by OpenTelemetry's own package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto.metrics.v1.metrics_pb2 import MetricsData

from kavka.protocol.otlp import MetricsReader, Point
from kavka.protocol.otlp_writer import Metric, Period, metrics_data

BYTES_MAX = 1 << 20
CUMULATIVE = Period(1_000, 2_000, is_delta=False)
DELTA = Period(1_000, 2_000, is_delta=True)


def read(data):
    return [point for point in MetricsReader(data).points() if point is not None]


def written(metrics, resource=None, period=CUMULATIVE):
    data, left_out = metrics_data(metrics, resource or {}, period, bytes_max=BYTES_MAX)
    assert not left_out
    return data


def test_gauges_and_sums_have_the_resources_attributes_and_their_own():
    metrics = [Metric("avg", 2.5, (("node_id", "node-1"),)), Metric("total", 7, is_sum=True)]
    assert read(written(metrics, {"group_id": "g"})) == [
        Point("avg", (("group_id", "g"), ("node_id", "node-1")), 2.5, False, False, 2_000),
        Point("total", (("group_id", "g"),), 7.0, True, False, 2_000),
    ]


def test_a_sum_says_since_when_it_counts():
    (resource,) = MetricsData.FromString(written([Metric("total", 7, is_sum=True)], period=DELTA)).resource_metrics
    (metric,) = resource.scope_metrics[0].metrics
    assert (metric.sum.aggregation_temporality, metric.sum.is_monotonic) == (1, True)
    (point,) = metric.sum.data_points
    assert (point.start_time_unix_nano, point.time_unix_nano, point.as_int) == (1_000, 2_000, 7)


def test_nothing_is_no_bytes():
    assert metrics_data([], {"group_id": "g"}, CUMULATIVE, bytes_max=BYTES_MAX) == (b"", [])


def test_what_has_no_room_is_left_out_and_said():
    metrics = [Metric("first", 1), Metric("long" * 100, 2), Metric("last", 3)]
    data, left_out = metrics_data(metrics, {"group_id": "g"}, CUMULATIVE, bytes_max=200)
    assert len(data) <= 200
    assert left_out == metrics[1:2]
    assert [point.name for point in read(data)] == ["first", "last"]
    assert metrics_data(metrics, {}, CUMULATIVE, bytes_max=10) == (b"", metrics)


@pytest.mark.parametrize("bytes_max", [0, 150, 1_000, 5_000, 20_000])
def test_it_is_never_larger_than_allowed(bytes_max):
    metrics = [Metric(f"metric.{number}", number) for number in range(500)]
    data, left_out = metrics_data(metrics, {"group_id": "g" * 130}, CUMULATIVE, bytes_max=bytes_max)
    assert len(data) <= bytes_max
    assert len(read(data)) == 500 - len(left_out)


TEXTS = st.text(max_size=150)
METRICS = st.builds(
    Metric,
    TEXTS,
    st.one_of(st.floats(allow_nan=False), st.integers(-(2**63), 2**63 - 1)),
    st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple),
    st.booleans(),
)
RESOURCES = st.dictionaries(TEXTS, TEXTS, max_size=4)
MOMENTS = st.integers(0, 2**64 - 1)
PERIODS = st.builds(Period, MOMENTS, MOMENTS, st.booleans())


def expected(metrics, resource, period):
    return [
        Point(
            metric.name,
            (*resource.items(), *metric.labels),
            float(metric.value),
            metric.is_sum,
            metric.is_sum and period.is_delta,
            period.end_ns,
        )
        for metric in metrics
    ]


@given(st.lists(METRICS, max_size=4), RESOURCES, PERIODS)
def test_what_is_written_is_what_is_read(metrics, resource, period):
    assert read(written(metrics, resource, period)) == expected(metrics, resource, period)


@given(st.lists(METRICS, min_size=1, max_size=4), RESOURCES, PERIODS)
def test_opentelemetrys_package_reads_the_same(metrics, resource, period):
    (found,) = MetricsData.FromString(written(metrics, resource, period)).resource_metrics
    assert [(each.key, each.value.string_value) for each in found.resource.attributes] == list(resource.items())
    (scope,) = found.scope_metrics
    for mine, theirs in zip(metrics, scope.metrics, strict=True):
        assert (theirs.name, theirs.WhichOneof("data")) == (mine.name, "sum" if mine.is_sum else "gauge")
        (point,) = getattr(theirs, theirs.WhichOneof("data")).data_points
        assert getattr(point, point.WhichOneof("value")) == mine.value
        assert tuple((each.key, each.value.string_value) for each in point.attributes) == mine.labels
        assert point.time_unix_nano == period.end_ns
