"""The copies of logs that grow in another data directory of the broker, to take over when they are complete.

    create ─▶ <topic>-<partition>.<hex>-future ─▶ take_over ─▶ <topic>-<partition>     the old one: …-delete
                        │
                        └─▶ drop: …-delete          forget: the directory has failed, what is there stays

Not here: which logs there are (`data_dirs`), what is copied and when it is complete (`replica.log_dir_moves`), names
and crashes (`partition_directories`).
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator

from kavka.broker.log.data_dirs import DataDirs
from kavka.broker.log.dir_loader import DirLoader
from kavka.broker.log.dir_state import DirState
from kavka.broker.log.housekeeping import Housekeeping
from kavka.broker.log.log import Log
from kavka.broker.log.offset_checkpoints import Checkpoint
from kavka.broker.log.partition_directories import takes_over_path
from kavka.common.filesystem import FileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.disk.directory_names import DELETE_SUFFIX, UNIQUE_BITS, future_name, unique_name
from kavka.protocol.errors import KafkaStorageError

_log = logging.getLogger(__name__)


class FutureLogs:
    """The copies that there are, at most one for each partition.

    Args:
        dirs: the logs that are copied, and where to.
        loader: opens a copy.
        housekeeping: removes what is put away, later.
        filesystem: the disk.
        rng: for names.

    Attributes:
        found: partitions whose copies an earlier life of the broker has left.
    """

    __slots__ = ("_dirs", "_filesystem", "_housekeeping", "_loader", "_rng", "found")

    def __init__(
        self,
        dirs: DataDirs,
        loader: DirLoader,
        housekeeping: Housekeeping,
        *,
        filesystem: FileSystem,
        rng: random.Random,
    ) -> None:
        self._dirs = dirs
        self._loader = loader
        self._housekeeping = housekeeping
        self._filesystem = filesystem
        self._rng = rng
        self.found: set[TopicPartition] = set()

    def __iter__(self) -> Iterator[Log]:
        return self._dirs.copies()

    def get(self, topic_partition: TopicPartition) -> Log | None:
        """Finds the copy of a partition's log; None when there is none."""
        return self._dirs.copy_of(topic_partition)

    def load(self, state: DirState, topic_partition: TopicPartition, name: str) -> None:
        """Opens a copy that a startup has found; a second one of the same partition is put away.

        Raises:
            OSError: the disk failed.
        """
        if self.get(topic_partition) is not None:
            self._put_away(state, topic_partition, state.log_dir.file(name))
            return
        self.found.add(topic_partition)
        config = self._dirs.default_config
        state.futures[topic_partition] = self._loader.open_log(state, topic_partition, config, name)

    def create(self, topic_partition: TopicPartition, path: str) -> Log:
        """Begins a copy of a log in another data directory, empty.

        Raises:
            LogDirNotFound: the broker has no such directory.
            KafkaStorageError: one of the directories is offline, so another copy may be in it; or this one failed now.
        """
        assert self.get(topic_partition) is None
        current = self._dirs.get(topic_partition)
        assert current is not None
        state = self._dirs.state_of(path)
        if self._dirs.offline_dirs:
            offline = ", ".join(str(log_dir) for log_dir in self._dirs.offline_dirs)
            raise KafkaStorageError(f"{topic_partition} is not moved while data directories are offline: {offline}")
        with current.log_dir.guard(f"moving {topic_partition}"):
            self._filesystem.remove(takes_over_path(current.directory))  # of an earlier move; the next one may say so
        for checkpoint in state.checkpoints:
            checkpoint.forget(topic_partition)  # of the time when it was here before
        name = future_name(topic_partition, self._rng.getrandbits(UNIQUE_BITS))
        with state.log_dir.guard(f"making the copy of {topic_partition}"):
            self._filesystem.make_directory(state.log_dir.file(name))
            log = self._loader.open_log(state, topic_partition, current.config, name)
        log.assign_topic_id(current.topic_id)
        state.futures[topic_partition] = log
        return log

    def take_over(self, topic_partition: TopicPartition) -> Log:
        """Makes the copy the partition's log and puts the old one away; the two are alike, says the caller.

        Raises:
            KafkaStorageError: the copy's directory failed; the old log is still the one.
        """
        log, old = self.get(topic_partition), self._dirs.get(topic_partition)
        assert log is not None
        assert old is not None
        marker = takes_over_path(log.directory)
        with log.log_dir.guard(f"moving {topic_partition} into place"):
            self._filesystem.write_unsynced(marker, b"")
            log.files.move_to(log.log_dir.file(str(topic_partition)))
        if self._dirs.exchange(old, log):
            self._housekeeping.request_checkpoint(Checkpoint.CLEANER_OFFSETS)
        old.abandon("its copy in another data directory has taken over")
        for state in self._dirs.states:
            if state.log_dir is old.log_dir:
                self._put_away(state, topic_partition, old.directory)
        if old.log_dir.is_online:
            # Not before both names have long reached the device: until then a startup needs it.
            self._housekeeping.remove_later([takes_over_path(log.directory)], log.config.file_delete_delay_ms)
        return log

    def drop(self, topic_partition: TopicPartition) -> None:
        """Drops a copy; nothing when there is none."""
        for state in self._dirs.states:
            log = state.futures.pop(topic_partition, None)
            if log is not None:
                self.found.discard(topic_partition)
                log.abandon("its move to another data directory was given up")
                for checkpoint in state.checkpoints:
                    checkpoint.forget(topic_partition)
                self._put_away(state, topic_partition, log.directory)

    def forget(self, topic_partition: TopicPartition) -> None:
        """Stops copying, and leaves what is there: the next startup goes on."""
        for state in self._dirs.states:
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
        state.has_unsynced_names = True
        self._housekeeping.remove_later([renamed], self._dirs.default_config.file_delete_delay_ms)
