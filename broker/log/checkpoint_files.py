"""The offset checkpoints of one data directory: read at the start, merged, written when they change.

What a file said about a partition is kept until that partition is deleted, also while nobody has opened it: a
checkpoint made of what is known at the moment would forget the rest (KAFKA-769, KAFKA-1647).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from broker.log.checkpoint import CorruptCheckpoint, decode_offsets, encode_offsets
from broker.log.filesystem import FileSystem
from broker.log.log_dir import LogDir
from kavka.common.types import TopicPartition

_log = logging.getLogger(__name__)


class OffsetCheckpoint:
    """One checkpoint file: partition → offset.

    Attributes:
        offsets: what it says, with what was merged since.
    """

    __slots__ = ("_filesystem", "_path", "_written", "offsets")

    def __init__(self, log_dir: LogDir, name: str, filesystem: FileSystem) -> None:
        self._path = log_dir.file(name)
        self._filesystem = filesystem
        self._written: bytes | None = None
        self.offsets: dict[TopicPartition, int] = {}

    def load(self) -> None:
        """Reads the file. A missing or broken one says nothing.

        Raises:
            OSError: the disk failed.
        """
        try:
            data = self._filesystem.read_file(self._path)
            self.offsets = decode_offsets(data) if data else {}  # Kafka makes them empty before it first writes
            self._written = data
        except FileNotFoundError:
            return
        except CorruptCheckpoint as error:
            _log.warning("%s is ignored: %s", self._path, error)

    def merge(self, offsets: Mapping[TopicPartition, int]) -> tuple[str, bytes] | None:
        """Takes in newer offsets; returns path and content to write, None when the file says so already."""
        self.offsets.update(offsets)
        data = encode_offsets(self.offsets)
        return None if data == self._written else (self._path, data)

    def note_written(self, data: bytes) -> None:
        """The content is on the device now."""
        self._written = data

    def forget(self, topic_partition: TopicPartition) -> None:
        """Drops a partition that was deleted; the next write leaves it out."""
        self.offsets.pop(topic_partition, None)

    def limit(self, topic_partition: TopicPartition, end_offset: int) -> bool:
        """Lowers what is said of a partition that ends at `end_offset` now; whether there was anything to lower."""
        if self.offsets.get(topic_partition, 0) <= end_offset:
            return False
        self.offsets[topic_partition] = end_offset
        return True
