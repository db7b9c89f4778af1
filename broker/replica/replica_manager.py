"""A broker's replicas, put together of their parts, and run: every arrow leads down, no part knows this one.

    handlers.produce ─▶ Partitions ─▶ Partition.append_as_leader ─▶ Waiting.complete
    handlers.fetch   ─▶ FetchService ─▶ FetchReads ─▶ response, or Waiting
                            └─▶ FollowerProgress ─▶ IsrChanges
    the controller   ─▶ ControllerCommands ─▶ Partitions, Fetchers, LogDirMoves ─▶ Waiting, Leaderships

                           replica_manager
        controller_commands    fetch_service    reconfiguration    log_dir_moves, fetcher
        leaderships            session_fetch, big_fetch, delayed_fetch
                               follower_progress, fetch_reads, cold_reads, flusher, isr_changes
                               waiting, partitions
                               delayed_items, fetch_types
                               partition

Who needs something of it takes the part, not this. Not here: what any part does.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
from kavka.broker.config.types import LONG_MAX
from kavka.broker.metrics import ReplicationMetrics, Traffic
from kavka.broker.replica.cold_reads import ColdReads
from kavka.broker.replica.controller_commands import ControllerCommands
from kavka.broker.replica.fetch_memory import Allowance, FetchMemory
from kavka.broker.replica.fetch_reads import FetchReads
from kavka.broker.replica.fetch_service import FETCH_BYTES_MAX, FetchService
from kavka.broker.replica.fetch_session import FetchSessionCache
from kavka.broker.replica.fetcher import FetcherPeers, Fetchers
from kavka.broker.replica.flusher import Flusher
from kavka.broker.replica.follower_progress import FollowerProgress
from kavka.broker.replica.high_watermark_checkpoint import CHECKPOINT_INTERVAL_MS, HighWatermarkCheckpoint
from kavka.broker.replica.isr_changes import IsrChanges, IsrRules
from kavka.broker.replica.leaderships import Leaderships
from kavka.broker.replica.log_dir_moves import LogDirMoves
from kavka.broker.replica.offline_replicas import OfflineReplicas
from kavka.broker.replica.partition import Partition
from kavka.broker.replica.partitions import Partitions
from kavka.broker.replica.reconfiguration import Reconfiguration
from kavka.broker.replica.replica_counts import ReplicaCounts, count_replicas
from kavka.broker.replica.replication_quota import ReplicationQuotas
from kavka.broker.replica.waiting import DELETE_RECORDS_PURGE_INTERVAL, Waiting
from kavka.common.steps import Steps, at_once
from kavka.common.supervised import Supervisor
from kavka.common.types import Feed, TopicPartition
from kavka.timer.completions import CompletionQueue
from kavka.timer.purgatory import PURGE_INTERVAL

if TYPE_CHECKING:
    from kavka.broker.log.log_dir import LogDir
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.replica_selector import RackOf
    from kavka.timer.clock import Clock


class ReplicaManager:
    """The owner of what a broker does with its replicas.

    Args:
        broker_id: this broker.
        log_manager: opens, finds and deletes logs.
        clock: for the purgatories' timers and for followers' lag.
        machine_clock: for long polls, and pauses before another try.
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
        is_blocking: whether flushes and reads of what is not in memory are done within the step that asks for them, as
            where nobody runs this; otherwise in threads, while it runs.

    Attributes:
        partitions: what the broker holds.
        waiting: the delayed operations.
        fetches: what takes fetches through.
        commands: what applies the controller's requests.
        followers: how far followers are.
        fetchers: copy what this broker follows; None: nothing is copied.
        isr_changes: decides which followers are in sync; None: nobody does here.
        flusher: fsyncs before acknowledgements.
        leaderships: whom leaderships concern.
        log_dir_moves: moves between data directories.
        reconfiguration: brings changed configurations to the replicas.
        high_watermarks: their checkpoint.
        controller_epoch: see above.
    """

    __slots__ = (
        "_cold_reads",
        "_log_manager",
        "_offline_replicas",
        "commands",
        "controller_epoch",
        "fetchers",
        "fetches",
        "flusher",
        "followers",
        "high_watermarks",
        "isr_changes",
        "leaderships",
        "log_dir_moves",
        "metrics",
        "partitions",
        "quotas",
        "reconfiguration",
        "supervisor",
        "traffic",
        "waiting",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        log_manager: LogManager,
        clock: Clock,
        machine_clock: Clock,
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
        controller_epoch: LatestControllerEpoch | None = None,
        fetchers: FetcherPeers | None = None,
        isr: IsrRules | None = None,
        rack_of: RackOf | None = None,
        quotas: ReplicationQuotas | None = None,
        metrics: ReplicationMetrics | None = None,
        traffic: Traffic | None = None,
        feed: Feed | None = None,
        supervisor: Supervisor | None = None,
        is_blocking: bool = False,
    ) -> None:
        self._log_manager = log_manager
        self.supervisor = supervisor or Supervisor()
        self.controller_epoch = controller_epoch or LatestControllerEpoch()
        self.quotas = quotas or ReplicationQuotas()
        self.metrics = metrics or ReplicationMetrics()
        self.traffic = traffic or Traffic()
        sessions = FetchSessionCache(random.Random(broker_id)) if fetch_sessions is None else fetch_sessions
        self.partitions = Partitions(broker_id, is_known=is_partition_known, traffic=self.traffic)
        self.waiting = Waiting(
            clock,
            machine_clock=machine_clock,
            changed_sessions=sessions.changed,
            completions=completions,
            fetch_purge_interval=fetch_purge_interval,
            produce_purge_interval=produce_purge_interval,
            delete_records_purge_interval=delete_records_purge_interval,
        )
        self.leaderships = Leaderships(feed)
        self.flusher = Flusher(self.waiting.complete, clock, self.supervisor, is_blocking=is_blocking)
        self._cold_reads = ColdReads(log_manager.filesystem, self.supervisor, is_blocking=is_blocking)
        self._offline_replicas = OfflineReplicas(
            self.partitions, self.waiting, self.leaderships, self.supervisor, log_manager.filesystem.ticks
        )
        self.fetchers = None if fetchers is None else Fetchers(fetchers, self.waiting.complete)
        self.isr_changes = None if isr is None else self._isr_changes(isr, clock, machine_clock, feed)
        self.followers = FollowerProgress(
            self.partitions,
            self.waiting,
            self.isr_changes,
            clock=clock,
            verify_soon=log_manager.scrubber.verify_soon,
            is_broker_alive=is_broker_alive,
        )
        memory = FetchMemory(fetch_allowance)
        self.fetches = FetchService(
            self._reads(clock, memory, rack_of),
            self._cold_reads,
            self.waiting,
            self.followers,
            sessions=sessions,
            memory=memory,
            clock=clock,
            bytes_max=fetch_bytes_max,
        )
        self.high_watermarks = HighWatermarkCheckpoint(
            self.partitions, log_manager, clock=clock, interval_ms=checkpoint_interval_ms
        )
        self.reconfiguration = Reconfiguration(
            self.partitions, log_manager, self.fetchers, self.waiting, self.supervisor
        )
        self.log_dir_moves = LogDirMoves(
            log_manager,
            clock=clock,
            quota=self.quotas.alter_log_dirs,
            find=self._find,
            on_moved=self._log_moved,
            supervisor=self.supervisor,
        )
        self.commands = self._controller_commands(clock)
        log_manager.add_start_listener(self._log_start_moved)
        log_manager.add_offline_listener(self._dir_failed)

    def _isr_changes(self, rules: IsrRules, clock: Clock, machine_clock: Clock, feed: Feed | None) -> IsrChanges:
        return IsrChanges(
            rules,
            clock=clock,
            machine_clock=machine_clock,
            ticks=self._log_manager.filesystem.ticks,
            on_changed=self.waiting.complete,
            metrics=self.metrics,
            feed=feed,
            supervisor=self.supervisor,
        )

    def _reads(self, clock: Clock, memory: FetchMemory, rack_of: RackOf | None) -> FetchReads:
        return FetchReads(
            self.partitions,
            clock=clock,
            quota=self.quotas.leader,
            metrics=self.metrics,
            memory=memory,
            verify_soon=self._log_manager.scrubber.verify_soon,
            rack_of=rack_of,
        )

    def _controller_commands(self, clock: Clock) -> ControllerCommands:
        return ControllerCommands(
            self.partitions,
            self._log_manager,
            self.waiting,
            self.controller_epoch,
            fetchers=self.fetchers,
            moves=self.log_dir_moves,
            flusher=self.flusher,
            leaderships=self.leaderships,
            clock=clock,
            metrics=self.metrics,
        )

    # ---- what several parts share ---------------------------------------------------------------------------------

    def _find(self, topic_partition: TopicPartition) -> Partition | None:
        return self.partitions.find(*topic_partition)

    def _dir_failed(self, _: LogDir) -> None:
        self.fetches.serve_anew()
        self._offline_replicas.note()

    def _log_start_moved(self, topic_partition: TopicPartition) -> None:
        """Notes that a log's start moved or the log was replaced here: its leader shall learn of it."""
        if self.fetchers is not None:
            self.fetchers.log_moved(topic_partition)

    def _log_moved(self, partition: Partition) -> None:
        """Handles a partition's new log in another directory, whose checkpoints shall know it soon."""
        self._log_start_moved(partition.topic_partition)
        if partition.is_leader:
            self.flusher.request_if_waited_for(partition)
        self.high_watermarks.write()
        self._log_manager.checkpoint_recovery_points()
        self._log_manager.checkpoint_log_start_offsets()
        self.waiting.complete(partition)

    # ---- the whole ------------------------------------------------------------------------------------------------

    def count(self) -> Steps[ReplicaCounts]:
        """Counts the broker's replicas by their present state, in steps."""
        lag_max = 0 if self.fetchers is None else self.fetchers.lag_max
        return count_replicas(list(self.partitions), lost=len(self.partitions.lost), lag_max=lag_max)

    def counts(self) -> ReplicaCounts:
        """Counts the broker's replicas by their present state."""
        return at_once(self.count())

    async def run(self) -> None:
        """Expires delayed operations, replicates, and checkpoints high watermarks, until cancelled."""
        async with asyncio.TaskGroup() as group:
            work: dict[str, Callable[[], Awaitable[None]]] = {
                **self.waiting.work,
                "flusher": self.flusher.run,
                "moves between data directories": self.log_dir_moves.run,
                "cold reads": self._cold_reads.run,
                "failed directories": self._offline_replicas.run,
                "high watermark checkpoint": self.high_watermarks.run,
            }
            if self.fetchers is not None:
                work["fetchers"] = self.fetchers.run
            if self.isr_changes is not None:
                isr_changes = self.isr_changes
                work["ISR changes"] = lambda: isr_changes.run(self.partitions)
            for name, run in work.items():
                group.create_task(self.supervisor.keep(name, run), name=name)
