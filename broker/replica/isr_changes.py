"""Which followers are in sync, as their leader sees it, and the way of a change into ZooKeeper.

    a follower's fetch ─▶ follower_fetched ─┐ expand                       ┌─▶ written: the ISR is that now
    every half of replica.lag.time.max.ms ──┴▶ Partition.pending ─▶ writer ┼─▶ refused: it stays what it was
                            check: shrink      one at a time a partition   └─▶ unknown: asked again

When a replica is in sync:

    leaves   not at the leader's end, and not caught up for replica.lag.time.max.ms (so after up to 1.5 times that); an
             idle partition's followers are at its end, and stay (KAFKA-4485)
    joins    at the high watermark or beyond, and at or beyond the start of the leader's epoch: before, it may lack what
             an earlier leader had committed (KAFKA-7128); and its broker is alive and not about to stop (KAFKA-14140)

Until a change is decided both ISRs count, whichever is larger (KIP-497). What comes back counts only for the change
that it is about: a leader epoch later the controller has spoken, and the change is void. One batch is on its way at a
time. Not here: how changes are written (`broker.cluster.isr_writers`), what follows from an ISR (`partition`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from kavka.broker.metrics import ReplicationMetrics
from kavka.broker.replica.partition import Partition
from kavka.common.pace import Pace
from kavka.common.steps import Steps, at_once, in_slices
from kavka.common.supervised import Supervisor
from kavka.common.types import Feed, TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError
from kavka.timer.backoff import Backoff
from kavka.timer.moments import MonotonicMs
from kavka.zk.errors import ZkError
from kavka.zk.isr_change import IsrChange, IsrResult

if TYPE_CHECKING:
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

BACKOFF: Final = Backoff(50, 500)
"""After a batch that could not be decided, or was refused in part. Short: acks=all may wait for it, too."""
CHANGES_MAX: Final = 1_000
"""Changes in one batch; more wait for the next."""
TOLD_MAX: Final = 10
"""So many changes of a batch are published one by one; more only while the feed has a subscriber."""

REFUSALS: Final = frozenset(
    {ErrorCode.INELIGIBLE_REPLICA, ErrorCode.OPERATION_NOT_ATTEMPTED, ErrorCode.INVALID_REQUEST}
)
"""Nothing was written, and asking the same again is of no use now."""
OVERTAKEN: Final = frozenset(
    {ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID}
)
"""The controller has decided something else, and is about to say so: until then both ISRs count."""


class IsrWriter(Protocol):
    """Writes ISR changes into ZooKeeper."""

    async def write(self, changes: Sequence[IsrChange]) -> list[IsrResult]:
        """Writes ISR changes, and returns one result for each, in order.

        Raises:
            OSError, DecodeError, KafkaError, ZkError: nothing is known of any of them.
        """

    async def read(self, partition: TopicPartition) -> IsrResult | None:
        """Reads a partition's state from ZooKeeper; None when it has nothing. Raises ZkError."""

    async def run(self) -> None:
        """Runs the writer's background work, until it is done or cancelled."""


class IsrRules(NamedTuple):
    """When a follower leaves or joins an ISR, and who writes that down."""

    writer: IsrWriter
    """Decides, or has the controller decide."""

    lag_ms: Callable[[], int]
    """`replica.lag.time.max.ms`, as it is now."""

    is_online: Callable[[TopicPartition, int], bool]
    """Whether a broker lives, stays, and has its disk for a partition, as far as this one knows."""


