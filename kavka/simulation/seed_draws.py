"""Draws what a scenario leaves to its seed: settings, workloads, and all the faults, each by a chance of its own.

    seed ─┬─ flushes, threads ─▶ settings
          ├─ loads, instead ───▶ workloads ─── surges? ─▶ settings, and faults with a plan (`skews`), instead of these:
          └─ faults, late, aimed ─▶ one schedule, by its time

What one of them draws changes nothing for the others, so a seed keeps its world where something is added to another.
Not here: the draws themselves (`fault_draws`, `late_draws`, `aimed_draws`, `skews`, `workloads`).
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from kavka.simulation.aimed_draws import draw_aimed
from kavka.simulation.fault_draws import draw_faults
from kavka.simulation.faults import FaultKind, Schedule
from kavka.simulation.late_draws import draw_late
from kavka.simulation.scenario import FLUSHES, THREAD_BYTES, Scenario
from kavka.simulation.skews import draw_skews
from kavka.simulation.workloads import draw_instead, draw_workloads
from kavka.simulation.workloads.ground import PROTOCOL
from kavka.simulation.workloads.surges import SurgesWorkload

LAG: Final = "replica.lag.time.max.ms"
LAGS_MS: Final = ("2500", "5000")
"""What it is in seeds with surges."""
OLD: Final = "2.0"
OLD_SHARE: Final = 0.2

FLUSHED: Final = 0.25
"""How often brokers flush each record before it is acknowledged, where the seed draws that."""

THREADED: Final = 0.25
"""How often disk threads write appends of any size, where the seed draws that."""


def drawn(seed: int, scenario: Scenario) -> tuple[Scenario, Schedule]:
    """Draws what a scenario leaves to its seed: flushes, disk threads, workloads, faults, and those that are aimed."""
    scenario = _draw_flushes(random.Random(f"flushes {seed}"), scenario)
    faults = draw_faults(random.Random(f"faults {seed}"), scenario)
    late = draw_late(random.Random(f"late {seed}"), scenario)
    faults = tuple(sorted((*faults, *late), key=lambda fault: fault.at_ms))
    if not scenario.workloads:
        loads = draw_workloads(random.Random(f"loads {seed}"))
        scenario = replace(scenario, workloads=draw_instead(random.Random(f"instead {seed}"), loads))
    if scenario.faults is None and SurgesWorkload.name in scenario.workloads:
        rng = random.Random(f"skews {seed}")
        return _draw_settings(rng, scenario), draw_skews(rng, scenario)
    scenario = _draw_threads(random.Random(f"threads {seed}"), scenario)
    aimed = draw_aimed(random.Random(f"aimed {seed}"), scenario, faults)
    return scenario, tuple(sorted((*faults, *aimed), key=lambda fault: fault.at_ms))


def _draw_settings(rng: random.Random, scenario: Scenario) -> Scenario:
    """Lets followers leave the ISR sooner in some seeds, and has some in the protocol's old profile."""
    settings = {LAG: rng.choice(LAGS_MS)} | ({PROTOCOL: OLD} if rng.random() < OLD_SHARE else {})
    return replace(scenario, settings=settings | dict(scenario.settings))


def _draw_flushes(rng: random.Random, scenario: Scenario) -> Scenario:
    """Lets brokers of some seeds acknowledge what is durable alone: then all of them may lose power."""
    is_drawn = scenario.faults is None and FaultKind.POWER_LOSS in scenario.kinds and FLUSHES not in scenario.settings
    if not is_drawn or rng.random() >= FLUSHED:
        return scenario
    return replace(scenario, settings={**scenario.settings, FLUSHES: "1"})


def _draw_threads(rng: random.Random, scenario: Scenario) -> Scenario:
    """Lets disk threads write every append of clients and followers in some seeds, however small it is.

    Not beside surges: with a write a second, and so little in a fetch as there, no follower ever catches up.
    """
    is_drawn = scenario.faults is None and THREAD_BYTES not in scenario.settings
    if not is_drawn or rng.random() >= THREADED:
        return scenario
    return replace(scenario, settings={**scenario.settings, THREAD_BYTES: "1"})
