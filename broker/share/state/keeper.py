"""The states that this broker keeps: a shard for each partition of `__share_group_state` that it leads.

    elected ─▶ begin_load ─▶ load … ─▶ end_load ─▶ shard_of, append ─▶ unload
    append: one batch with acks=all ─▶ applied at once ─▶ the replicas have it: who waits hears of it

What is in this log is what a state is: the next record builds on it, though its replicas may not have it yet. Nobody
hears of it before they have: else the state could be another one at the next coordinator.

Not here: what is asked, and what that makes of a state (`coordinator`, `shard`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.internal_appends import coordinator_error
from kavka.broker.replica.internal_log import partition_for
from kavka.broker.share.state.keys import coordinator_key
from kavka.broker.share.state.records import decode_record, encode_record
from kavka.broker.share.state.shard import StateShard
from kavka.common.steps import Steps, nothing
from kavka.protocol.errors import CoordinatorLoadInProgress, CoordinatorNotAvailable, ErrorCode, NotCoordinator
from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.reader import read_records

if TYPE_CHECKING:
    from kavka.broker.metrics import ShareMetrics
    from kavka.broker.replica.internal_appends import InternalAppends
    from kavka.broker.share.persister import SharePartition
    from kavka.broker.share.state.records import StateRecord
    from kavka.protocol.epochs import LeaderEpoch
    from kavka.protocol.records.crc32c import Buffer
    from kavka.protocol.records.header import BatchHeader
    from kavka.timer.clock import Clock

TOPIC: Final = "__share_group_state"

BATCH_BYTES_MAX: Final = 512 * 1024
"""Records of one batch: half of what it may have, so that a large record fits behind."""

Done = asyncio.Future[ErrorCode]
"""What became of a write: NONE once the replicas have it."""


class _Partition:
    """A partition that this broker leads. Another object for every time that it comes to lead it.

    Attributes:
        refusal: why it will not be served, in place of its load's end.
        pending: the latest write of a state that replicas do not have yet.
    """

    __slots__ = ("is_loading", "pending", "refusal", "shard")

    def __init__(self, shard: StateShard) -> None:
        self.shard = shard
        self.is_loading = True
        self.refusal: str | None = None
        self.pending: dict[SharePartition, Done] = {}


class ShareStateKeeper:
    """The shards; a `LogKeeper`.

    Args:
        log: where records go.
        partition_count: how many partitions the topic has; None: it does not exist, or is not known here.
        high_watermark: of a partition that is led here, None of another one.
        updates_max: `share.coordinator.snapshot.update.records.per.snapshot`.
        is_known: whether a topic has a partition, as far as this broker knows.
        write_timeout_ms: how long the replicas have for a record.
        clock: wall clock for records.
        metrics: where loads and writes are counted.
    """

    __slots__ = (
        "_clock",
        "_high_watermark",
        "_is_known",
        "_log",
        "_metrics",
        "_partition_count",
        "_partitions",
        "_updates_max",
        "_write_timeout_ms",
    )

    def __init__(
        self,
        log: InternalAppends,
        *,
        partition_count: Callable[[], int | None],
        high_watermark: Callable[[int], int | None],
        updates_max: Callable[[], int],
        is_known: Callable[[bytes, int], bool],
        write_timeout_ms: Callable[[], int],
        clock: Clock,
        metrics: ShareMetrics,
    ) -> None:
        self._log = log
        self._partition_count = partition_count
        self._high_watermark = high_watermark
        self._updates_max = updates_max
        self._is_known = is_known
        self._write_timeout_ms = write_timeout_ms
        self._clock = clock
        self._metrics = metrics
        self._partitions: dict[int, _Partition] = {}

    # ---- finding --------------------------------------------------------------------------------------------------

    def index_of(self, share_partition: SharePartition) -> int:
        """Returns the partition that a state falls to.

        Raises:
            NotCoordinator: nobody here has heard of the topic.
        """
        count = self._partition_count()
        if not count:
            raise NotCoordinator(f"{TOPIC} does not exist, or this broker has not heard of it")
        return partition_for(coordinator_key(share_partition), count)

    def shard_at(self, index: int) -> StateShard:
        """Returns a partition's shard.

        Raises:
            NotCoordinator: another broker has it.
            CoordinatorLoadInProgress: it is being read.
            CoordinatorNotAvailable: it cannot be read whole.
        """
        return self._served(index).shard

    def _served(self, index: int) -> _Partition:
        partition = self._partitions.get(index)
        if partition is None:
            raise NotCoordinator(f"{TOPIC}-{index} is led by another broker")
        if partition.refusal is not None:
            raise CoordinatorNotAvailable(partition.refusal)
        if partition.is_loading:
            raise CoordinatorLoadInProgress(f"{TOPIC}-{index} is being read")
        return partition

    def serves(self, index: int, shard: StateShard) -> bool:
        """Tells whether a shard is still the one that is served."""
        partition = self._partitions.get(index)
        return partition is not None and partition.shard is shard and not partition.is_loading

    def served(self) -> Iterator[tuple[int, StateShard]]:
        """Yields the shards that are served now, by partition."""
        for index, partition in list(self._partitions.items()):
            if self.serves(index, partition.shard):
                yield index, partition.shard

    @property
    def count(self) -> int:
        """Returns the number of states."""
        return sum(len(partition.shard) for partition in self._partitions.values())

    @property
    def refused(self) -> int:
        """Counts the partitions led here and not served: their logs cannot be read whole."""
        return sum(partition.refusal is not None for partition in self._partitions.values())

    @property
    def is_loading(self) -> bool:
        """Tells whether any partition is being loaded."""
        return any(partition.is_loading for partition in self._partitions.values())

    def is_replicated(self, index: int, end_offset: int) -> bool:
        """Tells whether the replicas have all that is before an offset."""
        high_watermark = self._high_watermark(index)
        return high_watermark is not None and high_watermark >= end_offset

    def pending(self, index: int, share_partition: SharePartition) -> Done | None:
        """Returns the latest write of a state, where its replicas may not have it yet.

        Raises:
            CoordinatorNotAvailable: they do not have it, and nobody waits for it any more: it took them too long.
            KafkaError: as `shard_at`.
        """
        partition = self._served(index)
        pending = partition.pending.get(share_partition)
        if pending is None and not self.is_replicated(index, partition.shard.last_offset(share_partition) + 1):
            raise CoordinatorNotAvailable(f"the replicas of {TOPIC}-{index} do not have its latest records yet")
        return pending

    # ---- writing --------------------------------------------------------------------------------------------------

    def append(self, index: int, changes: Sequence[tuple[SharePartition, StateRecord]]) -> list[Done]:
        """Writes records of different states, and applies them.

        Returns:
            For each what becomes of it. They are applied when this returns, but for those that are not in the log.
        """
        done: list[Done] = []
        partition = self._partitions.get(index)
        if partition is None:  # a failure of the disk a moment ago ended more than that write
            gone: Done = asyncio.get_running_loop().create_future()
            gone.set_result(ErrorCode.NOT_COORDINATOR)
            return [gone] * len(changes)
        now_ms = self._clock.now_ms()
        builder, first = BatchBuilder(), 0
        for number, (share_partition, record) in enumerate(changes):
            key, value = encode_record(share_partition, record)
            if builder.record_count and builder.size_estimate + len(key) + len(value or b"") > BATCH_BYTES_MAX:
                done += self._append_batch(index, partition, changes[first:number], builder)
                builder, first = BatchBuilder(), number
            builder.append(timestamp=now_ms, key=key, value=value)
        if builder.record_count:
            done += self._append_batch(index, partition, changes[first:], builder)
        return done

    def _append_batch(
        self,
        index: int,
        partition: _Partition,
        changes: Sequence[tuple[SharePartition, StateRecord]],
        builder: BatchBuilder,
    ) -> list[Done]:
        done: Done = asyncio.get_running_loop().create_future()
        for share_partition, _ in changes:
            partition.pending[share_partition] = done

        def appended(code: int, _offset: int) -> None:
            if code:
                self._metrics.writes_failed += len(changes)
            for place, _ in changes:
                if partition.pending.get(place) is done:
                    del partition.pending[place]
            if not done.done():
                done.set_result(coordinator_error(code))

        self._metrics.writes += len(changes)
        first_offset = self._log.append(index, builder.build(), appended, timeout_ms=self._write_timeout_ms())
        if first_offset is not None:
            for offset, (share_partition, record) in enumerate(changes, first_offset):
                partition.shard.apply(share_partition, record, offset)
        return [done] * len(changes)

    # ---- leadership -----------------------------------------------------------------------------------------------

    def begin_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Begins to load a partition; see `LogKeeper`."""
        self._partitions[index] = _Partition(StateShard(updates_max=self._updates_max, is_known=self._is_known))

    def load(self, index: int, header: BatchHeader, buf: Buffer, pos: int) -> Steps[None]:
        """Loads the records of a batch; see `LogKeeper`."""
        if header.is_control:
            return
        shard = self._partitions[index].shard
        for record in read_records(buf, pos, header):
            decoded = decode_record(record)
            if decoded is not None:
                shard.apply(*decoded, record.offset)
            yield
        self._metrics.records_loaded += header.record_count

    def build(self, index: int) -> Steps[None]:
        """Builds nothing: what was read is what is served; see `LogKeeper`."""
        return nothing()

    def end_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Serves a partition that was loaded; see `LogKeeper`."""
        self._partitions[index].is_loading = False
        self._metrics.partitions_loaded += 1

    def resume(self, index: int) -> Steps[None]:
        """Resumes nothing: whoever waited asks again; see `LogKeeper`."""
        return nothing()

    def refuse_load(self, index: int, reason: str) -> None:
        """Refuses requests for a partition that cannot be read whole; see `LogKeeper`."""
        refused = _Partition(StateShard(updates_max=self._updates_max, is_known=self._is_known))
        refused.refusal = reason
        self._partitions[index] = refused

    def elected_again(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Keeps what is here; see `LogKeeper`."""

    def unload(self, index: int) -> Steps[None]:
        """Unloads a partition; see `LogKeeper`. Appends that are under way hear of it from the log."""
        partition = self._partitions.pop(index, None)
        if partition is not None:
            yield from partition.shard.release()
