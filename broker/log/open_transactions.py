"""The transactions of one log that hold its last stable offset back.

    first record ─▶ ongoing ─ marker ─▶ unreplicated ─ high watermark behind the marker ─▶ forgotten

    offsets       10      20      30      40      50              first unstable offset
    log           a ····· b ····· A       c       end             high watermark 30: 10, A may still be lost
                                                                  high watermark 31: 20, b is open

An ended transaction counts until its marker is replicated: a new leader may lack the marker, and then the transaction
is open there, so nobody may have read past its beginning (`ongoingTxns`, `unreplicatedTxns` of Kafka's
`ProducerStateManager`). Pure: the log notes what began and ended, `LogOffsets` asks what that means.

The high watermark asks at every move, so nothing here looks through all of them: the ongoing lie in the order of their
first offsets, those that have ended in the order of their markers and, for the earliest first offset, in a heap, too.
"""

from __future__ import annotations

from collections import OrderedDict
from heapq import heappop, heappush
from typing import Final, NamedTuple

NO_UNSTABLE: Final = 1 << 63
"""The first unstable offset of a log without transactions: behind every offset."""


class EndedTxn(NamedTuple):
    """A transaction that its marker ended.

    Attributes:
        first_offset: of its first record.
        last_offset: of the marker.
    """

    producer_id: int
    first_offset: int
    last_offset: int
    is_aborted: bool


class OpenTransactions:
    """Ongoing and unreplicated transactions, by the offset that they began with."""

    __slots__ = ("_ended", "_ongoing", "_unreplicated")

    # A plain dict whose first items are gone looks through the holes that they left, at each look for the first.
    def __init__(self) -> None:
        self._ongoing: OrderedDict[int, int] = OrderedDict()
        """First offset → producer id; offsets grow, for that is how logs are written and snapshots loaded."""
        self._unreplicated: OrderedDict[int, int] = OrderedDict()
        """First offset → offset of the marker; markers grow."""
        self._ended: list[int] = []
        """A heap of first offsets: all of `_unreplicated`, and some that have left it."""

    def __len__(self) -> int:
        return len(self._ongoing)

    @property
    def oldest_producer(self) -> int | None:
        """Returns the producer whose ongoing transaction began first; None without one."""
        return next(iter(self._ongoing.values()), None)

    def begin(self, first_offset: int, producer_id: int) -> None:
        """Notes that a producer's first transactional record is in the log."""
        assert not self._ongoing or first_offset > next(reversed(self._ongoing))
        self._ongoing[first_offset] = producer_id

    def last_stable_offset_after(self, ended: EndedTxn) -> int:
        """Returns the last stable offset once this transaction has ended. The transaction index notes it."""
        for first_offset in self._ongoing:
            if first_offset != ended.first_offset:
                return first_offset
        return ended.last_offset + 1

    def end(self, ended: EndedTxn) -> None:
        """Notes that a transaction's marker is in the log. An ABORT is in the transaction index by then, too."""
        self._ongoing.pop(ended.first_offset, None)
        self._unreplicated[ended.first_offset] = ended.last_offset
        heappush(self._ended, ended.first_offset)

    def first_unstable_offset(self, high_watermark: int) -> int:
        """Returns where the earliest ongoing or unreplicated transaction begins; NO_UNSTABLE when there is none.

        Those whose marker lies below the high watermark are forgotten.
        """
        unreplicated, ended = self._unreplicated, self._ended
        while unreplicated and next(iter(unreplicated.values())) < high_watermark:
            unreplicated.popitem(last=False)
        while ended and ended[0] not in unreplicated:
            heappop(ended)
        first = ended[0] if ended else NO_UNSTABLE
        return min(first, next(iter(self._ongoing), NO_UNSTABLE))

    def restore(self, ongoing: dict[int, int]) -> None:
        """Takes a snapshot's ongoing transactions (first offset → producer id) in place of all."""
        self._ongoing = OrderedDict(sorted(ongoing.items()))
        self._unreplicated.clear()
        self._ended.clear()
