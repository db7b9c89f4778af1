"""The seeds that `make test` runs each time, and how a test runs one: a failure says how to run it again."""

from __future__ import annotations

from typing import Final

from kavka.simulation.outcome import Outcome
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario

COUNT: Final = 200
FAILED_ONCE: Final = (
    2, 12, 14, 16, 17, 33, 89, 112, 120, 128, 133, 146, 147, 162, 163, 181, 209, 234, 262, 282, 312, 353, 360, 421,
    461, 512, 525, 562, 936, 213_456_339, 397_318_932, 429_527_968, 509_603_161, 558_862_307, 592_000_733,
    665_529_553, 687_799_622, 692_642_177, 758_408_065, 972_073_831, 1_301_683_540, 1_415_936_109, 1_496_530_229,
    1_528_874_349, 1_778_653_227, 1_924_076_908, 2_060_365_188, 2_076_336_905, 2_357_531_424, 2_581_406_464,
    2_819_818_502, 2_847_281_063, 2_865_902_493, 2_943_202_234, 3_107_871_120, 3_149_930_271, 3_304_902_332,
    3_532_915_497, 3_542_537_752, 3_542_537_799, 3_680_177_016, 3_761_730_558, 3_836_268_119, 3_883_592_700,
    3_962_755_671, 4_095_204_365, 4_273_903_397,
)  # fmt: skip
"""Seeds that have failed before what they found was mended; where there are more of them than of others, add files."""

SEEDS: Final = tuple(dict.fromkeys((*FAILED_ONCE, *range(1, COUNT + len(FAILED_ONCE) + 1))))[:COUNT]
FILES: Final = 4
"""The tests lie in so many files, for a process takes whole files."""


def part(number: int) -> tuple[int, ...]:
    """Returns the seeds of one of the files."""
    return SEEDS[number::FILES]


def check(seed: int, scenario: Scenario | None = None) -> Outcome:
    """Runs a seed, and fails with all that is needed to see why."""
    outcome = run(seed, scenario or Scenario())
    assert not outcome.has_failed, "\n".join(
        (f"kavka simulate --seed {seed}", *map(str, outcome.violations), *map(str, outcome.faults))
    )
    return outcome
