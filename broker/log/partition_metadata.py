"""`partition.metadata`: which topic a partition's directory belongs to, by id (KIP-516).

A name can come back after its topic was deleted, an id never does: a log whose file names another id is another
topic's. Older Kafkas leave no file, and then the first id that comes is noted.
"""

from __future__ import annotations

import logging
import os

from kavka.common.filesystem import FileSystem
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.file_names import PARTITION_METADATA_FILE
from kavka.protocol.disk.property_files import decode_partition_metadata, encode_partition_metadata, topic_id_text
from kavka.protocol.errors import InconsistentTopicId

_log = logging.getLogger(__name__)


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
        _log.warning("%s is ignored: %s", path, error)
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


def write_topic_id(directory: str, filesystem: FileSystem, topic_id: bytes) -> None:
    """Writes a log's topic id.

    Raises:
        OSError: the disk failed.
    """
    filesystem.write_unsynced(os.path.join(directory, PARTITION_METADATA_FILE), encode_partition_metadata(topic_id))
