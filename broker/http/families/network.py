"""Connections, bytes, fetch sessions, and how idle the loop is that serves them.

Kafka counts connections for each of its network threads; here is one loop, so `networkProcessor` is always 0. Its two
idle percentages, of network threads and of request handlers, are for the same reason the same number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, counters, gauge, gauges

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

_SOCKETS: Final = "kafka_server_socket_server_metrics"
_LABELS: Final = ("listener", "networkProcessor")


_LOGINS: Final = (
    ("successful_authentication", "Connections that proved who they are: by TLS or a login.", "succeeded"),
    ("successful_authentication_no_reauth", "Those that need not do so again.", "succeeded_for_ever"),
    ("failed_authentication", "Connections that were not let in.", "failed"),
    ("successful_reauthentication", "Logins that were renewed on their connection (KIP-368).", "renewed"),
    ("failed_reauthentication", "Logins that were to be renewed and were refused.", "failed_renewals"),
    ("expired_connections_killed_count", "Connections ended because their login had not been renewed.", "expired"),
)
"""Kafka's names, and where they are counted."""


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects the listeners' metrics."""
    network = admin.services.metrics.network
    listeners = [((name, "0"), one) for name, one in sorted(network.listeners.items())]
    yield gauges(
        f"{_SOCKETS}_connection_count",
        "Open connections.",
        _LABELS,
        ((name, one.connections) for name, one in listeners),
    )
    yield counters(
        f"{_SOCKETS}_connection_creation",
        "Connections that were taken.",
        _LABELS,
        ((name, one.accepted) for name, one in listeners),
    )
    for name, what, count in _LOGINS:
        yield counters(
            f"{_SOCKETS}_{name}",
            what,
            _LABELS,
            ((labels, getattr(one.authentication, count)) for labels, one in listeners),
        )
    idle = admin.services.metrics.loop.idle
    for name in (
        "kafka_network_socketserver_networkprocessoravgidle_percent",
        "kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent",
    ):
        yield gauge(name, "The share of the last half second in which the event loop had nothing to compute.", idle)
    yield counter("kavka_connections_accepted", "Connections taken.", network.connections_accepted)
    yield counters(
        "kavka_connections_closed",
        "Connections that the broker ended, by reason.",
        ("reason",),
        (
            (("idle",), network.connections_closed_idle),
            (("bad request",), network.connections_closed_bad_request),
            (("limit",), network.connections_refused),
            (("descriptors",), admin.budgets.descriptors.refused),
            (("reads nothing",), admin.budgets.unread.closed),
            (("request stalls",), admin.budgets.requests.closed),
        ),
    )
    yield gauges(
        "kavka_tls_certificate_ends_timestamp_seconds",
        "When a listener's own certificate ends, seconds since 1970.",
        ("listener",),
        (((name,), one.certificate_ends_s) for (name, _), one in listeners if one.certificate_ends_s is not None),
    )
    yield counter("kavka_tls_handshakes", "TLS handshakes that clients and this broker ended.", network.tls_handshakes)
    yield counter("kavka_tls_failures", "TLS connections that failed, mostly in the handshake.", network.tls_failures)
    yield counter("kavka_network_received_bytes", "Bytes received.", network.bytes_in)
    yield counter("kavka_network_sent_bytes", "Bytes sent.", network.bytes_out)
    sessions = admin.services.metrics.fetch_sessions
    prefix = "kafka_server_fetchsessioncache"
    yield gauge(f"{prefix}_numincrementalfetchsessions", "Fetch sessions (KIP-227).", sessions.sessions)
    yield gauge(f"{prefix}_numincrementalfetchpartitionscached", "Their partitions.", sessions.partitions)
    yield counter(
        f"{prefix}_incrementalfetchsessionevictions", "Sessions that made way for others.", sessions.evictions
    )
