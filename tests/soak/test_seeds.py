"""Fresh seeds, drawn from the commit's hash: every commit tries others, and each run can be repeated.

`KAVKA_SEEDS` says how many, else 10,000; `KAVKA_COMMIT` stands for another commit's hash.
"""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from kavka.simulation.batch import run_seeds
from kavka.simulation.scenario import Scenario

pytestmark = [pytest.mark.soak, pytest.mark.timeout(4 * 3_600)]

COUNT = int(os.environ.get("KAVKA_SEEDS", "10000"))
JOBS = os.cpu_count() or 1
ROOT = Path(__file__).resolve().parents[2]


def commit():
    given = os.environ.get("KAVKA_COMMIT")
    return given or subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()


def test_fresh_seeds():
    named = commit()
    seeds = random.Random(named).sample(range(1 << 32), COUNT)
    counts, failed, began = Counter(), {}, time.monotonic()
    for outcome in run_seeds(seeds, Scenario(), jobs=JOBS):
        counts.update(outcome.figures)
        counts.update(str(fault.kind) for fault in outcome.faults)
        if outcome.has_failed:
            failed[outcome.seed] = str(outcome.violations[0])
    seconds = time.monotonic() - began
    print(f"{COUNT:,} seeds of commit {named} in {seconds:,.0f} s on {JOBS} processors: {len(failed):,} failed")
    print(f"{counts['virtual ms'] / 1_000 / seconds:,.0f} times as fast as real time")
    for name, count in sorted(counts.items()):
        print(f"  {name}: {count:,}")
    assert not failed, "\n".join(f"kavka simulate --seed {seed}   {what}" for seed, what in failed.items())
