"""What a log knows of idempotent producers: their epoch, and the last five batches of each.

With it a batch that a producer sends again, because an answer was lost, is recognised and not appended twice; one that
would leave a gap is refused. For a batch with sequences [first, last] and epoch e of a producer last seen with epoch E
and last sequence L::

    Case A  no entry for the producer            → accepted with any sequence (KIP-360; replicas: KAFKA-6003)
    Case B  e < E                                → INVALID_PRODUCER_EPOCH, from clients
    Case C  e = E, the batch is one of the five  → a duplicate: answered with the offset it has
    Case D  e > E and first ≠ 0                  → OUT_OF_ORDER_SEQUENCE_NUMBER
    Case E  e = E and first ≠ L + 1 (mod 2³¹)    → OUT_OF_ORDER_SEQUENCE_NUMBER (KAFKA-5283: 0 follows 2³¹ − 1)
    Case F  otherwise                            → accepted

A check changes nothing: it gives the entry that will hold if the append succeeds, and `commit` puts it in place
(KAFKA-6683). Entries are immutable, so that a snapshot is a consistent one.

Snapshots, `<offset>.snapshot`, hold the state as of an offset, so that a start replays only what is behind it. They are
written when a segment rolls and when a log closes. Big-endian::

    | version i16 = 1 | crc32c u32 of all behind it | count i32 |
    per producer: | producer id i64 | epoch i16 | last sequence i32 | last offset i64 | offset delta i32 |
                  | timestamp i64 | coordinator epoch i32 | first offset of the open transaction i64, −1: none |

Transactions are not tracked yet: no transaction is ever open.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

from protocol.errors import InvalidProducerEpoch, OutOfOrderSequenceNumber
from protocol.records.batch import BatchHeader
from protocol.records.crc32c import crc32c

SNAPSHOT_VERSION: Final = 1
BATCHES_CACHED: Final = 5
"""As many as a producer may have in flight (max.in.flight.requests.per.connection)."""
SEQUENCE_MODULUS: Final = 2**31
NO_EPOCH: Final = -1
NO_SEQUENCE: Final = -1
NO_OFFSET: Final = -1

_SNAPSHOT_HEAD = struct.Struct(">hIi")
_SNAPSHOT_CRC_START = 6
_SNAPSHOT_ENTRY = struct.Struct(">qhiqiqiq")


class CorruptSnapshot(ValueError):
    """A snapshot that is not one; an older one, or the log itself, is used instead."""


class CachedBatch(NamedTuple):
    """One of a producer's last batches."""

    first_sequence: int
    last_sequence: int
    last_offset: int
    offset_delta: int
    timestamp: int

    @property
    def first_offset(self) -> int:
        """The offset that its first record got."""
        return self.last_offset - self.offset_delta


class ProducerEntry:
    """One producer. Never changed: an append makes the next one.

    Attributes:
        batches: the last ones, at most `BATCHES_CACHED`, oldest first.
        last_timestamp: the newest batch's maximum timestamp, what snapshots hold.
        last_seen_ms: when the newest batch was appended here, or `last_timestamp` if that is later: expiry counts from
            it, so that a producer of old timestamps does not expire at once.
    """

    __slots__ = ("batches", "coordinator_epoch", "epoch", "last_seen_ms", "last_timestamp", "producer_id")

    def __init__(
        self,
        producer_id: int,
        epoch: int,
        batches: tuple[CachedBatch, ...],
        *,
        last_timestamp: int,
        last_seen_ms: int,
        coordinator_epoch: int = NO_EPOCH,
    ) -> None:
        self.producer_id = producer_id
        self.epoch = epoch
        self.batches = batches
        self.last_timestamp = last_timestamp
        self.last_seen_ms = last_seen_ms
        self.coordinator_epoch = coordinator_epoch

    @property
    def last_sequence(self) -> int:
        """The sequence of its newest record, `NO_SEQUENCE` when it has written none in this epoch."""
        return self.batches[-1].last_sequence if self.batches else NO_SEQUENCE


