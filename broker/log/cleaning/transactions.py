"""Transactions as compaction meets them while it reads a log from the front: which batches were aborted, and which
markers nobody needs any more.

    aborted, from the transaction index:   producer 7, offsets 10 … 20

    offset   batch read                    result
    10       data of producer 7            aborted: its records go
    12       data of producer 8            not in the list: it will be committed; its records stay
    15       COMMIT of producer 8          data was seen: the marker stays
    20       ABORT of producer 7           data was seen, though it goes now: the marker stays, and its index entry
    …        the next round: no data of 7 is left; the ABORT may go when its delete horizon has passed

A marker that went before the last batch of its transaction would turn aborted records into committed ones, or never
finish a transaction (KAFKA-14055, KAFKA-13727). So all aborted transactions that overlap the part of the log that is
read must be known from its beginning. Precedent: Kafka's `CleanedTransactionMetadata`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.records.batch import BatchHeader, ControlType


class _Ongoing:
    """An aborted transaction whose marker has not been read yet."""

    __slots__ = ("has_batches", "transaction")

    def __init__(self, transaction: AbortedTxn) -> None:
        self.transaction = transaction
        self.has_batches = False


class TransactionReader:
    """Says of every batch, given in order, whether it may be discarded.

    Attributes:
        retained: the aborted transactions whose markers stay, since the last `take_retained`: what the new segment's
            transaction index must say.

    Args:
        aborted: all that overlap what will be read, in any order.
    """

    __slots__ = ("_aborted", "_committed", "_ongoing", "retained")

    def __init__(self, aborted: Iterable[AbortedTxn]) -> None:
        self._aborted = sorted(aborted, key=lambda transaction: transaction.first_offset, reverse=True)
        self._ongoing: dict[int, _Ongoing] = {}
        self._committed: set[int] = set()
        self.retained: list[AbortedTxn] = []

    def take_retained(self) -> list[AbortedTxn]:
        """Returns `retained`, and empties it: a segment is complete."""
        retained, self.retained = self.retained, []
        return retained

    def is_aborted(self, header: BatchHeader) -> bool:
        """Tells whether a batch of records belongs to an aborted transaction."""
        if not header.is_transactional:
            return False
        ongoing = self._ongoing_at(header)
        if ongoing is None:
            self._committed.add(header.producer_id)
            return False
        ongoing.has_batches = True
        return True

    def is_done(self, header: BatchHeader, control_type: ControlType | None) -> bool:
        """Tells whether no batch is left of the transaction that a marker ends.

        Args:
            header: the marker's batch.
            control_type: which marker; None for one that this version does not know, which stays.
        """
        ongoing = self._ongoing_at(header)
        if control_type == ControlType.ABORT:
            if ongoing is None:
                return True
            del self._ongoing[header.producer_id]
            if not ongoing.has_batches:
                return True
            self.retained.append(ongoing.transaction)
            return False
        if control_type == ControlType.COMMIT:
            if header.producer_id not in self._committed:
                return True
            self._committed.discard(header.producer_id)
        return False

    def _ongoing_at(self, header: BatchHeader) -> _Ongoing | None:
        """Finds the aborted transaction that a producer's batch belongs to."""
        while self._aborted and self._aborted[-1].first_offset <= header.last_offset:
            transaction = self._aborted.pop()
            former = self._ongoing.get(transaction.producer_id)
            if former is None or former.transaction.last_offset < transaction.first_offset:
                self._ongoing[transaction.producer_id] = _Ongoing(transaction)
        ongoing = self._ongoing.get(header.producer_id)
        # Behind its marker an aborted transaction says nothing, whatever became of the marker.
        return ongoing if ongoing is not None and header.base_offset <= ongoing.transaction.last_offset else None
