"""Requests: how many, how large, how long, how many failed, by API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from broker.http.families.build import counters, gauges
from protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from broker.http.admin import Admin

_NS_PER_S = 1e9


def collect(admin: Admin) -> Iterable[Metric]:
    """One sample an API that was ever asked for."""
    apis = [((_name(key),), metrics) for key, metrics in sorted(admin.services.metrics.apis.items())]
    label = ("request",)
    prefix = "kafka_network_requestmetrics"
    yield counters(f"{prefix}_requests", "Requests.", label, ((name, api.requests) for name, api in apis))
    yield counters(f"{prefix}_errors", "Requests that failed.", label, ((name, api.errors) for name, api in apis))
    yield counters(
        "kavka_request_bytes", "Bytes of requests.", label, ((name, api.request_bytes) for name, api in apis)
    )
    yield counters(
        "kavka_response_bytes", "Bytes of responses.", label, ((name, api.response_bytes) for name, api in apis)
    )
    yield counters(
        "kavka_request_seconds",
        "From a request's arrival to its answer's hand-over, summed.",
        label,
        ((name, api.time_ns / _NS_PER_S) for name, api in apis),
    )
    yield gauges(
        "kavka_request_seconds_max",
        "The longest of them.",
        label,
        ((name, api.time_ns_max / _NS_PER_S) for name, api in apis),
    )


def _name(key: int) -> str:
    """As Kafka writes APIs: `OffsetForLeaderEpoch`."""
    return "".join(part.capitalize() for part in ApiKey(key).name.split("_"))
