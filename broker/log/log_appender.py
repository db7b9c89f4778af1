"""Appends to one log: what a producer, a coordinator or the leader sends is checked, numbered, written, and noted.

    producer ─▶ validator ─▶ producer_state ─▶ (roll) ─▶ segment ─▶ leader_epoch_cache, offsets, producer_state
    leader   ─▶ validator ───────────────────▶ (roll) ─▶ segment ─▶ …                            as a follower

Nothing in memory changes before the page cache has the bytes (KAFKA-6683); the offsets are the first that do.
"""

from __future__ import annotations

from collections.abc import Sequence

from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.log_reader import LogReader
from kavka.broker.log.log_types import CLIENT, LogAppendInfo
from kavka.broker.log.open_transactions import EndedTxn
from kavka.broker.log.rolling import must_roll
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.txn_index import entry_for
from kavka.broker.log.validator import CheckedRecords, ValidRecords, validate_for_follower, validate_for_leader
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.producer_entry import CachedBatch
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import CorruptMessage, OffsetOutOfRange
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

    __slots__ = ("_context", "_files", "_offsets", "_reader")

    def __init__(self, context: LogContext, files: LogFiles, offsets: LogOffsets, reader: LogReader) -> None:
        self._context = context
        self._files = files
        self._offsets = offsets
        self._reader = reader

    def as_leader(
        self,
        records: Buffer | CheckedRecords,
        leader_epoch: LeaderEpoch,
        now_ms: WallMs,
        single_batch: bool = False,
        origin: str = CLIENT,
        guard: VerificationGuard | None = NO_VERIFICATION,
        may_take_long: bool = True,
    ) -> LogAppendInfo:
        """Gives a producer's records their offsets and appends them.

        Args:
            records: batches v2, or message sets of old producers; or what a LongCheck made of them.
            leader_epoch: what the batches are stamped with.
            now_ms: wall clock.
            single_batch: whether exactly one batch v2 is allowed (Produce 3 and later).
            origin: CLIENT, or COORDINATOR, which may write control batches, and has no sequences.
            guard: with which a transactional batch was verified; see `verification`.
            may_take_long: False on the event loop, where LongCheck is raised for what cannot be checked at once.

        Raises:
            CorruptMessage, InvalidRecord, InvalidTimestamp, MessageTooLarge, RecordListTooLarge, LongCheck: see
                `validator`.
            OutOfOrderSequenceNumber, InvalidProducerEpoch, InvalidTxnState, TransactionCoordinatorFenced: see
                `producer_state`.
            KafkaStorageError: the disk failed, now or earlier.
        """
        context = self._context
        context.check_usable()
        from_client = origin == CLIENT
        config, name = context.config, context.identity.name
        if type(records) is CheckedRecords:
            if records.config is config:
                valid = records.valid
            else:  # it was altered in the meantime
                valid = validate_for_leader(
                    records.sent, name, config, now_ms, single_batch, from_client, may_take_long
                )
        else:
            valid = validate_for_leader(records, name, config, now_ms, single_batch, from_client, may_take_long)
        first_offset = offset = self._offsets.log_end_offset
        buffer = memoryview(valid.buffer)
        buffers: list[Buffer] = []
        for position, header in valid.batches:
            if header.producer_id >= 0:
                duplicate = self._check_producer(valid, position, header, from_client, guard)
                if duplicate is not None:
                    return self._append_info(duplicate.first_offset, header, is_duplicate=True)
            buffers.append(header.stamp(offset, leader_epoch))
            buffers.append(buffer[position + HEAD_SIZE : position + header.batch_length + LENGTH_END])
            offset += header.last_offset_delta + 1
        self._append(buffers, valid, now_ms)
        info = self._append_info(first_offset, valid.batches[-1][1])
        info.last_offset = offset - 1
        if len(valid.batches) > 1:
            info.record_count = sum(header.record_count for _, header in valid.batches)
            info.max_timestamp = max(header.max_timestamp for _, header in valid.batches)
        return info

    def _check_producer(
        self,
        valid: ValidRecords,
        position: int,
        header: BatchHeader,
        from_client: bool,
        guard: VerificationGuard | None,
    ) -> CachedBatch | None:
        """Checks a producer's batch; returns the batch that it repeats, None when it is news."""
        state = self._files.producer_state
        if from_client:
            duplicate = state.find_duplicate(header)
            if duplicate is None:
                state.check(header, guard)
            return duplicate
        try:
            state.check_from_coordinator(header, guard, memoryview(valid.buffer)[position:])
        except CorruptRecords as error:
            raise CorruptMessage(f"{self._context}: a marker of producer {header.producer_id}: {error}") from error
        return None

    def _append_info(self, first_offset: int, header: BatchHeader, is_duplicate: bool = False) -> LogAppendInfo:
        return LogAppendInfo(
            first_offset,
            first_offset + header.last_offset_delta,
            header.max_timestamp,
            header.max_timestamp if self._context.config.is_log_append_time else NO_TIMESTAMP,
            self._offsets.log_start_offset,
            header.record_count,
            is_duplicate,
            self._files.durability.unflushed_messages >= self._context.config.flush_messages,
        )

    def as_follower(
        self, records: Buffer, *, now_ms: WallMs = UNKNOWN_WALL_MS, leader_epoch: LeaderEpoch | None = None
    ) -> LogAppendInfo | None:
        """Appends what the leader sent, with its offsets and epochs; None when no whole batch is in it.

        Args:
            records: whole batches, and perhaps the beginning of one.
            now_ms: wall clock.
            leader_epoch: the leader's, which no batch can be ahead of; None: not known.

        Raises:
            CorruptMessage: a batch is damaged, or its leader epoch cannot be, which no checksum covers.
            OffsetOutOfRange: the first batch begins before the log's end; the follower must truncate first.
            KafkaStorageError: the disk failed, now or earlier.
        """
        self._context.check_usable()
        valid = validate_for_follower(records, partition=self._context.name)
        if not valid.batches:
            return None
        first, last = valid.batches[0][1], valid.batches[-1][1]
        if leader_epoch is not None:
            self._check_epochs(valid, leader_epoch)
        if first.base_offset < self._offsets.log_end_offset:
            self._take_batch_around_start(first, now_ms)
        self._append([valid.buffer], valid, now_ms)
        info = self._append_info(first.base_offset, last)
        info.last_offset = last.last_offset
        info.record_count = sum(header.record_count for _, header in valid.batches)
        info.max_timestamp = max(header.max_timestamp for _, header in valid.batches)
        return info

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

    def _append(self, buffers: Sequence[Buffer], valid: ValidRecords, now_ms: WallMs) -> None:
        """Writes numbered batches, and only then takes note of them (KAFKA-6683)."""
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
            segment.append(buffers, size, batches)
        except OSError as error:
            raise self._context.fail(error, "appending to") from error
        offsets.extend_to(last_offset + 1)
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
