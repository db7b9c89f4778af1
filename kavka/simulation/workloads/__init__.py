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
from kavka.simulation.workloads.compaction import CompactionWorkload
from kavka.simulation.workloads.consumers import ConsumersWorkload
from kavka.simulation.workloads.copiers import CopiersWorkload
from kavka.simulation.workloads.ground import ClientsHang, Ground
from kavka.simulation.workloads.groups import GroupWorkload
from kavka.simulation.workloads.producers import ProducersWorkload
from kavka.simulation.workloads.replicas import ReplicasWorkload
from kavka.simulation.workloads.restarts import RestartsWorkload, UpgradeWorkload
from kavka.simulation.workloads.retention import RetentionWorkload
from kavka.simulation.workloads.topics import TopicsWorkload
from kavka.simulation.workloads.transactions import TransactionsWorkload
from kavka.simulation.workloads.workload import Workload

__all__ = ["WORKLOADS", "ClientsHang", "Ground", "Workload", "make_workloads", "settings_for"]

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
)

WORKLOADS: Final[dict[str, Callable[[Ground], Workload]]] = {kind.name: kind for kind in _KINDS}
"""By their names; each is made of its ground, with its own defaults."""


def settings_for(names: Sequence[str]) -> dict[str, str]:
    """Returns the settings that brokers need for some workloads."""
    return {key: value for kind in _KINDS if kind.name in names for key, value in kind.settings.items()}


def make_workloads(
    names: Sequence[str], cluster: SimulatedCluster, history: History, rng: random.Random
) -> list[Workload]:
    """Makes workloads, each with chance of its own.

    So none changes when another is left out.

    Raises:
        KeyError: there is no workload of that name.
    """
    seed = rng.getrandbits(64)
    return [WORKLOADS[name](Ground(name, cluster, history, random.Random(f"{seed} {name}"))) for name in names]
