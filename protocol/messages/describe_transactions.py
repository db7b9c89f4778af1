"""DescribeTransactions (key 65): the state of transactions. Flexible from 0 on."""

from __future__ import annotations

from kavka.protocol.generator.schema import INT16, INT32, INT64, STRING, Array, Field, Message, Struct

REQUEST = Message(
    "DescribeTransactionsRequest",
    Field("transactional_ids", Array(STRING), "0+"),
    api_key=65,
    versions="0",
    flexible="0+",
)

_TOPIC_DATA = Struct(
    "TopicData",
    Field("topic", STRING, "0+"),
    Field("partitions", Array(INT32), "0+"),
)

_TRANSACTION_STATE = Struct(
    "TransactionState",
    Field("error_code", INT16, "0+"),
    Field("transactional_id", STRING, "0+"),
    Field("transaction_state", STRING, "0+"),
    Field("transaction_timeout_ms", INT32, "0+"),
    Field("transaction_start_time_ms", INT64, "0+"),
    Field("producer_id", INT64, "0+"),
    Field("producer_epoch", INT16, "0+"),
    Field("topics", Array(_TOPIC_DATA), "0+"),
)

RESPONSE = Message(
    "DescribeTransactionsResponse",
    Field("throttle_time_ms", INT32, "0+"),
    Field("transaction_states", Array(_TRANSACTION_STATE), "0+"),
    api_key=65,
    versions="0",
    flexible="0+",
)
