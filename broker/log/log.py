"""One partition's log: appends, reads, offsets, and everything that moves them.

    log_start_offset ≤ last_stable_offset ≤ high_watermark ≤ log_end_offset

    producer ─▶ validator ─▶ producer_state ─▶ (roll) ─▶ segment ─▶ leader_epoch_cache, offsets
    leader   ─▶ validator ───────────────────▶ (roll) ─▶ segment ─▶ …                            as a follower
    consumer ◀─ segment ◀─ segments ◀─ read

Synchronous, and alone: every method ends before another begins, so between a check and its act nothing can happen. Only
a flush waits for the device, in a thread, on descriptors of its own (`flush.FlushJob`).

Who leads is `replica.partition`'s; what the high watermark is worth is told to us. Opening a log, with all that a crash
may have left, is `recovery`; when to delete, flush and checkpoint is `log_manager`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from broker.log.epoch_cache import LeaderEpochCache
from broker.log.filesystem import FileSystem
from broker.log.flush import Durability, FlushJob
from broker.log.log_config import LogConfig
from broker.log.log_dir import LogDir
from broker.log.log_offsets import LogOffsets
from broker.log.log_types import CLIENT, COORDINATOR, NO_TIMESTAMP, FetchDataInfo, LogAppendInfo, LogHooks
from broker.log.partition_metadata import is_new_topic_id, write_topic_id
from broker.log.producer_snapshots import ProducerSnapshots
from broker.log.producer_state import ProducerState
from broker.log.retention import deletable_segments, segments_before_start
from broker.log.rolling import must_roll
from broker.log.segment import DELETED_SUFFIX, LogSegment
from broker.log.segments import FoundRecord, LogSegments, make_segment
from broker.log.validator import ValidRecords, validate_for_follower, validate_for_leader
from kavka.common.types import TopicPartition
from protocol.errors import CorruptMessage, KafkaStorageError, OffsetOutOfRange
from protocol.records.batch import HEAD_SIZE, LENGTH_END, BatchHeader
from protocol.records.crc32c import Buffer
from protocol.records.errors import CorruptRecords

__all__ = ["CLIENT", "COORDINATOR", "FetchDataInfo", "Log", "LogAppendInfo"]


class Log(LogOffsets):
    """One partition's log. Built by `recovery.open_log`.

    Attributes:
        directory: where its files are.
        config: the topic's, replaced whole when it changes.
        recovery_point: everything before it has been fsynced.
    """

    __slots__ = (
        "_filesystem",
        "_hooks",
        "_jitter_ms",
        "_log_dir",
        "_problem",
        "config",
        "directory",
        "durability",
        "leader_epoch_cache",
        "producer_state",
        "segments",
        "snapshots",
        "topic_id",
        "topic_partition",
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
        now_ms: int,
        hooks: LogHooks | None = None,
        jitter_ms: Callable[[int], int] | None = None,
    ) -> None:
        super().__init__(str(topic_partition), log_start_offset=log_start_offset, log_end_offset=log_end_offset)
        self.topic_partition = topic_partition
        self.directory = directory
        self.config = config
        self.segments = segments
        self.leader_epoch_cache = leader_epoch_cache
        self.producer_state = producer_state
        self.snapshots = snapshots
        self.topic_id = topic_id
        self.durability = Durability(recovery_point=recovery_point, now_ms=now_ms)
        self._log_dir = log_dir
        self._filesystem = filesystem
        self._hooks = hooks
        self._jitter_ms = jitter_ms
        self._problem: str | None = None

    @property
    def size(self) -> int:
        """Bytes of all segments."""
        return self.segments.size

    @property
    def log_dir(self) -> LogDir:
        """The data directory that it is in."""
        return self._log_dir

    def maybe_increment_log_start_offset(self, offset: int) -> bool:
        """Hides everything before `offset` for good (DeleteRecords); returns whether that was news.

        Raises:
            OffsetOutOfRange: it is above the high watermark.
        """
        self._check_usable()
        if offset > self._high_watermark:
            raise OffsetOutOfRange(f"{self._name}: offset {offset} is above the high watermark {self._high_watermark}")
        if offset <= self._log_start_offset:
            return False
        with self._log_dir.guard(f"moving the start of {self._name}"):
            self.leader_epoch_cache.truncate_from_start(offset)
        self._move(log_start_offset=offset)
        return True

    def delete_segments_before_start(self) -> int:
        """Drops the segments that end at or before the log's start; returns how many. The active one stays."""
        self._check_usable()
        with self._log_dir.guard(f"deleting segments of {self._name}"):
            doomed = segments_before_start(self.segments, self._log_start_offset, self._log_end_offset)
            if doomed:
                self._delete(doomed)
        return len(doomed)

    # ---- writing --------------------------------------------------------------------------------------------------

    def append_as_leader(
        self,
        records: Buffer,
        leader_epoch: int,
        now_ms: int,
        single_batch: bool = False,
        *,
        origin: str = CLIENT,
    ) -> LogAppendInfo:
        """Gives a producer's records their offsets and appends them.

        Args:
            records: batches v2, or message sets of old producers.
            leader_epoch: what the batches are stamped with.
            now_ms: wall clock.
            single_batch: whether exactly one batch v2 is allowed (Produce 3 and later).
            origin: CLIENT, or COORDINATOR, which may write control batches.

        Raises:
            CorruptMessage, InvalidRecord, InvalidTimestamp, MessageTooLarge, RecordListTooLarge: see `validator`.
            OutOfOrderSequenceNumber, InvalidProducerEpoch: see `producer_state`.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self._check_usable()
        from_client = origin == CLIENT
        valid = validate_for_leader(records, self._name, self.config, now_ms, single_batch, from_client)
        offset = self._log_end_offset
        buffer = memoryview(valid.buffer)
        buffers: list[Buffer] = []
        for position, header in valid.batches:
            if header.producer_id >= 0 and from_client:
                duplicate = self.producer_state.find_duplicate(header)
                if duplicate is not None:
                    return self._append_info(duplicate.first_offset, header, is_duplicate=True)
                self.producer_state.check(header)
            buffers.append(header.stamp(offset, leader_epoch))
            buffers.append(buffer[position + HEAD_SIZE : position + header.batch_length + LENGTH_END])
            offset += header.last_offset_delta + 1
        first_offset = self._log_end_offset
        self._append(buffers, valid, now_ms)
        info = self._append_info(first_offset, valid.batches[-1][1])
        info.last_offset = offset - 1
        if len(valid.batches) > 1:
            info.record_count = sum(header.record_count for _, header in valid.batches)
            info.max_timestamp = max(header.max_timestamp for _, header in valid.batches)
        return info

    def _append_info(self, first_offset: int, header: BatchHeader, *, is_duplicate: bool = False) -> LogAppendInfo:
        return LogAppendInfo(
            first_offset,
            first_offset + header.last_offset_delta,
            header.max_timestamp,
            header.max_timestamp if self.config.is_log_append_time else NO_TIMESTAMP,
            self._log_start_offset,
            header.record_count,
            is_duplicate,
            self.durability.unflushed_messages >= self.config.flush_messages,
        )

    def append_as_follower(self, records: Buffer, *, now_ms: int = 0) -> LogAppendInfo | None:
        """Appends what the leader sent, with its offsets and epochs; None when no whole batch is in it.

        Raises:
            CorruptMessage: a batch is damaged.
            OffsetOutOfRange: the first batch begins before the log's end; the follower must truncate first.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self._check_usable()
        valid = validate_for_follower(records, partition=self._name)
        if not valid.batches:
            return None
        first, last = valid.batches[0][1], valid.batches[-1][1]
        if first.base_offset < self._log_end_offset:
            self._take_batch_around_start(first, now_ms)
        self._append([valid.buffer], valid, now_ms)
        info = self._append_info(first.base_offset, last)
        info.last_offset = last.last_offset
        info.record_count = sum(header.record_count for _, header in valid.batches)
        info.max_timestamp = max(header.max_timestamp for _, header in valid.batches)
        return info

    def _take_batch_around_start(self, first: BatchHeader, now_ms: int) -> None:
        """A new follower of a log whose start lies inside a batch gets that whole batch (KAFKA-6975).

        Its log then begins with the batch; the leader's next answer moves the start back to where it belongs.
        """
        is_empty = self._log_start_offset == self._log_end_offset
        if not is_empty or first.last_offset < self._log_end_offset:
            raise OffsetOutOfRange(
                f"{self._name}: the leader sent offset {first.base_offset}, {self._log_end_offset} is next"
            )
        self.truncate_fully_and_start_at(first.base_offset, now_ms=now_ms)

    def _append(self, buffers: Sequence[Buffer], valid: ValidRecords, now_ms: int) -> None:
        """Writes numbered batches and then, only then, takes note of them (KAFKA-6683)."""
        batches = valid.batches
        first, last = batches[0][1], batches[-1][1]
        last_offset = last.base_offset + last.last_offset_delta
        size = len(valid.buffer)
        assert first.base_offset >= self._log_end_offset, f"{self._name}: {first.base_offset} < {self._log_end_offset}"
        try:
            segment = self.segments.active
            if must_roll(segment, self.config, size, last_offset, first.max_timestamp, now_ms):
                segment = self._roll(first.base_offset, now_ms)
            if first.partition_leader_epoch > self.leader_epoch_cache.latest_epoch or len(batches) > 1:
                self._note_epochs(batches)
            segment.append(buffers, size, batches)
        except OSError as error:
            raise self._log_dir.fail(error, f"appending to {self._name}") from error
        self._extend_to(last_offset + 1)
        for _, header in batches:
            self.durability.unflushed_messages += header.record_count
            if header.producer_id >= 0:
                self.producer_state.commit(header, base_offset=header.base_offset, now_ms=now_ms)

    def _note_epochs(self, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        epochs = self.leader_epoch_cache
        for _, header in batches:
            if header.partition_leader_epoch > epochs.latest_epoch:
                epochs.assign(header.partition_leader_epoch, header.base_offset)

    # ---- segments -------------------------------------------------------------------------------------------------

    def roll(self, *, now_ms: int = 0) -> LogSegment:
        """Seals the active segment and begins another at the log's end; an empty active segment stays."""
        self._check_usable()
        if self.segments.active.size == 0:
            return self.segments.active
        with self._log_dir.guard(f"rolling {self._name}"):
            return self._roll(self._log_end_offset, now_ms)

    def _roll(self, base_offset: int, now_ms: int) -> LogSegment:
        old = self.segments.active
        if old.size == 0:
            # Rolling to the base that the empty segment has, or past it, replaces it (KAFKA-6388, KAFKA-6492).
            self.segments.remove(old)
            old.remove()
        else:
            old.seal()
            self.snapshots.write(base_offset, self.producer_state)
        new = self.new_segment(base_offset, now_ms)
        if old.size and self._hooks is not None:
            self._hooks.rolled(self)
        return new

    def new_segment(self, base_offset: int, now_ms: int) -> LogSegment:
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

    def delete_old_segments(self, now_ms: int) -> int:
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
        return len(doomed)

    def _delete(self, doomed: Sequence[LogSegment]) -> None:
        """Renames files to `.deleted` at once and removes them later: somebody may be reading them."""
        renamed: list[str] = []
        for segment in doomed:
            self.segments.remove(segment)
            renamed += segment.rename_deleted()
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

    def truncate_to(self, offset: int, *, now_ms: int = 0) -> bool:
        """Removes everything from `offset` on, as a follower does to agree with its leader; whether that was anything.

        Epochs are truncated even where no record is (KAFKA-10706).
        """
        self._check_usable()
        assert offset >= 0
        with self._log_dir.guard(f"truncating {self._name}"):
            if offset >= self._log_end_offset:
                self.leader_epoch_cache.truncate_from_end(offset)
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
            self.leader_epoch_cache.truncate_from_end(offset)
            self._move(
                log_start_offset=min(self._log_start_offset, offset),
                high_watermark=min(self._high_watermark, offset),
                log_end_offset=offset,
            )
            self._truncated(now_ms)
        return True

    def truncate_fully_and_start_at(self, offset: int, *, now_ms: int = 0) -> None:
        """Drops every record; the next one gets `offset`. For a follower that its leader has left far behind."""
        self._check_usable()
        with self._log_dir.guard(f"truncating {self._name}"):
            self._start_at(offset, now_ms)

    def _start_at(self, offset: int, now_ms: int) -> None:
        for segment in self.segments:
            self.segments.remove(segment)
            segment.remove()
        for snapshot_offset in self.snapshots.offsets:
            self._filesystem.remove(self.snapshots.remove(snapshot_offset) or "")
        self.leader_epoch_cache.clear()
        self.new_segment(offset, now_ms)
        self._move(log_start_offset=offset, high_watermark=offset, log_end_offset=offset)
        self._truncated(now_ms)

    def _truncated(self, now_ms: int) -> None:
        self.durability.truncated(self._log_end_offset)
        self.snapshots.restore(
            self.producer_state,
            self.segments,
            start_offset=self._log_start_offset,
            end_offset=self._log_end_offset,
            now_ms=now_ms,
        )

    # ---- reading --------------------------------------------------------------------------------------------------

    def read(
        self, start_offset: int, *, max_bytes: int, max_offset: int, min_one_message: bool = False
    ) -> FetchDataInfo:
        """Whole batches from the one that holds `start_offset`.

        Args:
            start_offset: between the log's start and its end.
            max_bytes: at most this much.
            max_offset: exclusive; no batch that reaches it is given.
            min_one_message: the first batch is given even if it is larger than `max_bytes`.

        Raises:
            OffsetOutOfRange: `start_offset` is before the log's start or behind its end.
            CorruptMessage: the file is damaged there.
            KafkaStorageError: the disk failed, now or earlier.
        """
        records, next_offset = self.read_batches(start_offset, max_bytes, max_offset, min_one_message, may_wait=True)
        return FetchDataInfo(records, start_offset, next_offset)

    def read_batches(
        self, start_offset: int, max_bytes: int, max_offset: int, min_one_message: bool, may_wait: bool
    ) -> tuple[Buffer, int]:
        """`read` for fetches: the batches, and where the reader goes on; ColdRead where it must not wait."""
        self._check_usable()
        end_offset = self._log_end_offset
        if not self._log_start_offset <= start_offset <= end_offset:
            raise OffsetOutOfRange(
                f"{self._name}: offset {start_offset}, the log has {self._log_start_offset} to {end_offset}"
            )
        if start_offset < max_offset and start_offset < end_offset:
            try:
                return self.segments.read(start_offset, max_bytes, max_offset, min_one_message, end_offset, may_wait)
            except CorruptRecords as error:
                raise CorruptMessage(f"{self._name}: the log is damaged at offset {start_offset}: {error}") from error
            except OSError as error:
                raise self._log_dir.fail(error, f"reading {self._name}") from error
        return b"", start_offset

    def bytes_between(self, start_offset: int, end_offset: int) -> int:
        """Bytes of the batches from the one that holds `start_offset` to the one that holds `end_offset`."""
        if start_offset >= end_offset:
            return 0
        self._check_usable()
        with self._log_dir.guard(f"reading {self._name}"):
            return self.segments.bytes_between(start_offset, end_offset, self._log_end_offset)

    def offset_for_timestamp(
        self, timestamp: int, max_offset: int, may_wait: bool = True
    ) -> tuple[int, int, int] | None:
        """(timestamp, offset, leader epoch) of the first record at or after a time; None when none is readable.

        Args:
            timestamp: ms since the epoch. Timestamps need not be in order: the first by offset is found.
            max_offset: exclusive; what lies there is not visible yet.
            may_wait: whether to wait for the disk, rather than raise ColdRead.
        """
        return self._search(
            lambda: self.segments.find_timestamp(timestamp, self._log_start_offset, may_wait), max_offset
        )

    def offset_of_max_timestamp(self, max_offset: int, may_wait: bool = True) -> tuple[int, int, int] | None:
        """The same for the first record with the greatest timestamp (KIP-734); None when it is not visible yet."""
        return self._search(lambda: self.segments.find_max_timestamp(self._log_start_offset, may_wait), max_offset)

    def _search(self, find: Callable[[], FoundRecord | None], max_offset: int) -> tuple[int, int, int] | None:
        self._check_usable()
        with self._log_dir.guard(f"searching {self._name}"):
            found = find()
        if found is None or found[1] >= max_offset:
            return None
        timestamp, offset, header = found
        return timestamp, offset, header.partition_leader_epoch

    def segment_times(self) -> list[tuple[int, int]]:
        """(base offset, when last written in ms) of every segment: what ListOffsets 0 is answered from."""
        return [(segment.base_offset, self._filesystem.modified_ms(segment.path)) for segment in self.segments]

    # ---- durability -----------------------------------------------------------------------------------------------

    @property
    def recovery_point(self) -> int:
        """Everything before it has been fsynced."""
        return self.durability.recovery_point

    @property
    def flush_messages(self) -> int:
        """After how many records the log is fsynced; 1 means before each acknowledgement."""
        return self.config.flush_messages

    def is_flush_due(self, now_ms: int) -> bool:
        """Whether `flush.ms` or `flush.messages` wants a flush."""
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
            paths += [self.snapshots.path(offset) for offset in self.snapshots.offsets[-2:]]
            # The directory's own name may be new as well, and stands in the data directory.
            paths += [self.leader_epoch_cache.path, self.directory, self._log_dir.path]
            fds = [segment.fd_for_flush() for segment in segments]
        return self.durability.begin(self._log_end_offset, fds=fds, paths=paths)

    def flush(self, *, now_ms: int = 0) -> None:
        """Makes everything durable now, and waits for it: for starts, stops and threads, not for the loop.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin_flush()
        if job is not None:
            with self._log_dir.guard(f"flushing {self._name}"):
                job.run(self._filesystem)
            self.durability.finish(job, log_end_offset=self._log_end_offset, now_ms=now_ms)

    async def flush_async(self, *, now_ms: int = 0) -> None:
        """Makes everything appended so far durable, waiting in a thread.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin_flush()
        if job is not None:
            with self._log_dir.guard(f"flushing {self._name}"):
                await self._filesystem.run(job.run, self._filesystem)
            self.durability.finish(job, log_end_offset=self._log_end_offset, now_ms=now_ms)

    def assign_topic_id(self, topic_id: bytes) -> None:
        """Notes the topic's id, for good.

        Raises:
            InconsistentTopicId: the log has another one: it belongs to a topic that was deleted.
        """
        self._check_usable()
        if is_new_topic_id(self.topic_id, topic_id, log=self._name):
            with self._log_dir.guard(f"writing the topic id of {self._name}"):
                write_topic_id(self.directory, self._filesystem, topic_id)
            self.topic_id = topic_id

    def release_idle(self) -> None:
        """Frees what nobody has used since the last call: descriptors and index entries of sealed segments."""
        for segment in self.segments:
            segment.release_if_idle()

    def close(self) -> None:
        """Ends its use in order: last index entries, producer snapshot, everything durable, files closed."""
        if self._problem is None and self._log_dir.is_online:
            with self._log_dir.guard(f"closing {self._name}"):
                self.segments.active.finish_files()
                if self._log_end_offset > self._log_start_offset or len(self.producer_state):
                    self.snapshots.write(self._log_end_offset, self.producer_state)
            self.flush()
        self.abandon("it is closed")

    def abandon(self, problem: str) -> None:
        """Ends its use at once: files are closed as they are, and every later call raises KafkaStorageError."""
        if self._problem is None:
            self._problem = problem
            for segment in self.segments:
                segment.close_files()

    def _check_usable(self) -> None:
        if self._problem is not None:
            raise KafkaStorageError(f"{self._name} cannot be used: {self._problem}")
        if self._log_dir.failure is not None:
            self._log_dir.check_online()
