"""Who leads, for faults that hit whoever does: `controller`, and `leader:<topic>-<partition>`, as targets.

    target    ─ role_holder, when the fault is due ─▶ the broker that takes itself for it; of several the latest
    partition ─ claims, before and after a read ────▶ all that take themselves for its leader, each in its epoch

Not here: what happens to it (`hands`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kavka.common.types import TopicPartition
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

CONTROLLER: Final = "controller"
LEADER: Final = "leader:"

NO_EPOCH: Final = -1


def is_role(target: str) -> bool:
    """Tells whether a fault's target is a role, and no host."""
    return target == CONTROLLER or target.startswith(LEADER)


def role_holder(cluster: SimulatedCluster, target: str) -> str | None:
    """Finds the broker that has a role; None while nobody has it."""
    partition = target.removeprefix(LEADER)
    epochs = {
        broker.name: _controller_epoch(broker) if target == CONTROLLER else _leader_epoch(broker, partition)
        for broker in cluster.brokers
        if broker.is_running
    }
    latest = max(epochs.values(), default=NO_EPOCH)
    return next((name for name, epoch in epochs.items() if epoch == latest != NO_EPOCH), None)


def claims(cluster: SimulatedCluster, tp: TopicPartition) -> tuple[tuple[str, int], ...]:
    """Returns the brokers that take themselves for a partition's leader, each with its leader epoch."""
    epochs = ((broker.name, _leader_epoch(broker, str(tp))) for broker in cluster.brokers if broker.is_running)
    return tuple((name, epoch) for name, epoch in epochs if epoch != NO_EPOCH)


def _controller_epoch(broker: SimulatedBroker) -> int:
    if broker.inside is None or not broker.inside.cluster.controller.is_active:
        return NO_EPOCH
    return broker.inside.cluster.controller_epoch.latest


def _leader_epoch(broker: SimulatedBroker, wanted: str) -> int:
    if broker.inside is None:
        return NO_EPOCH
    led = (partition for partition in broker.inside.replication.manager.partitions if partition.is_leader)
    return next((partition.leader_epoch for partition in led if str(partition) == wanted), NO_EPOCH)
