"""A host that computes for ever fails its seed: it is named, with the line where it turns. Others never notice."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import time

import pytest

from kavka.cli import main
from kavka.cli.simulate import simulate
from kavka.simulation import workloads
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.spin import Spin, watched
from kavka.simulation.virtual_loop import VirtualLoop, running

SPIN_S = 0.2


def compute(seconds=None):
    """Takes so much of the processor's time; None: for ever."""
    began = time.process_time()
    while seconds is None or time.process_time() - began < seconds:
        pass


async def live(seconds, turns=1):
    for _ in range(turns):
        compute(seconds)
        await asyncio.sleep(0)


async def survive():
    while True:
        try:
            compute()
        except Exception:
            continue


def on_a_host(work):
    loop = VirtualLoop(random.Random(1))
    with watched(loop, SPIN_S), running(loop):
        loop.run_until_complete(loop.start(loop.host("broker-7"), work))


@pytest.mark.parametrize("work", [live, survive])
def test_what_computes_for_ever_is_ended_and_says_where(work):
    with pytest.raises(Spin, match=r"broker-7 awaits nothing: 0.2 s .* simulation/test_spin.py:\d+ in compute ◀ "):
        on_a_host(work(None) if work is live else work())


def test_turns_that_take_long_together_end_nothing():
    on_a_host(live(SPIN_S / 8, turns=16))


def test_a_timer_and_a_handler_that_were_there_are_there_again():
    def heard(*_):
        pass

    former = signal.signal(signal.SIGVTALRM, heard)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 1_000, 500)
        on_a_host(live(0))
        assert signal.getsignal(signal.SIGVTALRM) is heard
        assert signal.setitimer(signal.ITIMER_VIRTUAL, 0)[1] == 500
    finally:
        signal.signal(signal.SIGVTALRM, former)


def test_a_run_is_the_same_with_it():
    scenario = Scenario(seconds=3, workloads=("producers",), faults=())
    outcomes = [run(1, scenario, spin_s=spin_s) for spin_s in (5, 60)]
    assert outcomes[0].digest == outcomes[1].digest
    assert not any(outcome.has_failed or outcome.has_spun for outcome in outcomes)


class Spinning:
    """A workload whose client computes for ever."""

    name = "spins"
    compacted = frozenset()

    def __init__(self, ground):
        self._cluster = ground.cluster

    async def prepare(self):
        pass

    async def run(self):
        await self._cluster.client("hermit", self._turn)

    async def _turn(self):
        compute()

    def stop(self):
        pass

    async def finish(self):
        pass

    def counts(self):
        return {}


def test_the_command_line_names_seed_host_and_line(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(workloads.WORKLOADS, "spins", Spinning)
    file = tmp_path / "spins.json"
    file.write_text(json.dumps({"workloads": ["spins"], "brokers": 1, "seconds": 2}))
    assert main.run(simulate, ["--seed", "9", "--scenario", str(file), "--spin-seconds", "1"]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"stuck: .*hermit awaits nothing: 1 s of CPU time in one turn, at .*:\d+ in compute", shown)
    assert "seed 9: stuck does not hold" in shown
    assert "faults:" in shown  # as they were drawn: nothing was shrunk
