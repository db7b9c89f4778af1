"""All partitions of this broker: finds them, reads them, parks what has to wait, obeys the controller.

    handlers.produce ─▶ Partition.append_as_leader ─▶ complete_delayed ─▶ fetch purgatory, produce purgatory
    handlers.fetch   ─▶ fetch ─▶ read ─▶ answer, or DelayedFetch in the fetch purgatory
    handlers.leader_and_isr, stop_replica ─▶ become_leader_or_follower, stop_replicas
    run ─▶ the reapers of the purgatories, and the high watermarks to disk every few seconds

Synchronous but for `run`. Delayed operations are completed here, after a state change is whole, never by the partition
in the middle of one. Not here: versions of requests (handlers), files (the log), who should lead (the controller).
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from broker.metrics import ReplicationMetrics, Traffic
from broker.replica.delayed_delete_records import DelayedDeleteRecords, PendingDeletion
from broker.replica.delayed_fetch import DelayedFetch, FetchParams, FetchResult
from broker.replica.delayed_produce import DelayedProduce, PendingAck
from broker.replica.fetch_reads import ColdReads, FetchReads
from broker.replica.fetch_session import FetchSessionCache
from broker.replica.flusher import Flusher
from broker.replica.log_dir_moves import LogDirMoves
from broker.replica.partition import NO_EPOCH, Partition
from broker.replica.replica_counts import ReplicaCounts, count_replicas
from broker.replica.replication_quota import ReplicationQuotas
from broker.replica.stray_replicas import is_of_another_topic, unnamed
from kavka.common.types import ZERO_TOPIC_ID, Feed, TopicPartition, is_topic_name
from protocol.errors import (
    FencedLeaderEpoch,
    InvalidTopic,
    KafkaError,
    KafkaStorageError,
    NotLeaderOrFollower,
    StaleControllerEpoch,
    UnknownTopicOrPartition,
)
from timer.completions import CompletionQueue
from timer.dev_clock import machine_clock
from timer.purgatory import PURGE_INTERVAL, Purgatory
from timer.reaper import Reaper
from timer.sleeping import sleep_ms
from timer.timer import Timer

if TYPE_CHECKING:
    from broker.log.log_config import LogConfig
    from broker.log.log_manager import LogManager
    from broker.replica.fetcher import Fetchers
    from broker.replica.isr_changes import IsrChanges
    from broker.replica.txn_verification import TransactionVerification
    from protocol.messages import LeaderAndIsrRequest, StopReplicaRequest
    from timer.clock import Clock

_log = logging.getLogger(__name__)

FETCH_BYTES_MAX = 55 * 1024 * 1024
"""`fetch.max.bytes`: what one fetch response may hold, whatever the client asks for (one batch excepted)."""
CHECKPOINT_INTERVAL_MS = 5_000
"""`replica.high.watermark.checkpoint.interval.ms`."""
DELETE_RECORDS_PURGE_INTERVAL = 1
"""`delete.records.purgatory.purge.interval.requests`."""
EPOCH_DURING_DELETE = -2
"""StopReplica's leader epoch for a topic that is being deleted: it overrides every other."""

_QUIET: Final[Mapping[type[KafkaError], int]] = {
    KafkaStorageError: logging.DEBUG,  # the directory has said so, once
    StaleControllerEpoch: logging.DEBUG,  # no news: what each new controller's first word gets for every partition
}
"""How loud it is when a partition does not become what the controller says; everything else is a warning."""


class ReplicaResult(NamedTuple):
    """What became of one partition in a request of the controller."""

    topic: str
    topic_id: bytes
    partition: int
    error_code: int


class LeadershipListener(Protocol):
    """Wants to know which partitions of a topic this broker leads."""

    def elected(self, index: int, leader_epoch: int) -> None:
        """This broker leads the partition, from now on or still, under an epoch that may be new."""

    def resigned(self, index: int) -> None:
        """This broker does not lead the partition, any more or as before."""


