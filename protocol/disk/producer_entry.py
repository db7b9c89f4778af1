"""One idempotent or transactional producer, as one log knows it. Values only: the rules are `producer_state`'s."""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.protocol.records.batch import BatchHeader

BATCHES_CACHED: Final = 5
"""As many as a producer may have in flight (max.in.flight.requests.per.connection)."""
SEQUENCE_MODULUS: Final = 2**31
NO_EPOCH: Final = -1
NO_SEQUENCE: Final = -1
NO_OFFSET: Final = -1


class CachedBatch(NamedTuple):
    """One of a producer's last batches."""

    first_sequence: int
    last_sequence: int
    last_offset: int
    offset_delta: int
    timestamp: int

    @property
    def first_offset(self) -> int:
        """Returns the offset of the batch's first record."""
        return self.last_offset - self.offset_delta


class ProducerEntry:
    """One producer. Never changed once it is in place: an append makes the next one.

    Attributes:
        batches: the last ones, at most `BATCHES_CACHED`, oldest first.
        last_timestamp: the newest batch's maximum timestamp, or that of a marker: what snapshots hold.
        last_seen_ms: when the newest batch was appended here, or `last_timestamp` if that is later: expiry counts from
            it, so that a producer of old timestamps does not expire at once.
        coordinator_epoch: of the coordinator that wrote the last marker.
        txn_first_offset: where the open transaction begins, `NO_OFFSET` when none is open.
        seen_offset: the last one of its newest batch or marker here; never too low, so that a truncation finds whom it
            concerns.
    """

    __slots__ = (
        "batches",
        "coordinator_epoch",
        "epoch",
        "last_seen_ms",
        "last_timestamp",
        "producer_id",
        "seen_offset",
        "txn_first_offset",
    )

    def __init__(
        self,
        producer_id: int,
        epoch: int,
        batches: tuple[CachedBatch, ...],
        last_timestamp: int,
        last_seen_ms: int,
        coordinator_epoch: int = NO_EPOCH,
        txn_first_offset: int = NO_OFFSET,
        seen_offset: int = NO_OFFSET,
    ) -> None:
        self.producer_id = producer_id
        self.epoch = epoch
        self.batches = batches
        self.last_timestamp = last_timestamp
        self.last_seen_ms = last_seen_ms
        self.coordinator_epoch = coordinator_epoch
        self.txn_first_offset = txn_first_offset
        self.seen_offset = seen_offset

    @property
    def last_sequence(self) -> int:
        """Returns the sequence of the newest record, `NO_SEQUENCE` without one in this epoch."""
        return self.batches[-1].last_sequence if self.batches else NO_SEQUENCE


def last_sequence(header: BatchHeader) -> int:
    """Returns the sequence of a batch's last record; behind 2³¹ − 1 comes 0. A marker has none."""
    if header.base_sequence < 0:
        return NO_SEQUENCE
    return (header.base_sequence + header.last_offset_delta) % SEQUENCE_MODULUS
