"""TxnOffsetCommit (key 28): a group's committed offsets are stored as part of a transaction.

1   throttled clients get the response first and are muted afterwards
2   leader epoch of the committed offset
3   flexible; generation, member and instance of the group (KIP-447)
4   TRANSACTION_ABORTABLE may be returned (KIP-890)
5   the group joins the transaction by its commit (KIP-890, transaction.version 2)
6   topic ids instead of names; the generation may be a member epoch (KIP-1319)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
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

_TXN_OFFSET_COMMIT_REQUEST_PARTITION = Struct(
    "TxnOffsetCommitRequestPartition",
    Field("partition_index", INT32, "0+"),
    Field("committed_offset", INT64, "0+"),
    Field("committed_leader_epoch", LEADER_EPOCH, "2+", default=-1, ignorable=True),
    Field("committed_metadata", STRING, "0+", nullable="0+"),
)

_TXN_OFFSET_COMMIT_REQUEST_TOPIC = Struct(
    "TxnOffsetCommitRequestTopic",
    Field("name", STRING, "0-5", ignorable=True),
    Field("topic_id", UUID, "6+", ignorable=True),
    Field("partitions", Array(_TXN_OFFSET_COMMIT_REQUEST_PARTITION), "0+"),
)

REQUEST = Message(
    "TxnOffsetCommitRequest",
    Field("transactional_id", STRING, "0+"),
    Field("group_id", STRING, "0+"),
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("generation_id", INT32, "3+", default=-1),
    Field("member_id", STRING, "3+"),
    Field("group_instance_id", STRING, "3+", nullable="3+", default=None),
    Field("topics", Array(_TXN_OFFSET_COMMIT_REQUEST_TOPIC), "0+"),
    api_key=28,
    versions="0-6",
    flexible="3+",
)

_TXN_OFFSET_COMMIT_RESPONSE_PARTITION = Struct(
    "TxnOffsetCommitResponsePartition",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
)

_TXN_OFFSET_COMMIT_RESPONSE_TOPIC = Struct(
    "TxnOffsetCommitResponseTopic",
    Field("name", STRING, "0-5", ignorable=True),
    Field("topic_id", UUID, "6+", ignorable=True),
    Field("partitions", Array(_TXN_OFFSET_COMMIT_RESPONSE_PARTITION), "0+"),
)

RESPONSE = Message(
    "TxnOffsetCommitResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("topics", Array(_TXN_OFFSET_COMMIT_RESPONSE_TOPIC), "0+"),
    api_key=28,
    versions="0-6",
    flexible="3+",
)