class ReplicaManager:
    """The partitions of one broker.

    Args:
        broker_id: this broker.
        log_manager: opens, finds and deletes logs.
        clock: for the purgatories' timers and for followers' lag.
        completions: the queue that every purgatory of this broker shares.
        is_broker_alive: whether the cluster's metadata has this broker: a dead follower is not waited for.
        is_partition_known: whether the cluster's metadata has this partition: it is then led elsewhere.
        quotas: how fast throttled replicas are copied.
        metrics: counts what is copied.
        traffic: counts what is produced and consumed, by topic.
        feed: told of changed leaderships and ISRs, for whoever looks.

    Attributes:
        fetchers: copy what this broker follows; None: nothing is copied.
        isr_changes: decides which followers are in sync; None: the ISR stays as the controller gave it.
        verification: asks coordinators before a transaction's first batch; None: nothing is asked.
        leadership_listeners: topic → who is told which of its partitions this broker leads.
    """

    __slots__ = (
        "_checkpoint_interval_ms",
        "_clock",
        "_cold_reads",
        "_dir_failed",
        "_is_broker_alive",
        "_is_checkpointing",
        "_is_partition_known",
        "_log_manager",
        "_lost",
        "_topics",
        "broker_id",
        "completions",
        "controller_epoch",
        "delete_records_purgatory",
        "feed",
        "fetch_bytes_max",
        "fetch_purgatory",
        "fetch_sessions",
        "fetchers",
        "fetches",
        "flusher",
        "isr_changes",
        "leadership_listeners",
        "log_dir_moves",
        "metrics",
        "produce_purgatory",
        "quotas",
        "traffic",
        "verification",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        log_manager: LogManager,
        clock: Clock,
        completions: CompletionQueue | None = None,
        fetch_bytes_max: int = FETCH_BYTES_MAX,
        checkpoint_interval_ms: int = CHECKPOINT_INTERVAL_MS,
        fetch_purge_interval: int = PURGE_INTERVAL,
        produce_purge_interval: int = PURGE_INTERVAL,
        fetch_sessions: FetchSessionCache | None = None,
        delete_records_purge_interval: int = DELETE_RECORDS_PURGE_INTERVAL,
        is_broker_alive: Callable[[int], bool] = lambda _: True,
        is_partition_known: Callable[[str, int], bool] = lambda _topic, _index: False,
        quotas: ReplicationQuotas | None = None,
        metrics: ReplicationMetrics | None = None,
        traffic: Traffic | None = None,
        feed: Feed | None = None,
    ) -> None:
        self.broker_id = broker_id
        self.controller_epoch = -1
        self.fetch_bytes_max = fetch_bytes_max
        self.completions = completions or CompletionQueue()
        self.produce_purgatory: Purgatory[DelayedProduce] = Purgatory(
            "Produce", Timer(clock), completions=self.completions, purge_interval=produce_purge_interval
        )
        self.fetch_purgatory: Purgatory[DelayedFetch] = Purgatory(
            "Fetch", Timer(machine_clock(clock)), completions=self.completions, purge_interval=fetch_purge_interval
        )
        self.delete_records_purgatory: Purgatory[DelayedDeleteRecords] = Purgatory(
            "DeleteRecords", Timer(clock), completions=self.completions, purge_interval=delete_records_purge_interval
        )
        self._is_broker_alive = is_broker_alive
        self._is_partition_known = is_partition_known
        self.fetch_sessions = FetchSessionCache(random.Random(broker_id)) if fetch_sessions is None else fetch_sessions
        self._cold_reads = ColdReads(log_manager.filesystem)
        self.quotas = quotas or ReplicationQuotas()
        self.metrics = metrics or ReplicationMetrics()
        self.traffic = traffic or Traffic()
        self.feed = feed
        self.fetches = FetchReads(self, self._cold_reads, clock=clock, quota=self.quotas.leader, metrics=self.metrics)
        self.flusher = Flusher(self._on_flushed, clock)
        self.fetchers: Fetchers | None = None
        self.isr_changes: IsrChanges | None = None
        self.verification: TransactionVerification | None = None
        self.leadership_listeners: dict[str, LeadershipListener] = {}
        self.log_dir_moves = LogDirMoves(
            log_manager,
            clock=clock,
            quota=self.quotas.alter_log_dirs,
            find=lambda topic_partition: self.find(*topic_partition),
            on_moved=self._log_moved,
        )
        self._clock = clock
        self._log_manager = log_manager
        self._checkpoint_interval_ms = checkpoint_interval_ms
        self._is_checkpointing = False
        self._topics: dict[str, dict[int, Partition]] = {}
        self._lost: set[TopicPartition] = set()
        """Partitions that the controller gave us and whose directory was offline already when this life began."""
        self._dir_failed = asyncio.Event()
        log_manager.add_offline_listener(lambda _: self._dir_failed.set())

    # ---- finding --------------------------------------------------------------------------------------------------

    def find(self, topic: str, index: int) -> Partition | None:
        """The replica that this broker holds, None when it holds none."""
        partitions = self._topics.get(topic)
        return None if partitions is None else partitions.get(index)

    def partition(self, topic: str, index: int) -> Partition:
        """The replica that this broker holds.

        Raises:
            KafkaStorageError: it lies in a directory that was offline when the broker started.
            NotLeaderOrFollower: it holds none, and others do. A client then refreshes its metadata and finds them.
            UnknownTopicOrPartition: as far as it knows, nobody does.
        """
        partitions = self._topics.get(topic)
        if partitions is not None:
            partition = partitions.get(index)
            if partition is not None:
                return partition
        if (topic, index) in self._lost:
            raise KafkaStorageError(f"the data directory that has {topic}-{index} is offline")
        if self._is_partition_known(topic, index):
            raise NotLeaderOrFollower(f"broker {self.broker_id} holds no replica of {topic}-{index}, others do")
        raise UnknownTopicOrPartition(f"broker {self.broker_id} holds no replica of {topic}-{index}")

    def partitions(self) -> Iterator[Partition]:
        """All of them."""
        for partitions in self._topics.values():
            yield from partitions.values()

    def counts(self) -> ReplicaCounts:
        """How its replicas are now."""
        lag_max = 0 if self.fetchers is None else self.fetchers.lag_max
        return count_replicas(self.partitions(), lost=len(self._lost), lag_max=lag_max)

    # ---- writing --------------------------------------------------------------------------------------------------

    def complete_delayed(self, partition: Partition) -> None:
        """Completes what waited for a change of this partition: of its log, its high watermark, or its leadership."""
        self.fetch_purgatory.check_and_complete(partition)
        self.produce_purgatory.check_and_complete(partition)
        self.delete_records_purgatory.check_and_complete(partition)

    def low_watermark(self, partition: Partition) -> int:
        """Where the log starts that starts first, of the replicas on live brokers."""
        return partition.low_watermark(self._is_broker_alive)

    def delay_delete_records(
        self, timeout_ms: int, deletions: list[PendingDeletion], on_done: Callable[[], None]
    ) -> None:
        """Calls `on_done` once the replicas' logs start where they shall, or the time is up; at once if they do."""
        operation = DelayedDeleteRecords(timeout_ms, deletions, on_done)
        self.delete_records_purgatory.try_complete_else_watch(operation, operation.keys)

    def delay_produce(self, timeout_ms: int, acks: list[PendingAck], on_done: Callable[[], None]) -> None:
        """Calls `on_done` once the acks are settled, or the time is up; at once if they are settled already."""
        operation = DelayedProduce(timeout_ms, acks, on_done)
        self.produce_purgatory.try_complete_else_watch(operation, operation.keys)

    def _on_flushed(self, partition: Partition) -> None:
        if partition.is_leader:
            partition.maybe_increment_high_watermark()
        self.complete_delayed(partition)

    # ---- reading --------------------------------------------------------------------------------------------------

    def fetch(self, params: FetchParams, on_done: Callable[[list[FetchResult]], None]) -> list[FetchResult] | None:
        """Reads now, or calls `on_done` later; see `FetchReads.fetch`."""
        return self.fetches.fetch(params, on_done)

    def update_follower(self, params: FetchParams, results: list[FetchResult]) -> None:
        """Takes in how far the follower is that sent this fetch, and completes what its progress commits."""
        advanced: list[Partition] = []
        isr_changes = self.isr_changes
        for position, (spec, result) in enumerate(zip(params.specs, results, strict=True)):
            partition = result.partition
            if partition is None or result.diverging is not None:
                continue
            try:
                if partition.update_follower_fetch(
                    params.replica_id,
                    fetch_offset=spec.fetch_offset,
                    log_start_offset=spec.log_start_offset,
                    now_ms=self._clock.monotonic_ms(),
                ):
                    advanced.append(partition)
                if isr_changes is not None and params.replica_id not in partition.isr:
                    isr_changes.follower_fetched(partition, params.replica_id)
            except KafkaError as error:
                results[position] = FetchResult.failed(error)
                continue
            # Its log may start later than before although nothing was committed.
            self.delete_records_purgatory.check_and_complete(partition)
        for partition in advanced:
            self.complete_delayed(partition)

    def brokers_left(self) -> None:
        """Some brokers are no longer among the live ones: whoever waits for a follower there waits no more."""
        if self.isr_changes is not None:
            self.isr_changes.brokers_left(list(self.partitions()))

    def reconfigure(self, config_of: Callable[[str], LogConfig]) -> None:
        """Gives logs what `config_of` says of their topics now; a lower `min.insync.replicas` may commit something."""
        self._log_manager.reconfigure(config_of)
        for partition in list(self.partitions()):
            is_served = partition.is_leader and partition.log.log_dir.is_online
            if is_served and partition.maybe_increment_high_watermark():
                self.complete_delayed(partition)

    # ---- the controller's requests --------------------------------------------------------------------------------

    def become_leader_or_follower(
        self, request: LeaderAndIsrRequest, config_of: Callable[[str], LogConfig]
    ) -> list[ReplicaResult]:
        """Leads and follows as the controller says, partition by partition; one's failure does not stop the others.

        Args:
            request: of any version.
            config_of: the effective configuration of a topic by name.

        Raises:
            StaleControllerEpoch: the request comes from a controller that has been replaced (KAFKA-1188).
        """
        self._check_controller_epoch(request.controller_epoch)
        results: list[ReplicaResult] = []
        touched: list[Partition] = []
        for topic_partition in unnamed(request, self._log_manager.logs, lambda known: self.find(*known) is not None):
            self._set_aside(topic_partition)
        for topic, topic_id, state in _leader_and_isr_states(request):
            try:
                touched.append(self._apply_state(topic, topic_id, state, config_of))
                error_code = 0
            except KafkaError as error:
                level = _QUIET.get(type(error), logging.WARNING)
                _log.log(level, "%s-%d stays as it is: %s", topic, state.partition_index, error.message)
                error_code = int(error.code)
            results.append(ReplicaResult(topic, topic_id, state.partition_index, error_code))
        if refused := sum(1 for result in results if result.error_code):
            _log.info("%d of %d partitions stay as they are", refused, len(results))
        # From the first request on: before it the partitions are not known, and a checkpoint would forget them.
        self._is_checkpointing = True
        for partition in touched:
            self.complete_delayed(partition)
        self._tell_leadership(touched)
        return results

    def _tell_leadership(self, partitions: Iterable[Partition]) -> None:
        """Tells who wants to know; after the change is whole, whatever the listener then does."""
        for partition in partitions:
            topic, index = partition.topic_partition
            if self.feed is not None and self.feed.is_watched:
                self.feed.publish("leadership", **_shown(partition))
            listener = self.leadership_listeners.get(topic)
            if listener is None:
                continue
            if partition.is_leader:
                listener.elected(index, partition.leader_epoch)
            else:
                listener.resigned(index)

    def _set_aside(self, topic_partition: TopicPartition) -> None:
        """Takes a log away that should not be here, as `stray_replicas` tells; one in a lost directory stays."""
        try:
            directory = self._log_manager.set_aside(topic_partition)
        except KafkaStorageError as error:
            _log.warning("%s should not be here, and its log cannot be set aside: %s", topic_partition, error.message)
            return
        _log.warning(
            "%s should not be here, says the controller: its log is kept in %s until somebody removes it",
            topic_partition,
            directory,
        )

    def _forget(self, topic_partition: TopicPartition) -> None:
        partitions = self._topics[topic_partition.topic]
        del partitions[topic_partition.partition]
        if not partitions:
            del self._topics[topic_partition.topic]

    def _check_controller_epoch(self, controller_epoch: int) -> None:
        if controller_epoch < self.controller_epoch:
            raise StaleControllerEpoch(
                f"the request has controller epoch {controller_epoch}, this broker has seen {self.controller_epoch}"
            )
        self.controller_epoch = controller_epoch

    def _apply_state(self, topic: str, topic_id: bytes, state: Any, config_of: Callable[[str], LogConfig]) -> Partition:
        partition = self.find(topic, state.partition_index)
        if partition is not None:
            # Before the epochs: the controller asks again to learn which replicas a lost directory has taken.
            partition.log.log_dir.check_online()
            if not self._is_news(partition, topic_id, state):
                return partition
        if self.broker_id not in state.replicas:
            raise UnknownTopicOrPartition(f"broker {self.broker_id} is not among the replicas {state.replicas}")
        if partition is None:
            partition = self._open(TopicPartition(topic, state.partition_index), topic_id, state, config_of(topic))
        if self.fetchers is not None:
            self.fetchers.unfollow(partition.topic_partition)  # before anything else (KAFKA-10371)
        if state.leader == self.broker_id:
            partition.make_leader(state, now_ms=self._clock.monotonic_ms())
            self._flush_if_waited_for(partition)
        else:
            partition.make_follower(state)
            if self.fetchers is not None:
                self.fetchers.follow(partition)
        self.log_dir_moves.resume(partition)
        return partition

    def _flush_if_waited_for(self, partition: Partition) -> None:
        if partition.log.flush_messages == 1 and partition.log.recovery_point < partition.log.log_end_offset:
            self.flusher.request(partition)  # the high watermark waits for it

    def _log_moved(self, partition: Partition) -> None:
        """A partition has another log now, in another directory, whose checkpoints shall know it soon."""
        if partition.is_leader:
            self._flush_if_waited_for(partition)
        self.checkpoint_high_watermarks()
        self._log_manager.checkpoint_recovery_points()
        self._log_manager.checkpoint_log_start_offsets()
        self.complete_delayed(partition)

    def _is_news(self, partition: Partition, topic_id: bytes, state: Any) -> bool:
        """Whether the state's epoch is higher than the known one; False when it is equal but brought a topic id.

        Raises:
            InconsistentTopicId: the log belongs to another topic of the same name, one deleted long ago (KIP-516).
            StaleControllerEpoch: the epoch is not higher; Kafka answers a stale leader epoch with this code.
        """
        had_topic_id = partition.log.topic_id != ZERO_TOPIC_ID
        if topic_id != ZERO_TOPIC_ID:
            partition.log.assign_topic_id(topic_id)
            if not had_topic_id and state.leader_epoch == partition.leader_epoch:
                return False
        if state.leader_epoch <= partition.leader_epoch:
            raise StaleControllerEpoch(
                f"the request has leader epoch {state.leader_epoch}, this broker has seen {partition.leader_epoch}"
            )
        return True

    def _open(self, topic_partition: TopicPartition, topic_id: bytes, state: Any, config: LogConfig) -> Partition:
        if not is_topic_name(topic_partition.topic) or topic_partition.partition < 0:
            # Whoever commands, nothing but a name may become the name of a directory.
            raise InvalidTopic(f"there can be no partition {topic_partition.partition} of {topic_partition.topic!r}")
        found = self._log_manager.get(topic_partition)
        if found is not None and is_of_another_topic(found, topic_id):
            self._set_aside(topic_partition)
        try:
            log = self._log_manager.get_or_create(
                topic_partition, config=config, topic_id=topic_id, is_new=bool(state.is_new)
            )
        except KafkaStorageError:
            self._lost.add(topic_partition)
            raise
        self._lost.discard(topic_partition)
        partition = Partition(topic_partition, self.broker_id, log, self.traffic.of(topic_partition.topic))
        self._topics.setdefault(topic_partition.topic, {})[topic_partition.partition] = partition
        return partition

    def stop_replicas(self, request: StopReplicaRequest) -> list[ReplicaResult]:
        """Stops leading and following, and deletes logs where the controller says so.

        Raises:
            StaleControllerEpoch: the request comes from a controller that has been replaced.
        """
        self._check_controller_epoch(request.controller_epoch)
        results: list[ReplicaResult] = []
        stopped: list[Partition] = []
        for topic, index, leader_epoch, delete in _stop_replica_states(request):
            try:
                partition = self._stop(TopicPartition(topic, index), leader_epoch, delete=delete)
                error_code = 0
                if partition is not None:
                    stopped.append(partition)
            except KafkaError as error:
                _log.warning("%s-%d is not stopped: %s", topic, index, error.message)
                error_code = int(error.code)
            results.append(ReplicaResult(topic, ZERO_TOPIC_ID, index, error_code))
        # Whoever waits for these partitions learns now that they are gone, not at its timeout (KAFKA-9198).
        for partition in stopped:
            self.complete_delayed(partition)
        self._tell_leadership(stopped)
        return results

    def _stop(self, topic_partition: TopicPartition, leader_epoch: int, *, delete: bool) -> Partition | None:
        partition = self.find(*topic_partition)
        if partition is not None:
            if leader_epoch not in (NO_EPOCH, EPOCH_DURING_DELETE) and leader_epoch < partition.leader_epoch:
                raise FencedLeaderEpoch(
                    f"the request has leader epoch {leader_epoch}, this broker has seen {partition.leader_epoch}"
                )
            if self.fetchers is not None:
                self.fetchers.unfollow(topic_partition)
            self.log_dir_moves.stop(topic_partition)
            partition.stop()
        if delete and topic_partition in self._lost:
            # Nor is it deleted: it would be there again with its directory. The controller waits for that.
            raise KafkaStorageError(f"the data directory that has {topic_partition} is offline")
        if delete:
            # Also a log that no LeaderAndIsr of this life has named: it lay on disk when the broker started.
            self._log_manager.delete(topic_partition)
        if delete and partition is not None:
            self._forget(topic_partition)
        return partition

    # ---- time -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Expires what waits too long and checkpoints high watermarks; until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(Reaper(self.produce_purgatory.timer, self._clock).run(), name="produce reaper")
            group.create_task(Reaper(self.fetch_purgatory.timer, machine_clock(self._clock)).run(), name="fetch reaper")
            group.create_task(Reaper(self.delete_records_purgatory.timer, self._clock).run(), name="deletion reaper")
            group.create_task(self.flusher.run(), name="flusher")
            group.create_task(self.log_dir_moves.run(), name="moves between data directories")
            if self.fetchers is not None:
                group.create_task(self.fetchers.run(), name="fetchers")
            if self.isr_changes is not None:
                group.create_task(self.isr_changes.run(self.partitions), name="ISR changes")
            group.create_task(self._cold_reads.run(), name="cold reads")
            group.create_task(self._complete_failed(), name="failed directories")
            group.create_task(self._checkpoint_periodically(), name="high watermark checkpoint")

    async def _complete_failed(self) -> None:
        """Answers whoever waits for a partition whose directory has failed; not from within what saw the failure."""
        while True:
            await self._dir_failed.wait()
            self._dir_failed.clear()
            for partition in list(self.partitions()):
                if not partition.log.log_dir.is_online:
                    self.complete_delayed(partition)

    async def _checkpoint_periodically(self) -> None:
        while True:
            await sleep_ms(self._clock, self._checkpoint_interval_ms)
            self.checkpoint_high_watermarks()

    def checkpoint_high_watermarks(self) -> None:
        """Writes every high watermark to its log directory's `replication-offset-checkpoint`.

        Nothing is written before the controller has named the partitions. What a file says of logs that this broker
        holds but was not told of yet stays as it is: merged, never rebuilt from part of the state (KAFKA-769, -1647).
        """
        if self._is_checkpointing:
            self._log_manager.checkpoint_high_watermarks(
                {partition.topic_partition: partition.log.high_watermark for partition in self.partitions()}
            )


