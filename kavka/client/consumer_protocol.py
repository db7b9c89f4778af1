"""The messages between the members of a consumer group, as bytes: subscriptions to the leader, assignments from it.

    int16 version │ ConsumerProtocolSubscription or …Assignment of that version (protocol/messages/consumer_protocol.py)

Written in the version that Kafka 3.9 writes; readers of any age take the beginning that they know. Read in any version.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct

from kavka.client.assignors.assignor import Subscription
from kavka.common.types import TopicPartition
from kavka.protocol.codec import decode_prefix, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import ConsumerProtocolAssignment, ConsumerProtocolSubscription

PROTOCOL_TYPE = "consumer"
"""JoinGroup's protocol type of groups that talk like this."""

VERSION = 3
_VERSION = Struct(">h")


def encode_subscription(subscription: Subscription) -> bytes:
    """Encodes a subscription, a member's metadata in JoinGroup."""
    message = ConsumerProtocolSubscription(
        topics=list(subscription.topics),
        user_data=subscription.user_data,
        owned_partitions=[
            ConsumerProtocolSubscription.TopicPartition(topic=topic, partitions=numbers)
            for topic, numbers in _by_topic(subscription.owned)
        ],
        generation_id=subscription.generation_id,
        rack_id=subscription.rack_id,
    )
    return _VERSION.pack(VERSION) + encode_message(message, VERSION)


def decode_subscription(data: bytes | memoryview, group_instance_id: str | None = None) -> Subscription:
    """Decodes another member's subscription.

    Raises:
        DecodeError: it is no subscription.
    """
    message, _ = decode_prefix(ConsumerProtocolSubscription, _version(data), data, _VERSION.size)
    return Subscription(
        topics=tuple(message.topics),
        owned=tuple(TopicPartition(t.topic, number) for t in message.owned_partitions for number in t.partitions),
        generation_id=message.generation_id,
        user_data=None if message.user_data is None else bytes(message.user_data),
        group_instance_id=group_instance_id,
        rack_id=message.rack_id,
    )


def encode_assignment(partitions: Iterable[TopicPartition]) -> bytes:
    """Encodes a member's assignment in SyncGroup."""
    message = ConsumerProtocolAssignment(
        assigned_partitions=[
            ConsumerProtocolAssignment.TopicPartition(topic=topic, partitions=numbers)
            for topic, numbers in _by_topic(partitions)
        ]
    )
    return _VERSION.pack(VERSION) + encode_message(message, VERSION)


def decode_assignment(data: bytes | memoryview) -> list[TopicPartition]:
    """Decodes the leader's assignment; no bytes are no partitions.

    Raises:
        DecodeError: it is no assignment.
    """
    if not data:
        return []
    message, _ = decode_prefix(ConsumerProtocolAssignment, _version(data), data, _VERSION.size)
    return [TopicPartition(t.topic, number) for t in message.assigned_partitions for number in t.partitions]


def _version(data: bytes | memoryview) -> int:
    if len(data) < _VERSION.size:
        raise DecodeError(f"a payload of {len(data)} bytes has no version")
    version: int = _VERSION.unpack_from(data)[0]
    if version < 0:
        raise DecodeError(f"there is no version {version} of the consumer protocol")
    return min(version, VERSION)


def _by_topic(partitions: Iterable[TopicPartition]) -> list[tuple[str, list[int]]]:
    topics: dict[str, list[int]] = {}
    for tp in sorted(partitions):
        topics.setdefault(tp.topic, []).append(tp.partition)
    return list(topics.items())
