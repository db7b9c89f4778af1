"""Values that a client measures of itself: their number, sum, average, maximum and rate. Without I/O.

    record ─▶ ┌ this window ┐  30 s, as `metrics.sample.window.ms`: averages, maxima and rates are of these two,
              └ the former  ┘  as with `metrics.num.samples=2`
              └▶ totals since the client began

Recording is two additions and a comparison: it happens for each request and batch, whether anybody asks for the values
or not. Kafka's `Avg`, `Max`, `Rate` and `CumulativeSum`, of org.apache.kafka.common.metrics.stats.

Not here: what is measured, and by which names it is told (`client_measures`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kavka.timer.moments import MonotonicMs

WINDOW_MS: Final = 30_000
"""Kafka's `metrics.sample.window.ms`."""


class _Window:
    """What was recorded in one window."""

    __slots__ = ("count", "maximum", "start_ms", "sum")

    def __init__(self, start_ms: MonotonicMs) -> None:
        self.start_ms = start_ms
        self.count = 0
        self.sum: float = 0
        self.maximum: float = 0

    def counts(self, now_ms: MonotonicMs) -> bool:
        """Tells whether it is not too old, two windows since its beginning."""
        return now_ms - self.start_ms < 2 * WINDOW_MS


class SampledStat:
    """What was recorded of one quantity, which is never negative.

    Args:
        now_ms: the present.
    """

    __slots__ = ("_count_before", "_former", "_sum_before", "_window")

    def __init__(self, now_ms: MonotonicMs) -> None:
        self._window = _Window(now_ms)
        self._former: _Window | None = None
        self._count_before = 0
        self._sum_before: float = 0

    def record(self, value: float, now_ms: MonotonicMs) -> None:
        """Takes one value."""
        window = self._window
        if now_ms - window.start_ms >= WINDOW_MS:
            window = self._turn(now_ms)
        window.count += 1
        window.sum += value
        if value > window.maximum:
            window.maximum = value

    def _turn(self, now_ms: MonotonicMs) -> _Window:
        self._former = self._window
        self._count_before += self._former.count
        self._sum_before += self._former.sum
        self._window = _Window(now_ms)
        return self._window

    @property
    def count(self) -> int:
        """Returns how many values were recorded since the beginning."""
        return self._count_before + self._window.count

    @property
    def total(self) -> float:
        """Returns the sum of all values since the beginning."""
        return self._sum_before + self._window.sum

    def average(self, now_ms: MonotonicMs) -> float | None:
        """Returns the average of the windows that count; None: nothing was recorded in them."""
        windows = self._counting(now_ms)
        count = sum(window.count for window in windows)
        return sum(window.sum for window in windows) / count if count else None

    def maximum(self, now_ms: MonotonicMs) -> float | None:
        """Returns the largest value of the windows that count; None: nothing was recorded in them."""
        return max((window.maximum for window in self._counting(now_ms) if window.count), default=None)

    def rate(self, now_ms: MonotonicMs) -> float:
        """Returns how much was recorded per second; of a client that has just begun, as if it had a window behind."""
        return self._per_second(sum(window.sum for window in self._counting(now_ms)), now_ms)

    def frequency(self, now_ms: MonotonicMs) -> float:
        """Returns how many values were recorded per second, likewise."""
        return self._per_second(sum(window.count for window in self._counting(now_ms)), now_ms)

    def _per_second(self, amount: float, now_ms: MonotonicMs) -> float:
        windows = self._counting(now_ms)
        elapsed_ms = now_ms - windows[0].start_ms if windows else 0
        if elapsed_ms < WINDOW_MS:
            elapsed_ms += WINDOW_MS  # Kafka's Rate.windowSize: one full window is supposed to be behind
        return amount * 1_000 / elapsed_ms

    def _counting(self, now_ms: MonotonicMs) -> list[_Window]:
        return [window for window in (self._former, self._window) if window is not None and window.counts(now_ms)]
