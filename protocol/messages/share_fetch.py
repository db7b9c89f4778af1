"""ShareFetch (key 78): records that a member of a share group acquires, and what it made of earlier ones (KIP-932).

Acknowledge types: 0 gap, 1 accept, 2 release, 3 reject, 4 renew. Session epochs: 0 opens a share session, -1 closes it.

1   the first stable version: records are limited, not bytes of a partition
2   the acquire mode (KIP-1206), and renewed acquisition locks (KIP-1222)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
    BOOL,
    INT8,
    INT16,
    INT32,
    INT64,
    LEADER_EPOCH,
    RECORDS,
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

_FETCH_PARTITION = Struct(
    "FetchPartition",
    Field("partition_index", INT32, "0+"),
    Field("acknowledgement_batches", Array(_ACKNOWLEDGEMENT_BATCH), "0+"),
)

_FETCH_TOPIC = Struct(
    "FetchTopic",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(_FETCH_PARTITION), "0+"),
)

_FORGOTTEN_TOPIC = Struct(
    "ForgottenTopic",
    Field("topic_id", UUID, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

REQUEST = Message(
    "ShareFetchRequest",
    Field("group_id", STRING, "0+", nullable="0+", default=None),
    Field("member_id", STRING, "0+", nullable="0+"),
    Field("share_session_epoch", INT32, "0+"),
    Field("max_wait_ms", INT32, "0+"),
    Field("min_bytes", INT32, "0+"),
    Field("max_bytes", INT32, "0+", default=2**31 - 1),
    Field("max_records", INT32, "1+"),
    Field("batch_size", INT32, "1+"),
    Field("share_acquire_mode", INT8, "2+", ignorable=True),
    Field("is_renew_ack", BOOL, "2+"),
    Field("topics", Array(_FETCH_TOPIC), "0+"),
    Field("forgotten_topics_data", Array(_FORGOTTEN_TOPIC), "0+"),
    api_key=78,
    versions="1-2",
    flexible="0+",
)

_LEADER_ID_AND_EPOCH = Struct(
    "LeaderIdAndEpoch",
    Field("leader_id", INT32, "0+"),
    Field("leader_epoch", LEADER_EPOCH, "0+"),
)

_ACQUIRED_RECORDS = Struct(
    "AcquiredRecords",
    Field("first_offset", INT64, "0+"),
    Field("last_offset", INT64, "0+"),
    Field("delivery_count", INT16, "0+"),
)

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("acknowledge_error_code", INT16, "0+"),
    Field("acknowledge_error_message", STRING, "0+", nullable="0+", default=None),
    Field("current_leader", _LEADER_ID_AND_EPOCH, "0+"),
    Field("records", RECORDS, "0+"),
    Field("acquired_records", Array(_ACQUIRED_RECORDS), "0+"),
)

_SHARE_FETCHABLE_TOPIC_RESPONSE = Struct(
    "ShareFetchableTopicResponse",
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
    "ShareFetchResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("acquisition_lock_timeout_ms", INT32, "1+"),
    Field("responses", Array(_SHARE_FETCHABLE_TOPIC_RESPONSE), "0+"),
    Field("node_endpoints", Array(_NODE_ENDPOINT), "0+"),
    api_key=78,
    versions="1-2",
    flexible="0+",
)
