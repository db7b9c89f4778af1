"""Runs one simulation: a seed and a scenario give an outcome, the same one in every process.

    brokers start ─▶ prepare ─▶ workloads run, faults come and go ─▶ all healed ─▶ whole, clients go on ─▶ workloads end
                                scenario.seconds                                                             │
         checks ◀─ nothing left behind ◀─ brokers stop ◀─ replicas equal, settled ◀─ final reads ◀─ settled ◀┘

Each step has its bound, in virtual time (`BOUNDS_MS`): what does not get there is a violation of liveness, not a
simulation without end. So are exceptions that nobody caught, brokers that ended without a fault as the reason, and a
host that computes and never awaits (`spin`).

Nothing else of the run depends on real time, on the order of sets, or on when garbage is collected: that waits for the
end. Not here: what clients do (`workloads`), what is wrong in what they saw (`checks`), what is shown (`trace`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

from kavka.broker.app import BrokerEnded, StartError
from kavka.simulation.agreement import replicas_differ, unsettled
from kavka.simulation.burdens import CALLS, Burdens
from kavka.simulation.checks import Violation, check_all
from kavka.simulation.checks.insync import InSync
from kavka.simulation.checks.invariants import violation
from kavka.simulation.cluster import Process, SimulatedBroker, SimulatedCluster, simulated
from kavka.simulation.control_onlooker import ControlOnlooker
from kavka.simulation.decisions import Decisions
from kavka.simulation.faults import FaultKind, Schedule, paths_by_hand, schedule_text
from kavka.simulation.hands import Hands
from kavka.simulation.heap import without_collections
from kavka.simulation.history import History
from kavka.simulation.leftovers import left_behind, watches_left_behind
from kavka.simulation.lives_onlooker import LivesOnlooker
from kavka.simulation.observations import Observations
from kavka.simulation.onlooker import Onlooker
from kavka.simulation.outcome import Outcome
from kavka.simulation.patched_time import patched_time
from kavka.simulation.scenario import Scenario
from kavka.simulation.seed_draws import LAG, drawn
from kavka.simulation.spin import SPIN_S, Spin, watched
from kavka.simulation.told import BEGIN, END, told
from kavka.simulation.trace import ENDED, Trace, figures_of, heard_by
from kavka.simulation.virtual_loop import Deadlock, LiveLock, running
from kavka.simulation.workloads import Workload, make_workloads, settings_for
from kavka.zk.server import StorageFailed

BOUNDS_MS: Final = {
    "brokers start": 60_000,
    "workloads are prepared": 60_000,
    "the cluster settles": 90_000,
    "clients go on": 60_000,
    "workloads end": 150_000,
    "final reads": 180_000,
    "brokers stop": 60_000,
}
"""Step → what it may take, in virtual milliseconds."""

LOOK_MS: Final = 250
"""From look to look: what brokers are like, whether one is down that nothing holds down."""

SUCCESSES: Final = ("acked", "records", "committed", "commits")
"""How the names of a workload's counts end that tell that its clients go on."""

MakeWorkloads = Callable[[Sequence[str], SimulatedCluster, History, random.Random], "list[Workload]"]


class _Over(Exception):
    """A step did not get there: the run is over, and the violation noted."""


def run(
    seed: int,
    scenario: Scenario,
    *,
    faults: Schedule | None = None,
    make: MakeWorkloads = make_workloads,
    spin_s: float = SPIN_S,
) -> Outcome:
    """Runs a scenario from a seed, whole.

    Args:
        seed: of every chance in it.
        scenario: what runs.
        faults: these, in place of the scenario's or of those that the seed draws.
        make: makes the workloads of their names.
        spin_s: how long one turn may compute, in seconds of CPU time.
    """
    scenario, own_faults = drawn(seed, scenario)
    faults = own_faults if faults is None else faults
    with without_collections():
        return Simulation(seed, scenario, faults, make).outcome(spin_s)


