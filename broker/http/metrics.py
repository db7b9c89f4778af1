"""GET /metrics: the broker's numbers for Prometheus.

    slots, counted on the request path ─▶ families (broker/http/families) ─▶ prometheus_client ─▶ text

prometheus_client is imported by the first scrape. Nothing is kept between scrapes: each reads what is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import Metric

from broker.http.families import (
    budgets,
    cleaning,
    cluster,
    controller,
    groups,
    lag,
    network,
    process,
    quotas,
    replicas,
    requests,
    traffic,
    transactions,
    waiting,
    zookeeper,
)
from broker.http.messages import Response

if TYPE_CHECKING:
    from broker.http.admin import Admin
    from broker.http.messages import Request


FAMILIES: Final = (
    requests,
    network,
    budgets,
    traffic,
    replicas,
    waiting,
    cleaning,
    groups,
    lag,
    transactions,
    quotas,
    controller,
    cluster,
    zookeeper,
    process,
)


class _Collector:
    """All families of one broker, for one scrape."""

    def __init__(self, admin: Admin) -> None:
        self._admin = admin

    def collect(self) -> Iterable[Metric]:
        for module in FAMILIES:
            yield from module.collect(self._admin)


def handle(request: Request, admin: Admin) -> Response:
    """The text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(admin))
    return Response(generate_latest(registry), CONTENT_TYPE_LATEST)
