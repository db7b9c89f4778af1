"""GET /metrics: the broker's numbers for Prometheus.

    slots, counted on the request path ─▶ families (broker/http/families) ─▶ prometheus_client ─▶ text

prometheus_client is imported by the first scrape. Nothing is kept between scrapes: each reads what is. What is of very
many partitions or topics is read and written in slices, so a scrape is of some moments rather than of one. Families
yield None where others may have their turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import Metric

from kavka.broker.http.families import (
    budgets,
    cleaning,
    client_metrics,
    cluster,
    controller,
    groups,
    lag,
    network,
    process,
    quotas,
    replicas,
    requests,
    share_partitions,
    share_states,
    traffic,
    transactions,
    waiting,
    zookeeper,
)
from kavka.broker.http.messages import Response

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.common.steps import Steps


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
    share_states,
    share_partitions,
    quotas,
    controller,
    cluster,
    zookeeper,
    process,
    client_metrics,
)


class _One:
    """A collector of one metric: what prometheus_client writes at a time."""

    def __init__(self, metric: Metric) -> None:
        self._metric = metric

    def collect(self) -> Iterable[Metric]:
        yield self._metric


async def handle(request: Request, admin: Admin) -> Response:
    """Returns all metrics in the text format."""
    metrics = (metric for module in FAMILIES for metric in module.collect(admin))
    return Response(await admin.services.lane.do(text_of(metrics)), CONTENT_TYPE_LATEST)


def text_of(metrics: Iterable[Metric | None]) -> Steps[list[bytes]]:
    """Writes the text of some metrics, in steps and pieces; neighbours of one name are pieces of one family."""
    texts: list[bytes] = []
    name = ""
    for metric in metrics:
        if metric is not None:
            text = generate_latest(_One(metric))
            texts.append(text.split(b"\n", 2)[2] if metric.name == name else text)  # help and type stand there once
            name = metric.name
        yield
    return texts
