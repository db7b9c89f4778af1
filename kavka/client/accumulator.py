"""Where records wait until they are sent: partition → queue of batches. No I/O and no clock; time is an argument.

    send() ──► PartitionQueue t-0  [batch sealed][batch open]      drain(now) takes, for every leader that has capacity,
               PartitionQueue t-1  [batch open]               ──►  the first batch of each of its queues that is ready:
               PartitionQueue u-0  (in flight)                     sealed, lingered long enough, or somebody flushes

A queue whose first batch is in flight is muted: one batch per partition is under way at a time, so a retry can never
overtake what came after it, with or without an idempotent producer. Parallelism comes from the other partitions.

Memory: every record reserves its size on the way in and its batch gives it back when it is done. A batch's records are
encoded as they arrive, so a waiting record costs its bytes, not objects.
"""

from __future__ import annotations

from collections.abc import Callable

from kavka.client.delivery import Delivery, PartitionQueue, ProducerBatch
from kavka.client.outgoing_records import Headers, record_size
from kavka.client.partitioner import TopicQueues
from kavka.protocol.records.batch import BatchBuilder, Record, iter_records
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import MonotonicMs


class Drained:
    """What `Accumulator.drain` found."""

    __slots__ = ("by_leader", "leaderless", "next_ms")

    def __init__(self) -> None:
        self.by_leader: dict[int, list[ProducerBatch]] = {}
        self.leaderless: set[str] = set()
        self.next_ms: MonotonicMs | None = None
        """When something more becomes ready by time alone; None: never."""

    def wait_until(self, at_ms: MonotonicMs) -> None:
        """Lowers the time at which the next batch becomes ready."""
        if self.next_ms is None or at_ms < self.next_ms:
            self.next_ms = at_ms


