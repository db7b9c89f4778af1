"""Which log it is: a partition in a data directory. What moved, or rolled, is noted by it and looked up by its owner.

A value by identity, not by equality: a log that was deleted and made again is another one, and so is the copy that
grows of it in another directory.
"""

from __future__ import annotations

from dataclasses import dataclass

from kavka.broker.log.log_dir import LogDir
from kavka.common.types import TopicPartition


@dataclass(frozen=True, slots=True, eq=False)
class LogIdentity:
    """One log.

    Attributes:
        topic_partition: whose it is.
        log_dir: the data directory that it is in.
        name: the partition's, for messages.
    """

    topic_partition: TopicPartition
    log_dir: LogDir
    name: str

    @classmethod
    def of(cls, topic_partition: TopicPartition, log_dir: LogDir) -> LogIdentity:
        """Makes the identity of a log that is opened."""
        return cls(topic_partition, log_dir, str(topic_partition))

    def __str__(self) -> str:
        return self.name
