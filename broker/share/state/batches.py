"""Batches of offsets laid over one another: the state of each offset is the furthest that was ever written. Pure.

    kept       ├── available, 1 ──────────────┤
    changed             ├── acknowledged, 1 ───────┤    ├─ available, 2 ─┤
    combined   ├─ a. 1 ─┤── acknowledged, 1 ───────┤    ├─ available, 2 ─┤

Of two that name an offset the one with the higher delivery count holds, and of one count the higher delivery state.
So it does not matter in which order they are combined, nor whether one is combined twice. What is below the start
offset is left out, and neighbours of one state and count are one batch.

Kafka: `PersisterStateBatchCombiner`. It leaves some neighbours apart; which offset has which state is the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from operator import attrgetter
from typing import Final

from kavka.broker.share.persister import StateBatch

_FIRST: Final = attrgetter("first_offset")
_LAST: Final = attrgetter("last_offset")


def combine(batches: Iterable[StateBatch], start_offset: int) -> list[StateBatch]:
    """Combines batches in any order, overlapping or not, from the start offset on.

    Returns:
        Them in the order of offsets, none overlapping, no two of them to be merged.
    """
    pieces = sorted(
        (max(batch.first_offset, start_offset), *batch[1:]) for batch in batches if batch.last_offset >= start_offset
    )
    edges = sorted({piece[0] for piece in pieces} | {piece[1] + 1 for piece in pieces})
    over: list[tuple[int, int, int]] = []
    """What may cover the offsets at hand, a heap: delivery count and state, negative, and the last offset."""
    combined: list[StateBatch] = []
    taken = 0
    for first, behind in pairwise(edges):
        while taken < len(pieces) and pieces[taken][0] == first:
            _, last, state, count = pieces[taken]
            heappush(over, (-count, -state, last))
            taken += 1
        while over and over[0][2] < first:
            heappop(over)
        if over:
            _join(combined, StateBatch(first, behind - 1, -over[0][1], -over[0][0]))
    return combined


def lay_over(kept: Sequence[StateBatch], changed: Sequence[StateBatch], start_offset: int) -> list[StateBatch]:
    """Combines batches with those that were combined before; what they do not touch is not looked at.

    Args:
        kept: as `combine` returns them.
        changed: in any order, overlapping or not.
        start_offset: what is below is left out.
    """
    changed = [batch for batch in changed if batch.last_offset >= start_offset]
    begin = bisect_left(kept, start_offset, key=_LAST)
    from_ = to = len(kept)
    if changed:
        # One offset to each side, since neighbours of one state and count become one.
        first = min(map(_FIRST, changed)) - 1
        behind = max(map(_LAST, changed)) + 2
        from_ = max(bisect_left(kept, first, key=_LAST), begin)
        to = max(bisect_left(kept, behind, key=_FIRST), from_)
    between = combine([*kept[from_:to], *changed], start_offset)
    before = kept[begin:from_]
    return [*combine(before[:1], start_offset), *before[1:], *between, *kept[to:]]


def _join(combined: list[StateBatch], batch: StateBatch) -> None:
    """Appends the next batch, or makes the last one longer where they are one."""
    if combined:
        last = combined[-1]
        if last.last_offset + 1 == batch.first_offset and last[2:] == batch[2:]:
            combined[-1] = last._replace(last_offset=batch.last_offset)
            return
    combined.append(batch)
