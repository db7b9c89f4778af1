"""Fetch (key 1): read record batches, as a consumer or as a follower.

1   response: throttle time
2   responses may hold magic 1
3   a limit for the whole response; partitions are served in the order asked
4   magic 2; isolation level, last stable offset, aborted transactions
5   log start offset, both ways
6   KAFKA_STORAGE_ERROR may be returned
7   fetch sessions (KIP-227), top-level error
8   throttled clients get the response first and are muted afterwards
9   the current leader epoch, for fencing (KIP-320)
10  zstd
11  the consumer's rack; response: a preferred read replica (KIP-392)
12  flexible; last fetched epoch and, in return, where the logs diverge (KIP-595)
13  topic ids instead of names (KIP-516)
14  OFFSET_MOVED_TO_TIERED_STORAGE may be returned (KIP-405)
15  the follower's epoch beside its id, in a tagged field (KIP-903)
16  response: addresses of new leaders (KIP-951)
17  the follower's directory id (KIP-853)
18  the high watermark that a replica of a KRaft quorum knows (KIP-1166), in a tagged field
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
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

INT32_MAX = 0x7FFF_FFFF
INT64_MAX = 0x7FFF_FFFF_FFFF_FFFF

_REPLICA_STATE = Struct(
    "ReplicaState",
    Field("replica_id", INT32, "15+", default=-1),
    Field("replica_epoch", INT64, "15+", default=-1),
)

_FETCH_PARTITION = Struct(
    "FetchPartition",
    Field("partition", INT32, "0+"),
    Field("current_leader_epoch", LEADER_EPOCH, "9+", default=-1, ignorable=True),
    Field("fetch_offset", INT64, "0+"),
    Field("last_fetched_epoch", LEADER_EPOCH, "12+", default=-1),
    Field("log_start_offset", INT64, "5+", default=-1, ignorable=True),
    Field("partition_max_bytes", INT32, "0+"),
    Field("replica_directory_id", UUID, "17+", ignorable=True, tag=0),
    Field("high_watermark", INT64, "18+", default=INT64_MAX, ignorable=True, tag=1),
)

_FETCH_TOPIC = Struct(
    "FetchTopic",
    Field("topic", STRING, "0-12", ignorable=True),
    Field("topic_id", UUID, "13+", ignorable=True),
    Field("partitions", Array(_FETCH_PARTITION), "0+"),
)

_FORGOTTEN_TOPIC = Struct(
    "ForgottenTopic",
    Field("topic", STRING, "7-12", ignorable=True),
    Field("topic_id", UUID, "13+", ignorable=True),
    Field("partitions", Array(INT32), "7+"),
)

REQUEST = Message(
    "FetchRequest",
    Field("cluster_id", STRING, "12+", nullable="12+", default=None, ignorable=True, tag=0),
    Field("replica_id", INT32, "0-14", default=-1),
    Field("replica_state", _REPLICA_STATE, "15+", tag=1),
    Field("max_wait_ms", INT32, "0+"),
    Field("min_bytes", INT32, "0+"),
    Field("max_bytes", INT32, "3+", default=INT32_MAX, ignorable=True),
    Field("isolation_level", INT8, "4+", ignorable=True),
    Field("session_id", INT32, "7+", ignorable=True),
    Field("session_epoch", INT32, "7+", default=-1, ignorable=True),
    Field("topics", Array(_FETCH_TOPIC), "0+"),
    Field("forgotten_topics_data", Array(_FORGOTTEN_TOPIC), "7+"),
    Field("rack_id", STRING, "11+", ignorable=True),
    api_key=1,
    versions="0-18",
    flexible="12+",
)

_EPOCH_END_OFFSET = Struct(
    "EpochEndOffset",
    Field("epoch", LEADER_EPOCH, "12+", default=-1),
    Field("end_offset", INT64, "12+", default=-1),
)

_LEADER_ID_AND_EPOCH = Struct(
    "LeaderIdAndEpoch",
    Field("leader_id", INT32, "12+", default=-1),
    Field("leader_epoch", LEADER_EPOCH, "12+", default=-1),
)

_SNAPSHOT_ID = Struct(
    "SnapshotId",
    Field("end_offset", INT64, "0+", default=-1),
    Field("epoch", LEADER_EPOCH, "0+", default=-1),
)

_ABORTED_TRANSACTION = Struct(
    "AbortedTransaction",
    Field("producer_id", INT64, "4+"),
    Field("first_offset", INT64, "4+"),
)

_PARTITION_DATA = Struct(
    "PartitionData",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("high_watermark", INT64, "0+"),
    Field("last_stable_offset", INT64, "4+", default=-1, ignorable=True),
    Field("log_start_offset", INT64, "5+", default=-1, ignorable=True),
    Field("diverging_epoch", _EPOCH_END_OFFSET, "12+", tag=0),
    Field("current_leader", _LEADER_ID_AND_EPOCH, "12+", tag=1),
    Field("snapshot_id", _SNAPSHOT_ID, "12+", tag=2),
    Field("aborted_transactions", Array(_ABORTED_TRANSACTION), "4+", nullable="4+", ignorable=True),
    Field("preferred_read_replica", INT32, "11+", default=-1),
    Field("records", RECORDS, "0+", nullable="0+"),
)

_FETCHABLE_TOPIC_RESPONSE = Struct(
    "FetchableTopicResponse",
    Field("topic", STRING, "0-12", ignorable=True),
    Field("topic_id", UUID, "13+", ignorable=True),
    Field("partitions", Array(_PARTITION_DATA), "0+"),
)

_NODE_ENDPOINT = Struct(
    "NodeEndpoint",
    Field("node_id", INT32, "16+"),
    Field("host", STRING, "16+"),
    Field("port", INT32, "16+"),
    Field("rack", STRING, "16+", nullable="16+", default=None),
)

RESPONSE = Message(
    "FetchResponse",
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("error_code", INT16, "7+", ignorable=True),
    Field("session_id", INT32, "7+"),
    Field("responses", Array(_FETCHABLE_TOPIC_RESPONSE), "0+"),
    Field("node_endpoints", Array(_NODE_ENDPOINT), "16+", tag=0),
    api_key=1,
    versions="0-18",
    flexible="12+",
)
