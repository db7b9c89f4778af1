"""What a group coordinator writes into `__consumer_offsets` of groups of the consumer protocol (KIP-848).

No API: these are keys and values of records, beside those of `group_records`. An int16 with the version stands before
each; that of a key says what the record is about, that of a value is 0. A record without a value deletes.

    key     3   the group: its epoch                         6   the epoch of its target assignment
            4   its topics, with their numbers of partitions 7   a member's target assignment
            5   a member: what it subscribes to, its client  8   a member's current assignment, epoch and state
            16  a regular expression, with the topics that it matches

Kafka 4.1 and later keep a hash of the topics in the group's record, and read topics (4) still. Kafka 4.3 and later have
the epochs in which a member got its partitions (KIP-1251); the field is tagged, and earlier ones read past it.
"""

from __future__ import annotations

from kavka.protocol.generator.schema import BYTES, INT8, INT32, INT64, STRING, UUID, Array, Field, Message, Struct


def record_key(name: str, version: int, *names: str) -> Message:
    """Declares the key of a record, which has one version."""
    return Message(
        name,
        *(Field(field, STRING, f"{version}") for field in names),
        api_key=-1,
        versions=f"{version}",
        flexible=None,
    )


def record_value(name: str, *fields: Field) -> Message:
    """Declares the value of a record, of version 0."""
    return Message(name, *fields, api_key=-1, versions="0", flexible="0+")


_PARTITION = Struct(
    "PartitionMetadata",
    Field("partition", INT32, "0+"),
    Field("racks", Array(STRING), "0+"),
)

_TOPIC = Struct(
    "TopicMetadata",
    Field("topic_id", UUID, "0+"),
    Field("topic_name", STRING, "0+"),
    Field("num_partitions", INT32, "0+"),
    Field("partition_metadata", Array(_PARTITION), "0+"),
)

_PROTOCOL = Struct(
    "ClassicProtocol",
    Field("name", STRING, "0+"),
    Field("metadata", BYTES, "0+"),
)

_CLASSIC_MEMBER = Struct(
    "ClassicMemberMetadata",
    Field("session_timeout_ms", INT32, "0+"),
    Field("supported_protocols", Array(_PROTOCOL), "0+"),
)

_OWNED_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
    Field("assignment_epochs", Array(INT32), "0+", nullable="0+", tag=0),
)

_TARGET_PARTITIONS = Struct(
    "TopicPartition",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_ALL = (
    record_key("ConsumerGroupMetadataKey", 3, "group_id"),
    record_value(
        "ConsumerGroupMetadataValue",
        Field("epoch", INT32, "0+"),
        Field("metadata_hash", INT64, "0+", default=0, tag=0),
    ),
    record_key("ConsumerGroupPartitionMetadataKey", 4, "group_id"),
    record_value("ConsumerGroupPartitionMetadataValue", Field("topics", Array(_TOPIC), "0+")),
    record_key("ConsumerGroupMemberMetadataKey", 5, "group_id", "member_id"),
    record_value(
        "ConsumerGroupMemberMetadataValue",
        Field("instance_id", STRING, "0+", nullable="0+"),
        Field("rack_id", STRING, "0+", nullable="0+"),
        Field("client_id", STRING, "0+"),
        Field("client_host", STRING, "0+"),
        Field("subscribed_topic_names", Array(STRING), "0+"),
        Field("subscribed_topic_regex", STRING, "0+", nullable="0+"),
        Field("rebalance_timeout_ms", INT32, "0+", default=-1),
        Field("server_assignor", STRING, "0+", nullable="0+"),
        Field("classic_member_metadata", _CLASSIC_MEMBER, "0+", nullable="0+", tag=0),
    ),
    record_key("ConsumerGroupTargetAssignmentMetadataKey", 6, "group_id"),
    record_value("ConsumerGroupTargetAssignmentMetadataValue", Field("assignment_epoch", INT32, "0+")),
    record_key("ConsumerGroupTargetAssignmentMemberKey", 7, "group_id", "member_id"),
    record_value(
        "ConsumerGroupTargetAssignmentMemberValue", Field("topic_partitions", Array(_TARGET_PARTITIONS), "0+")
    ),
    record_key("ConsumerGroupCurrentMemberAssignmentKey", 8, "group_id", "member_id"),
    record_value(
        "ConsumerGroupCurrentMemberAssignmentValue",
        Field("member_epoch", INT32, "0+"),
        Field("previous_member_epoch", INT32, "0+"),
        Field("state", INT8, "0+"),
        Field("assigned_partitions", Array(_OWNED_PARTITIONS), "0+"),
        Field("partitions_pending_revocation", Array(_OWNED_PARTITIONS), "0+"),
    ),
    record_key("ConsumerGroupRegularExpressionKey", 16, "group_id", "regular_expression"),
    record_value(
        "ConsumerGroupRegularExpressionValue",
        Field("topics", Array(STRING), "0+"),
        Field("version", INT64, "0+"),
        Field("timestamp", INT64, "0+"),
    ),
)

MESSAGES = tuple(sorted(_ALL, key=lambda message: message.name))
