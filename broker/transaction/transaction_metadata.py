"""One transactional id: its producer, its transaction, and what it would become. Pure: no I/O, no clock, no waiting.

    prepare_…(…) ─▶ TransitMetadata, `pending_state` is set ─▶ (the record is appended) ─▶ complete(transit)
                                                                └─ it failed ─▶ clear_pending()

While a transition is pending nothing else may begin: whoever asks gets CONCURRENT_TRANSACTIONS. What a transition is to
change is in its transit object alone, so a failed append leaves this object as it was. The one exception is Kafka's:
the epoch that fences a producer is taken in before its abort is appended, and `has_failed_epoch_fence` remembers that
it never got into the log, so that trying again does not raise it again (KAFKA-9666).

Epochs (KIP-360). A producer that hits an error asks for its next epoch by naming the one it has::

    expected       known epoch 5, last 4                          response
    −1, none       a new instance: the old one is fenced          6, last −1
    5              it goes on                                     6, last 5
    4              a retry: its first request was handled        5, last 4
    3              somebody else has been here                    PRODUCER_FENCED

Epochs end at 32767, which only fences: from 32766 on the next producer gets a new producer id and epoch 0.

With version 2 (`versions`) the end of a transaction raises the epoch, and the client goes on with it::

    Ongoing 5          commit   → PrepareCommit 6, last 5 → CompleteCommit 6       response: 6
    Ongoing 32766      commit   → PrepareCommit 32767, next id 9 → CompleteCommit 0 of id 9, last 32766
    Ongoing 5          fenced   → 6, nobody's → PrepareAbort 7, last 6 → CompleteAbort 7
    Ongoing 32766      fenced   → 32767 → PrepareAbort 32767: the last epoch is not raised again
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kavka.broker.security.connection_info import NO_CONNECTION
from kavka.broker.transaction.partition_set import EMPTY, PartitionSet
from kavka.broker.transaction.states import (
    AT_REST,
    NEVER_WRITTEN,
    PREPARED,
    TRANSACTION_TRANSITIONS,
    TransactionState,
)
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ProducerFenced, UnknownServerError
from kavka.timer.moments import WallMs

NO_PRODUCER_ID: Final = -1
NO_EPOCH: Final = -1
NO_TIME: Final = WallMs(-1)
EPOCH_MAX: Final = 32767
"""Java's Short.MAX_VALUE."""
EPOCH_EXHAUSTED: Final = EPOCH_MAX - 1
"""No producer gets a higher one: the last epoch is kept for fencing it."""
PARTITIONS_MAX: Final = 100_000
"""Partitions of one transaction: each of its transitions is a record that names all of them, made in one step. As many
may join at once; whoever has more joins them in several requests and is told at last."""
TOPICS_MAX: Final = 40_000
"""Topics of one transaction. A record of 1 MiB, `message.max.bytes`, has room for 45,000 names of a dozen letters."""


@dataclass(slots=True, kw_only=True, frozen=True)
class TransitMetadata:
    """What a transactional id becomes when its record is in the log; also what that record says.

    Attributes:
        last_producer_id: the producer id before, when this transition changes it; else the same one.
        last_producer_epoch: see `TransactionMetadata`.
        next_producer_id: likewise.
        client_version: likewise.
        start_ms: when the transaction began, −1: there is none.
    """

    transactional_id: str
    producer_id: int
    last_producer_id: int
    producer_epoch: int
    last_producer_epoch: int
    next_producer_id: int
    client_version: TransactionVersion
    timeout_ms: int
    state: TransactionState
    partitions: PartitionSet
    start_ms: WallMs
    last_update_ms: WallMs


