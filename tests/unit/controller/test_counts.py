"""The controller's numbers are counted in steps: nobody waits while they are, and the cluster may change meanwhile."""

from __future__ import annotations

import pytest

from kavka.common.steps import STRETCH_ITEMS, at_once
from kavka.common.types import TopicPartition
from kavka.controller.context import LOOKED_AT_ITEMS, ControllerContext, Leadership, PartitionReplica, ReplicaAssignment
from kavka.controller.states import PartitionState, ReplicaState
from kavka.controller.statistics import context_counts

TOPICS, PARTITIONS = 3, 2 * LOOKED_AT_ITEMS
REPLICAS = (1, 2)


@pytest.fixture
def context():
    """Three topics: `t0` stays, `t1` waits for its deletion, `t2` is led by its second replicas or by nobody."""
    context = ControllerContext(epoch=1, epoch_version=1)
    for number in range(TOPICS):
        topic = f"t{number}"
        assignment = dict.fromkeys(range(PARTITIONS), ReplicaAssignment(REPLICAS))
        context.add_topic(topic, topic_id=bytes([number]) * 16, partitions=assignment)
        for index in range(PARTITIONS):
            partition = TopicPartition(topic, index)
            context.leadership[partition] = Leadership(2 if number == 2 else 1, 1, REPLICAS, 1, 1)
            is_offline = number == 2 and index < 10
            context.start_partition(partition, PartitionState.Offline if is_offline else PartitionState.Online)
            for broker_id in REPLICAS:
                context.start_replica(PartitionReplica(partition, broker_id), ReplicaState.Online)
    context.topics_to_delete.add("t1")
    return context


def test_they_are_what_the_context_holds(context):
    counts = at_once(context_counts(context))
    assert counts["global_partition_count"] == TOPICS * PARTITIONS
    assert counts["offline_partitions_count"] == 10
    assert counts["preferred_replica_imbalance_count"] == PARTITIONS
    assert counts["replicas_to_delete_count"] == len(REPLICAS) * PARTITIONS
    partitions, replicas = at_once(context.state_counts())
    assert partitions == {PartitionState.Online: TOPICS * PARTITIONS - 10, PartitionState.Offline: 10}
    assert replicas == {ReplicaState.Online: TOPICS * PARTITIONS * len(REPLICAS)}


def test_no_step_looks_at_more_than_some(context):
    of_leaders = TOPICS * PARTITIONS // LOOKED_AT_ITEMS
    of_deleted = PARTITIONS // STRETCH_ITEMS
    assert sum(1 for _ in context_counts(context)) >= of_leaders + of_deleted
    assert sum(1 for _ in context.state_counts()) >= 2 * of_leaders


@pytest.mark.parametrize("at_step", [1, 3, 8])
def test_topics_may_come_and_go_meanwhile(context, at_step):
    for steps in (context_counts(context), context.state_counts()):
        for number, _ in enumerate(steps):
            if number == at_step:
                context.remove_topic("t1")
                context.remove_topic("t2")
                context.add_topic(
                    "later", topic_id=b"l" * 16, partitions=dict.fromkeys(range(10), ReplicaAssignment(REPLICAS))
                )
    assert at_once(context_counts(context))["offline_partitions_count"] == 0
