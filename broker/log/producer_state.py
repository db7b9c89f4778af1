"""What a log knows of idempotent and transactional producers, and what of theirs may be appended to it.

With it a batch that a producer sends again, because a response was lost, is recognised and not appended twice; one that
would leave a gap is refused. For a batch with sequences [first, last] and epoch e of a producer last seen with epoch E
and last sequence L, −1 when it has written nothing in epoch E::

    Case A  no entry for the producer            → accepted with any sequence (KIP-360; replicas: KAFKA-6003)
    Case B  e < E                                → INVALID_PRODUCER_EPOCH, unless the leader has accepted it
    Case C  e = E, the batch is one of the five  → a duplicate: its response has the offset it got
    Case D  e > E and first ≠ 0                  → OUT_OF_ORDER_SEQUENCE_NUMBER
    Case E  e = E and first ≠ L + 1 (mod 2³¹)    → OUT_OF_ORDER_SEQUENCE_NUMBER (KAFKA-5283: 0 follows 2³¹ − 1)
    Case F  otherwise                            → accepted

Sequences are the clients'; what a coordinator appends for a producer (offsets, markers) only has to pass Case B.

Transactions begin with a producer's first transactional batch and end with a marker, a control batch::

    Case G  a batch outside of transactions while one is open          → INVALID_TXN_STATE
    Case H  a first batch that its coordinator was not asked about     → INVALID_TXN_STATE (KIP-890, `verification`)
    Case I  a marker of an older coordinator than the last marker's    → TRANSACTION_COORDINATOR_FENCED
    Case J  a marker without an open transaction                       → appended; only epochs and time are taken over
    Case K  a marker of version 2 with e ≤ E                           → INVALID_PRODUCER_EPOCH, but a retry is Case J
    Case L  a first batch of version 2 that does not begin at 0        → OUT_OF_ORDER_SEQUENCE_NUMBER, where Case A is

With version 2 (KIP-890) each transaction has an epoch of its own, which the marker of the one before raises: so what is
late of a transaction, records or marker, cannot belong to the next one.

A marker of a newer epoch begins that epoch: sequences start again. It counts as a sign of life, and a producer with an
open transaction is never forgotten, however silent (KAFKA-9144).

A check changes nothing: it only refuses, and `commit` makes the next entry when the append has succeeded (KAFKA-6683).
Entries are immutable, so that a snapshot is a consistent one (`producer_snapshots`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from kavka.broker.log.open_transactions import EndedTxn, OpenTransactions
from kavka.broker.log.verification import VerificationGuard, Verifications
from kavka.common.steps import Steps
from kavka.protocol.disk.producer_entry import (
    BATCHES_CACHED,
    NO_EPOCH,
    NO_OFFSET,
    SEQUENCE_MODULUS,
    CachedBatch,
    ProducerEntry,
    last_sequence,
)
from kavka.protocol.errors import (
    InvalidProducerEpoch,
    InvalidTxnState,
    OutOfOrderSequenceNumber,
    TransactionCoordinatorFenced,
)
from kavka.protocol.records.batch import BatchHeader, Marker, read_marker
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.errors import CorruptRecords
from kavka.timer.moments import WallMs

PRODUCERS_IN_ONE_STEP_MAX: Final = 1_000
"""Producers that are looked at for expiry before others may have their turn."""


class ProducerState:
    """All producers of one log, and their transactions.

    Args:
        partition: the partition's name, for messages.

    Attributes:
        partition: its name.
        transactions: those that hold the last stable offset back.
    """

    __slots__ = ("_entries", "_verifications", "partition", "transactions")

    def __init__(self, partition: str) -> None:
        self.partition = partition
        self._entries: dict[int, ProducerEntry] = {}
        self.transactions = OpenTransactions()
        self._verifications: Verifications | None = None  # until an idempotent producer comes

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def _verified(self) -> Verifications:
        """Which transactions' first appends may come."""
        verifications = self._verifications
        if verifications is None:
            verifications = self._verifications = Verifications(self.partition)
        return verifications

    def get(self, producer_id: int) -> ProducerEntry | None:
        """Finds a producer's entry; None when it is not known."""
        return self._entries.get(producer_id)

    @property
    def entries(self) -> list[ProducerEntry]:
        """Returns all producers' entries, in the order in which they were first seen."""
        return list(self._entries.values())

    # ---- may it be appended? --------------------------------------------------------------------------------------

    def find_duplicate(self, header: BatchHeader) -> CachedBatch | None:
        """Finds the cached batch that `header` repeats (case C), None when it repeats none."""
        entry = self._entries.get(header.producer_id)
        if entry is None or entry.epoch != header.producer_epoch:
            return None
        first = header.base_sequence
        for batch in entry.batches:
            if batch.first_sequence == first and batch.last_sequence == last_sequence(header):
                return batch
        return None

    def check(self, header: BatchHeader, guard: VerificationGuard | None) -> None:
        """Checks a client's batch that is no duplicate.

        Args:
            header: the batch's.
            guard: with which it was verified, see `verification`.

        Raises:
            InvalidProducerEpoch: Case B.
            OutOfOrderSequenceNumber: Cases D, E and L.
            InvalidTxnState: Cases G and H.
        """
        entry = self._entries.get(header.producer_id)
        self._check_verified(header, guard)
        if entry is None:  # Case A
            self._verified.check_order(header)
            return
        if header.producer_epoch < entry.epoch:
            raise self._fenced(header, entry)
        first = header.base_sequence
        if header.producer_epoch > entry.epoch:
            if first != 0:  # Case D
                raise OutOfOrderSequenceNumber(
                    f"{self.partition}: producer {header.producer_id} begins epoch {header.producer_epoch} with "
                    f"sequence {first} instead of 0 (the last was epoch {entry.epoch}, sequence {entry.last_sequence})"
                )
        elif first != (entry.last_sequence + 1) % SEQUENCE_MODULUS:  # Case E
            raise OutOfOrderSequenceNumber(
                f"{self.partition}: producer {header.producer_id} (epoch {entry.epoch}) sends sequence {first}, "
                f"{(entry.last_sequence + 1) % SEQUENCE_MODULUS} is next"
            )
        self._check_kind(header, entry)

    def check_from_coordinator(
        self, header: BatchHeader, guard: VerificationGuard | None, batch: Buffer, *, raises_epoch: bool = False
    ) -> None:
        """Checks a producer's batch from a coordinator: a marker, or offsets of a transaction.

        Args:
            header: the batch's.
            guard: with which it was verified; a marker needs no verification.
            batch: all of it.
            raises_epoch: whether it is a marker of version 2.

        Raises:
            InvalidProducerEpoch: Cases B and K.
            TransactionCoordinatorFenced: Case I.
            InvalidTxnState: Cases G and H.
            CorruptRecords: a marker that cannot be read.
        """
        entry = self._entries.get(header.producer_id)
        marker = read_marker(batch, header) if header.is_control else None
        if not header.is_control:
            self._check_verified(header, guard)
        if entry is None:
            return
        if header.producer_epoch < entry.epoch:
            raise self._fenced(header, entry)
        if raises_epoch and header.producer_epoch == entry.epoch and entry.txn_first_offset >= 0:  # Case K
            raise self._fenced(header, entry)
        if marker is None:
            self._check_kind(header, entry)
        elif marker.coordinator_epoch < entry.coordinator_epoch:  # Case I
            raise TransactionCoordinatorFenced(
                f"{self.partition}: a marker of coordinator epoch {marker.coordinator_epoch} for producer "
                f"{header.producer_id}, the last one came from coordinator epoch {entry.coordinator_epoch}"
            )

    def _check_verified(self, header: BatchHeader, guard: VerificationGuard | None) -> None:
        if header.is_transactional and not self.is_in_transaction(header.producer_id, header.producer_epoch):
            self._verified.check(header, guard)  # Case H

    def _fenced(self, header: BatchHeader, entry: ProducerEntry) -> InvalidProducerEpoch:  # Case B
        return InvalidProducerEpoch(
            f"{self.partition}: producer {header.producer_id} has epoch {entry.epoch}, "
            f"the batch comes from its epoch {header.producer_epoch}"
        )

    def _check_kind(self, header: BatchHeader, entry: ProducerEntry) -> None:
        if entry.txn_first_offset >= 0 and not header.is_transactional:  # Case G
            raise InvalidTxnState(
                f"{self.partition}: producer {header.producer_id} has had a transaction open since offset "
                f"{entry.txn_first_offset}, the batch belongs to none"
            )

    def is_in_transaction(self, producer_id: int, epoch: int) -> bool:
        """Tells whether a transaction of this producer and epoch is open here."""
        entry = self._entries.get(producer_id)
        return entry is not None and entry.txn_first_offset >= 0 and entry.epoch == epoch

    # ---- it was appended ------------------------------------------------------------------------------------------

    def commit(self, header: BatchHeader, *, base_offset: int, now_ms: WallMs) -> None:
        """Notes a producer's batch that is in the log now; replicas accept what the leader accepted.

        Args:
            header: as the producer sent it.
            base_offset: the offset that its first record got.
            now_ms: wall clock.
        """
        producer_id, epoch = header.producer_id, header.producer_epoch
        entry = self._entries.get(producer_id)
        timestamp = header.max_timestamp
        coordinator_epoch, txn_first_offset = NO_EPOCH, NO_OFFSET
        batches: tuple[CachedBatch, ...] = ()
        if entry is not None:
            coordinator_epoch, txn_first_offset = entry.coordinator_epoch, entry.txn_first_offset
            if entry.epoch == epoch:
                batches = entry.batches[-(BATCHES_CACHED - 1) :]
        delta = header.last_offset_delta
        batch = CachedBatch(header.base_sequence, last_sequence(header), base_offset + delta, delta, timestamp)
        if header.is_transactional:
            self._verified.end(producer_id)
            if txn_first_offset < 0:
                txn_first_offset = base_offset
                self.transactions.begin(base_offset, producer_id)
        self._entries[producer_id] = ProducerEntry(
            producer_id,
            epoch,
            (*batches, batch),
            timestamp,
            timestamp if timestamp > now_ms else now_ms,
            coordinator_epoch,
            txn_first_offset,
            batch.last_offset,
        )

    def commit_marker(self, header: BatchHeader, marker: Marker, *, now_ms: WallMs) -> EndedTxn | None:
        """Notes a marker that is in the log now.

        Returns:
            The transaction that it ended, which counts as open until it is passed to `transactions.end`: an aborted
            one has to be in the transaction index first (KAFKA-7866). None in Case J.
        """
        producer_id, epoch = header.producer_id, header.producer_epoch
        entry = self._entries.get(producer_id)
        self._verified.end_by_marker(producer_id, epoch)
        self._entries[producer_id] = ProducerEntry(
            producer_id,
            epoch,
            entry.batches if entry is not None and entry.epoch == epoch else (),
            marker.timestamp,
            max(marker.timestamp, now_ms),
            marker.coordinator_epoch,
            seen_offset=header.base_offset,
        )
        if entry is None or entry.txn_first_offset < 0:
            return None
        return EndedTxn(producer_id, entry.txn_first_offset, header.base_offset, marker.is_abort)

    def commit_control(self, header: BatchHeader, batch: Buffer, *, now_ms: WallMs) -> EndedTxn | None:
        """Commits the marker in a control batch. What is in it and unknown, or gone, changes nothing."""
        try:
            marker = read_marker(batch, header)
        except CorruptRecords:
            return None
        return None if marker is None else self.commit_marker(header, marker, now_ms=now_ms)

    # ---- time, and other lives ------------------------------------------------------------------------------------

    def start_verification(
        self, producer_id: int, epoch: int, sequence: int, *, now_ms: WallMs, has_own_epoch: bool = False
    ) -> VerificationGuard | None:
        """Starts the verification of a transactional batch, and returns its guard.

        The batch is appended with it once the coordinator has agreed.

        None when nothing is to be verified: the transaction is open here already.
        """
        if self.is_in_transaction(producer_id, epoch):
            return None
        return self._verified.start(producer_id, epoch, sequence, now_ms=now_ms, has_own_epoch=has_own_epoch)

    def expire(self, now_ms: WallMs, expiration_ms: int) -> Steps[int]:
        """Removes the producers silent for `expiration_ms`; returns how many.

        Between two steps producers may write, and the log may be truncated: each is looked at as it is in its turn.
        """
        if self._verifications is not None:
            self._verifications.expire(now_ms - expiration_ms)
        count = 0
        for number, producer_id in enumerate(list(self._entries), 1):
            entry = self._entries.get(producer_id)
            if entry is not None and entry.txn_first_offset < 0 and now_ms - entry.last_seen_ms >= expiration_ms:
                del self._entries[producer_id]
                count += 1
            if number % PRODUCERS_IN_ONE_STEP_MAX == 0:
                yield
        return count

    def has_late_transaction(self, silent_since_ms: WallMs) -> bool:
        """Tells whether the oldest open transaction's producer has written nothing since then.

        It may hang (KIP-664).
        """
        producer_id = self.transactions.oldest_producer
        return producer_id is not None and self._entries[producer_id].last_seen_ms < silent_since_ms

    def clear(self) -> None:
        """Removes all producers, their transactions, and what was verified."""
        self._entries = {}
        self._verifications = None
        self.transactions.restore({})

    def restore(self, entries: Iterable[ProducerEntry], *, offset: int, now_ms: WallMs) -> None:
        """Puts a snapshot's entries in place of all others. A restart gives each of them a full time to live."""
        self._entries = {}
        ongoing: dict[int, int] = {}
        for entry in entries:
            entry.last_seen_ms = max(entry.last_timestamp, now_ms)
            # Snapshots do not say where markers are; a producer that never had one has its last batch last.
            is_unmarked = entry.batches and entry.coordinator_epoch < 0
            entry.seen_offset = entry.batches[-1].last_offset if is_unmarked else offset - 1
            self._entries[entry.producer_id] = entry
            if entry.txn_first_offset >= 0:
                ongoing[entry.txn_first_offset] = entry.producer_id
        self.transactions.restore(ongoing)

    def written_from(self, offset: int) -> set[int]:
        """Returns the producers of which something may lie at an offset or behind it."""
        return {producer_id for producer_id, entry in self._entries.items() if entry.seen_offset >= offset}

    def rewind(self, offset: int, producer_ids: Collection[int], former: ProducerState) -> None:
        """Takes in that the log ends at `offset` now.

        Args:
            offset: the log end offset.
            producer_ids: those that `written_from` gives.
            former: as these producers were then; none of them where it does not know them.
        """
        entries = self._entries
        for producer_id in producer_ids:
            entry = former.get(producer_id)
            if entry is None:
                del entries[producer_id]
            else:
                entries[producer_id] = entry
        self._verifications = None
        self.transactions.rewind(offset, producer_ids, former.transactions)