class TransactionMetadata:
    """One transactional id.

    Args:
        transactional_id: whose.
        producer_id: of its present producer.
        timeout_ms: how long a transaction may be open.
        now_ms: wall clock.
        producer_epoch: −1: no producer had one yet.
        state: in the log.
        partitions: of the open transaction.
        start_ms: when it was begun, −1: there is none.
        last_producer_id: as a record has it; see below.
        next_producer_id: likewise.
        client_version: likewise.

    Attributes:
        index: the partition of `__transaction_state` that it belongs to; set by who keeps it.
        last_producer_id: the id that this one replaced, because its epochs were used up; −1: none, or nobody knows.
        next_producer_id: the id that the producer goes on with when the markers are written; −1: this one.
        client_version: of the transaction: by whose rules its end was, or is being, decided.
        last_producer_epoch: the epoch whose holder was given the present one, −1 when a new instance was.
        pending_state: what a transition under way leads to, None: there is none.
        has_failed_epoch_fence: the epoch was raised in memory, and no record says so.
        added_by: the ordinal of the latest connection on which the open transaction got partitions. Of this broker's
            connections, so it is in no record: after a load it is that of none.
    """

    __slots__ = (
        "added_by",
        "client_version",
        "has_failed_epoch_fence",
        "index",
        "last_producer_epoch",
        "last_producer_id",
        "last_update_ms",
        "next_producer_id",
        "partitions",
        "pending_state",
        "producer_epoch",
        "producer_id",
        "start_ms",
        "state",
        "timeout_ms",
        "transactional_id",
    )

    def __init__(
        self,
        transactional_id: str,
        *,
        producer_id: int,
        timeout_ms: int,
        now_ms: WallMs,
        producer_epoch: int = NO_EPOCH,
        state: TransactionState = TransactionState.Empty,
        partitions: Iterable[TopicPartition] = (),
        start_ms: WallMs = NO_TIME,
        last_producer_id: int = NO_PRODUCER_ID,
        next_producer_id: int = NO_PRODUCER_ID,
        client_version: TransactionVersion = TransactionVersion.V0,
    ) -> None:
        self.transactional_id = transactional_id
        self.index = -1
        self.producer_id = producer_id
        self.last_producer_id = last_producer_id
        self.next_producer_id = next_producer_id
        self.client_version = client_version
        self.producer_epoch = producer_epoch
        self.last_producer_epoch = NO_EPOCH
        self.timeout_ms = timeout_ms
        self.state = state
        # Invariant: empty unless a transaction is open or its markers are being written.
        self.partitions = PartitionSet.of(partitions)
        self.start_ms = start_ms
        self.last_update_ms = now_ms
        self.pending_state: TransactionState | None = None
        self.has_failed_epoch_fence = False
        self.added_by = NO_CONNECTION

    def __str__(self) -> str:
        pending = "" if self.pending_state is None else f" → {self.pending_state.name}"
        return (
            f"transactional id {self.transactional_id!r} "
            f"(producer {self.producer_id}, epoch {self.producer_epoch}, {self.state.name}{pending})"
        )

    @property
    def is_epoch_exhausted(self) -> bool:
        """Tells whether the id's next producer needs a new producer id."""
        return is_epoch_exhausted(self.producer_epoch)

    def is_overdue(self, now_ms: WallMs) -> bool:
        """Tells whether the transaction is open for longer than its timeout."""
        return self.state is TransactionState.Ongoing and self.start_ms + self.timeout_ms < now_ms

    def is_expired(self, now_ms: WallMs, expiration_ms: int) -> bool:
        """Tells whether the id was unused for so long that it may be forgotten."""
        is_idle = self.state in AT_REST and self.pending_state is None
        return is_idle and self.last_update_ms <= now_ms - expiration_ms

    def is_known_producer(self, producer_id: int, producer_epoch: int) -> bool:
        """Tells whether a producer that names its id may have another epoch.

        Of the epoch only what concerns the id is looked at.

        Case A  there was no producer yet: the id that it names expired, it gets the new one
        Case B  it is the present producer; its epoch is looked at when it is raised
        Case C  it is the producer before, its epochs were used up: it did not get its response
        """
        return (
            self.producer_epoch == NO_EPOCH
            or producer_id == self.producer_id
            or (producer_id == self.last_producer_id and is_epoch_exhausted(producer_epoch))
        )

    def take_connection(self, ordinal: int) -> None:
        """Notes the connection that partitions came by; those of a transaction that is over do not count any more."""
        self.added_by = ordinal if self.state in AT_REST else max(self.added_by, ordinal)

    def is_ended_late(self, ordinal: int) -> bool:
        """Tells whether a request to end it comes by too old a connection.

        The connection was accepted before the one on which the open transaction got its partitions.
        """
        return self.state is TransactionState.Ongoing and NO_CONNECTION < ordinal < self.added_by

    # ---- beginning a transition -----------------------------------------------------------------------------------

    def prepare_next_epoch(self, timeout_ms: int, expected_epoch: int | None, now_ms: WallMs) -> TransitMetadata:
        """Prepares the next epoch: for another instance, or the same one after an error.

        Args:
            timeout_ms: for the transactions to come.
            expected_epoch: the epoch that the producer says it has, None: it says none.
            now_ms: wall clock.

        Raises:
            ProducerFenced: there has been another instance since (error 90).
        """
        assert not self.is_epoch_exhausted or expected_epoch is not None
        epoch, last_epoch = self._next_epoch(expected_epoch)
        return self._prepare(
            TransactionState.Empty,
            epoch=epoch,
            last_epoch=last_epoch,
            timeout_ms=timeout_ms,
            partitions=EMPTY,
            start_ms=NO_TIME,
            now_ms=now_ms,
        )

    def _next_epoch(self, expected_epoch: int | None) -> tuple[int, int]:
        if expected_epoch is None:
            return self.producer_epoch + 1, NO_EPOCH
        if self.producer_epoch == NO_EPOCH or expected_epoch == self.producer_epoch:
            return self.producer_epoch + 1, self.producer_epoch
        if expected_epoch == self.last_producer_epoch:
            return self.producer_epoch, self.last_producer_epoch
        raise ProducerFenced(f"{self}: there is a newer producer than the one with epoch {expected_epoch}")

    def prepare_new_producer_id(
        self, producer_id: int, timeout_ms: int, now_ms: WallMs, *, keeps_last_epoch: bool
    ) -> TransitMetadata:
        """Prepares a new producer id at epoch 0: the present one's epochs are used up.

        Args:
            producer_id: the new one.
            timeout_ms: for the transactions to come.
            now_ms: wall clock.
            keeps_last_epoch: the same instance asks, and may ask again if it does not get the response.
        """
        assert self.pending_state is None
        return self._prepare(
            TransactionState.Empty,
            producer_id=producer_id,
            epoch=0,
            last_epoch=self.producer_epoch if keeps_last_epoch else NO_EPOCH,
            timeout_ms=timeout_ms,
            partitions=EMPTY,
            start_ms=NO_TIME,
            now_ms=now_ms,
        )

    def prepare_add_partitions(
        self,
        added: Iterable[TopicPartition],
        now_ms: WallMs,
        version: TransactionVersion = TransactionVersion.V0,
    ) -> TransitMetadata:
        """Prepares to add partitions to the transaction, which begins with the first of them.

        Args:
            added: which.
            now_ms: wall clock.
            version: of the request.

        Raises:
            UnknownServerError: it would have more than its record may name. Kafka answers so to a record too large.
        """
        partitions = self.partitions.union(added)
        if len(partitions) > PARTITIONS_MAX or partitions.topic_count > TOPICS_MAX:
            raise UnknownServerError(
                f"{self} would have {len(partitions)} partitions of {partitions.topic_count} topics, allowed are "
                f"{PARTITIONS_MAX} (PARTITIONS_MAX) of {TOPICS_MAX} (TOPICS_MAX)"
            )
        return self._prepare(
            TransactionState.Ongoing,
            partitions=partitions,
            start_ms=now_ms if self.state in AT_REST else self.start_ms,
            client_version=version,
            now_ms=now_ms,
        )

    def prepare_end(
        self,
        state: TransactionState,
        now_ms: WallMs,
        *,
        version: TransactionVersion = TransactionVersion.V0,
        next_producer_id: int = NO_PRODUCER_ID,
    ) -> TransitMetadata:
        """Prepares the transaction's commit (`PrepareCommit`) or abort (`PrepareAbort`).

        Args:
            state: which of them.
            now_ms: wall clock.
            version: by whose rules; with version 2 a transaction may be aborted that has no partition.
            next_producer_id: for a producer whose epochs are used up by this; version 2.
        """
        assert next_producer_id == NO_PRODUCER_ID or (version.bumps_epoch and self.is_epoch_exhausted)
        epoch, last_epoch = self.producer_epoch, self.last_producer_epoch
        if version.bumps_epoch and epoch < EPOCH_MAX:
            epoch, last_epoch = epoch + 1, epoch
        return self._prepare(
            state,
            epoch=epoch,
            last_epoch=last_epoch,
            start_ms=now_ms if self.state in AT_REST else self.start_ms,
            next_producer_id=next_producer_id,
            client_version=version,
            now_ms=now_ms,
        )

    def prepare_complete(self, now_ms: WallMs) -> TransitMetadata:
        """Prepares the transaction's completion: every partition has, or will have, its marker."""
        is_commit = self.state is TransactionState.PrepareCommit
        self.has_failed_epoch_fence = False
        # A record may say anything: an id that the producer goes on with is another one than it has.
        has_next = self.client_version.bumps_epoch and self.next_producer_id not in (NO_PRODUCER_ID, self.producer_id)
        return self._prepare(
            TransactionState.CompleteCommit if is_commit else TransactionState.CompleteAbort,
            producer_id=self.next_producer_id if has_next else None,
            epoch=0 if has_next else None,
            next_producer_id=NO_PRODUCER_ID,
            partitions=EMPTY,
            now_ms=now_ms,
        )

    def prepare_fence(self) -> TransitMetadata:
        """Prepares to fence the producer: its epoch is raised, once, and its transaction will be aborted."""
        # Nobody opens a transaction with the last epoch: who names it is fenced, a record that says so is left out.
        assert self.producer_epoch < EPOCH_MAX or self.has_failed_epoch_fence
        epoch = self.producer_epoch if self.has_failed_epoch_fence else self.producer_epoch + 1
        return self._prepare(
            TransactionState.PrepareEpochFence, epoch=epoch, last_epoch=NO_EPOCH, now_ms=self.last_update_ms
        )

    def take_fence(self, epoch: int) -> None:
        """Applies the raised epoch, and clears the way for `prepare_end`."""
        assert self.pending_state is TransactionState.PrepareEpochFence
        self.pending_state = None
        self.producer_epoch = epoch
        self.last_producer_epoch = NO_EPOCH

    def prepare_dead(self) -> TransitMetadata:
        """Prepares the id's removal."""
        return self._prepare(TransactionState.Dead, partitions=EMPTY, now_ms=self.last_update_ms)

    def _prepare(
        self,
        state: TransactionState,
        *,
        now_ms: WallMs,
        producer_id: int | None = None,
        epoch: int | None = None,
        last_epoch: int | None = None,
        timeout_ms: int | None = None,
        partitions: PartitionSet | None = None,
        start_ms: WallMs | None = None,
        next_producer_id: int | None = None,
        client_version: TransactionVersion | None = None,
    ) -> TransitMetadata:
        """Sets the pending state; what is not named stays as it is."""
        assert self.pending_state is None, f"{self} cannot also become {state.name}"
        TRANSACTION_TRANSITIONS.check(self.state, state, subject=self.transactional_id)
        transit = TransitMetadata(
            transactional_id=self.transactional_id,
            producer_id=self.producer_id if producer_id is None else producer_id,
            last_producer_id=self.producer_id,
            producer_epoch=self.producer_epoch if epoch is None else epoch,
            last_producer_epoch=self.last_producer_epoch if last_epoch is None else last_epoch,
            next_producer_id=self.next_producer_id if next_producer_id is None else next_producer_id,
            client_version=self.client_version if client_version is None else client_version,
            timeout_ms=self.timeout_ms if timeout_ms is None else timeout_ms,
            state=state,
            partitions=self.partitions if partitions is None else partitions,
            start_ms=self.start_ms if start_ms is None else start_ms,
            last_update_ms=now_ms,
        )
        assert transit.producer_id >= 0
        assert transit.producer_epoch >= 0 or state is TransactionState.Dead
        self.pending_state = state
        return transit

    # ---- ending it ------------------------------------------------------------------------------------------------

    def complete(self, transit: TransitMetadata) -> None:
        """Completes the transition: its record is in the log."""
        state = transit.state
        assert self.pending_state is state, f"{self} does not wait to become {state.name}"
        assert state not in NEVER_WRITTEN, "no record holds these"
        TRANSACTION_TRANSITIONS.check(self.state, state, subject=self.transactional_id)
        self._check_identity(transit)
        if transit.producer_id != self.producer_id:
            self.last_producer_id = self.producer_id
        self.producer_id = transit.producer_id
        self.producer_epoch = transit.producer_epoch
        self.last_producer_epoch = transit.last_producer_epoch
        self.next_producer_id = transit.next_producer_id
        self.client_version = transit.client_version
        self.timeout_ms = transit.timeout_ms
        self.partitions = transit.partitions
        self.start_ms = transit.start_ms
        self.last_update_ms = transit.last_update_ms
        self.state = state
        self.pending_state = None

    def _check_identity(self, transit: TransitMetadata) -> None:
        """Asserts that the transition's producer is the one of now, or one that its state may change to."""
        has_new_id = transit.producer_id != self.producer_id
        if transit.state is TransactionState.Ongoing or transit.state in PREPARED:
            assert not has_new_id
        if transit.state is TransactionState.Ongoing:
            assert transit.producer_epoch == self.producer_epoch
        elif transit.state in PREPARED and transit.producer_epoch != self.producer_epoch:
            assert transit.client_version.bumps_epoch
            assert transit.last_producer_epoch == self.producer_epoch
            assert transit.producer_epoch == self.producer_epoch + 1
        elif transit.state in (TransactionState.CompleteCommit, TransactionState.CompleteAbort):
            assert transit.producer_epoch == (0 if has_new_id else self.producer_epoch)

    def clear_pending(self) -> None:
        """Drops the pending transition: its record did not get into the log, as far as anybody knows."""
        self.pending_state = None


def is_epoch_exhausted(epoch: int) -> bool:
    """Tells whether no producer may get the epoch after this one."""
    return epoch >= EPOCH_EXHAUSTED
