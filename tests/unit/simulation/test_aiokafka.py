"""aiokafka, unmodified, in a simulated cluster: through a broker's kill and a cut, the same run from the same seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.simulation import aiokafka_world

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runs():
    """The same seed, twice."""
    return [aiokafka_world.run(1) for _ in range(2)]


def test_its_clients_lose_nothing_through_a_kill_and_a_cut(runs):
    run, seen = runs[0]
    assert run.error is None
    assert len(seen.acknowledged) == aiokafka_world.ORDERS
    assert seen.is_complete
    assert [entry.words for entry in run.timeline if "killed" in entry.words or "cut" in entry.words] == [
        "broker-1: killed (SIGKILL), for 9 s",
        "broker-2: cut from all others, for 10 s",
        "over: broker-2: cut from all others",
    ]


def test_its_consumers_see_nothing_of_aborted_transactions(runs):
    _, seen = runs[0]
    assert set(seen.consumed) == set(seen.acknowledged) | set(seen.committed)


def test_the_members_of_a_group_share_the_work(runs):
    assert runs[0][1].consumers == {"consumer-1", "consumer-2"}


def test_a_seed_is_the_same_run_twice(runs):
    (run, seen), (again, seen_again) = runs
    assert (run.digest, run.timeline, seen) == (again.digest, again.timeline, seen_again)


def test_a_seed_is_the_same_run_in_another_process_with_the_same_hashes():
    """aiokafka goes by the order of sets of texts: with other hashes it is another run of the same simulation."""

    def digest():
        ran = subprocess.run(
            [sys.executable, "-m", "tests.support.simulation.aiokafka_world", "1"],
            env=os.environ | {"PYTHONHASHSEED": "7"},
            capture_output=True,
            check=True,
            timeout=100,
        )
        return ran.stdout

    found = digest()
    assert found.endswith(b" None\n")
    assert digest() == found