class IsrChanges:
    """The ISRs of the partitions that a broker leads.

    Args:
        rules: when a follower leaves or joins, and who writes that down.
        clock: for followers' lag.
        machine_clock: for pauses before what failed is written again.
        ticks: nanoseconds that pass, to measure with.
        on_changed: called with a partition after its ISR, and with it perhaps its high watermark, has changed.
        metrics: counts changes, and those that came to nothing.
        feed: gets the changes, for subscribers.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = (
        "_clock",
        "_feed",
        "_is_online",
        "_lag_ms",
        "_machine_clock",
        "_on_changed",
        "_outbox",
        "_settled",
        "_supervisor",
        "_ticks",
        "_wake",
        "_writer",
        "metrics",
    )

    def __init__(
        self,
        rules: IsrRules,
        *,
        clock: Clock,
        machine_clock: Clock,
        ticks: Callable[[], int],
        on_changed: Callable[[Partition], None],
        metrics: ReplicationMetrics | None = None,
        feed: Feed | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._writer, self._lag_ms, self._is_online = rules
        self._clock = clock
        self._machine_clock = machine_clock
        self._ticks = ticks
        self._on_changed = on_changed
        self._outbox: dict[TopicPartition, tuple[Partition, IsrChange]] = {}
        self._settled: list[tuple[Partition, list[int], list[int]]] = []
        """Whose ISR has changed, to what and from what, that is not published yet."""
        self._wake = asyncio.Event()
        self.metrics = metrics or ReplicationMetrics()
        self._feed = feed

    # ---- deciding -------------------------------------------------------------------------------------------------

    def follower_fetched(self, partition: Partition, broker_id: int) -> None:
        """Handles a fetch of a follower outside the ISR. It may be close enough to be waited for, or in sync again.

        One that is about to go is neither: it follows to its last moment.
        """
        now_ms = self._clock.monotonic_ms()
        if not self._is_online(partition.topic_partition, broker_id):
            partition.do_not_wait_for((broker_id,))
            self._recount(partition, now_ms)
            return
        if partition.pending is None and self._may_join(partition, broker_id):
            self._propose(partition, (*partition.isr, broker_id), now_ms)
        else:
            partition.recount(now_ms=now_ms, lag_ms=self._lag_ms())

    def member_lacks(self, partition: Partition, broker_id: int, end_offset: int) -> None:
        """Removes a follower from the ISR whose log ends below the high watermark.

        It had what is committed, or it would not be in the ISR: its machine lost power, and was back before anybody
        noticed. In the ISR it could be elected before it has copied what it lost.
        """
        if partition.pending is not None or not partition.is_leader:
            return
        _log.warning(
            "%s: broker %d leaves the ISR: it ends at offset %d now, and had everything up to %d",
            *(partition, broker_id, end_offset, partition.log.high_watermark),
        )
        self._propose(partition, tuple(b for b in partition.isr if b != broker_id), self._clock.monotonic_ms())

    def _may_join(self, partition: Partition, broker_id: int) -> bool:
        replica = partition.remote_replicas.get(broker_id)
        return replica is not None and replica.log_end_offset >= max(
            partition.log.high_watermark, partition.leader_epoch_start_offset
        )

    def check(self, partitions: Iterable[Partition]) -> None:
        """Removes lagging followers from the ISRs in one step; see `check_each`."""
        at_once(self.check_each(partitions))

    def check_each(self, partitions: Iterable[Partition]) -> Steps[None]:
        """Removes lagging followers from the ISRs, a partition a step; most are at rest, and cost little."""
        shrunk: list[tuple[Partition, list[int], list[int]]] = []
        for partition in partitions:
            if partition.is_leader and not _is_at_rest(partition):
                with self._supervisor.item("ISR shrink", partition):
                    self._check(partition, shrunk)
            yield
        _log_first("%s: ISR %s without %s, who are behind", shrunk)

    def _check(self, partition: Partition, shrunk: list[tuple[Partition, list[int], list[int]]]) -> None:
        if not partition.log.log_dir.is_online:
            return
        now_ms = self._clock.monotonic_ms()
        behind = set(_out_of_sync(partition, now_ms, self._lag_ms())) if partition.pending is None else set()
        if behind:
            before = list(partition.isr)
            self._propose(partition, tuple(b for b in partition.isr if b not in behind), now_ms)
            shrunk.append((partition, before, sorted(behind)))
        if partition.remote_replicas:
            self._recount(partition, now_ms)

    def brokers_left(self, partitions: Iterable[Partition]) -> None:
        """Stops waiting for joining followers on brokers that are gone; the controller shrinks the ISRs."""
        now_ms = self._clock.monotonic_ms()
        for partition in partitions:
            if partition.is_leader and partition.log.log_dir.is_online:
                name = partition.topic_partition
                partition.do_not_wait_for([b for b in partition.remote_replicas if not self._is_online(name, b)])
                self._recount(partition, now_ms)

    def _recount(self, partition: Partition, now_ms: MonotonicMs) -> None:
        """Stops waiting for followers that lag for too long, and notifies if that commits records."""
        partition.recount(now_ms=now_ms, lag_ms=self._lag_ms())
        if partition.maybe_increment_high_watermark():
            self._on_changed(partition)

    def _propose(self, partition: Partition, isr: tuple[int, ...], now_ms: MonotonicMs) -> None:
        change = partition.propose_isr(isr, now_ms=now_ms, lag_ms=self._lag_ms())
        self._outbox[partition.topic_partition] = (partition, change)
        self._wake.set()

    # ---- writing --------------------------------------------------------------------------------------------------

    async def run(self, partitions: Iterable[Partition]) -> None:
        """Checks and writes until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self._supervisor.keep
            group.create_task(keep("ISR shrink", lambda: self._check_periodically(partitions)), name="ISR shrink")
            group.create_task(keep("ISR writes", self._write_all), name="ISR writes")
            group.create_task(keep("ISR notifications", self._writer.run), name="ISR notifications")

    async def _check_periodically(self, partitions: Iterable[Partition]) -> None:
        while True:
            await self._clock.sleep(self._lag_ms() / 2)
            await in_slices(self.check_each(list(partitions)), Pace(self._ticks))

    async def _write_all(self) -> None:
        failures = 0
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                if await self.write_batch():
                    failures = 0
                else:
                    await self._machine_clock.sleep(BACKOFF.pause_ms(failures))
                    failures += 1

    async def write_batch(self) -> bool:
        """Writes one batch of changes; False when something is left that should wait a moment."""
        batch = [self._outbox.pop(key) for key in list(self._outbox)[:CHANGES_MAX]]
        batch = [(partition, change) for partition, change in batch if partition.pending is change]
        if not batch:
            return True
        try:
            results = await self._writer.write([change for _, change in batch])
        except (OSError, DecodeError, KafkaError, ZkError) as error:
            _log.info("%d ISR changes are asked for again: %s", len(batch), error)
            self.metrics.failed_isr_updates += len(batch)
            self._again(batch)
            return False
        except Exception:
            self._again(batch)  # else both ISRs of each would count for ever
            raise
        is_done = True
        for (partition, change), result in zip(batch, results, strict=True):
            with self._supervisor.item("ISR change", partition):
                if partition.pending is change and not await self._take(partition, change, result):
                    is_done = False
        self._tell()
        return is_done

    def _tell(self) -> None:
        """Publishes and logs which ISRs have changed: a thousand partitions are one line."""
        settled, self._settled = self._settled, []
        _log_first("%s: ISR %s, was %s", settled)
        feed = self._feed
        if feed is not None and (len(settled) <= TOLD_MAX or feed.is_watched):
            for partition, isr, before in settled:
                feed.publish("isr", partition=str(partition), before=before, isr=isr)

    def _again(self, batch: Iterable[tuple[Partition, IsrChange]]) -> None:
        for partition, change in batch:
            if partition.pending is change:
                self._outbox[partition.topic_partition] = (partition, change)

    async def _take(self, partition: Partition, change: IsrChange, result: IsrResult) -> bool:
        """Applies the result of one change; False when it must be asked for again."""
        code = result.error_code
        if not code:
            self._settle(partition, change, result)
            return True
        self.metrics.failed_isr_updates += 1
        if code in OVERTAKEN:
            _log.info("%s: its ISR stays undecided until the controller speaks: error %d", partition, code)
            return True
        if code in REFUSALS:
            _log.info("%s: ISR %s is refused with error %d", partition, list(change.isr), code)
            partition.refuse_isr(now_ms=self._clock.monotonic_ms(), lag_ms=self._lag_ms())
            self._on_changed(partition)
            return False
        if code == ErrorCode.INVALID_UPDATE_VERSION:
            # Somebody wrote in between; most likely we did, and the response was lost.
            try:
                found = await self._writer.read(partition.topic_partition)
            except ZkError:
                found = None
            if partition.pending is not change:
                return True
            if found is not None:
                self._settle(partition, change, found)
                return True
        self._again([(partition, change)])
        return False

    def _settle(self, partition: Partition, change: IsrChange, result: IsrResult) -> None:
        if result.leader_epoch != partition.leader_epoch or result.leader != partition.broker_id:
            _log.info("%s: leader epoch %d is known elsewhere, waiting for it", partition, result.leader_epoch)
            return
        if result.partition_epoch < partition.partition_epoch:
            return
        before = partition.isr
        partition.settle_isr(
            result.isr, result.partition_epoch, now_ms=self._clock.monotonic_ms(), lag_ms=self._lag_ms()
        )
        self._settled.append((partition, list(partition.isr), list(before)))
        self.metrics.isr_expands += len(set(result.isr) - set(before)) > 0
        self.metrics.isr_shrinks += len(set(before) - set(result.isr)) > 0
        self._on_changed(partition)


