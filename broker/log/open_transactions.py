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
from collections.abc import Collection
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

    # A plain dict whose first items are gone looks through the holes that they left, at each look for the first. And
    # there are none until a transaction has begun: few logs ever have one.
    def __init__(self) -> None:
        self._ongoing: OrderedDict[int, int] | None = None
        """First offset → producer id; offsets grow, for that is how logs are written and snapshots loaded."""
        self._unreplicated: OrderedDict[int, int] | None = None
        """First offset → offset of the marker; markers grow."""
        self._ended: list[int] | None = None
        """A heap of first offsets: all of `_unreplicated`, and some that have left it."""

    def __len__(self) -> int:
        return len(self._ongoing or ())

    @property
    def oldest_producer(self) -> int | None:
        """Returns the producer whose ongoing transaction began first; None without one."""
        return next(iter(self._ongoing.values()), None) if self._ongoing else None

    def begin(self, first_offset: int, producer_id: int) -> None:
        """Notes that a producer's first transactional record is in the log."""
        if self._ongoing is None:
            self._ongoing = OrderedDict()
        assert not self._ongoing or first_offset > next(reversed(self._ongoing))
        self._ongoing[first_offset] = producer_id

    def last_stable_offset_after(self, ended: EndedTxn) -> int:
        """Returns the last stable offset once this transaction has ended. The transaction index notes it."""
        for first_offset in self._ongoing or ():
            if first_offset != ended.first_offset:
                return first_offset
        return ended.last_offset + 1

    def end(self, ended: EndedTxn) -> None:
        """Notes that a transaction's marker is in the log. An ABORT is in the transaction index by then, too."""
        if self._ongoing:
            self._ongoing.pop(ended.first_offset, None)
        if self._unreplicated is None or self._ended is None:
            self._unreplicated, self._ended = OrderedDict(), []
        self._unreplicated[ended.first_offset] = ended.last_offset
        heappush(self._ended, ended.first_offset)

    def first_unstable_offset(self, high_watermark: int) -> int:
        """Returns where the earliest ongoing or unreplicated transaction begins; NO_UNSTABLE when there is none.

        Those whose marker lies below the high watermark are forgotten.
        """
        unreplicated, ended = self._unreplicated, self._ended
        first = NO_UNSTABLE
        if unreplicated is not None and ended is not None:
            while unreplicated and next(iter(unreplicated.values())) < high_watermark:
                unreplicated.popitem(last=False)
            while ended and ended[0] not in unreplicated:
                heappop(ended)
            if ended:
                first = ended[0]
        return min(first, next(iter(self._ongoing), NO_UNSTABLE)) if self._ongoing else first

    def restore(self, ongoing: dict[int, int]) -> None:
        """Takes a snapshot's ongoing transactions (first offset → producer id) in place of all."""
        self._ongoing = OrderedDict(sorted(ongoing.items())) if ongoing else None
        self._unreplicated = self._ended = None

    def restore_unreplicated(self, former: OpenTransactions) -> None:
        """Takes in whose markers may still be lost: a snapshot has forgotten transactions that have ended."""
        known = dict(self._unreplicated or ()) | dict(former._unreplicated or ())
        if known:
            self._unreplicated = OrderedDict(sorted(known.items(), key=lambda item: item[1]))
            self._ended = sorted(known)

    def rewind(self, offset: int, producer_ids: Collection[int], former: OpenTransactions) -> None:
        """Takes in that the log ends at `offset` now: of some producers' transactions those are ongoing that were."""
        known: dict[int, int] = self._ongoing or {}
        markers: dict[int, int] = self._unreplicated or {}
        ongoing = {first: producer_id for first, producer_id in known.items() if producer_id not in producer_ids}
        unreplicated = [(first, marker) for first, marker in markers.items() if marker < offset]
        self.restore({**ongoing, **(former._ongoing or {})})
        if unreplicated:
            self._unreplicated = OrderedDict(unreplicated)
            self._ended = sorted(first for first, _ in unreplicated)
