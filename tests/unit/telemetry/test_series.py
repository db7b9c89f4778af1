"""Pushed names, labels and values as Prometheus can have them: foreign input, made harmless and few."""

from __future__ import annotations

import pytest

from kavka.broker.telemetry.series import (
    CLIENT_SERIES_MAX,
    LABEL_CHARS_MAX,
    LABELS_MAX,
    NAME_CHARS_MAX,
    Series,
    added,
    gathered,
    labels_of,
    metric_name,
)
from kavka.common.steps import at_once
from kavka.protocol.otlp import Point


def point(name="org.apache.kafka.a", value=1.0, *, is_counter=False, is_delta=False, **attributes):
    return Point(name, tuple(attributes.items()), value, is_counter, is_delta, 0)


@pytest.mark.parametrize(
    ("name", "is_counter", "shown"),
    [
        ("org.apache.kafka.producer.request.rate", False, "org_apache_kafka_producer_request_rate"),
        ("org.apache.kafka.creation.total", True, "org_apache_kafka_creation_total"),
        ("org.apache.kafka.creation", True, "org_apache_kafka_creation_total"),
        ("kafka_server_brokertopicmetrics", False, "client_pushed_kafka_server_brokertopicmetrics"),
        ('x"} 1\nkavka_up', False, "client_pushed_x___1_kavka_up"),
        ("7", False, "client_pushed_7"),
        ("žába", False, "client_pushed___ba"),
        ("", False, None),
        ("n" * (NAME_CHARS_MAX + 1), False, None),
    ],
)
def test_a_name_is_one_that_prometheus_allows(name, is_counter, shown):
    assert metric_name(name, is_counter=is_counter) == shown


def test_labels_are_sorted_named_as_allowed_and_printable():
    found = labels_of(
        [("node.id", "1"), ("9", "x"), ("__name__", "evil"), ("text", 'a\n"b'), ("", "empty key is none")]
    )
    assert found is None, "a label without a name"
    found = labels_of([("node.id", "1"), ("9", "x"), ("__name__", "evil"), ("text", 'a\n"b')])
    assert found == (("_9", "x"), ("name__", "evil"), ("node_id", "1"), ("text", 'a\\n"b'))


def test_a_client_does_not_say_whose_its_series_are():
    assert labels_of([("client_instance_id", "other"), ("client.id", "other"), ("le", "1"), ("job", "j")]) == ()


def test_labels_are_few_and_short():
    assert labels_of([(f"k{n}", "v") for n in range(LABELS_MAX + 1)]) is None
    assert labels_of([("k" * 65, "v")]) is None
    ((_, value),) = labels_of([("k", "v" * 10_000)])
    assert len(value) < LABEL_CHARS_MAX + 40


def test_a_push_is_gathered_and_what_is_not_kept_is_counted():
    points = [point(), None, point(node="1"), point(value=2.0), point(""), point(**{f"k{n}": "v" for n in range(20)})]
    found, left_out = at_once(gathered(points))
    assert found == {
        ("org_apache_kafka_a", ()): Series(2.0, False, False),
        ("org_apache_kafka_a", (("node", "1"),)): Series(1.0, False, False),
    }
    assert left_out == 2


def test_a_client_has_so_many_series_and_no_more():
    found, left_out = at_once(gathered(point(node=str(n)) for n in range(CLIENT_SERIES_MAX + 3)))
    assert (len(found), left_out) == (CLIENT_SERIES_MAX, 3)


def test_what_is_pushed_as_growth_is_added_up():
    key, other, gauge = ("a_total", ()), ("b_total", ()), ("c", ())
    first = {key: Series(2.0, True, True), other: Series(5.0, True, True), gauge: Series(1.0, False, False)}
    second = {key: Series(3.0, True, True)}
    assert added({}, first) == first
    assert added(first, second) == {key: Series(5.0, True, True), other: Series(5.0, True, True)}


def test_what_is_pushed_since_the_beginning_replaces():
    before = {("a_total", ()): Series(2.0, True, False), ("b", ()): Series(1.0, False, False)}
    assert added(before, {("a_total", ()): Series(3.0, True, False)}) == {("a_total", ()): Series(3.0, True, False)}


def test_sums_that_are_not_pushed_again_are_bounded():
    before = {("a_total", (("n", str(n)),)): Series(1.0, True, True) for n in range(CLIENT_SERIES_MAX)}
    joined = added(before, {("b_total", ()): Series(1.0, True, True)})
    assert len(joined) == CLIENT_SERIES_MAX
    assert ("b_total", ()) in joined
