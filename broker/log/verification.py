"""Which transactions' first appends to a log may come: those that their coordinator says to know of (KIP-890).

A Produce that was delayed in the network may arrive when its transaction has long ended. Appended, it would open a
transaction that nobody ever ends, and hold the last stable offset back for good. So a transactional batch of a producer
that has no transaction open here is verified before it is appended:

    start ─▶ guard ─▶ (the coordinator is asked) ─▶ append with the guard ─▶ end
                              │
                       a marker arrives: end; the append comes too late and is refused

With transaction version 2 the marker of the transaction before may come while the next one is being added: its epoch is
the next one's, and only a later one ends the guard.

A guard is an object of its own and stands for one transaction: what was agreed to for an earlier one is not good for a
later one of the same producer. Of several batches that are under way the one with the lowest sequence must come first,
where nothing else shows their order (Case A of `producer_state`).

Kafka: `VerificationStateEntry`, `VerificationGuard`. Who asks, and what results mean, is `replica.txn_verification`.
"""

from __future__ import annotations

from typing import Final

from kavka.protocol.disk.producer_entry import SEQUENCE_MODULUS
from kavka.protocol.errors import InvalidTxnState, OutOfOrderSequenceNumber
from kavka.protocol.records.batch import BatchHeader
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs

GUARDS_MAX: Final = 10_000
"""Verifications of one log that are remembered: a client could name as many producers as it likes."""


class VerificationGuard:
    """One verification, from its start to the append or to a marker.

    Attributes:
        epoch: the producer's.
        has_own_epoch: whether each of its transactions has an epoch of its own, and so begins with sequence 0.
        lowest_sequence: the lowest that a batch to be verified began with.
        started_ms: wall clock.
    """

    __slots__ = ("epoch", "has_own_epoch", "lowest_sequence", "started_ms")

    def __init__(self, epoch: int, lowest_sequence: int, started_ms: WallMs, *, has_own_epoch: bool = False) -> None:
        self.epoch = epoch
        self.has_own_epoch = has_own_epoch
        self.lowest_sequence = lowest_sequence
        self.started_ms = started_ms


NOT_VERIFIED: Final = None
"""With this an append is only good for a transaction that is open already."""
NO_VERIFICATION: Final = VerificationGuard(-1, -1, UNKNOWN_WALL_MS)
"""With this an append is good without: nothing is verified here."""


class Verifications:
    """Those of one log, at most one for each producer."""

    __slots__ = ("_guards", "_partition")

    def __init__(self, partition: str) -> None:
        self._partition = partition
        self._guards: dict[int, VerificationGuard] | None = None  # until somebody has one: few partitions ever do

    def __len__(self) -> int:
        return len(self._guards or ())

    def start(
        self, producer_id: int, epoch: int, sequence: int, *, now_ms: WallMs, has_own_epoch: bool = False
    ) -> VerificationGuard:
        """Returns the guard of a producer's next transaction: a new one, or that of a request that is under way."""
        guards = self._guards
        if guards is None:
            guards = self._guards = {}
        guard = guards.get(producer_id)
        if guard is None:
            if len(guards) >= GUARDS_MAX:
                del guards[next(iter(guards))]
            guard = guards[producer_id] = VerificationGuard(epoch, sequence, now_ms, has_own_epoch=has_own_epoch)
        elif has_own_epoch and epoch > guard.epoch:  # of another transaction: what was agreed to is not good for it
            guard = guards[producer_id] = VerificationGuard(epoch, sequence, now_ms, has_own_epoch=True)
        elif epoch > guard.epoch or (epoch == guard.epoch and _precedes(sequence, guard.lowest_sequence)):
            guard.epoch, guard.lowest_sequence = epoch, sequence
        return guard

    def check(self, header: BatchHeader, guard: VerificationGuard | None) -> None:
        """Checks that a transaction's first batch was verified.

        Raises:
            InvalidTxnState: it was not verified, or a marker has come since.
        """
        if guard is NO_VERIFICATION:
            return
        known = None if self._guards is None else self._guards.get(header.producer_id)
        if guard is NOT_VERIFIED or known is not guard:
            raise InvalidTxnState(
                f"{self._partition}: the batch of producer {header.producer_id}, epoch {header.producer_epoch}, "
                "belongs to no transaction that is known to be open"
            )

    def check_order(self, header: BatchHeader) -> None:
        """Checks that no earlier batch of an unknown producer is being verified, or is missing.

        Raises:
            OutOfOrderSequenceNumber: an earlier one is being verified, too, or its transaction must begin with 0.
        """
        known = None if self._guards is None else self._guards.get(header.producer_id)
        if known is not None and known.has_own_epoch and header.base_sequence != 0:
            raise OutOfOrderSequenceNumber(
                f"{self._partition}: producer {header.producer_id} begins a transaction with sequence "
                f"{header.base_sequence} instead of 0"
            )
        if (
            known is not None
            and known.epoch == header.producer_epoch
            and _precedes(known.lowest_sequence, header.base_sequence)
        ):
            raise OutOfOrderSequenceNumber(
                f"{self._partition}: producer {header.producer_id} sends sequence {header.base_sequence}, "
                f"{known.lowest_sequence} is on its way and comes first"
            )

    def end(self, producer_id: int) -> None:
        """Drops a producer's guard, since its transaction has begun here or was ended.

        What was verified is good for nothing more.
        """
        if self._guards:
            self._guards.pop(producer_id, None)

    def end_by_marker(self, producer_id: int, epoch: int) -> None:
        """Drops a producer's guard at a marker, unless that ends the transaction before the guard's."""
        guard = self._guards.get(producer_id) if self._guards else None
        if guard is not None and not (guard.has_own_epoch and epoch <= guard.epoch):
            self.end(producer_id)

    def clear(self) -> None:
        """Drops all guards: the log is not what it was."""
        self._guards = None

    def expire(self, started_before_ms: WallMs) -> None:
        """Forgets verifications that never came to an append."""
        if self._guards:
            recent = [(key, guard) for key, guard in self._guards.items() if guard.started_ms > started_before_ms]
            self._guards = dict(recent)


def _precedes(sequence: int, other: int) -> bool:
    """Tells whether a sequence comes before another, at most five requests away; behind 2³¹ − 1 comes 0."""
    return 0 < (other - sequence) % SEQUENCE_MODULUS < SEQUENCE_MODULUS // 2
