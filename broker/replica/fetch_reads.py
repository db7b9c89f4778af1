"""Reads what a fetch asks for: now, when there is enough, or when it has come into memory.

    fetch ─▶ read ─┬─▶ enough, or an error ─▶ answered at once
                   ├─▶ too little           ─▶ DelayedFetch in the fetch purgatory ─▶ read ─▶ answered
                   └─▶ not in memory        ─▶ ColdReads: a thread loads it ─▶ the whole fetch again, from `fetch` or
                                               from the delayed fetch's end, whichever it was

Nothing here waits: a read of old data that is only on the device must not stall the other connections. What had to be
loaded is read again from the beginning, so whatever happened to log, leadership and limits meanwhile is taken as it is
then. Not here: sessions and versions (the handler), where batches are (the log), who reads how far (the partition).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.replica.delayed_fetch import CONSUMER, DelayedFetch, FetchParams, FetchResult, FetchSpec, has_enough
from kavka.broker.replica.fetch_memory import FetchMemory
from kavka.broker.replica.partition import NO_EPOCH, Partition
from kavka.broker.replica.replica_selector import RackOf, preferred_replica, stays_preferred
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import CorruptMessage, KafkaError, OffsetOutOfRange, TopicAuthorizationFailed
from kavka.timer.completions import run_isolated

if TYPE_CHECKING:
    from kavka.broker.metrics import ReplicationMetrics
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.replica.replication_quota import ReplicationQuota
    from kavka.common.filesystem import FileSystem
    from kavka.timer.clock import Clock

COLD_LOADS_MAX: Final = 2
"""Loads at a time: half of the disk's threads, so that no reader of old data holds up an fsync."""
COLD_ROUNDS_MAX: Final = 8
"""How often a fetch has something loaded before it reads come what may: memory so short that loaded pages are gone
again before they are read would otherwise keep it for ever. An index, a header, the records: three is usual."""

OnDone = Callable[[list[FetchResult]], None]
Left = tuple[int, bool]
"""How many bytes a fetch may still bring, and whether it has brought nothing yet."""


