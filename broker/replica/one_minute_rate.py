"""How often something happens, a second, over the last minute: what Kafka's meters call the one-minute rate.

Each event counts for less the longer ago it was: e^(-age / 60 s). Two numbers, whatever the rate is.
"""

from __future__ import annotations

from math import exp
from typing import Final

from kavka.timer.moments import MonotonicMs

_MINUTE_MS: Final = 60_000


class OneMinuteRate:
    """One such rate."""

    __slots__ = ("_last_ms", "_weight")

    def __init__(self) -> None:
        self._weight = 0.0
        self._last_ms = MonotonicMs(0)

    def mark(self, now_ms: MonotonicMs) -> None:
        """Counts one event."""
        self._weight = self._decayed(now_ms) + 1
        self._last_ms = now_ms

    def per_second(self, now_ms: MonotonicMs) -> float:
        """Returns the events per second, over the last minute."""
        return self._decayed(now_ms) / (_MINUTE_MS / 1000)

    def _decayed(self, now_ms: MonotonicMs) -> float:
        return self._weight * exp((self._last_ms - now_ms) / _MINUTE_MS) if self._weight else 0.0
