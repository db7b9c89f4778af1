"""Whether a cluster has settled: ZooKeeper, the controller and every broker say the same, and replicas hold the same.

    ZooKeeper's tree ──── topics, leaders, ISRs ──┐
    /controller ◀── the one active controller ────┼─▶ unsettled(): what is not as it will be, in words; empty: settled
    brokers' metadata, their replicas ────────────┘
    logs of all replicas, below the high watermark ─▶ replicas_differ(): violations

Both only read. Not here: how long a cluster may take to settle: the runner waits, and names what is left.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Final

from kavka.common.types import NO_LEADER, TopicPartition
from kavka.controller.states import PartitionState
from kavka.simulation.checks.invariants import Violation, violation
from kavka.zk import paths
from kavka.zk.znodes import ZNodeError

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster
    from kavka.zk.tree import DataTree

READ_BYTES: Final = 1 << 20
REASONS_MAX: Final = 20

State = tuple[int, int, tuple[int, ...]]
"""Leader, leader epoch, ISR in order."""


def unsettled(cluster: SimulatedCluster, tree: DataTree, *, is_idle: bool = True) -> list[str]:
    """Returns why the cluster has not settled yet, the first reasons; empty: it has.

    Args:
        cluster: what is looked at.
        tree: what ZooKeeper holds.
        is_idle: nobody writes, so high watermarks have got to the ends of their logs, and no request of a producer or
            an administrator waits for replicas.
    """
    reasons = []
    for reason in _reasons(cluster, tree, is_idle=is_idle):
        reasons.append(reason)
        if len(reasons) >= REASONS_MAX:
            break
    return reasons


def _reasons(cluster: SimulatedCluster, tree: DataTree, *, is_idle: bool) -> Iterator[str]:
    for broker in cluster.brokers:
        if not broker.is_running or not broker.is_ready.is_set() or broker.inside is None:
            yield f"{broker.name} is not up"
            return
        if paths.broker_id(broker.broker_id) not in tree.nodes:
            yield f"{broker.name} is not registered"
    yield from _controller_reasons(cluster, tree)
    topics = _children(tree, "/brokers/topics")
    deleting = _children(tree, "/admin/delete_topics")
    for topic in deleting:
        yield f"{topic} is not deleted yet"
    if paths.REASSIGN_PARTITIONS in tree.nodes:
        yield "replicas are still being reassigned"
    stored: dict[TopicPartition, State] = {}
    for topic in topics:
        yield from _topic_reasons(topic, tree, stored)
    for broker in cluster.brokers:
        yield from _broker_reasons(broker, stored, is_idle=is_idle)
        yield from _left_reasons(broker, topics)
        if is_idle:
            yield from _waiting_reasons(broker)


def _children(tree: DataTree, path: str) -> list[str]:
    return sorted(tree.nodes[path].children) if path in tree.nodes else []


def _controller_reasons(cluster: SimulatedCluster, tree: DataTree) -> Iterator[str]:
    active = [broker for broker in cluster.brokers if broker.inside and broker.inside.cluster.controller.is_active]
    if len(active) != 1:
        yield f"{len(active)} brokers take themselves for the controller"
        return
    if paths.CONTROLLER not in tree.nodes:
        yield "nobody is the controller"
        return
    try:
        named = paths.ControllerZNode.decode(tree.nodes[paths.CONTROLLER].data or b"").broker_id
    except ZNodeError as error:
        yield _unreadable(paths.CONTROLLER, error)
        return
    assert active[0].inside is not None
    shown = active[0].inside.cluster.controller.describe()
    if named != active[0].broker_id:
        yield f"/controller names broker {named}, and broker {active[0].broker_id} is the controller"
    if shown["queue_size"]:
        yield f"{shown['queue_size']} events wait for the controller"
    for state, count in shown["partition_states"].items():
        if count and state != PartitionState.Online.name:
            yield f"to the controller {count} partitions are {state}"


def _topic_reasons(topic: str, tree: DataTree, stored: dict[TopicPartition, State]) -> Iterator[str]:
    try:
        assigned = paths.TopicZNode.decode(tree.nodes[paths.topic(topic)].data or b"")
    except ZNodeError as error:
        yield _unreadable(paths.topic(topic), error)
        return
    if any(assigned.adding.values()) or any(assigned.removing.values()):
        yield f"{topic} is still being reassigned"
    for index, replicas in sorted(assigned.partitions.items()):
        path = paths.partition_state(topic, index)
        if path not in tree.nodes:
            yield f"{topic}-{index} has no state in ZooKeeper"
            continue
        try:
            state = paths.PartitionStateZNode.decode(tree.nodes[path].data or b"")
        except ZNodeError as error:
            yield _unreadable(path, error)
            continue
        if state.leader == NO_LEADER:
            yield f"{topic}-{index} has no leader"
        elif sorted(state.isr) != sorted(replicas):
            yield f"{topic}-{index}: ISR {list(state.isr)}, replicas {list(replicas)}"
        stored[TopicPartition(topic, index)] = state.leader, state.leader_epoch, tuple(sorted(state.isr))


def _unreadable(path: str, error: ZNodeError) -> str:
    """Says that a node, whoever wrote it, says nothing."""
    return f"{path} cannot be read: {error}"


def _broker_reasons(broker: SimulatedBroker, stored: dict[TopicPartition, State], *, is_idle: bool) -> Iterator[str]:
    assert broker.inside is not None
    known = {
        TopicPartition(topic, index): (state.leader, state.leader_epoch, tuple(sorted(state.isr)))
        for topic, topic_state in broker.inside.cluster.metadata.snapshot.topics.items()
        for index, state in topic_state.partitions.items()
    }
    for tp in sorted(known.keys() | stored.keys()):
        if known.get(tp) != stored.get(tp):
            yield f"{tp}: {broker.name} knows {known.get(tp)}, ZooKeeper has {stored.get(tp)}"
    held = {partition.topic_partition: partition for partition in broker.inside.replication.manager.partitions}
    for tp, (leader, epoch, isr) in sorted(stored.items()):
        if broker.broker_id not in isr:
            continue
        partition = held.get(tp)
        if partition is None:
            yield f"{broker.name} holds no replica of {tp}"
        elif partition.leader_epoch != epoch or partition.is_leader != (leader == broker.broker_id):
            yield f"{broker.name} is in epoch {partition.leader_epoch} of {tp}, ZooKeeper in {epoch}"
        elif is_idle and partition.log.high_watermark != partition.log.log_end_offset:
            yield (
                f"{broker.name}, {tp}: high watermark {partition.log.high_watermark}, "
                f"log end offset {partition.log.log_end_offset}"
            )


def _left_reasons(broker: SimulatedBroker, topics: Container[str]) -> Iterator[str]:
    """Says of which topics a broker has logs that were deleted."""
    assert broker.inside is not None
    for log in broker.inside.storage.logs.logs:
        if log.topic_partition.topic not in topics:
            yield f"{broker.name} has the log of {log.topic_partition}, and there is no such topic"


def _waiting_reasons(broker: SimulatedBroker) -> Iterator[str]:
    """Says of which requests a purgatory still keeps operations, though no client is there."""
    assert broker.inside is not None
    waiting = broker.inside.replication.manager.waiting
    for purgatory in (waiting.produce_purgatory, waiting.delete_records_purgatory):
        if count := len(purgatory.waiting()):
            yield f"{broker.name}: {count} operations wait in the purgatory {purgatory.name}"


def replicas_differ(cluster: SimulatedCluster) -> list[Violation]:
    """Compares the replicas of every partition, byte by byte below the high watermark.

    Each replica compacts by itself, so those of compacted topics are compared by their offsets alone.
    """
    replicas: dict[TopicPartition, list[tuple[str, Log]]] = {}
    for broker in cluster.brokers:
        if broker.inside is not None and broker.is_running:
            for partition in broker.inside.replication.manager.partitions:
                replicas.setdefault(partition.topic_partition, []).append((broker.name, partition.log))
    found = []
    for tp, logs in sorted(replicas.items()):
        end = min(log.high_watermark for _, log in logs)
        start = max(log.log_start_offset for _, log in logs)
        if any(log.config.is_compacted for _, log in logs):
            continue
        (first, reference), *others = logs
        expected = _content(reference, start, end)
        for name, log in others:
            if _content(log, start, end) != expected:
                what = f"{tp}: {name} and {first} differ between {start} and {end}"
                found.append(violation("replicas-differ", what))
    return found


def _content(log: Log, start: int, end: int) -> bytes:
    content = bytearray()
    while start < end:
        read = log.read(start, max_bytes=READ_BYTES, max_offset=end, min_one_message=True)
        if not len(read.records):
            break
        content += read.records
        start = read.next_offset
    return bytes(content)
