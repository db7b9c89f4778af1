"""ShareAcknowledge (key 79): what a member of a share group made of the records it acquired (KIP-932).

Acknowledge types: 0 gap, 1 accept, 2 release, 3 reject, 4 renew.

1   the first stable version; 0 was an early access, and nobody offers it
2   renewed acquisition locks, and how long a lock holds (KIP-1222)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    STRING,
    UUID,
    Array,
    Field,
    Message,
    Struct,
)

_ACKNOWLEDGEMENT_BATCH = Struct(
    "AcknowledgementBatch",
    Field("first_offset", INT64, "0+"),
    Field("last_offset", INT64, "0+"),
    Field("acknowledge_types", Array(INT8), "0+"),
)

_ACKNOWLEDGE_PARTITION = Struct(
    "AcknowledgePartition",
    Field("partition_index", INT32, "0+"),
    Field("acknowledgement_batches", Array(_ACKNOWLEDGEMENT_BATCH), "0+"),
)

_ACKNOWLEDGE_TOPIC = Struct(
    "AcknowledgeTopic",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_ACKNOWLEDGE_PARTITION), "0+"),
)

REQUEST = Message(
    "ShareAcknowledgeRequest",
    Field("group_id", STRING, "0+", nullable="0+", default=None),
    Field("member_id", STRING, "0+", nullable="0+"),
    Field("share_session_epoch", INT32, "0+"),
    Field("is_renew_ack", BOOL, "2+"),
    Field("topics", Array(_ACKNOWLEDGE_TOPIC), "0+"),
    api_key=79,
    versions="1-2",
    flexible="0+",
)

_LEADER_ID_AND_EPOCH = Struct(
    "LeaderIdAndEpoch",
    Field("leader_id", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
)

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("current_leader", _LEADER_ID_AND_EPOCH, "0+"),
)

_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE = Struct(
    "ShareAcknowledgeTopicResponse",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

_NODE_ENDPOINT = Struct(
    "NodeEndpoint",
    Field("node_id", INT32, "0+"),
    Field("host", STRING, "0+"),
    Field("port", INT32, "0+"),
    Field("rack", STRING, "0+", nullable="0+", default=None),
)

RESPONSE = Message(
    "ShareAcknowledgeResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("acquisition_lock_timeout_ms", INT32, "2+", ignorable=True),
    Field("responses", Array(_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE), "0+"),
    Field("node_endpoints", Array(_NODE_ENDPOINT), "0+"),
    api_key=79,
    versions="1-2",
    flexible="0+",
)
