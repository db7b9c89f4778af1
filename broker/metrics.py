"""What a broker counts: plain integers in slots, a `+= 1` on the hot path and nothing else.

Nothing here knows how metrics are shown. A collector reads these objects when somebody scrapes (a bound child of a
metrics library costs seven times a slot, and building its registry costs startup, so neither is on a request's path).
"""

from __future__ import annotations

from typing import Final

from kavka.broker.log.cleaning.statistics import CleanerMetrics
from kavka.common.steps import Steps, at_once
from kavka.common.time_slots import TIME_SLOTS, TimeCounts, time_slot

TOPICS_PER_STEP: Final = 256
"""Topics that are added up before others get their turn on the loop."""


_OF_TOPIC: Final = (
    "bytes_in",
    "bytes_out",
    "failed_fetches",
    "failed_produces",
    "failed_share_acknowledgements",
    "failed_share_fetches",
    "fetch_conversions",
    "fetches",
    "messages_in",
    "produce_conversions",
    "produces",
    "rejected_bytes",
    "share_acknowledgements",
    "share_fetches",
)
"""What is counted of a topic."""


class ParkedTimes:
    """Requests of one API that waited for others: followers, an append, members, a disk.

    Attributes:
        remote: how many waited how long, by `time_slot`.
        local: how long the broker itself was busy with those.
        total: how long those took altogether, as `ApiMetrics.times` counts them among all.
    """

    __slots__ = ("count", "local", "remote", "remote_ns", "total")

    def __init__(self) -> None:
        self.count = 0
        self.remote_ns = 0
        self.remote = [0] * TIME_SLOTS
        self.local = [0] * TIME_SLOTS
        self.total = [0] * TIME_SLOTS

    def note(self, total_ns: int, remote_ns: int) -> None:
        """Counts one response to a parked request."""
        self.count += 1
        self.remote_ns += remote_ns
        self.remote[time_slot(remote_ns)] += 1
        self.local[time_slot(total_ns - remote_ns)] += 1
        self.total[time_slot(total_ns)] += 1

    def less(self, part: ParkedTimes | None) -> ParkedTimes:
        """Returns these times without a part of them."""
        rest, part = ParkedTimes(), part or ParkedTimes()
        rest.count = self.count - part.count
        rest.remote_ns = self.remote_ns - part.remote_ns
        for name in ("remote", "local", "total"):
            mine, others = getattr(self, name), getattr(part, name)
            setattr(rest, name, [this - that for this, that in zip(mine, others, strict=True)])
        return rest


class ApiMetrics:
    """One API's requests since the broker started.

    Attributes:
        errors: requests whose handler failed, by the error's code.
        time_ns: from the arrival of the whole request to its response's hand-over, summed; delayed ones included.
        time_ns_max: the longest of them.
        times: how many took how long, by `time_slot`.
        parked: those that had to wait; None while there was none.
    """

    __slots__ = ("errors", "parked", "request_bytes", "requests", "response_bytes", "time_ns", "time_ns_max", "times")

    def __init__(self) -> None:
        self.parked: ParkedTimes | None = None
        self.requests = 0
        self.errors: dict[int, int] = {}
        self.request_bytes = 0
        self.response_bytes = 0
        self.time_ns = 0
        self.time_ns_max = 0
        self.times = [0] * TIME_SLOTS

    def note(self, request_bytes: int, response_bytes: int, total_ns: int, remote_ns: int) -> None:
        """Counts one response; `remote_ns` of its time the request waited for others."""
        self.requests += 1
        self.request_bytes += request_bytes
        self.response_bytes += response_bytes
        self.time_ns += total_ns
        self.times[time_slot(total_ns)] += 1
        if total_ns > self.time_ns_max:
            self.time_ns_max = total_ns
        if remote_ns:
            self.note_parked(total_ns, remote_ns)

    def note_parked(self, total_ns: int, remote_ns: int) -> None:
        """Counts the request that was just counted among the parked, too."""
        if self.parked is None:
            self.parked = ParkedTimes()
        self.parked.note(total_ns, remote_ns)


