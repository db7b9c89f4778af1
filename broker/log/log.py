"""One partition's log: appends, reads, offsets, and everything that moves them.

    log_start_offset ≤ last_stable_offset ≤ high_watermark ≤ log_end_offset ≤ accepted_end_offset        LogOffsets

    LogContext ─▶ ┌─ LogAppender       checks, numbers and writes batches ──┬─▶ LogFiles: rolls, deletes, truncates
    which log,    ├─ LogFlusher        makes durable what was written ──────┘   └ segments, epochs, producers, snapshots
    may it be     ├─ LogReader         batches by offset, offsets by time
    used?         ├─ LogCompleteness   what it lacks
                  └─ TopicIdFile       whose it is

Each part changes what it alone decides about; here they are put together, and named for those who have a log. What an
operation does, raises and costs, its part says.

Synchronous, and alone: every method ends before another begins, so between a check and its act nothing can happen. Two
things go on beside it: a flush waits for the device, in a thread, on descriptors of its own (`flush.FlushJob`), and a
large append is written by a thread, while the log is what it was before (`log_writes`).

Who leads is `replica.partition`'s; the high watermark is the caller's to set. Opening a log, with all that a crash
may have left, is `recovery`; when to delete, flush and checkpoint is `log_manager`.
"""

from __future__ import annotations

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.damage import DamagedPlace, LogDamage
from kavka.broker.log.epoch_cache import LeaderEpochCache
from kavka.broker.log.flush import Durability
from kavka.broker.log.found_log import FoundLog
from kavka.broker.log.log_appender import LogAppender
from kavka.broker.log.log_completeness import LogCompleteness
from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_dir import LogDir
from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_flusher import LogFlusher
from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.log_offsets import LogOffsets, LogWatcher
from kavka.broker.log.log_reader import LogReader
from kavka.broker.log.log_types import CLIENT, COORDINATOR, FetchDataInfo, LogAppendInfo
from kavka.broker.log.log_writes import AppendInFlight
from kavka.broker.log.partition_metadata import TopicIdFile
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import LogSegments
from kavka.broker.log.validator import CheckedRecords
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.common.types import TopicPartition
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.records.crc32c import Buffer
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs

__all__ = ["CLIENT", "COORDINATOR", "FetchDataInfo", "Log", "LogAppendInfo"]


