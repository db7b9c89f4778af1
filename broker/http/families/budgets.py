"""Budgets: what clients make this broker hold, of how much, and who waits for it.

Kafka's `MemoryPoolUsed` and `MemoryPoolAvailable` are of `queued.max.request.bytes`, here of requests that have not
come whole. Connections that were closed for a budget are in `kavka_connections_closed_total`, beside the other reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, counters, gauge

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

_POOL: Final = "kafka_network_socketserver_memorypool"


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects metrics of both memory budgets, and of the log's shortages."""
    requests, unread, manager = admin.budgets.requests, admin.budgets.unread, admin.services.log_manager
    reserved = requests.reserved
    yield gauge(f"{_POOL}used", "Bytes that requests claim or hold which have not come whole.", reserved)
    yield gauge(f"{_POOL}available", "Bytes that are left for them.", max(0, requests.bytes_max - reserved))
    yield gauge("kavka_requests_waiting_for_memory", "Connections not read until there is room.", requests.waiting)
    yield counter("kavka_requests_waited_for_memory", "Requests that had to wait for room.", requests.waited)
    yield gauge("kavka_unread_response_bytes", "Bytes of responses that clients have not read.", unread.held)
    yield gauge("kavka_unread_response_bytes_max", "The budget for them.", unread.bytes_max)
    yield gauge("kavka_unread_response_connections", "Connections that have so much to read.", unread.readers)
    yield counters(
        "kavka_log_shortages",
        "Operations of a data directory that descriptors or memory did not suffice for.",
        ("dir",),
        [((one.path,), one.shortages) for one in (*manager.online_dirs, *manager.offline_dirs)],
    )
