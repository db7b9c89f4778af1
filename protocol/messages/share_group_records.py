"""What a group coordinator writes into `__consumer_offsets` of share groups (KIP-932).

No API: these are keys and values of records, beside those of `consumer_group_records`. An int16 with the version stands
before each; that of a key says what the record is about, that of a value is 0. A record without a value deletes.

    key     10  a member: what it subscribes to, its client   13  a member's target assignment
            11  the group: its epoch                          14  a member's current assignment, epoch and state
            12  the epoch of its target assignment            15  the share-partitions that the group has begun
"""

from __future__ import annotations

from kavka.protocol.generator.schema import INT8, INT32, INT64, STRING, UUID, Array, Field, Struct
from kavka.protocol.messages.consumer_group_records import record_key, record_value

_TOPIC_PARTITIONS = Struct(
    "TopicPartitions",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_TARGET_PARTITIONS = Struct(
    "TopicPartition",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_BEGUN = Struct(
    "TopicPartitionsInfo",
    Field("topic_id", UUID, "0+"),
    Field("topic_name", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_DELETED = Struct(
    "TopicInfo",
    Field("topic_id", UUID, "0+"),
    Field("topic_name", STRING, "0+"),
)

_ALL = (
    record_key("ShareGroupMemberMetadataKey", 10, "group_id", "member_id"),
    record_value(
        "ShareGroupMemberMetadataValue",
        Field("rack_id", STRING, "0+", nullable="0+"),
        Field("client_id", STRING, "0+"),
        Field("client_host", STRING, "0+"),
        Field("subscribed_topic_names", Array(STRING), "0+"),
    ),
    record_key("ShareGroupMetadataKey", 11, "group_id"),
    record_value(
        "ShareGroupMetadataValue",
        Field("epoch", INT32, "0+"),
        Field("metadata_hash", INT64, "0+"),
    ),
    record_key("ShareGroupTargetAssignmentMetadataKey", 12, "group_id"),
    record_value(
        "ShareGroupTargetAssignmentMetadataValue",
        Field("assignment_epoch", INT32, "0+"),
        Field("assignment_timestamp", INT64, "0+", default=0, tag=0),
    ),
    record_key("ShareGroupTargetAssignmentMemberKey", 13, "group_id", "member_id"),
    record_value("ShareGroupTargetAssignmentMemberValue", Field("topic_partitions", Array(_TARGET_PARTITIONS), "0+")),
    record_key("ShareGroupCurrentMemberAssignmentKey", 14, "group_id", "member_id"),
    record_value(
        "ShareGroupCurrentMemberAssignmentValue",
        Field("member_epoch", INT32, "0+"),
        Field("previous_member_epoch", INT32, "0+"),
        Field("state", INT8, "0+"),
        Field("assigned_partitions", Array(_TOPIC_PARTITIONS), "0+"),
    ),
    record_key("ShareGroupStatePartitionMetadataKey", 15, "group_id"),
    record_value(
        "ShareGroupStatePartitionMetadataValue",
        Field("initializing_topics", Array(_BEGUN), "0+"),
        Field("initialized_topics", Array(_BEGUN), "0+"),
        Field("deleting_topics", Array(_DELETED), "0+"),
    ),
)

MESSAGES = tuple(sorted(_ALL, key=lambda message: message.name))
