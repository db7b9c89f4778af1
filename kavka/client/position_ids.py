"""Which topics a consumer's offsets are of, by id: what it commits and reads committed offsets by (KIP-516).

    a position is learned ─▶ the next fetch notes the topic's id beside it ─▶ commits name that id
                                                     the topic was deleted ─▶ they are refused, whatever has its name

A topic that is made anew under the same name begins at 0: an offset of the former one, committed for it, would have the
group skip its records. Not here: the requests (`wire.group_offsets`), and their retries (`group_offsets`).
"""

from __future__ import annotations

from collections.abc import Iterable

from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition


class PositionIds:
    """The ids of topics for one consumer's offsets.

    Args:
        side: The consumer's cluster, whose metadata has its topics.
        assignment: Where positions are.
    """

    def __init__(self, side: Cluster, assignment: Assignment) -> None:
        self._side = side
        self._assignment = assignment

    def of_topic(self, tp: TopicPartition) -> bytes:
        """Returns the present id of the partition's topic; of zeros: unknown."""
        return self._side.metadata.id_of(tp.topic)

    def of_position(self, tp: TopicPartition) -> bytes:
        """Returns the id of the topic that the position is of; of zeros: unknown."""
        state = self._assignment.states.get(tp)
        return self.of_topic(tp) if state is None else state.topic_id

    async def look_again(self, partitions: Iterable[TopicPartition]) -> None:
        """Reads metadata of topics whose ids the coordinator does not know.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `Cluster.refresh`.
        """
        await self._side.refresh(sorted({tp.topic for tp in partitions}))

    def are_made_anew(self, partitions: Iterable[TopicPartition]) -> bool:
        """Tells whether another topic has the name of one that positions are of."""
        return any(self.of_topic(tp) not in (ZERO_TOPIC_ID, self.of_position(tp)) for tp in partitions)
