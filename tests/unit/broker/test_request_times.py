"""The time of a request, in parts: in the broker, and waiting for others; brokers' fetches apart from clients'."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kavka.broker.http.families import requests
from kavka.broker.metrics import BrokerMetrics
from kavka.protocol.api_keys import ApiKey

MS = 1_000_000


def samples(metrics: BrokerMetrics) -> dict[tuple[str, str], float]:
    """(name, request) → value, of what has no other label."""
    admin = SimpleNamespace(services=SimpleNamespace(metrics=metrics))
    return {
        (sample.name.removeprefix("kafka_network_requestmetrics_"), sample.labels["request"]): sample.value
        for family in requests.collect(admin)
        for sample in family.samples
        if set(sample.labels) == {"request"}
    }


def test_what_waited_is_counted_apart_from_what_did_not():
    metrics = BrokerMetrics()
    metrics.api(ApiKey.PRODUCE).note(100, 10, 2 * MS, 0)
    metrics.api(ApiKey.PRODUCE).note(100, 10, 50 * MS, 40 * MS)
    found = samples(metrics)
    assert found["totaltimems_sum", "Produce"] == 52
    assert found["localtimems_sum", "Produce"] == 12
    assert found["remotetimems_sum", "Produce"] == 40
    counts = [found[f"{part}timems_count", "Produce"] for part in ("total", "local", "remote")]
    assert counts == [2, 2, 2]


def test_fetches_of_clients_are_what_brokers_did_not_send():
    metrics = BrokerMetrics()
    for total_ns, remote_ns, is_follower in ((500 * MS, 499 * MS, True), (3 * MS, 0, False), (9 * MS, 8 * MS, False)):
        metrics.api(ApiKey.FETCH).note(60, 600, total_ns, remote_ns)
        if is_follower:
            metrics.follower_fetches.note(60, 600, total_ns, remote_ns)
    found = samples(metrics)
    assert [found["requests_total", name] for name in ("Fetch", "FetchFollower", "FetchConsumer")] == [3, 1, 2]
    assert found["totaltimems_sum", "FetchConsumer"] == 12
    assert found["remotetimems_sum", "FetchConsumer"] == 8
    assert found["localtimems_count", "FetchConsumer"] == 2
    assert found["requestbytes_total", "FetchFollower"] == 60


def test_without_a_fetch_none_is_told_apart():
    assert samples(BrokerMetrics()) == {}


@pytest.mark.parametrize("parked", [0, 5 * MS])
def test_a_quantile_of_waiting_counts_those_that_did_not_wait(parked):
    metrics = BrokerMetrics()
    for _ in range(9):
        metrics.api(ApiKey.PRODUCE).note(1, 1, 2 * MS, 0)
    metrics.api(ApiKey.PRODUCE).note(1, 1, 2 * MS + parked, parked)
    admin = SimpleNamespace(services=SimpleNamespace(metrics=metrics))
    [half] = [
        sample.value
        for family in requests.collect(admin)
        for sample in family.samples
        if sample.name.endswith("remotetimems") and sample.labels["quantile"] == "0.5"
    ]
    assert half < 0.001