class Log:
    """One partition's log. Opened by `recovery.LogOpener`.

    Args:
        context: which log it is.
        found: what its files hold.
        now_ms: wall clock.

    Attributes:
        context: which log it is, its configuration, and whether it may be used.
        offsets: the four, and who waits for them to move.
        appender, reader, files, flusher, completeness: its parts, for those who need more of one than is named here.
    """

    __slots__ = (
        "_topic_id",
        "appender",
        "completeness",
        "context",
        "files",
        "flusher",
        "offsets",
        "reader",
    )

    def __init__(self, context: LogContext, found: FoundLog, *, now_ms: WallMs) -> None:
        changes = context.effects.hooks.changes
        self.context = context
        self._topic_id = TopicIdFile(context, found.topic_id)
        self.offsets = LogOffsets(
            context.identity,
            log_start_offset=found.log_start_offset,
            log_end_offset=found.log_end_offset,
            transactions=found.producer_state.transactions,
            changes=changes,
        )
        self.files = LogFiles(context, found, self.offsets, now_ms=now_ms)
        self.reader = LogReader(context, self.offsets, found.segments, found.snapshots)
        self.flusher = LogFlusher(context, self.files, self.offsets, self._topic_id)
        self.completeness = LogCompleteness(context, found.damage, found.gap)
        self.appender = LogAppender(context, self.files, self.offsets, self.reader)
        changes.opened(context.identity)

    def __str__(self) -> str:
        return self.context.name

    # ---- what it is and holds -------------------------------------------------------------------------------------

    @property
    def identity(self) -> LogIdentity:
        """Returns what others note of this log by."""
        return self.context.identity

    @property
    def topic_partition(self) -> TopicPartition:
        """Returns the log's partition."""
        return self.context.identity.topic_partition

    @property
    def log_dir(self) -> LogDir:
        """Returns the log's data directory."""
        return self.context.identity.log_dir

    @property
    def directory(self) -> str:
        """Returns the path of the log's own directory."""
        return self.context.directory

    @property
    def config(self) -> LogConfig:
        """Returns the topic's configuration; replaced whole when it changes."""
        return self.context.config

    @config.setter
    def config(self, config: LogConfig) -> None:
        self.context.config = config

    @property
    def topic_id(self) -> bytes:
        """Returns the topic's id, zeros where none is known."""
        return self._topic_id.topic_id

    def assign_topic_id(self, topic_id: bytes) -> None:
        """Notes the topic's id, for good; see `TopicIdFile`."""
        self._topic_id.assign(topic_id)
        self.tell_watchers()  # who fetches by id compares it

    def correct_topic_id(self, topic_id: bytes) -> bool:
        """Rewrites the topic's id where one bit of the file has changed; returns whether that was so."""
        return self._topic_id.correct(topic_id)

    @property
    def segments(self) -> LogSegments:
        """Returns the log's segments."""
        return self.files.segments

    @property
    def size(self) -> int:
        """Returns the bytes of all segments."""
        return self.files.segments.size

    @property
    def leader_epoch_cache(self) -> LeaderEpochCache:
        """Returns the leader epochs and where they begin."""
        return self.files.leader_epoch_cache

    @property
    def producer_state(self) -> ProducerState:
        """Returns who has written to the log, and which transactions are open."""
        return self.files.producer_state

    # ---- offsets --------------------------------------------------------------------------------------------------

    @property
    def log_start_offset(self) -> int:
        """Returns the first offset that may be read."""
        return self.offsets.log_start_offset

    @property
    def last_stable_offset(self) -> int:
        """Returns the last stable offset, at most the high watermark."""
        return self.offsets.last_stable_offset

    @property
    def high_watermark(self) -> int:
        """Returns the high watermark: every record before it is on all in-sync replicas."""
        return self.offsets.high_watermark

    @property
    def log_end_offset(self) -> int:
        """Returns the offset behind the last record that can be read."""
        return self.offsets.log_end_offset

    @property
    def accepted_end_offset(self) -> int:
        """Returns the offset that the next record gets."""
        return self.offsets.accepted_end_offset

    def maybe_increment_high_watermark(self, offset: int) -> bool:
        """Raises the high watermark to `offset`, at most to the log's end; returns whether it moved."""
        return self.offsets.maybe_increment_high_watermark(offset)

    def update_high_watermark(self, offset: int) -> int:
        """Sets the high watermark to what a leader says, within the log; returns what it is now."""
        return self.offsets.update_high_watermark(offset)

    def maybe_increment_log_start_offset(self, offset: int) -> bool:
        """Hides everything before `offset` for good (DeleteRecords); returns whether that was news."""
        return self.files.maybe_increment_log_start_offset(offset)

    def watch(self, watcher: LogWatcher) -> None:
        """Registers `watcher` for the next change, once."""
        self.offsets.watch(watcher)

    def unwatch(self, watcher: LogWatcher) -> None:
        """Removes a watcher that has not been notified yet."""
        self.offsets.unwatch(watcher)

    def tell_watchers(self) -> None:
        """Notifies the watchers of a change: of an offset, or of the leader."""
        self.offsets.tell_watchers()

    # ---- appends and reads ----------------------------------------------------------------------------------------

    def append_as_leader(
        self,
        records: Buffer | CheckedRecords | AppendInFlight,
        leader_epoch: LeaderEpoch,
        now_ms: WallMs,
        single_batch: bool = False,
        origin: str = CLIENT,
        guard: VerificationGuard | None = NO_VERIFICATION,
        may_take_long: bool = True,
    ) -> LogAppendInfo:
        """Gives a producer's records their offsets and appends them; see `LogAppender`."""
        return self.appender.as_leader(records, leader_epoch, now_ms, single_batch, origin, guard, may_take_long)

    def append_as_follower(
        self,
        records: Buffer | AppendInFlight,
        *,
        now_ms: WallMs = UNKNOWN_WALL_MS,
        leader_epoch: LeaderEpoch | None = None,
        may_take_long: bool = True,
    ) -> LogAppendInfo | None:
        """Appends what the leader sent, with its offsets and epochs; None when no whole batch is in it."""
        return self.appender.as_follower(records, now_ms=now_ms, leader_epoch=leader_epoch, may_take_long=may_take_long)

    def settle(self) -> None:
        """Waits where it stands for the append in flight, if there is one."""
        self.files.writes.settle()

    def read(
        self, start_offset: int, *, max_bytes: int, max_offset: int, min_one_message: bool = False
    ) -> FetchDataInfo:
        """Reads whole batches from the one that holds `start_offset`; see `LogReader`."""
        return self.reader.read(
            start_offset, max_bytes=max_bytes, max_offset=max_offset, min_one_message=min_one_message
        )

    def read_batches(
        self, start_offset: int, max_bytes: int, max_offset: int, min_one_message: bool, may_wait: bool
    ) -> tuple[Buffer, int]:
        """Reads batches for fetches, with where the reader goes on; raises ColdRead where it must not wait."""
        return self.reader.read_batches(start_offset, max_bytes, max_offset, min_one_message, may_wait)

    def aborted_transactions(self, start_offset: int, end_offset: int, may_wait: bool = True) -> list[AbortedTxn]:
        """Lists the aborted transactions with records in [start, end), or around it."""
        return self.reader.aborted_transactions(start_offset, end_offset, may_wait)

    def bytes_between(self, start_offset: int, end_offset: int) -> int:
        """Counts the bytes of the batches between two offsets."""
        return self.reader.bytes_between(start_offset, end_offset)

    def offset_for_timestamp(
        self, timestamp: int, max_offset: int, may_wait: bool = True
    ) -> tuple[int, int, LeaderEpoch] | None:
        """Finds the first record at or after a time: (timestamp, offset, leader epoch)."""
        return self.reader.offset_for_timestamp(timestamp, max_offset, may_wait)

    def offset_of_max_timestamp(self, max_offset: int, may_wait: bool = True) -> tuple[int, int, LeaderEpoch] | None:
        """Finds the first record with the greatest timestamp, likewise."""
        return self.reader.offset_of_max_timestamp(max_offset, may_wait)

    def segment_times(self) -> list[tuple[int, WallMs]]:
        """Lists (base offset, modification time in ms) of every segment, for ListOffsets 0."""
        return self.reader.segment_times()

    # ---- files ----------------------------------------------------------------------------------------------------

    def roll(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> LogSegment:
        """Seals the active segment and begins another at the log's end; an empty active segment stays."""
        return self.files.roll(now_ms=now_ms)

    def delete_segments_before_start(self) -> int:
        """Drops the segments that end at or before the log's start; returns how many."""
        return self.files.delete_segments_before_start()

    def delete_old_segments(self, now_ms: WallMs) -> int:
        """Applies retention; returns how many segments went."""
        return self.files.delete_old_segments(now_ms)

    def truncate_to(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> bool:
        """Removes everything from `offset` on; returns whether that was anything."""
        return self.files.truncate_to(offset, now_ms=now_ms)

    def truncate_fully_and_start_at(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Drops every record; the next one gets `offset`."""
        self.files.truncate_fully_and_start_at(offset, now_ms=now_ms)

    # ---- damage ---------------------------------------------------------------------------------------------------

    @property
    def damage(self) -> LogDamage | None:
        """Returns what is missing in the log; None: nothing."""
        return self.completeness.damage

    @property
    def is_complete(self) -> bool:
        """Tells whether no records are known to be missing or damaged; see `LogCompleteness`."""
        return self.completeness.is_complete

    def mark_damaged(self, damage: LogDamage) -> None:
        """Marks the log as damaged until it is `mended`, across restarts."""
        self.completeness.mark(damage)

    def accept_damage(self) -> None:
        """Accepts the log's damage, so that it leads as it is."""
        self.completeness.accept()

    def mended(self) -> None:
        """Counts the log as complete again: what was missing came from its leader."""
        self.completeness.mended()

    def take_gap(self) -> DamagedPlace | None:
        """Returns where the offsets leap that were read after a crash, and forgets it."""
        return self.completeness.take_gap()

    def cut_damage(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Removes what is damaged and all behind it, which its leader has."""
        damage = self.completeness.damage
        if damage is not None and damage.place is not None:
            self.files.cut_at(damage.place, now_ms=now_ms)

    def keep_from(self, offset: int) -> None:
        """Copies aside what a truncation will remove of the offset's segment."""
        self.files.keep_from(offset)

    # ---- durability -----------------------------------------------------------------------------------------------

    @property
    def durability(self) -> Durability:
        """Returns how much of the log the device has."""
        return self.files.durability

    @property
    def recovery_point(self) -> int:
        """Returns the recovery point: every record before it has been fsynced."""
        return self.files.durability.recovery_point

    @property
    def flush_messages(self) -> int:
        """Returns `flush.messages`, the records between two fsyncs; 1 means before each acknowledgement."""
        return self.context.config.flush_messages

    def flush(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, and waits for it."""
        self.flusher.flush(now_ms=now_ms)

    async def flush_async(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, waiting in a thread."""
        await self.flusher.flush_async(now_ms=now_ms)

    def close(self) -> None:
        """Closes the log in order: last index entries, producer snapshot, everything durable, files closed."""
        if not self.context.is_closed and self.log_dir.is_online:
            self.files.finish()
            self.flusher.flush()
        self.abandon("it is closed")

    def abandon(self, problem: str) -> None:
        """Closes the log at once: files are closed as they are, and every later call raises KafkaStorageError."""
        self.files.abandon(problem)
