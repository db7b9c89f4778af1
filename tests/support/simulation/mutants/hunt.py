"""Looks for a mutant with seed after seed, in a process of its own, until an invariant does not hold.

    hunt ─ a child process with the mutant ─ seed 1, 2, 3 … ─▶ the first that fails ─ the same seed, its base ─▶ Found
                                                  ▲                                     fails, too │
                                                  └────────────── on from the next ────────────────┘

The base is the product, without what is gone beside the mutant, if it names any (`mutant`).
A seed that never comes to its end counts as a failure, too, under the name `HANGS`. Not here: one mutant's
source (`mutant`), and what was found before (`found`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import drawn
from tests.support.simulation.mutants.mutant import ROOT, Mutant
from tests.support.simulation.mutants.scenarios import SCENARIOS

SEEDS_MAX: Final = 2_000
"""By then a mutant has to be found."""
HANGS: Final = "hangs"
"""In place of an invariant's name: the seed did not come to its end."""


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


class Failure(NamedTuple):
    """A seed that fails, and the first invariant that does not hold then."""

    seed: int
    invariant: str
    detail: str


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
    while left and (failure := _first_failure(left, mutant.name)) is not None:
        tried += left.index(failure.seed) + 1
        if _first_failure([failure.seed], f"-{mutant.name}") is None:
            return Found(tried=tried, **failure._asdict())
        left = seeds[tried:]
    return Found(tried=len(seeds))


def _first_failure(seeds: Iterable[int], named: str) -> Failure | None:
    """Runs seeds in a child process up to the first that fails.

    Args:
        seeds: in their order.
        named: a mutant's name; with a hyphen before it: its base, under its scenario.
    """
    command = [sys.executable, "-m", "tests.support.simulation.mutants.child", named]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, input=json.dumps(list(seeds)), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2_000:]}")
    body = json.loads(done.stdout.splitlines()[-1])
    return None if body is None else Failure(**body)
