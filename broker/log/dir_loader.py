"""Takes a data directory and opens every log in it, at startup and when a directory comes back.

    take   .lock ─▶ meta.properties: is it ours? ─▶ .kafka_cleanshutdown is read and goes ─▶ checkpoints
    load   each <topic>-<partition>/ ─▶ the caller ─▶ open_log
           …-delete  ─▶ returned to the caller, to be removed    …-stray, and what is no partition's: left alone

Waits for the disk, after a crash for long: for a thread. Not here: what a log is after a crash (`recovery`), which
directories there are and who holds their logs (`log_manager`), copies (`future_logs`).
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.log.log_context import LogContext, LogEffects
from kavka.broker.log.log_dir import NEW_DIR_FILE, ROOM_PROBE_FILE, LogDirError, claim
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.partition_directories import copied_partition, held_partition
from kavka.broker.log.recovery import LogOpener
from kavka.common.types import TopicPartition
from kavka.protocol.disk.directory_names import DELETE_SUFFIX, STRAY_SUFFIX
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.file_names import CLEAN_SHUTDOWN_FILE
from kavka.protocol.records.errors import CorruptRecords

if TYPE_CHECKING:
    from kavka.broker.config.topic_config import LogConfig
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_context import LogHooks
    from kavka.common.filesystem import FileSystem
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)


class DirLoader:
    """Opens logs for one broker.

    Args:
        clock: what time it is.
        filesystem: the disk.
        rng: for the jitter of rolls.
        broker_id: must be the one that the directories were used with.
        cluster_id: likewise; None leaves `meta.properties` alone.
        hooks: what the logs ask of their owner.
        thread_bytes: from this size on disk threads write appends.
        has_topic_ids: see `LogEffects`.
    """

    __slots__ = ("_broker_id", "_clock", "_cluster_id", "_effects", "_filesystem")

    def __init__(
        self,
        *,
        clock: Clock,
        filesystem: FileSystem,
        rng: random.Random,
        broker_id: int,
        cluster_id: str | None,
        hooks: LogHooks,
        thread_bytes: int,
        has_topic_ids: bool,
    ) -> None:
        self._clock = clock
        self._filesystem = filesystem
        self._broker_id = broker_id
        self._cluster_id = cluster_id
        draw = partial(rng.randint, 0)
        self._effects = LogEffects(filesystem, hooks, draw, thread_bytes, has_topic_ids=has_topic_ids)  # of all logs

    def take(self, state: DirState) -> None:
        """Locks a directory, checks that it is the broker's, and reads its checkpoints.

        Raises:
            LogDirError: it belongs to somebody else.
            OSError: the disk failed.
        """
        log_dir, filesystem = state.log_dir, self._filesystem
        log_dir.lock()
        claim(log_dir, filesystem, broker_id=self._broker_id, cluster_id=self._cluster_id)
        state.is_new = filesystem.exists(log_dir.file(NEW_DIR_FILE))
        filesystem.remove(log_dir.file(ROOM_PROBE_FILE))
        marker = log_dir.file(CLEAN_SHUTDOWN_FILE)
        state.was_clean = filesystem.exists(marker)
        if state.was_clean:
            # Before anything is loaded, and for good: a crash while loading is a crash (KAFKA-10471).
            filesystem.remove(marker)
            filesystem.fsync_path(log_dir.path)
        for checkpoint in state.checkpoints:
            checkpoint.load()

    def load(
        self,
        state: DirState,
        *,
        elsewhere: Mapping[TopicPartition, Log],
        log_found: Callable[[TopicPartition, str], object],
        copy_found: Callable[[TopicPartition, str], object],
    ) -> list[str]:
        """Opens every log and copy in a directory that was taken.

        Args:
            state: the directory.
            elsewhere: the logs of other directories.
            log_found: opens each log, by its partition and the name of its directory.
            copy_found: likewise each copy that grows there.

        Returns:
            What lies there to be removed.

        Raises:
            LogDirError: a log is in another directory as well.
            OSError: the disk failed.
        """
        log_dir = state.log_dir
        leftovers: list[str] = []
        for name in self._filesystem.subdirectories(log_dir.path):
            if name.endswith(DELETE_SUFFIX):
                leftovers.append(log_dir.file(name))
                continue
            copied, topic_partition = copied_partition(name), held_partition(name)
            if copied is not None:
                copy_found(copied, name)
            elif name.endswith(STRAY_SUFFIX):
                _log.warning(
                    "%s is kept of a partition that is not here; remove it if nobody misses it", log_dir.file(name)
                )
            elif topic_partition is None and name.startswith("."):
                continue  # whoever hides a directory here knows what it is: `kavka.container` has ZooKeeper's there
            elif topic_partition is None:
                _log.warning("%s is not a partition's directory and is left alone", log_dir.file(name))
            elif topic_partition in elsewhere:
                raise LogDirError(
                    f"{topic_partition} is in two data directories, "
                    f"{elsewhere[topic_partition].log_dir} and {log_dir}: remove one of them"
                )
            else:
                log_found(topic_partition, name)
        return leftovers

    def open_log(self, state: DirState, topic_partition: TopicPartition, config: LogConfig, name: str) -> Log:
        """Opens the directory `name` of a data directory as a partition's log, or copy.

        Raises:
            OSError: the disk failed.
        """
        try:
            log = self._opener(state, topic_partition, config, name, was_clean=state.was_clean).open()
        except (CorruptRecords, CorruptIndex) as error:
            # Closed in order and damaged since: all of it is read with its checksums, as after a crash.
            _log.error("%s is damaged, and read from its beginning: %s", state.log_dir.file(name), error)
            log = self._opener(state, topic_partition, config, name, was_clean=False).open()
        log.maybe_increment_high_watermark(state.high_watermarks.offsets.get(topic_partition, 0))
        state.cleaner_offsets.limit(topic_partition, log.log_end_offset)
        return log

    def create_log(self, state: DirState, topic_partition: TopicPartition, config: LogConfig, name: str) -> Log:
        """Creates a partition's log in the empty directory `name`, without a search for files.

        Raises:
            OSError: the disk failed.
        """
        return self._opener(state, topic_partition, config, name, was_clean=state.was_clean).create()

    def _opener(
        self, state: DirState, topic_partition: TopicPartition, config: LogConfig, name: str, *, was_clean: bool
    ) -> LogOpener:
        identity = LogIdentity.of(topic_partition, state.log_dir)
        return LogOpener(
            LogContext(identity, state.log_dir.file(name), config, self._effects),
            was_clean=was_clean,
            now_ms=self._clock.now_ms(),
            log_start_offset=max(state.start_offsets.offsets.get(topic_partition, 0), 0),
            recovery_point=0
            if was_clean is not state.was_clean
            else max(state.recovery_points.offsets.get(topic_partition, 0), 0),
            high_watermark=state.high_watermarks.offsets.get(topic_partition, 0),
        )
