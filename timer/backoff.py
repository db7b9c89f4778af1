"""How long to pause before what failed is tried again: Kafka's exponential backoff (KIP-580), as a value. Sans I/O.

    failed tries before   0      1      2      3      …
    pause                 first  2x     4x     8x     … never above the greatest, spread by ±20 % where there is chance

One object says the rule, and whoever tries counts its own failures: to have succeeded is to count from 0 again. Not
here: the waiting, which is the caller's, with whatever wakes it earlier.
"""

from __future__ import annotations

from typing import Final, Protocol

JITTER: Final = 0.2
"""How far a pause is spread to either side, as in Kafka's clients."""
DOUBLINGS_MAX: Final = 16
"""Enough for any cap, and no number that grows for as long as a peer is away."""
PAUSE_MS_MIN: Final = 1
"""No pause is none: a loop that fails at once would otherwise take a whole processor."""


class Chance(Protocol):
    """What spreads a pause; `random.Random` is one. Whoever makes it says where its luck comes from."""

    def uniform(self, low: float, high: float, /) -> float:
        """Returns a number between two."""


class Backoff:
    """A first pause that doubles up to a greatest one.

    Args:
        first_ms: the pause after the first failure; at least `PAUSE_MS_MIN` is waited.
        max_ms: the longest pause; below the first one it bounds that, too.
        rng: spreads the pauses, so that those who failed together do not come back together; None: exact pauses.
    """

    __slots__ = ("_rng", "first_ms", "max_ms")

    def __init__(self, first_ms: int, max_ms: int, rng: Chance | None = None) -> None:
        self.first_ms = first_ms
        self.max_ms = max_ms
        self._rng = rng

    def pause_ms(self, failures: int) -> int:
        """Returns the pause before the next try, in ms.

        Args:
            failures: tries that failed in a row before the one that failed just now.
        """
        pause_ms: float = min(self.max_ms, self.first_ms << min(failures, DOUBLINGS_MAX))
        if self._rng is not None:
            pause_ms *= self._rng.uniform(1 - JITTER, 1 + JITTER)
        return max(PAUSE_MS_MIN, int(pause_ms))
