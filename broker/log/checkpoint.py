"""The small text files of a data directory: offsets by partition, leader epochs, identity, topic ids.

Two shapes. Checkpoints have a version, a count, and that many lines::

    0                    0
    2                    1
    orders 0 1500        0 0
    orders 1 1498        └ leader epoch, start offset   (leader-epoch-checkpoint)
    └ topic, partition, offset   (recovery-point-, log-start-, replication-, cleaner-offset-checkpoint)

Property files (`meta.properties`, `partition.metadata`) have `key=value` or `key: value`.

Bytes in, values out; who reads and writes them where is `log_manager` and `log`. All of them are caches or can be
rebuilt: whatever is wrong with one is `CorruptCheckpoint`, which nobody lets stop a broker (KAFKA-1758, KAFKA-2012).
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from itertools import pairwise

from kavka.common.types import TopicPartition

RECOVERY_POINT_FILE = "recovery-point-offset-checkpoint"
LOG_START_OFFSET_FILE = "log-start-offset-checkpoint"
HIGH_WATERMARK_FILE = "replication-offset-checkpoint"
CLEANER_OFFSET_FILE = "cleaner-offset-checkpoint"
LEADER_EPOCH_FILE = "leader-epoch-checkpoint"
CLEAN_SHUTDOWN_FILE = ".kafka_cleanshutdown"
META_PROPERTIES_FILE = "meta.properties"
PARTITION_METADATA_FILE = "partition.metadata"

CHECKPOINT_VERSION = 0
CLEAN_SHUTDOWN_CONTENT = b""
"""Kafka 3.0's marker is empty: that it exists is all it says."""


class CorruptCheckpoint(ValueError):
    """A file that is not what its name says; the message says where it stops to make sense."""


def encode_offsets(offsets: Mapping[TopicPartition, int]) -> bytes:
    """Encodes a checkpoint of partitions' offsets, sorted by partition. Equal content is equal bytes."""
    return encode_offsets_head(len(offsets)) + encode_offset_lines(sorted(offsets.items()))


def encode_offsets_head(count: int) -> bytes:
    """Encodes the first lines of an offset checkpoint: version and number of partitions."""
    return f"{CHECKPOINT_VERSION}\n{count}\n".encode()


def encode_offset_lines(items: Iterable[tuple[TopicPartition, int]]) -> bytes:
    """Encodes lines of an offset checkpoint, in the order given."""
    return "".join([f"{topic} {partition} {offset}\n" for (topic, partition), offset in items]).encode()


def decode_offsets(data: bytes) -> dict[TopicPartition, int]:
    """Decodes an offset checkpoint: partition → offset.

    Raises:
        CorruptCheckpoint: another version, a missing or extra line, a field that is no number.
    """
    offsets: dict[TopicPartition, int] = {}
    for fields in _decode(data, fields_per_line=3):
        offset = _number(fields[2])
        if offset < 0:
            raise CorruptCheckpoint(f"negative offset {offset}")
        offsets[TopicPartition(fields[0], _number(fields[1]))] = offset
    return offsets


def encode_epochs(entries: Iterable[tuple[int, int]]) -> bytes:
    """Encodes a checkpoint of (leader epoch, start offset) pairs, in the order given."""
    lines = [f"{epoch} {start_offset}" for epoch, start_offset in entries]
    return _encode(lines, len(lines))


def decode_epochs(data: bytes) -> list[tuple[int, int]]:
    """Decodes a leader epoch checkpoint: (leader epoch, start offset) pairs, both columns growing.

    Raises:
        CorruptCheckpoint: see `decode_offsets`; or the columns do not grow together.
    """
    entries = [(_number(fields[0]), _number(fields[1])) for fields in _decode(data, fields_per_line=2)]
    for (epoch, start), (next_epoch, next_start) in pairwise(entries):
        if next_epoch <= epoch or next_start < start:
            raise CorruptCheckpoint(f"epoch {next_epoch} from {next_start} after epoch {epoch} from {start}")
    if entries and min(entries[0]) < 0:
        raise CorruptCheckpoint(f"negative entry {entries[0]}")
    return entries


def encode_meta_properties(*, broker_id: int, cluster_id: str) -> bytes:
    """Encodes a directory's `meta.properties`, version 0: what ZooKeeper-mode Kafka writes."""
    return f"#\nversion=0\nbroker.id={broker_id}\ncluster.id={cluster_id}\n".encode()


def decode_properties(data: bytes) -> dict[str, str]:
    """Decodes a Java properties file of the simple kind: comments, `key=value`, `key: value`.

    Raises:
        CorruptCheckpoint: a line without a separator, or bytes that are not UTF-8.
    """
    properties: dict[str, str] = {}
    for line in _text(data).splitlines():
        line = line.strip()
        if not line or line[0] in "#!":
            continue
        equals, colon = line.find("="), line.find(":")
        at = min(place for place in (equals, colon, len(line)) if place >= 0)
        if at == len(line):
            raise CorruptCheckpoint(f"no separator in {line!r}")
        properties[line[:at].strip()] = line[at + 1 :].strip()
    return properties


def encode_partition_metadata(topic_id: bytes) -> bytes:
    """Encodes a partition's topic id for `partition.metadata` (KIP-516).

    The id is URL-safe base64 without padding, as Kafka prints ids.
    """
    return f"version: 0\ntopic_id: {topic_id_text(topic_id)}".encode()


def decode_partition_metadata(data: bytes) -> bytes:
    """Decodes the topic id of a `partition.metadata` file, 16 bytes.

    Raises:
        CorruptCheckpoint: no id, or not one.
    """
    text = decode_properties(data).get("topic_id", "")
    try:
        topic_id = base64.urlsafe_b64decode(text + "==")
    except ValueError:
        raise CorruptCheckpoint(f"topic id {text!r} is not base64") from None
    if len(topic_id) != 16 or topic_id_text(topic_id) != text:
        raise CorruptCheckpoint(f"topic id {text!r} is not 16 bytes")
    return topic_id


def topic_id_text(topic_id: bytes) -> str:
    """Renders a topic id's 16 bytes as the 22 characters that Kafka shows."""
    assert len(topic_id) == 16, "a topic id has 16 bytes"
    return base64.urlsafe_b64encode(topic_id).decode()[:22]


def _encode(lines: Iterable[str], count: int) -> bytes:
    return "".join(f"{line}\n" for line in (str(CHECKPOINT_VERSION), str(count), *lines)).encode()


def _decode(data: bytes, *, fields_per_line: int) -> list[list[str]]:
    lines = _text(data).splitlines()
    if len(lines) < 2:
        raise CorruptCheckpoint(f"{len(lines)} lines, at least 2 expected")
    if _number(lines[0]) != CHECKPOINT_VERSION:
        raise CorruptCheckpoint(f"version {lines[0]!r}, only {CHECKPOINT_VERSION} is known")
    rows = [line.split() for line in lines[2:] if line.strip()]
    if len(rows) != _number(lines[1]):
        raise CorruptCheckpoint(f"{len(rows)} entries, {lines[1]} promised")
    for row in rows:
        if len(row) != fields_per_line:
            raise CorruptCheckpoint(f"{len(row)} fields in {' '.join(row)!r}, {fields_per_line} expected")
    return rows


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise CorruptCheckpoint("not UTF-8") from None


def _number(text: str) -> int:
    # int() alone also takes "1_0", "+1" and other alphabets' digits, which Kafka would refuse.
    if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()) or len(text) > 20:
        raise CorruptCheckpoint(f"{text!r} is not a number")
    return int(text)
