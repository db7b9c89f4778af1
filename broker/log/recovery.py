"""Opens a partition's directory as a log, whatever the last broker left in it.

    names        leftovers of deletions and compactions are finished or removed     (by suffix, so that a crash in here
                                                                                     is met by the next startup)
    segments     after a crash: every batch behind the recovery point is read with its checksum; at the first that is
                 not whole the log ends, and what follows is removed, or kept aside where batches are whole (`damage`)
    epochs       from the checkpoint, or from the batches when it is missing, broken or older (`epoch_check`)
    producers    from the newest snapshot, and the batches above it; of those behind the high watermark, the markers
    aborted      transactions of segments that were read: their indexes are rebuilt, from the producers at their base

After a clean shutdown nothing of that reads more than the end of the last segment: a startup's cost is the number of
partitions, not their size. Every file but `.log` is a cache (KAFKA-1758): whatever is wrong with one costs time only.
"""

from __future__ import annotations

import contextlib
import logging
import os

from kavka.broker.log.damage import DAMAGED_SUFFIX, DamagedPlace, LogDamage, damage_at, is_torn, mark
from kavka.broker.log.epoch_cache import LeaderEpochCache
from kavka.broker.log.epoch_check import EpochCheck
from kavka.broker.log.found_log import FoundLog
from kavka.broker.log.log import Log
from kavka.broker.log.log_context import LogContext
from kavka.broker.log.partition_metadata import drop_topic_id, read_topic_id
from kavka.broker.log.producer_snapshots import ProducerSnapshots, replay
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import LogSegments, make_segment
from kavka.broker.log.txn_index import entry_for
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.disk.file_names import (
    CLEANED_SUFFIX,
    DELETED_SUFFIX,
    LOG_SUFFIX,
    OFFSET_INDEX_SUFFIX,
    SNAPSHOT_SUFFIX,
    SWAP_SUFFIX,
    TEMPORARY_SUFFIX,
    TIME_INDEX_SUFFIX,
    TXN_INDEX_SUFFIX,
    segment_name,
)
from kavka.protocol.records.batch import BatchHeader, iter_headers
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import WallMs

_UNFINISHED_SUFFIXES = (DELETED_SUFFIX, CLEANED_SUFFIX, TEMPORARY_SUFFIX, SWAP_SUFFIX)
_SEGMENT_SUFFIXES = (LOG_SUFFIX, OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, TXN_INDEX_SUFFIX)

_log = logging.getLogger(__name__)