def _leader_and_isr_states(request: LeaderAndIsrRequest) -> Iterator[tuple[str, bytes, Any]]:
    """(topic, topic id, partition state) of both layouts: grouped by topic from v2, flat before."""
    for topic in request.topic_states:
        for state in topic.partition_states:
            yield topic.topic_name, topic.topic_id, state
    for state in request.ungrouped_partition_states:
        yield state.topic_name, ZERO_TOPIC_ID, state


def _stop_replica_states(request: StopReplicaRequest) -> Iterator[tuple[str, int, int, bool]]:
    """(topic, partition, leader epoch, delete?) of the three layouts."""
    for topic_state in request.topic_states:
        for state in topic_state.partition_states:
            yield topic_state.topic_name, state.partition_index, state.leader_epoch, state.delete_partition
    for topic in request.topics:
        for index in topic.partition_indexes:
            yield topic.name, index, NO_EPOCH, request.delete_partitions
    for partition in request.ungrouped_partitions:
        yield partition.topic_name, partition.partition_index, NO_EPOCH, request.delete_partitions


def _shown(partition: Partition) -> dict[str, Any]:
    return {
        "partition": str(partition),
        "broker": partition.broker_id,
        "leader": partition.leader_id,
        "leader_epoch": partition.leader_epoch,
        "isr": list(partition.isr),
    }
