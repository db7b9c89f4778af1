"""What clients of a simulated cluster do: workloads by name, each with clients on hosts of their own.

    make_workloads(names, …) ─▶ prepare ─▶ run … stop ─▶ finish ─▶ History ─▶ checks

All of them use kavka's own client, unmodified. What they see is in the history; nothing here judges it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from kavka.simulation.cluster import SimulatedCluster
from kavka.simulation.history import History
from kavka.simulation.scenario import ScenarioError
from kavka.simulation.workloads.compaction import CompactionWorkload
from kavka.simulation.workloads.consumers import ConsumersWorkload
from kavka.simulation.workloads.copiers import CopiersWorkload
from kavka.simulation.workloads.ground import ClientsHang, Ground
from kavka.simulation.workloads.groups import GroupWorkload
from kavka.simulation.workloads.latecomers import LatecomersWorkload
from kavka.simulation.workloads.producers import ProducersWorkload
from kavka.simulation.workloads.replicas import ReplicasWorkload
from kavka.simulation.workloads.restarts import RestartsWorkload, UpgradeWorkload
from kavka.simulation.workloads.retention import RetentionWorkload
from kavka.simulation.workloads.shares import SharesWorkload
from kavka.simulation.workloads.surges import SurgesWorkload
from kavka.simulation.workloads.topics import TopicsWorkload
from kavka.simulation.workloads.transactions import TransactionsWorkload
from kavka.simulation.workloads.workload import Workload

__all__ = [
    "ALONE",
    "INSTEAD",
    "WORKLOADS",
    "ClientsHang",
    "Ground",
    "Workload",
    "draw_instead",
    "draw_workloads",
    "make_workloads",
    "settings_for",
]

_KINDS: Final = (
    ProducersWorkload,
    ConsumersWorkload,
    TransactionsWorkload,
    GroupWorkload,
    CopiersWorkload,
    CompactionWorkload,
    RetentionWorkload,
    ReplicasWorkload,
    TopicsWorkload,
    RestartsWorkload,
    UpgradeWorkload,
    LatecomersWorkload,
    SurgesWorkload,
    SharesWorkload,
)

BESIDE: Final = LatecomersWorkload.name
BESIDE_SHARE: Final = 0.2
"""Of the seeds, how many have this one, too: beside what they draw, so that the others are as they were."""

INSTEAD: Final = SharesWorkload.name
"""Drawn by a chance of its own, instead of all that a seed draws otherwise: the others are as they were."""
INSTEAD_SHARE: Final = 0.05

DRAWN_MAX: Final = 2
"""So many at once where the seed draws them: every pair meets, and a seed stays cheap."""

ALONE: Final = frozenset({SurgesWorkload.name})
"""Drawn alone, and instead of others: their faults have a plan."""
ALONE_SHARE: Final = 0.1

WORKLOADS: Final[dict[str, Callable[[Ground], Workload]]] = {kind.name: kind for kind in _KINDS}
"""By their names; each is made of its ground, with its own defaults."""


def check_names(names: Sequence[str]) -> None:
    """Raises ScenarioError for a name that no workload has."""
    for name in names:
        if name not in WORKLOADS:
            raise ScenarioError(f"workloads: there is no {name!r}; there are {', '.join(sorted(WORKLOADS))}")


def settings_for(names: Sequence[str]) -> dict[str, str]:
    """Returns the settings that brokers need for some workloads.

    Raises:
        ScenarioError: there are none, for they need different values of one.
    """
    found: dict[str, str] = {}
    for kind in _KINDS:
        for key, value in kind.settings.items() if kind.name in names else ():
            if found.setdefault(key, value) != value:
                raise ScenarioError(f"{kind.name} needs {key}={value}, and another workload {key}={found[key]}")
    return found


def draw_workloads(rng: random.Random) -> tuple[str, ...]:
    """Draws at most `DRAWN_MAX` workloads that one cluster can have, and perhaps `BESIDE`."""
    names = sorted(WORKLOADS.keys() - ALONE - {BESIDE, INSTEAD})
    while True:
        drawn = tuple(sorted(rng.sample(names, rng.randint(1, DRAWN_MAX))))
        try:
            settings_for(drawn)
        except ScenarioError:
            continue
        return (rng.choice(sorted(ALONE)),) if rng.random() < ALONE_SHARE else _with_beside(rng, drawn)


def draw_instead(rng: random.Random, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """Draws, seldom, `INSTEAD` instead of what was drawn."""
    return (INSTEAD,) if rng.random() < INSTEAD_SHARE else drawn


def _with_beside(rng: random.Random, drawn: tuple[str, ...]) -> tuple[str, ...]:
    both = tuple(sorted((*drawn, BESIDE)))
    if rng.random() >= BESIDE_SHARE:
        return drawn
    try:
        settings_for(both)
    except ScenarioError:
        return drawn
    return both


def make_workloads(
    names: Sequence[str], cluster: SimulatedCluster, history: History, rng: random.Random
) -> list[Workload]:
    """Makes workloads, each with chance of its own.

    So none changes when another is left out.

    Raises:
        ScenarioError: there is no workload of that name.
    """
    for name in names:
        if name not in WORKLOADS:
            raise ScenarioError(f"there is no workload {name!r}; there are {', '.join(WORKLOADS)}")
    seed = rng.getrandbits(64)
    return [WORKLOADS[name](Ground(name, cluster, history, random.Random(f"{seed} {name}"))) for name in names]
