"""Which partition a record goes to: the one it names, its key's, or the one that keyless records stick to. No I/O.

    key     ──murmur2──▶ hash mod partitions: every other client would choose the same one
    no key  ──▶ sticky: the partition of the last one, until its batch is full or gone; then another one with a leader

A topic may have got partitions since its queues were made. The sender keeps the metadata young, so nobody waits here:
what it knows by now counts.
"""

from __future__ import annotations

import random
from typing import Final

from kavka.client.delivery import PartitionQueue
from kavka.wire.cluster_view import ClusterView
from kavka.wire.murmur2 import murmur2

KEY_CACHE_MAX: Final = 16_384
"""Keys whose hash is remembered; the cache is emptied when it is full."""


class TopicQueues:
    """The partitions of one topic, and the one that keyless records stick to (KIP-480)."""

    __slots__ = ("partitions", "sticky", "topic")

    def __init__(self, topic: str, partition_count: int) -> None:
        assert partition_count > 0
        self.topic = topic
        self.partitions = [PartitionQueue(topic, partition) for partition in range(partition_count)]
        self.sticky = -1

    def grow(self, partition_count: int) -> None:
        """Adds queues for partitions that the topic got meanwhile."""
        for partition in range(len(self.partitions), partition_count):
            self.partitions.append(PartitionQueue(self.topic, partition))

    def stick(self, partition: int) -> None:
        """Sends keyless records to another partition from now on."""
        self.sticky = partition


class Partitioner:
    """Chooses the partitions of one producer's records.

    Args:
        view: What is known of the topics by now.
        batch_bytes: When a batch is full.
        rng: Picks sticky partitions.
    """

    def __init__(self, view: ClusterView, *, batch_bytes: int, rng: random.Random) -> None:
        self._view = view
        self._batch_bytes = batch_bytes
        self._rng = rng
        self._hashes: dict[bytes, int] = {}

    def choose(self, queues: TopicQueues, key: bytes | None, size: int) -> int:
        """Returns the partition of a record that names none.

        Args:
            queues: The topic's.
            key: The record's.
            size: What the record will reserve: one that does not fit into the open batch ends it.
        """
        if key is None:
            sticky = queues.sticky
            if sticky >= 0:
                batches = queues.partitions[sticky].batches
                if batches and not batches[-1].is_sealed and batches[-1].bytes_reserved + size <= self._batch_bytes:
                    return sticky
            return self._next_sticky(queues)
        hashed = self._hashes.get(key)
        if hashed is None:
            if len(self._hashes) >= KEY_CACHE_MAX:
                self._hashes.clear()
            hashed = self._hashes[bytes(key)] = murmur2(key) & 0x7FFFFFFF
        return hashed % len(queues.partitions)

    def _next_sticky(self, queues: TopicQueues) -> int:
        """Draws another partition with a chance that falls with what waits in its queue.

        So a slow leader gets less (KIP-794, BuiltInPartitioner).
        """
        choices = self._available(queues)
        if len(choices) > 1 and queues.sticky in choices:
            choices.remove(queues.sticky)
        lengths = [len(queues.partitions[choice].batches) for choice in choices]
        longest = max(lengths)
        (chosen,) = self._rng.choices(choices, [longest + 1 - length for length in lengths])
        queues.stick(chosen)
        return chosen

    def _available(self, queues: TopicQueues) -> list[int]:
        """Returns the partitions with a leader; all of them when none has one."""
        leader_of = self._view.metadata.leader_of
        every = range(len(queues.partitions))
        return [partition for partition in every if leader_of(queues.topic, partition) >= 0] or list(every)

    def check_there(self, queues: TopicQueues, partition: int) -> None:
        """Refuses a partition that the topic has not got by now either.

        Raises:
            ValueError: there is no such partition.
        """
        self.notice_growth(queues)
        if not 0 <= partition < len(queues.partitions):
            raise ValueError(f"{queues.topic!r} has partitions 0 to {len(queues.partitions) - 1}, not {partition}")

    def notice_growth(self, queues: TopicQueues) -> None:
        """Uses the partitions that the topic got since."""
        info = self._view.metadata.topics.get(queues.topic)
        if info is not None and len(info.partitions) > len(queues.partitions):
            queues.grow(max(info.partitions) + 1)
