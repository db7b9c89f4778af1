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

from kavka.broker.config.settings import BrokerSettings, default_settings
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.log.checkpoint_files import OffsetCheckpoint
from kavka.broker.log.dir_loader import DirLoader
from kavka.broker.log.dir_returns import DirReturns
from kavka.broker.log.dir_state import DirState
from kavka.broker.log.future_logs import FutureLogs
from kavka.broker.log.housekeeping import Housekeeping
from kavka.broker.log.log import Log
from kavka.broker.log.log_changes import LogChanges
from kavka.broker.log.log_dir import LogDir, LogDirError
from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_types import LogHooks
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
from kavka.protocol.errors import KafkaStorageError, LogDirNotFound
from kavka.timer.clock import Clock

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
        filesystem: the disk; closed by `close`.
        lane: the slices of the loop's time in which checkpoints are gathered.
        broker_id: must be the one that the directories were used with.
        cluster_id: likewise; None leaves `meta.properties` alone.
        rng: for the names of deleted directories and the jitter of rolls.
        supervisor: keeps one log's failure from the others.
        scrub_metrics: counts what the scrubber reads.
        settings: the broker's, as they are now; Kafka's defaults without it.

    Attributes:
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
        filesystem: FileSystem,
        lane: Lane,
        broker_id: int,
        cluster_id: str | None = None,
        rng: random.Random | None = None,
        supervisor: Supervisor | None = None,
        scrub_metrics: ScrubMetrics | None = None,
        settings: Callable[[], BrokerSettings] = default_settings,
    ) -> None:
        assert log_dirs, "a broker needs a data directory"
        self.default_config = default_config
        self.settings = settings
        self._clock = clock
        self._filesystem = filesystem
        self._rng = rng or random.Random()
        self._offline_listeners: list[Callable[[LogDir], None]] = []
        self._damage_listeners: list[Callable[[], None]] = []
        self._start_listeners: list[Callable[[TopicPartition], None]] = []
        self._dirs = [self._state(path) for path in log_dirs]
        self._logs: dict[TopicPartition, Log] = {}
        self._changes = LogChanges()
        self._checkpoints = OffsetCheckpoints(self._dirs, self._changes)
        self._configured: set[TopicPartition] = set()
        self._supervisor = supervisor or Supervisor()
        self._housekeeping = Housekeeping(self, self._checkpoints, clock, filesystem, lane, self._supervisor)
        self.scrubber = Scrubber(
            self,
            clock=clock,
            filesystem=filesystem,
            metrics=scrub_metrics or ScrubMetrics(),
            rng=self._rng,
            supervisor=self._supervisor,
        )
        self._preferred: dict[TopicPartition, str] = {}
        self.futures = FutureLogs(self, filesystem, self._rng)
        self.record_checks = CheckThreads()
        hooks = LogHooks(
            files_deleted=self._housekeeping.remove_later,
            rolled=self._housekeeping.flush_soon,
            truncated=self._truncated,
            damage_changed=self._damage_changed,
            start_moved=self._start_moved,
            changes=self._changes,
        )
        self._loader = DirLoader(
            clock=clock,
            filesystem=filesystem,
            rng=self._rng,
            broker_id=broker_id,
            cluster_id=cluster_id,
            hooks=hooks,
        )
        self.returns = DirReturns(self, self._loader, filesystem=filesystem, rng=self._rng)

    def take_defaults(self, default_config: LogConfig) -> None:
        """Applies other defaults to whatever asks for them from now on; open logs are their partitions' to tell."""
        self.default_config = default_config

    # ---- start ----------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Takes the directories and opens every log in them; may take long after a crash. May run in the executor.

        Raises:
            LogDirError: a directory belongs to somebody else, or none can be used; none is held then.
        """
        try:
            taken = [state for state in self._dirs if self._try("taking it", self._loader.take, state)]
            try:
                finish_moves(
                    [state.log_dir for state in taken],
                    self._filesystem,
                    self._rng,
                    are_all=len(taken) == len(self._dirs),
                )
            except OSError as error:
                raise LogDirError(f"looking for unfinished moves of replicas: {error}") from error
            for state in taken:
                if state.log_dir.is_online:
                    self._try("loading its logs", self._load_dir, state)
            if not any(state.log_dir.is_online for state in self._dirs):
                raise LogDirError("; ".join(f"{state.log_dir}: {state.log_dir.failure}" for state in self._dirs))
        except LogDirError:
            self._let_go()
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
            elsewhere=self._logs,
            log_found=lambda tp, name: self._add(state, self.open_log(state, tp, self.default_config, name)),
            copy_found=lambda tp, name: self.futures.load(state, tp, name),
        )
        for path in leftovers:
            self.remove_later([path], self.default_config.file_delete_delay_ms)
        state.is_loaded = True

    def open_log(self, state: DirState, topic_partition: TopicPartition, config: LogConfig, name: str) -> Log:
        """Opens the directory `name` of a data directory as a partition's log, or copy; for this package only.

        Raises:
            OSError: the disk failed.
        """
        return self._loader.open_log(state, topic_partition, config, name)

    def _add(self, state: DirState, log: Log) -> None:
        self._logs[log.topic_partition] = log
        state.logs[log.topic_partition] = log

    # ---- logs -----------------------------------------------------------------------------------------------------

    def get(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the log of a partition; None when there is none. Its methods raise once its directory is offline."""
        return self._logs.get(topic_partition)

    @property
    def logs(self) -> list[Log]:
        """Returns all partitions' logs."""
        return list(self._logs.values())

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
        log = self._logs.get(topic_partition)
        if log is None:
            log = self._create(topic_partition, config or self.default_config, is_new=is_new)
        log.assign_topic_id(topic_id)
        if config is not None:
            log.config = config
            self._configured.add(topic_partition)
        return log

    def _create(self, topic_partition: TopicPartition, config: LogConfig, *, is_new: bool) -> Log:
        online = [state for state in self._dirs if state.log_dir.is_online and state.is_loaded]
        if not online or (len(online) < len(self._dirs) and not is_new):
            offline = ", ".join(str(log_dir) for log_dir in self.offline_dirs)
            raise KafkaStorageError(
                f"no log is made for {topic_partition} while data directories are offline: {offline}"
            )
        preferred = self._preferred.pop(topic_partition, None)
        if preferred is not None:
            state = self.state_of(preferred)
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
        name = str(topic_partition)
        if self._filesystem.make_new_directory(state.log_dir.file(name)):
            log = self._loader.create_log(state, topic_partition, config, name)
        else:
            log = self.open_log(state, topic_partition, config, name)
        self._add(state, log)
        return log

    def prefer(self, topic_partition: TopicPartition, path: str) -> None:
        """Notes the directory in which a partition's log is to be created, should it come."""
        self._preferred.pop(topic_partition, None)
        if len(self._preferred) >= PREFERRED_MAX:
            del self._preferred[next(iter(self._preferred))]
        self._preferred[topic_partition] = path

    def reconfigure(self, topic_partition: TopicPartition, config: LogConfig) -> None:
        """Updates the configuration of a log, and of its copy, if it has its topic's."""
        if topic_partition in self._configured:
            self._logs[topic_partition].config = config
            copy = self.futures.get(topic_partition)
            if copy is not None:
                copy.config = config

    def is_configured(self, log: Log) -> bool:
        """Tells whether the log has its topic's configuration.

        Until then the defaults stand in for it, and retention by defaults would delete what the topic wants kept.
        """
        return log.topic_partition in self._configured

    def delete(self, topic_partition: TopicPartition) -> None:
        """Takes a log away at once and its files later; nothing when there is none.

        Raises:
            KafkaStorageError: its directory is offline, or failed now.
        """
        log = self._logs.get(topic_partition)
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
        return self._take_away(self._logs[topic_partition], STRAY_SUFFIX, "its partition is not here any more")

    def _take_away(self, log: Log, suffix: str, why: str) -> str:
        log.log_dir.check_online()
        topic_partition = log.topic_partition
        self.futures.drop(topic_partition)  # first: a copy without a log would be taken for one that takes over
        del self._logs[topic_partition]
        self._configured.discard(topic_partition)
        log.abandon(why)
        for state in self._dirs:
            if state.logs.pop(topic_partition, None) is not None:
                for checkpoint in state.checkpoints:
                    checkpoint.forget(topic_partition)
        renamed = log.log_dir.file(unique_name(topic_partition, suffix, self._rng.getrandbits(UNIQUE_BITS)))
        try:
            self._filesystem.rename(log.directory, renamed)
        except OSError as error:
            raise log.log_dir.fail(error, f"renaming {log.directory} to {renamed}") from error
        return renamed

    def exchange(self, old: Log, new: Log) -> None:
        """Replaces a log by its copy; for this package only."""
        topic_partition = old.topic_partition
        checkpoint = self.cleaner_checkpoint(old)
        cleaned = None if checkpoint is None else checkpoint.offsets.get(topic_partition)
        self._logs[topic_partition] = new
        for state in self._dirs:
            if state.logs.pop(topic_partition, None) is not None:
                for checkpoint in state.checkpoints:
                    checkpoint.forget(topic_partition)
            if state.futures.pop(topic_partition, None) is not None:
                state.logs[topic_partition] = new
                if cleaned is not None:  # nothing was cleaned while it was copied
                    state.cleaner_offsets.set(topic_partition, cleaned)
                    self.checkpoint_cleaner_offsets()

    # ---- directories ----------------------------------------------------------------------------------------------

    @property
    def offline_dirs(self) -> list[LogDir]:
        """Returns the directories that failed."""
        return [state.log_dir for state in self._dirs if not state.log_dir.is_online]

    @property
    def online_dirs(self) -> list[LogDir]:
        """Returns the directories that did not fail."""
        return [state.log_dir for state in self._dirs if state.log_dir.is_online]

    def state_of(self, path: str) -> DirState:
        """Finds the data directory with that path.

        Raises:
            LogDirNotFound: the broker has no such directory.
        """
        for state in self._dirs:
            if state.log_dir.path == path:
                return state
        raise LogDirNotFound(
            f"log directory {path} is not among the broker's, {', '.join(state.log_dir.path for state in self._dirs)}"
        )

    def remove_later(self, paths: list[str], delay_ms: int) -> None:
        """Removes files or directories when the delay is over; for this package only."""
        self._housekeeping.remove_later(paths, delay_ms)

    def add_damage_listener(self, listener: Callable[[], None]) -> None:
        """Adds a listener, called when a log becomes incomplete, or complete again."""
        self._damage_listeners.append(listener)

    def _damage_changed(self, log: LogFiles) -> None:
        if self._logs.get(log.topic_partition) is log:  # else it is being opened, in a thread, and looked at later
            for listener in self._damage_listeners:
                listener()

    def add_start_listener(self, listener: Callable[[TopicPartition], None]) -> None:
        """Adds a listener, called with the partition whose log start offset changed."""
        self._start_listeners.append(listener)

    def _start_moved(self, log: LogFiles) -> None:
        if self._logs.get(log.topic_partition) is log:
            for listener in self._start_listeners:
                listener(log.topic_partition)

    def incomplete(self) -> dict[TopicPartition, int]:
        """Maps each partition with an incomplete log to its log end offset.

        Logs of a directory that is about to come back count, too.
        """
        opening = {} if self.returns.opening is None else self.returns.opening.logs
        return {tp: log.log_end_offset for tp, log in (self._logs | opening).items() if not log.is_complete}

    @property
    def filesystem(self) -> FileSystem:
        """Returns the file system of all logs, with the threads for blocking calls."""
        return self._filesystem

    def add_offline_listener(self, listener: Callable[[LogDir], None]) -> None:
        """Adds a listener, called when a directory fails.

        The call comes from within the operation that saw the error.
        """
        self._offline_listeners.append(listener)

    def _dir_failed(self, log_dir: LogDir) -> None:
        if any(state.log_dir is log_dir for state in self._dirs):  # else it is being opened, in a thread
            for listener in self._offline_listeners:
                listener(log_dir)

    def _state(self, path: str) -> DirState:
        return DirState(LogDir(path, self._filesystem, on_failure=self._dir_failed), self._filesystem)

    def renewed(self, state: DirState) -> DirState:
        """Makes a directory's state as at startup, to be loaded; for this package only."""
        return self._state(state.log_dir.path)

    def take_back(self, old: DirState, new: DirState) -> None:
        """Replaces a directory that failed by its newly loaded state; for this package only."""
        for topic_partition in old.logs:
            self._logs.pop(topic_partition, None)
            self._configured.discard(topic_partition)
        self._logs.update(new.logs)
        self._dirs[self._dirs.index(old)] = new
        for log in new.all_logs.values():  # it was opened in a thread, whose note may have come too late for a round
            self._changes.opened(log)

    def is_writing_to(self, state: DirState) -> bool:
        """Tells whether a thread is writing a checkpoint of the directory."""
        return self._housekeeping.writing is state

    # ---- checkpoints ----------------------------------------------------------------------------------------------

    def checkpointed_high_watermark(self, topic_partition: TopicPartition) -> int | None:
        """Returns the checkpointed high watermark of a partition; None when there is none."""
        for state in self._dirs:
            offset = state.high_watermarks.offsets.get(topic_partition)
            if offset is not None:
                return offset
        return None

    def checkpoint_high_watermarks(self, is_held: IsHeld = lambda _: True) -> None:
        """Writes the high watermarks that moved; while `run` runs, in the executor, and otherwise at once.

        Args:
            is_held: whether a partition has one by now; of the others it is written when they have.
        """
        self._checkpoints.is_held = is_held
        self._housekeeping.write_checkpoints(Checkpoint.HIGH_WATERMARKS)

    def checkpoint_recovery_points(self) -> None:
        """Writes the recovery points that moved, likewise."""
        self._housekeeping.write_checkpoints(Checkpoint.RECOVERY_POINTS)

    def checkpoint_log_start_offsets(self) -> None:
        """Writes the log start offsets within a segment, likewise."""
        self._housekeeping.write_checkpoints(Checkpoint.START_OFFSETS)

    def checkpoint_cleaner_offsets(self) -> None:
        """Writes the offsets up to which compacted logs were cleaned, likewise."""
        self._housekeeping.write_checkpoints(Checkpoint.CLEANER_OFFSETS)

    def cleaner_checkpoint(self, log: LogFiles) -> OffsetCheckpoint | None:
        """Finds the cleaner offset checkpoint for a log. None for a log that is not here any more."""
        for state in self._dirs:
            if state.logs.get(log.topic_partition) is log:
                return state.cleaner_offsets
        return None

    def _truncated(self, log: LogFiles) -> None:
        checkpoint = self.cleaner_checkpoint(log)
        # Else what comes in place of the records that went would pass for clean.
        if checkpoint is not None and checkpoint.limit(log.topic_partition, log.log_end_offset):
            self.checkpoint_cleaner_offsets()

    @property
    def dirs(self) -> list[DirState]:
        """Returns the data directories with their logs, copies and checkpoints."""
        return self._dirs

    # ---- life -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs retention, flushes, checkpoints and removals, until cancelled, or `shutdown`."""
        await self._supervisor.keep("housekeeping", self._housekeeping.run)

    async def run_due(self) -> None:
        """Runs one round of the housekeeping that is due.

        For tests and simulations, which move the clock themselves.
        """
        await self._housekeeping.run_due()

    def shutdown(self) -> None:
        """Closes every log and writes the clean-shutdown marker.

        It is written last of all, and only where everything was loaded and closed.
        """
        self._housekeeping.stop()
        self.returns.stop()
        self.record_checks.close()
        self._filesystem.close()  # what the executor is writing is written before we write the same
        for state in self._dirs:
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
        self._let_go()
        self.record_checks.close()
        self._filesystem.close()
        self.returns.let_go()

    def _let_go(self) -> None:
        for state in self._dirs:
            for log in state.all_logs.values():
                log.abandon("the broker has stopped")
            state.logs.clear()
            state.futures.clear()
            state.log_dir.unlock()
        self._logs.clear()
