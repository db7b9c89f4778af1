"""What a push has in it: the metrics that are wanted, as sums since the last push or since the client began."""

from __future__ import annotations

import pytest

from kavka.protocol.otlp import MetricsReader
from kavka.protocol.otlp_writer import Metric
from kavka.protocol.records.compression import Compression, decompress
from kavka.timer.moments import WallMs
from kavka.wire.telemetry import ClientTelemetrySubscription
from kavka.wire.telemetry_payload import TelemetryPayload

BEGAN = WallMs(1_000_000)


def told(*, metrics=("*",), compression=0, is_delta=False, bytes_max=1 << 20):
    return ClientTelemetrySubscription(7, metrics, 10_000, compression, is_delta, bytes_max)


def total(value):
    return Metric("org.apache.kafka.producer.sent.total", value, is_sum=True)


GAUGE = Metric("org.apache.kafka.producer.latency.avg", 2.5)


def points(data, compression=0):
    return [point for point in MetricsReader(bytes(decompress(compression, data))).points() if point is not None]


def values(payload, wanted, *metrics, at_ms=1_000):
    """The values of a push, so long after the client began."""
    return [point.value for point in points(payload.data(wanted, metrics, {}, BEGAN + at_ms))]


def test_what_is_wanted_is_pushed_with_the_clients_labels_and_the_time():
    wanted = told(metrics=("org.apache.kafka.producer.sent",))
    data = TelemetryPayload(BEGAN).data(wanted, [GAUGE, total(3)], {"group_id": "g"}, BEGAN + 5)
    (point,) = points(data)
    assert (point.value, point.attributes, point.is_delta) == (3, (("group_id", "g"),), False)
    assert point.time_ns == (BEGAN + 5) * 1_000_000


def test_nothing_that_is_wanted_is_no_bytes_whatever_the_compression():
    wanted = told(metrics=("other",), compression=Compression.ZSTD)
    assert TelemetryPayload(BEGAN).data(wanted, [GAUGE], {}, BEGAN) == b""


@pytest.mark.parametrize("compression", list(Compression))
def test_it_is_compressed_as_a_broker_reads_it(compression):
    data = TelemetryPayload(BEGAN).data(told(compression=compression), [GAUGE], {}, BEGAN)
    assert [point.value for point in points(data, compression)] == [2.5]


def test_sums_since_the_beginning_are_what_they_are():
    payload = TelemetryPayload(BEGAN)
    assert values(payload, told(), total(3)) == [3]
    assert values(payload, told(), total(8)) == [8]


def test_deltas_are_what_came_since_the_last_push_and_gauges_stay_what_they_are():
    payload = TelemetryPayload(BEGAN)
    assert values(payload, told(is_delta=True), total(3), GAUGE) == [3, 2.5]
    assert values(payload, told(is_delta=True), total(8), GAUGE) == [5, 2.5]
    assert values(payload, told(is_delta=True), total(8), GAUGE) == [0, 2.5]


def test_sums_of_different_labels_are_different_sums():
    payload = TelemetryPayload(BEGAN)
    one, two = (total(5)._replace(labels=(("node_id", node),)) for node in ("1", "2"))
    assert values(payload, told(is_delta=True), one) == [5]
    assert values(payload, told(is_delta=True), one, two) == [0, 5]


def test_what_was_refused_comes_with_the_next_push():
    payload = TelemetryPayload(BEGAN)
    values(payload, told(is_delta=True), total(3))
    assert values(payload, told(is_delta=True), total(8)) == [5]
    payload.refused()
    assert values(payload, told(is_delta=True), total(9)) == [6]


def test_who_changes_to_deltas_gets_all_since_the_beginning_first():
    payload = TelemetryPayload(BEGAN)
    values(payload, told(is_delta=True), total(3))
    assert values(payload, told(), total(8)) == [8]
    payload.refused()
    assert values(payload, told(is_delta=True), total(9)) == [9]


def test_no_push_is_larger_than_the_broker_takes():
    payload = TelemetryPayload(BEGAN)
    metrics = [GAUGE._replace(name=f"metric.{number}") for number in range(100)]
    data = payload.data(told(bytes_max=500), metrics, {}, BEGAN)
    assert len(data) <= 500
    assert len(points(data)) == 100 - payload.left_out < 100


def test_what_had_no_room_comes_with_the_next_push():
    payload = TelemetryPayload(BEGAN)
    long_name = total(5)._replace(name="long" * 100)
    assert values(payload, told(is_delta=True, bytes_max=200), total(3), long_name) == [3]
    assert payload.left_out == 1
    assert values(payload, told(is_delta=True), total(4), long_name) == [1, 5]
