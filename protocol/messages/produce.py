"""Produce (key 0): append record batches to partitions.

0   message sets of magic 0 and 1
1   response: throttle time
2   response: log append time
3   transactional id; from here on exactly one batch of magic 2 for each partition
4   KAFKA_STORAGE_ERROR may be returned
5   response: log start offset
6   throttled clients get the response first and are muted afterwards
7   zstd
8   response: which records spoiled their batch, and a message (KIP-467)
9   flexible
10  response: the current leader and its address, as tagged fields (KIP-951)
11  TRANSACTION_ABORTABLE may be returned (KIP-890)
12  partitions join the transaction by being written to (KIP-890, transaction.version 2)
13  topic ids instead of names (KIP-516)
"""

from __future__ import annotations

from kavka.protocol.generator.schema import (
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

_PARTITION_PRODUCE_DATA = Struct(
    "PartitionProduceData",
    Field("index", INT32, "0+"),
    Field("records", RECORDS, "0+", nullable="0+"),
)

_TOPIC_PRODUCE_DATA = Struct(
    "TopicProduceData",
    Field("name", STRING, "0-12", ignorable=True),
    Field("topic_id", UUID, "13+", ignorable=True),
    Field("partition_data", Array(_PARTITION_PRODUCE_DATA), "0+"),
)

REQUEST = Message(
    "ProduceRequest",
    Field("transactional_id", STRING, "3+", nullable="3+", default=None),
    Field("acks", INT16, "0+"),
    Field("timeout_ms", INT32, "0+"),
    Field("topic_data", Array(_TOPIC_PRODUCE_DATA), "0+"),
    api_key=0,
    versions="0-13",
    flexible="9+",
)

_BATCH_INDEX_AND_ERROR_MESSAGE = Struct(
    "BatchIndexAndErrorMessage",
    Field("batch_index", INT32, "8+"),
    Field("batch_index_error_message", STRING, "8+", nullable="8+", default=None),
)

_LEADER_ID_AND_EPOCH = Struct(
    "LeaderIdAndEpoch",
    Field("leader_id", INT32, "10+", default=-1),
    Field("leader_epoch", LEADER_EPOCH, "10+", default=-1),
)

_PARTITION_PRODUCE_RESPONSE = Struct(
    "PartitionProduceResponse",
    Field("index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("base_offset", INT64, "0+"),
    Field("log_append_time_ms", INT64, "2+", default=-1, ignorable=True),
    Field("log_start_offset", INT64, "5+", default=-1, ignorable=True),
    Field("record_errors", Array(_BATCH_INDEX_AND_ERROR_MESSAGE), "8+", ignorable=True),
    Field("error_message", STRING, "8+", nullable="8+", default=None, ignorable=True),
    Field("current_leader", _LEADER_ID_AND_EPOCH, "10+", tag=0),
)

_TOPIC_PRODUCE_RESPONSE = Struct(
    "TopicProduceResponse",
    Field("name", STRING, "0-12", ignorable=True),
    Field("topic_id", UUID, "13+", ignorable=True),
    Field("partition_responses", Array(_PARTITION_PRODUCE_RESPONSE), "0+"),
)

_NODE_ENDPOINT = Struct(
    "NodeEndpoint",
    Field("node_id", INT32, "10+"),
    Field("host", STRING, "10+"),
    Field("port", INT32, "10+"),
    Field("rack", STRING, "10+", nullable="10+", default=None),
)

RESPONSE = Message(
    "ProduceResponse",
    Field("responses", Array(_TOPIC_PRODUCE_RESPONSE), "0+"),
    Field("throttle_time_ms", INT32, "1+", ignorable=True),
    Field("node_endpoints", Array(_NODE_ENDPOINT), "10+", tag=0),
    api_key=0,
    versions="0-13",
    flexible="9+",
)
