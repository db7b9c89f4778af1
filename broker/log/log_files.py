"""What becomes of a log's files: rolled, deleted, truncated, flushed, closed.

    roll        the active segment is sealed, a snapshot of the producers written, another segment begun
    replace     by what compaction has left of them: `.cleaned` → `.swap`, the old ones `.deleted`, `.swap` → in place
    delete      oldest first: renamed `.deleted` at once, removed later, for somebody may be reading them
    truncate    a follower's, to agree with its leader; epochs and producers go back with it
    flush       fsyncs everything behind the recovery point, in a thread, on descriptors of its own (`flush.FlushJob`)

Synchronous but for the flush. When to do which is `log_manager`'s and `housekeeping`'s.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.damage import (
    DAMAGED_SUFFIX,
    KEPT_BYTES_MAX,
    KEPT_SUFFIX,
    DamagedPlace,
    LogDamage,
    drop_oldest_kept,
    mark,
    unmark,
)
from kavka.broker.log.epoch_cache import LeaderEpochCache
from kavka.broker.log.flush import Durability, FlushJob
from kavka.broker.log.log_dir import LogDir
from kavka.broker.log.log_reader import LogReader
from kavka.broker.log.log_types import LogHooks
from kavka.broker.log.partition_metadata import is_damaged_id, is_new_topic_id, write_topic_id
from kavka.broker.log.producer_snapshots import ProducerSnapshots
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.retention import deletable_segments, segments_before_start
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import LogSegments, make_segment
from kavka.common.filesystem import FileSystem
from kavka.common.pace import Pace
from kavka.common.types import TopicPartition
from kavka.protocol.disk.file_names import CLEANED_SUFFIX, DELETED_SUFFIX, PARTITION_METADATA_FILE, SWAP_SUFFIX
from kavka.protocol.errors import ResourceShortage
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs


class LogFiles(LogReader):
    """A log without its appends; `Log` is built on it.

    Attributes:
        recovery_point: everything before it has been fsynced.
        damage: what is missing in it, as its files show; None: nothing.
        gap: where offsets leap that were read after a crash: damage, but in a log that is or was compacted.
        is_damage_accepted: whether it leads all the same, since nobody else was in sync.
    """

    __slots__ = (
        "_hooks",
        "_is_topic_id_unsynced",
        "_jitter_ms",
        "damage",
        "durability",
        "gap",
        "is_damage_accepted",
        "leader_epoch_cache",
        "topic_id",
    )

    def __init__(
        self,
        topic_partition: TopicPartition,
        directory: str,
        *,
        log_dir: LogDir,
        config: LogConfig,
        filesystem: FileSystem,
        segments: LogSegments,
        leader_epoch_cache: LeaderEpochCache,
        producer_state: ProducerState,
        snapshots: ProducerSnapshots,
        topic_id: bytes,
        log_start_offset: int,
        log_end_offset: int,
        recovery_point: int,
        now_ms: WallMs,
        hooks: LogHooks | None = None,
        jitter_ms: Callable[[int], int] | None = None,
        damage: LogDamage | None = None,
        gap: DamagedPlace | None = None,
    ) -> None:
        super().__init__(
            topic_partition,
            directory,
            log_dir=log_dir,
            config=config,
            filesystem=filesystem,
            segments=segments,
            producer_state=producer_state,
            snapshots=snapshots,
            log_start_offset=log_start_offset,
            log_end_offset=log_end_offset,
            changes=None if hooks is None else hooks.changes,
        )
        self._changes.opened(self)
        self.leader_epoch_cache = leader_epoch_cache
        self.topic_id = topic_id
        self.damage = damage
        self._is_topic_id_unsynced = False
        self.gap = gap
        self.is_damage_accepted = False
        self.durability = Durability(recovery_point=recovery_point, now_ms=now_ms)
        self._hooks = hooks
        self._jitter_ms = jitter_ms

    # ---- segments -------------------------------------------------------------------------------------------------

    def roll(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> LogSegment:
        """Seals the active segment and begins another at the log's end; an empty active segment stays."""
        self._check_usable()
        if self.segments.active.size == 0:
            return self.segments.active
        with self._log_dir.guard(f"rolling {self._name}"):
            return self._roll(self._log_end_offset, now_ms)

    def _roll(self, base_offset: int, now_ms: WallMs) -> LogSegment:
        old = self.segments.active
        if old.size == 0:
            # Rolling to the base that the empty segment has, or past it, replaces it (KAFKA-6388, KAFKA-6492).
            with self._log_dir.guard(f"replacing the empty segment of {self._name}", if_short=self.abandon):
                self.segments.remove(old)
                old.remove()
                return self.new_segment(base_offset, now_ms)
        try:
            old.seal()
            self.snapshots.write(base_offset, self.producer_state, may_put_off=self._hooks is not None)
            new = self.new_segment(base_offset, now_ms)
        except OSError:
            old.unseal()  # if only descriptors were short, it goes on, and rolls another time
            raise
        if old.size and self._hooks is not None:
            self._hooks.rolled(self)
        return new

    def new_segment(self, base_offset: int, now_ms: WallMs) -> LogSegment:
        """Makes an empty active segment."""
        jitter_ms = self.config.segment_jitter_ms
        segment = make_segment(
            self.directory,
            base_offset,
            config=self.config,
            filesystem=self._filesystem,
            now_ms=now_ms,
            jitter_ms=min(self._jitter_ms(jitter_ms), self.config.segment_ms) if self._jitter_ms and jitter_ms else 0,
        )
        segment.create()
        self.segments.add(segment)
        self.durability.is_directory_unsynced = True
        return segment

    def delete_segments_before_start(self) -> int:
        """Drops the segments that end at or before the log's start; returns how many. The active one stays."""
        self._check_usable()
        with self._log_dir.guard(f"deleting segments of {self._name}"):
            doomed = segments_before_start(self.segments, self._log_start_offset, self._log_end_offset)
            if doomed:
                self._delete(doomed)
        return len(doomed)

    def delete_old_segments(self, now_ms: WallMs) -> int:
        """Applies retention; returns how many segments went."""
        self._check_usable()
        with self._log_dir.guard(f"deleting segments of {self._name}"):
            found = deletable_segments(
                self.segments,
                self.config,
                now_ms=now_ms,
                log_start_offset=self._log_start_offset,
                high_watermark=self._high_watermark,
                log_end_offset=self._log_end_offset,
            )
            if found.oldest == 0:
                return 0
            if found.oldest == len(self.segments):
                self._roll(self._log_end_offset, now_ms)
            doomed = [self.segments[index] for index in range(found.oldest)]
            start_offset = max(self._log_start_offset, self.segments[found.oldest].base_offset)
            if start_offset > self._log_start_offset:
                self.leader_epoch_cache.truncate_from_start(start_offset)
                self._move(log_start_offset=start_offset)
            self._delete(doomed)
        self._tell_start_moved()
        return len(doomed)

    def _tell_start_moved(self) -> None:
        if self._hooks is not None:
            self._hooks.start_moved(self)

    def _delete(self, doomed: Sequence[LogSegment]) -> None:
        for segment in doomed:
            self.segments.remove(segment)
        self._changes.start_offsets[self] = None  # the first segment's name may say it now
        self._remove_later(doomed)

    def _remove_later(self, doomed: Sequence[LogSegment], *, but_snapshot_of: int = -1) -> None:
        """Renames files to `.deleted` at once and removes them later: somebody may be reading them."""
        renamed: list[str] = []
        for segment in doomed:
            renamed += segment.rename_deleted()
            if segment.base_offset == but_snapshot_of:
                continue
            snapshot = self.snapshots.remove(segment.base_offset)
            if snapshot is not None:
                self._filesystem.rename(snapshot, snapshot + DELETED_SUFFIX)
                renamed.append(snapshot + DELETED_SUFFIX)
        self.durability.is_directory_unsynced = True
        if self._hooks is not None:
            self._hooks.files_deleted(renamed, self.config.file_delete_delay_ms)
            return
        for path in renamed:
            self._filesystem.remove(path)

    def replace_segments(self, old: Sequence[LogSegment], *, has_txn_index: bool, now_ms: WallMs) -> None:
        """Replaces `old` by the cleaned segment beside them. It has the first one's base offset.

        A crash before the first rename leaves the old ones; after it, the next startup finishes (`recovery`): a log
        with `.swap` is whole. The old ones go oldest first, so that what a crash leaves of them is an end of the log as
        it was, where no record stands without what replaced it. Precedent: Kafka's `LocalLog.replaceSegments`.

        Args:
            old: neighbours, sealed.
            has_txn_index: whether the cleaned one has a transaction index.
            now_ms: wall clock.

        Raises:
            KafkaStorageError: the disk failed; the directory is offline.
        """
        self._check_usable()
        assert self.segments.has(old)
        base_offset = old[0].base_offset
        with self._log_dir.guard(f"replacing segments of {self._name}", if_short=self.abandon):
            new = make_segment(
                self.directory,
                base_offset,
                config=self.config,
                filesystem=self._filesystem,
                now_ms=now_ms,
                suffix=CLEANED_SUFFIX,
            )
            new.open_existing()
            if has_txn_index:
                new.txn_index.found()
            new.rename_files(CLEANED_SUFFIX, SWAP_SUFFIX)
            self.segments.replace(old, new)
            self._remove_later(old, but_snapshot_of=base_offset)
            new.rename_files(SWAP_SUFFIX, "")

    def truncate_to(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> bool:
        """Removes everything from `offset` on, as a follower does to agree with its leader; whether that was anything.

        Epochs are truncated even where no record is (KAFKA-10706).
        """
        self._check_usable()
        assert offset >= 0
        with self._log_dir.guard(f"truncating {self._name}", if_short=self.abandon):
            if offset >= self._log_end_offset:
                self.leader_epoch_cache.truncate_from_end(offset)
                self.tell_watchers()
                return False
            if offset < self.segments.first.base_offset:
                start_offset = min(self._log_start_offset, offset)
                self._start_at(offset, now_ms)
                self._move(log_start_offset=start_offset)
                return True
            for segment in self.segments.from_offset(offset)[1:]:
                self.segments.remove(segment)
                segment.remove()
            self.segments.active.truncate_to(offset)
            self._end_at(offset, now_ms)
        return True

    def _end_at(self, offset: int, now_ms: WallMs) -> None:
        self.leader_epoch_cache.truncate_from_end(offset)
        self._move(
            log_start_offset=min(self._log_start_offset, offset),
            high_watermark=min(self._high_watermark, offset),
            log_end_offset=offset,
        )
        self._truncated(now_ms)

    def truncate_fully_and_start_at(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Drops every record; the next one gets `offset`. For a follower that its leader has left far behind."""
        self._check_usable()
        with self._log_dir.guard(f"truncating {self._name}", if_short=self.abandon):
            self._start_at(offset, now_ms)

    def _start_at(self, offset: int, now_ms: WallMs) -> None:
        for segment in self.segments:
            self.segments.remove(segment)
            segment.remove()
        self.snapshots.remove_all()
        self.producer_state.clear()
        self.leader_epoch_cache.clear()
        self.new_segment(offset, now_ms)
        self._move(log_start_offset=offset, high_watermark=offset, log_end_offset=offset)
        self._truncated(now_ms)

    def _truncated(self, now_ms: WallMs) -> None:
        self.durability.truncated(self._log_end_offset)
        self._changes.recovery_points[self] = self._changes.start_offsets[self] = None
        if self._hooks is not None:
            self._hooks.truncated(self)
        self.snapshots.rewind(
            self.producer_state,
            self.segments,
            start_offset=self._log_start_offset,
            end_offset=self._log_end_offset,
            now_ms=now_ms,
        )
        self._find_first_unstable()

    # ---- damage ---------------------------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Tells whether no records are known to be missing or damaged.

        An accepted damage does not count: no other replica could do better.
        """
        return self.damage is None or self.is_damage_accepted

    def mark_damaged(self, damage: LogDamage) -> None:
        """Marks the log as damaged until it is `mended`, across restarts.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self._check_usable()
        with self._log_dir.guard(f"marking {self._name} as damaged"):
            mark(self.directory, self._filesystem, str(damage))
        self.damage = damage
        self.is_damage_accepted = False
        self._tell_damage()

    def accept_damage(self) -> None:
        """Accepts the log's damage, so that it leads as it is: nobody else was in sync."""
        self.is_damage_accepted = True
        self._tell_damage()

    def mended(self) -> None:
        """Counts the log as complete again: what was missing came from its leader.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self._check_usable()
        with self._log_dir.guard(f"unmarking {self._name}"):
            unmark(self.directory, self._filesystem)
        self.damage = None
        self.is_damage_accepted = False
        self._tell_damage()

    def _tell_damage(self) -> None:
        if self._hooks is not None:
            self._hooks.damage_changed(self)

    def cut_damage(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Removes what is damaged and all behind it, which its leader has; the damaged segment's end is kept aside.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self._check_usable()
        place = None if self.damage is None else self.damage.place
        if place is None or place.offset >= self._log_end_offset:
            return
        with self._log_dir.guard(f"cutting {self._name}", if_short=self.abandon):
            segment = self.segments[self.segments.floor_index(place.base_offset)]
            if segment.base_offset != place.base_offset or place.position >= segment.size:
                return  # it went meanwhile
            self._keep_end(segment, place.position, DAMAGED_SUFFIX)
            for later in self.segments.from_offset(place.base_offset)[1:]:
                self.segments.remove(later)
                later.remove()
            segment.cut_at(place.position, place.offset)
            self._end_at(place.offset, now_ms)

    def keep_from(self, offset: int) -> None:
        """Copies aside what a truncation will remove of the offset's segment.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self._check_usable()
        with self._log_dir.guard(f"keeping the end of {self._name}"), contextlib.suppress(CorruptRecords):
            segment = self.segments[self.segments.floor_index(offset)]
            position = segment.position_of(offset)
            if position < segment.size:
                self._keep_end(segment, position, KEPT_SUFFIX)
                drop_oldest_kept(self.directory, self._filesystem)

    def _keep_end(self, segment: LogSegment, position: int, suffix: str) -> None:
        end = segment.bytes_at(position, min(segment.size - position, KEPT_BYTES_MAX))
        self._filesystem.write_unsynced(f"{segment.path}.{position}{suffix}", bytes(end))

    def move_to(self, directory: str) -> None:
        """Renames the log's directory. Files that are open stay so; a flush that is under way finds its log files.

        Raises:
            OSError: it could not be renamed; nothing has changed.
        """
        self._filesystem.rename(self.directory, directory)
        self.directory = directory
        for segment in self.segments:
            segment.move_to(directory)
        self.leader_epoch_cache.move_to(directory)
        self.snapshots.move_to(directory)
        self.durability.is_directory_unsynced = True

    # ---- durability -----------------------------------------------------------------------------------------------

    @property
    def recovery_point(self) -> int:
        """Returns the recovery point: every record before it has been fsynced."""
        return self.durability.recovery_point

    @property
    def flush_messages(self) -> int:
        """Returns `flush.messages`, the records between two fsyncs; 1 means before each acknowledgement."""
        return self.config.flush_messages

    def is_flush_due(self, now_ms: WallMs) -> bool:
        """Tells whether `flush.ms` or `flush.messages` wants a flush."""
        return self.durability.is_due(now_ms, messages=self.config.flush_messages, interval_ms=self.config.flush_ms)

    def begin_flush(self) -> FlushJob | None:
        """Gathers what a flush must fsync; None when everything is durable already."""
        self._check_usable()
        if self.durability.is_complete(self._log_end_offset):
            return None
        with self._log_dir.guard(f"flushing {self._name}"):
            segments = self.segments.from_offset(self.recovery_point)
            for segment in segments:
                segment.write_indexes()
            paths = [path for segment in segments for path in (segment.offset_index.path, segment.time_index.path)]
            paths += [segment.txn_index.path for segment in segments if segment.has_txn_index]
            paths += [self.snapshots.path(offset) for offset in self.snapshots.offsets[-2:]]
            # The directory's own name may be new as well, and stands in the data directory.
            paths += [self.leader_epoch_cache.path, self.directory, self._log_dir.path]
            if self._is_topic_id_unsynced:
                paths.append(os.path.join(self.directory, PARTITION_METADATA_FILE))
            fds = self._fds_for_flush(segments)
        self._is_topic_id_unsynced = False
        return self.durability.begin(self._log_end_offset, fds=fds, paths=paths)

    def _fds_for_flush(self, segments: Sequence[LogSegment]) -> list[int]:
        fds: list[int] = []
        try:
            for segment in segments:
                fds.append(segment.fd_for_flush())
        except OSError:
            for fd in fds:
                self._filesystem.close_fd(fd)
            raise
        return fds

    def flush(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, and waits for it. For startups, shutdowns and threads, not for the loop.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin_flush()
        if job is not None:
            with self._flushing(job):
                job.run(self._filesystem)
            self._flushed(job, now_ms)

    async def write_snapshots(self, pace: Pace) -> None:
        """Writes the producers' snapshots that rolls have put off.

        Raises:
            KafkaStorageError: the disk failed.
        """
        if self.snapshots.has_put_off:
            with self._log_dir.guard(f"writing the producers of {self._name}"):
                await self.snapshots.write_put_off(pace)

    async def flush_async(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, waiting in a thread.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin_flush()
        if job is not None:
            with self._flushing(job):
                await self._filesystem.run(job.run, self._filesystem)
            self._flushed(job, now_ms)

    @contextlib.contextmanager
    def _flushing(self, job: FlushJob) -> Iterator[None]:
        """Leaves to the next flush what a job that found no descriptors could not flush."""
        try:
            with self._log_dir.guard(f"flushing {self._name}"):
                yield
        except ResourceShortage:
            self.durability.is_directory_unsynced = True
            if os.path.join(self.directory, PARTITION_METADATA_FILE) in job.paths:
                self._is_topic_id_unsynced = True
            raise

    def _flushed(self, job: FlushJob, now_ms: WallMs) -> None:
        self._filesystem.flushes.note(job.took_ns)
        self.durability.finish(job, log_end_offset=self._log_end_offset, now_ms=now_ms)
        self._changes.recovery_points[self] = None

    def assign_topic_id(self, topic_id: bytes) -> None:
        """Notes the topic's id, for good.

        Raises:
            InconsistentTopicId: the log has another one: it belongs to a topic that was deleted.
        """
        self._check_usable()
        if is_new_topic_id(self.topic_id, topic_id, log=self._name):
            with self._log_dir.guard(f"writing the topic id of {self._name}"):
                write_topic_id(self.directory, self._filesystem, topic_id)
                self._is_topic_id_unsynced = True  # until the first flush: an fsync for each would stop the loop
            self.topic_id = topic_id

    def correct_topic_id(self, topic_id: bytes) -> bool:
        """Rewrites the topic's id where one bit of the file has changed; returns whether that was so.

        Raises:
            KafkaStorageError: the disk failed.
        """
        if not is_damaged_id(self.topic_id, topic_id):
            return False
        with self._log_dir.guard(f"writing the topic id of {self._name}"):
            write_topic_id(self.directory, self._filesystem, topic_id)
        self.topic_id = topic_id
        return True

    def release_idle(self) -> None:
        """Frees descriptors and index entries of sealed segments, idle since the last call."""
        for segment in self.segments:
            segment.release_if_idle()

    def close(self) -> None:
        """Closes the log in order: last index entries, producer snapshot, everything durable, files closed."""
        if self._problem is None and self._log_dir.is_online:
            with self._log_dir.guard(f"closing {self._name}"):
                self.segments.active.finish_files()
                if self._log_end_offset > self._log_start_offset or len(self.producer_state):
                    self.snapshots.write(self._log_end_offset, self.producer_state)
            self.flush()
        self.abandon("it is closed")

    def abandon(self, problem: str) -> None:
        """Closes the log at once: files are closed as they are, and every later call raises KafkaStorageError."""
        if self._problem is None:
            self._problem = problem
            self.snapshots.take_back()
            for segment in self.segments:
                segment.close_files()
