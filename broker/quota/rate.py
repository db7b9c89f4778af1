"""How much of something a client uses: the sampled rate and the token bucket that Kafka's quotas are made of.

A rate keeps `samples` windows of `window_ms` each and forgets a window as a whole:

    │ 0 │ 900 kB │ 0 │ … │ 120 kB │        rate = sum ÷ (time since the oldest window began)
      ▲ oldest               ▲ current      with at least samples − 1 windows in the divisor, so that a client
                                            that has just come is not throttled for its first burst

What is used beyond the quota has to be waited for: with rate O over a window of W, a quota of T holds again after
X = (O − T) ÷ T × W, because O × W ÷ (W + X) = T. A bucket gains `per_second` tokens a second, holds a burst of
`samples` windows' worth, and may go below zero; what it lacks is the time to wait.

Kafka's `Rate` over `SampledStat` and `TokenBucket` (clients/…/metrics/stats), number for number: a test holds both to
what Kafka's own classes computed. Sans I/O; time is an argument. Not here: whose rate, and what its quota is.
"""

from __future__ import annotations

from math import floor
from typing import Final

from kavka.timer.moments import MonotonicMs

_MS_PER_SECOND: Final = 1000

THROTTLE_MS_MAX: Final = 2**31 - 1
"""The largest number that fits `throttle_time_ms`."""


class SampledRate:
    """The rate of one thing over sampled windows.

    Args:
        samples: how many windows are kept, the one in progress among them; `quota.window.num`.
        window_ms: how long one is; `quota.window.size.seconds`.
    """

    __slots__ = ("_begun_ms", "_current", "_sums", "_used_ms", "samples", "window_ms")

    def __init__(self, samples: int, window_ms: int) -> None:
        self.samples = samples
        self.window_ms = window_ms
        # One more than counts: the oldest still overlaps the time that is looked at (KAFKA-15770).
        self._begun_ms: list[MonotonicMs] = []
        self._used_ms: list[MonotonicMs] = []
        self._sums: list[float] = []
        self._current = 0

    def record(self, value: float, now_ms: MonotonicMs) -> None:
        """Records a use; negative takes back.

        Args:
            value: in the rate's own unit.
            now_ms: monotonic.
        """
        if not self._sums:
            self._begin(0, now_ms)
        elif now_ms - self._begun_ms[self._current] >= self.window_ms:
            self._current = (self._current + 1) % (self.samples + 1)
            self._begin(self._current, now_ms)
        self._sums[self._current] += value
        self._used_ms[self._current] = now_ms

    def per_second(self, now_ms: MonotonicMs) -> float:
        """Returns the rate at this moment."""
        self._forget(now_ms)
        return sum(self._sums) / (self._window_ms(now_ms) / _MS_PER_SECOND)

    def window_length_ms(self, now_ms: MonotonicMs) -> int:
        """Returns the rate's divisor in milliseconds, at least 1."""
        self._forget(now_ms)
        return self._window_ms(now_ms)

    def _window_ms(self, now_ms: MonotonicMs) -> int:
        elapsed = now_ms - min(self._begun_ms)
        lacking = self.samples - 1 - elapsed // self.window_ms
        return (elapsed + lacking * self.window_ms if lacking > 0 else elapsed) or 1

    def throttle_ms(self, quota: float, now_ms: MonotonicMs) -> int:
        """Returns how long until the rate is within `quota` again; 0 when it is. Nothing may be used until then."""
        self._forget(now_ms)
        window_ms = self._window_ms(now_ms)
        rate = sum(self._sums) / (window_ms / _MS_PER_SECOND)
        if rate <= quota:
            return 0
        if quota <= 0:
            return self.window_ms  # Kafka divides by it
        return _rounded((rate - quota) / quota * window_ms)

    def _begin(self, position: int, now_ms: MonotonicMs) -> None:
        if position == len(self._sums):
            self._sums.append(0.0)
            self._begun_ms.append(now_ms)
            self._used_ms.append(now_ms)
        else:
            self._sums[position] = 0.0
            self._begun_ms[position] = now_ms
            self._used_ms[position] = now_ms

    def _forget(self, now_ms: MonotonicMs) -> None:
        """Empties the windows that are too old; their time begins again, as in SampledStat.purgeObsoleteSamples."""
        if not self._sums:
            self._begin(0, now_ms)
        limit_ms = now_ms - self.samples * self.window_ms
        if min(self._used_ms) > limit_ms:
            return
        for position, used_ms in enumerate(self._used_ms):
            if used_ms <= limit_ms:
                self._begin(position, now_ms)


class TokenBucket:
    """Tokens for things that come in bursts: partitions that are created or deleted (KIP-599).

    Args:
        samples: of how many windows a burst may be; `controller.quota.window.num`.
        window_ms: how long one is; `controller.quota.window.size.seconds`.
    """

    __slots__ = ("_burst_ms", "_filled_ms", "_tokens")

    def __init__(self, samples: int, window_ms: int) -> None:
        self._burst_ms = samples * window_ms
        self._tokens = 0.0
        self._filled_ms: MonotonicMs | None = None

    def tokens(self, quota: float, now_ms: MonotonicMs) -> float:
        """Returns the tokens at this moment; negative when too many were taken.

        Args:
            quota: tokens a second.
            now_ms: monotonic.
        """
        burst = self._burst_ms / _MS_PER_SECOND * quota
        if self._filled_ms is None:
            self._tokens = burst
        else:
            self._tokens = min(burst, self._tokens + quota * (now_ms - self._filled_ms) / _MS_PER_SECOND)
        self._filled_ms = now_ms
        return self._tokens

    def take(self, count: float, quota: float, now_ms: MonotonicMs) -> None:
        """Takes tokens, also beyond those that are there."""
        self._tokens = self.tokens(quota, now_ms) - count

    def throttle_ms(self, quota: float, now_ms: MonotonicMs) -> int:
        """Returns how long until no token is owed; 0 when none is."""
        tokens = self.tokens(quota, now_ms)
        if tokens >= 0:
            return 0
        return _rounded(-tokens / quota * _MS_PER_SECOND) if quota > 0 else self._burst_ms


def _rounded(ms: float) -> int:
    """Rounds as Java does: halves go up."""
    return min(floor(ms + 0.5), THROTTLE_MS_MAX)
