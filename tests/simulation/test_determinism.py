"""The same seed is the same run: in this process again, and in others with other hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from tests.support.builds import compiled_only

SEEDS = (1, 7, 11)
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_the_same_run_in_processes_with_other_hashes(seed):
    digests = [run(seed, Scenario()).digest]
    for hashes in ("0", "1"):
        command = [sys.executable, "-m", "kavka.cli.main", "simulate", "--seed", str(seed), "--json", "--no-shrink"]
        environment = os.environ | {"PYTHONHASHSEED": hashes}
        other = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        digests.append(json.loads(other.stdout.splitlines()[0])["digest"])
    assert len(set(digests)) == 1, digests


@compiled_only
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_the_same_run_compiled_and_in_plain_python(seed):
    command = [sys.executable, "-m", "kavka.cli.main", "simulate", "--seed", str(seed), "--json", "--no-shrink"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert json.loads(plain.stdout.splitlines()[0])["digest"] == run(seed, Scenario()).digest


def test_a_run_leaves_nothing_to_the_next_one():
    alone = run(3, Scenario()).digest
    run(4, Scenario())
    assert run(3, Scenario()).digest == alone


def test_another_seed_is_another_run():
    assert run(1, Scenario()).digest != run(2, Scenario()).digest
