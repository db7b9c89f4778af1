"""All partitions of this broker: finds them, reads them, parks what has to wait.

    handlers.produce ─▶ Partition.append_as_leader ─▶ complete_delayed ─▶ fetch purgatory, produce purgatory
    handlers.fetch   ─▶ fetch ─▶ read ─▶ response, or DelayedFetch in the fetch purgatory
    handlers.leader_and_isr, stop_replica ─▶ controller_commands ─▶ hold, forget
    run ─▶ the reapers of the purgatories, and the high watermarks to disk every few seconds

Synchronous but for `run`. Delayed operations are completed here, after a state change is whole, never by the partition
in the middle of one. Not here: versions of requests (handlers), files (the log), who should lead (the controller).
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kavka.broker.cluster.controller_epoch import ControllerEpoch
from kavka.broker.config.types import LONG_MAX
from kavka.broker.metrics import ReplicationMetrics, Traffic
from kavka.broker.replica.big_fetch import BigFetches, DelayedBigFetch
from kavka.broker.replica.controller_commands import ControllerCommands, LeadershipListener, ReplicaResult
from kavka.broker.replica.delayed_delete_records import DelayedDeleteRecords, PendingDeletion
from kavka.broker.replica.delayed_fetch import DelayedFetch, FetchParams, FetchResult
from kavka.broker.replica.delayed_produce import DelayedProduce, PendingAck
from kavka.broker.replica.fetch_memory import Allowance, FetchMemory
from kavka.broker.replica.fetch_reads import ColdReads, FetchReads
from kavka.broker.replica.fetch_session import FetchSessionCache
from kavka.broker.replica.fetcher import FetcherPeers, Fetchers
from kavka.broker.replica.flusher import Flusher
from kavka.broker.replica.isr_changes import IsrChanges, IsrRules
from kavka.broker.replica.log_dir_moves import LogDirMoves
from kavka.broker.replica.partition import Partition
from kavka.broker.replica.replica_counts import ReplicaCounts, count_replicas
from kavka.broker.replica.replication_quota import ReplicationQuotas
from kavka.broker.replica.session_fetch import DelayedSessionFetch, SessionFetches
from kavka.common.pace import Pace
from kavka.common.steps import Steps, at_once, stretches
from kavka.common.supervised import Supervisor
from kavka.common.types import Feed, TopicPartition
from kavka.protocol.errors import KafkaError, KafkaStorageError, NotLeaderOrFollower, UnknownTopicOrPartition
from kavka.timer.completions import CompletionQueue
from kavka.timer.dev_clock import machine_clock
from kavka.timer.purgatory import PURGE_INTERVAL, Purgatory
from kavka.timer.reaper import Reaper
from kavka.timer.sleeping import sleep_ms
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from kavka.broker.config.topic_config import LogConfig
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_dir import LogDir
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.replica_selector import RackOf
    from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

FETCH_BYTES_MAX = 55 * 1024 * 1024
"""`fetch.max.bytes`: what one fetch response may hold, whatever the client asks for (one batch excepted)."""
CHECKPOINT_INTERVAL_MS = 5_000
"""`replica.high.watermark.checkpoint.interval.ms`."""
REFUSALS_MIN = 3
"""How often in a row a follower asks for the same offset before the leader checks what it gives there."""
DELETE_RECORDS_PURGE_INTERVAL = 1
"""`delete.records.purgatory.purge.interval.requests`."""


class ReplicaManager:
    """The partitions of one broker.

    Args:
        broker_id: this broker.
        log_manager: opens, finds and deletes logs.
        clock: for the purgatories' timers and for followers' lag.
        completions: the queue that every purgatory of this broker shares.
        is_broker_alive: whether the cluster's metadata has this broker: a dead follower is not waited for.
        is_partition_known: whether the cluster's metadata has this partition: it is then led elsewhere.
        controller_epoch: the latest that any controller has shown; shared with this broker's controller.
        fetchers: how leaders are reached whose partitions this broker follows; None: nothing is copied.
        isr: when followers leave and join ISRs; None: an ISR stays as the controller gave it.
        rack_of: the rack of a broker, where consumers are sent to replicas in theirs; None: they read from leaders.
        quotas: how fast throttled replicas are copied.
        metrics: counts what is copied.
        traffic: counts what is produced and consumed, by topic.
        feed: gets changed leaderships and ISRs, for subscribers.
        supervisor: keeps one partition's failure from the others.

    Attributes:
        serving_generation: another number whenever something changed for the fetches of many partitions at once.
        fetchers: copy what this broker follows; None: nothing is copied.
        isr_changes: decides which followers are in sync; None: nobody does here.
        leadership_listeners: topic → the listener to which of its partitions this broker leads.
    """

    __slots__ = (
        "_checkpoint_interval_ms",
        "_clock",
        "_cold_reads",
        "_commands",
        "_controller_epoch",
        "_dir_failed",
        "_is_broker_alive",
        "_is_partition_known",
        "_log_manager",
        "_topics",
        "big_fetches",
        "broker_id",
        "completions",
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
        "serving_generation",
        "session_fetches",
        "supervisor",
        "traffic",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        log_manager: LogManager,
        clock: Clock,
        completions: CompletionQueue | None = None,
        fetch_bytes_max: int = FETCH_BYTES_MAX,
        fetch_allowance: Allowance = lambda _: LONG_MAX,
        checkpoint_interval_ms: int = CHECKPOINT_INTERVAL_MS,
        fetch_purge_interval: int = PURGE_INTERVAL,
        produce_purge_interval: int = PURGE_INTERVAL,
        fetch_sessions: FetchSessionCache | None = None,
        delete_records_purge_interval: int = DELETE_RECORDS_PURGE_INTERVAL,
        is_broker_alive: Callable[[int], bool] = lambda _: True,
        is_partition_known: Callable[[str, int], bool] = lambda _topic, _index: False,
        controller_epoch: ControllerEpoch | None = None,
        fetchers: FetcherPeers | None = None,
        isr: IsrRules | None = None,
        rack_of: RackOf | None = None,
        quotas: ReplicationQuotas | None = None,
        metrics: ReplicationMetrics | None = None,
        traffic: Traffic | None = None,
        feed: Feed | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._clock = clock
        self.supervisor = supervisor or Supervisor()
        self.broker_id = broker_id
        self._controller_epoch = controller_epoch or ControllerEpoch()
        self.fetch_bytes_max = fetch_bytes_max
        self.completions = completions or CompletionQueue()
        self.produce_purgatory: Purgatory[DelayedProduce] = Purgatory(
            "Produce", Timer(clock), completions=self.completions, purge_interval=produce_purge_interval
        )
        self.fetch_purgatory: Purgatory[DelayedFetch | DelayedSessionFetch | DelayedBigFetch] = Purgatory(
            "Fetch", Timer(machine_clock(clock)), completions=self.completions, purge_interval=fetch_purge_interval
        )
        self.delete_records_purgatory: Purgatory[DelayedDeleteRecords] = Purgatory(
            "DeleteRecords", Timer(clock), completions=self.completions, purge_interval=delete_records_purge_interval
        )
        self._is_broker_alive = is_broker_alive
        self._is_partition_known = is_partition_known
        self.fetch_sessions = FetchSessionCache(random.Random(broker_id)) if fetch_sessions is None else fetch_sessions
        self._cold_reads = ColdReads(log_manager.filesystem, self.supervisor)
        self.quotas = quotas or ReplicationQuotas()
        self.metrics = metrics or ReplicationMetrics()
        self.traffic = traffic or Traffic()
        self.feed = feed
        self.fetches = FetchReads(
            self,
            self._cold_reads,
            clock=clock,
            quota=self.quotas.leader,
            metrics=self.metrics,
            memory=FetchMemory(fetch_allowance),
            rack_of=rack_of,
        )
        self.session_fetches = SessionFetches(self, self.fetches, self._cold_reads, clock)
        self.big_fetches = BigFetches(self, self.fetches, self._cold_reads, clock)
        self.flusher = Flusher(self._on_flushed, clock, self.supervisor)
        self.fetchers = None if fetchers is None else Fetchers(fetchers, self.complete_delayed)
        self.isr_changes = None if isr is None else self._isr_changes(isr)
        self.leadership_listeners: dict[str, LeadershipListener] = {}
        self.log_dir_moves = LogDirMoves(
            log_manager,
            clock=clock,
            quota=self.quotas.alter_log_dirs,
            find=lambda topic_partition: self.find(*topic_partition),
            on_moved=self._log_moved,
            supervisor=self.supervisor,
        )
        self._log_manager = log_manager
        self._checkpoint_interval_ms = checkpoint_interval_ms
        self._topics: dict[str, dict[int, Partition]] = {}
        self._commands = ControllerCommands(self, log_manager, clock=clock)
        self.serving_generation = 0
        self._dir_failed = asyncio.Event()
        log_manager.add_start_listener(self._log_moved_here)
        log_manager.add_offline_listener(self._note_failed_dir)

    def _isr_changes(self, rules: IsrRules) -> IsrChanges:
        return IsrChanges(
            rules,
            clock=self._clock,
            on_changed=self.complete_delayed,
            metrics=self.metrics,
            feed=self.feed,
            supervisor=self.supervisor,
        )

    @property
    def controller_epoch(self) -> int:
        """Returns the latest controller epoch that a request has shown; −1 before the first."""
        return self._controller_epoch.latest

    def controller_seen(self, controller_epoch: int) -> None:
        """Notes a request of a controller; older ones are refused from now on."""
        self._controller_epoch.see(controller_epoch)

    # ---- finding --------------------------------------------------------------------------------------------------

    def find(self, topic: str, index: int) -> Partition | None:
        """Returns the broker's replica of a partition, None when it holds none."""
        partitions = self._topics.get(topic)
        return None if partitions is None else partitions.get(index)

    def partition(self, topic: str, index: int) -> Partition:
        """Returns the broker's replica of a partition.

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
        if (topic, index) in self._commands.lost:
            raise KafkaStorageError(f"the data directory that has {topic}-{index} is offline")
        if self._is_partition_known(topic, index):
            raise NotLeaderOrFollower(f"broker {self.broker_id} holds no replica of {topic}-{index}, others do")
        raise UnknownTopicOrPartition(f"broker {self.broker_id} holds no replica of {topic}-{index}")

    def partitions(self) -> Iterator[Partition]:
        """Yields all replicas of this broker."""
        for partitions in self._topics.values():
            yield from partitions.values()

    def count(self) -> Steps[ReplicaCounts]:
        """Counts the broker's replicas by their present state, in steps."""
        lag_max = 0 if self.fetchers is None else self.fetchers.lag_max
        return count_replicas(list(self.partitions()), lost=len(self._commands.lost), lag_max=lag_max)

    def counts(self) -> ReplicaCounts:
        """Counts the broker's replicas by their present state."""
        return at_once(self.count())

    # ---- writing --------------------------------------------------------------------------------------------------

    def complete_delayed(self, partition: Partition) -> None:
        """Completes what waited for a partition's change: of its log, its high watermark, or its leadership."""
        self.fetch_purgatory.check_and_complete(partition)
        if self.fetch_sessions.changed:
            self._complete_sessions()
        if self.big_fetches.waiting:
            self.big_fetches.partition_changed(partition)
        self.produce_purgatory.check_and_complete(partition)
        self.delete_records_purgatory.check_and_complete(partition)

    def _complete_sessions(self) -> None:
        """Completes incremental fetches that wait for any of the partitions that have changed."""
        changed = self.fetch_sessions.changed
        sessions = tuple(changed)
        changed.clear()
        for session in sessions:
            self.fetch_purgatory.check_and_complete(session)

    def low_watermark(self, partition: Partition) -> int:
        """Returns the least log start offset of the partition's live replicas."""
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

    def update_follower(self, params: FetchParams, results: list[FetchResult], start: int = 0) -> None:
        """Updates a follower's progress by its fetch, and completes what that commits.

        Args:
            params: the fetch.
            results: what was read for it.
            start: the position of the first result that was not taken in yet.
        """
        specs = params.specs
        advanced: list[Partition] = []
        isr_changes = self.isr_changes
        now_ms = self._clock.monotonic_ms()
        for position in range(start, len(results)):
            spec, result = specs[position], results[position]
            partition = result.partition
            if partition is None or result.diverging is not None:
                continue
            try:
                if partition.update_follower_fetch(
                    params.replica_id,
                    fetch_offset=spec.fetch_offset,
                    log_start_offset=spec.log_start_offset,
                    now_ms=now_ms,
                ):
                    advanced.append(partition)
                if isr_changes is not None and params.replica_id not in partition.isr:
                    isr_changes.follower_fetched(partition, params.replica_id)
                    if partition.maybe_increment_high_watermark():
                        advanced.append(partition)  # it is waited for no more, and those that are report nothing new
            except KafkaError as error:
                results[position] = FetchResult.failed(error)
                continue
            replica = partition.remote_replicas.get(params.replica_id)
            if replica is not None and replica.repeats >= REFUSALS_MIN and spec.fetch_offset >= result.log_start_offset:
                replica.repeats = 0
                self.verify_soon(spec.topic, spec.index, spec.fetch_offset)
            # Its log may start later than before although nothing was committed.
            self.delete_records_purgatory.check_and_complete(partition)
        for partition in advanced:
            self.complete_delayed(partition)

    def verify_soon(self, topic: str, index: int, offset: int) -> None:
        """Requests a check of the segment that holds an offset: somebody cannot read there."""
        partition = self.find(topic, index)
        if partition is not None:
            self._log_manager.scrubber.verify_soon(partition.log, offset)

    def brokers_left(self) -> Steps[None]:
        """Updates the partitions after brokers died: whoever waits for a follower there waits no more."""
        for partition in list(self.partitions()):
            if self.isr_changes is not None:
                self.isr_changes.brokers_left((partition,))
            self.delete_records_purgatory.check_and_complete(partition)
            yield

    @property
    def partition_count(self) -> int:
        """Returns the number of partitions with a replica on this broker."""
        return sum(map(len, self._topics.values()))

    def reconfigure(self, config_of: Callable[[str], LogConfig]) -> None:
        """Updates all logs' configurations by `config_of`, in one step."""
        at_once(self.reconfiguration(config_of))

    def reconfiguration(
        self, config_of: Callable[[str], LogConfig], topics: Iterable[str] | None = None
    ) -> Steps[None]:
        """Updates logs' configurations by `config_of`, some in each step.

        Args:
            config_of: asked anew in each step, so that of two changes at a time the later one stays.
            topics: whose configuration has changed; None: all may have.
        """
        for topic in list(self._topics) if topics is None else topics:
            for stretch in stretches(list(self._topics.get(topic, {}).values())):
                config = config_of(topic)
                for partition in stretch:
                    if self.find(*partition.topic_partition) is partition:
                        with self.supervisor.item("reconfiguration", partition):
                            self._reconfigure(partition, config)
                yield

    def _reconfigure(self, partition: Partition, config: LogConfig) -> None:
        """A lower `min.insync.replicas` may commit something; whoever fetches looks again."""
        self._log_manager.reconfigure(partition.topic_partition, config)
        if self.fetchers is not None:
            self.fetchers.reconfigured(partition.topic_partition)
        partition.log.tell_watchers()
        is_served = partition.is_leader and partition.log.log_dir.is_online
        if is_served and partition.maybe_increment_high_watermark():
            self.complete_delayed(partition)

    # ---- the controller's requests --------------------------------------------------------------------------------

    def become_leader_or_follower(
        self,
        request: LeaderAndIsrRequest,
        config_of: Callable[[str], LogConfig],
        note: Callable[[ReplicaResult], object],
    ) -> Steps[None]:
        """Applies a LeaderAndIsr request; see `ControllerCommands.become_leader_or_follower`."""
        return self._commands.become_leader_or_follower(request, config_of, note)

    def stop_replicas(self, request: StopReplicaRequest, note: Callable[[ReplicaResult], object]) -> Steps[None]:
        """Applies a StopReplica request; see `ControllerCommands.stop_replicas`."""
        return self._commands.stop_replicas(request, note)

    def release(self, log_dir: LogDir) -> Steps[None]:
        """Releases the replicas in an offline directory; see `ControllerCommands.release`."""
        return self._commands.release(log_dir)

    def found_again(self, topic_partitions: Iterable[TopicPartition]) -> None:
        """Forgets that these partitions were lost, since their directory is back.

        Whoever wants to know who has them may ask the controller.
        """
        self._commands.lost.difference_update(topic_partitions)

    def hold(self, topic_partition: TopicPartition, log: Log) -> Partition:
        """Adds a replica of the partition to this broker."""
        partition = Partition(topic_partition, self.broker_id, log, self.traffic.of(topic_partition.topic))
        self._topics.setdefault(topic_partition.topic, {})[topic_partition.partition] = partition
        return partition

    def forget(self, topic_partition: TopicPartition) -> None:
        """Removes this broker's replica of the partition."""
        partitions = self._topics[topic_partition.topic]
        del partitions[topic_partition.partition]
        if not partitions:
            del self._topics[topic_partition.topic]

    def flush_if_waited_for(self, partition: Partition) -> None:
        """Requests a flush of a new leader's log if the high watermark needs it.

        With `flush.messages` 1 it counts only what is on disk.
        """
        if partition.log.flush_messages == 1 and partition.log.recovery_point < partition.log.log_end_offset:
            self.flusher.request(partition)  # the high watermark waits for it

    def _log_moved_here(self, topic_partition: TopicPartition) -> None:
        """Notes that a log's start moved or the log was replaced here: its leader shall learn of it."""
        if self.fetchers is not None:
            self.fetchers.log_moved(topic_partition)

    def _log_moved(self, partition: Partition) -> None:
        """Handles a partition's new log in another directory, whose checkpoints shall know it soon."""
        self._log_moved_here(partition.topic_partition)
        if partition.is_leader:
            self.flush_if_waited_for(partition)
        self.checkpoint_high_watermarks()
        self._log_manager.checkpoint_recovery_points()
        self._log_manager.checkpoint_log_start_offsets()
        self.complete_delayed(partition)

    # ---- time -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Expires delayed operations and checkpoints high watermarks, until cancelled."""
        async with asyncio.TaskGroup() as group:
            work: dict[str, Callable[[], Awaitable[None]]] = {
                "produce reaper": Reaper(self.produce_purgatory.timer, self._clock).run,
                "fetch reaper": Reaper(self.fetch_purgatory.timer, machine_clock(self._clock)).run,
                "deletion reaper": Reaper(self.delete_records_purgatory.timer, self._clock).run,
                "flusher": self.flusher.run,
                "moves between data directories": self.log_dir_moves.run,
                "cold reads": self._cold_reads.run,
                "failed directories": self._complete_failed,
                "high watermark checkpoint": self._checkpoint_periodically,
            }
            if self.fetchers is not None:
                work["fetchers"] = self.fetchers.run
            if self.isr_changes is not None:
                isr_changes = self.isr_changes
                work["ISR changes"] = lambda: isr_changes.run(self.partitions)
            for name, run in work.items():
                group.create_task(self.supervisor.keep(name, run), name=name)

    def _note_failed_dir(self, _: LogDir) -> None:
        self.serving_generation += 1
        self._dir_failed.set()

    async def _complete_failed(self) -> None:
        """Completes what waits for a partition whose directory has failed; not from within what saw the failure."""
        while True:
            await self._dir_failed.wait()
            self._dir_failed.clear()
            pace = Pace(time.perf_counter_ns)
            for partition in list(self.partitions()):
                if not partition.log.log_dir.is_online:
                    with self.supervisor.item("failed directories", partition):
                        partition.log.tell_watchers()
                        self.complete_delayed(partition)
                await pace.breathe()

    async def _checkpoint_periodically(self) -> None:
        while True:
            await sleep_ms(self._clock, self._checkpoint_interval_ms)
            self.checkpoint_high_watermarks()

    def checkpoint_high_watermarks(self) -> None:
        """Writes the high watermarks that moved to their log directories' `replication-offset-checkpoint`.

        Nothing is written before the controller has named the partitions. What a file says of logs that this broker
        holds but no request has named yet stays as it is: merged, never rebuilt from part of the state (KAFKA-769,
        -1647).
        """
        if self._commands.is_begun:
            self._log_manager.checkpoint_high_watermarks(self._is_held)

    def _is_held(self, topic_partition: TopicPartition) -> bool:
        return self.find(*topic_partition) is not None
