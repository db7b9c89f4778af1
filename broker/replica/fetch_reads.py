"""Reads what a fetch asks for, partition by partition, and counts what is sent of it.

    read ─▶ limits, and the memory there is ─▶ each partition: who reads, up to where ─▶ Log.read_batches ─▶ FetchResult
                                                     └─▶ not in memory ─▶ `colds`: the results are good for nothing

Nothing here waits, unless it is told to: what had to be loaded is read again from the beginning, so whatever happened
to log, leadership and limits meanwhile is taken as it is then. Not here: fetches that wait (`fetch_service`), sessions
and versions (the handler), where batches are (the log), who reads how far (the partition).

A topic made anew under its name has another id. So where a fetch names topics by id (KIP-516) each read compares the
log's, and what the topic before has left is never taken for the new one's, however long a fetch waits or a session
lasts. A log without an id is of the time before ids, and believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.replica.fetch_memory import FetchMemory
from kavka.broker.replica.fetch_types import CONSUMER, FetchParams, FetchResult, FetchSpec
from kavka.broker.replica.partition import Partition
from kavka.broker.replica.partitions import Partitions, is_of
from kavka.broker.replica.replica_selector import RackOf, preferred_replica, stays_preferred
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import (
    CorruptMessage,
    InconsistentTopicId,
    KafkaError,
    KafkaStorageError,
    OffsetOutOfRange,
    TopicAuthorizationFailed,
    UnknownTopicId,
)
from kavka.protocol.records.crc32c import Buffer

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.metrics import ReplicationMetrics
    from kavka.broker.replica.replication_quota import ReplicationQuota
    from kavka.timer.clock import Clock

Left = tuple[int, bool]
"""How many bytes a fetch may still bring, and whether it has brought nothing yet."""


PlainRead = tuple[Partition, Buffer, int, int, int]
"""A partition, its records, and its high watermark, last stable offset and log start offset."""


class FetchReads:
    """Reads partitions for fetches.

    Args:
        partitions: what the broker holds.
        clock: for the quota.
        quota: of what throttled replicas are sent.
        metrics: counts what replicas are sent.
        memory: how many bytes of records a fetch may read now; its first batch comes all the same.
        verify_soon: has the segment checked that holds an offset.
        rack_of: the rack of a broker, where consumers are sent to replicas in theirs; None: they read from leaders.
    """

    __slots__ = ("_clock", "_memory", "_metrics", "_partitions", "_quota", "_rack_of", "_verify_soon")

    def __init__(
        self,
        partitions: Partitions,
        *,
        clock: Clock,
        quota: ReplicationQuota,
        metrics: ReplicationMetrics,
        memory: FetchMemory,
        verify_soon: Callable[[Log, int], None],
        rack_of: RackOf | None = None,
    ) -> None:
        self._partitions = partitions
        self._clock = clock
        self._quota = quota
        self._metrics = metrics
        self._memory = memory
        self._verify_soon = verify_soon
        self._rack_of = rack_of

    def find(self, topic: str, index: int) -> Partition | None:
        """Returns the broker's replica of a partition, None when it holds none."""
        return self._partitions.find(topic, index)

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

    def readable_now(self, params: FetchParams, spec: FetchSpec) -> int | None:
        """Counts the bytes a fetch would get of a partition; None in the cases A to C of `delayed_fetch`."""
        partition = self._partitions.find(spec.topic, spec.index)
        if partition is None or not partition.is_readable_by(params.reads_as):  # Case A
            return None
        if spec.topic_id and not is_of(partition.log, spec.topic_id):  # Case A: it was made anew
            return None
        if spec.current_leader_epoch not in (NO_LEADER_EPOCH, partition.leader_epoch):  # Case B
            return None
        end_offset = partition.readable_end_offset(params.replica_id, is_read_committed=params.is_read_committed)
        if spec.fetch_offset < end_offset:
            if params.replica_id >= 0 and self.is_held_back(partition, params.replica_id):
                return 0  # it would get nothing of this one
            try:
                return min(partition.readable_bytes(spec.fetch_offset, end_offset), spec.max_bytes)
            except (KafkaStorageError, CorruptMessage):  # Case A: found by this look at its log
                return None
        return None if spec.fetch_offset > partition.log.log_end_offset else 0  # Case C

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

    def read(self, params: FetchParams, colds: list[ColdRead], may_wait: bool) -> list[FetchResult]:
        """Reads every partition of a fetch, within its limits and the free memory. Each is read from one snapshot.

        The first batch that is found is returned even when it is larger than the limits, else a large batch could
        never be read (KIP-74).

        Args:
            params: the fetch.
            colds: gets what was not in memory; the results are then good for nothing.
            may_wait: whether to wait for the device instead.
        """
        results: list[FetchResult] = []
        self.read_some(params, params.specs, self.limit(params), results, colds, may_wait)
        return results

    def limit(self, params: FetchParams) -> Left:
        """Returns a fetch's byte limit: its own, as far as there is memory for responses."""
        return min(params.max_bytes, self._memory.allowance()), True

    def read_some(
        self,
        params: FetchParams,
        specs: Iterable[FetchSpec],
        left: Left,
        results: list[FetchResult],
        colds: list[ColdRead],
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
                    self._check_soon(spec)
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

    def read_plain(
        self,
        topic: str,
        index: int,
        offset: int,
        max_bytes: int,
        leader_epoch: int,
        committed: bool,
        first: bool,
        topic_id: bytes,
    ) -> PlainRead | None:
        """Reads one partition for a consumer, as `read_some` does, and waits for nothing.

        Args:
            topic: of the partition, with `index`.
            index: likewise.
            offset: where to read from.
            max_bytes: at most so many, but for the first batch if this is the first partition that has any.
            leader_epoch: that the consumer knows, −1 for none.
            committed: whether transactions that are open or aborted are hidden.
            first: whether it is the first.
            topic_id: what the consumer names the topic by; NO_TOPIC_ID: its name.

        Returns:
            None where there is more to say than records and offsets: an error, aborted transactions, a wait.
        """
        partition = self._partitions.find(topic, index)
        if partition is None or not partition.is_readable_by(CONSUMER):
            return None
        if leader_epoch not in (NO_LEADER_EPOCH, partition.leader_epoch):
            return None
        log = partition.log
        if topic_id and log.topic_id != topic_id and not is_of(log, topic_id):
            return None
        offsets = log.offsets
        high_watermark, last_stable_offset = offsets.high_watermark, offsets.last_stable_offset
        end_offset = last_stable_offset if committed else high_watermark
        records: Buffer = b""
        if offset != end_offset:
            try:
                records, next_offset = log.reader.read_batches(offset, max_bytes, end_offset, first, False)
                if committed and next_offset > offset and log.aborted_transactions(offset, next_offset, False):
                    return None
            except (KafkaError, ColdRead):
                return None
        return partition, records, high_watermark, last_stable_offset, offsets.log_start_offset

    def _check_soon(self, spec: FetchSpec) -> None:
        """Has the segment checked that holds an offset: somebody cannot read there."""
        partition = self._partitions.find(spec.topic, spec.index)
        if partition is not None:
            self._verify_soon(partition.log, spec.fetch_offset)

    def _read_partition(
        self, spec: FetchSpec, params: FetchParams, max_bytes: int, min_one_message: bool, may_wait: bool
    ) -> FetchResult:
        partition = self._find_by_id(spec) if spec.topic_id else self._partitions.get(spec.topic, spec.index)
        if spec.current_leader_epoch != NO_LEADER_EPOCH or not partition.is_readable_by(params.reads_as):
            partition.check_readable(params.reads_as, spec.current_leader_epoch)
        log = partition.log
        # One look at each, and the end of what is readable is one of them (KAFKA-9807, KAFKA-9196).
        offsets = log.offsets
        high_watermark, last_stable_offset = offsets.high_watermark, offsets.last_stable_offset
        result = FetchResult(partition, b"", high_watermark, last_stable_offset, offsets.log_start_offset)
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
        result.records, next_offset = log.reader.read_batches(offset, max_bytes, end_offset, min_one_message, may_wait)
        if params.is_read_committed and next_offset > offset:
            result.aborted = log.aborted_transactions(offset, next_offset, may_wait)
        return result

    def _find_by_id(self, spec: FetchSpec) -> Partition:
        """Returns the broker's replica of a partition that is named by its topic's id.

        Raises:
            UnknownTopicId: no topic is known to have it.
            InconsistentTopicId: the log here is of another topic under the same name.
        """
        if not spec.topic:
            raise UnknownTopicId(f"no topic is known to have the id {spec.topic_id.hex()}")
        partition = self._partitions.get(spec.topic, spec.index)
        if not is_of(partition.log, spec.topic_id):
            raise InconsistentTopicId(f"the log of {partition} is not of the topic with the id {spec.topic_id.hex()}")
        return partition

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


def _divergence(partition: Partition, spec: FetchSpec) -> tuple[LeaderEpoch, int] | None:
    """Finds the epoch and end offset that a diverging reader must go back to.

    None where its history is this leader's.
    """
    epoch, epoch_end = partition.end_offset_for_epoch(spec.last_fetched_epoch)
    if epoch < 0:
        # Nothing that both know: a response has no way to say so, and whoever asks must look where we begin.
        raise OffsetOutOfRange(f"{partition}: leader epoch {spec.last_fetched_epoch} is not known here")
    return (epoch, epoch_end) if epoch < spec.last_fetched_epoch or epoch_end < spec.fetch_offset else None
