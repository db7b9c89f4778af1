"""The data directories of a broker and the logs in them, as they are now: the one place that says where a log is.

    log_manager ─┬─▶ future_logs ──┬─▶ housekeeping ─▶ offset_checkpoints ─┐
                 ├─▶ dir_returns ──┤                                       ├─▶ DataDirs ─▶ DirState ─▶ Log
                 └─▶ scrubber ─────┴───────────────────────────────────────┘

    online ──I/O error, or full──▶ offline ──room again (`dir_returns`)──▶ replaced by another DirState, online

A partition has one log, in one directory, and at most one copy that grows in another. Whoever is here changes these
three together. Nothing here waits for the disk. Not here: making, opening and removing logs (`log_manager`,
`future_logs`), what is done with them periodically (`housekeeping`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kavka.broker.config.settings import BrokerSettings
from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.checkpoint_files import OffsetCheckpoint
from kavka.broker.log.dir_state import DirState
from kavka.broker.log.log import Log
from kavka.broker.log.log_changes import LogChanges
from kavka.broker.log.log_dir import LogDir
from kavka.broker.log.log_identity import LogIdentity
from kavka.common.filesystem import FileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.errors import LogDirNotFound


class DataDirs:
    """The data directories, and the logs of all of them.

    Args:
        paths: of the directories.
        filesystem: the disk.
        default_config: what topics without overrides have.
        settings: the broker's, as they are now.

    Attributes:
        states: the directories; one that comes back takes its predecessor's place.
        changes: the logs whose offsets moved.
        default_config: as given, until `LogManager.take_defaults`.
        settings: as given.
    """

    __slots__ = (
        "_configured",
        "_filesystem",
        "_logs",
        "_offline_listeners",
        "changes",
        "default_config",
        "settings",
        "states",
    )

    def __init__(
        self,
        paths: Sequence[str],
        filesystem: FileSystem,
        *,
        default_config: LogConfig,
        settings: Callable[[], BrokerSettings],
    ) -> None:
        assert paths, "a broker needs a data directory"
        self.default_config = default_config
        self.settings = settings
        self.changes = LogChanges()
        self._filesystem = filesystem
        self._offline_listeners: list[Callable[[LogDir], None]] = []
        self._logs: dict[TopicPartition, Log] = {}
        self._configured: set[TopicPartition] = set()
        self.states = [self._state(path) for path in paths]

    # ---- directories ----------------------------------------------------------------------------------------------

    def _state(self, path: str) -> DirState:
        return DirState(LogDir(path, self._filesystem, on_failure=self._dir_failed), self._filesystem)

    @property
    def offline_dirs(self) -> list[LogDir]:
        """Returns the directories that failed."""
        return [state.log_dir for state in self.states if not state.log_dir.is_online]

    @property
    def online_dirs(self) -> list[LogDir]:
        """Returns the directories that did not fail."""
        return [state.log_dir for state in self.states if state.log_dir.is_online]

    def state_of(self, path: str) -> DirState:
        """Finds the data directory with that path.

        Raises:
            LogDirNotFound: the broker has no such directory.
        """
        for state in self.states:
            if state.log_dir.path == path:
                return state
        raise LogDirNotFound(
            f"log directory {path} is not among the broker's, {', '.join(state.log_dir.path for state in self.states)}"
        )

    def add_offline_listener(self, listener: Callable[[LogDir], None]) -> None:
        """Adds a listener, called when a directory fails.

        The call comes from within the operation that saw the error.
        """
        self._offline_listeners.append(listener)

    def _dir_failed(self, log_dir: LogDir) -> None:
        if any(state.log_dir is log_dir for state in self.states):  # else it is being opened, in a thread
            for listener in self._offline_listeners:
                listener(log_dir)

    def renewed(self, state: DirState) -> DirState:
        """Makes a directory's state as at startup, to be loaded."""
        return self._state(state.log_dir.path)

    def replace(self, old: DirState, new: DirState) -> None:
        """Replaces a directory that failed by its newly loaded state."""
        assert new.is_loaded, f"{new.log_dir} is not loaded"
        assert not old.log_dir.is_online, f"{old.log_dir} has not failed"
        for topic_partition in old.logs:
            self._logs.pop(topic_partition, None)
            self._configured.discard(topic_partition)
        self._logs.update(new.logs)
        self.states[self.states.index(old)] = new
        for log in new.all_logs.values():  # it was opened in a thread, whose note may have come too late for a round
            self.changes.opened(log.identity)

    def release(self) -> None:
        """Closes every log as it is and releases the directories' locks."""
        for state in self.states:
            for log in state.all_logs.values():
                log.abandon("the broker has stopped")
            state.logs.clear()
            state.futures.clear()
            state.log_dir.unlock()
        self._logs.clear()

    # ---- logs -----------------------------------------------------------------------------------------------------

    @property
    def logs(self) -> list[Log]:
        """Returns all partitions' logs."""
        return list(self._logs.values())

    def get(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the log of a partition; None when there is none. Its methods raise once its directory is offline."""
        return self._logs.get(topic_partition)

    def copies(self) -> Iterator[Log]:
        """Yields the copies that grow in other directories than their logs."""
        return (log for state in self.states for log in state.futures.values())

    def copy_of(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the copy of a partition's log; None when there is none."""
        for state in self.states:
            found = state.futures.get(topic_partition)
            if found is not None:
                return found
        return None

    def is_here(self, identity: LogIdentity) -> bool:
        """Tells whether that is a partition's log by now, and still."""
        log = self._logs.get(identity.topic_partition)
        return log is not None and log.identity is identity

    def find(self, identity: LogIdentity) -> Log | None:
        """Finds the log or copy with that identity; None where it is none of the broker's any more, or not yet."""
        for log in (self._logs.get(identity.topic_partition), self.copy_of(identity.topic_partition)):
            if log is not None and log.identity is identity:
                return log
        return None

    def add(self, state: DirState, log: Log) -> None:
        """Adds a partition's log that was opened or made."""
        assert log.topic_partition not in self._logs, f"{log} is in {self._logs[log.topic_partition].log_dir}"
        self._logs[log.topic_partition] = log
        state.logs[log.topic_partition] = log

    def remove(self, log: Log) -> None:
        """Removes a partition's log, and what the checkpoints say of it; its files are the caller's."""
        assert self.is_here(log.identity), f"{log} is not here"
        del self._logs[log.topic_partition]
        self._configured.discard(log.topic_partition)
        self._forget(log.topic_partition)

    def _forget(self, topic_partition: TopicPartition) -> None:
        for state in self.states:
            if state.logs.pop(topic_partition, None) is not None:
                for checkpoint in state.checkpoints:
                    checkpoint.forget(topic_partition)

    def exchange(self, old: Log, new: Log) -> bool:
        """Replaces a log by its copy; returns whether a cleaner checkpoint is to be written."""
        assert self.is_here(old.identity), f"{old} is not here"
        topic_partition = old.topic_partition
        checkpoint = self.cleaner_checkpoint(old)
        cleaned = None if checkpoint is None else checkpoint.offsets.get(topic_partition)
        self._forget(topic_partition)
        self._logs[topic_partition] = new
        for state in self.states:
            if state.futures.pop(topic_partition, None) is not None:
                assert state.log_dir is new.log_dir, f"the copy of {new} is in {state.log_dir}, not {new.log_dir}"
                state.logs[topic_partition] = new
                if cleaned is not None:  # nothing was cleaned while it was copied
                    state.cleaner_offsets.set(topic_partition, cleaned)
        return cleaned is not None

    def configure(self, log: Log, config: LogConfig) -> None:
        """Gives a log its topic's configuration; from now on retention applies to it."""
        log.config = config
        self._configured.add(log.topic_partition)

    def is_configured(self, log: Log) -> bool:
        """Tells whether the log has its topic's configuration."""
        return log.topic_partition in self._configured

    def cleaner_checkpoint(self, log: Log) -> OffsetCheckpoint | None:
        """Finds the cleaner offset checkpoint for a log. None for a log that is not here any more."""
        for state in self.states:
            if state.logs.get(log.topic_partition) is log:
                return state.cleaner_offsets
        return None