def _log_first(message: str, found: Sequence[tuple[Partition, list[int], list[int]]]) -> None:
    """Logs the first of many and how many there are, the others at DEBUG."""
    if not found:
        return
    others = f" ({len(found) - 1} more partitions likewise)" if len(found) > 1 else ""
    _log.info(message + "%s", *found[0], others)
    for one in found[1:]:
        _log.debug(message, *one)


def _is_at_rest(partition: Partition) -> bool:
    """Tells whether everybody is in sync and has everything: nobody leaves, joins, or is waited for."""
    isr, others, end_offset = partition.isr, partition.remote_replicas, partition.log.log_end_offset
    if partition.pending is not None or len(isr) != len(others) + 1 or partition.log.high_watermark != end_offset:
        return False
    for broker_id, replica in others.items():
        if replica.log_end_offset != end_offset or broker_id not in isr:
            return False
    return True


def _out_of_sync(partition: Partition, now_ms: MonotonicMs, lag_ms: int) -> Iterator[int]:
    """Lists members of the ISR that are behind, or that are no replicas at all any more (KAFKA-9672)."""
    end_offset = partition.log.log_end_offset
    for broker_id in partition.isr:
        if broker_id == partition.broker_id:
            continue
        replica = partition.remote_replicas.get(broker_id)
        if replica is None or (replica.log_end_offset != end_offset and now_ms - replica.last_caught_up_ms > lag_ms):
            yield broker_id
