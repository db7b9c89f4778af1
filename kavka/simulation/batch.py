"""Runs many seeds of a scenario, in one process or in several; outcomes come in the order of the seeds.

    seeds ─▶ jobs processes, each one seed after the other ─▶ outcomes; of many those that failed keep their timelines

What was imported is frozen out of the garbage collector's sight first: a collection after each seed then looks at that
seed's garbage alone. Not here: one run (`runner`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from kavka.simulation.heap import frozen_heap
from kavka.simulation.outcome import Outcome
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.spin import SPIN_S

CHUNK_SEEDS = 4


def run_seeds(seeds: Sequence[int], scenario: Scenario, *, jobs: int = 1, spin_s: float = SPIN_S) -> Iterator[Outcome]:
    """Yields the outcome of each seed.

    Args:
        seeds: in whichever order.
        scenario: what runs.
        jobs: how many processes; 1: this one.
        spin_s: how long one turn may compute, in seconds of CPU time.
    """
    one = partial(_run_one, scenario=scenario, keeps_timeline=len(seeds) == 1, spin_s=spin_s)
    if jobs == 1:
        with frozen_heap():
            yield from map(one, seeds)
        return
    with ProcessPoolExecutor(min(jobs, len(seeds)), get_context("spawn"), initializer=gc.freeze) as processes:
        yield from processes.map(one, seeds, chunksize=CHUNK_SEEDS)


def _run_one(seed: int, scenario: Scenario, *, keeps_timeline: bool, spin_s: float) -> Outcome:
    outcome = run(seed, scenario, spin_s=spin_s)
    return outcome if outcome.has_failed or keeps_timeline else replace(outcome, timeline=())
