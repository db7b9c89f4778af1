"""Requests that come too late: what a former controller, a former leader, or a request to a former life would say.

    text               to whom         what                                                    is refused for its
    former-controller  the broker      StopReplica, deletes; of the controller epoch before    controller epoch
    former-epoch       the broker      LeaderAndIsr: another leads, in the leader epoch before leader epoch
    former-life        the broker      StopReplica, for the registration before                broker epoch
    former-isr         the controller  AlterPartition: the leader alone, on the state before   partition epoch
    former-leader      the controller  the same, and of the leader epoch before                leader epoch

Each is made of what the broker holds at that moment, of a partition that is drawn, and comes from a stranger's host: a
network that kept a request and gives it out now. Whoever obeys is reported: that the harm shows in the same run, too,
is not waited for. What cannot be said, since nothing was before, is not said. Not here: when (`hands`).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from kavka.protocol.epochs import EPOCH_DURING_DELETE, ControllerEpoch, LeaderEpoch
from kavka.protocol.messages import (
    AlterPartitionRequest,
    AlterPartitionResponse,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    StopReplicaRequest,
)
from kavka.simulation.leaders import CONTROLLER, role_holder
from kavka.simulation.strangers import request_once, start_stranger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kavka.broker.assembly.inside import Inside
    from kavka.broker.replica.partition import Partition
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

LEADER_AND_ISR_VERSION: Final = 5
"""The first with a topic id, so that no topic of the same name is meant."""
STOP_REPLICA_VERSION: Final = 3
"""The first with leader epochs."""
ALTER_PARTITION_VERSION: Final = 0

_PARTITIONS: Final = {LeaderAndIsrResponse: "partition_errors", AlterPartitionResponse: "partitions"}
"""Where a topic has its partitions."""

Report: TypeAlias = "Callable[[str], None]"


class _Late(NamedTuple):
    """A request, and its version."""

    request: Any
    version: int


def send_stale(
    cluster: SimulatedCluster, broker: SimulatedBroker, what: str, rng: random.Random, report: Report
) -> None:
    """Starts a stranger that sends a request which comes too late.

    Args:
        cluster: where.
        broker: who gets it, or would have sent it.
        what: one of `faults.STALE`.
        rng: draws the partition.
        report: is told when it is obeyed.
    """
    if broker.inside is None or not broker.is_running:
        return
    is_own = what in _OF_LEADERS
    held = [
        partition for partition in broker.inside.replication.manager.partitions if partition.is_leader or not is_own
    ]
    if not held:
        return
    partition = rng.choice(sorted(held, key=lambda one: one.topic_partition))
    late = _MAKERS[what](broker, broker.inside, partition)
    target = role_holder(cluster, CONTROLLER) if is_own else broker.name
    if late is None or target is None:
        return

    async def say(name: str) -> None:
        response = await request_once(cluster, name, target, late.request, version=late.version)
        if not any(_codes(response)):
            report(f"{target} obeys a {what.replace('-', ' ')}, of {partition}")

    start_stranger(cluster, say)


def _codes(response: Any) -> Iterator[int]:
    """Yields every error code in a response."""
    yield response.error_code
    yield from (one.error_code for one in getattr(response, "partition_errors", ()))
    for topic in getattr(response, "topics", ()):
        yield from (one.error_code for one in getattr(topic, _PARTITIONS[type(response)]))


def _of_former_controller(broker: SimulatedBroker, inside: Inside, partition: Partition) -> _Late | None:
    epoch = inside.cluster.controller_epoch.latest - 1
    if epoch < 0:
        return None
    return _stop(inside, partition, ControllerEpoch(epoch), EPOCH_DURING_DELETE, delete=True)


def _of_former_life(broker: SimulatedBroker, inside: Inside, partition: Partition) -> _Late | None:
    if inside.cluster.registration.epoch < 1:
        return None
    epoch = inside.cluster.controller_epoch.latest
    return _stop(inside, partition, epoch, partition.leader_epoch, delete=False, lives_ago=1)


def _stop(
    inside: Inside,
    partition: Partition,
    controller_epoch: ControllerEpoch,
    leader_epoch: LeaderEpoch,
    *,
    delete: bool,
    lives_ago: int = 0,
) -> _Late:
    topic, index = partition.topic_partition
    state = StopReplicaRequest.StopReplicaPartitionState(
        partition_index=index, leader_epoch=leader_epoch, delete_partition=delete
    )
    request = StopReplicaRequest(
        controller_epoch=controller_epoch,
        broker_epoch=inside.cluster.registration.epoch - lives_ago,
        topic_states=[StopReplicaRequest.StopReplicaTopicState(topic_name=topic, partition_states=[state])],
    )
    return _Late(request, STOP_REPLICA_VERSION)


def _of_former_epoch(broker: SimulatedBroker, inside: Inside, partition: Partition) -> _Late | None:
    others = [other for other in partition.replicas if other != broker.broker_id]
    if partition.leader_epoch < 1 or not others:
        return None
    topic, index = partition.topic_partition
    epoch = inside.cluster.controller_epoch.latest
    state = LeaderAndIsrRequest.LeaderAndIsrPartitionState(
        partition_index=index,
        controller_epoch=epoch,
        leader=others[0],
        leader_epoch=LeaderEpoch(partition.leader_epoch - 1),
        isr=list(partition.replicas),
        partition_epoch=partition.partition_epoch,
        replicas=list(partition.replicas),
    )
    named = LeaderAndIsrRequest.LeaderAndIsrTopicState(
        topic_name=topic, topic_id=partition.log.topic_id, partition_states=[state]
    )
    request = LeaderAndIsrRequest(
        controller_epoch=epoch, broker_epoch=inside.cluster.registration.epoch, topic_states=[named]
    )
    return _Late(request, LEADER_AND_ISR_VERSION)


def _of_former_isr(
    broker: SimulatedBroker, inside: Inside, partition: Partition, *, epochs_ago: int = 0
) -> _Late | None:
    if partition.partition_epoch < 1 or partition.leader_epoch < epochs_ago:
        return None
    if len(partition.isr) < 2 or partition.pending is not None:  # the same ISR again is no change, and is not refused
        return None
    topic, index = partition.topic_partition
    data = AlterPartitionRequest.PartitionData(
        partition_index=index,
        leader_epoch=LeaderEpoch(partition.leader_epoch - epochs_ago),
        new_isr=[broker.broker_id],
        partition_epoch=partition.partition_epoch - 1,
    )
    request = AlterPartitionRequest(
        broker_id=broker.broker_id,
        broker_epoch=inside.cluster.registration.epoch,
        topics=[AlterPartitionRequest.TopicData(topic_name=topic, partitions=[data])],
    )
    return _Late(request, ALTER_PARTITION_VERSION)


def _of_former_leader(broker: SimulatedBroker, inside: Inside, partition: Partition) -> _Late | None:
    return _of_former_isr(broker, inside, partition, epochs_ago=1)


_MAKERS: Final[dict[str, Callable[[SimulatedBroker, Inside, Partition], _Late | None]]] = {
    "former-controller": _of_former_controller,
    "former-epoch": _of_former_epoch,
    "former-life": _of_former_life,
    "former-isr": _of_former_isr,
    "former-leader": _of_former_leader,
}
_OF_LEADERS: Final = frozenset({"former-isr", "former-leader"})
"""What a leader says to the controller."""
