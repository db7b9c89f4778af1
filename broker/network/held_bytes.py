"""What connections make a broker hold, within a budget: how much it is, and whose connection has to go for it.

    held      0 ─────────── half ─────────── budget ──────── 5/4 ───────▶
    closed    nobody        stalled 10 s     stalled 2 s     the one that stalled longest

A connection is noted with what it holds, and again whenever it gets on, which puts it behind all others: the first is
always the one that has not got on for longest. Whoever gets on is never closed while somebody does not, and below half
of the budget nobody is: that one reads slowly costs nothing while there is room. Sans I/O.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from kavka.timer.moments import MonotonicMs

PATIENCE_MS: Final = 10_000
"""With more than half of the budget held: for so long nobody is closed who does not get on."""

PATIENCE_SHORT_MS: Final = 2_000
"""Likewise beyond the budget."""

BEYOND: Final = 4
"""By more than one part in so many beyond the budget, the patience ends."""

Holder = TypeVar("Holder")


class HeldBytes(Generic[Holder]):
    """Bytes that are held for others.

    Attributes:
        bytes_max: the budget.
        held: of all holders.

    Args:
        bytes_max: at least 1.
    """

    __slots__ = ("_of", "bytes_max", "held")

    def __init__(self, bytes_max: int) -> None:
        assert bytes_max > 0
        self.bytes_max = bytes_max
        self.held = 0
        # Invariant: in the order of their times, and `held` is the sum of the bytes.
        self._of: dict[Holder, tuple[int, MonotonicMs]] = {}

    @property
    def holders(self) -> int:
        """Returns how many holders hold something."""
        return len(self._of)

    @property
    def is_tight(self) -> bool:
        """Tells whether more than half of the budget is held."""
        return self.held * 2 > self.bytes_max

    def of(self, holder: Holder) -> int:
        """Returns the bytes that a holder holds."""
        return self._of[holder][0] if holder in self._of else 0

    def note(self, holder: Holder, size: int, now_ms: MonotonicMs) -> None:
        """Notes the bytes that a holder holds from now on, and that it made progress.

        Args:
            holder: who.
            size: bytes; 0: nothing any more.
            now_ms: monotonic.
        """
        had = self._of.pop(holder, None)
        if had is not None:
            self.held -= had[0]
        if size:
            self._of[holder] = (size, now_ms)
            self.held += size

    def overdue(self, now_ms: MonotonicMs) -> tuple[Holder, int] | None:
        """Names the holder that has to go now, and its time without progress, ms.

        None: nobody. A holder that is alone does not have to go: nobody needs the room.
        """
        if not self.is_tight or len(self._of) < 2:
            return None
        holder, (_, since_ms) = next(iter(self._of.items()))
        if self.held > self.bytes_max + self.bytes_max // BEYOND:
            patience_ms = 0
        else:
            patience_ms = PATIENCE_SHORT_MS if self.held > self.bytes_max else PATIENCE_MS
        stalled_ms = now_ms - since_ms
        return (holder, stalled_ms) if stalled_ms >= patience_ms else None
