"""One partition's log: appends, reads, offsets, and everything that moves them.

    log_start_offset ≤ last_stable_offset ≤ high_watermark ≤ log_end_offset

    producer ─▶ validator ─▶ producer_state ─▶ (roll) ─▶ segment ─▶ leader_epoch_cache, offsets
    leader   ─▶ validator ───────────────────▶ (roll) ─▶ segment ─▶ …                            as a follower
    consumer ◀─ segment ◀─ segments ◀─ read

    Log ──▶ LogFiles ──▶ LogReader ──▶ LogOffsets          each built on the next
    appends  roll, delete, reads        the four offsets
             truncate, flush

Synchronous, and alone: every method ends before another begins, so between a check and its act nothing can happen. Only
a flush waits for the device, in a thread, on descriptors of its own (`flush.FlushJob`).

Who leads is `replica.partition`'s; the high watermark is the caller's to set. Opening a log, with all that a crash
may have left, is `recovery`; when to delete, flush and checkpoint is `log_manager`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_types import CLIENT, COORDINATOR, FetchDataInfo, LogAppendInfo
from kavka.broker.log.open_transactions import NO_UNSTABLE, EndedTxn
from kavka.broker.log.rolling import must_roll
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.txn_index import entry_for
from kavka.broker.log.validator import CheckedRecords, ValidRecords, validate_for_follower, validate_for_leader
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.protocol.disk.errors import CorruptIndex
from kavka.protocol.disk.producer_entry import CachedBatch
from kavka.protocol.errors import CorruptMessage, OffsetOutOfRange
from kavka.protocol.records.batch import HEAD_SIZE, LENGTH_END, BatchHeader
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import CONTROL_FLAG, TRANSACTIONAL_FLAG
from kavka.protocol.records.record import NO_TIMESTAMP
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs

__all__ = ["CLIENT", "COORDINATOR", "FetchDataInfo", "Log", "LogAppendInfo"]

_OF_TRANSACTION = TRANSACTIONAL_FLAG | CONTROL_FLAG


class Log(LogFiles):
    """One partition's log. Built by `recovery.open_log`."""

    __slots__ = ()

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
        self._tell_start_moved()
        return True

    # ---- writing --------------------------------------------------------------------------------------------------

    def append_as_leader(
        self,
        records: Buffer | CheckedRecords,
        leader_epoch: int,
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
        self._check_usable()
        from_client = origin == CLIENT
        config = self.config
        if isinstance(records, CheckedRecords):
            if records.config is config:
                valid = records.valid
            else:  # it was altered in the meantime
                valid = validate_for_leader(
                    records.sent, self._name, config, now_ms, single_batch, from_client, may_take_long
                )
        else:
            valid = validate_for_leader(records, self._name, config, now_ms, single_batch, from_client, may_take_long)
        offset = self._log_end_offset
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
        first_offset = self._log_end_offset
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
        state = self.producer_state
        if from_client:
            duplicate = state.find_duplicate(header)
            if duplicate is None:
                state.check(header, guard)
            return duplicate
        try:
            state.check_from_coordinator(header, guard, memoryview(valid.buffer)[position:])
        except CorruptRecords as error:
            raise CorruptMessage(f"{self._name}: a marker of producer {header.producer_id}: {error}") from error
        return None

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

    def append_as_follower(
        self, records: Buffer, *, now_ms: WallMs = UNKNOWN_WALL_MS, leader_epoch: int | None = None
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
        self._check_usable()
        valid = validate_for_follower(records, partition=self._name)
        if not valid.batches:
            return None
        first, last = valid.batches[0][1], valid.batches[-1][1]
        if leader_epoch is not None:
            self._check_epochs(valid, leader_epoch)
        if first.base_offset < self._log_end_offset:
            self._take_batch_around_start(first, now_ms)
        self._append([valid.buffer], valid, now_ms)
        info = self._append_info(first.base_offset, last)
        info.last_offset = last.last_offset
        info.record_count = sum(header.record_count for _, header in valid.batches)
        info.max_timestamp = max(header.max_timestamp for _, header in valid.batches)
        return info

    def _check_epochs(self, valid: ValidRecords, leader_epoch: int) -> None:
        latest = self.leader_epoch_cache.latest_epoch
        for _, header in valid.batches:
            epoch = header.partition_leader_epoch
            if epoch >= 0 and not latest <= epoch <= leader_epoch:
                raise CorruptMessage(
                    f"{self._name}: the batch at offset {header.base_offset} has leader epoch {epoch}, "
                    f"behind {latest} and under {leader_epoch}"
                )
            latest = max(latest, epoch)

    def _take_batch_around_start(self, first: BatchHeader, now_ms: WallMs) -> None:
        """Begins a new follower's log with the whole batch that its start lies in (KAFKA-6975).

        Its log then begins with the batch; the leader's next response moves the start back to where it belongs.
        """
        is_empty = self._log_start_offset == self._log_end_offset
        if not is_empty or first.last_offset < self._log_end_offset:
            raise OffsetOutOfRange(
                f"{self._name}: the leader sent offset {first.base_offset}, {self._log_end_offset} is next"
            )
        self.truncate_fully_and_start_at(first.base_offset, now_ms=now_ms)

    def _append(self, buffers: Sequence[Buffer], valid: ValidRecords, now_ms: WallMs) -> None:
        """Writes numbered batches, and only then takes note of them (KAFKA-6683)."""
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
            if not self.leader_epoch_cache.is_written:
                self.leader_epoch_cache.write()
            segment.append(buffers, size, batches)
        except OSError as error:
            raise self._log_dir.fail(error, f"appending to {self._name}") from error
        self._extend_to(last_offset + 1)
        for position, header in batches:
            self.durability.unflushed_messages += header.record_count
            if header.producer_id >= 0:
                if header.attributes & _OF_TRANSACTION:
                    self._commit_transactional(segment, memoryview(valid.buffer)[position:], header, now_ms)
                else:
                    self.producer_state.commit(header, base_offset=header.base_offset, now_ms=now_ms)

    def _commit_transactional(self, segment: LogSegment, batch: Buffer, header: BatchHeader, now_ms: WallMs) -> None:
        """Notes an appended batch that begins, continues or ends a transaction.

        The log's end has moved already. Should the index refuse, its directory is offline; until then the transaction
        counts as open, and no reader gets beyond its beginning (KAFKA-7866). The next startup rebuilds the index.
        """
        state = self.producer_state
        if not header.is_control:
            state.commit(header, base_offset=header.base_offset, now_ms=now_ms)
            if self._first_unstable_offset == NO_UNSTABLE:
                self._find_first_unstable()
            return
        ended = state.commit_control(header, batch, now_ms=now_ms)
        if ended is not None:
            if ended.is_aborted:
                self._note_aborted(segment, ended)
            state.transactions.end(ended)

    def _note_aborted(self, segment: LogSegment, ended: EndedTxn) -> None:
        with self._log_dir.guard(f"writing the transaction index of {self._name}", if_short=self.abandon):
            try:
                segment.txn_index.append(entry_for(ended, self._transactions))
            except CorruptIndex:
                self._rebuild_txn_index(segment)  # this marker's entry comes with it

    def _note_epochs(self, batches: Sequence[tuple[int, BatchHeader]]) -> None:
        epochs = self.leader_epoch_cache
        for _, header in batches:
            if header.partition_leader_epoch > epochs.latest_epoch:
                epochs.assign(header.partition_leader_epoch, header.base_offset)
