"""Requests: how many, how large, how long, how many failed, by API.

Kafka's `RequestMetrics` gives quantiles of the last minutes; here they are those since the broker started, read off the
slots that the dispatcher counts in. Whoever wants windows takes the histogram and lets Prometheus compute.

    total  ├── local: the broker is busy with it ──┼── remote: it waits for followers, an append, members, a disk ──┤

Kafka's other parts are not there: nothing is queued between a connection and its handler, nor between a handler and the
connection. Fetches are separated as in Kafka: `Fetch` is all of them, `FetchFollower` those of brokers, and
`FetchConsumer` the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from prometheus_client.core import HistogramMetricFamily, Metric

from kavka.broker.http.families.build import counters, gauges, milliseconds
from kavka.broker.metrics import ApiMetrics
from kavka.common.time_slots import TIME_SLOTS, slot_end_ns
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.metrics import BrokerMetrics

_NS_PER_S: Final = 1e9
_PREFIX: Final = "kafka_network_requestmetrics"
_LABEL: Final = ("request",)
BUCKET_SLOTS: Final = range(30, 70, 2)
"""The histogram's bounds: every doubling from 16 µs to 8.6 s."""

Apis = Sequence[tuple[str, ApiMetrics]]


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects the metrics of requests, one sample an API that was ever asked for."""
    metrics = admin.services.metrics
    apis = [(api_name(key), api) for key, api in sorted(metrics.apis.items())]
    named = [*apis, *_fetches(metrics)]
    yield counters(f"{_PREFIX}_requests", "Requests.", _LABEL, (((name,), api.requests) for name, api in named))
    yield counters(
        f"{_PREFIX}_errors",
        "Requests by the error that they failed with as a whole; NONE: a partition's own error is not among them.",
        ("request", "error"),
        (row for name, api in apis for row in _errors(name, api)),
    )
    yield milliseconds(
        f"{_PREFIX}_totaltimems",
        "From a request's arrival to its answer's hand-over, since the start.",
        (({"request": name}, api.times, api.time_ns) for name, api in named),
    )
    yield from _parts(named)
    for family, text in (("kavka_request_bytes", "Bytes of requests."), (f"{_PREFIX}_requestbytes", "The same.")):
        yield counters(family, text, _LABEL, (((name,), api.request_bytes) for name, api in named))
    yield counters(
        "kavka_response_bytes", "Bytes of responses.", _LABEL, (((name,), api.response_bytes) for name, api in named)
    )
    yield _histogram(apis)
    yield gauges(
        "kavka_request_duration_seconds_max",
        "The longest request since the start.",
        _LABEL,
        (((name,), api.time_ns_max / _NS_PER_S) for name, api in apis),
    )


def _fetches(metrics: BrokerMetrics) -> Apis:
    """Fetches of brokers and of everybody else; the latter are not counted but left over."""
    every, followers = metrics.apis.get(ApiKey.FETCH), metrics.follower_fetches
    if every is None:
        return ()
    others = ApiMetrics()
    others.requests = every.requests - followers.requests
    others.request_bytes = every.request_bytes - followers.request_bytes
    others.response_bytes = every.response_bytes - followers.response_bytes
    others.time_ns = every.time_ns - followers.time_ns
    others.times = _less(every.times, followers.times)
    if every.parked is not None:
        others.parked = every.parked.less(followers.parked)
    return (("FetchConsumer", others), ("FetchFollower", followers))


def _parts(named: Apis) -> Iterable[Metric]:
    local, remote = [], []
    for name, api in named:
        parked, label = api.parked, {"request": name}
        if parked is None:
            local.append((label, api.times, api.time_ns))
            remote.append((label, [sum(api.times), *[0] * (TIME_SLOTS - 1)], 0))
            continue
        at_once = _less(api.times, parked.total)
        local.append(
            (label, [a + b for a, b in zip(at_once, parked.local, strict=True)], api.time_ns - parked.remote_ns)
        )
        remote.append((label, [parked.remote[0] + sum(at_once), *parked.remote[1:]], parked.remote_ns))
    yield milliseconds(f"{_PREFIX}_localtimems", "In which the broker was busy with a request.", local)
    yield milliseconds(f"{_PREFIX}_remotetimems", "In which a request waited for others.", remote)


def _less(these: Sequence[int], those: Sequence[int]) -> list[int]:
    return [this - that for this, that in zip(these, those, strict=True)]


def _histogram(apis: Apis) -> Metric:
    family = HistogramMetricFamily(
        "kavka_request_duration_seconds", "From a request's arrival to its answer's hand-over.", labels=_LABEL
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
        family.add_metric((name,), buckets, api.time_ns / _NS_PER_S)
    return family


def api_name(key: int) -> str:
    """Writes an API's name as Kafka does: `OffsetForLeaderEpoch`."""
    return "".join(part.capitalize() for part in ApiKey(key).name.split("_"))


def _errors(name: str, api: ApiMetrics) -> Iterable[tuple[tuple[str, str], int]]:
    yield (name, "NONE"), api.requests - sum(api.errors.values())
    for code, count in sorted(api.errors.items()):
        yield (name, _error(code)), count


def _error(code: int) -> str:
    try:
        return ErrorCode(code).name
    except ValueError:
        return str(code)