class TopicTraffic:
    """One topic's records through this broker, as their leader; replication apart.

    Attributes:
        messages_in: records that were appended.
        bytes_in: bytes that producers sent of them.
        bytes_out: bytes that consumers were sent.
        rejected_bytes: bytes that producers sent and that were not appended.
        produce_conversions: records of old producers that were rewritten as batches.
        fetch_conversions: records that were rewritten for old consumers.
        share_fetches, share_acknowledgements: partitions in requests of share groups' members.
    """

    __slots__ = _OF_TOPIC

    def __init__(self) -> None:
        self.messages_in = 0
        self.bytes_in = 0
        self.bytes_out = 0
        self.rejected_bytes = 0
        self.produce_conversions = 0
        self.fetch_conversions = 0
        self.produces = 0
        self.failed_produces = 0
        self.fetches = 0
        self.failed_fetches = 0
        self.share_fetches = 0
        self.failed_share_fetches = 0
        self.share_acknowledgements = 0
        self.failed_share_acknowledgements = 0

    def add(self, other: TopicTraffic) -> None:
        """Adds another topic's numbers."""
        for name in _OF_TOPIC:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Traffic:
    """All topics' records; a topic that this broker has no replica of any more lives on in the total."""

    __slots__ = ("_gone", "topics")

    def __init__(self) -> None:
        self.topics: dict[str, TopicTraffic] = {}
        self._gone = TopicTraffic()

    def of(self, topic: str) -> TopicTraffic:
        """Returns a topic's traffic; bounded, for only topics with a replica here are asked for."""
        traffic = self.topics.get(topic)
        if traffic is None:
            traffic = self.topics[topic] = TopicTraffic()
        return traffic

    def refused(self, topic: str, size: int) -> None:
        """Counts a refused produce to one partition; the topic may be one that does not exist."""
        traffic = self.known(topic)
        traffic.produces += 1
        traffic.failed_produces += 1
        traffic.rejected_bytes += size

    def known(self, topic: str) -> TopicTraffic:
        """Returns a topic's traffic; of an unknown one, that of all that are gone."""
        return self.topics.get(topic, self._gone)

    def forget(self, topic: str) -> None:
        """Forgets a topic without a replica here; its numbers stay in the total."""
        traffic = self.topics.pop(topic, None)
        if traffic is not None:
            self._gone.add(traffic)

    def total(self) -> TopicTraffic:
        """Returns the traffic of all topics there ever were."""
        return at_once(self.add_up())

    def add_up(self) -> Steps[TopicTraffic]:
        """Adds up the traffic of all topics there ever were, in steps."""
        total = TopicTraffic()
        total.add(self._gone)
        for number, traffic in enumerate(list(self.topics.values()), 1):
            total.add(traffic)
            if not number % TOPICS_PER_STEP:
                yield
        return total


class LoopMetrics:
    """How late the event loop is: what every request waits for before its turn.

    Attributes:
        lag_ms: at the last look.
        lag_ms_max: the most since the broker started.
        lag_ms_total: over all `looks`.
        idle: the share of the time between the last two looks in which the loop's thread had nothing to compute.
    """

    __slots__ = ("idle", "lag_ms", "lag_ms_max", "lag_ms_total", "looks")

    def __init__(self) -> None:
        self.idle = 1.0
        self.lag_ms = 0
        self.lag_ms_max = 0
        self.lag_ms_total = 0
        self.looks = 0

    def note(self, lag_ms: int) -> None:
        """Counts one measurement of the event loop's lag."""
        self.lag_ms = lag_ms
        self.lag_ms_total += lag_ms
        self.looks += 1
        if lag_ms > self.lag_ms_max:
            self.lag_ms_max = lag_ms


