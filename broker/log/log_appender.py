"""Appends to one log: what a producer, a coordinator or the leader sends is checked, numbered, written, and noted.

    producer ─▶ validator ─▶ producer_state ─▶ (roll) ─▶ segment ─▶ leader_epoch_cache, offsets, producer_state
    leader   ─▶ validator ───────────────────▶ (roll) ─▶ segment ─▶ …                            as a follower

Nothing in memory changes before the page cache has the bytes (KAFKA-6683); the offsets are the first that do. A large
append whose caller may wait is written by a disk thread (`log_writes`), with all that is behind `segment` when it is
done: the caller gets LongAppend, waits, and appends what that names.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kavka.broker.log.append_run import run_of
from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.log_reader import LogReader
from kavka.broker.log.log_types import CLIENT, EPOCH_MARKER, LogAppendInfo
from kavka.broker.log.log_writes import AppendInFlight, LongAppend
from kavka.broker.log.open_transactions import EndedTxn
from kavka.broker.log.rolling import must_roll
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.txn_index import entry_for
from kavka.broker.log.validator import CheckedRecords, ValidRecords, validate_for_follower, validate_for_leader
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.producer_entry import CachedBatch
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import CorruptMessage, NotLeaderOrFollower, OffsetOutOfRange
from kavka.protocol.records.batch import HEAD_SIZE, LENGTH_END, BatchHeader
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import CONTROL_FLAG, TRANSACTIONAL_FLAG
from kavka.protocol.records.record import NO_TIMESTAMP
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs

_OF_TRANSACTION = TRANSACTIONAL_FLAG | CONTROL_FLAG


class LogAppender:
    """Appends to one log.

    Args:
        context: which log it is.
        files: what is appended to, and rolled.
        offsets: whose end moves.
        reader: rebuilds a transaction index that is damaged.
    """

    __slots__ = ("_context", "_files", "_offsets", "_reader", "_writes")

    def __init__(self, context: LogContext, files: LogFiles, offsets: LogOffsets, reader: LogReader) -> None:
        self._context = context
        self._files = files
        self._writes = files.writes
        self._offsets = offsets
        self._reader = reader

    def as_leader(
        self,
        records: Buffer | CheckedRecords | AppendInFlight,
        leader_epoch: LeaderEpoch,
        now_ms: WallMs,
        single_batch: bool = False,
        origin: str = CLIENT,
        guard: VerificationGuard | None = NO_VERIFICATION,
        may_take_long: bool = True,
    ) -> LogAppendInfo:
        """Gives a producer's records their offsets and appends them.

        Args:
            records: batches v2, or message sets of old producers; or what a LongCheck or LongAppend made of them.
            leader_epoch: what the batches are stamped with.
            now_ms: wall clock.
            single_batch: whether exactly one batch v2 is allowed (Produce 3 and later).
            origin: CLIENT, or COORDINATOR or EPOCH_MARKER, which may write control batches, and have no sequences.
            guard: with which a transactional batch was verified; see `verification`.
            may_take_long: False on the event loop, where LongCheck is raised for what cannot be checked at once, and
                LongAppend for what cannot be written at once.

        Raises:
            CorruptMessage, InvalidRecord, InvalidTimestamp, MessageTooLarge, RecordListTooLarge, LongCheck: see
                `validator`.
            OutOfOrderSequenceNumber, InvalidProducerEpoch, InvalidTxnState, TransactionCoordinatorFenced: see
                `producer_state`.
            LongAppend: a disk thread writes these records, or others before them.
            NotLeaderOrFollower: the log was truncated since a disk thread wrote these records.
            KafkaStorageError: the disk failed, now or earlier.
        """
        context = self._context
        context.check_usable()
        from_client = origin == CLIENT
        config, name = context.config, context.identity.name
        if type(records) is AppendInFlight:
            return self._info_of(self._written(records))
        if self._writes.in_flight is not None:
            self._wait_turn(records, may_take_long)
        if type(records) is CheckedRecords:
            if records.config is config:
                valid = records.valid
            else:  # it was altered in the meantime
                valid = validate_for_leader(
                    records.sent, name, config, now_ms, single_batch, from_client, may_take_long
                )
        else:
            valid = validate_for_leader(records, name, config, now_ms, single_batch, from_client, may_take_long)
        offset = self._offsets.log_end_offset
        buffer = memoryview(valid.buffer)
        buffers: list[Buffer] = []
        for position, header in valid.batches:
            if header.producer_id >= 0:
                duplicate = self._check_producer(valid, position, header, origin, guard)
                if duplicate is not None:
                    return self._info_of_duplicate(duplicate.first_offset, header)
            buffers.append(header.stamp(offset, leader_epoch))
            buffers.append(buffer[position + HEAD_SIZE : position + header.batch_length + LENGTH_END])
            offset += header.last_offset_delta + 1
        self._append(buffers, valid, now_ms, may_take_long)
        return self._info_of(valid)

    def together_as_leader(
        self, sent: Sequence[Buffer], leader_epoch: LeaderEpoch, now_ms: WallMs
    ) -> list[LogAppendInfo]:
        """Appends the batches of several requests by one write.

        As many of them as may go together (`append_run`), from the first on.

        Args:
            sent: one batch for each request, in their order.
            leader_epoch: what the batches are stamped with.
            now_ms: wall clock.

        Returns:
            What became of each that was appended. `as_leader` appends the others; where there is none nothing was done.

        Raises:
            KafkaStorageError: the disk failed, now or earlier; none of them was appended.
        """
        context, files = self._context, self._files
        context.check_usable()
        if self._writes.in_flight is not None:
            return []
        offset, segment, config = self._offsets.log_end_offset, files.segments.active, context.config
        valid = run_of(sent, offset, leader_epoch, now_ms, segment, config, files.producer_state)
        if not valid.batches:
            return []
        self._append([valid.buffer], valid, now_ms, may_take_long=True)
        start = self._offsets.log_start_offset
        return [
            LogAppendInfo(
                header.base_offset, header.last_offset, header.max_timestamp, NO_TIMESTAMP, start, header.record_count,
                False, False,
            )
            for _, header in valid.batches
        ]  # fmt: skip

    def _wait_turn(self, records: Buffer | CheckedRecords, may_take_long: bool) -> None:
        """Has an append wait for the one in flight: by LongAppend, or where it stands."""
        append = self._writes.in_flight
        assert append is not None
        if not may_take_long:
            raise LongAppend(append, records)
        self._writes.settle()
        self._context.check_usable()

    def _written(self, append: AppendInFlight) -> ValidRecords:
        """Returns the batches of an append that a disk thread has written, unless a truncation took them since."""
        valid = append.result()
        if append.truncations != self._files.durability.truncations:
            raise NotLeaderOrFollower(f"{self._context}: what was appended has been truncated")
        return valid

    def _check_producer(
        self,
        valid: ValidRecords,
        position: int,
        header: BatchHeader,
        origin: str,
        guard: VerificationGuard | None,
    ) -> CachedBatch | None:
        """Checks a producer's batch; returns the batch that it repeats, None when it is news."""
        state = self._files.producer_state
        if origin == CLIENT:
            duplicate = state.find_duplicate(header)
            if duplicate is None:
                state.check(header, guard)
            return duplicate
        try:
            batch = memoryview(valid.buffer)[position:]
            state.check_from_coordinator(header, guard, batch, raises_epoch=origin == EPOCH_MARKER)
        except CorruptRecords as error:
            raise CorruptMessage(f"{self._context}: a marker of producer {header.producer_id}: {error}") from error
        return None

    def _info_of(self, valid: ValidRecords) -> LogAppendInfo:
        batches = valid.batches
        first, last = batches[0][1], batches[-1][1]
        info = LogAppendInfo(
            first.base_offset,
            last.base_offset + last.last_offset_delta,
            last.max_timestamp,
            last.max_timestamp if self._context.config.is_log_append_time else NO_TIMESTAMP,
            self._offsets.log_start_offset,
            last.record_count,
            False,
            self._files.durability.unflushed_messages >= self._context.config.flush_messages,
        )
        if len(batches) > 1:
            info.record_count = sum(header.record_count for _, header in batches)
            info.max_timestamp = max(header.max_timestamp for _, header in batches)
        return info

    def _info_of_duplicate(self, first_offset: int, header: BatchHeader) -> LogAppendInfo:
        return LogAppendInfo(
            first_offset,
            first_offset + header.last_offset_delta,
            header.max_timestamp,
            header.max_timestamp if self._context.config.is_log_append_time else NO_TIMESTAMP,
            self._offsets.log_start_offset,
            header.record_count,
            True,
            self._files.durability.unflushed_messages >= self._context.config.flush_messages,
        )

    def as_follower(
        self,
        records: Buffer | AppendInFlight,
        *,
        now_ms: WallMs = UNKNOWN_WALL_MS,
        leader_epoch: LeaderEpoch | None = None,
        may_take_long: bool = True,
    ) -> LogAppendInfo | None:
        """Appends what the leader sent, with its offsets and epochs; None when no whole batch is in it.

        Args:
            records: whole batches, and perhaps the beginning of one; or what a LongAppend made of them.
            now_ms: wall clock.
            leader_epoch: the leader's, which no batch can be ahead of; None: not known.
            may_take_long: False where LongAppend may be raised.

        Raises:
            CorruptMessage: a batch is damaged, or its leader epoch cannot be, which no checksum covers.
            OffsetOutOfRange: the first batch begins before the log's end; the follower must truncate first.
            LongAppend: a disk thread writes these records, or others before them.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self._context.check_usable()
        if type(records) is AppendInFlight:
            return self._info_of(self._written(records))
        if self._writes.in_flight is not None:
            self._wait_turn(records, may_take_long)
        valid = validate_for_follower(records, partition=self._context.name)
        if not valid.batches:
            return None
        first = valid.batches[0][1]
        if leader_epoch is not None:
            self._check_epochs(valid, leader_epoch)
        if first.base_offset < self._offsets.log_end_offset:
            self._take_batch_around_start(first, now_ms)
        self._append([valid.buffer], valid, now_ms, may_take_long)
        return self._info_of(valid)

    def _check_epochs(self, valid: ValidRecords, leader_epoch: LeaderEpoch) -> None:
        latest = self._files.leader_epoch_cache.latest_epoch
        for _, header in valid.batches:
            epoch = header.partition_leader_epoch
            if epoch >= 0 and not latest <= epoch <= leader_epoch:
                raise CorruptMessage(
                    f"{self._context}: the batch at offset {header.base_offset} has leader epoch {epoch}, "
                    f"behind {latest} and under {leader_epoch}"
                )
            latest = max(latest, epoch)

    def _take_batch_around_start(self, first: BatchHeader, now_ms: WallMs) -> None:
        """Begins a new follower's log with the whole batch that its start lies in (KAFKA-6975).

        Its log then begins with the batch; the leader's next response moves the start back to where it belongs.
        """
        is_empty = self._offsets.log_start_offset == self._offsets.log_end_offset
        if not is_empty or first.last_offset < self._offsets.log_end_offset:
            raise OffsetOutOfRange(
                f"{self._context}: the leader sent offset {first.base_offset}, {self._offsets.log_end_offset} is next"
            )
        self._files.truncate_fully_and_start_at(first.base_offset, now_ms=now_ms)

    def _append(self, buffers: Sequence[Buffer], valid: ValidRecords, now_ms: WallMs, may_take_long: bool) -> None:
        """Writes numbered batches, or has them written, and only then takes note of them (KAFKA-6683)."""
        files, offsets = self._files, self._offsets
        batches = valid.batches
        first, last = batches[0][1], batches[-1][1]
        last_offset = last.base_offset + last.last_offset_delta
        size = len(valid.buffer)
        end_offset = offsets.log_end_offset
        assert first.base_offset >= end_offset, f"{self._context}: {first.base_offset} < {end_offset}"
        try:
            segment, epochs = files.segments.active, files.leader_epoch_cache
            if must_roll(segment, self._context.config, size, last_offset, first.max_timestamp, now_ms):
                segment = files.roll_to(first.base_offset, now_ms)
            if first.partition_leader_epoch > epochs.latest_epoch or len(batches) > 1:
                self._note_epochs(batches)
            if not epochs.is_written:
                epochs.write()
            if not may_take_long and size >= self._context.effects.thread_bytes:
                raise self._handed_over(segment, buffers, valid, now_ms)
            segment.append(buffers, size, batches)
        except OSError as error:
            raise self._context.fail(error, "appending to") from error
        self._note(segment, valid, now_ms)

    def _handed_over(
        self, segment: LogSegment, buffers: Sequence[Buffer], valid: ValidRecords, now_ms: WallMs
    ) -> LongAppend:
        truncations = self._files.durability.truncations
        commit = partial(self._commit, segment, valid, now_ms)
        append = self._writes.begin(segment, buffers, valid, truncations=truncations, commit=commit)
        return LongAppend(append, append)

    def _commit(self, segment: LogSegment, valid: ValidRecords, now_ms: WallMs) -> None:
        """Takes note of batches that a disk thread has written."""
        self._context.check_usable()
        try:
            segment.note(len(valid.buffer), valid.batches)
        except OSError as error:
            raise self._context.fail(error, "appending to") from error
        self._note(segment, valid, now_ms)

    def _note(self, segment: LogSegment, valid: ValidRecords, now_ms: WallMs) -> None:
        """Takes note of batches that the page cache has."""
        files, batches = self._files, valid.batches
        last = batches[-1][1]
        self._offsets.extend_to(last.base_offset + last.last_offset_delta + 1)
        durability = files.durability
        for position, header in batches:
            durability.unflushed_messages += header.record_count
            if header.producer_id >= 0:
                if header.attributes & _OF_TRANSACTION:
                    self._commit_transactional(segment, memoryview(valid.buffer)[position:], header, now_ms)
                else:
                    files.producer_state.commit(header, base_offset=header.base_offset, now_ms=now_ms)

    def _commit_transactional(self, segment: LogSegment, batch: Buffer, header: BatchHeader, now_ms: WallMs) -> None:
        """Notes an appended batch that begins, continues or ends a transaction.

        The log's end has moved already. Should the index refuse, its directory is offline; until then the transaction
        counts as open, and no reader gets beyond its beginning (KAFKA-7866). The next startup rebuilds the index.
        """
        state = self._files.producer_state
        if not header.is_control:
            state.commit(header, base_offset=header.base_offset, now_ms=now_ms)
            if not self._offsets.has_unstable:
                self._offsets.find_first_unstable()
            return
        ended = state.commit_control(header, batch, now_ms=now_ms)
        if ended is not None:
            if ended.is_aborted:
                self._note_aborted(segment, ended)
            state.transactions.end(ended)

    def _note_aborted(self, segment: LogSegment, ended: EndedTxn) -> None:
        with self._context.guard("writing the transaction index of", if_short=self._files.abandon):
            try:
                segment.txn_index.append(entry_for(ended, self._files.producer_state.transactions))
            except CorruptIndex:
                self._reader.rebuild_txn_index(segment)  # this marker's entry comes with it

    def _note_epochs(self, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        epochs = self._files.leader_epoch_cache
        for _, header in batches:
            if header.partition_leader_epoch > epochs.latest_epoch:
                epochs.assign(header.partition_leader_epoch, header.base_offset)
