"""A million inputs and more for every reader of foreign bytes: see tests/support/wire/fuzz.py.

KAVKA_FUZZ_INPUTS and KAVKA_FUZZ_SEED choose another number or seed; a failure names both and the input.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys

import pytest

from tests.support.wire import fuzz

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3000)]

INPUTS = int(os.environ.get("KAVKA_FUZZ_INPUTS", "1200000"))
SEED = int(os.environ.get("KAVKA_FUZZ_SEED", "20261121"))
PROCESSES = 2
CHUNK = 10_000
GROWTH_KB_MAX = 100_000
"""How much a process may grow from its first chunk to its last: nothing keeps what it read."""


def run_chunk(first):
    """Refused inputs of a chunk, and the process's peak memory after it in KB."""
    refused = fuzz.run(SEED, first, CHUNK)
    return os.getpid(), refused, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_million_inputs_are_read_or_refused():
    sys.stdout.write(f"seed {SEED}, {INPUTS} inputs\n")
    refused, peaks = 0, {}
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        for pid, count, peak_kb in pool.imap(run_chunk, range(0, INPUTS, CHUNK)):
            refused += count
            peaks.setdefault(pid, []).append(peak_kb)
    assert 0.3 * INPUTS < refused < 0.97 * INPUTS
    for values in peaks.values():
        assert values[-1] - values[0] < GROWTH_KB_MAX, values
