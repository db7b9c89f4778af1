"""What a broker counts: plain integers in slots, a `+= 1` on the hot path and nothing else.

Nothing here knows how metrics are shown. A collector reads these objects when somebody scrapes (a bound child of a
metrics library costs seven times a slot, and building its registry costs a start, so neither is on a request's path).
"""

from __future__ import annotations

from typing import Final

from broker.log.cleaning.statistics import CleanerMetrics

TIME_SLOTS: Final = 128
"""Two for each doubling of nanoseconds: a quantile is exact to a third."""


def time_slot(time_ns: int) -> int:
    """Where a time is counted: the position of its highest bit, twice, and the bit below it."""
    bits = time_ns.bit_length()
    return 2 * bits + (time_ns >> (bits - 2) & 1) if bits > 1 else bits


def slot_end_ns(slot: int) -> int:
    """The time at which a slot ends, exclusive: that of the next one."""
    bits, half = divmod(slot, 2)
    return (3 + half) << (bits - 2) if bits > 1 else 1 << max(bits, half)


class ApiMetrics:
    """One API's requests since the broker started.

    Attributes:
        errors: requests whose handler failed, by the error's code.
        time_ns: from the arrival of the whole request to its answer's hand-over, summed; delayed ones included.
        time_ns_max: the longest of them.
        times: how many took how long, by `time_slot`.
    """

    __slots__ = ("errors", "request_bytes", "requests", "response_bytes", "time_ns", "time_ns_max", "times")

    def __init__(self) -> None:
        self.requests = 0
        self.errors: dict[int, int] = {}
        self.request_bytes = 0
        self.response_bytes = 0
        self.time_ns = 0
        self.time_ns_max = 0
        self.times = [0] * TIME_SLOTS


class TopicTraffic:
    """One topic's records through this broker, as their leader; replication apart.

    Attributes:
        messages_in: records that were appended.
        bytes_in: bytes that producers sent of them.
        bytes_out: bytes that consumers were sent.
        rejected_bytes: bytes that producers sent and that were not appended.
    """

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "failed_fetches",
        "failed_produces",
        "fetches",
        "messages_in",
        "produces",
        "rejected_bytes",
    )

    def __init__(self) -> None:
        self.messages_in = 0
        self.bytes_in = 0
        self.bytes_out = 0
        self.rejected_bytes = 0
        self.produces = 0
        self.failed_produces = 0
        self.fetches = 0
        self.failed_fetches = 0

    def add(self, other: TopicTraffic) -> None:
        """Takes another's numbers in."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Traffic:
    """All topics' records; a topic that this broker has no replica of any more lives on in the total."""

    __slots__ = ("_gone", "topics")

    def __init__(self) -> None:
        self.topics: dict[str, TopicTraffic] = {}
        self._gone = TopicTraffic()

    def of(self, topic: str) -> TopicTraffic:
        """A topic's numbers; bounded, for only topics with a replica here are asked for."""
        traffic = self.topics.get(topic)
        if traffic is None:
            traffic = self.topics[topic] = TopicTraffic()
        return traffic

    def refused(self, topic: str, size: int) -> None:
        """A producer's records for one partition were not appended; the topic may be one that does not exist."""
        traffic = self.topics.get(topic, self._gone)
        traffic.produces += 1
        traffic.failed_produces += 1
        traffic.rejected_bytes += size

    def forget(self, topic: str) -> None:
        """This broker has no replica of it any more."""
        traffic = self.topics.pop(topic, None)
        if traffic is not None:
            self._gone.add(traffic)

    def total(self) -> TopicTraffic:
        """Of all topics there ever were."""
        total = TopicTraffic()
        total.add(self._gone)
        for traffic in self.topics.values():
            total.add(traffic)
        return total


