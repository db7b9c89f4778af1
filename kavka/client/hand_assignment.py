"""An assignment that a consumer's user chooses: which partitions there are, and where each of them begins.

    assign(partitions, start) ─▶ are they there? ─▶ start named   ─▶ there
                                                    kept          ─▶ where it is
                                                    a group       ─▶ its committed offset
                                                    nothing known ─▶ as `offset_reset` says

Not here: the partitions that a group's rebalance brings (`consumer_group`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.client.consumer_group import ConsumerGroup
from kavka.client.fetch_buffer import PartitionState
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.common.types import TopicPartition


async def topic_partitions(cluster: Cluster, topic: str) -> list[TopicPartition]:
    """Returns a topic's partitions, in order.

    Raises:
        UnknownTopicOrPartition: there is no such topic.
    """
    info = await cluster.topic(topic)
    return [TopicPartition(topic, partition) for partition in sorted(info.partitions)]


async def chosen_states(
    cluster: Cluster,
    assignment: Assignment,
    group: ConsumerGroup | None,
    wanted: Sequence[TopicPartition],
    *,
    is_kept: bool,
) -> list[PartitionState]:
    """Returns the states of partitions that a user assigns; nothing is assigned yet.

    Args:
        cluster: Whose partitions.
        assignment: What is read so far.
        group: Whose committed offsets new partitions begin at; None: nobody's.
        wanted: What to read.
        is_kept: Whether what is read already stays where it is; if not, somebody is about to say where all begin.

    Raises:
        ValueError: a topic has no such partition.
        OffsetMissing: the group has no offset of one, and `offset_reset` says that this is an error.
        KafkaError, ClientError: topics, or the group's offsets, could not be looked up.
    """
    await _check_there(cluster, wanted)
    previous = assignment.states
    committed: Mapping[TopicPartition, OffsetAndMetadata] = {}
    if group is not None and is_kept:
        new = [tp for tp in wanted if tp not in previous]
        committed = await group.commits.fetch(new)
        group.check_start(new, committed)
    states: list[PartitionState] = []
    for tp in wanted:
        state = previous.get(tp) if is_kept else None
        if state is None and group is not None:
            state = group.state_at(tp, committed.get(tp))
        states.append(state or assignment.new_state(tp))
    return states


async def _check_there(cluster: Cluster, wanted: Iterable[TopicPartition]) -> None:
    for topic in sorted({tp.topic for tp in wanted}):
        info = await cluster.topic(topic)
        for tp in wanted:
            if tp.topic == topic and tp.partition not in info.partitions:
                raise ValueError(f"{topic!r} has partitions 0 to {len(info.partitions) - 1}, not {tp.partition}")
