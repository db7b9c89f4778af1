"""DescribeProducers (key 61): the producer state of partitions, as their leader knows it. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Array, Field, Message, Struct

_TOPIC_REQUEST = Struct(
    "TopicRequest",
    Field("name", STRING, "0+"),
    Field("partition_indexes", Array(INT32), "0+"),
)

REQUEST = Message(
    "DescribeProducersRequest",
    Field("topics", Array(_TOPIC_REQUEST), "0+"),
    api_key=61,
    versions="0",
    flexible="0+",
)

_PRODUCER_STATE = Struct(
    "ProducerState",
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT32, "0+"),
    Field("last_sequence", INT32, "0+", default=-1),
    Field("last_timestamp", INT64, "0+", default=-1),
    Field("coordinator_epoch", INT32, "0+"),
    Field("current_txn_start_offset", INT64, "0+", default=-1),
)

_PARTITION_RESPONSE = Struct(
    "PartitionResponse",
    Field("partition_index", INT32, "0+"),
    Field("error_code", INT16, "0+"),
    Field("error_message", STRING, "0+", nullable="0+", default=None),
    Field("active_producers", Array(_PRODUCER_STATE), "0+"),
)

_TOPIC_RESPONSE = Struct(
    "TopicResponse",
    Field("name", STRING, "0+"),
    Field("partitions", Array(_PARTITION_RESPONSE), "0+"),
)

RESPONSE = Message(
    "DescribeProducersResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("topics", Array(_TOPIC_RESPONSE), "0+"),
    api_key=61,
    versions="0",
    flexible="0+",
)
