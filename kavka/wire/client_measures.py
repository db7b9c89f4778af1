"""What producers, consumers, share consumers and admins measure of themselves, by Kafka's names (KIP-714). Without I/O.

    a connection: opened, a response   ─┐
    a batch leaves, a response settles ─┼─▶ SampledStat ─▶ metrics ─▶ org.apache.kafka.producer.record.queue.time.avg …
    a poll, a commit, a rebalance      ─┘

Names and meanings are Kafka's: those that KIP-714 wants of every client, and what costs nothing beside. A metric is
left out as long as there is nothing to say: an average of no values, a node that was asked nothing lately.

Recording is for each request, batch or poll, never for each record. Not here: who asks for the values, and how often
(`telemetry`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.otlp_writer import Metric
from kavka.wire.measures import SampledStat

if TYPE_CHECKING:
    from kavka.timer.moments import MonotonicMs

DOMAIN: Final = "org.apache.kafka."
PRODUCER: Final = f"{DOMAIN}producer."
CONSUMER: Final = f"{DOMAIN}consumer."
SHARE_CONSUMER: Final = f"{DOMAIN}consumer.share."
ADMIN: Final = f"{DOMAIN}admin.client."

Labels = tuple[tuple[str, str], ...]


class ClientMeasures:
    """What every client measures: its connections, and how long brokers take.

    Args:
        prefix: of the names of these metrics.
        now_ms: the present.
        own_latencies: APIs whose latencies have metrics of their own, beside those of the nodes.
    """

    __slots__ = ("_connections", "_nodes", "_own", "_prefix")

    def __init__(self, prefix: str, now_ms: MonotonicMs, own_latencies: tuple[int, ...] = ()) -> None:
        self._prefix = prefix
        self._connections = SampledStat(now_ms)
        self._nodes: dict[int, SampledStat] = {}
        self._own = {api_key: SampledStat(now_ms) for api_key in own_latencies}

    def connected(self, now_ms: MonotonicMs) -> None:
        """Counts a connection that was opened."""
        self._connections.record(1, now_ms)

    def heard_of(self, broker_id: int, now_ms: MonotonicMs) -> Callable[[int, int, MonotonicMs], None]:
        """Returns what takes a broker's responses: their API, how many ms each took, and the time."""
        own = self._own
        node = self._nodes.get(broker_id)
        if node is None:
            node = self._nodes[broker_id] = SampledStat(now_ms)
        record = node.record

        def heard(api_key: int, latency_ms: int, now_ms: MonotonicMs) -> None:
            record(latency_ms, now_ms)
            if api_key in own:
                own[api_key].record(latency_ms, now_ms)

        return heard

    def metrics(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        """Yields the metrics, those of single nodes last."""
        yield from _counted(f"{self._prefix}connection.creation", self._connections, now_ms)
        yield from self._of_kind(now_ms)
        for node, samples in self._nodes.items():
            labels = (("node_id", f"node-{node}"),)
            yield from _averaged(f"{self._prefix}node.request.latency", samples, now_ms, labels)

    def _of_kind(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        del now_ms
        return iter(())


class ProducerMeasures(ClientMeasures):
    """What a producer measures.

    Attributes:
        queue_time_ms: how long batches waited before they were sent.
        throttle_time_ms: how long brokers held its requests back.
        sent: records that were sent, each time that they were.
        retried: records that are sent again.
        failed: records that will not be delivered.
    """

    __slots__ = ("failed", "queue_time_ms", "retried", "sent", "throttle_time_ms")

    def __init__(self, now_ms: MonotonicMs) -> None:
        super().__init__(PRODUCER, now_ms, (ApiKey.PRODUCE,))
        self.queue_time_ms = SampledStat(now_ms)
        self.throttle_time_ms = SampledStat(now_ms)
        self.sent = SampledStat(now_ms)
        self.retried = SampledStat(now_ms)
        self.failed = SampledStat(now_ms)

    def sending(self, batches: Iterable[tuple[MonotonicMs, int]], now_ms: MonotonicMs) -> None:
        """Takes the batches of a request: when the first record of each came, and how many there are."""
        for created_ms, records in batches:
            self.queue_time_ms.record(now_ms - created_ms, now_ms)
            self.sent.record(records, now_ms)

    def _of_kind(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        yield from _averaged(f"{PRODUCER}produce.throttle.time", self.throttle_time_ms, now_ms)
        yield from _averaged(f"{PRODUCER}record.queue.time", self.queue_time_ms, now_ms)
        yield from _averaged(f"{PRODUCER}request.latency", self._own[ApiKey.PRODUCE], now_ms)
        yield from _counted(f"{PRODUCER}record.send", self.sent, now_ms)
        yield from _counted(f"{PRODUCER}record.retry", self.retried, now_ms)
        yield from _counted(f"{PRODUCER}record.error", self.failed, now_ms)


class _PollMeasures(ClientMeasures):
    """What those measure who poll."""

    __slots__ = ("_between_ms", "_between_polls_ms", "_idle_ratio", "_poll_prefix", "_polled_ms", "records")

    def __init__(self, poll_prefix: str, now_ms: MonotonicMs, own_latencies: tuple[int, ...]) -> None:
        super().__init__(CONSUMER, now_ms, own_latencies)
        self._poll_prefix = poll_prefix
        self._idle_ratio = SampledStat(now_ms)
        self._between_polls_ms = SampledStat(now_ms)
        self._polled_ms: MonotonicMs | None = None
        self._between_ms = 0
        self.records = SampledStat(now_ms)

    def polling(self, now_ms: MonotonicMs) -> None:
        """Marks the beginning of a poll."""
        self._between_ms = 0 if self._polled_ms is None else now_ms - self._polled_ms
        self._between_polls_ms.record(self._between_ms, now_ms)
        self._polled_ms = now_ms

    def polled(self, now_ms: MonotonicMs, records: int) -> None:
        """Marks its end.

        Args:
            now_ms: the present.
            records: how many it handed out.
        """
        assert self._polled_ms is not None
        in_poll_ms = now_ms - self._polled_ms
        if in_poll_ms + self._between_ms > 0:
            self._idle_ratio.record(in_poll_ms / (in_poll_ms + self._between_ms), now_ms)
        if records:
            self.records.record(records, now_ms)

    def _of_kind(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        prefix = self._poll_prefix
        idle = self._idle_ratio.average(now_ms)
        if idle is not None:
            yield Metric(f"{prefix}poll.idle.ratio.avg", idle)
        yield from _averaged(f"{prefix}time.between.poll", self._between_polls_ms, now_ms)
        if self._polled_ms is not None:
            yield Metric(f"{prefix}last.poll.seconds.ago", (now_ms - self._polled_ms) // 1_000)
        yield from _counted(f"{prefix}fetch.manager.records.consumed", self.records, now_ms)


class ConsumerMeasures(_PollMeasures):
    """What a consumer measures.

    Args:
        now_ms: the present.
        assigned: how many partitions it has now; None: it is in no group.
        lag: how many records the partition that is furthest behind has left; None: that is not known yet.

    Attributes:
        fetch_throttle_ms: how long brokers held its fetches back.
        rebalances_ms: how long rebalances took, until the member had its share.
        records: records that were handed out, by poll.
    """

    __slots__ = ("_assigned", "_lag", "_rebalancing_since_ms", "fetch_throttle_ms", "rebalances_ms")

    def __init__(
        self, now_ms: MonotonicMs, *, assigned: Callable[[], int] | None, lag: Callable[[], int | None]
    ) -> None:
        super().__init__(CONSUMER, now_ms, (ApiKey.FETCH, ApiKey.OFFSET_COMMIT))
        self.fetch_throttle_ms = SampledStat(now_ms)
        self.rebalances_ms = SampledStat(now_ms)
        self._assigned = assigned
        self._lag = lag
        self._rebalancing_since_ms: MonotonicMs | None = None

    def rebalancing(self, now_ms: MonotonicMs) -> None:
        """Marks the beginning of a rebalance, unless one is under way."""
        if self._rebalancing_since_ms is None:
            self._rebalancing_since_ms = now_ms

    def rebalanced(self, now_ms: MonotonicMs, *, is_member: bool) -> None:
        """Marks its end, where one is under way.

        Args:
            now_ms: the present.
            is_member: whether the member has its share; if not, it is out, and the rebalance does not count.
        """
        since_ms, self._rebalancing_since_ms = self._rebalancing_since_ms, None
        if since_ms is not None and is_member:
            self.rebalances_ms.record(now_ms - since_ms, now_ms)

    def _of_kind(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        fetches, commits = self._own[ApiKey.FETCH], self._own[ApiKey.OFFSET_COMMIT]
        yield from super()._of_kind(now_ms)
        yield from _averaged(f"{CONSUMER}fetch.manager.fetch.latency", fetches, now_ms)
        yield from _requests(f"{CONSUMER}fetch.manager.fetch", fetches, now_ms)
        yield from _averaged(f"{CONSUMER}fetch.manager.fetch.throttle.time", self.fetch_throttle_ms, now_ms)
        lag = self._lag()
        if lag is not None:
            yield Metric(f"{CONSUMER}fetch.manager.records.lag.max", lag)
        if self._assigned is None:
            return
        yield Metric(f"{CONSUMER}coordinator.assigned.partitions", self._assigned())
        yield from _averaged(f"{CONSUMER}coordinator.commit.latency", commits, now_ms)
        yield from _requests(f"{CONSUMER}coordinator.commit", commits, now_ms)
        yield from _averaged(f"{CONSUMER}coordinator.rebalance.latency", self.rebalances_ms, now_ms)
        yield Metric(f"{CONSUMER}coordinator.rebalance.latency.total", self.rebalances_ms.total, is_sum=True)
        yield Metric(f"{CONSUMER}coordinator.rebalance.total", self.rebalances_ms.count, is_sum=True)


class ShareMeasures(_PollMeasures):
    """What a member of a share group measures; Kafka has its connections among those of consumers.

    Attributes:
        fetch_throttle_ms: how long brokers held its fetches back.
        acknowledged: acknowledgements that were sent.
        refused: those that failed.
        records: records that were handed out, by poll.
    """

    __slots__ = ("acknowledged", "fetch_throttle_ms", "refused")

    def __init__(self, now_ms: MonotonicMs) -> None:
        super().__init__(SHARE_CONSUMER, now_ms, (ApiKey.SHARE_FETCH,))
        self.fetch_throttle_ms = SampledStat(now_ms)
        self.acknowledged = SampledStat(now_ms)
        self.refused = SampledStat(now_ms)

    def settled(self, records: int, now_ms: MonotonicMs, *, is_refused: bool) -> None:
        """Takes what became of the acknowledgements of so many records."""
        self.acknowledged.record(records, now_ms)
        if is_refused:
            self.refused.record(records, now_ms)

    def _of_kind(self, now_ms: MonotonicMs) -> Iterator[Metric]:
        fetches = self._own[ApiKey.SHARE_FETCH]
        yield from super()._of_kind(now_ms)
        yield from _averaged(f"{SHARE_CONSUMER}fetch.manager.fetch.latency", fetches, now_ms)
        yield from _requests(f"{SHARE_CONSUMER}fetch.manager.fetch", fetches, now_ms)
        yield from _averaged(f"{SHARE_CONSUMER}fetch.manager.fetch.throttle.time", self.fetch_throttle_ms, now_ms)
        yield from _counted(f"{SHARE_CONSUMER}fetch.manager.acknowledgements.send", self.acknowledged, now_ms)
        yield from _counted(f"{SHARE_CONSUMER}fetch.manager.acknowledgements.error", self.refused, now_ms)


def _averaged(name: str, samples: SampledStat, now_ms: MonotonicMs, labels: Labels = ()) -> Iterator[Metric]:
    average, maximum = samples.average(now_ms), samples.maximum(now_ms)
    if average is not None and maximum is not None:
        yield Metric(f"{name}.avg", average, labels)
        yield Metric(f"{name}.max", maximum, labels)


def _counted(name: str, samples: SampledStat, now_ms: MonotonicMs) -> Iterator[Metric]:
    yield Metric(f"{name}.rate", samples.rate(now_ms))
    yield Metric(f"{name}.total", samples.total, is_sum=True)


def _requests(name: str, latencies: SampledStat, now_ms: MonotonicMs) -> Iterator[Metric]:
    yield Metric(f"{name}.rate", latencies.frequency(now_ms))
    yield Metric(f"{name}.total", latencies.count, is_sum=True)
