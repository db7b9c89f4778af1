"""Looks for a mutant with seed after seed, in a process of its own, until an invariant does not hold.

    hunt ─ a child process with the mutant ─ seed 1, 2, 3 … ─▶ the first that fails ─ the same seed, its base ─▶ Found
                                                  ▲                                     fails, too │
                                                  └────────────── on from the next ────────────────┘

The base is the product, without what is gone beside the mutant, if it names any (`mutant`). A seed that found a mutant
once, and does not now, is stale: where draws or the order of events have changed, another one has to be looked for.

Not here: one mutant's source (`mutant`), how its process is run (`children`), and what was found before (`found`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import drawn
from tests.support.simulation.mutants.children import first_failure
from tests.support.simulation.mutants.mutant import Mutant
from tests.support.simulation.mutants.scenarios import SCENARIOS

SEEDS_MAX: Final = 2_000
"""By then a mutant has to be found."""
CHILD: Final = "child"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of a hunt.

    Attributes:
        tried: how many seeds there were.
        seed: which one failed; None: none did.
        invariant: the first that did not hold.
        detail: how.
    """

    tried: int
    seed: int | None = None
    invariant: str = ""
    detail: str = ""


def seeds_for(mutant: Mutant, seeds: Iterable[int]) -> list[int]:
    """Returns the seeds that draw what a mutant needs to be seen."""
    scenario = SCENARIOS[mutant.scenario]
    return [seed for seed in seeds if _can_show(mutant, seed, scenario)]


def _can_show(mutant: Mutant, seed: int, scenario: Scenario) -> bool:
    seeds_own, faults = drawn(seed, scenario)
    if mutant.workloads and not set(mutant.workloads) & set(seeds_own.workloads):
        return False
    return not mutant.kinds or any(fault.kind in mutant.kinds for fault in faults)


def hunt(mutant: Mutant, seeds: Sequence[int]) -> Found:
    """Tries seeds until one of them fails with the mutant and does not with its base."""
    tried = 0
    left: Sequence[int] = seeds
    while left and (failure := first_failure(CHILD, mutant.name, left)) is not None:
        tried += left.index(failure.seed) + 1
        if not _base_fails(mutant, failure.seed):
            return Found(tried=tried, **failure._asdict())
        left = seeds[tried:]
    return Found(tried=len(seeds))


def found_again(mutant: Mutant, found: Found) -> Found | None:
    """Tries the seed that found a mutant; None: it is stale.

    Args:
        mutant: which one.
        found: what came of its last hunt.
    """
    if found.seed is None:
        return None
    now = hunt(mutant, [found.seed])
    return None if now.seed is None else replace(now, tried=found.tried)


def _base_fails(mutant: Mutant, seed: int) -> bool:
    if mutant.beside:
        return first_failure(CHILD, f"-{mutant.name}", [seed]) is not None
    return _product_fails(mutant.scenario, seed)


@functools.cache
def _product_fails(scenario: str, seed: int) -> bool:
    """Runs a seed of the product as it is, once for all mutants that have it for their base."""
    return first_failure(CHILD, f"={scenario}", [seed]) is not None
