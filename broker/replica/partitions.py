"""The partitions that a broker holds replicas of: found by name, held when the controller says so.

    ControllerCommands ─▶ hold, forget, lost ─▶ Partitions ─▶ find: or None ─▶ whoever works on what is here
                                                           └─▶ get: or why not, as clients are told

Beneath everything else of `replica`: it knows no purgatory, no fetcher and no request. Not here: what a partition does
(`partition`), where logs are (`log.log_manager`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kavka.broker.metrics import Traffic
from kavka.broker.replica.partition import Partition
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.errors import KafkaStorageError, NotLeaderOrFollower, UnknownTopicId, UnknownTopicOrPartition

if TYPE_CHECKING:
    from kavka.broker.log.log import Log


class Partitions:
    """The replicas of one broker.

    Args:
        broker_id: this broker.
        is_known: whether the cluster's metadata has a partition: it is then held elsewhere.
        traffic: counts what is produced and consumed, by topic.

    Attributes:
        broker_id: this broker.
        are_named: whether a controller has named any partition yet; before, nothing is known of most of them.
        lost: partitions that the controller gave us and whose directory was offline already.

    Invariant: a held partition is not lost, and no topic without partitions is kept.
    """

    __slots__ = ("_is_known", "_topics", "_traffic", "are_named", "broker_id", "lost")

    def __init__(
        self,
        broker_id: int,
        *,
        is_known: Callable[[str, int], bool] = lambda _topic, _index: False,
        traffic: Traffic | None = None,
    ) -> None:
        self.broker_id = broker_id
        self._is_known = is_known
        self._traffic = traffic or Traffic()
        self._topics: dict[str, dict[int, Partition]] = {}
        self.are_named = False
        self.lost: set[TopicPartition] = set()

    def find(self, topic: str, index: int) -> Partition | None:
        """Returns the broker's replica of a partition, None when it holds none."""
        partitions = self._topics.get(topic)
        return None if partitions is None else partitions.get(index)

    def get(self, topic: str, index: int) -> Partition:
        """Returns the broker's replica of a partition.

        Raises:
            KafkaStorageError: it lies in a directory that was offline when the broker started.
            NotLeaderOrFollower: it holds none, and others do. A client then refreshes its metadata and finds them.
            UnknownTopicOrPartition: as far as it knows, nobody does.
        """
        partitions = self._topics.get(topic)
        if partitions is not None:
            partition = partitions.get(index)
            if partition is not None:
                return partition
        if (topic, index) in self.lost:
            raise KafkaStorageError(f"the data directory that has {topic}-{index} is offline")
        if self._is_known(topic, index):
            raise NotLeaderOrFollower(f"broker {self.broker_id} holds no replica of {topic}-{index}, others do")
        raise UnknownTopicOrPartition(f"broker {self.broker_id} holds no replica of {topic}-{index}")

    def get_by_id(self, topic: str, index: int, topic_id: bytes) -> Partition:
        """Returns the broker's replica of a partition whose topic a client names by its id.

        Args:
            topic: the name of the topic with the id; empty where none is known to have it.
            index: the partition.
            topic_id: the id.

        Raises:
            UnknownTopicId: no topic is known to have the id, or the log here is of another topic under the same name.
            KafkaStorageError, NotLeaderOrFollower, UnknownTopicOrPartition: see `get`.
        """
        if not topic:
            raise UnknownTopicId(f"no topic is known to have the id {topic_id.hex()}")
        partition = self.get(topic, index)
        if partition.log.topic_id != topic_id and not is_of(partition.log, topic_id):
            raise UnknownTopicId(f"the log of {partition} is not of the topic with the id {topic_id.hex()}")
        return partition

    def __iter__(self) -> Iterator[Partition]:
        for partitions in self._topics.values():
            yield from partitions.values()

    def __len__(self) -> int:
        return sum(map(len, self._topics.values()))

    @property
    def topics(self) -> list[str]:
        """Lists the topics of which the broker holds a replica."""
        return list(self._topics)

    def of_topic(self, topic: str) -> list[Partition]:
        """Lists the broker's replicas of a topic."""
        return list(self._topics.get(topic, {}).values())

    def hold(self, topic_partition: TopicPartition, log: Log) -> Partition:
        """Adds a replica of the partition to this broker."""
        topic, index = topic_partition
        partitions = self._topics.setdefault(topic, {})
        assert index not in partitions, f"{topic_partition} is held already"
        self.lost.discard(topic_partition)
        partition = partitions[index] = Partition(topic_partition, self.broker_id, log, self._traffic.of(topic))
        return partition

    def forget(self, topic_partition: TopicPartition) -> None:
        """Removes this broker's replica of the partition."""
        partitions = self._topics[topic_partition.topic]
        del partitions[topic_partition.partition]
        if not partitions:
            del self._topics[topic_partition.topic]

    def lose(self, topic_partition: TopicPartition) -> None:
        """Notes that a partition's directory is offline, and its replica with it."""
        assert self.find(*topic_partition) is None, f"{topic_partition} is held, and cannot be lost"
        self.lost.add(topic_partition)

    def found_again(self, topic_partitions: Iterable[TopicPartition]) -> None:
        """Forgets that these partitions were lost, since their directory is back.

        Whoever wants to know who has them may ask the controller.
        """
        self.lost.difference_update(topic_partitions)


def is_of(log: Log, topic_id: bytes) -> bool:
    """Tells whether a log belongs to the topic with an id.

    A log without an id of its own belongs to any.
    """
    return log.topic_id in (topic_id, ZERO_TOPIC_ID)
