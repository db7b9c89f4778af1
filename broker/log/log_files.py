"""What becomes of a log's files: rolled, replaced, deleted, truncated, cut, moved, closed.

    roll        the active segment is sealed, a snapshot of the producers written, another segment begun
    replace     by what compaction has left of them: `.cleaned` → `.swap`, the old ones `.deleted`, `.swap` → in place
    delete      oldest first: renamed `.deleted` at once, removed later, for somebody may be reading them
    truncate    a follower's, to agree with its leader; epochs and producers go back with it

Synchronous. After each of them the offsets and the segments agree (`_check`). When to do which is `log_manager`'s and
`housekeeping`'s; what is fsynced is `log_flusher`'s.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from kavka.broker.log.damage import (
    DAMAGED_SUFFIX,
    KEPT_BYTES_MAX,
    KEPT_SUFFIX,
    DamagedPlace,
    drop_oldest_kept,
)
from kavka.broker.log.flush import Durability
from kavka.broker.log.found_log import FoundLog
from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.log_writes import LogWrites
from kavka.broker.log.retention import deletable_segments, segments_before_start
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import make_segment
from kavka.protocol.disk.file_names import CLEANED_SUFFIX, DELETED_SUFFIX, SWAP_SUFFIX
from kavka.protocol.errors import OffsetOutOfRange
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs


class LogFiles:
    """Changes the files of one log, and what is known of them with them.

    Args:
        context: which log it is.
        found: what it holds.
        offsets: moved with the files.
        now_ms: wall clock.

    Attributes:
        segments: the batches.
        leader_epoch_cache: which leader epoch began where.
        producer_state: who has written, and which transactions are open.
        snapshots: the files of that.
        durability: how much of all that the device has.
        writes: the append in flight; what changes the log's end or its active segment waits for it first.
    """

    __slots__ = (
        "_context",
        "_offsets",
        "durability",
        "leader_epoch_cache",
        "producer_state",
        "segments",
        "snapshots",
        "writes",
    )

    def __init__(self, context: LogContext, found: FoundLog, offsets: LogOffsets, *, now_ms: WallMs) -> None:
        self._context = context
        self._offsets = offsets
        self.writes = LogWrites(context, offsets)
        self.segments = found.segments
        self.leader_epoch_cache = found.leader_epoch_cache
        self.producer_state = found.producer_state
        self.snapshots = found.snapshots
        self.durability = Durability(recovery_point=found.recovery_point, now_ms=now_ms)

    def _check(self) -> None:
        """Asserts that offsets, segments and recovery point agree: after every change here, and never by an append."""
        end, active, recovery_point = (
            self._offsets.log_end_offset,
            self.segments.active,
            self.durability.recovery_point,
        )
        assert not active.size or active.base_offset < end, f"{self._context}: {active.path} lies behind {end}"
        assert recovery_point <= end, f"{self._context}: fsynced up to {recovery_point}, it ends at {end}"

    # ---- segments -------------------------------------------------------------------------------------------------

    def roll(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> LogSegment:
        """Seals the active segment and begins another at the log's end; an empty active segment stays."""
        self.writes.settle()
        self._context.check_usable()
        if self.segments.active.size == 0:
            return self.segments.active
        with self._context.guard("rolling"):
            return self.roll_to(self._offsets.log_end_offset, now_ms)

    def roll_to(self, base_offset: int, now_ms: WallMs) -> LogSegment:
        """Begins a segment at an offset, for batches that are about to be appended; nothing is in flight."""
        assert self.writes.in_flight is None, f"{self._context}: its active segment is written to"
        old = self.segments.active
        if old.size == 0:
            # Rolling to the base that the empty segment has, or past it, replaces it (KAFKA-6388, KAFKA-6492).
            with self._context.guard("replacing the empty segment of", if_short=self.abandon):
                self.segments.remove(old)
                old.remove()
                return self._new_segment(base_offset, now_ms)
        try:
            old.seal()
            self.snapshots.write(base_offset, self.producer_state, may_put_off=self._context.effects.hooks.may_put_off)
            new = self._new_segment(base_offset, now_ms)
        except OSError:
            old.unseal()  # if only descriptors were short, it goes on, and rolls another time
            raise
        if old.size:
            self._context.effects.hooks.rolled(self._context.identity)
        return new

    def _new_segment(self, base_offset: int, now_ms: WallMs) -> LogSegment:
        """Makes an empty active segment."""
        context = self._context
        config = context.config
        jitter_ms = config.segment_jitter_ms
        segment = make_segment(
            context.directory,
            base_offset,
            config=config,
            filesystem=context.filesystem,
            now_ms=now_ms,
            jitter_ms=min(context.effects.jitter_ms(jitter_ms), config.segment_ms) if jitter_ms else 0,
        )
        segment.create()
        self.segments.add(segment)
        self.durability.is_directory_unsynced = True
        return segment

    def maybe_increment_log_start_offset(self, offset: int) -> bool:
        """Hides everything before `offset` for good (DeleteRecords); returns whether that was news.

        Raises:
            OffsetOutOfRange: it is above the high watermark.
        """
        self._context.check_usable()
        high_watermark = self._offsets.high_watermark
        if offset > high_watermark:
            raise OffsetOutOfRange(f"{self._context}: offset {offset} is above the high watermark {high_watermark}")
        if offset <= self._offsets.log_start_offset:
            return False
        with self._context.guard("moving the start of"):
            self._start_from(offset)
        self._check()
        self._tell_start_moved()
        return True

    def _start_from(self, offset: int) -> None:
        self.leader_epoch_cache.truncate_from_start(offset)
        self._offsets.move(log_start_offset=offset)

    def delete_segments_before_start(self) -> int:
        """Drops the segments that end at or before the log's start; returns how many. The active one stays."""
        self._context.check_usable()
        offsets = self._offsets
        with self._context.guard("deleting segments of"):
            doomed = segments_before_start(self.segments, offsets.log_start_offset, offsets.log_end_offset)
            if doomed:
                self._delete(doomed)
        self._check()
        return len(doomed)

    def delete_old_segments(self, now_ms: WallMs) -> int:
        """Applies retention; returns how many segments went."""
        self._context.check_usable()
        offsets, segments = self._offsets, self.segments
        with self._context.guard("deleting segments of"):
            found = deletable_segments(
                segments,
                self._context.config,
                now_ms=now_ms,
                log_start_offset=offsets.log_start_offset,
                high_watermark=offsets.high_watermark,
                log_end_offset=offsets.log_end_offset,
            )
            oldest = found.oldest
            if oldest == len(segments) and self.writes.in_flight is not None:
                oldest -= 1  # the active one is written to, and is not old any more
            if oldest == 0:
                return 0
            if oldest == len(segments):
                self.roll_to(offsets.log_end_offset, now_ms)
            doomed = [segments[index] for index in range(oldest)]
            start_offset = max(offsets.log_start_offset, segments[oldest].base_offset)
            if start_offset > offsets.log_start_offset:
                self._start_from(start_offset)
            self._delete(doomed)
        self._check()
        self._tell_start_moved()
        return len(doomed)

    def _tell_start_moved(self) -> None:
        self._context.effects.hooks.start_moved(self._context.identity)

    def _delete(self, doomed: Sequence[LogSegment]) -> None:
        for segment in doomed:
            self.segments.remove(segment)
        # The first segment's name may say it now.
        self._context.effects.hooks.changes.start_offsets[self._context.identity] = None
        self._remove_later(doomed)

    def _remove_later(self, doomed: Sequence[LogSegment], *, but_snapshot_of: int = -1) -> None:
        """Renames files to `.deleted` at once and has them removed later: somebody may be reading them."""
        renamed: list[str] = []
        for segment in doomed:
            renamed += segment.rename_deleted()
            if segment.base_offset == but_snapshot_of:
                continue
            snapshot = self.snapshots.remove(segment.base_offset)
            if snapshot is not None:
                self._context.filesystem.rename(snapshot, snapshot + DELETED_SUFFIX)
                renamed.append(snapshot + DELETED_SUFFIX)
        self.durability.is_directory_unsynced = True
        self._context.effects.hooks.files_deleted(renamed, self._context.config.file_delete_delay_ms)

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
        self._context.check_usable()
        assert self.segments.has(old)
        base_offset = old[0].base_offset
        with self._context.guard("replacing segments of", if_short=self.abandon):
            new = make_segment(
                self._context.directory,
                base_offset,
                config=self._context.config,
                filesystem=self._context.filesystem,
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
        self._check()

    def truncate_to(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> bool:
        """Removes everything from `offset` on, as a follower does to agree with its leader; whether that was anything.

        Epochs are truncated even where no record is (KAFKA-10706).
        """
        self.writes.settle()
        self._context.check_usable()
        assert offset >= 0
        with self._context.guard("truncating", if_short=self.abandon):
            if offset >= self._offsets.log_end_offset:
                self.leader_epoch_cache.truncate_from_end(offset)
                self._offsets.tell_watchers()
                return False
            if offset < self.segments.first.base_offset:
                start_offset = min(self._offsets.log_start_offset, offset)
                self._start_at(offset, now_ms)
                self._offsets.move(log_start_offset=start_offset)
            else:
                self._remove_behind(offset)
                self.segments.active.truncate_to(offset)
                self._end_at(offset, now_ms)
        self._check()
        return True

    def _end_at(self, offset: int, now_ms: WallMs) -> None:
        self.leader_epoch_cache.truncate_from_end(offset)
        self._offsets.move(
            log_start_offset=min(self._offsets.log_start_offset, offset),
            high_watermark=min(self._offsets.high_watermark, offset),
            log_end_offset=offset,
        )
        self._truncated(now_ms)

    def truncate_fully_and_start_at(self, offset: int, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Drops every record; the next one gets `offset`. For a follower that its leader has left far behind."""
        self.writes.settle()
        self._context.check_usable()
        with self._context.guard("truncating", if_short=self.abandon):
            self._start_at(offset, now_ms)
        self._check()

    def _start_at(self, offset: int, now_ms: WallMs) -> None:
        for segment in self.segments:
            self.segments.remove(segment)
            segment.remove()
        self.snapshots.remove_all()
        self.producer_state.clear()
        self.leader_epoch_cache.clear()
        self._new_segment(offset, now_ms)
        self._offsets.move(log_start_offset=offset, high_watermark=offset, log_end_offset=offset)
        self._truncated(now_ms)

    def _truncated(self, now_ms: WallMs) -> None:
        offsets, hooks, identity = self._offsets, self._context.effects.hooks, self._context.identity
        self.durability.truncated(offsets.log_end_offset)
        hooks.changes.recovery_points[identity] = hooks.changes.start_offsets[identity] = None
        hooks.truncated(identity)
        self.snapshots.rewind(
            self.producer_state,
            self.segments,
            start_offset=offsets.log_start_offset,
            end_offset=offsets.log_end_offset,
            now_ms=now_ms,
        )
        offsets.find_first_unstable()

    def cut_at(self, place: DamagedPlace, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Removes what is damaged and all behind it, which its leader has; the damaged segment's end is kept aside.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self.writes.settle()
        self._context.check_usable()
        if place.offset >= self._offsets.log_end_offset:
            return
        with self._context.guard("cutting", if_short=self.abandon):
            segment = self.segments[self.segments.floor_index(place.base_offset)]
            if segment.base_offset != place.base_offset or place.position >= segment.size:
                return  # it went meanwhile
            self._keep_end(segment, place.position, DAMAGED_SUFFIX)
            self._remove_behind(place.base_offset)
            segment.cut_at(place.position, place.offset)
            self._end_at(place.offset, now_ms)
        self._check()

    def _remove_behind(self, offset: int) -> None:
        """Removes the segments behind the one that `offset` belongs to."""
        for segment in self.segments.from_offset(offset)[1:]:
            self.segments.remove(segment)
            segment.remove()
            self.durability.is_directory_unsynced = True

    def keep_from(self, offset: int) -> None:
        """Copies aside what a truncation will remove of the offset's segment.

        Raises:
            KafkaStorageError: the disk failed.
        """
        self._context.check_usable()
        with self._context.guard("keeping the end of"), contextlib.suppress(CorruptRecords):
            segment = self.segments[self.segments.floor_index(offset)]
            position = segment.position_of(offset)
            if position < segment.size:
                self._keep_end(segment, position, KEPT_SUFFIX)
                drop_oldest_kept(self._context.directory, self._context.filesystem)

    def _keep_end(self, segment: LogSegment, position: int, suffix: str) -> None:
        end = segment.bytes_at(position, min(segment.size - position, KEPT_BYTES_MAX))
        self._context.filesystem.write_unsynced(f"{segment.path}.{position}{suffix}", bytes(end))

    # ---- life -----------------------------------------------------------------------------------------------------

    def move_to(self, directory: str) -> None:
        """Renames the log's directory. Files that are open stay so; a flush that is under way finds its log files.

        Raises:
            OSError: it could not be renamed; nothing has changed.
        """
        self._context.filesystem.rename(self._context.directory, directory)
        self._context.directory = directory
        for segment in self.segments:
            segment.move_to(directory)
        self.leader_epoch_cache.move_to(directory)
        self.snapshots.move_to(directory)
        self.durability.is_directory_unsynced = True

    def release_idle(self) -> None:
        """Frees descriptors and index entries of sealed segments, idle since the last call."""
        for segment in self.segments:
            segment.release_if_idle()

    def finish(self) -> None:
        """Completes what is written at a log's end: the last index entries, and a snapshot of its producers."""
        self.writes.settle()
        self._context.check_usable()
        offsets = self._offsets
        with self._context.guard("closing"):
            self.segments.active.finish_files()
            if offsets.log_end_offset > offsets.log_start_offset or len(self.producer_state):
                self.snapshots.write(offsets.log_end_offset, self.producer_state)

    def abandon(self, problem: str) -> None:
        """Closes the log at once: files are closed as they are, and every later call raises KafkaStorageError."""
        if not self._context.is_closed:
            self._context.close(problem)
            self.writes.drop(problem)
            self.snapshots.take_back()
            for segment in self.segments:
                segment.close_files()
