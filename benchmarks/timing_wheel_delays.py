"""The delays of `benchmarks.timing_wheel`: distributions that timers have in practice, drawn by a seed."""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable

P75_OF_NORMAL = 0.674490
"""The 75th percentile of the standard normal distribution: how TestPurgatoryPerformance turns percentiles to sigma."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the distributions and their parameters, all in milliseconds."""
    made = parser.add_argument_group("delays")
    made.add_argument(
        "--delay-distribution",
        choices=sorted(DISTRIBUTIONS),
        default="uniform",
        help="uniform: from --delay-min to --delay-max; exponential: mean --delay-mean; fixed: --delay; "
        "lognormal: like the latencies of Kafka's purgatory benchmark, by --delay-pct50 and --delay-pct75",
    )
    made.add_argument("--delay-min", type=int, default=1, metavar="MS")
    made.add_argument(
        "--delay-max", type=int, default=30_000, metavar="MS", help="no delay is longer, whatever its law"
    )
    made.add_argument("--delay-mean", type=float, default=5_000, metavar="MS")
    made.add_argument("--delay", type=int, default=500, metavar="MS", help="500: Kafka's fetch.max.wait.ms")
    made.add_argument("--delay-pct50", type=float, default=20, metavar="MS")
    made.add_argument("--delay-pct75", type=float, default=60, metavar="MS")


def draw(chosen: argparse.Namespace, count: int, chance: random.Random) -> list[int]:
    """Draws as many delays as timers; whole milliseconds, at least 1 and at most --delay-max."""
    law = DISTRIBUTIONS[chosen.delay_distribution]
    return [min(max(round(law(chosen, chance)), 1), chosen.delay_max) for _ in range(count)]


def _uniform(chosen: argparse.Namespace, chance: random.Random) -> float:
    return chance.randint(chosen.delay_min, chosen.delay_max)


def _exponential(chosen: argparse.Namespace, chance: random.Random) -> float:
    return chance.expovariate(1 / chosen.delay_mean)


def _fixed(chosen: argparse.Namespace, chance: random.Random) -> float:
    return float(chosen.delay)


def _lognormal(chosen: argparse.Namespace, chance: random.Random) -> float:
    return lognormal(chance, pct50=chosen.delay_pct50, pct75=chosen.delay_pct75)


def lognormal(chance: random.Random, *, pct50: float, pct75: float) -> float:
    """Draws one value of the log-normal distribution that has these percentiles."""
    mean = math.log(pct50)
    return math.exp(chance.gauss(mean, (math.log(pct75) - mean) / P75_OF_NORMAL))


Law = Callable[[argparse.Namespace, random.Random], float]
DISTRIBUTIONS: dict[str, Law] = {
    "uniform": _uniform,
    "exponential": _exponential,
    "fixed": _fixed,
    "lognormal": _lognormal,
}
