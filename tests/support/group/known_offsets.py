"""Ends of partitions that a test knows, in the place of their leaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError, LeaderNotAvailable


class KnownOffsets:
    """The ends of partitions: `ends` are told, others have no leader."""

    def __init__(self) -> None:
        self.ends: dict[TopicPartition, int] = {}

    async def latest(self, partitions: Sequence[TopicPartition]) -> Mapping[TopicPartition, int | KafkaError]:
        """Returns the ends that are known."""
        return {
            partition: self.ends.get(partition, LeaderNotAvailable(f"{partition} has no leader"))
            for partition in partitions
        }
