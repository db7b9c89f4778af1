"""What a broker counts: plain integers in slots, a `+= 1` on the hot path and nothing else.

Nothing here knows how metrics are shown. A collector reads these objects when somebody scrapes (a bound child of a
metrics library costs seven times a slot, and building its registry costs a start, so neither is on a request's path).
"""

from __future__ import annotations


class ApiMetrics:
    """One API's requests since the broker started.

    Attributes:
        time_ns: from the arrival of the whole request to its answer's hand-over, summed; delayed ones included.
        time_ns_max: the longest of them.
    """

    __slots__ = ("errors", "request_bytes", "requests", "response_bytes", "time_ns", "time_ns_max")

    def __init__(self) -> None:
        self.requests = 0
        self.errors = 0
        self.request_bytes = 0
        self.response_bytes = 0
        self.time_ns = 0
        self.time_ns_max = 0


class NetworkMetrics:
    """Connections and bytes of all listeners."""

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "connections",
        "connections_accepted",
        "connections_closed_bad_request",
        "connections_closed_idle",
        "connections_refused",
    )

    def __init__(self) -> None:
        self.connections = 0
        self.connections_accepted = 0
        self.connections_refused = 0
        self.connections_closed_bad_request = 0
        self.connections_closed_idle = 0
        self.bytes_in = 0
        self.bytes_out = 0


class FetchSessionMetrics:
    """Fetch sessions (KIP-227): how many there are, of how many partitions, and how many were evicted for others."""

    __slots__ = ("evictions", "partitions", "sessions")

    def __init__(self) -> None:
        self.sessions = 0
        self.partitions = 0
        self.evictions = 0


class ReplicationMetrics:
    """Copying between brokers, and what leaders made of it. What can be counted on demand is not kept here.

    Attributes:
        bytes_in: records that came from leaders.
        bytes_out: records that followers were sent.
        reassignment_bytes_in: those of them that came for a replica that a reassignment brings here.
        reassignment_bytes_out: likewise, sent to one that it brings elsewhere.
        isr_expands: changes of an ISR that let somebody in.
        isr_shrinks: changes of an ISR that took somebody out.
        failed_isr_updates: changes that were refused, or that somebody else overtook.
    """

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "failed_isr_updates",
        "isr_expands",
        "isr_shrinks",
        "reassignment_bytes_in",
        "reassignment_bytes_out",
    )

    def __init__(self) -> None:
        self.bytes_in = 0
        self.bytes_out = 0
        self.reassignment_bytes_in = 0
        self.reassignment_bytes_out = 0
        self.isr_expands = 0
        self.isr_shrinks = 0
        self.failed_isr_updates = 0


class BrokerMetrics:
    """All counters of one broker."""

    __slots__ = ("apis", "fetch_sessions", "network", "replication")

    def __init__(self) -> None:
        self.apis: dict[int, ApiMetrics] = {}
        self.network = NetworkMetrics()
        self.fetch_sessions = FetchSessionMetrics()
        self.replication = ReplicationMetrics()

    def api(self, api_key: int) -> ApiMetrics:
        """The counters of one API; made when it is first asked for, so their number is bounded by the handlers'."""
        metrics = self.apis.get(api_key)
        if metrics is None:
            metrics = self.apis[api_key] = ApiMetrics()
        return metrics