class LoopMetrics:
    """How late the event loop is: what every request waits for before its turn.

    Attributes:
        lag_ms: at the last look.
        lag_ms_max: the most since the broker started.
        lag_ms_total: over all `looks`.
    """

    __slots__ = ("lag_ms", "lag_ms_max", "lag_ms_total", "looks")

    def __init__(self) -> None:
        self.lag_ms = 0
        self.lag_ms_max = 0
        self.lag_ms_total = 0
        self.looks = 0

    def note(self, lag_ms: int) -> None:
        """One look."""
        self.lag_ms = lag_ms
        self.lag_ms_total += lag_ms
        self.looks += 1
        if lag_ms > self.lag_ms_max:
            self.lag_ms_max = lag_ms


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


class TransactionMetrics:
    """Transactions that this broker coordinates.

    Attributes:
        commits, aborts: transactions whose end is in the log.
        timeouts: those of the aborts that nobody asked for.
        appends, appends_failed: records of `__transaction_state`.
        markers_sent, markers_retried: partitions in WriteTxnMarkers, and those that have to be sent again.
        partitions_loaded, records_loaded: what was read when this broker came to coordinate it.
        verifications, verifications_failed: partitions of which a first append asked whether they are in a transaction.
    """

    __slots__ = (
        "aborts",
        "appends",
        "appends_failed",
        "commits",
        "markers_retried",
        "markers_sent",
        "partitions_loaded",
        "records_loaded",
        "timeouts",
        "verifications",
        "verifications_failed",
    )

    def __init__(self) -> None:
        self.commits = 0
        self.aborts = 0
        self.timeouts = 0
        self.appends = 0
        self.appends_failed = 0
        self.markers_sent = 0
        self.markers_retried = 0
        self.partitions_loaded = 0
        self.records_loaded = 0
        self.verifications = 0
        self.verifications_failed = 0


class GroupMetrics:
    """Groups that this broker coordinates. How many there are, and in which state, is asked of the coordinator.

    Attributes:
        rebalances: generations that were assigned, as Kafka's `group-completed-rebalance` counts them.
        sessions_expired: members that were let go because nothing was heard of them.
        sessions_spared: times that a member was given more time because the broker itself had stalled.
        offsets_committed: partitions whose position was written.
        offsets_expired: positions that their group's retention ended.
        offsets_deleted: positions that somebody had deleted.
        loads: partitions of `__consumer_offsets` that were read.
        load_ms: how long that took, together.
        load_ms_max: the longest of them.
    """

    __slots__ = (
        "load_ms",
        "load_ms_max",
        "loads",
        "offsets_committed",
        "offsets_deleted",
        "offsets_expired",
        "rebalances",
        "sessions_expired",
        "sessions_spared",
    )

    def __init__(self) -> None:
        self.rebalances = 0
        self.sessions_expired = 0
        self.sessions_spared = 0
        self.offsets_committed = 0
        self.offsets_expired = 0
        self.offsets_deleted = 0
        self.loads = 0
        self.load_ms = 0
        self.load_ms_max = 0


class BrokerMetrics:
    """All counters of one broker."""

    __slots__ = (
        "apis",
        "cleaner",
        "fetch_sessions",
        "groups",
        "loop",
        "network",
        "replication",
        "traffic",
        "transactions",
    )

    def __init__(self) -> None:
        self.apis: dict[int, ApiMetrics] = {}
        self.loop = LoopMetrics()
        self.traffic = Traffic()
        self.network = NetworkMetrics()
        self.fetch_sessions = FetchSessionMetrics()
        self.groups = GroupMetrics()
        self.replication = ReplicationMetrics()
        self.cleaner = CleanerMetrics()
        self.transactions = TransactionMetrics()

    def api(self, api_key: int) -> ApiMetrics:
        """The counters of one API; made when it is first asked for, so their number is bounded by the handlers'."""
        metrics = self.apis.get(api_key)
        if metrics is None:
            metrics = self.apis[api_key] = ApiMetrics()
        return metrics