class Accumulator:
    """All queues of one producer.

    Args:
        batch_bytes: A batch is sealed when it holds this much before compression.
        linger_ms: How long an open batch waits for company.
        buffer_bytes: The bound on everything that is not acknowledged.
        request_bytes_max: Records in one Produce request; one batch always fits.
        compression: How batches are compressed.
    """

    def __init__(
        self,
        *,
        batch_bytes: int,
        linger_ms: int,
        buffer_bytes: int,
        request_bytes_max: int,
        compression: Compression,
    ) -> None:
        self.topics: dict[str, TopicQueues] = {}
        self.bytes_used = 0
        self.buffer_bytes = buffer_bytes
        self.batches_open = 0
        # Invariant: batches_open counts the batches that are not done, in flight or waiting.
        self._batch_bytes = batch_bytes
        self._linger_ms = linger_ms
        self._request_bytes_max = request_bytes_max
        self._compression = compression
        self._active: dict[PartitionQueue, None] = {}
        # Invariant: a queue is in _active exactly while it has batches. A dict keeps the order, so no partition
        # starves.

    # ---------------------------------------------------------------- in

    def topic(self, name: str, partition_count: int) -> TopicQueues:
        """Returns a topic's queues, made or grown as needed."""
        queues = self.topics.get(name)
        if queues is None:
            queues = self.topics[name] = TopicQueues(name, partition_count)
        elif len(queues.partitions) < partition_count:
            queues.grow(partition_count)
        return queues

    def append(
        self,
        queue: PartitionQueue,
        *,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Headers,
        size: int,
        monotonic_ms: Callable[[], MonotonicMs],
    ) -> tuple[Delivery, bool]:
        """Adds a record to the partition's open batch, or to a new one.

        Returns:
            The promise, and whether the sender should wake: a batch was begun (its linger counts) or sealed.

        Args:
            queue: Where it goes.
            timestamp: ms since the epoch.
            key: The record's.
            value: The record's; None is a tombstone.
            headers: The record's, as a tuple: they are walked twice.
            size: What `record_size` said; it is reserved until the batch is done. The caller has seen that it fits.
            monotonic_ms: Returns the time; called when a batch begins, which most records do not do.
        """
        batches = queue.batches
        batch = batches[-1] if batches else None
        is_news = False
        if batch is not None and not batch.is_sealed and batch.bytes_reserved + size > self._batch_bytes:
            batch.is_sealed = True
        if batch is None or batch.is_sealed:
            batch = self._new_batch(queue, monotonic_ms())
            is_news = True
        index = batch.record_count
        assert batch.builder is not None
        try:
            batch.builder.append(timestamp=timestamp, key=key, value=value, headers=headers)
        except BaseException:
            if not index:  # a record that is refused leaves no trace, least of all an empty batch for the sender
                self._withdraw(batch)
            raise
        batch.record_count = index + 1
        batch.bytes_reserved += size
        self.bytes_used += size
        if batch.bytes_reserved >= self._batch_bytes:
            batch.is_sealed = True
            is_news = True
        return Delivery(batch, index, timestamp), is_news

    def _new_batch(self, queue: PartitionQueue, now_ms: MonotonicMs) -> ProducerBatch:
        batch = ProducerBatch(queue, BatchBuilder(compression=self._compression), created_ms=now_ms)
        queue.batches.append(batch)
        self._active[queue] = None
        self.batches_open += 1
        return batch

    def _withdraw(self, batch: ProducerBatch) -> None:
        """Takes back the batch that was begun last and holds nothing."""
        queue = batch.queue
        assert queue.batches[-1] is batch
        assert not batch.record_count
        queue.batches.pop()
        if not queue.batches:
            del self._active[queue]
        self._release(batch)

    # ---------------------------------------------------------------- out

    def drain(
        self,
        now_ms: MonotonicMs,
        *,
        leader_of: Callable[[str, int], int],
        has_capacity: Callable[[int], bool],
        is_flushing: bool,
    ) -> Drained:
        """Takes the batches that can be sent now.

        Every batch taken is in flight until `finish` or `put_back`.

        Args:
            now_ms: Monotonic time.
            leader_of: (topic, partition) → broker id, −1 when unknown.
            has_capacity: Whether a broker takes another request.
            is_flushing: Whether open batches go without lingering.
        """
        drained = Drained()
        sizes: dict[int, int] = {}
        for queue in list(self._active):
            if queue.is_in_flight:
                continue
            batch = queue.batches[0]
            ready_ms = self._ready_ms(batch, is_flushing=is_flushing)
            if ready_ms > now_ms:
                drained.wait_until(ready_ms)
                continue
            leader = leader_of(queue.topic, queue.partition)
            if leader < 0:
                drained.leaderless.add(queue.topic)
            elif has_capacity(leader):
                size = sizes.get(leader, 0) + batch.bytes_reserved
                if leader in sizes and size > self._request_bytes_max:
                    continue
                sizes[leader] = size
                self._take(queue, batch)
                drained.by_leader.setdefault(leader, []).append(batch)
        return drained

    def topics_waiting_for(self, leader: int, *, leader_of: Callable[[str, int], int]) -> set[str]:
        """Returns the topics of which a batch waits for a leader, in flight or not.

        Args:
            leader: Broker id.
            leader_of: As of `drain`.
        """
        return {queue.topic for queue in self._active if leader_of(queue.topic, queue.partition) == leader}

    def _ready_ms(self, batch: ProducerBatch, *, is_flushing: bool) -> MonotonicMs:
        if batch.attempts:
            return batch.retry_at_ms
        if batch.is_sealed or is_flushing or len(batch.queue.batches) > 1:
            return MonotonicMs(0)
        return batch.created_ms + self._linger_ms

    def _take(self, queue: PartitionQueue, batch: ProducerBatch) -> None:
        batch.is_sealed = True
        queue.is_in_flight = True
        del self._active[queue]  # to the end of the order
        self._active[queue] = None

    def expired(self, created_before_ms: MonotonicMs) -> list[ProducerBatch]:
        """Removes and returns the batches, not in flight, that were created before a time: their delivery took too
        long.
        """
        gone: list[ProducerBatch] = []
        for queue in list(self._active):
            while not queue.is_in_flight and queue.batches and queue.batches[0].created_ms < created_before_ms:
                batch = queue.batches[0]
                gone.append(batch)
                self._forget(batch)
        return gone

    def put_back(self, batch: ProducerBatch, *, retry_at_ms: MonotonicMs) -> None:
        """Puts a failed batch back for a retry, before everything behind it."""
        batch.attempts += 1
        batch.retry_at_ms = retry_at_ms
        batch.queue.is_in_flight = False

    def split(self, batch: ProducerBatch) -> None:
        """Splits a batch that is too large for the broker; the halves stay at the head."""
        assert batch.data is not None
        queue = batch.queue
        records = list(iter_records(batch.data))
        middle = len(records) // 2
        parts = [self._part(batch, half) for half in (records[:middle], records[middle:])]
        batch.split_into(parts)
        self._forget(batch)
        queue.is_in_flight = False
        queue.batches.extendleft(reversed(parts))
        self._active[queue] = None
        self.batches_open += len(parts)
        self.bytes_used += sum(part.bytes_reserved for part in parts)

    def _part(self, batch: ProducerBatch, records: list[Record]) -> ProducerBatch:
        part = ProducerBatch(batch.queue, BatchBuilder(compression=self._compression), created_ms=batch.created_ms)
        assert part.builder is not None
        for record in records:
            part.builder.append(timestamp=record.timestamp, key=record.key, value=record.value, headers=record.headers)
            part.bytes_reserved += record_size(record.key, record.value, record.headers)
        part.record_count = len(records)
        part.is_sealed = True
        return part

    def finish(self, batch: ProducerBatch) -> None:
        """Finishes a batch that was in flight, delivered or failed; its memory is free."""
        batch.queue.is_in_flight = False
        self._forget(batch)

    def abandon_waiting(self) -> list[ProducerBatch]:
        """Empties every queue of what is not in flight; returns what was in them."""
        left: list[ProducerBatch] = []
        for queue in list(self._active):
            while len(queue.batches) > queue.is_in_flight:
                batch = queue.batches.pop()
                self._release(batch)
                left.append(batch)
            if not queue.batches:
                del self._active[queue]
        return left

    def abandon(self) -> list[ProducerBatch]:
        """Empties every queue; returns what was in them."""
        left = [batch for queue in self._active for batch in queue.batches]
        for batch in left:
            batch.queue.is_in_flight = False
            self._forget(batch)
        return left

    def _forget(self, batch: ProducerBatch) -> None:
        queue = batch.queue
        assert queue.batches[0] is batch
        queue.batches.popleft()
        if not queue.batches:
            del self._active[queue]
        self._release(batch)

    def _release(self, batch: ProducerBatch) -> None:
        self.batches_open -= 1
        self.bytes_used -= batch.bytes_reserved
        assert self.bytes_used >= 0