class AuthenticationMetrics:
    """One listener's logins.

    Attributes:
        succeeded: first logins of connections.
        succeeded_for_ever: those of them by which nothing can be renewed: TLS alone, and clients from before KIP-368
            (Kafka's no-reauth).
        failed: refused, broken off, or not done in time.
        renewed: logins that were renewed on their connection (KIP-368).
        failed_renewals: those that were refused.
        expired: connections that were closed because a request came after the login had ended.
    """

    __slots__ = ("expired", "failed", "failed_renewals", "renewed", "succeeded", "succeeded_for_ever")

    def __init__(self) -> None:
        self.succeeded = 0
        self.succeeded_for_ever = 0
        self.failed = 0
        self.renewed = 0
        self.failed_renewals = 0
        self.expired = 0


class ListenerMetrics:
    """One listener's connections: how many there are, and how many there were; and its logins.

    Attributes:
        certificate_ends_s: of its TLS, seconds since 1970; None: it has none.
    """

    __slots__ = ("accepted", "authentication", "certificate_ends_s", "connections")

    def __init__(self) -> None:
        self.certificate_ends_s: int | None = None
        self.authentication = AuthenticationMetrics()
        self.connections = 0
        self.accepted = 0


class NetworkMetrics:
    """Connections and bytes of all listeners, and of each one by its name."""

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "connections",
        "connections_accepted",
        "connections_closed_bad_request",
        "connections_closed_idle",
        "connections_refused",
        "listeners",
        "tls_failures",
        "tls_handshakes",
    )

    def __init__(self) -> None:
        self.connections = 0
        self.connections_accepted = 0
        self.connections_refused = 0
        self.connections_closed_bad_request = 0
        self.connections_closed_idle = 0
        self.tls_handshakes = 0
        self.tls_failures = 0
        self.bytes_in = 0
        self.bytes_out = 0
        self.listeners: dict[str, ListenerMetrics] = {}

    def listener(self, name: str) -> ListenerMetrics:
        """Returns the metrics of one listener."""
        return self.listeners.setdefault(name, ListenerMetrics())


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
        mended_logs: logs that lacked something and have copied it from their leaders.
        led_incomplete: leaderships that were taken over with a log that is not complete: nobody else was in sync.
        truncated_below_high_watermark: truncations that took away what was, or may have been, acknowledged.
    """

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "failed_isr_updates",
        "isr_expands",
        "isr_shrinks",
        "led_incomplete",
        "mended_logs",
        "reassignment_bytes_in",
        "reassignment_bytes_out",
        "truncated_below_high_watermark",
    )

    def __init__(self) -> None:
        self.bytes_in = 0
        self.bytes_out = 0
        self.reassignment_bytes_in = 0
        self.reassignment_bytes_out = 0
        self.isr_expands = 0
        self.isr_shrinks = 0
        self.failed_isr_updates = 0
        self.mended_logs = 0
        self.led_incomplete = 0
        self.truncated_below_high_watermark = 0


class ScrubMetrics:
    """What was read of closed segments to find damage.

    Attributes:
        passes: over all logs.
        segments: found whole.
        damaged_segments: found damaged.
        bytes_read: of either.
    """

    __slots__ = ("bytes_read", "damaged_segments", "passes", "segments")

    def __init__(self) -> None:
        self.passes = 0
        self.segments = 0
        self.damaged_segments = 0
        self.bytes_read = 0


class TransactionMetrics:
    """Transactions that this broker coordinates.

    Attributes:
        commits, aborts: transactions whose end is in the log.
        timeouts: those of the aborts that nobody asked for.
        appends, appends_failed: records of `__transaction_state`.
        markers_sent, markers_retried: partitions in WriteTxnMarkers, and those that have to be sent again.
        partitions_loaded, records_loaded: what was read when this broker came to coordinate it.
        verifications, verifications_failed: partitions of which a first append asked whether they are in a transaction.
        verification_times: how long their coordinators took to answer, a question each.
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
        "verification_times",
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
        self.verification_times = TimeCounts()


