"""Property files: whose a data directory is (`meta.properties`), and of which topic a partition (`partition.metadata`).

#                                        version: 0
version=0                                topic_id: 8PHy8_T19vf4-fr7_P3-_w
broker.id=3
cluster.id=Sj2mBZHkQYmGX2y7Xl1PSA
"""

from __future__ import annotations

import base64
from typing import Final

from kavka.protocol.disk.errors import CorruptCheckpoint

PARTITION_METADATA_VERSION: Final = "0"


def encode_meta_properties(*, broker_id: int, cluster_id: str) -> bytes:
    """Encodes a directory's `meta.properties`, version 0: what ZooKeeper-mode Kafka writes."""
    return f"#\nversion=0\nbroker.id={broker_id}\ncluster.id={cluster_id}\n".encode()


def decode_properties(data: bytes) -> dict[str, str]:
    """Decodes a Java properties file of the simple kind: comments, `key=value`, `key: value`.

    Raises:
        CorruptCheckpoint: a line without a separator, or bytes that are not UTF-8.
    """
    properties: dict[str, str] = {}
    for line in text_of(data).splitlines():
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
    return f"version: {PARTITION_METADATA_VERSION}\ntopic_id: {topic_id_text(topic_id)}".encode()


def decode_partition_metadata(data: bytes) -> bytes:
    """Decodes the topic id of a `partition.metadata` file, 16 bytes.

    Raises:
        CorruptCheckpoint: no id, or not one, or a version of the file that is not known.
    """
    properties = decode_properties(data)
    text = properties.get("topic_id", "")
    if properties.get("version") != PARTITION_METADATA_VERSION:
        raise CorruptCheckpoint(f"version {properties.get('version')!r} of partition.metadata is not known")
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


def text_of(data: bytes) -> str:
    """Decodes a text file's bytes.

    Raises:
        CorruptCheckpoint: they are not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise CorruptCheckpoint("not UTF-8") from None
