"""What consumers of the classic protocol say in JoinGroup and are told in SyncGroup, as bytes.

    int16 version │ ConsumerProtocolSubscription or …Assignment of that version (protocol/messages/consumer_protocol.py)

A classic group passes both on from member to member, and reads topics only, for retention. A group that goes over to
the consumer protocol, or back, reads and writes them whole (`consumer.migration`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from kavka.broker.group.versioned import VERSION, versioned
from kavka.protocol.codec import decode_prefix
from kavka.protocol.errors import DecodeError
from kavka.protocol.message import Message
from kavka.protocol.messages import ConsumerProtocolAssignment, ConsumerProtocolSubscription

M = TypeVar("M", bound=Message)


def read_subscription(metadata: bytes) -> ConsumerProtocolSubscription:
    """Reads a consumer's subscription.

    Raises:
        DecodeError: it is none that Kafka's consumers write.
    """
    return _read(ConsumerProtocolSubscription, metadata)


def read_assignment(data: bytes) -> ConsumerProtocolAssignment:
    """Reads a consumer's assignment; no bytes are no partitions.

    Raises:
        DecodeError: it is none that Kafka's consumers write.
    """
    return _read(ConsumerProtocolAssignment, data) if data else ConsumerProtocolAssignment()


def write_assignment(topics: Iterable[tuple[str, Iterable[int]]], metadata: bytes) -> bytes:
    """Encodes an assignment in the version in which its member has written its subscription."""
    version = _version_of(metadata, ConsumerProtocolAssignment.MAX_VERSION)
    part = ConsumerProtocolAssignment.TopicPartition
    message = ConsumerProtocolAssignment(
        assigned_partitions=[part(topic, sorted(partitions)) for topic, partitions in sorted(topics)]
    )
    return versioned(message, version)


def _read(kind: type[M], data: bytes) -> M:
    return decode_prefix(kind, _version_of(data, kind.MAX_VERSION), data, VERSION.size)[0]


def _version_of(data: bytes, version_max: int) -> int:
    """Returns the version of a payload, of a later one the highest here: later versions only append."""
    if len(data) < VERSION.size:
        raise DecodeError("a consumer's payload without a version")
    version: int = VERSION.unpack_from(data)[0]
    if version < 0:
        raise DecodeError(f"a consumer's payload of version {version}")
    return min(version, version_max)