class ShareMetrics:
    """States of share groups that this broker keeps, and what their members read from it.

    Attributes:
        writes, writes_failed: records of `__share_group_state`.
        partitions_loaded, records_loaded: what was read when this broker came to lead it.
        acknowledged: type of acknowledgement → records that members acknowledged so.
        begin_times: how long share-partitions took to begin, their states read from the share coordinator.
        sessions_evicted: share sessions that ended with their connections, and not by their members' word.
    """

    __slots__ = (
        "acknowledged",
        "begin_times",
        "partitions_loaded",
        "records_loaded",
        "sessions_evicted",
        "writes",
        "writes_failed",
    )

    def __init__(self) -> None:
        self.acknowledged: dict[int, int] = {}
        self.begin_times = TimeCounts()
        self.sessions_evicted = 0
        self.writes = 0
        self.writes_failed = 0
        self.partitions_loaded = 0
        self.records_loaded = 0


class GroupMetrics:
    """Groups that this broker coordinates. How many there are, and in which state, is asked of the coordinator.

    Attributes:
        rebalances: generations that were assigned, as Kafka's `group-completed-rebalance` counts them.
        consumer_rebalances: epochs of groups of the consumer protocol, as `consumer-group-rebalance` counts them.
        share_rebalances: epochs that share groups have begun, as Kafka's `share-group-rebalance` counts them.
        streams_rebalances: epochs that streams groups have begun, as Kafka's `streams-group-rebalance` counts them.
        sessions_expired: members that were removed because nothing was heard of them.
        sessions_spared: times that a member was given more time because the broker itself had stalled.
        offsets_committed: partitions whose committed offset was written.
        offsets_expired: positions that their group's retention ended.
        offsets_deleted: positions that somebody had deleted.
        loads: partitions of `__consumer_offsets` that were read.
        load_ms: how long that took, together.
        load_ms_max: the longest of them.
    """

    __slots__ = (
        "consumer_rebalances",
        "load_ms",
        "load_ms_max",
        "loads",
        "offsets_committed",
        "offsets_deleted",
        "offsets_expired",
        "rebalances",
        "sessions_expired",
        "sessions_spared",
        "share_rebalances",
        "streams_rebalances",
    )

    def __init__(self) -> None:
        self.rebalances = 0
        self.consumer_rebalances = 0
        self.share_rebalances = 0
        self.streams_rebalances = 0
        self.sessions_expired = 0
        self.sessions_spared = 0
        self.offsets_committed = 0
        self.offsets_expired = 0
        self.offsets_deleted = 0
        self.loads = 0
        self.load_ms = 0
        self.load_ms_max = 0


class BrokerMetrics:
    """All counters of one broker.

    Attributes:
        follower_fetches: those among the fetches that brokers send; clients' are the rest.
        failures: of periodic work that went on with the rest, by the name of the work; see `kavka.common.supervised`.
    """

    __slots__ = (
        "apis",
        "cleaner",
        "failures",
        "fetch_sessions",
        "follower_fetches",
        "groups",
        "loop",
        "network",
        "replication",
        "scrub",
        "shares",
        "traffic",
        "transactions",
    )

    def __init__(self) -> None:
        self.apis: dict[int, ApiMetrics] = {}
        self.follower_fetches = ApiMetrics()
        self.loop = LoopMetrics()
        self.traffic = Traffic()
        self.network = NetworkMetrics()
        self.fetch_sessions = FetchSessionMetrics()
        self.groups = GroupMetrics()
        self.shares = ShareMetrics()
        self.replication = ReplicationMetrics()
        self.scrub = ScrubMetrics()
        self.cleaner = CleanerMetrics()
        self.transactions = TransactionMetrics()
        self.failures: dict[str, int] = {}

    def api(self, api_key: int) -> ApiMetrics:
        """Returns the counters of one API; made at the first request, so the handlers bound their number."""
        metrics = self.apis.get(api_key)
        if metrics is None:
            metrics = self.apis[api_key] = ApiMetrics()
        return metrics
