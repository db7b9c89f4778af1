"""Which logs lie on a broker's disk that should not: their partitions went while the broker was down, or cut off.

    a replica moved elsewhere, or its topic was deleted by hand in ZooKeeper     Case A  its log is named nowhere
    the same, and then another topic was made under that name                    Case B  its log has another topic id
    a replica moved elsewhere from a broker that lived on without its session    Case C  it still leads, or follows

Case A needs a LeaderAndIsr of type FULL (version 5, KIP-516), which names every replica that the broker should have:
ours sends one to every broker that comes and has replicas, and to all at a failover. Apache Kafka's controller sends
none (only a KRaft one does, in a migration, from where the rest is known: KAFKA-15605): under it such logs lie about.
Case B shows in any request with topic ids. Case C shows in UpdateMetadata, in the first one after the broker is back:
the StopReplica for its former life was dropped with it. The replica is given up at once, as by that StopReplica, and
its log is then one of case A.

Only what no controller has named since the broker started, or what its metadata has elsewhere since, can be a stray. A
broker refuses to start over another cluster's ZooKeeper, but one that runs may find its own emptied: it then keeps all
it has.

A stray log is not deleted: whoever is wrong about what should be where, the records are still there. Its directory is
renamed as Kafka's is, to `<topic>-<partition>.<hex>-stray`, and no broker looks into it any more; a person removes it.
Left where it is, it would be in the way of a topic of the same name (INCONSISTENT_TOPIC_ID for ever). Pure: what is
done about strays is `replica_manager`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from kavka.common.steps import Steps
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.replica.partition import Partition
    from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest

FULL: Final = 2
"""LeaderAndIsr's type: every replica is named. 1 says that some are, 0 (of older controllers) says nothing."""


def unnamed(
    request: LeaderAndIsrRequest, logs: Iterable[Log], is_known: Callable[[TopicPartition], bool]
) -> Steps[list[TopicPartition]]:
    """Lists the partitions with a log here that a full list lacks (case A). None unless the list is full.

    Args:
        request: of any version.
        logs: all of them.
        is_known: whether a controller has named the partition since the broker started.
    """
    if request.type != FULL:
        return []
    unknown: dict[TopicPartition, None] = {}
    for log in logs:
        if not is_known(log.topic_partition):
            unknown[log.topic_partition] = None
        yield
    for topic in request.topic_states if unknown else ():  # none are, at every failover but a broker's first
        for state in topic.partition_states:
            unknown.pop(TopicPartition(topic.topic_name, state.partition_index), None)
            yield
    return list(unknown)


def is_of_another_topic(log: Log, topic_id: bytes) -> bool:
    """Tells whether a log belongs to another topic (case B).

    A log without a topic id, from before there were any, is judged by its name alone.
    """
    return ZERO_TOPIC_ID not in (log.topic_id, topic_id) and log.topic_id != topic_id


def is_held_elsewhere(partition: Partition, state: UpdateMetadataRequest.UpdateMetadataPartitionState) -> bool:
    """Tells whether metadata has a partition on other brokers since a later epoch (case C).

    One without any replicas is nobody's, as nobody knows where it should be.
    """
    return (
        state.leader_epoch > partition.leader_epoch
        and bool(state.replicas)
        and partition.broker_id not in state.replicas
    )