class Simulation:
    """One run; see the module.

    Args:
        seed: of every chance in it.
        scenario: what runs.
        faults: what happens to it.
        make: makes the workloads of their names.
    """

    def __init__(self, seed: int, scenario: Scenario, faults: Schedule, make: MakeWorkloads) -> None:
        self._seed = seed
        self._scenario = scenario
        self._faults = faults
        settings = settings_for(scenario.workloads) | scenario.broker_settings
        self._cluster = simulated(seed, brokers=scenario.brokers, settings=settings, on_life=self._watch)
        self._history = History()
        self._observations = Observations()
        self._onlooker = Onlooker(self._cluster, self._observations)
        self._decisions = Decisions()
        self._control_onlooker = ControlOnlooker(self._cluster, self._decisions, by_hand=paths_by_hand(faults))
        has_jumps = any(fault.kind is FaultKind.CLOCK_JUMP for fault in faults)
        self._lives = LivesOnlooker(self._cluster, may_expire=has_jumps)
        self._in_sync = InSync(int(scenario.broker_settings[LAG]))
        self._burdens = Burdens(self._cluster)
        self._trace = Trace(self._cluster.loop, self._look_closely)
        self._hands = Hands(
            self._cluster,
            random.Random(f"hands {seed}"),
            lambda lane, words: self._trace.note(lane, "fault", words),
            is_flushed=scenario.is_flushed,
            report=lambda words: self._violate("stale-obeyed", words),
        )
        self._workloads = make(scenario.workloads, self._cluster, self._history, random.Random(f"workloads {seed}"))
        self._violations: list[Violation] = []
        self._figures: dict[str, int] = {}

    def _watch(self, broker: SimulatedBroker) -> None:
        self._trace.watch(broker)
        self._control_onlooker.watch(broker)

    def outcome(self, spin_s: float = SPIN_S) -> Outcome:
        """Runs it, once, and judges it.

        Args:
            spin_s: how long one turn may compute, in seconds of CPU time.
        """
        spin: Spin | None = None
        loop = self._cluster.loop
        loop.set_exception_handler(lambda _, context: self._uncaught(context))
        clocks = {process.name: process.clock for process in self._cluster.processes}
        world = patched_time(loop, seed=self._seed, clocks=clocks)
        with heard_by(self._trace), world, watched(loop, spin_s), running(loop):
            try:
                loop.run_until_complete(self._live())
            except _Over:
                pass
            except Spin as found:
                spin = found
                self._violate("stuck", str(spin))
            except (Deadlock, LiveLock) as stuck:
                self._violate("stuck", f"{type(stuck).__name__}: {stuck}")
            self._trace.close()
        for failure in self._trace.failures:
            self._violate("no-surprise", failure)
        compacted = frozenset[str]().union(*(workload.compacted for workload in self._workloads))
        self._add(check_all(self._history, self._observations, decisions=self._decisions, compacted=compacted))
        return Outcome(
            seed=self._seed,
            scenario=self._scenario,
            faults=self._faults,
            digest=self._digest(),
            violations=tuple(dict.fromkeys(self._violations)),
            timeline=told(tuple(self._trace), self._history),
            figures=self._figures | self._counted(),
            has_spun=spin is not None,
        )

    # ---- the steps ------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        cluster = self._cluster
        await self._step("brokers start", cluster.start_all())
        for workload in self._workloads:
            await self._step("workloads are prepared", workload.prepare())
        await self._step("the cluster settles", self._settle(is_idle=False))
        self._phase(BEGIN)
        at_work = [
            cluster.loop.start(cluster.loop.outside, workload.run(), name=workload.name) for workload in self._workloads
        ]
        with self._burdens.counting_calls() if CALLS in self._scenario.limits else contextlib.nullcontext():
            await self._do_faults()
        self._hands.heal_all()
        self._phase("all is healed")
        healed_us = cluster.loop.now_us
        await self._step("the cluster settles", self._settle(is_idle=False))
        await self._step("clients go on", self._wait_for_progress())
        self._figures["settled after ms"] = (cluster.loop.now_us - healed_us) // 1_000
        self._figures |= figures_of(self._trace)
        self._figures["log lines"] = self._trace.log_lines
        self._figures["longest send ms"] = self._history.longest_send_ms()
        self._figures["longest wait ms"] = self._history.longest_wait_ms()
        self._figures |= self._burdens.figures()
        self._check_limits()
        for workload in self._workloads:
            workload.stop()
        for task in at_work:
            await self._step("workloads end", _ended(task))
        self._phase(END)
        # A new leader's high watermark may be behind what its predecessor acknowledged: readers get no further.
        await self._step("the cluster settles", self._settle(is_idle=True))
        for workload in self._workloads:
            await self._step("final reads", workload.finish())
        await self._step("the cluster settles", self._settle(is_idle=True))
        self._add(replicas_differ(cluster))
        self._add(self._lives.look_at_all())
        self._phase("the brokers are told to stop")
        await self._step("brokers stop", self._stop_all())

    async def _step(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Does a part of the run within its bound; what it raises is a violation, and the run is over."""
        loop, bound_ms = self._cluster.loop, BOUNDS_MS[name]
        task = loop.start(loop.outside, work, name=name)
        done, _ = await asyncio.wait([task], timeout=bound_ms / 1_000)
        if not done:
            reasons = "; ".join((self._unsettled(is_idle=False) or self._unsettled(is_idle=True))[:3])
            what = "unsettled" if name == "the cluster settles" else "liveness"
            self._violate(what, f"{name}: not within {bound_ms:,} ms{f' ({reasons})' if reasons else ''}")
            raise _Over
        error = task.exception()
        if error is not None:
            self._violate("no-surprise", f"{name}: {_told(error)}")
            raise _Over

    async def _do_faults(self) -> None:
        """Does and heals each fault in its time, and looks at brokers meanwhile."""
        begin_us = self._cluster.loop.now_us
        until_ms = self._scenario.seconds * 1_000
        due: list[tuple[int, int, Callable[[], None]]] = []
        for number, fault in enumerate(self._faults):
            due.append((fault.at_ms, number, partial(self._hands.apply, fault)))
            if fault.lasts_ms:
                due.append((fault.ends_ms, number, partial(self._hands.heal, fault)))
        due += [(at_ms, -1, self._look) for at_ms in range(LOOK_MS, until_ms, LOOK_MS)]
        for at_ms, _, act in sorted(due, key=lambda item: item[:2]):
            if at_ms >= until_ms:
                break
            await self._sleep_until(begin_us + at_ms * 1_000)
            act()
        await self._sleep_until(begin_us + until_ms * 1_000)

    async def _sleep_until(self, time_us: int) -> None:
        await asyncio.sleep(max(0, time_us - self._cluster.loop.now_us) / 1_000_000)

    async def _settle(self, *, is_idle: bool) -> None:
        while self._unsettled(is_idle=is_idle):
            await asyncio.sleep(LOOK_MS / 1_000)
            self._look()

    async def _wait_for_progress(self) -> None:
        """Waits until every workload has seen one more success than when all had settled."""
        before = [_successes(workload) for workload in self._workloads]
        while any(_successes(workload) <= count for workload, count in zip(self._workloads, before, strict=True)):
            await asyncio.sleep(LOOK_MS / 1_000)
            self._look()

    async def _stop_all(self) -> None:
        for broker in self._cluster.brokers:
            broker.stop()
        for broker in self._cluster.brokers:
            await broker.is_over.wait()
            self._judge_end(broker)
        for broker in self._cluster.brokers:
            self._add(left_behind(self._cluster, broker))
        self._add(watches_left_behind(self._cluster, onlookers=1))  # the one who looks at the controllers

    # ---- looking on -----------------------------------------------------------------------------------------------

    def _unsettled(self, *, is_idle: bool) -> list[str]:
        server = self._cluster.zookeeper.machine.server
        return ["zookeeper is not up"] if server is None else unsettled(self._cluster, server.tree, is_idle=is_idle)

    def _look(self) -> None:
        standings = self._onlooker.look()
        self._control_onlooker.look()
        self._add(self._lives.look())
        self._add(self._in_sync.look(self._cluster.loop.now_us // 1_000, standings))
        self._burdens.look()
        for process in self._cluster.processes:
            self._judge_end(process)
        self._hands.tend()

    def _look_closely(self) -> None:
        self._add(self._in_sync.look(self._cluster.loop.now_us // 1_000, self._onlooker.standings()))

    def _judge_end(self, process: Process) -> None:
        """A broker may end because ZooKeeper gave it up, or either for its disk; then a fault was the reason."""
        error = process.ended
        if error is None:
            return
        process.forget_end()
        self._trace.note(process.name, "life", f"{ENDED}: {type(error).__name__}: {error}")
        is_explained = isinstance(error, (BrokerEnded, StartError, StorageFailed)) and self._hands.has_done_anything
        if not is_explained:
            self._violate("broker-ended", f"{process.name}: {_told(error)}")

    # ---- what went wrong ------------------------------------------------------------------------------------------

    def _uncaught(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        what = context.get("message", "an exception")
        self._violate("no-surprise", what if error is None else f"{what}: {_told(error)}")

    def _violate(self, name: str, detail: str) -> None:
        self._add([violation(name, detail)])

    def _add(self, found: list[Violation]) -> None:
        for breach in found:
            self._trace.note("outside", "violation", str(breach))
        self._violations += found

    def _check_limits(self) -> None:
        for name, most in self._scenario.limits.items():
            if self._figures[name] > most:
                self._violate("limit", f"{name}: {self._figures[name]:,}, at most {most:,}")

    def _phase(self, words: str) -> None:
        self._trace.note("outside", "phase", words)

    def _counted(self) -> dict[str, int]:
        counts = {
            f"{workload.name}: {name}": count
            for workload in self._workloads
            for name, count in sorted(workload.counts().items())
        }
        return {
            "virtual ms": self._cluster.loop.now_us // 1_000,
            "happenings": len(self._history),
            "observations": len(self._observations),
            **counts,
        }

    def _digest(self) -> str:
        found = hashlib.sha256(b"%d" % self._cluster.links.digest)
        found.update(schedule_text(self._faults).encode())
        for lines in (self._history.lines(), self._observations.lines(), map(str, self._trace)):
            for line in lines:
                found.update(line.encode())
        return found.hexdigest()[:16]


async def _ended(task: asyncio.Task[None]) -> None:
    await task


def _successes(workload: Workload) -> int:
    return sum(count for name, count in workload.counts().items() if name.endswith(SUCCESSES))


def _told(error: BaseException) -> str:
    """An error with those within it."""
    if isinstance(error, BaseExceptionGroup):
        return f"{error.message}: {', '.join(map(_told, error.exceptions))}"
    return f"{type(error).__name__}: {error}"
