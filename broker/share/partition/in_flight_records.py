"""What is in flight of a share-partition: who has acquired which records, and what became of them (KIP-932). Sans I/O.

    fetched batches ─▶ acquire ─▶ ranges for a member, locked     (lasts in memory alone)
    acknowledge, release       ─▶ Change ─▶ keep ─▶ written ─▶ finish   (taken back when it could not be written)
    a lock's end               ─▶ Change ─▶ keep ─▶ written             (holds whether it could be written or not)

A change that is under way leaves the records acquired: nobody else gets them, and they cannot be acknowledged twice.
What the log's start has passed, or compaction took away, is not delivered any more; that need not be written, since
whoever leads the partition next sees it in the log.

A record that nobody can process must not take its neighbours along until all of them were delivered too often: the more
often records were delivered, the fewer of them a member gets at once, and the last time each alone.

Kafka: `kafka.server.share.SharePartition`. Not here: reading (`share_fetches`), writing and timers
(`led_share_partition`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kavka.broker.share.partition.acknowledgements import RENEW, STATE_OF, Acknowledgement
from kavka.broker.share.partition.in_flight_batches import InFlightBatch, InFlightBatches, Transition
from kavka.broker.share.partition.states import ACQUIRED, ARCHIVED, AVAILABLE, DELIVERED, RecordState
from kavka.broker.share.persister import StateBatch
from kavka.protocol.errors import InvalidRecordState, InvalidRequest

AT_ONCE: Final = 0
"""The write id of a change that holds already."""
SMALLER_FROM_DELIVERIES_MIN: Final = 2
"""Fewer deliveries than so many never make a member get fewer records at once."""

Span = tuple[int, int]
"""The first and the last offset."""


class AcquireMode:
    """How many records a member gets of what was fetched (KIP-1206)."""

    BATCH_OPTIMIZED: Final = 0
    """Whole batches of the log: the last one may exceed the limit."""
    RECORD_LIMIT: Final = 1
    """No more than the limit."""


class ShareLimits(NamedTuple):
    """What holds for all share-partitions of a group.

    Attributes:
        delivery_count: how often a record is delivered.
        record_locks: how many records may be in flight.
    """

    delivery_count: int
    record_locks: int


class WantedRecords(NamedTuple):
    """What a member asks for.

    Attributes:
        max_records: soft in the mode BATCH_OPTIMIZED.
        batch_size: about how many records one of the acquired ranges shall have, in that mode.
        mode: an `AcquireMode`.
        lock_end_ms: until when the records are locked for it, by the monotonic clock.
    """

    member_id: str
    max_records: int
    batch_size: int
    mode: int
    lock_end_ms: int


class Fetched(NamedTuple):
    """What was read of the log.

    Attributes:
        fetch_offset: from where on.
        batches: the offsets of its batches, in their order.
        aborted: those that are not to be delivered: they belong to aborted transactions.
    """

    fetch_offset: int
    batches: Sequence[Span]
    aborted: Sequence[Span] = ()


class Acquired(NamedTuple):
    """Records that a member has acquired, both offsets included."""

    first_offset: int
    last_offset: int
    delivery_count: int


class Change(NamedTuple):
    """What is to be kept.

    Attributes:
        write_id: with which `finish` hears of its end; AT_ONCE: it holds already.
        batches: what has changed.
    """

    write_id: int
    batches: Sequence[StateBatch]


class Kept(NamedTuple):
    """What changes lead to.

    Attributes:
        start_offset: what it will be.
        delivery_complete_count: of the records from there on.
        batches: what has changed from there on.
    """

    start_offset: int
    delivery_complete_count: int
    batches: Sequence[StateBatch]


class InFlightRecords:
    """The records in flight of one share-partition.

    Args:
        start_offset: share-partition start offset (SPSO): all below needs no delivery any more.
        kept: what was kept of the records from there on.
        limits: those that hold now.
    """

    __slots__ = ("_batches", "_limits", "_write_id")

    def __init__(
        self, start_offset: int, kept: Iterable[StateBatch] = (), *, limits: Callable[[], ShareLimits]
    ) -> None:
        self._batches = InFlightBatches(start_offset)
        self._limits = limits
        self._write_id = AT_ONCE
        for batch in kept:
            first = max(batch.first_offset, start_offset)
            if first > batch.last_offset:
                continue
            if batch.last_offset >= self._batches.end_offset:
                self._batches.extend(batch.last_offset)
            state = _STATE_KEPT.get(batch.delivery_state, AVAILABLE)
            self._batches.put(InFlightBatch(first, batch.last_offset, state, batch.delivery_count))
        self._settle()

    def __iter__(self) -> Iterator[InFlightBatch]:
        return iter(self._batches)

    @property
    def start_offset(self) -> int:
        """Returns the offset below which nothing needs delivery any more."""
        return self._batches.start_offset

    @property
    def end_offset(self) -> int:
        """Returns the offset from which on nothing was delivered yet."""
        return self._batches.end_offset

    @property
    def delivery_complete_count(self) -> int:
        """Counts the records in flight whose delivery is complete."""
        return sum(batch.size for batch in self._batches if batch.state in DELIVERED)

    def next_fetch_offset(self) -> int | None:
        """Returns where the next records for a member are; None while too many are in flight."""
        for batch in self._batches:
            if batch.state is AVAILABLE:
                return batch.first_offset
        return self.end_offset if self._batches.size < self._limits().record_locks else None

    def lock_end_ms(self) -> int | None:
        """Returns when the earliest lock ends that `end_locks` would end then; None where there is none."""
        ends = [batch.lock_end_ms for batch in self._batches if batch.state is ACQUIRED and batch.pending is None]
        return min(ends, default=None)

    # ---- the log --------------------------------------------------------------------------------------------------

    def log_starts_at(self, log_start_offset: int) -> None:
        """Takes out of flight what is gone from the log's start."""
        if log_start_offset > self.start_offset:
            self._batches.drop_below(log_start_offset)
            self._settle()

    def _archive(self, first_offset: int, last_offset: int) -> None:
        """Archives what is available of a range."""
        for batch in self._batches.within(first_offset, last_offset):
            if batch.state is AVAILABLE:
                self._batches.put(batch.become(ARCHIVED, batch.delivery_count))

    # ---- acquiring ------------------------------------------------------------------------------------------------

    def acquire(self, wanted: WantedRecords, fetched: Fetched) -> list[Acquired]:
        """Locks fetched records for a member, as many as it may have.

        Returns:
            Their ranges, in the order of offsets; of neighbouring ranges some may have the same delivery count.
        """
        if not fetched.batches or wanted.max_records <= 0:
            return []
        in_flight, limits = self._batches, self._limits()
        first, last = fetched.batches[0][0], fetched.batches[-1][1]
        room = limits.record_locks - in_flight.size
        if room > 0 and last >= in_flight.end_offset:
            at_most = max(in_flight.end_offset, first) + room - 1
            if wanted.mode == AcquireMode.BATCH_OPTIMIZED:
                at_most = _batch_end(fetched.batches, at_most)
            in_flight.extend(min(last, at_most))
        self._archive(fetched.fetch_offset, first - 1)  # compacted away
        for span in fetched.aborted:
            self._archive(*span)
        acquired = self._acquire_within(wanted, fetched, limits)
        self._settle()
        return acquired

    def _acquire_within(self, wanted: WantedRecords, fetched: Fetched, limits: ShareLimits) -> list[Acquired]:
        acquired: list[Acquired] = []
        left, is_optimized = wanted.max_records, wanted.mode == AcquireMode.BATCH_OPTIMIZED
        for batch in self._batches.within(fetched.batches[0][0], fetched.batches[-1][1]):
            if batch.state is not AVAILABLE:
                continue
            few = _few(batch, limits.delivery_count)
            if few and acquired:
                break
            last_offset = batch.first_offset + min(left, few or left) - 1
            if is_optimized and not few:
                last_offset = _batch_end(fetched.batches, last_offset)
            batch = batch._replace(last_offset=min(batch.last_offset, last_offset))
            locked = batch.become(ACQUIRED, batch.delivery_count + 1)
            self._batches.put(locked._replace(member_id=wanted.member_id, lock_end_ms=wanted.lock_end_ms))
            acquired += _in_sizes(locked, fetched.batches, wanted.batch_size if is_optimized else batch.size)
            left -= batch.size
            if left <= 0 or few:
                break
        return acquired

    # ---- acknowledging --------------------------------------------------------------------------------------------

    def acknowledge(
        self, member_id: str, acknowledgements: Sequence[Acknowledgement], *, lock_end_ms: int
    ) -> Change | None:
        """Notes what a member made of its records: all of it, or nothing.

        Args:
            member_id: the member.
            acknowledgements: in the order of offsets. What is below the start offset is passed over.
            lock_end_ms: until when renewed ones are locked.

        Returns:
            What is to be kept; None where nothing is.

        Raises:
            InvalidRecordState: the member has not acquired one of them, or has acknowledged it already.
            InvalidRequest: nothing at one of these offsets was delivered yet (InvalidRecordState: nothing at all).
        """
        for acknowledged in acknowledgements:
            self._check(member_id, acknowledged)
        write_id = self._write_id + 1
        changed: list[InFlightBatch] = []
        for first, last, kind in acknowledgements:
            for batch in self._batches.within(first, last):
                if kind == RENEW:
                    self._batches.put(batch._replace(lock_end_ms=lock_end_ms))
                    continue
                state = STATE_OF[kind]
                changed.append(self._begin(batch, write_id, self._released(batch) if state is AVAILABLE else state))
        return self._change(write_id, changed)

    def _check(self, member_id: str, acknowledged: Acknowledgement) -> None:
        first, last, _ = acknowledged
        if last >= self.end_offset:
            unknown = InvalidRequest if self._batches.size else InvalidRecordState
            raise unknown(f"of the offsets {first} to {last} those from {self.end_offset} on were not delivered")
        for batch in self._batches.within(first, last):
            if batch.state is not ACQUIRED or batch.member_id != member_id or batch.pending is not None:
                raise InvalidRecordState(
                    f"the offsets {batch.first_offset} to {batch.last_offset} are not acquired by the member"
                )

    def release(self, member_id: str) -> Change | None:
        """Releases all that a member has acquired; what was delivered often enough is archived.

        Returns:
            What is to be kept; None where the member had nothing.
        """
        write_id = self._write_id + 1
        changed = [
            self._begin(batch, write_id, self._released(batch))
            for batch in self._batches.within(self.start_offset, self.end_offset)
            if batch.state is ACQUIRED and batch.member_id == member_id and batch.pending is None
        ]
        return self._change(write_id, changed)

    def end_locks(self, now_ms: int) -> Change | None:
        """Ends the locks whose time is over; what is being acknowledged just then keeps its own until that is kept.

        Returns:
            What is to be kept, and holds already; None where there is nothing.
        """
        changed = []
        for batch in self._batches.within(self.start_offset, self.end_offset):
            if batch.state is ACQUIRED and batch.pending is None and batch.lock_end_ms <= now_ms:
                released = batch.become(self._released(batch), batch.delivery_count)
                self._batches.put(released)
                changed.append(released)
        self._settle()
        return self._change(AT_ONCE, changed)

    def finish(self, write_id: int, *, is_kept: bool) -> None:
        """Ends a change: it holds now, or is taken back, and the records stay acquired until their locks end."""
        for batch in self._batches.within(self.start_offset, self.end_offset):
            pending = batch.pending
            if pending is not None and pending.write_id == write_id:
                self._batches.put(
                    batch.become(pending.state, batch.delivery_count) if is_kept else batch._replace(pending=None)
                )
        self._settle()

    def _released(self, batch: InFlightBatch) -> RecordState:
        return AVAILABLE if batch.delivery_count < self._limits().delivery_count else ARCHIVED

    def _begin(self, batch: InFlightBatch, write_id: int, state: RecordState) -> InFlightBatch:
        """Begins a change of acquired records; returns what they will be."""
        becomes = batch.become(state, batch.delivery_count)
        self._batches.put(batch._replace(pending=Transition(write_id, becomes.state)))
        return becomes

    def _change(self, write_id: int, changed: Sequence[InFlightBatch]) -> Change | None:
        if not changed:
            return None
        self._write_id = max(self._write_id, write_id)
        return Change(
            write_id,
            [StateBatch(batch.first_offset, batch.last_offset, batch.state, batch.delivery_count) for batch in changed],
        )

    def keep(self, changes: Sequence[Change]) -> Kept:
        """Returns what is to be written of changes: where the start offset will be, and what has changed behind it."""
        write_ids = {change.write_id for change in changes}
        start_offset, complete = self.start_offset, 0
        for batch in self._batches:
            pending = batch.pending
            state = pending.state if pending is not None and pending.write_id in write_ids else batch.state
            if state not in DELIVERED:
                continue
            if batch.first_offset == start_offset:
                start_offset = batch.last_offset + 1
            else:
                complete += batch.size
        batches = [
            batch._replace(first_offset=max(batch.first_offset, start_offset))
            for change in changes
            for batch in change.batches
            if batch.last_offset >= start_offset
        ]
        return Kept(start_offset, complete, batches)

    def _settle(self) -> None:
        """Moves the start offset behind what needs no delivery, the end offset before what never had one."""
        self._batches.trim()
        start_offset = self.start_offset
        for batch in self._batches:
            if batch.state not in DELIVERED:
                break
            start_offset = batch.last_offset + 1
        if start_offset > self.start_offset:
            self._batches.drop_below(start_offset)


