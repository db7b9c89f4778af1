"""Quotas: what everybody who has one uses of it, and for how long he had to be silent. Kafka's Produce, Fetch, Request.

The labels say who shares a rate: an empty user stands for all users with that client id, an empty client id for all
clients of that user. Who has no quota is not counted and not here; nor is anybody while nobody has one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counters, gauge, gauges
from kavka.broker.http.families.requests import api_name

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.quota.client_quota import Usage
    from kavka.broker.quota.client_quotas import ClientQuotas

CLIENTS_MAX: Final = 1_000
"""Of one kind; those who used theirs last."""

_LABELS: Final = ("user", "client_id")


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects every rate, its limit, and the throttle times."""
    quotas = admin.services.quotas
    if quotas is None:
        return
    now_ms = admin.services.clock.monotonic_ms()
    kinds = _kinds(quotas)
    for name, what, text in (
        ("produce", "byte_rate", "Bytes a second that producers sent."),
        ("fetch", "byte_rate", "Bytes a second that consumers were sent."),
        ("request", "request_time", "Time on the event loop, in per cent of it."),
        ("controllermutation", "mutation_rate", "Partitions created and deleted a second."),
    ):
        rows = [(usage.counted_as, usage.rate.per_second(now_ms)) for usage in kinds[name]]
        yield gauges(f"kafka_server_{name}_{what}", text, _LABELS, rows)
        yield gauges(
            f"kafka_server_{name}_throttle_time",
            "How long a silence was, on average, in ms.",
            _LABELS,
            [(usage.counted_as, usage.throttled_ms / max(usage.throttles, 1)) for usage in kinds[name]],
        )
    yield gauges(
        "kafka_server_controllermutation_tokens",
        "Partitions that may be created or deleted at once; negative: so many were too many.",
        _LABELS,
        [(u.counted_as, u.bucket.tokens(u.limit, now_ms)) for u in kinds["controllermutation"] if u.bucket is not None],
    )
    yield gauge(
        "kafka_server_request_exempt_request_time",
        "Time on the event loop for other brokers, in per cent of it.",
        quotas.exempt.per_second(now_ms),
    )
    yield _throttle_times(quotas)
    labelled = [((name, *usage.counted_as), usage) for name, usages in kinds.items() for usage in usages]
    labels = ("kind", *_LABELS)
    yield gauges("kavka_quota_limit", "What may be used.", labels, [(who, usage.limit) for who, usage in labelled])
    begun = [(who, usage.throttles) for who, usage in labelled]
    yield counters("kavka_quota_throttles", "How often a silence began.", labels, begun)
    yield counters(
        "kavka_quota_throttled_seconds",
        "How long the silences were in all.",
        labels,
        [(who, usage.throttled_ms / 1000) for who, usage in labelled],
    )


def _throttle_times(quotas: ClientQuotas) -> Metric:
    """Collects the throttle times of the requests that got one; Kafka counts the others as zeros."""
    family = Metric("kafka_network_requestmetrics_throttletimems", "Times to wait that clients were told.", "summary")
    for api_key, (count, total_ms) in sorted(quotas.by_api.items()):
        family.add_sample(f"{family.name}_count", {"request": api_name(api_key)}, count)
        family.add_sample(f"{family.name}_sum", {"request": api_name(api_key)}, total_ms)
    return family


def _kinds(quotas: ClientQuotas) -> dict[str, list[Usage]]:
    kinds = {
        "produce": quotas.produce,
        "fetch": quotas.fetch,
        "request": quotas.request,
        "controllermutation": quotas.mutations,
    }
    return {name: list(quota.usages())[-CLIENTS_MAX:] if quota.is_enabled else [] for name, quota in kinds.items()}
