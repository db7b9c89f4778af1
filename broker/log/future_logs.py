"""The copies of logs that grow in another data directory of the broker, to take over when they are complete.

    create ─▶ <topic>-<partition>.<hex>-future ─▶ take_over ─▶ <topic>-<partition>     the old one: …-delete
                        │
                        └─▶ drop: …-delete          forget: the directory has failed, what is there stays

Part of the log manager, which finds and makes everything else. Not here: what is copied and when it is complete
(`replica.log_dir_moves`), names and crashes (`partition_directories`).
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kavka.broker.log.log import Log
from kavka.broker.log.partition_directories import takes_over_path
from kavka.common.filesystem import FileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.disk.directory_names import DELETE_SUFFIX, UNIQUE_BITS, future_name, unique_name
from kavka.protocol.errors import KafkaStorageError

if TYPE_CHECKING:
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log_manager import LogManager

_log = logging.getLogger(__name__)


class FutureLogs:
    """The copies that there are, at most one for each partition.

    Args:
        manager: whose logs are copied.
        filesystem: the disk.
        rng: for names.

    Attributes:
        found: partitions whose copies an earlier life of the broker has left.
    """

    __slots__ = ("_filesystem", "_manager", "_rng", "found")

    def __init__(self, manager: LogManager, filesystem: FileSystem, rng: random.Random) -> None:
        self._manager = manager
        self._filesystem = filesystem
        self._rng = rng
        self.found: set[TopicPartition] = set()

    def __iter__(self) -> Iterator[Log]:
        return (log for state in self._manager.dirs for log in state.futures.values())

    def get(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the copy of a partition's log; None when there is none."""
        for state in self._manager.dirs:
            found = state.futures.get(topic_partition)
            if found is not None:
                return found
        return None

    def load(self, state: DirState, topic_partition: TopicPartition, name: str) -> None:
        """Opens a copy that a startup has found; a second one of the same partition is put away.

        Raises:
            OSError: the disk failed.
        """
        if self.get(topic_partition) is not None:
            self._put_away(state, topic_partition, state.log_dir.file(name))
            return
        self.found.add(topic_partition)
        config = self._manager.default_config
        state.futures[topic_partition] = self._manager.open_log(state, topic_partition, config, name)

    def create(self, topic_partition: TopicPartition, path: str) -> Log:
        """Begins a copy of a log in another data directory, empty.

        Raises:
            LogDirNotFound: the broker has no such directory.
            KafkaStorageError: one of the directories is offline, so another copy may be in it; or this one failed now.
        """
        assert self.get(topic_partition) is None
        current = self._manager.get(topic_partition)
        assert current is not None
        state = self._manager.state_of(path)
        if self._manager.offline_dirs:
            offline = ", ".join(str(log_dir) for log_dir in self._manager.offline_dirs)
            raise KafkaStorageError(f"{topic_partition} is not moved while data directories are offline: {offline}")
        with current.log_dir.guard(f"moving {topic_partition}"):
            self._filesystem.remove(takes_over_path(current.directory))  # of an earlier move; the next one may say so
        for checkpoint in state.checkpoints:
            checkpoint.forget(topic_partition)  # of the time when it was here before
        name = future_name(topic_partition, self._rng.getrandbits(UNIQUE_BITS))
        with state.log_dir.guard(f"making the copy of {topic_partition}"):
            self._filesystem.make_directory(state.log_dir.file(name))
            log = self._manager.open_log(state, topic_partition, current.config, name)
        log.assign_topic_id(current.topic_id)
        state.futures[topic_partition] = log
        return log

    def take_over(self, topic_partition: TopicPartition) -> Log:
        """Makes the copy the partition's log and puts the old one away; the two are alike, says the caller.

        Raises:
            KafkaStorageError: the copy's directory failed; the old log is still the one.
        """
        log, old = self.get(topic_partition), self._manager.get(topic_partition)
        assert log is not None
        assert old is not None
        marker = takes_over_path(log.directory)
        with log.log_dir.guard(f"moving {topic_partition} into place"):
            self._filesystem.write_unsynced(marker, b"")
            log.move_to(log.log_dir.file(str(topic_partition)))
        self._manager.exchange(old, log)
        old.abandon("its copy in another data directory has taken over")
        for state in self._manager.dirs:
            if state.log_dir is old.log_dir:
                self._put_away(state, topic_partition, old.directory)
        if old.log_dir.is_online:
            # Not before both names have long reached the device: until then a startup needs it.
            self._manager.remove_later([takes_over_path(log.directory)], log.config.file_delete_delay_ms)
        return log

    def drop(self, topic_partition: TopicPartition) -> None:
        """Drops a copy; nothing when there is none."""
        for state in self._manager.dirs:
            log = state.futures.pop(topic_partition, None)
            if log is not None:
                self.found.discard(topic_partition)
                log.abandon("its move to another data directory was given up")
                for checkpoint in state.checkpoints:
                    checkpoint.forget(topic_partition)
                self._put_away(state, topic_partition, log.directory)

    def forget(self, topic_partition: TopicPartition) -> None:
        """Stops copying, and leaves what is there: the next startup goes on."""
        for state in self._manager.dirs:
            log = state.futures.pop(topic_partition, None)
            if log is not None:
                log.abandon("its move to another data directory has stopped")

    def _put_away(self, state: DirState, topic_partition: TopicPartition, directory: str) -> None:
        """Renames a directory that is not needed and has it removed later; one on a broken disk stays."""
        if not state.log_dir.is_online:
            return
        name = unique_name(topic_partition, DELETE_SUFFIX, self._rng.getrandbits(UNIQUE_BITS))
        renamed = state.log_dir.file(name)
        try:
            self._filesystem.rename(directory, renamed)
        except OSError as error:
            state.log_dir.fail(error, f"putting {directory} away")
            return
        self._manager.remove_later([renamed], self._manager.default_config.file_delete_delay_ms)