class LogOpener:
    """Opens one log. An object only because its steps share so much.

    Args:
        context: which log it is to be.
        was_clean: whether the directory's last broker closed its logs.
        now_ms: wall clock.
        log_start_offset: what the checkpoint says, 0 when it says nothing.
        recovery_point: likewise; everything before it was fsynced.
        high_watermark: likewise; everything before it was in sync, and perhaps acknowledged.
    """

    def __init__(
        self,
        context: LogContext,
        *,
        was_clean: bool,
        now_ms: WallMs,
        log_start_offset: int = 0,
        recovery_point: int = 0,
        high_watermark: int = 0,
    ) -> None:
        self._context = context
        self._directory = context.directory
        self._filesystem = context.filesystem
        self._was_clean = was_clean
        self._now_ms = now_ms
        self._checkpointed_start = log_start_offset
        self._recovery_point = recovery_point
        self._high_watermark = high_watermark
        self._segments = LogSegments()
        self._epochs = LeaderEpochCache(self._directory, self._filesystem)
        self._producers = ProducerState(context.name)
        self._snapshots = ProducerSnapshots(self._directory, self._filesystem, [])
        self._damage: LogDamage | None = None
        self._epoch_check: EpochCheck | None = None
        self._gap: DamagedPlace | None = None
        self._next_offset = -1
        self._cut_reason = ""
        self._bytes_cut = 0
        self._kept: list[str] = []

    def open(self) -> Log:
        """Opens the log: recovers what was interrupted, and loads segments, epochs and producers.

        Raises:
            OSError: the disk failed.
        """
        names = self._finish_what_was_begun(self._filesystem.list_directory(self._directory))
        self._snapshots = ProducerSnapshots(self._directory, self._filesystem, _offsets(names, SNAPSHOT_SUFFIX))
        self._find_kept(names)
        self._find_segments(names)
        epochs_are_known = self._epochs.load()
        if epochs_are_known:
            self._epoch_check = EpochCheck(self._epochs.entries)
        if len(self._segments) and not self._was_clean:
            self._recover()
        log_end_offset = self._open_active()
        log_start_offset = max(self._checkpointed_start, self._segments.first.base_offset)
        if log_end_offset < log_start_offset:
            _log.warning(
                "%s ends at %d, before its start offset %d: its segments are dropped",
                self._context,
                log_end_offset,
                log_start_offset,
            )
            self._remove_segments_from(0, kept=True)
            self._add_segment(log_start_offset)
            self._lacks(f"it ended at {log_end_offset}, before its start offset {log_start_offset}")
            log_end_offset = log_start_offset
        if log_end_offset < self._high_watermark:
            self._lacks(f"it ends at offset {log_end_offset}, its high watermark was {self._high_watermark}")
        self._repair_epochs(log_start_offset, log_end_offset, are_known=epochs_are_known)
        self._snapshots.restore(
            self._producers,
            self._segments,
            start_offset=log_start_offset,
            end_offset=log_end_offset,
            now_ms=self._now_ms,
        )
        self._restore_unreplicated(log_start_offset, log_end_offset)
        self._snapshots.remove_stray(self._segments)
        if self._context.effects.has_topic_ids:
            topic_id = read_topic_id(self._directory, self._filesystem)
        else:
            topic_id = drop_topic_id(self._directory, self._filesystem)
        return self._log(log_start_offset, log_end_offset, topic_id)

    def create(self) -> Log:
        """Creates a log in an empty directory, without a search for files.

        Raises:
            OSError: the disk failed.
        """
        start_offset = self._checkpointed_start
        self._add_segment(start_offset)
        return self._log(start_offset, start_offset, ZERO_TOPIC_ID)

    def _log(self, log_start_offset: int, log_end_offset: int, topic_id: bytes) -> Log:
        found = FoundLog(
            segments=self._segments,
            leader_epoch_cache=self._epochs,
            producer_state=self._producers,
            snapshots=self._snapshots,
            topic_id=topic_id,
            log_start_offset=log_start_offset,
            log_end_offset=log_end_offset,
            recovery_point=log_end_offset if self._was_clean else min(self._recovery_point, log_end_offset),
            damage=self._damage,
            gap=self._gap,
        )
        return Log(self._context, found, now_ms=self._now_ms)

    # ---- names ----------------------------------------------------------------------------------------------------

    def _finish_what_was_begun(self, names: list[str]) -> list[str]:
        """Finishes interrupted removals and replacements of segments; returns the names that are left."""
        if any(name.endswith(_UNFINISHED_SUFFIXES) for name in names):
            self._finish(names)
            names = self._filesystem.list_directory(self._directory)
        bases = set(_offsets(names, LOG_SUFFIX))
        for suffix in (OFFSET_INDEX_SUFFIX, TIME_INDEX_SUFFIX, TXN_INDEX_SUFFIX):
            for base_offset in set(_offsets(names, suffix)) - bases:
                self._filesystem.remove(self._path(segment_name(base_offset, suffix)))
        return names

    def _finish(self, names: list[str]) -> None:
        for name in names:
            if name.endswith((DELETED_SUFFIX, CLEANED_SUFFIX, TEMPORARY_SUFFIX)):
                self._filesystem.remove(self._path(name))
        # A compacted segment is complete once its log has the swap suffix; its indexes can be rebuilt. What it replaces
        # goes first: a crash in between is met by doing the same again.
        for name in names:
            if name.endswith(LOG_SUFFIX + SWAP_SUFFIX):
                self._remove_replaced(int(name.removesuffix(LOG_SUFFIX + SWAP_SUFFIX)), names)
        for name in names:
            if name.endswith(SWAP_SUFFIX):
                self._filesystem.rename(self._path(name), self._path(name.removesuffix(SWAP_SUFFIX)))

    def _remove_replaced(self, base_offset: int, names: list[str]) -> None:
        """Removes the segments whose offsets the swapped-in one at `base_offset` has.

        Of the one with its own base the indexes go, too: they say nothing of another file, and its own may have got
        no further than `.cleaned`. An index of aborted transactions that are gone would make others look aborted.
        """
        end_offset = self._end_of_file(self._path(segment_name(base_offset) + SWAP_SUFFIX), base_offset)
        for suffix in _SEGMENT_SUFFIXES:
            self._filesystem.remove(self._path(segment_name(base_offset, suffix)))
        for base in _offsets(names, LOG_SUFFIX):
            if base_offset < base < end_offset:
                for suffix in _SEGMENT_SUFFIXES:
                    self._filesystem.remove(self._path(segment_name(base, suffix)))

    def _end_of_file(self, path: str, base_offset: int) -> int:
        """Finds the offset behind the last batch of a log file, as far as it is sound."""
        size = self._filesystem.file_size(path)
        if not size:
            return base_offset
        fd = self._filesystem.open(path)
        end_offset = base_offset
        try:
            mapped = self._filesystem.map_read_only(fd, size)
            with memoryview(mapped) as view, contextlib.suppress(CorruptRecords):
                for _, header in iter_headers(view):
                    end_offset = header.next_offset
            mapped.close()
        finally:
            self._filesystem.close_fd(fd)
        return end_offset

    # ---- segments -------------------------------------------------------------------------------------------------

    def _find_segments(self, names: list[str]) -> None:
        with_aborted = set(_offsets(names, TXN_INDEX_SUFFIX))
        for base_offset in sorted(_offsets(names, LOG_SUFFIX)):
            segment = self._make_segment(base_offset)
            segment.open_existing()
            if base_offset in with_aborted:
                segment.txn_index.found()
            self._segments.add(segment)

    def _recover(self) -> None:
        """Validates the segments behind the recovery point; the log ends at the first batch that is not whole."""
        first = self._segments.floor_index(self._recovery_point)
        self._next_offset = self._segments[first].base_offset
        self._load_producers(self._next_offset)
        for index in range(first, len(self._segments)):
            segment = self._segments[index]
            if self._recover_segment(segment):
                self._remove_segments_from(index + 1, kept=True)
                self._report_cut(segment.find_next_offset())
                return

    def _open_active(self) -> int:
        """Makes the last segment the active one, or a first one; returns the log's end."""
        if not len(self._segments):
            self._add_segment(self._checkpointed_start)
            return self._checkpointed_start
        active = self._segments.active
        active.unseal()
        try:
            return active.find_next_offset()
        except CorruptRecords as error:
            _log.warning("%s: segment %d is damaged: %s", self._context, active.base_offset, error)
        self._load_producers(active.base_offset)
        self._recover_segment(active)
        active.unseal()
        end_offset = active.find_next_offset()
        self._report_cut(end_offset)
        return end_offset

    def _recover_segment(self, segment: LogSegment) -> int:
        """Validates a segment's batches and rebuilds its indexes; returns the bytes that were cut off.

        The producers are as of the segment's base, and afterwards as of its end.
        """

        def take(position: int, header: BatchHeader) -> None:
            self._check_place(segment, position, header)
            if header.producer_id < 0:
                return
            ended = replay(self._producers, segment, position, header, now_ms=self._now_ms)
            if ended is not None:
                if ended.is_aborted:
                    segment.txn_index.append(entry_for(ended, self._producers.transactions))
                self._producers.transactions.end(ended)

        return segment.recover(take, lambda position, view: self._cut(segment, position, view))

    def _cut(self, segment: LogSegment, position: int, view: memoryview) -> None:
        """Notes a cut, and keeps aside what is cut where that is no torn tail; see `damage`."""
        reason = damage_at(view, position) or "its offset or leader epoch contradicts the batches around it"
        self._cut_reason = f"{segment.path} is damaged at byte {position}: {reason}"
        self._bytes_cut += len(view) - position
        if not is_torn(view, position):
            self._keep(f"{segment.path}.{position}{DAMAGED_SUFFIX}", view[position:])

    def _keep(self, path: str, data: memoryview) -> None:
        self._filesystem.write_atomically(path, bytes(data))
        self._kept.append(path)

    def _check_place(self, segment: LogSegment, position: int, header: BatchHeader) -> None:
        """Notes what no checksum covers and something else contradicts: a leap in offsets, a wrong epoch.

        A leap is nothing where logs are compacted, which is not known yet (`Log.take_gap`).
        """
        expected, self._next_offset = self._next_offset, header.next_offset
        place = DamagedPlace(base_offset=segment.base_offset, position=position, offset=header.base_offset)
        if self._gap is None and 0 <= expected < header.base_offset:
            self._gap = DamagedPlace(base_offset=segment.base_offset, position=position, offset=expected)
        epoch = header.partition_leader_epoch
        if self._epoch_check is not None and epoch >= 0:
            reason = self._epoch_check.take(epoch, place)
            if reason is not None:
                self._lacks(reason, self._epoch_check.differs_at)
                self._epoch_check = None

    def _lacks(self, reason: str, place: DamagedPlace | None = None) -> None:
        """Counts the log as not complete without a cut, from now on and at later startups."""
        if self._damage is None:
            self._damage = LogDamage(reason=reason, place=place, kept=tuple(self._kept))
            mark(self._directory, self._filesystem, reason)
            _log.error("%s is not complete: %s", self._context, reason)

    def _report_cut(self, end_offset: int) -> None:
        """Says how much is gone, and why; the log is damaged where anything of it was whole."""
        if not self._kept:
            _log.warning(
                "%s ends at offset %d: %d bytes behind it are no whole batch and are dropped: %s",
                self._context,
                end_offset,
                self._bytes_cut,
                self._cut_reason,
            )
            return
        self._damage = LogDamage(
            next_offset=end_offset,
            bytes_cut=self._bytes_cut,
            reason=self._cut_reason,
            kept=tuple(self._kept),
            place=None if self._damage is None else self._damage.place,
        )
        _log.error(
            "%s has lost records: %s; another replica leads while there is one in sync, and they are copied from it",
            self._context,
            self._damage,
        )

    def _find_kept(self, names: list[str]) -> None:
        kept = tuple(self._path(name) for name in sorted(names) if name.endswith(DAMAGED_SUFFIX))
        if kept:
            self._damage = LogDamage(
                next_offset=None,
                bytes_cut=0,
                reason="records were missing at an earlier start, and",
                kept=kept,
            )
            _log.error("%s may lack records: %s", self._context, self._damage)

    def _load_producers(self, offset: int) -> None:
        self._snapshots.load(
            self._producers,
            self._segments,
            start_offset=self._checkpointed_start,
            end_offset=offset,
            now_ms=self._now_ms,
        )

    def _restore_unreplicated(self, log_start_offset: int, log_end_offset: int) -> None:
        """Holds back what the log's last life held back: the markers behind its high watermark may still be lost.

        Kafka forgets these transactions, and so does this where no checkpoint knows the high watermark.
        """
        if not self._high_watermark or not len(self._producers):
            return
        try:
            self._snapshots.restore_unreplicated(
                self._producers,
                self._segments,
                start_offset=log_start_offset,
                high_watermark=max(log_start_offset, self._high_watermark),
                end_offset=log_end_offset,
                now_ms=self._now_ms,
            )
        except CorruptRecords as error:
            _log.warning("%s: which of its transactions are replicated is not known: %s", self._context, error)

    def _remove_segments_from(self, index: int, *, kept: bool = False) -> None:
        for segment in list(self._segments)[index:]:
            self._segments.remove(segment)
            if kept and segment.size:
                self._bytes_cut += segment.size
                self._filesystem.rename(segment.path, segment.path + DAMAGED_SUFFIX)
                self._kept.append(segment.path + DAMAGED_SUFFIX)
            segment.remove()

    def _add_segment(self, base_offset: int) -> None:
        segment = self._make_segment(base_offset)
        segment.create()
        self._segments.add(segment)

    # ---- epochs ---------------------------------------------------------------------------------------------------

    def _repair_epochs(self, log_start_offset: int, log_end_offset: int, *, are_known: bool) -> None:
        if not are_known and log_end_offset > log_start_offset:
            self._epochs.clear()
            try:
                for segment in self._segments:
                    for _, header in segment.batches():
                        self._note_epoch(header)
            except CorruptRecords as error:
                _log.warning("%s: its epochs are known up to a damaged batch only: %s", self._context, error)
        elif self._epoch_check is not None and self._epoch_check.newer:
            _log.warning("%s: the checkpoint of its leader epochs is older than its batches", self._context)
            self._epochs.truncate_from_end(self._epoch_check.newer[0][1])
            for epoch, start_offset in self._epoch_check.newer:
                self._epochs.assign(epoch, start_offset)
        self._epochs.truncate_from_end(log_end_offset)
        self._epochs.truncate_from_start(log_start_offset)

    def _note_epoch(self, header: BatchHeader) -> None:
        # Epoch 0 is an epoch like any other (KAFKA-10432); −1 is what converted batches of old have.
        if header.partition_leader_epoch > self._epochs.latest_epoch:
            self._epochs.assign(header.partition_leader_epoch, header.base_offset)

    def _make_segment(self, base_offset: int) -> LogSegment:
        return make_segment(
            self._directory, base_offset, config=self._context.config, filesystem=self._filesystem, now_ms=self._now_ms
        )

    def _path(self, name: str) -> str:
        return os.path.join(self._directory, name)


def _offsets(names: list[str], suffix: str) -> list[int]:
    """Lists the offsets of the files `<offset><suffix>` among the names."""
    stems = [name.removesuffix(suffix) for name in names if name.endswith(suffix)]
    return [int(stem) for stem in stems if stem.isdigit()]
