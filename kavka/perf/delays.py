"""The delays of timers, as they are in practice: four distributions, drawn by a seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

P75_OF_NORMAL: Final = 0.674490
"""The 75th percentile of the standard normal distribution: how TestPurgatoryPerformance turns percentiles to sigma."""


class Delays(NamedTuple):
    """A distribution, with the parameters of all of them in milliseconds; each reads its own.

    Attributes:
        law: uniform, exponential, fixed or lognormal.
        min_ms: the shortest, of uniform.
        max_ms: no delay is longer, whatever its law.
        mean_ms: of exponential.
        fixed_ms: of fixed.
        pct50_ms: the median, of lognormal.
        pct75_ms: the 75th percentile, of lognormal.
    """

    law: str = "uniform"
    min_ms: int = 1
    max_ms: int = 30_000
    mean_ms: float = 5_000
    fixed_ms: int = 500
    pct50_ms: float = 20
    pct75_ms: float = 60

    def draw(self, count: int, chance: random.Random) -> list[int]:
        """Draws as many delays as timers: whole milliseconds, at least 1."""
        law = LAWS[self.law]
        return [min(max(round(law(self, chance)), 1), self.max_ms) for _ in range(count)]


def _uniform(delays: Delays, chance: random.Random) -> float:
    return chance.randint(min(delays.min_ms, delays.max_ms), delays.max_ms)


def _exponential(delays: Delays, chance: random.Random) -> float:
    return chance.expovariate(1 / delays.mean_ms)


def _fixed(delays: Delays, chance: random.Random) -> float:
    return float(delays.fixed_ms)


def _lognormal(delays: Delays, chance: random.Random) -> float:
    return lognormal(chance, pct50=delays.pct50_ms, pct75=delays.pct75_ms)


def lognormal(chance: random.Random, *, pct50: float, pct75: float) -> float:
    """Draws one value of the log-normal distribution that has these percentiles."""
    mean = math.log(pct50)
    return math.exp(chance.gauss(mean, (math.log(pct75) - mean) / P75_OF_NORMAL))


LAWS: Final[Mapping[str, Callable[[Delays, random.Random], float]]] = {
    "uniform": _uniform,
    "exponential": _exponential,
    "fixed": _fixed,
    "lognormal": _lognormal,
}
LAW_WORDS: Final = (
    "uniform: from the least delay to the greatest; exponential: by its mean; fixed: one delay; "
    "lognormal: like the latencies of Kafka's purgatory benchmark, by two percentiles"
)
