"""The records in flight of a share-partition, as batches of neighbours with the same state. Sans I/O.

    start offset                                                      end offset
    │ 0–9 ACKNOWLEDGED │ 10–14 ACQUIRED by a, 1st │ 15–15 AVAILABLE, 2nd │
                                                                          └─ from here on nothing was delivered yet

The batches cover all from the start offset to the end offset, none overlapping. A change of a part of a batch splits
it, and neighbours that come to be alike are joined: a partition whose members keep up has a few, whatever the number of
its records. Kafka keeps the log's batches instead, and a map of offsets for each that has parts.

Not here: which changes there are (`in_flight_records`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kavka.broker.share.partition.states import AVAILABLE, RECORD_TRANSITIONS, RecordState

NOBODY: Final = ""
"""The member that has acquired what nobody has."""


class Transition(NamedTuple):
    """What records become when it is kept; until then it may be taken back.

    Attributes:
        write_id: of the write that keeps it.
    """

    write_id: int
    state: RecordState


class InFlightBatch(NamedTuple):
    """Neighbours with the same state, both offsets included.

    Attributes:
        delivery_count: how often they were acquired.
        member_id: who has acquired them; NOBODY in all other states.
        lock_end_ms: until when they are locked.
        pending: what they are about to become; they are acquired until then.
    """

    first_offset: int
    last_offset: int
    state: RecordState
    delivery_count: int
    member_id: str = NOBODY
    lock_end_ms: int = 0
    pending: Transition | None = None

    @property
    def size(self) -> int:
        """Returns the number of offsets."""
        return self.last_offset - self.first_offset + 1

    def become(self, state: RecordState, delivery_count: int) -> InFlightBatch:
        """Returns the batch in another state, which nobody has acquired."""
        RECORD_TRANSITIONS.check(self.state, state, subject=self)
        return InFlightBatch(self.first_offset, self.last_offset, state, delivery_count)


class InFlightBatches:
    """The batches in flight, in the order of offsets.

    Attributes:
        start_offset: of the first batch.
        end_offset: behind the last batch.

    Invariant: the batches cover start_offset to end_offset; none is empty; neighbours are not alike.
    """

    __slots__ = ("_batches", "end_offset", "start_offset")

    def __init__(self, start_offset: int) -> None:
        self._batches: list[InFlightBatch] = []
        self.start_offset = self.end_offset = start_offset

    def __iter__(self) -> Iterator[InFlightBatch]:
        return iter(self._batches)

    @property
    def size(self) -> int:
        """Returns the number of offsets in flight."""
        return self.end_offset - self.start_offset

    def within(self, first_offset: int, last_offset: int) -> list[InFlightBatch]:
        """Lists the batches of a range, cut to it."""
        first, last = max(first_offset, self.start_offset), min(last_offset, self.end_offset - 1)
        if first > last:
            return []
        found = self._batches[self._index(first) : self._index(last) + 1]
        if found[0].first_offset < first:
            found[0] = found[0]._replace(first_offset=first)
        if found[-1].last_offset > last:
            found[-1] = found[-1]._replace(last_offset=last)
        return found

    def put(self, changed: InFlightBatch) -> None:
        """Replaces what is in flight of a range."""
        assert self.start_offset <= changed.first_offset <= changed.last_offset < self.end_offset, f"{changed} is far"
        batches = self._batches
        start, stop = self._index(changed.first_offset), self._index(changed.last_offset) + 1
        head, tail = batches[start], batches[stop - 1]
        pieces = batches[start - 1 : start] if start else []
        if head.first_offset < changed.first_offset:
            pieces.append(head._replace(last_offset=changed.first_offset - 1))
        pieces.append(changed)
        if tail.last_offset > changed.last_offset:
            pieces.append(tail._replace(first_offset=changed.last_offset + 1))
        pieces += batches[stop : stop + 1]
        batches[max(start - 1, 0) : stop + 1] = _joined(pieces)

    def extend(self, last_offset: int) -> None:
        """Brings what follows the end offset into flight, as available and never delivered."""
        assert last_offset >= self.end_offset, f"{last_offset} is in flight, up to {self.end_offset}"
        batches = self._batches
        batches[-1:] = _joined([*batches[-1:], InFlightBatch(self.end_offset, last_offset, AVAILABLE, 0)])
        self.end_offset = last_offset + 1

    def trim(self) -> None:
        """Takes out of flight what at its end was never delivered."""
        if self._batches:
            last = self._batches[-1]
            if last.state is AVAILABLE and not last.delivery_count:
                del self._batches[-1]
                self.end_offset = last.first_offset

    def drop_below(self, offset: int) -> None:
        """Takes out of flight all below an offset, which becomes the start offset."""
        assert offset >= self.start_offset, f"{offset} is below the start offset {self.start_offset}"
        if offset >= self.end_offset:
            self._batches.clear()
            self.end_offset = offset
        else:
            index = self._index(offset)
            del self._batches[:index]
            self._batches[0] = self._batches[0]._replace(first_offset=offset)
        self.start_offset = offset

    def _index(self, offset: int) -> int:
        """Returns the index of the batch that has an offset."""
        return bisect_right(self._batches, offset, key=_first_offset) - 1


def _first_offset(batch: InFlightBatch) -> int:
    return batch.first_offset


def _joined(pieces: Sequence[InFlightBatch]) -> list[InFlightBatch]:
    """Joins neighbours that are alike."""
    joined = [pieces[0]]
    for piece in pieces[1:]:
        last = joined[-1]
        if last[2:] == piece[2:]:
            joined[-1] = last._replace(last_offset=piece.last_offset)
        else:
            joined.append(piece)
    return joined
