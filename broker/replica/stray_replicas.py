"""Which logs a broker has that it should not have: their partitions went while nobody could tell it.

    while the broker was down                                                    its log
    a replica moved elsewhere, or its topic was deleted by hand in ZooKeeper     is named nowhere
    the same, and then another topic was made under that name                    has another topic id

The controller says so with a LeaderAndIsr of type FULL (version 5, KIP-516), which names every replica that the broker
should have; ours sends one to every broker that comes, and to all when it takes over. Apache Kafka's controller sends
none (only a KRaft one does, in a migration, from where the rest is known: KAFKA-15605): under it such logs lie about.

A stray log is not deleted: whoever is wrong about what should be where, the records are still there. Its directory is
renamed as Kafka's is, to `<topic>-<partition>.<hex>-stray`, and no broker looks into it any more; a person removes it.
Left where it is, it would be in the way of a topic of the same name (INCONSISTENT_TOPIC_ID for ever), or give it
records that it never had. Pure: what is done about strays is `replica_manager`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kavka.common.types import ZERO_TOPIC_ID, TopicPartition

if TYPE_CHECKING:
    from broker.log.log import Log
    from protocol.messages import LeaderAndIsrRequest

FULL: Final = 2
"""LeaderAndIsr's type: every replica is named. 1 says that some are, 0 (of older controllers) says nothing."""


def find_strays(request: LeaderAndIsrRequest, logs: Iterable[Log]) -> list[TopicPartition]:
    """The partitions, of those with a log here, that the request says should have none; none unless it names all.

    A log without a topic id, from before there were any, is judged by its name alone.
    """
    if request.type != FULL:
        return []
    wanted = {
        TopicPartition(topic.topic_name, state.partition_index): topic.topic_id
        for topic in request.topic_states
        for state in topic.partition_states
    }
    return [log.topic_partition for log in logs if not _is_wanted(log, wanted.get(log.topic_partition))]


def _is_wanted(log: Log, topic_id: bytes | None) -> bool:
    return topic_id is not None and (log.topic_id == topic_id or ZERO_TOPIC_ID in (log.topic_id, topic_id))
