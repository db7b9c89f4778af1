"""Reads of a log: batches by offset, offsets by time.

    fetch       ─▶ read_batches ─────────────────────────▶ segments ─▶ bytes, where the reader goes on
                ─▶ aborted_transactions ─────────────────▶ segments ─▶ what read_committed consumers leave out
    ListOffsets ─▶ offset_for_timestamp, segment_times ──▶ segments ─▶ offset

Synchronous. What may be read by whom is the caller's: an offset up to which is an argument. It changes nothing of the
log but a transaction index that turns out to be damaged, which is a cache. Not here: whatever else changes the log
(`log_appender`, `log_files`).
"""

from __future__ import annotations

from collections.abc import Callable

from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.log_types import FetchDataInfo
from kavka.broker.log.producer_snapshots import ProducerSnapshots, replay
from kavka.broker.log.producer_state import ProducerState
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.segments import FoundRecord, LogSegments
from kavka.broker.log.txn_index import entry_for
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import CorruptMessage, OffsetOutOfRange
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs


class LogReader:
    """Reads one log.

    Args:
        context: which log it is.
        offsets: between which it may be read.
        segments: where the batches are.
        snapshots: of the producers, from which a transaction index is rebuilt.
    """

    __slots__ = ("_context", "_offsets", "_segments", "_snapshots")

    def __init__(
        self, context: LogContext, offsets: LogOffsets, segments: LogSegments, snapshots: ProducerSnapshots
    ) -> None:
        self._context = context
        self._offsets = offsets
        self._segments = segments
        self._snapshots = snapshots

    def read(
        self, start_offset: int, *, max_bytes: int, max_offset: int, min_one_message: bool = False
    ) -> FetchDataInfo:
        """Reads whole batches from the one that holds `start_offset`.

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
        """Reads batches for fetches, with where the reader goes on.

        Like `read`; raises ColdRead where it must not wait.
        """
        self._context.check_usable()
        offsets = self._offsets
        end_offset = offsets.log_end_offset
        if not offsets.log_start_offset <= start_offset <= end_offset:
            raise OffsetOutOfRange(
                f"{self._context}: offset {start_offset}, the log has {offsets.log_start_offset} to {end_offset}"
            )
        if start_offset < max_offset and start_offset < end_offset:
            try:
                return self._segments.read(start_offset, max_bytes, max_offset, min_one_message, end_offset, may_wait)
            except CorruptRecords as error:
                raise CorruptMessage(
                    f"{self._context}: the log is damaged at offset {start_offset}: {error}"
                ) from error
            except OSError as error:
                raise self._context.fail(error, "reading") from error
        return b"", start_offset

    def aborted_transactions(self, start_offset: int, end_offset: int, may_wait: bool = True) -> list[AbortedTxn]:
        """Lists the aborted transactions with records in [start, end), or around it. A consumer leaves them out.

        Args:
            start_offset: where batches were read from.
            end_offset: where the reader goes on.
            may_wait: whether to wait for the device.

        Raises:
            ColdRead: an index is not in memory, and the read may not wait.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self._context.check_usable()
        found: list[AbortedTxn] = []
        with self._context.guard("reading the transaction index of"):
            for segment in self._segments.from_offset(start_offset):
                if not segment.has_txn_index:
                    continue
                count = len(found)
                try:
                    is_all = segment.indexes.collect_aborted(start_offset, end_offset, found, may_wait)
                except CorruptIndex:
                    self.rebuild_txn_index(segment)
                    del found[count:]
                    is_all = segment.indexes.collect_aborted(start_offset, end_offset, found)
                if is_all:
                    break
        return found

    def rebuild_txn_index(self, segment: LogSegment) -> None:
        """Rebuilds a damaged index: what producers had open at the segment's base, and what its markers ended."""
        state = ProducerState(self._context.name)
        self._snapshots.load(
            state,
            self._segments,
            start_offset=self._offsets.log_start_offset,
            end_offset=segment.base_offset,
            now_ms=UNKNOWN_WALL_MS,
        )
        aborted: list[AbortedTxn] = []
        for position, header in segment.batches():
            ended = (
                replay(state, segment, position, header, now_ms=UNKNOWN_WALL_MS) if header.producer_id >= 0 else None
            )
            if ended is not None:
                if ended.is_aborted:
                    aborted.append(entry_for(ended, state.transactions))
                state.transactions.end(ended)
        segment.txn_index.replace(aborted, sync=True)

    def bytes_between(self, start_offset: int, end_offset: int) -> int:
        """Counts the bytes of the batches between two offsets.

        From the batch that holds `start_offset` to the one that holds `end_offset`.
        """
        if start_offset >= end_offset:
            return 0
        self._context.check_usable()
        with self._context.guard("reading"):
            return self._segments.bytes_between(start_offset, end_offset, self._offsets.log_end_offset)

    def offset_for_timestamp(
        self, timestamp: int, max_offset: int, may_wait: bool = True
    ) -> tuple[int, int, LeaderEpoch] | None:
        """Finds the first record at or after a time: (timestamp, offset, leader epoch). None when none is readable.

        Args:
            timestamp: ms since the epoch. Timestamps need not be in order: the first by offset is found.
            max_offset: exclusive; what lies there is not visible yet.
            may_wait: whether to wait for the disk, rather than raise ColdRead.
        """
        return self._search(
            lambda: self._segments.find_timestamp(timestamp, self._offsets.log_start_offset, may_wait), max_offset
        )

    def offset_of_max_timestamp(self, max_offset: int, may_wait: bool = True) -> tuple[int, int, LeaderEpoch] | None:
        """Finds the first record with the greatest timestamp (KIP-734).

        Given like `offset_for_timestamp`'s; None when it is not visible yet.
        """
        return self._search(
            lambda: self._segments.find_max_timestamp(self._offsets.log_start_offset, may_wait), max_offset
        )

    def _search(self, find: Callable[[], FoundRecord | None], max_offset: int) -> tuple[int, int, LeaderEpoch] | None:
        self._context.check_usable()
        with self._context.guard("searching"):
            found = find()
        if found is None or found[1] >= max_offset:
            return None
        timestamp, offset, header = found
        return timestamp, offset, header.partition_leader_epoch

    def segment_times(self) -> list[tuple[int, WallMs]]:
        """Lists (base offset, modification time in ms) of every segment, for ListOffsets 0."""
        return [(segment.base_offset, segment.modified_ms()) for segment in self._segments]
