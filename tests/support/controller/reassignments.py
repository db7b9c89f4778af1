"""Reassignments by the API, by the file of Kafka's tool, and what is to be seen of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kavka.common.types import TopicPartition
from kavka.controller.states import PartitionState, ReplicaState
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.paths import ReassignPartitionsZNode
from tests.support.controller.harness import Cluster

T0 = TopicPartition("t", 0)


async def alter(c: Cluster, wanted: Any, *, timeout_ms: int = 1000) -> dict[TopicPartition, int]:
    results = await c.active.requests.alter_partition_reassignments(wanted, timeout_ms=timeout_ms)
    await c.settle()
    return {partition: result.error_code for partition, result in results.items()}


async def listed(c: Cluster, wanted: Any = None) -> Any:
    return await c.active.requests.list_partition_reassignments(wanted, timeout_ms=1000)


async def write_file(c: Cluster, targets: Mapping[TopicPartition, Sequence[int]]) -> None:
    body = ReassignPartitionsZNode({partition: tuple(replicas) for partition, replicas in targets.items()})
    await c.admin.create(paths.REASSIGN_PARTITIONS, body.encode())
    await c.settle()


async def file_of(c: Cluster) -> dict[TopicPartition, tuple[int, ...]] | None:
    try:
        data, _ = await c.admin.get(paths.REASSIGN_PARTITIONS)
    except NoNode:
        return None
    return dict(ReassignPartitionsZNode.decode(data).partitions)


async def replicas_of(c: Cluster, topic: str = "t", partition: int = 0) -> list[int]:
    body = await c.topic(topic)
    assert body is not None
    return list(body.partitions[partition])


async def check_done(c: Cluster, replicas: list[int], *, partition: TopicPartition = T0) -> None:
    """Nothing is left of a move, in memory, ZooKeeper and brokers."""
    body = await c.topic(partition.topic)
    assert body is not None
    assert list(body.partitions[partition.partition]) == replicas
    assert not body.adding.get(partition.partition)
    assert not body.removing.get(partition.partition)
    assert await file_of(c) is None
    context = c.context
    assert context.assignment(partition) == (tuple(replicas), (), ())
    assert context.reassigning == set()
    assert context.replica_states[partition] == dict.fromkeys(replicas, ReplicaState.Online)
    assert context.partition_states[partition] is PartitionState.Online
    state = await c.state(*partition)
    assert state.leader in replicas
    assert set(state.isr) == set(replicas)
    for broker in c.brokers.values():
        assert broker.metadata()[partition].replicas == replicas
    told = c.brokers[state.leader].leaderships()[partition]
    assert (told.leader, told.leader_epoch, told.replicas) == (state.leader, state.leader_epoch, replicas)
    assert c.active.statistics().illegal_transitions == 0