_STATE_KEPT: Final[dict[int, RecordState]] = {state: state for state in (AVAILABLE, *DELIVERED)}


def _few(batch: InFlightBatch, delivery_limit: int) -> int:
    """Returns how many of records that were delivered often are delivered at once; 0: as many as there are."""
    delivered = batch.delivery_count
    smaller_from = max(SMALLER_FROM_DELIVERIES_MIN, -(-delivery_limit // 2))
    if delivered < smaller_from:
        return 0
    if delivered == delivery_limit - 1:
        return 1
    return max(1, batch.size >> (delivered - smaller_from + 1))


def _batch_end(batches: Sequence[Span], offset: int) -> int:
    """Returns the last offset of the log's batch that an offset is in; the offset where it is in none."""
    index = bisect_left(batches, offset, key=_last_of)
    return batches[index][1] if index < len(batches) and batches[index][0] <= offset else offset


def _in_sizes(locked: InFlightBatch, batches: Sequence[Span], size: int) -> Iterator[Acquired]:
    """Yields acquired records in ranges of about a size, which end where batches of the log do."""
    first, count = locked.first_offset, locked.delivery_count
    if locked.size > size:
        for base, _ in batches:
            if base - first >= size and base <= locked.last_offset:
                yield Acquired(first, base - 1, count)
                first = base
    yield Acquired(first, locked.last_offset, count)


def _last_of(span: Span) -> int:
    return span[1]
