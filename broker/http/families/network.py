"""Connections, bytes, fetch sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from broker.http.families.build import counter, counters, gauge

if TYPE_CHECKING:
    from broker.http.admin import Admin


def collect(admin: Admin) -> Iterable[Metric]:
    """What the listeners count."""
    network = admin.services.metrics.network
    yield gauge("kafka_server_socket_server_metrics_connection_count", "Open connections.", network.connections)
    yield counter("kavka_connections_accepted", "Connections taken.", network.connections_accepted)
    yield counters(
        "kavka_connections_closed",
        "Connections that the broker ended, by reason.",
        ("reason",),
        (
            (("idle",), network.connections_closed_idle),
            (("bad request",), network.connections_closed_bad_request),
            (("limit",), network.connections_refused),
        ),
    )
    yield counter("kavka_network_received_bytes", "Bytes received.", network.bytes_in)
    yield counter("kavka_network_sent_bytes", "Bytes sent.", network.bytes_out)
    sessions = admin.services.metrics.fetch_sessions
    prefix = "kafka_server_fetchsessioncache"
    yield gauge(f"{prefix}_numincrementalfetchsessions", "Fetch sessions (KIP-227).", sessions.sessions)
    yield gauge(f"{prefix}_numincrementalfetchpartitionscached", "Their partitions.", sessions.partitions)
    yield counter(
        f"{prefix}_incrementalfetchsessionevictions", "Sessions that made way for others.", sessions.evictions
    )
