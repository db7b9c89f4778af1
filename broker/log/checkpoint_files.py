"""The offset checkpoints of one data directory: read at startup, merged, written when they change.

What a file said about a partition is kept until that partition is deleted, also while nobody has opened it: a
checkpoint made of what is known at the moment would forget the rest (KAFKA-769, KAFKA-1647).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.log.log_dir import LogDir
from kavka.common.filesystem import FileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets, encode_offset_lines, encode_offsets_head
from kavka.protocol.disk.errors import CorruptCheckpoint

if TYPE_CHECKING:
    from kavka.common.steps import Steps

LINES_PER_STEP: Final = 1_000
"""Lines that are made before others get their turn on the loop: some 0.5 ms."""
_NOTHING: Final = -1

_log = logging.getLogger(__name__)


class Content(NamedTuple):
    """What is to be written, and of which state of the checkpoint that is."""

    path: str
    data: bytes
    version: int


class OffsetCheckpoint:
    """One checkpoint file: partition → offset.

    Attributes:
        offsets: what it says, with what was noted since; changed by the methods, which know what is written.
    """

    __slots__ = ("_filesystem", "_gone", "_path", "_version", "_written_version", "offsets")

    def __init__(self, log_dir: LogDir, name: str, filesystem: FileSystem) -> None:
        self._path = log_dir.file(name)
        self._filesystem = filesystem
        self._version = 0
        self._written_version = _NOTHING
        self._gone: dict[TopicPartition, int] = {}
        """Partitions that were forgotten since the file was written → the version without them."""
        self.offsets: dict[TopicPartition, int] = {}

    def load(self) -> None:
        """Reads the file. A missing or broken one says nothing.

        Raises:
            OSError: the disk failed.
        """
        try:
            data = self._filesystem.read_file(self._path)
            # Kafka makes them empty before it first writes.
            said = sorted(decode_offsets(data).items()) if data else ()
            self.offsets = {TopicPartition(*partition): offset for partition, offset in said}
            if data:
                self._written_version = self._version
        except FileNotFoundError:
            return
        except CorruptCheckpoint as error:
            _log.warning("%s is ignored: %s", self._path, error)

    def set(self, topic_partition: TopicPartition, offset: int) -> None:
        """Sets a partition's offset in the checkpoint."""
        if self.offsets.get(topic_partition) != offset:
            self.offsets[topic_partition] = offset
            self._version += 1

    def content(self) -> Steps[Content | None]:
        """Encodes the checkpoint to be written; None when the file says so already."""
        if self._version == self._written_version:
            return None
        version, items = self._version, list(self.offsets.items())
        parts = [encode_offsets_head(len(items))]
        for first in range(0, len(items), LINES_PER_STEP):
            parts.append(encode_offset_lines(items[first : first + LINES_PER_STEP]))
            yield
        return Content(self._path, b"".join(parts), version)

    def note_written(self, content: Content) -> None:
        """Notes that the content is on the device now."""
        self._written_version = content.version
        self._gone = {gone: version for gone, version in self._gone.items() if version > content.version}

    def still_names(self, topic_partition: TopicPartition) -> bool:
        """Tells whether the file may say something of a partition that was forgotten."""
        return topic_partition in self._gone

    def forget(self, topic_partition: TopicPartition) -> None:
        """Drops a partition that was deleted; the next write leaves it out."""
        if self.offsets.pop(topic_partition, None) is not None:
            self._version += 1
            self._gone[topic_partition] = self._version

    def limit(self, topic_partition: TopicPartition, end_offset: int) -> bool:
        """Lowers a partition's offset to `end_offset`; returns whether there was anything to lower."""
        if self.offsets.get(topic_partition, 0) <= end_offset:
            return False
        self.set(topic_partition, end_offset)
        return True
