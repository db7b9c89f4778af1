"""Requests: how many, how large, how long, how many failed, by API.

Kafka's `RequestMetrics` gives quantiles of the last minutes; here they are those since the broker started, read off the
slots that the dispatcher counts in. Whoever wants windows takes the histogram and lets Prometheus compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from prometheus_client.core import HistogramMetricFamily, Metric

from broker.http.families.build import counters, gauges
from broker.metrics import ApiMetrics, slot_end_ns
from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode

if TYPE_CHECKING:
    from broker.http.admin import Admin

_NS_PER_S: Final = 1e9
_NS_PER_MS: Final = 1e6
QUANTILES: Final = (0.5, 0.75, 0.95, 0.98, 0.99, 0.999)
BUCKET_SLOTS: Final = range(30, 70, 2)
"""The histogram's bounds: every doubling from 16 µs to 8.6 s."""


def collect(admin: Admin) -> Iterable[Metric]:
    """One sample an API that was ever asked for."""
    apis = [((api_name(key),), metrics) for key, metrics in sorted(admin.services.metrics.apis.items())]
    label = ("request",)
    prefix = "kafka_network_requestmetrics"
    yield counters(f"{prefix}_requests", "Requests.", label, ((name, api.requests) for name, api in apis))
    yield counters(
        f"{prefix}_errors",
        "Requests that failed whole, by error; a partition's own error is not among them.",
        ("request", "error"),
        (((*name, _error(code)), count) for name, api in apis for code, count in sorted(api.errors.items())),
    )
    yield gauges(
        f"{prefix}_totaltimems",
        "Milliseconds from a request's arrival to its answer's hand-over, since the start.",
        ("request", "quantile"),
        (
            ((*name, str(quantile)), quantile_ns(api.times, quantile) / _NS_PER_MS)
            for name, api in apis
            for quantile in QUANTILES
        ),
    )
    yield counters(
        "kavka_request_bytes", "Bytes of requests.", label, ((name, api.request_bytes) for name, api in apis)
    )
    yield counters(
        "kavka_response_bytes", "Bytes of responses.", label, ((name, api.response_bytes) for name, api in apis)
    )
    yield _histogram(apis)
    yield gauges(
        "kavka_request_duration_seconds_max",
        "The longest request since the start.",
        label,
        ((name, api.time_ns_max / _NS_PER_S) for name, api in apis),
    )


def _histogram(apis: Sequence[tuple[tuple[str], ApiMetrics]]) -> Metric:
    family = HistogramMetricFamily(
        "kavka_request_duration_seconds", "From a request's arrival to its answer's hand-over.", labels=("request",)
    )
    for name, api in apis:
        below = 0
        start = 0
        buckets = []
        for slot in BUCKET_SLOTS:
            below += sum(api.times[start : slot + 1])
            start = slot + 1
            buckets.append((str(slot_end_ns(slot) / _NS_PER_S), below))
        buckets.append(("+Inf", sum(api.times)))
        family.add_metric(name, buckets, api.time_ns / _NS_PER_S)
    return family


def quantile_ns(times: Sequence[int], quantile: float) -> float:
    """The time that so many stayed below: between the ends of the slot where that is; 0 when there were none."""
    total = sum(times)
    left = quantile * total
    for slot, count in enumerate(times):
        if count and count >= left:
            start = slot_end_ns(slot - 1) if slot else 0
            return start + (slot_end_ns(slot) - start) * left / count
        left -= count
    return 0.0


def api_name(key: int) -> str:
    """As Kafka writes APIs: `OffsetForLeaderEpoch`."""
    return "".join(part.capitalize() for part in ApiKey(key).name.split("_"))


def _error(code: int) -> str:
    try:
        return ErrorCode(code).name
    except ValueError:
        return str(code)
