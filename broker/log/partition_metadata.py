"""`partition.metadata`: which topic a partition's directory belongs to, by id (KIP-516).

A name can come back after its topic was deleted, an id never does: a log whose file names another id is another
topic's. Older Kafkas leave no file, and then the first id that comes is noted.

    the file says    another id than ZooKeeper's   the log is set aside, or refused where it is in use
                     an id with one bit changed    it is corrected: no other topic has such an id
                     nothing that can be read      as if there were none, with a warning. Kafka takes the whole data
                                                   directory offline: every partition of it, for one small file that a
                                                   power loss may have left empty
    ids are off      anything                      it is removed, as by Kafka: a controller of before 2.8 drops ids, and
                                                   the next one gives new ones, by which all logs were another topic's
"""

from __future__ import annotations

import logging
import os
from typing import Final

from kavka.broker.log.log_context import LogContext
from kavka.common.filesystem import FileSystem
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.file_names import PARTITION_METADATA_FILE
from kavka.protocol.disk.property_files import decode_partition_metadata, encode_partition_metadata, topic_id_text
from kavka.protocol.errors import InconsistentTopicId

_log = logging.getLogger(__name__)


UNREADABLE: Final = (
    "%s cannot be read: %s. The log is taken for that of the topic of its name, and the file is written anew when the "
    "controller says the topic's id"
)


def read_topic_id(directory: str, filesystem: FileSystem) -> bytes:
    """Reads the topic id of a log; zeros when its file is missing or unreadable.

    Raises:
        OSError: the disk failed.
    """
    path = os.path.join(directory, PARTITION_METADATA_FILE)
    if not filesystem.exists(path):
        return ZERO_TOPIC_ID
    try:
        return decode_partition_metadata(filesystem.read_file(path))
    except CorruptCheckpoint as error:
        _log.warning(UNREADABLE, path, error)
        return ZERO_TOPIC_ID


def drop_topic_id(directory: str, filesystem: FileSystem) -> bytes:
    """Removes the topic id of a log, where topics have none; returns none.

    Raises:
        OSError: the disk failed.
    """
    path = os.path.join(directory, PARTITION_METADATA_FILE)
    if filesystem.exists(path):
        filesystem.remove(path)
    return ZERO_TOPIC_ID


def is_new_topic_id(known: bytes, told: bytes, *, log: str) -> bool:
    """Tells whether a topic id is to be noted: `told` is an id, and none is known.

    Raises:
        InconsistentTopicId: another one is known.
    """
    if told in (ZERO_TOPIC_ID, known):
        return False
    if known != ZERO_TOPIC_ID:
        raise InconsistentTopicId(f"{log} has topic id {known.hex()}, {told.hex()} is another topic")
    return True


def is_damaged_id(known: bytes, told: bytes) -> bool:
    """Tells whether a log's id differs from `told` in one bit of its file. No other topic has such an id."""
    texts = zip(topic_id_text(known).encode(), topic_id_text(told).encode(), strict=True)
    return sum((one ^ other).bit_count() for one, other in texts) == 1


class TopicIdFile:
    """Holds the topic id of one log, and writes its file.

    Args:
        context: which log it is.
        topic_id: what the file says; 16 bytes, zeros where none is known.

    Attributes:
        topic_id: as given, until one is assigned.
        is_unsynced: whether the file is newer than the last flush.
    """

    __slots__ = ("_context", "is_unsynced", "topic_id")

    def __init__(self, context: LogContext, topic_id: bytes) -> None:
        self._context = context
        self.topic_id = topic_id
        self.is_unsynced = False

    @property
    def path(self) -> str:
        """Returns the file's path."""
        return os.path.join(self._context.directory, PARTITION_METADATA_FILE)

    def assign(self, topic_id: bytes) -> None:
        """Notes the topic's id, for good.

        Raises:
            InconsistentTopicId: the log has another one: it belongs to a topic that was deleted.
        """
        self._context.check_usable()
        if is_new_topic_id(self.topic_id, topic_id, log=self._context.name):
            self._write(topic_id)
            self.is_unsynced = True  # until the first flush: an fsync for each would stop the loop

    def correct(self, topic_id: bytes) -> bool:
        """Rewrites the topic's id where one bit of the file has changed; returns whether that was so.

        Raises:
            KafkaStorageError: the disk failed.
        """
        if not is_damaged_id(self.topic_id, topic_id):
            return False
        self._write(topic_id)
        return True

    def _write(self, topic_id: bytes) -> None:
        with self._context.guard("writing the topic id of"):
            self._context.filesystem.write_unsynced(self.path, encode_partition_metadata(topic_id))
        self.topic_id = topic_id
