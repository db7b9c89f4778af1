"""All logs of a broker: opened at startup, found by partition, made, deleted, and looked after while it runs.

    <log dir>/.lock                                one broker a directory
              meta.properties                      whose it is
              .kafka_cleanshutdown                 written last of all; gone before anything is loaded (KAFKA-10471)
              recovery-point-offset-checkpoint     what is fsynced
              log-start-offset-checkpoint          what DeleteRecords hid
              replication-offset-checkpoint        high watermarks
              cleaner-offset-checkpoint            up to where compacted logs were cleaned
              <topic>-<partition>/                 a log
              <topic>-<partition>.<hex>-delete/    one that was deleted and is removed later
              <topic>-<partition>.<hex>-future/    a copy that grows here, while the log is elsewhere (`future_logs`)
              <topic>-<partition>.<hex>-stray/     one that should not have been here, kept until somebody removes it

`load`, `shutdown` and `close` wait for the disk and are for starts and stops; `run` does the periodic work and waits
for the disk in the executor only. A directory that fails goes offline by itself, the others serve on (`log_dir`).
Nothing here knows who leads what.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.config.settings import BrokerSettings, default_settings
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.checkpoint_files import OffsetCheckpoint
from kavka.broker.log.data_dirs import DataDirs
from kavka.broker.log.dir_loader import DirLoader
from kavka.broker.log.dir_returns import DirReturns
from kavka.broker.log.dir_state import DirState
from kavka.broker.log.future_logs import FutureLogs
from kavka.broker.log.housekeeping import Housekeeping
from kavka.broker.log.log import Log
from kavka.broker.log.log_context import LogHooks
from kavka.broker.log.log_dir import LogDir, LogDirError
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.offset_checkpoints import Checkpoint, IsHeld, OffsetCheckpoints
from kavka.broker.log.partition_directories import finish_moves
from kavka.broker.log.scrubber import Scrubber
from kavka.broker.metrics import ScrubMetrics
from kavka.common.filesystem import FileSystem, is_shortage
from kavka.common.lane import Lane
from kavka.common.steps import at_once
from kavka.common.supervised import Supervisor
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.disk.directory_names import DELETE_SUFFIX, STRAY_SUFFIX, UNIQUE_BITS, unique_name
from kavka.protocol.disk.file_names import CLEAN_SHUTDOWN_CONTENT, CLEAN_SHUTDOWN_FILE
from kavka.protocol.errors import KafkaStorageError
from kavka.timer.clock import Clock

if TYPE_CHECKING:
    from kavka.broker.world import Threads

__all__ = ["LogDirError", "LogManager"]

PREFERRED_MAX = 10_000
"""Partitions whose directory is chosen before they exist; of more the oldest choice is forgotten."""

_log = logging.getLogger(__name__)


class LogManager:
    """The logs of one broker.

    Args:
        log_dirs: the data directories; made if need be.
        default_config: what topics without overrides have.
        clock: what time it is.
        machine_clock: what pauses between slices of work go by.
        filesystem: the disk; closed by `close`.
        lane: the slices of the loop's time in which checkpoints are gathered.
        record_checks: where records are looked at that would hold the loop; closed by `close`.
        rng: for the names of deleted directories and the jitter of rolls.
        broker_id: must be the one that the directories were used with.
        cluster_id: likewise; None leaves `meta.properties` alone.
        supervisor: keeps one log's failure from the others.
        scrub_metrics: counts what the scrubber reads.
        settings: the broker's, as they are now; Kafka's defaults without it.
        has_topic_ids: whether topics have ids in this cluster.

    Attributes:
        data_dirs: where the logs are.
        futures: the copies that grow in other directories.
        settings: as given; of keys that may change while the broker runs it is asked again each time.
        scrubber: looks for what disks have changed; run by the owner.
        returns: brings directories back that were full; run by `broker.replica.log_dir_returns`.
    """

    def __init__(
        self,
        log_dirs: Sequence[str],
        *,
        default_config: LogConfig,
        clock: Clock,
        machine_clock: Clock,
        filesystem: FileSystem,
        lane: Lane,
        broker_id: int,
        record_checks: Threads,
        rng: random.Random,
        cluster_id: str | None = None,
        supervisor: Supervisor | None = None,
        scrub_metrics: ScrubMetrics | None = None,
        settings: Callable[[], BrokerSettings] = default_settings,
        has_topic_ids: bool = True,
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._filesystem = filesystem
        self._rng = rng
        self._damage_listeners: list[Callable[[], None]] = []
        self._start_listeners: list[Callable[[TopicPartition], None]] = []
        self._supervisor = supervisor or Supervisor()
        self._preferred: dict[TopicPartition, str] = {}
        self.record_checks = record_checks
        self.data_dirs = dirs = DataDirs(log_dirs, filesystem, default_config=default_config, settings=settings)
        self._checkpoints = OffsetCheckpoints(dirs)
        self._housekeeping = Housekeeping(
            dirs,
            self._checkpoints,
            clock,
            filesystem,
            lane,
            self._supervisor,
            machine_clock=machine_clock,
            ticks=filesystem.ticks,
        )
        self._loader = DirLoader(
            clock=clock,
            filesystem=filesystem,
            rng=self._rng,
            broker_id=broker_id,
            cluster_id=cluster_id,
            hooks=LogHooks(
                files_deleted=self._housekeeping.remove_later,
                rolled=self._housekeeping.flush_soon,
                truncated=self._truncated,
                damage_changed=self._damage_changed,
                start_moved=self._start_moved,
                changes=dirs.changes,
            ),
            thread_bytes=settings().kavka_log_write_thread_bytes,
            has_topic_ids=has_topic_ids,
        )
        self.futures = FutureLogs(dirs, self._loader, self._housekeeping, filesystem=filesystem, rng=self._rng)
        self.returns = DirReturns(dirs, self._loader, self._housekeeping, filesystem=filesystem, rng=self._rng)
        self.scrubber = Scrubber(
            dirs,
            clock=clock,
            filesystem=filesystem,
            metrics=scrub_metrics or ScrubMetrics(),
            rng=self._rng,
            supervisor=self._supervisor,
        )

    @property
    def default_config(self) -> LogConfig:
        """Returns what topics without overrides have."""
        return self.data_dirs.default_config

    def take_defaults(self, default_config: LogConfig) -> None:
        """Applies other defaults to whatever asks for them from now on; open logs are their partitions' to tell."""
        self.data_dirs.default_config = default_config

    # ---- start ----------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Takes the directories and opens every log in them; may take long after a crash. May run in the executor.

        Raises:
            LogDirError: a directory belongs to somebody else, or none can be used; none is held then.
        """
        try:
            taken = [state for state in self.data_dirs.states if self._try("taking it", self._loader.take, state)]
            try:
                finish_moves(
                    [state.log_dir for state in taken],
                    self._filesystem,
                    self._rng,
                    are_all=len(taken) == len(self.data_dirs.states),
                )
            except OSError as error:
                raise LogDirError(f"looking for unfinished moves of replicas: {error}") from error
            for state in taken:
                if state.log_dir.is_online:
                    self._try("loading its logs", self._load_dir, state)
            if not any(state.log_dir.is_online for state in self.data_dirs.states):
                raise LogDirError(
                    "; ".join(f"{state.log_dir}: {state.log_dir.failure}" for state in self.data_dirs.states)
                )
        except LogDirError:
            self.data_dirs.release()
            raise

    def _try(self, doing: str, step: Callable[[DirState], None], state: DirState) -> bool:
        """Tells whether a step of the startup went through; where not, the directory is offline.

        Raises:
            LogDirError: descriptors or memory were short: then nothing may be served as if it were not there.
        """
        try:
            step(state)
        except OSError as error:
            if is_shortage(error):
                raise LogDirError(
                    f"{state.log_dir}, {doing}: {error.strerror}; raise the limit of open files (ulimit -n)"
                ) from error
            state.log_dir.fail(error, doing)
            return False
        return True

    def _load_dir(self, state: DirState) -> None:
        leftovers = self._loader.load(
            state,
            elsewhere={log.topic_partition: log for log in self.data_dirs.logs},
            log_found=partial(self._open, state, self.default_config),
            copy_found=lambda tp, name: self.futures.load(state, tp, name),
        )
        for path in leftovers:
            self._housekeeping.remove_later([path], self.default_config.file_delete_delay_ms)
        state.is_loaded = True

    def _open(self, state: DirState, config: LogConfig, topic_partition: TopicPartition, name: str) -> Log:
        log = self._loader.open_log(state, topic_partition, config, name)
        self.data_dirs.add(state, log)
        return log

    # ---- logs -----------------------------------------------------------------------------------------------------

    def get(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the log of a partition; None when there is none. Its methods raise once its directory is offline."""
        return self.data_dirs.get(topic_partition)

    @property
    def logs(self) -> list[Log]:
        """Returns all partitions' logs."""
        return self.data_dirs.logs

    def get_or_create(
        self,
        topic_partition: TopicPartition,
        *,
        config: LogConfig | None = None,
        topic_id: bytes = ZERO_TOPIC_ID,
        is_new: bool = False,
    ) -> Log:
        """Finds the log of a partition, or creates it. It gets its topic's configuration and id.

        Args:
            topic_partition: which.
            config: the topic's; from now on retention applies to the log. None: the defaults.
            topic_id: 16 bytes, zeros for none (KIP-516).
            is_new: the partition was just created: a missing log is no sign of a lost directory.

        Raises:
            KafkaStorageError: no directory can take it; or it may be in one that is offline.
            InconsistentTopicId: the log there is belongs to another topic of that name.
        """
        log = self.get(topic_partition)
        if log is None:
            log = self._create(topic_partition, config or self.default_config, is_new=is_new)
        log.assign_topic_id(topic_id)
        if config is not None:
            self.data_dirs.configure(log, config)
        return log

    def _create(self, topic_partition: TopicPartition, config: LogConfig, *, is_new: bool) -> Log:
        online = [state for state in self.data_dirs.states if state.log_dir.is_online and state.is_loaded]
        if not online or (len(online) < len(self.data_dirs.states) and not is_new):
            offline = ", ".join(str(log_dir) for log_dir in self.data_dirs.offline_dirs)
            raise KafkaStorageError(
                f"no log is made for {topic_partition} while data directories are offline: {offline}"
            )
        preferred = self._preferred.pop(topic_partition, None)
        if preferred is not None:
            state = self.data_dirs.state_of(preferred)
            state.log_dir.check_online()
            online = [state]
        failures: list[KafkaStorageError] = []
        # The emptiest first; one that fails now goes offline, and the next one has its turn.
        for state in sorted(online, key=lambda candidate: len(candidate.logs)):
            try:
                return self._create_in(state, topic_partition, config)
            except OSError as error:
                failures.append(state.log_dir.fail(error, f"making the log of {topic_partition}"))
                if is_shortage(error):
                    break  # a directory for it may be there by now: it must not be made in another as well
        raise failures[-1]

    def _create_in(self, state: DirState, topic_partition: TopicPartition, config: LogConfig) -> Log:
        for checkpoint in state.checkpoints:
            checkpoint.forget(topic_partition)  # of an earlier partition of that name
        self._housekeeping.leave_out(state, topic_partition)
        self._sync_names_beside(state)
        name = str(topic_partition)
        if not self._filesystem.make_new_directory(state.log_dir.file(name)):
            return self._open(state, config, topic_partition, name)
        log = self._loader.create_log(state, topic_partition, config, name)
        self.data_dirs.add(state, log)
        return log

    def _sync_names_beside(self, state: DirState) -> None:
        """Makes durable which logs have gone from the other directories, once for all that have.

        The log of a deleted topic that comes back with a power loss, beside that of the next topic of its name, would
        be the same partition in two directories: no broker starts with it.
        """
        for other in self.data_dirs.states:
            if other is state or not other.has_unsynced_names or not other.log_dir.is_online:
                continue
            try:
                self._filesystem.fsync_path(other.log_dir.path)
            except OSError as error:
                other.log_dir.fail(error, "making the removal of logs durable")
            else:
                other.has_unsynced_names = False

    def prefer(self, topic_partition: TopicPartition, path: str) -> None:
        """Notes the directory in which a partition's log is to be created, should it come."""
        self._preferred.pop(topic_partition, None)
        if len(self._preferred) >= PREFERRED_MAX:
            del self._preferred[next(iter(self._preferred))]
        self._preferred[topic_partition] = path

    def reconfigure(self, topic_partition: TopicPartition, config: LogConfig) -> None:
        """Updates the configuration of a log, and of its copy, if it has its topic's."""
        log, copy = self.get(topic_partition), self.futures.get(topic_partition)
        if log is not None and self.is_configured(log):
            log.config = config
            if copy is not None:
                copy.config = config

    def is_configured(self, log: Log) -> bool:
        """Tells whether the log has its topic's configuration.

        Until then the defaults stand in for it, and retention by defaults would delete what the topic wants kept.
        """
        return self.data_dirs.is_configured(log)

    def delete(self, topic_partition: TopicPartition) -> None:
        """Takes a log away at once and its files later; nothing when there is none.

        Raises:
            KafkaStorageError: its directory is offline, or failed now.
        """
        log = self.get(topic_partition)
        if log is not None:
            renamed = self._take_away(log, DELETE_SUFFIX, "its partition was deleted")
            self._housekeeping.remove_later([renamed], log.config.file_delete_delay_ms)

    def set_aside(self, topic_partition: TopicPartition) -> str:
        """Takes a log away and keeps its files as a stray (KAFKA-15605). No broker takes that name for a partition.

        Returns:
            The directory in which they are.

        Raises:
            KafkaStorageError: the log's directory is offline, or failed now.
        """
        log = self.get(topic_partition)
        assert log is not None, f"{topic_partition} has no log"
        return self._take_away(log, STRAY_SUFFIX, "its partition is not here any more")

    def _take_away(self, log: Log, suffix: str, why: str) -> str:
        log.log_dir.check_online()
        topic_partition = log.topic_partition
        self.futures.drop(topic_partition)  # first: a copy without a log would be taken for one that takes over
        self.data_dirs.remove(log)
        log.abandon(why)
        renamed = log.log_dir.file(unique_name(topic_partition, suffix, self._rng.getrandbits(UNIQUE_BITS)))
        try:
            self._filesystem.rename(log.directory, renamed)
        except OSError as error:
            raise log.log_dir.fail(error, f"renaming {log.directory} to {renamed}") from error
        for state in self.data_dirs.states:
            if state.log_dir is log.log_dir:
                state.has_unsynced_names = True
        return renamed

    # ---- directories ----------------------------------------------------------------------------------------------

    @property
    def dirs(self) -> list[DirState]:
        """Returns the data directories with their logs, copies and checkpoints."""
        return self.data_dirs.states

    @property
    def offline_dirs(self) -> list[LogDir]:
        """Returns the directories that failed."""
        return self.data_dirs.offline_dirs

    @property
    def online_dirs(self) -> list[LogDir]:
        """Returns the directories that did not fail."""
        return self.data_dirs.online_dirs

    def state_of(self, path: str) -> DirState:
        """Finds the data directory with that path.

        Raises:
            LogDirNotFound: the broker has no such directory.
        """
        return self.data_dirs.state_of(path)

    def add_offline_listener(self, listener: Callable[[LogDir], None]) -> None:
        """Adds a listener, called when a directory fails.

        The call comes from within the operation that saw the error.
        """
        self.data_dirs.add_offline_listener(listener)

    def is_writing_to(self, state: DirState) -> bool:
        """Tells whether a thread is writing a checkpoint of the directory."""
        return self._housekeeping.writing is state

    @property
    def filesystem(self) -> FileSystem:
        """Returns the file system of all logs, with the threads for blocking calls."""
        return self._filesystem

    # ---- what happens to logs -------------------------------------------------------------------------------------

    def add_damage_listener(self, listener: Callable[[], None]) -> None:
        """Adds a listener, called when a log becomes incomplete, or complete again."""
        self._damage_listeners.append(listener)

    def _damage_changed(self, identity: LogIdentity) -> None:
        if self.data_dirs.is_here(identity):  # else it is being opened, in a thread, and looked at later
            for listener in self._damage_listeners:
                listener()

    def add_start_listener(self, listener: Callable[[TopicPartition], None]) -> None:
        """Adds a listener, called with the partition whose log start offset changed."""
        self._start_listeners.append(listener)

    def _start_moved(self, identity: LogIdentity) -> None:
        if self.data_dirs.is_here(identity):
            for listener in self._start_listeners:
                listener(identity.topic_partition)

    def incomplete(self) -> dict[TopicPartition, int]:
        """Maps each partition with an incomplete log to its log end offset.

        Logs of a directory that is about to come back count, too.
        """
        opening = {} if self.returns.opening is None else self.returns.opening.logs
        logs = {log.topic_partition: log for log in self.logs} | opening
        return {tp: log.log_end_offset for tp, log in logs.items() if not log.is_complete}

    # ---- checkpoints ----------------------------------------------------------------------------------------------

    def checkpointed_high_watermark(self, topic_partition: TopicPartition) -> int | None:
        """Returns the checkpointed high watermark of a partition; None when there is none."""
        for state in self.data_dirs.states:
            offset = state.high_watermarks.offsets.get(topic_partition)
            if offset is not None:
                return offset
        return None

    def checkpoint_high_watermarks(self, is_held: IsHeld = lambda _: True, *, at_once: bool = False) -> None:
        """Has the high watermarks that moved written by `run`, in the executor.

        Args:
            is_held: whether a partition has one by now; of the others it is written when they have.
            at_once: whether to wait for the disk instead; for stops, after `settle`.
        """
        self._checkpoints.is_held = is_held
        self._checkpoint(Checkpoint.HIGH_WATERMARKS, at_once=at_once)

    def checkpoint_recovery_points(self, *, at_once: bool = False) -> None:
        """Has the recovery points that moved written, likewise."""
        self._checkpoint(Checkpoint.RECOVERY_POINTS, at_once=at_once)

    def checkpoint_log_start_offsets(self, *, at_once: bool = False) -> None:
        """Has the log start offsets within a segment written, likewise."""
        self._checkpoint(Checkpoint.START_OFFSETS, at_once=at_once)

    def checkpoint_cleaner_offsets(self, *, at_once: bool = False) -> None:
        """Has the offsets up to which compacted logs were cleaned written, likewise."""
        self._checkpoint(Checkpoint.CLEANER_OFFSETS, at_once=at_once)

    def _checkpoint(self, which: Checkpoint, *, at_once: bool) -> None:
        if at_once:
            self._housekeeping.write_checkpoint(which)
        else:
            self._housekeeping.request_checkpoint(which)

    def cleaner_checkpoint(self, log: Log) -> OffsetCheckpoint | None:
        """Finds the cleaner offset checkpoint for a log. None for a log that is not here any more."""
        return self.data_dirs.cleaner_checkpoint(log)

    def _truncated(self, identity: LogIdentity) -> None:
        log = self.data_dirs.find(identity)
        checkpoint = None if log is None else self.data_dirs.cleaner_checkpoint(log)
        # Else what comes in place of the records that went would pass for clean.
        if log is not None and checkpoint is not None and checkpoint.limit(log.topic_partition, log.log_end_offset):
            self.checkpoint_cleaner_offsets()

    # ---- life -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs retention, flushes, checkpoints and removals, until cancelled, or `shutdown`."""
        await self._supervisor.keep("housekeeping", self._housekeeping.run)

    async def run_due(self) -> None:
        """Runs one round of the housekeeping that is due.

        For tests and simulations, which move the clock themselves.
        """
        await self._housekeeping.run_due()

    def settle(self) -> None:
        """Ends the periodic work, and waits for the executor.

        Whoever cancels `run` ends no write of it: a thread goes on, and a checkpoint that is written beside it would
        have its temporary file renamed away, which passes for an I/O error.
        """
        self._housekeeping.stop()
        self.returns.stop()
        self.record_checks.close()
        self._filesystem.close()

    def shutdown(self) -> None:
        """Closes every log and writes the clean-shutdown marker.

        It is written last of all, and only where everything was loaded and closed.
        """
        self.settle()
        for state in self.data_dirs.states:
            if state.is_loaded and state.log_dir.is_online:
                self._shut_down_dir(state)
        self.close()

    def _shut_down_dir(self, state: DirState) -> None:
        try:
            for log in state.all_logs.values():
                log.close()
            for due in at_once(self._checkpoints.gather_all(state)):
                self._filesystem.write_atomically(due.content.path, due.content.data)
            self._filesystem.write_atomically(state.log_dir.file(CLEAN_SHUTDOWN_FILE), CLEAN_SHUTDOWN_CONTENT)
        except OSError as error:
            state.log_dir.fail(error, "shutting down")
        except KafkaStorageError as error:
            _log.error("%s is not shut down cleanly: %s", state.log_dir, error)

    def close(self) -> None:
        """Releases everything as it is; a startup that failed ends with this, and leaves no marker."""
        self._housekeeping.stop()
        self.returns.stop()
        self.data_dirs.release()
        self.record_checks.close()
        self._filesystem.close()
        self.returns.let_go()