class ProducerState:
    """All producers of one log.

    Args:
        partition: the partition's name, for messages.
        expiration_ms: how long a producer that writes nothing is remembered.
    """

    __slots__ = ("_entries", "_expiration_ms", "_partition")

    def __init__(self, partition: str, *, expiration_ms: int) -> None:
        self._partition = partition
        self._expiration_ms = expiration_ms
        self._entries: dict[int, ProducerEntry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, producer_id: int) -> ProducerEntry | None:
        """A producer's entry; None when it is not known."""
        return self._entries.get(producer_id)

    @property
    def entries(self) -> list[ProducerEntry]:
        """All of them, in the order in which they were first seen."""
        return list(self._entries.values())

    def find_duplicate(self, header: BatchHeader) -> CachedBatch | None:
        """Case C: the cached batch that `header` repeats, None when it repeats none."""
        entry = self._entries.get(header.producer_id)
        if entry is None or entry.epoch != header.producer_epoch:
            return None
        first = header.base_sequence
        for batch in entry.batches:
            if batch.first_sequence == first and batch.last_sequence == last_sequence(header):
                return batch
        return None

    def check(self, header: BatchHeader) -> None:
        """Cases A, B, D, E and F for a batch of a client that is no duplicate.

        Raises:
            InvalidProducerEpoch: Case B.
            OutOfOrderSequenceNumber: Cases D and E.
        """
        entry = self._entries.get(header.producer_id)
        if entry is None:  # Case A
            return
        if header.producer_epoch < entry.epoch:  # Case B
            raise InvalidProducerEpoch(
                f"{self._partition}: producer {header.producer_id} has epoch {entry.epoch}, "
                f"the batch comes from its epoch {header.producer_epoch}"
            )
        if header.is_control:
            return
        first = header.base_sequence
        if header.producer_epoch > entry.epoch:
            if first != 0:  # Case D
                raise OutOfOrderSequenceNumber(
                    f"{self._partition}: producer {header.producer_id} begins epoch {header.producer_epoch} with "
                    f"sequence {first} instead of 0 (the last was epoch {entry.epoch}, sequence {entry.last_sequence})"
                )
        elif entry.batches and first != (entry.last_sequence + 1) % SEQUENCE_MODULUS:  # Case E
            raise OutOfOrderSequenceNumber(
                f"{self._partition}: producer {header.producer_id} (epoch {entry.epoch}) sends sequence {first}, "
                f"{(entry.last_sequence + 1) % SEQUENCE_MODULUS} is next"
            )

    def commit(self, header: BatchHeader, *, base_offset: int, now_ms: int) -> None:
        """Takes in a batch that is in the log now, whoever wrote it there; replicas accept what the leader accepted.

        Args:
            header: as the producer sent it.
            base_offset: the offset that its first record got.
            now_ms: wall clock.
        """
        producer_id, epoch = header.producer_id, header.producer_epoch
        entry = self._entries.get(producer_id)
        timestamp = header.max_timestamp
        batches = entry.batches if entry is not None and entry.epoch == epoch else ()
        if not header.is_control:
            delta = header.last_offset_delta
            batch = CachedBatch(header.base_sequence, last_sequence(header), base_offset + delta, delta, timestamp)
            batches = (*batches[-(BATCHES_CACHED - 1) :], batch)
        self._entries[producer_id] = ProducerEntry(
            producer_id,
            epoch,
            batches,
            last_timestamp=timestamp,
            last_seen_ms=timestamp if timestamp > now_ms else now_ms,
            coordinator_epoch=NO_EPOCH if entry is None else entry.coordinator_epoch,
        )

    def expire(self, now_ms: int) -> int:
        """Forgets the producers that have been silent for too long; returns how many."""
        expired = [
            producer_id
            for producer_id, entry in self._entries.items()
            if now_ms - entry.last_seen_ms >= self._expiration_ms
        ]
        for producer_id in expired:
            del self._entries[producer_id]
        return len(expired)

    def clear(self) -> None:
        """Forgets all of them."""
        self._entries = {}

    def restore(self, entries: Iterable[ProducerEntry], *, now_ms: int) -> None:
        """Puts a snapshot's entries in place of all others. A restart gives each of them a full time to live."""
        self._entries = {}
        for entry in entries:
            entry.last_seen_ms = max(entry.last_timestamp, now_ms)
            self._entries[entry.producer_id] = entry


def last_sequence(header: BatchHeader) -> int:
    """The sequence of a batch's last record; behind 2³¹ − 1 comes 0. A marker has none."""
    if header.base_sequence < 0:
        return NO_SEQUENCE
    return (header.base_sequence + header.last_offset_delta) % SEQUENCE_MODULUS


def encode_snapshot(entries: Iterable[ProducerEntry]) -> bytes:
    """A snapshot's bytes; of the cached batches only each producer's last."""
    rows = []
    for entry in entries:
        last = entry.batches[-1] if entry.batches else CachedBatch(NO_SEQUENCE, NO_SEQUENCE, NO_OFFSET, 0, -1)
        rows.append(
            _SNAPSHOT_ENTRY.pack(
                entry.producer_id,
                entry.epoch,
                last.last_sequence,
                last.last_offset,
                last.offset_delta,
                entry.last_timestamp,
                entry.coordinator_epoch,
                NO_OFFSET,
            )
        )
    body = struct.pack(">i", len(rows)) + b"".join(rows)
    return struct.pack(">hI", SNAPSHOT_VERSION, crc32c(body)) + body


def decode_snapshot(data: bytes) -> list[ProducerEntry]:
    """The entries of a snapshot.

    Raises:
        CorruptSnapshot: another version, a wrong checksum or length.
    """
    if len(data) < _SNAPSHOT_HEAD.size:
        raise CorruptSnapshot(f"{len(data)} bytes")
    version, crc, count = _SNAPSHOT_HEAD.unpack_from(data)
    if version != SNAPSHOT_VERSION:
        raise CorruptSnapshot(f"version {version}, only {SNAPSHOT_VERSION} is known")
    if crc32c(memoryview(data)[_SNAPSHOT_CRC_START:]) != crc:
        raise CorruptSnapshot("the checksum differs")
    if len(data) - _SNAPSHOT_HEAD.size != count * _SNAPSHOT_ENTRY.size:
        raise CorruptSnapshot(f"{count} entries in {len(data)} bytes")
    entries = []
    for fields in _SNAPSHOT_ENTRY.iter_unpack(memoryview(data)[_SNAPSHOT_HEAD.size :]):
        producer_id, epoch, last, last_offset, delta, timestamp, coordinator_epoch, _ = fields
        batches: tuple[CachedBatch, ...] = ()
        if last_offset >= 0:
            first = (last - delta) % SEQUENCE_MODULUS
            batches = (CachedBatch(first, last, last_offset, delta, timestamp),)
        entries.append(
            ProducerEntry(
                producer_id,
                epoch,
                batches,
                last_timestamp=timestamp,
                last_seen_ms=timestamp,
                coordinator_epoch=coordinator_epoch,
            )
        )
    return entries