class ColdReads:
    """Loads into memory what reads were short of, a few at a time, in threads.

    Waiting loads are bounded by connections and their partitions: each has one fetch in progress.
    """

    __slots__ = ("_filesystem", "_group", "_is_loading", "_supervisor", "_waiting")

    def __init__(self, filesystem: FileSystem, supervisor: Supervisor) -> None:
        self._supervisor = supervisor
        self._filesystem = filesystem
        self._group: asyncio.TaskGroup | None = None
        self._is_loading = 0
        self._waiting: deque[tuple[list[ColdRead], Callable[[], None]]] = deque()

    async def run(self) -> None:
        """Loads cold reads until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            try:
                await asyncio.get_running_loop().create_future()  # for ever: the requests bring the work
            finally:
                self._group = None

    @property
    def can_load(self) -> bool:
        """Tells whether this is running; otherwise reads must wait for the device themselves."""
        return self._group is not None

    def load(self, colds: list[ColdRead], on_loaded: Callable[[], None]) -> None:
        """Loads cold reads into memory, then calls `on_loaded` on the loop.

        It is called, too, if some could not be read.
        """
        self._waiting.append((colds, on_loaded))
        self._start()

    def _start(self) -> None:
        while self._waiting and self._is_loading < COLD_LOADS_MAX and self._group is not None:
            colds, on_loaded = self._waiting.popleft()
            self._is_loading += 1
            self._group.create_task(self._load(colds, on_loaded), name="cold read")

    async def _load(self, colds: list[ColdRead], on_loaded: Callable[[], None]) -> None:
        try:
            for cold in colds:
                # The read that follows meets the error, too, and knows which directory has failed.
                with self._supervisor.item("cold read", "a fetch"), contextlib.suppress(OSError):
                    await self._filesystem.run(cold.load)
                if cold.loaded is not None:
                    cold.loaded()
        finally:
            self._is_loading -= 1
            self._start()
        run_isolated(on_loaded, "reading what was loaded for a fetch")


class FetchReads:
    """Takes fetches through.

    Args:
        manager: finds partitions and keeps the fetch purgatory.
        cold_reads: loads what is not in memory.
        clock: for the quota.
        quota: of what throttled replicas are sent.
        metrics: counts what replicas are sent.
        memory: how many bytes of records a fetch may read now; its first batch comes all the same.
        rack_of: the rack of a broker, where consumers are sent to replicas in theirs; None: they read from leaders.

    Attributes:
        is_stopping: whether no fetch may wait any more.
        memory: see above; big fetches reserve their part of it.
    """

    __slots__ = ("_clock", "_cold_reads", "_manager", "_metrics", "_quota", "_rack_of", "is_stopping", "memory")

    def __init__(
        self,
        manager: ReplicaManager,
        cold_reads: ColdReads,
        *,
        clock: Clock,
        quota: ReplicationQuota,
        metrics: ReplicationMetrics,
        memory: FetchMemory,
        rack_of: RackOf | None = None,
    ) -> None:
        self._rack_of = rack_of
        self.memory = memory
        self._manager = manager
        self._cold_reads = cold_reads
        self._clock = clock
        self._quota = quota
        self._metrics = metrics
        self.is_stopping = False

    def fetch(self, params: FetchParams, on_done: OnDone) -> list[FetchResult] | None:
        """Reads a fetch at once if that satisfies it, otherwise later.

        Later: when there is enough, or when its time is up.

        At once means: there is enough, something is wrong with a partition, nothing was asked for, or nobody wants to
        wait.

        Returns:
            The results, in the order of the specs; None when `on_done` gets them later.
        """
        results = self._fetch(params, on_done)
        if results is not None:
            self.count_sent(params.replica_id, results)
        return results

    def _fetch(self, params: FetchParams, on_done: OnDone) -> list[FetchResult] | None:
        colds: list[ColdRead] = []
        results = self.read(params, colds, may_wait=self.must_wait_for_device(params))
        if colds:
            self._load(params, colds, partial(self._fetch_again, params, on_done))
            return None
        if params.replica_id >= 0:
            self._manager.update_follower(params, results)
        if params.max_wait_ms <= 0 or not results or self.is_stopping or has_enough(params, results):
            return results
        operation = DelayedFetch(self._manager, params, on_done)
        keys = [result.partition for result in results if result.partition is not None]
        is_done = self._manager.fetch_purgatory.try_complete_else_watch(operation, keys)
        if not is_done and params.when_parked is not None:
            params.when_parked(operation.abandon)
        return None

    def _fetch_again(self, params: FetchParams, on_done: OnDone) -> None:
        results = self.fetch(params, on_done)
        if results is not None:
            on_done(results)

    def finish(self, params: FetchParams, on_done: OnDone) -> None:
        """Reads for a fetch that will not wait any more, but for the device."""
        colds: list[ColdRead] = []
        results = self.read(params, colds, may_wait=self.must_wait_for_device(params))
        if colds:
            self._load(params, colds, partial(self.finish, params, on_done))
        else:
            self.count_sent(params.replica_id, results)
            on_done(results)

    def is_held_back(self, partition: Partition, replica_id: int) -> bool:
        """Tells whether a throttled follower gets no records of a partition now (KIP-73).

        Too much was sent to throttled ones of late.

        A member of the ISR is never held back: it would leave the ISR for it.
        """
        throttled = partition.log.config.throttled_leaders
        return (
            throttled is not None
            and replica_id not in partition.isr
            and throttled.has(partition.topic_partition.partition, partition.broker_id)
            and self._quota.is_exceeded(self._clock.monotonic_ms())
        )

    def count_sent(self, replica_id: int, results: list[FetchResult]) -> None:
        """Counts the bytes that a reader gets. What members of the ISR get counts towards the quota as well."""
        if replica_id < 0:
            _count_consumed(results)
            return
        metrics = self._metrics
        for result in results:
            size = len(result.records)
            partition = result.partition
            if not size or partition is None:
                continue
            metrics.bytes_out += size
            if replica_id in partition.adding_replicas:
                metrics.reassignment_bytes_out += size
            throttled = partition.log.config.throttled_leaders
            if throttled is not None and throttled.has(partition.topic_partition.partition, partition.broker_id):
                self._quota.record(size, self._clock.monotonic_ms())

    def answer_waiting(self) -> None:
        """Completes every waiting fetch with what there is, and lets none wait any more: the broker stops."""
        self.is_stopping = True
        for operation in self._manager.fetch_purgatory.waiting():
            operation.force_complete()

    def must_wait_for_device(self, params: FetchParams) -> bool:
        """Tells whether a fetch reads from the device itself.

        Nobody loads for it, or it has had things loaded often enough.
        """
        return params.cold_rounds >= COLD_ROUNDS_MAX or not self._cold_reads.can_load

    def _load(self, params: FetchParams, colds: list[ColdRead], again: Callable[[], None]) -> None:
        params.cold_rounds += 1
        self._cold_reads.load(colds, again)

    def read(self, params: FetchParams, colds: list[ColdRead], *, may_wait: bool) -> list[FetchResult]:
        """Reads every partition of a fetch, within its limits and the free memory. Each is read from one snapshot.

        The first batch that is found is returned even when it is larger than the limits, else a large batch could
        never be read (KIP-74).

        Args:
            params: the fetch.
            colds: gets what was not in memory; the results are then good for nothing.
            may_wait: whether to wait for the device instead.
        """
        results: list[FetchResult] = []
        self.read_some(params, params.specs, self.limit(params), results, colds, may_wait=may_wait)
        return results

    def limit(self, params: FetchParams) -> Left:
        """Returns a fetch's byte limit: its own, as far as there is memory for responses."""
        return min(params.max_bytes, self.memory.allowance()), True

    def read_some(
        self,
        params: FetchParams,
        specs: Iterable[FetchSpec],
        left: Left,
        results: list[FetchResult],
        colds: list[ColdRead],
        *,
        may_wait: bool,
    ) -> Left:
        """Reads some of the partitions of a fetch, in their order; see `read`.

        Args:
            params: the fetch.
            specs: those partitions.
            left: what the partitions before them have left over.
            results: gets theirs.
            colds: see `read`.
            may_wait: likewise.

        Returns:
            What they have left over in turn.
        """
        bytes_left, is_first = left
        refused = params.refused_topics
        for spec in specs:
            try:
                if refused and spec.topic in refused:
                    raise TopicAuthorizationFailed  # before anything tells whether the partition is there
                max_bytes = spec.max_bytes
                if max_bytes > bytes_left:
                    max_bytes = bytes_left
                result = self._read_partition(spec, params, max_bytes, is_first, may_wait)
            except KafkaError as error:
                # One partition's error never fails the others (KAFKA-5758).
                if isinstance(error, CorruptMessage):
                    self._manager.verify_soon(spec.topic, spec.index, spec.fetch_offset)
                result = FetchResult.failed(error)
            except ColdRead as cold:
                colds.append(cold)
                bytes_left = max(0, bytes_left - cold.size)
                is_first = is_first and not cold.size
                continue
            size = len(result.records)
            if size:
                is_first = False
                bytes_left = bytes_left - size if bytes_left > size else 0
            results.append(result)
        return bytes_left, is_first

    def _read_partition(
        self, spec: FetchSpec, params: FetchParams, max_bytes: int, min_one_message: bool, may_wait: bool
    ) -> FetchResult:
        partition: Partition = self._manager.partition(spec.topic, spec.index)
        if spec.current_leader_epoch != NO_EPOCH or not partition.is_readable_by(params.reads_as):
            partition.check_readable(params.reads_as, spec.current_leader_epoch)
        log = partition.log
        # One look at each, and the end of what is readable is one of them (KAFKA-9807, KAFKA-9196).
        high_watermark, last_stable_offset = log.high_watermark, log.last_stable_offset
        result = FetchResult(partition, b"", high_watermark, last_stable_offset, log.log_start_offset)
        if spec.last_fetched_epoch >= 0:
            result.diverging = _divergence(partition, spec)
            if result.diverging is not None:
                return result
        if params.rack and self._rack_of is not None and params.replica_id == CONSUMER:
            result.preferred = preferred_replica(partition, params.rack, spec.fetch_offset, self._rack_of)
            if result.preferred >= 0:
                return result
        if params.replica_id >= 0:
            end_offset = log.log_end_offset
        else:
            end_offset = last_stable_offset if params.is_read_committed else high_watermark
        if spec.fetch_offset == end_offset:
            result.is_settled = self._is_settled(partition, params)
            return result
        if params.replica_id >= 0 and self.is_held_back(partition, params.replica_id):
            end_offset = min(end_offset, max(spec.fetch_offset, log.log_start_offset))
        # The log raises OffsetOutOfRange below its start and above its end.
        offset = spec.fetch_offset
        result.records, next_offset = log.read_batches(offset, max_bytes, end_offset, min_one_message, may_wait)
        if params.is_read_committed and next_offset > offset:
            result.aborted = log.aborted_transactions(offset, next_offset, may_wait)
        return result

    def _is_settled(self, partition: Partition, params: FetchParams) -> bool:
        """Tells whether nothing comes for a reader at the end of what it may see before something changes.

        A follower outside the ISR is looked at whenever it fetches, for it may join.
        """
        if params.replica_id >= 0:
            return params.replica_id in partition.isr
        if not params.rack or self._rack_of is None or params.replica_id != CONSUMER:
            return True
        return stays_preferred(partition, params.rack, self._rack_of)


def _count_consumed(results: list[FetchResult]) -> None:
    for result in results:
        partition = result.partition
        if partition is not None:
            traffic = partition.traffic
            traffic.fetches += 1
            traffic.bytes_out += len(result.records)
            if result.error_code:
                traffic.failed_fetches += 1


def _divergence(partition: Partition, spec: FetchSpec) -> tuple[int, int] | None:
    """Finds the epoch and end offset that a diverging reader must go back to.

    None where its history is this leader's.
    """
    epoch, epoch_end = partition.end_offset_for_epoch(spec.last_fetched_epoch)
    if epoch < 0:
        # Nothing that both know: a response has no way to say so, and whoever asks must look where we begin.
        raise OffsetOutOfRange(f"{partition}: leader epoch {spec.last_fetched_epoch} is not known here")
    return (epoch, epoch_end) if epoch < spec.last_fetched_epoch or epoch_end < spec.fetch_offset else None
