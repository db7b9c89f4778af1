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


class BrokerMetrics:
    """All counters of one broker."""

    __slots__ = ("apis", "fetch_sessions", "network")

    def __init__(self) -> None:
        self.apis: dict[int, ApiMetrics] = {}
        self.network = NetworkMetrics()
        self.fetch_sessions = FetchSessionMetrics()

    def api(self, api_key: int) -> ApiMetrics:
        """The counters of one API; made when it is first asked for, so their number is bounded by the handlers'."""
        metrics = self.apis.get(api_key)
        if metrics is None:
            metrics = self.apis[api_key] = ApiMetrics()
        return metrics
